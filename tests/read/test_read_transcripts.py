"""Rows that hold a chat: the last turn of the assistant is what is scored."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import orjson
import pytest

from factscore.errors import InputError
from factscore.read import open_generations, read_generations, to_generation
from factscore.records import Fact, Generation, ItemResult, Status
from factscore.report.results import results_line

USER = {"role": "user", "content": "Who was Ada?"}


def made(**fields: Any) -> Generation:
    return to_generation(fields, facts="human", model="file", source="file.jsonl:1")


def said(content: object, **more: object) -> dict[str, Any]:
    return {"role": "assistant", "content": content, **more}


def faults_of(**fields: Any) -> list[str]:
    with pytest.raises(InputError) as caught:
        made(**fields)
    return list(caught.value.problems)


@pytest.mark.parametrize(
    ("messages", "text"),
    [
        ([USER, said("She wrote notes.")], "She wrote notes."),
        ([said("Hello."), USER, said("She sang.")], "She sang."),
        ([said("She sang."), USER], "She sang."),
        ([said("She sang."), {"role": "tool", "content": "7"}], "She sang."),
        (
            [said([{"type": "text", "text": "She "}, {"type": "text", "text": "sang."}])],
            "She sang.",
        ),
        ([said([{"text": "She sang."}])], "She sang."),
        ([said(["She ", "sang."])], "She sang."),
        ([said([{"type": "output_text", "text": "She sang."}])], "She sang."),
        (
            [
                said(
                    [
                        {"type": "thinking", "thinking": "Who?"},
                        {"type": "reasoning", "text": "Who?"},
                        {"type": "text", "text": "She sang."},
                        {"type": "tool_use", "name": "search", "input": {}},
                    ]
                )
            ],
            "She sang.",
        ),
        # What was said before a call of a tool is no answer.
        ([said("Let me look."), said(None, tool_calls=[{"id": "1"}])], ""),
        ([said([])], ""),
        ([said("")], ""),
        ([{"role": "assistant"}], ""),
    ],
)
def test_the_last_turn(messages: list[Any], text: str) -> None:
    generation = made(messages=messages, topic="Ada Lovelace", id=7)
    assert (generation.text, generation.topic, generation.abstained) == (text, "Ada Lovelace", None)
    assert generation.extra == {"messages": messages, "id": 7}


@pytest.mark.parametrize(
    "turn",
    [
        said(None, refusal="I cannot help."),
        said("", refusal="I cannot help."),
        said([{"type": "refusal", "refusal": "I cannot help."}]),
    ],
)
def test_a_refusal_is_an_abstention(turn: dict[str, Any]) -> None:
    refused = made(messages=[USER, turn])
    assert (refused.text, refused.abstained) == ("I cannot help.", True)
    assert made(messages=[USER, turn], abstained=False).abstained is False


def test_no_refusal() -> None:
    assert made(messages=[said("She sang.", refusal=None)]).abstained is None
    assert made(messages=[said("She sang.", refusal="")]).abstained is None


def test_a_text_of_the_row_goes_before() -> None:
    for name in ("output", "response", "text", "generation"):
        generation = made(**{name: "She wrote."}, messages=[said("She sang.")])
        assert generation.text == "She wrote."
        assert generation.extra == {"messages": [said("She sang.")]}
    assert made(output="a", messages="no chat").extra == {"messages": "no chat"}
    (fault,) = faults_of(output=None, messages=[said("She sang.")])
    assert fault.startswith("output is null")


def test_facts_of_a_chat() -> None:
    generation = made(
        messages=[said("She sang.")], facts=[{"text": "She sang.", "start": 0, "end": 9}]
    )
    assert generation.text == "She sang."
    assert generation.facts == (Fact("She sang.", start=0, end=9),)
    # A row with facts may lack a text, so a chat that gives none is only carried.
    assert made(messages="no chat", facts=["a"]).text == ""
    assert made(messages=[USER], facts=["a"]).extra == {"messages": [USER]}
    assert made(messages=[USER], abstained=True).text == ""


@pytest.mark.parametrize(
    ("messages", "parts"),
    [
        ("She sang.", ("messages is a string", '"role"')),
        ({"role": "assistant"}, ("messages is an object", "write a list")),
        ([], ("no turn with the role assistant", "output")),
        ([USER], ("no turn with the role assistant", "delete the row")),
        ([USER, "She sang."], ("messages[1] is a string",)),
        ([said(3)], ("messages[0].content is a number", "list of parts")),
        ([said({"text": "a"})], ("messages[0].content is an object",)),
        ([USER, said([3])], ("messages[1].content[0] is a number",)),
        ([USER, said([{"type": "text"}])], ("messages[1].content[0].text is null",)),
    ],
)
def test_bad_chats(messages: object, parts: tuple[str, ...]) -> None:
    (fault,) = faults_of(messages=messages)
    assert all(part in fault for part in parts)


def test_all_faults_of_a_row_with_a_chat() -> None:
    faults = faults_of(messages=[3, said("a")], topic=4, abstained="no")
    assert [fault.split()[0] for fault in faults] == ["messages[0]", "abstained", "topic"]


def test_null_messages_are_no_chat() -> None:
    (fault,) = faults_of(messages=None, topic="Ada")
    assert fault.startswith("no output (or response, text, generation, messages)")


def test_in_a_table(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    text = io.StringIO()
    cells = json.dumps([USER, said("She sang,\nand wrote.")])
    csv.writer(text).writerows([["id", "messages"], ["7", cells]])
    path.write_text(text.getvalue())
    (row,) = read_generations([path])
    assert (row.text, row.extra) == ("She sang,\nand wrote.", {"id": "7", "messages": cells})


def test_a_chat_comes_through_results(tmp_path: Path) -> None:
    path, results = tmp_path / "log.jsonl", tmp_path / "results.jsonl"
    path.write_bytes(orjson.dumps({"messages": [USER, said("She sang.")], "time": "2024-05-01"}))
    (row,) = open_generations([path])
    item = ItemResult(row.model, row.topic, Status.NO_FACTS, row.text, extra=row.extra)
    results.write_bytes(results_line(item))
    (again,) = read_generations([results])
    assert (again.text, again.extra) == (row.text, row.extra)


# Chats that nobody answered


def test_a_chat_without_an_answer_is_left_out_and_told(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    chats = [[USER, said("She sang.")], [USER], [], [USER, USER], [said("She wrote."), USER]]
    path.write_text("\n".join(json.dumps({"messages": chat, "topic": "Ada"}) for chat in chats))
    found = open_generations([path])
    assert found.remarks == (
        f"{path}: 3 of 5 rows left out, as their chats have no turn of the assistant"
        " (the first is in line 2)",
    )
    assert (found.rows, found.count) == (5, 2)
    # The last turn of the assistant counts, whatever comes after it.
    assert [(row.text, row.source) for row in found] == [
        ("She sang.", f"{path}:1"),
        ("She wrote.", f"{path}:5"),
    ]
    assert list(found) == read_generations([path])
    assert [row.text for row in open_generations([path], limit=2)] == ["She sang.", "She wrote."]


def test_a_chat_without_an_answer_in_a_table(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    text = io.StringIO()
    cells = [json.dumps(chat) for chat in ([USER], [USER, said("She sang.")])]
    csv.writer(text).writerows([["messages"], *([cell] for cell in cells)])
    path.write_text(text.getvalue())
    found = open_generations([path])
    assert [row.text for row in found] == ["She sang."]
    assert found.remarks[0].startswith(f"{path}: 1 of 2 rows left out")


@pytest.mark.parametrize("messages", [[3], ["Who?", USER], {"role": "user"}, "Who?", 3, [USER, []]])
def test_a_chat_that_is_broken_is_a_fault(tmp_path: Path, messages: object) -> None:
    path = tmp_path / "log.jsonl"
    rows = [{"messages": [USER, said("She sang.")]}, {"messages": messages}]
    path.write_text("\n".join(json.dumps(row) for row in rows))
    for read in (open_generations, read_generations):
        with pytest.raises(InputError) as caught:
            read([path])
        (problem,) = caught.value.problems
        assert problem.startswith(f"{path}:2: messages")


def test_a_row_that_needs_no_chat_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    rows: list[dict[str, Any]] = [
        {"output": "She wrote."},
        {"facts": ["She wrote."]},
        {"abstained": True},
        {
            "custom_id": "q",
            "result": {"type": "succeeded", "message": {"content": "She sang."}},
        },
    ]
    path.write_text("\n".join(json.dumps({**row, "messages": [USER]}) for row in rows))
    found = open_generations([path])
    assert (found.count, found.remarks) == (4, ())


def test_a_file_in_which_nothing_was_answered(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    failed = {"custom_id": "q", "result": {"type": "expired"}}
    path.write_text("\n".join(json.dumps(row) for row in [{"messages": []}, failed] * 2))
    for read in (open_generations, read_generations):
        with pytest.raises(InputError) as caught:
            read([path])
        assert caught.value.problems == (
            f"{path}: 2 of 4 rows left out, as their chats have no turn of the assistant (the first"
            " is in line 1), and none remains; give each the turn, or its text as output",
            f"{path}: 2 of 4 rows left out, as their requests failed (the first"
            " is in line 2: expired), and none remains; send them again",
        )
