"""What models think aloud, in every notation, is no part of what they say, to any reader."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore.decompose.chat.reply import ParsedReply, State, parse_reply
from factscore.judge.chat.answers import read_answer
from factscore.judge.chat.choices import TWO_WAY
from factscore.llm.thoughts import without_thoughts

BLOCKS = [
    *[
        (f"<{name}>", f"</{name}>")
        for name in ("think", "thinking", "thought", "thoughts", "reasoning", "reflection")
    ],
    ("<scratchpad>", "</scratchpad>"),
    ("<analysis>", "</analysis>"),
    ("<seed:think>", "</seed:think>"),
    ("<Think>", "</THINK>"),
    ('<thinking depth="2">', "</thinking>"),
    ("[THINK]", "[/THINK]"),
    ("◁think▷", "◁/think▷"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    ("<|channel|>analysis<|message|>", "<|channel|>final<|message|>"),
]


@pytest.mark.parametrize(("start", "end"), BLOCKS)
def test_both_readers_pass_over_thoughts(start: str, end: str) -> None:
    for thought in (f"{start}\nFalse\n{end}", f"False\n{end}", f"{start}False{end} {start}{end}"):
        answer = read_answer(f"{thought}\nTrue", TWO_WAY)
        assert (answer.why, answer.start) == ("True", len(thought) + 1)
    for thought in (f"{start}\n- Bo ran.\n{end}", f"- Bo ran.\n{end}"):
        assert parse_reply(f"{thought}\n- Ada sang.") == ParsedReply(State.FACTS, ("Ada sang.",))


@pytest.mark.parametrize("start", [start for start, _ in BLOCKS])
def test_a_thought_without_an_end_is_all_there_is(start: str) -> None:
    assert read_answer(f"{start}\nTrue\nor maybe", TWO_WAY).why == "nothing was said"
    assert parse_reply(f"{start}\n- Ada sang.\n") == ParsedReply(State.EMPTY)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("ab", "ab"),
        ("a<think>b</think>c", "a" + "\n" * 16 + "c"),
        ("a</think>b", "\n" * 9 + "b"),
        ("<think>a<think>b</think>c</think>d", "\n" * 33 + "d"),
        ("a<think>b</think>c<think>d", "a" + "\n" * 16 + "c" + "\n" * 8),
        ("a <thinker> b </thinker> c", "a <thinker> b </thinker> c"),
        ("I think [that] <b>so</b>", "I think [that] <b>so</b>"),
    ],
)
def test_offsets_stay(text: str, kept: str) -> None:
    assert without_thoughts(text) == kept


@given(st.lists(st.sampled_from(["a", "\n", "<think>", "</think>", "[THINK]", "<", ">"])))
def test_any_text_keeps_its_length(pieces: list[str]) -> None:
    text = "".join(pieces)
    said = without_thoughts(text)
    assert len(said) == len(text)
    assert all(kept in (was, "\n") for kept, was in zip(said, text, strict=True))


@pytest.mark.parametrize("piece", ["<think>", "</think>", "<think ", "<|channel|>final", "<", "a:"])
def test_long_replies_are_read_in_no_time(piece: str) -> None:
    without_thoughts((piece * 100_000)[:100_000])
