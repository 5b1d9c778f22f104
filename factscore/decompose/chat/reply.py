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
from factscore.decompose.nonfactual import states_nothing
from factscore.decompose.sentences import split_sentences
from factscore.error_types import terms
from factscore.prompts import NO_FACTS

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


_NONE_WORD = re.compile(
    rf"^(?:(?i:answer|output|facts?|result|response)\s*:\s*)?[\"'(\[]*"
    rf"(?:{NO_FACTS}|(?i:{NO_FACTS}|null|nil|n/a|no (?:atomic |independent |verifiable )?facts?))"
    r"[\"')\]]*(?:[.!]*$|[.:;]? *[-–—(]|[.:;!] )"
)
_NONE_SAID = re.compile(
    r"^(?:there (?:are|is) (?:no|not any) (?:[\w-]+ ){0,3}?(?:facts?|information|statements?|"
    r"claims?)\b|(?:the|this|that|your) (?:given |provided )?(?:sentence|text|statement) "
    r"(?:itself )?(?:does not|doesn't|do not|states no|contains no|has no|conveys no|includes no|"
    r"is (?:only |just |merely )?an? (?:question|greeting|heading|opinion|offer))|"
    r"no (?:[\w-]+ ){0,3}?(?:facts?|claims?) (?:are |is |can be |could be )?"
    r"(?:stated|found|here|in (?:the|this)|extracted|present|given))",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"^(?:(?:[Uu]nfortunately|[Hh]owever|But|[Ss]orry|I apologi[sz]e|[Aa]pologies|"
    r"[Mm]y apologies)[,.]? (?:but )?)?"
    r"(?:I(?:'m| am) (?:(?:really|very|so|truly) )?(?:sorry|afraid|unable|not able|not "
    r"comfortable|not going)\b(?! for)|[Ss]orry, (?:but )?I\b|"
    r"(?:I|We) (?:can(?:not|'t| not)|could(?: not|n't)|won't|will not|must decline|decline|"
    r"have to decline|do(?: not|n't) feel comfortable|am not able|am unable) ?(?:[a-z]|[.!]?$)|"
    r"(?:[Aa]s|[Bb]eing) an? (?:AI|artificial|large|language|responsible|text)\b.{0,120}\b"
    r"(?:cannot|can't|can not|unable|not able|won't|not appropriate|must decline)\b|"
    r"(?:It|This) (?:is|would be|would|may) (?:not (?:be )?|in)appropriate\b|"
    r"(?:This|Your|The) (?:request|content|prompt|text|sentence) (?:violates|is against|goes "
    r"against|cannot be|can't be))"
)
_META = re.compile(
    r"^(?:(?:sure|certainly|of course|absolutely|okay|ok|understood|got it|great)(?: thing)?[!,.:]|"
    r"here(?:'s| is| are)\b|below (?:is|are)\b|the following\b|these (?:are|facts)\b|"
    r"(?:each|every|all) (?:of (?:the|these) )?(?:facts?|statements?|lines?)\b|notes?:|note that|"
    r"please (?:note|let|provide|feel|share|give|tell)|it (?:seems|appears|looks like)|"
    r"(?-i:I)(?:'ve| have| broke| split| extracted| hope| will| would| can|'ll) (?-i:[a-z])|"
    r"(?-i:[Ll]et me) |(?:topic|sentence|before|input|context)\s*:|"
    r"(?:the|this|your|that) (?:given |provided |original |above )?(?:sentence|breakdown|input)\b|"
    r"(?:the|this|your|that) (?:\w+ )?(?:text|list|passage|statement) (?:says|states|mentions|"
    r"contains|describes|conveys|can be)\b|"
    r"(?:[\w-]+ ){0,4}facts?(?: [\w-]+){0,6}$)",
    re.IGNORECASE,
)
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
        return _of_list([_tidy(fact) for fact in listed]) if listed else _of_nothing(said)
    if not any(character.isalnum() for character in said):
        return ParsedReply(State.EMPTY)
    found = items(said)
    marked = [text for item in found if item.marked and (text := _tidy(item.text))]
    if marked and not _opens_with_none(found):
        return _of_list(marked)
    return _about(asked, _of_prose([_tidy(item.text) for item in found]))


def _about(asked: str, parsed: ParsedReply) -> ParsedReply:
    if parsed.state != State.FACTS or not asked:
        return parsed
    related = terms(asked) & terms(" ".join(parsed.facts))
    return parsed if related else ParsedReply(State.UNREADABLE)


def _of_nothing(said: str) -> ParsedReply:
    """An empty list says that there are no facts; an object without any says nothing."""
    return ParsedReply(State.NONE if re.search(r"\[\s*\]", said) else State.UNREADABLE)


def _opens_with_none(found: Sequence[Item]) -> bool:
    return not found[0].marked and bool(_NONE_WORD.match(_tidy(found[0].text)))


def _of_list(texts: Sequence[str]) -> ParsedReply:
    facts = [text for text in texts if _is_fact(text) and not _says_none(text)]
    if facts and all(_REFUSAL.match(_plain(text)) for text in facts):
        return ParsedReply(State.REFUSED)
    if not facts and any(_says_none(text) for text in texts):
        return ParsedReply(State.NONE)
    return _bounded(facts)


def _of_prose(lines: Sequence[str]) -> ParsedReply:
    """A reply without a list: what it says of itself, or else one fact a sentence."""
    said = [line for line in lines if line and not line.endswith(":")] or [" ".join(lines)]
    if _says_none(said[0]) or _says_none(said[-1]):
        return ParsedReply(State.NONE)
    if any(_REFUSAL.match(_plain(line)) for line in said[:2]):
        return ParsedReply(State.REFUSED)
    if len(said) > MOST or any(_MACHINE.match(line) for line in said):
        return ParsedReply(State.UNREADABLE)
    sentences = [text for line in said if not _is_talk(line) for text in _sentences(line)]
    return _bounded([text for text in sentences if _is_fact(text) and not _is_talk(text)])


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


def _says_none(text: str) -> bool:
    return bool(_NONE_WORD.match(text) or _NONE_SAID.match(_plain(text)))


def _is_talk(text: str) -> bool:
    return bool(_META.match(_plain(text))) or states_nothing(text)


def _is_fact(text: str) -> bool:
    """Whether a line can be a statement at all: more than one word, and no heading."""
    if text.endswith((":", "：")) or not any(character.isalpha() for character in text):
        return False
    wide = sum(1 for character in text if character >= "\u2e80")
    return len(text.split()) > 1 or wide >= 4


def _plain(text: str) -> str:
    return text.replace("’", "'").replace("‘", "'")


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
