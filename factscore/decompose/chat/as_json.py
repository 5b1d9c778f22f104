"""Facts in a reply that is JSON, or nearly so."""

from __future__ import annotations

import re

from factscore.read.strict_json import JsonError, parse
from factscore.records import JsonValue

_LISTS = ("facts", "atomic_facts", "atomicFacts", "independent_facts", "statements", "claims")
_TEXTS = ("fact", "text", "statement", "claim", "atomic_fact", "content", "sentence", "value")
_TRAILING_COMMA = re.compile(r",(?=\s*[\]}])")
_BEGINS = re.compile(r"^[ \t]*[\[{]", re.MULTILINE)
_SINGLE_QUOTED = re.compile(r"(?<=[\[,])(\s*)'((?:[^'\\\n]|\\.|'(?=\w)){0,1000})'(?=\s*[,\]])")


def json_facts(text: str) -> list[str] | None:
    """The facts of a reply with a JSON value in it; ``None``: it is not JSON.

    Understood are a list of strings or of objects, an object with such a list, an object of
    facts by number, and one object a line; commas before a closing bracket and single
    quotes are forgiven, and what stands before and after the value is passed over.

    Example:
        >>> json_facts('Here: \\n{"facts": ["Ada Lee sang.", {"fact": "Ada Lee danced."}]}')
        ['Ada Lee sang.', 'Ada Lee danced.']
        >>> json_facts("- Ada Lee sang.") is None
        True
    """
    begins = _BEGINS.search(text)
    end = max(text.rfind("]"), text.rfind("}")) + 1
    if not begins or end <= begins.end():
        return None
    inside = text[begins.start() : end].strip()
    value = _value(inside)
    if value is None:
        lines = [_value(line.strip().rstrip(",")) for line in inside.split("\n") if line.strip()]
        return None if any(line is None for line in lines) else _flat(lines)
    return _flat(value)


def _value(text: str) -> JsonValue:
    """The list or object that a text is, its small faults aside; else ``None``."""
    if not text.startswith(("[", "{")):
        return None
    forgiven = _TRAILING_COMMA.sub("", text)
    for attempt in (text, forgiven, _SINGLE_QUOTED.sub(_double_quoted, forgiven)):
        try:
            value = parse(attempt)
        except JsonError:
            continue
        return None if _has_numbers_only(value) else value
    return None


def _double_quoted(match: re.Match[str]) -> str:
    inside = match[2].replace("\\'", "'").replace('"', '\\"')
    return f'{match[1]}"{inside}"'


def _has_numbers_only(value: JsonValue) -> bool:
    """A citation such as "[1]", which is JSON by accident."""
    return isinstance(value, list) and bool(value) and not any(map(_flat, value))


def _flat(value: JsonValue) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [text for item in value for text in _flat(item)]
    if isinstance(value, dict):
        return _of_object(value)
    return []


def _of_object(value: dict[str, JsonValue]) -> list[str]:
    for name in (*_LISTS, *_TEXTS):
        if name in value:
            return _flat(value[name])
    lists = [inner for inner in value.values() if isinstance(inner, list)]
    if lists:
        return _flat(lists[0]) if len(lists) == 1 else []
    if "error" in value:
        return []
    texts = [inner for name, inner in value.items() if re.search(r"\d$", name)]
    return _flat(texts or list(value.values()))
