"""One row → one ``Generation``, or everything that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from factscore.errors import InputError
from factscore.read.annotations import annotated_facts
from factscore.read.base import TEXT_FIELDS
from factscore.read.facts import FactsKind, parse_facts
from factscore.read.label_lists import label_lists
from factscore.read.strict_json import kind_of
from factscore.records import Fact, Generation, JsonValue, Status

_OURS = frozenset({*TEXT_FIELDS, "topic", "model", "facts", "annotations", "abstained"})
_RESULT = frozenset(
    {
        "status",
        "score",
        "init_score",
        "f1_at_k",
        "sentences",
        "non_factual",
        "detail",
    }
)
_PROMPT = re.compile(r"(?:Question:\s*)?Tell me a bio of (?P<topic>.+)", re.DOTALL)


def to_generation(
    fields: Mapping[str, JsonValue], *, facts: FactsKind, model: str, source: str
) -> Generation:
    """Give a row's fields their meaning.

    Lists of labels (``…_Labels``) are left to the caller, as which one counts is decided
    for the whole file.

    Args:
        fields: the row, in the file's order.
        facts: whose facts to take from ``annotations``.
        model: the model's name where the row has none.
        source: where the row stands, as ``file:line``.

    Raises:
        InputError: with all of the row's faults, each without its place.

    Example:
        >>> row = {"topic": "Ada Lovelace", "response": "She wrote.", "id": 7}
        >>> made = to_generation(row, facts="human", model="m", source="a.jsonl:1")
        >>> made.text, made.extra
        ('She wrote.', {'id': 7})
    """
    faults: list[str] = []
    abstained = _abstained(fields, faults)
    text = _text(fields, abstained is True, faults)
    given = _facts(fields, text, facts, faults)
    if abstained is None and text.strip() and "annotations" in fields and given is None:
        # People wrote null where the model declined to answer.
        abstained = True
    generation = Generation(
        text=text,
        topic=_string(fields, "topic", faults) or _topic_of_prompt(fields),
        model=_string(fields, "model", faults) or model,
        facts=given,
        abstained=abstained,
        extra=_extra(fields),
        source=source,
    )
    if faults:
        raise InputError(faults)
    return generation


def _string(fields: Mapping[str, JsonValue], name: str, faults: list[str]) -> str | None:
    value = fields.get(name)
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if isinstance(value, str):
        return value
    remedy = "put it in quotes" if isinstance(value, int | float) else "write a string"
    faults.append(f"{name} is {kind_of(value)}; {remedy}")
    return None


def _topic_of_prompt(fields: Mapping[str, JsonValue]) -> str | None:
    """Who FActScore's prompt asks for; a name may itself end in a full stop ("Sr..")."""
    for name in ("prompt", "input"):
        prompt = fields.get(name)
        found = _PROMPT.fullmatch(prompt.strip()) if isinstance(prompt, str) else None
        if found:
            return found["topic"].removesuffix(".").strip() or None
    return None


def _abstained(fields: Mapping[str, JsonValue], faults: list[str]) -> bool | None:
    value = fields.get("abstained")
    if value is None:
        return True if _is_result(fields) and fields["status"] == Status.ABSTAINED else None
    if isinstance(value, bool):
        return value
    shown = repr(value[:40]) if isinstance(value, str) else kind_of(value)
    faults.append(f"abstained is {shown}; write true or false")
    return None


def _text(fields: Mapping[str, JsonValue], abstained: bool, faults: list[str]) -> str:
    """What the model wrote; a row that brings its facts, or abstains, may do without."""
    found = {name: fields[name] for name in TEXT_FIELDS if name in fields}
    written = {name: value for name, value in found.items() if value is not None}
    for name, value in written.items():
        if not isinstance(value, str):
            remedy = "put it in quotes" if isinstance(value, int | float) else "write a string"
            faults.append(f"{name} is {kind_of(value)}; {remedy}")
    texts = [value for value in written.values() if isinstance(value, str)]
    if len(set(texts)) > 1:
        faults.append(f"{' and '.join(written)} have different texts; keep one of them")
    if not written and not _can_lack_text(fields, abstained):
        faults.append(_no_text(fields, next(iter(found), None)))
    return texts[0] if texts else ""


def _can_lack_text(fields: Mapping[str, JsonValue], abstained: bool) -> bool:
    has_facts = fields.get("facts") is not None or fields.get("annotations") is not None
    return abstained or has_facts or _is_result(fields)


def _no_text(fields: Mapping[str, JsonValue], null: str | None) -> str:
    if null:
        return f'{null} is null; write "" for an empty output, or add "abstained": true'
    names = ", ".join(repr(name[:40]) for name in list(fields)[:20]) or "no field at all"
    return f"no output (or {', '.join(TEXT_FIELDS[1:])}), only {names}; call the text output"


def _facts(
    fields: Mapping[str, JsonValue], text: str, kind: FactsKind, faults: list[str]
) -> tuple[Fact, ...] | None:
    if fields.get("facts") is not None and fields.get("annotations") is not None:
        faults.append("both facts and annotations; keep one of them")
        return None
    if fields.get("annotations") is not None:
        return annotated_facts(fields["annotations"], text, kind, faults)
    if _is_result(fields) and not fields["facts"] and fields["status"] != Status.NO_FACTS:
        # Such an item never got as far as facts, which is not the same as having none.
        return None
    return parse_facts(fields.get("facts"), text, faults)


def _is_result(fields: Mapping[str, JsonValue]) -> bool:
    """Whether a row is a line of our own results."""
    status = fields.get("status")
    known = isinstance(status, str) and status in set(Status)
    return known and "init_score" in fields and "facts" in fields


def _extra(fields: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """What the row has besides, without the numbers of a run before."""
    spent = _OURS | label_lists(fields).keys() | (_RESULT if _is_result(fields) else set())
    return {name: value for name, value in fields.items() if name not in spent}
