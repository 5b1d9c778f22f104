"""A chat model's reply → facts, or why there are none.

Does not handle: replies that explain each fact in a paragraph of its own, and replies in
another language than the sentence's that refuse or chat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from factscore.decompose.chat.as_json import json_facts
from factscore.decompose.chat.listed import Item, items
from factscore.decompose.chat.spoken import spoken
from factscore.decompose.chat.talk import (
    is_none_word,
    is_of_the_task,
    is_refusal,
    is_talk,
    says_none,
    statement_in,
)
from factscore.decompose.sentences import split_sentences
from factscore.error_types import terms

MOST = 200
"""Facts of a reply, at most: nobody states more in a sentence."""
LONGEST = 1000
"""Characters of a fact, at most."""


class State(StrEnum):
    """What a reply amounts to."""

    FACTS = "facts"
    NONE = "none"
    """It says that the sentence states no fact."""
    EMPTY = "empty"
    REFUSED = "refused"
    """It declines, in words."""
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class ParsedReply:
    """The facts of a reply."""

    state: State
    facts: tuple[str, ...] = ()
    """In the reply's order, with duplicates; empty unless the state is ``FACTS``."""


_BOLD_LABEL = re.compile(
    r"^(?:\*\*|__)([^*_\n]{1,40}?)(?::(?:\*\*|__)|(?:\*\*|__)\s*(?::| [-–—]))\s+(?P<rest>\S.*)$"
)
_ITALIC = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*\n]+)(?<=\S)\*(?![\w*])")
_BREAK = re.compile(r"\s*[\n\t]\s*")
_PAIRS = {'"': '"', "“": "”", "'": "'", "«": "»", "`": "`"}
_PLAIN_WORD = re.compile(
    r"(?<![\w'-])(?!(?:of|in|on|at|the|and|by|for|from|to|with|near|an?)\b)[a-z]+"
)
_MACHINE = re.compile(
    r"^<(?:!doctype|html|head|body|\?xml|div|script)\b|^(?:HTTP/|Traceback )", re.I
)


def parse_reply(text: str, asked: str = "") -> ParsedReply:
    """Read a reply to ``prompts.decompose_question``.

    Args:
        text: The reply.
        asked: What was asked about. Prose that has no word of it is no answer to it; a list
            shows by its marks that it is one.

    Lists of every style are read (bullets, numbers, letters, "Fact 1:", tables, tags, JSON),
    and plain lines or sentences; a line before or after a list that is not of it is passed
    over, thoughts too.

    Example:
        >>> parse_reply("Sure! Here are the facts:\\n\\n1. Ada Lee sang.\\n2. Ada Lee danced.")
        ParsedReply(state=<State.FACTS: 'facts'>, facts=('Ada Lee sang.', 'Ada Lee danced.'))
        >>> parse_reply("I'm sorry, but I can't help with that.").state
        <State.REFUSED: 'refused'>
    """
    said = spoken(text)
    if not said:
        return ParsedReply(State.EMPTY)
    listed = json_facts(said)
    if listed is not None:
        return _of_list([_tidy(fact) for fact in listed], asked) if listed else _of_nothing(said)
    if not any(character.isalnum() for character in said):
        return ParsedReply(State.EMPTY)
    found = items(said)
    marked = [text for item in found if item.marked and (text := _tidy(item.text))]
    if marked and not _opens_with_none(found):
        return _of_list(marked, asked)
    return _about(asked, _of_prose([_tidy(item.text) for item in found], asked))


def _about(asked: str, parsed: ParsedReply) -> ParsedReply:
    if parsed.state != State.FACTS or not asked:
        return parsed
    related = terms(asked) & terms(" ".join(parsed.facts))
    return parsed if related else ParsedReply(State.UNREADABLE)


def _of_nothing(said: str) -> ParsedReply:
    """An empty list says that there are no facts; an object without any says nothing."""
    return ParsedReply(State.NONE if re.search(r"\[\s*\]", said) else State.UNREADABLE)


def _opens_with_none(found: Sequence[Item]) -> bool:
    return not found[0].marked and is_none_word(_tidy(found[0].text))


def _of_list(texts: Sequence[str], asked: str) -> ParsedReply:
    said = [text for text in texts if _is_fact(text) and not says_none(text)]
    facts = [text for text in said if not is_of_the_task(text, asked)]
    if facts and all(map(is_refusal, facts)):
        return ParsedReply(State.REFUSED)
    if not said and any(map(says_none, texts)):
        return ParsedReply(State.NONE)
    return _bounded(facts)


def _of_prose(lines: Sequence[str], asked: str) -> ParsedReply:
    """A reply without a list: what it says of itself, or else one fact a sentence."""
    said = [line for line in lines if line and not line.endswith(":")] or [" ".join(lines)]
    if says_none(said[0]) or says_none(said[-1]):
        return ParsedReply(State.NONE)
    if any(map(is_refusal, said[:2])):
        return ParsedReply(State.REFUSED)
    if len(said) > MOST or any(_MACHINE.match(line) for line in said):
        return ParsedReply(State.UNREADABLE)
    stated = [rest for line in said if (rest := statement_in(line, asked))]
    sentences = [text for line in stated for text in _sentences(line)]
    return _bounded([s for s in sentences if _is_fact(s) and not is_talk(s, asked)])


def _sentences(line: str) -> list[str]:
    """The sentences of a line, which begins with the first whatever it looks like ("1. FC")."""
    found = split_sentences(line)
    begins = [0, *(sentence.start for sentence in found[1:])]
    return [line[start : s.end] for start, s in zip(begins, found, strict=False)]


def _bounded(facts: Sequence[str]) -> ParsedReply:
    distinct = len(set(facts))
    if not facts or distinct > MOST or max(map(len, facts)) > LONGEST:
        return ParsedReply(State.UNREADABLE)
    return ParsedReply(State.FACTS, tuple(facts))


def _is_fact(text: str) -> bool:
    """Whether a line can be a statement at all: more than one word, and no heading."""
    if text.endswith((":", "：")) or not any(character.isalpha() for character in text):
        return False
    wide = sum(1 for character in text if character >= "\u2e80")
    return len(text.split()) > 1 or wide >= 4


def _tidy(text: str) -> str:
    """A fact as it is kept: no emphasis, no label, no quotation marks around the whole."""
    label = _BOLD_LABEL.match(text)
    if label and not label["rest"][0].islower() and _PLAIN_WORD.search(label["rest"]):
        text = label["rest"]
    text = _ITALIC.sub(r"\1", text.replace("**", "").replace("__", ""))
    text = _BREAK.sub(" ", text).strip()
    while len(text) > 2 and text.endswith(",") and text[0] in _PAIRS:
        text = text[:-1]
    close = _PAIRS.get(text[:1])
    if close and len(text) > 2 and text.endswith(close):
        inside = text[1:-1]
        if close not in inside.replace("\\" + close, "") and text[0] not in inside:
            text = inside.replace("\\" + close, close).strip()
    return text
