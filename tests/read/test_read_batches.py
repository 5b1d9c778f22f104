"""Files that the batch APIs of OpenAI and Anthropic return, in the forms their references show."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from factscore.errors import InputError
from factscore.read import open_generations, read_generations, to_generation
from factscore.records import Generation


def chat(message: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1711652795,
        "model": "gpt-4o-2024-08-06",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 22, "completion_tokens": 2},
        **more,
    }


def answer(*output: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1711652795,
        "status": "completed",
        "error": None,
        "model": "gpt-4.1",
        "output": list(output),
        **more,
    }


def openai(body: object, status: int = 200, **more: Any) -> dict[str, Any]:
    return {
        "id": "batch_req_1",
        "custom_id": "q-1",
        "response": {"status_code": status, "request_id": "req_1", "body": body},
        "error": None,
        **more,
    }


def message(*content: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-opus-4",
        "content": list(content),
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 11, "output_tokens": 36},
        **more,
    }


def anthropic(kind: str = "succeeded", **result: Any) -> dict[str, Any]:
    return {"custom_id": "q-1", "result": {"type": kind, **result}}


def text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


def said(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "status": "completed", "content": list(parts)}


def output_text(words: str) -> dict[str, Any]:
    return {"type": "output_text", "text": words, "annotations": []}


def made(row: dict[str, Any]) -> Generation:
    return to_generation(row, facts="human", model="file", source="file:1")


def test_a_chat_completion() -> None:
    row = openai(chat({"role": "assistant", "content": "She sang.", "refusal": None}))
    assert made(row) == Generation(
        text="She sang.",
        model="gpt-4o-2024-08-06",
        extra={"id": "batch_req_1", "custom_id": "q-1", "created": 1711652795},
        source="file:1",
    )


def test_a_response() -> None:
    body = answer(
        {"type": "reasoning", "id": "rs_1", "summary": []},
        said(output_text("She sang."), output_text(" And")),
        {"type": "web_search_call", "id": "ws_1", "status": "completed"},
        said(output_text(" wrote.")),
    )
    generation = made(openai(body))
    assert (generation.text, generation.model) == ("She sang. And wrote.", "gpt-4.1")
    assert generation.extra == {"id": "batch_req_1", "custom_id": "q-1", "created": 1711652795}
    assert generation.abstained is None


def test_a_message() -> None:
    row = anthropic(
        message=message({"type": "thinking", "thinking": "?"}, text("She "), text("x."))
    )
    assert made(row) == Generation(
        text="She x.", model="claude-opus-4", extra={"custom_id": "q-1"}, source="file:1"
    )


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        # An older completion, several choices, parts, a response that was cut off, no status.
        (openai({"model": "m", "choices": [{"text": "She sang."}]}), "She sang."),
        (openai({"choices": [{"message": {"content": "a"}}, {"message": {"content": "b"}}]}), "a"),
        (openai(chat({"content": [text("She "), text("sang.")]})), "She sang."),
        (openai(answer(said(output_text("She")), status="incomplete")), "She"),
        ({"custom_id": "1", "response": {"body": chat({"content": "a"})}}, "a"),
        # Nothing was written.
        (openai(chat({"content": None, "tool_calls": []})), ""),
        (openai(answer()), ""),
        (anthropic(message=message({"type": "tool_use", "name": "x", "input": {}})), ""),
        (anthropic(message=message()), ""),
    ],
)
def test_other_answers(row: dict[str, Any], expected: str) -> None:
    generation = made(row)
    assert (generation.text, generation.abstained) == (expected, None)


@pytest.mark.parametrize(
    "row",
    [
        openai(chat({"content": None, "refusal": "I cannot help."})),
        openai(answer(said({"type": "refusal", "refusal": "I cannot help."}))),
        anthropic(message=message(text("I cannot help."), stop_reason="refusal")),
    ],
)
def test_a_refusal_is_an_abstention_of_the_model(row: dict[str, Any]) -> None:
    assert (made(row).text, made(row).abstained) == ("I cannot help.", True)
    assert made({**row, "abstained": False}).abstained is False


def test_what_the_row_says_itself() -> None:
    row = openai(chat({"content": "She sang."}), topic="Ada", model="mine", created="2020-01-01")
    generation = made({**row, "facts": ["She sang."]})
    assert (generation.topic, generation.model) == ("Ada", "mine")
    assert generation.extra["created"] == "2020-01-01"
    assert generation.facts is not None
    assert made({**row, "model": ""}).model == "gpt-4o-2024-08-06"
    # A body that does not say: the file's name.
    assert made(openai({"choices": [{"text": "a"}]})).model == "file"


def test_rows_that_only_look_like_a_batch() -> None:
    row = {"output": "a", "custom_id": "1", "response": {"body": 1}, "result": {"type": "expired"}}
    assert made(row).extra == {k: v for k, v in row.items() if k != "output"}
    assert made({"output": "a", "result": {"type": "expired"}, "error": {"a": 1}}).text == "a"
    with pytest.raises(InputError, match="no output"):
        made({"custom_id": "1", "result": {"type": "unheard-of"}})
    with pytest.raises(InputError, match="response is an object"):
        made({"response": {"body": chat({"content": "a"})}})


FAILED = [
    (
        openai(None, response=None, error={"code": "batch_expired", "message": "Not in time."}),
        "Not in time.",
    ),
    (openai(None, response=None, error={"code": "batch_cancelled"}), "batch_cancelled"),
    (
        openai({"error": {"message": "No such\nmodel.", "code": None}}, 404),
        "status 404: No such model.",
    ),
    (openai({}, 500), "status 500"),
    (openai(answer(status="failed", error={"code": "server_error"})), "server_error"),
    (openai(answer(status="cancelled")), "no reason given"),
    (openai(chat({"content": "a"}), error={"odd": 3}), "no reason given"),
    (
        anthropic(
            "errored",
            error={"type": "error", "error": {"type": "invalid_request_error", "message": "Bad."}},
        ),
        "Bad.",
    ),
    (anthropic("errored", error={"type": "error", "error": {"type": "api_error"}}), "api_error"),
    (anthropic("errored"), "errored"),
    (anthropic("canceled"), "canceled"),
    (anthropic("expired"), "expired"),
    (openai({"error": {"message": "x" * 500}}, 400), f"status 400: {'x' * 200}…"),
]


@pytest.mark.parametrize(("row", "words"), FAILED)
def test_a_failed_request_is_left_out_and_told(
    tmp_path: Path, row: dict[str, Any], words: str
) -> None:
    path = tmp_path / "batch.jsonl"
    good, other = (openai(chat({"content": text})) for text in ("She sang.", "She wrote."))
    path.write_text("\n".join(json.dumps(each) for each in (good, row, row, other)))
    found = open_generations([path])
    assert found.remarks == (
        f"{path}: 2 of 4 rows left out, as their requests failed (the first is in line 2: {words})",
    )
    assert (found.rows, found.count) == (4, 2)
    assert [each.source for each in found] == [f"{path}:1", f"{path}:4"]
    assert list(found) == read_generations([path])
    with pytest.raises(InputError, match=r"the request failed .*; send it again, or delete"):
        made(row)


def test_a_limit_counts_answers_alone(tmp_path: Path) -> None:
    path = tmp_path / "batch.jsonl"
    rows = [anthropic("expired"), openai(chat({"content": "a"})), openai(chat({"content": "b"}))]
    path.write_text("\n".join(json.dumps(row) for row in rows))
    found = open_generations([path], limit=1)
    assert [row.text for row in found] == ["a"]
    assert found.latest == datetime(2024, 3, 28, 19, 6, 35, tzinfo=UTC)
    assert [row.text for row in read_generations([path], limit=1)] == ["a"]


def test_a_file_whose_requests_all_failed(tmp_path: Path) -> None:
    path = tmp_path / "batch.jsonl"
    path.write_text("\n".join(json.dumps(anthropic("expired")) for _ in range(3)))
    for read in (open_generations, read_generations):
        with pytest.raises(InputError) as caught:
            read([path])
        (problem,) = caught.value.problems
        assert problem.startswith(f"{path}: 3 of 3 rows left out")
        assert problem.endswith("line 1: expired), and none remains; send them again")


@pytest.mark.parametrize(
    ("row", "part"),
    [
        (
            openai({"data": [{"embedding": [0.1]}]}),
            "response.body has no choices, output or content",
        ),
        (openai(None), "response.body has no choices"),
        (openai({"choices": []}), "response.body has no choices"),
        (openai({"choices": [3]}), "response.body.choices[0] has neither message nor text"),
        (
            openai({"choices": [{"message": {"content": 3}}]}),
            "choices[0].message.content is a number",
        ),
        (openai(answer(said({"type": "output_text"}))), "output[0].content[0].text is null"),
        (openai({"output": ["a"]}), "response.body.output[0] is a string"),
        (anthropic(), "result.message has no choices, output or content"),
        (anthropic(message={"content": [3]}), "result.message.content[0] is a number"),
        (openai(chat({"content": "a"}, model=3)), "model is a number"),
    ],
)
def test_bad_answers(row: dict[str, Any], part: str) -> None:
    with pytest.raises(InputError) as caught:
        made(row)
    (fault,) = caught.value.problems
    assert part in fault
    assert ";" in fault
