"""The scripted provider: which line answers, with what, and what is wrong with a file."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import random
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore.errors import CallError, InputError
from factscore.llm.base import Chance, ChatRequest, Finish, Message, Reply, Token, Usage
from factscore.llm.matching import Matcher
from factscore.llm.script import Line
from factscore.llm.scripted import ScriptedChat


def write(folder: Path, *lines: object) -> ScriptedChat:
    path = folder / "replies.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return ScriptedChat(str(path))


def request(*texts: str, max_tokens: int = 50, top_logprobs: int = 0) -> ChatRequest:
    """Texts of user and assistant in turn, behind a system message."""
    roles = ("user", "assistant")
    turns = [Message(roles[i % 2], text) for i, text in enumerate(texts)]  # type: ignore[arg-type]
    return ChatRequest((Message("system", "Be brief."), *turns), max_tokens, 0.0, top_logprobs)


def ask(model: ScriptedChat, *requests: ChatRequest | str) -> list[Reply]:
    async def run() -> list[Reply]:
        made = [request(one) if isinstance(one, str) else one for one in requests]
        return [await model.complete(one) for one in made]

    return asyncio.run(run())


def texts(replies: Sequence[Reply]) -> list[str]:
    return [reply.text for reply in replies]


def test_the_first_line_whose_texts_all_occur_answers(tmp_path: Path) -> None:
    model = write(
        tmp_path,
        {"reply": "anything else"},
        {"when": ["Ada Lovelace", "born"], "reply": "1815"},
        {"when": "Ada Lovelace", "reply": "a writer"},
        {"when": "Ada", "reply": "somebody"},
        {"when": "Ada Lovelace was born", "reply": "never reached"},
    )
    asked = (
        "When was Ada Lovelace born?",
        "Who was Ada Lovelace?",
        "Who is Ada?",
        "Ada Lovelace was born.",
        "Who was Charles Babbage?",
        "",
    )
    assert texts(ask(model, *asked)) == [
        "1815",
        "a writer",
        "somebody",
        "1815",
        "anything else",
        "anything else",
    ]


def test_only_the_last_user_message_counts(tmp_path: Path) -> None:
    model = write(tmp_path, {"when": "first", "reply": "1"}, {"when": "second", "reply": "2"})
    # The system message says "Be brief."; the assistant's words do not count either.
    assert texts(ask(model, request("first", "second reply", "the second"))) == ["2"]
    with pytest.raises(CallError):
        ask(model, request("first", "first", "third"))
    with pytest.raises(CallError):
        ask(model, ChatRequest((Message("system", "first"),), 5))


def test_replies_in_turn_for_each_message(tmp_path: Path) -> None:
    model = write(tmp_path, {"when": "fact", "reply": ["Hm.", "", "True"]})
    assert texts(ask(model, *["fact 1"] * 5)) == ["Hm.", "", "True", "True", "True"]
    assert texts(ask(model, "fact 2", request("fact 2", max_tokens=9), "fact 1")) == [
        "Hm.",
        "",
        "True",
    ]


def test_finish_usage_and_delay(tmp_path: Path) -> None:
    model = write(
        tmp_path,
        {"when": "cut", "reply": "- Ada wrote", "finish": "length"},
        {"when": "no", "reply": "", "finish": "refused", "usage": {"output_tokens": 7}},
        {"when": "slow", "reply": "x", "delay": 0.05},
        {"when": "all", "reply": "x", "usage": {"input_tokens": 9, "cached_tokens": 8}},
    )
    cut, no = ask(model, "cut", "no")
    # "Be", " brief", "." and "cut" in two messages of 4, with 3 for the reply
    assert cut == Reply("- Ada wrote", Finish.LENGTH, Usage(15, 3))
    assert no == Reply("", Finish.REFUSED, Usage(15, 7))
    began = time.perf_counter()
    ask(model, "slow")
    assert time.perf_counter() - began >= 0.05
    assert ask(model, "all")[0].usage == Usage(9, 1, 8)


def test_logprobs_of_the_first_token_where_they_are_wanted(tmp_path: Path) -> None:
    chances = {"False": -2.5, "True": -0.125, "T": -4}
    model = write(
        tmp_path,
        {"when": "yes", "reply": "True.", "logprobs": chances},
        {"when": "chatty", "reply": "Well, True", "logprobs": chances},
    )
    ranked = (Chance("True", -0.125), Chance("False", -2.5), Chance("T", -4.0))
    plain, two, many = ask(
        model, "yes", request("yes", top_logprobs=2), request("yes", top_logprobs=20)
    )
    assert plain.tokens == ()
    # What follows the first token is said too, so that the tokens are the whole reply.
    assert two.tokens == (Token("True", ranked[:2]), Token(".", ()))
    assert many.tokens == (Token("True", ranked), Token(".", ()))
    assert ask(model, request("chatty", top_logprobs=1))[0].tokens == (Token("True", ranked[:1]),)


def test_errors_of_the_script_and_what_it_lacks(tmp_path: Path) -> None:
    model = write(tmp_path, {"when": "busy", "error": "429: try again later"})
    with pytest.raises(CallError, match=r"^429: try again later$"):
        ask(model, "busy")
    with pytest.raises(CallError) as caught:
        ask(model, "Is it true\nthat " + "Ada wrote, and " * 20 + "died in 1852?")
    told = str(caught.value)
    assert told.startswith(f"{model.name} has no reply to 'Is it true that Ada wrote, and Ada")
    assert 'died in 1852?\'; add a line with a "when" that occurs in it' in told
    assert len(told.splitlines()) == 1


def test_identity_is_the_content_wherever_it_lies(tmp_path: Path) -> None:
    content = b'{"reply": "True"}\n'
    places = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for place in places:
        place.write_bytes(content)
    one, other = (ScriptedChat(str(place)) for place in places)
    digest = hashlib.sha256(content).hexdigest()
    assert one.identity() == other.identity() == {"provider": "scripted", "digest": digest}
    assert one.name == f"scripted:{places[0]}"
    assert (one.provider, one.model) == ("", str(places[0]))


def test_nothing_is_opened_before_it_is_needed(tmp_path: Path) -> None:
    model = ScriptedChat(str(tmp_path / "later.jsonl"))
    (tmp_path / "later.jsonl").write_text('{"reply": "there"}')
    asyncio.run(model.check())
    assert texts(ask(model, "x")) == ["there"]
    asyncio.run(model.close())


@pytest.mark.parametrize("pack", [lambda data: data, gzip.compress])
def test_blank_lines_marks_and_packing(tmp_path: Path, pack: object) -> None:
    text = '\ufeff{"when": "Zoë", "reply": "Ünal"}\r\n\r\n   \n{"reply": "\\u00e9"}'
    path = tmp_path / "script"
    path.write_bytes(pack(text.encode()))  # type: ignore[operator]
    assert texts(ask(ScriptedChat(str(path)), "is Zoë there", "no")) == ["Ünal", "é"]


BAD = [
    ('{"when": "a"}', "write either a reply or an error"),
    ('{"reply": "a", "error": "b"}', "write either a reply or an error"),
    ('{"reply": 1}', "reply is a number; write a text or a list of texts"),
    ('{"reply": null}', "reply is null; write a text or a list of texts"),
    ('{"reply": []}', "reply is an empty list; write a text, or leave the field out"),
    ('{"reply": ["a", true]}', "reply is true or false; write a text or a list of texts"),
    ('{"when": "", "reply": "a"}', "when is an empty text; leave the field out"),
    ('{"when": ["a", ""], "reply": "a"}', "when is an empty text; leave the field out"),
    ('{"when": [], "reply": "a"}', "when is an empty list"),
    ('{"when": {"a": 1}, "reply": "a"}', "when is an object; write a text or a list of texts"),
    ('{"wen": "a", "when": "b", "reply": "c"}', "unknown field 'wen'; did you mean when?"),
    ('{"reply": "c", "zzz": 1}', "unknown field 'zzz'; the fields are when, reply, finish,"),
    ('{"reply": "a", "finish": "end"}', "finish is 'end'; write one of stop, length, refused"),
    ('{"reply": "a", "finish": ["stop"]}', "finish is a list; write one of stop, length, refused"),
    ('{"error": ""}', "error is to be a text that says what went wrong"),
    ('{"error": 500}', "error is to be a text that says what went wrong"),
    ('{"error": "a", "finish": "stop"}', "finish belongs to a reply, not to an error"),
    ('{"reply": "a", "logprobs": {"a": 0.5}}', "the logprob of 'a' is to be a number, 0 at most"),
    ('{"reply": "a", "logprobs": {"a": true}}', "the logprob of 'a' is to be a number, 0 at most"),
    ('{"reply": "a", "logprobs": {}}', "logprobs is to be an object of tokens"),
    ('{"reply": "a", "logprobs": [1]}', "logprobs is to be an object of tokens"),
    ('{"reply": "a", "delay": -1}', "delay is to be a number of seconds, 0 or more"),
    ('{"reply": "a", "delay": "1"}', "delay is to be a number of seconds, 0 or more"),
    ('{"reply": "a", "usage": 3}', "usage is a number; write an object with any of input_tokens"),
    ('{"reply": "a", "usage": {"tokens": 3}}', "usage has no 'tokens'; it has input_tokens"),
    ('{"reply": "a", "usage": {"output_tokens": 1.5}}', "output_tokens of usage is to be a whole"),
    ('{"reply": "a", "usage": {"output_tokens": -1}}', "output_tokens of usage is to be a whole"),
    ('["a"]', 'a list; write an object: {"when": "…", "reply": "…"}'),
    ('"a"', "a string; write an object"),
    ('{"reply": "a"', "invalid JSON at column 14: Expecting ',' delimiter"),
    ('{"reply": "a", "delay": NaN}', "NaN is not a number in JSON"),
    ('{"reply": "\\ud800"}', "half a character"),
    ('{"reply": "a"} {"reply": "b"}', "invalid JSON at column 16: more text after the end"),
]


@pytest.mark.parametrize(("line", "problem"), BAD)
def test_bad_lines(tmp_path: Path, line: str, problem: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(f'{{"when": "fine", "reply": "a"}}\n\n{line}\n')
    with pytest.raises(InputError) as caught:
        asyncio.run(ScriptedChat(str(path)).check())
    (told,) = caught.value.problems
    assert told.startswith(f"{path}:3: ")
    assert problem in told


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(
        b'{"when": 1, "reply": 2}\n{"reply": "a"}\n{"when": "caf\xe9", "reply": "b"}\n'
        b'{"reply": "c"}\nnonsense\n'
    )
    with pytest.raises(InputError) as caught:
        ask(ScriptedChat(str(path)), "x")
    assert [problem.removeprefix(f"{path}:")[:30] for problem in caught.value.problems] == [
        "1: when is a number; write a t",
        "1: reply is a number; write a ",
        "3: not UTF-8 (byte 0xe9); conv",
        '4: no "when", as in line 2; on',
        "5: invalid JSON at column 1: E",
    ]


def test_many_problems_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text("nonsense\n" * 80)
    with pytest.raises(InputError) as caught:
        asyncio.run(ScriptedChat(str(path)).check())
    assert (len(caught.value.problems), caught.value.total) == (51, 80)
    assert caught.value.problems[-1] == "… and 30 more"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "no lines; each is to be"),
        (b"\n \n", "no lines; each is to be"),
        (b"PK\x03\x04", "packed with zip, which is not read"),
        (gzip.compress(b'{"reply": "a"}' * 99)[:30], "data is damaged or cut off"),
        (None, "no such file; check the path"),
    ],
)
@pytest.mark.parametrize("first", ["check", "identity"])
def test_files_that_are_no_script(
    tmp_path: Path, content: bytes | None, problem: str, first: str
) -> None:
    path = tmp_path / "script.jsonl"
    model = ScriptedChat(str(path))
    if content is not None:
        path.write_bytes(content)
    if first == "identity" and content is not None:
        assert model.identity()["digest"] == hashlib.sha256(content).hexdigest()
        return
    with pytest.raises(InputError, match=problem) as caught:
        asyncio.run(model.check()) if first == "check" else model.identity()
    assert str(caught.value).startswith(f"{path}: ")


def test_a_folder_is_no_script(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a folder; name a file in it"):
        ScriptedChat(str(tmp_path)).identity()


SHORT = st.text(alphabet="ab ", min_size=1, max_size=12)


@given(
    whens=st.lists(st.lists(SHORT, min_size=1, max_size=3), max_size=12),
    message=st.text(alphabet="ab ", max_size=60),
    rest=st.booleans(),
)
def test_matching_is_trying_all_lines_in_order(
    whens: list[list[str]], message: str, rest: bool
) -> None:
    lines = [Line(number, tuple(when)) for number, when in enumerate(whens, 1)]
    default = Line(99) if rest else None
    found = (line for line in lines if all(text in message for text in line.when))
    expected = next(found, default)
    assert Matcher([*([default] if default else []), *lines]).first(message) == expected


def test_thousands_of_lines_and_requests(tmp_path: Path) -> None:
    """Trying every line for every request takes minutes."""
    draw = random.Random(7)
    words = "".join(draw.choices("abcdefghijklmnoprstuvy", k=60_000))
    names = [f"{words[10 * i : 10 * i + 9]} was born in {1700 + i % 300}" for i in range(6_000)]
    filler = "Decide whether the statement follows from what the articles below say. " * 40
    model = write(tmp_path, *({"when": name, "reply": str(i)} for i, name in enumerate(names)))
    asyncio.run(model.check())
    asked = [request(f"{filler}\nStatement: {name}.\nAnswer:") for name in names[:5_000]]
    assert texts(ask(model, *asked)) == [str(i) for i in range(5_000)]
