"""What a model says aloud: its reply without thoughts, marks of its template and wrappings."""

from __future__ import annotations

import re

from factscore.llm.thoughts import without_thoughts

_SPECIAL = re.compile(r"<\|[^|<>\n]{1,40}\|>|<(?:end_of_turn|eos|/?s|/?INST)>|\[/?INST\]")
_INVISIBLE = re.compile("[\u200b\u200e\u200f\u2060\ufeff\x00]")
_HALF = re.compile("[\ud800-\udfff]")
_FENCE = re.compile(r"^[ \t]*(?:```+|~~~+)[ \t]*[\w+-]*[ \t]*$", re.MULTILINE)
_WRAPPING = re.compile(
    r"</?(?:answer|atomic_facts?|facts|final|final_answer|list|output|response|result|ul|ol)>",
    re.IGNORECASE,
)
_ECHO = re.compile(r"\s*(?:<(topic|before|sentence)>.{0,4000}?</\1>\s*){1,3}", re.DOTALL)
_NEXT = re.compile(r"^[ \t]*<(?:topic|before|sentence)>", re.MULTILINE)
_FACT_TAG = re.compile(r"<(fact|item|li|claim|statement)\b[^<>\n]{0,60}>", re.IGNORECASE)
_FACT_END = re.compile(r"[ \t]*</(?:fact|item|li|claim|statement)>", re.IGNORECASE)


def spoken(text: str) -> str:
    """The part of a reply that is meant to be read.

    A tag around each fact becomes a bullet, and of a text with a code block its inside is
    taken. A question that is repeated first goes, and so does one that the model asks itself
    afterwards.

    Example:
        >>> spoken("<think>She sang.</think>\\n```\\n- Ada Lee sang.\\n```")
        '- Ada Lee sang.'
    """
    said = _INVISIBLE.sub("", _HALF.sub("\ufffd", text)).replace("\r\n", "\n").replace("\r", "\n")
    said = re.sub("[\u2028\u2029\x0b\x0c\x85]", "\n", said)
    said = _SPECIAL.sub("", _WRAPPING.sub("", without_thoughts(said)))
    said = _own(said)
    if _FACT_TAG.search(said):
        said = _FACT_END.sub("\n", _FACT_TAG.sub("\n- ", said))
    return _unfenced(said).strip()


def _own(text: str) -> str:
    """The answer alone, of a model that goes on as a whole conversation."""
    echo = _ECHO.match(text)
    answer = text[echo.end() :] if echo else text
    following = _NEXT.search(answer, 1)
    return answer[: following.start()] if following else answer


def _unfenced(text: str) -> str:
    """The insides of code blocks where there are any that hold something."""
    parts = _FENCE.split(text)
    inside = "\n".join(parts[1::2]).strip()
    return inside or "\n".join(parts)
