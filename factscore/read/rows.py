"""One row → one ``Generation``, or everything that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from factscore.errors import InputError
from factscore.read.annotations import annotated_facts
from factscore.read.base import TEXT_FIELDS
from factscore.read.batches import failed_request, is_batch_line, plain_row
from factscore.read.documents import row_documents
from factscore.read.facts import GIVEN, FactsKind, parse_facts
from factscore.read.label_lists import label_lists
from factscore.read.result_lines import NUMBERS, RUN, is_result, says_setup
from factscore.read.turns import MESSAGES, has_no_reply, last_reply
from factscore.records import Fact, Generation, JsonValue, Status
from factscore.textfiles import kind_of

_OURS = frozenset({*TEXT_FIELDS, "topic", "model", "facts", "annotations", "abstained"})
_PROMPT = re.compile(r"(?:Question:\s*)?Tell me a bio of (?P<topic>.+)", re.DOTALL)


def to_generation(
    fields: Mapping[str, JsonValue],
    *,
    facts: FactsKind,
    model: str,
    source: str,
    verdicts: bool = False,
    documents: bool = False,
) -> Generation:
    """Give a row's fields their meaning.

    Lists of labels (``…_Labels``) are left to the caller, as which one counts is decided
    for the whole file. The facts of a line of our own results have the labels that they
    were given (``given_label``, ``given_reason``), not the verdicts of that run, which are
    no second opinion to compare a judge with.

    Args:
        fields: the row, in the file's order.
        facts: whose facts to take from ``annotations``.
        model: the model's name where the row has none.
        source: where the row stands, as ``file:line``.
        verdicts: take the verdicts of a line of our own results (``label``, ``reason``)
            as the labels of its facts.
        documents: take ``contexts`` or ``documents`` as what the row is to be judged by.

    Raises:
        InputError: with all of the row's faults, each without its place.

    Example:
        >>> row = {"topic": "Ada Lovelace", "response": "She wrote.", "id": 7}
        >>> made = to_generation(row, facts="human", model="m", source="a.jsonl:1")
        >>> made.text, made.extra
        ('She wrote.', {'id': 7})
    """
    faults: list[str] = []
    fields = _with_text(fields, faults)
    abstained = _abstained(fields, faults)
    text = _text(fields, abstained is True, faults)
    given = _facts(fields, text, facts, faults, verdicts=verdicts)
    if abstained is None and text.strip() and "annotations" in fields and given is None:
        # People wrote null where the model declined to answer.
        abstained = True
    generation = Generation(
        text=text,
        topic=_string(fields, "topic", faults) or _topic_of_prompt(fields),
        model=_string(fields, "model", faults) or model,
        facts=given,
        abstained=abstained,
        documents=row_documents(fields, faults) if documents else None,
        extra=_extra(fields),
        source=source,
    )
    if faults:
        raise InputError(faults)
    return generation


def is_unanswered(fields: Mapping[str, JsonValue]) -> bool:
    """Whether a row's text is to be taken from a chat in which the assistant has no turn."""
    return (
        not is_batch_line(fields)
        and _has_chat(fields)
        and not _can_lack_text(fields, fields.get("abstained") is True)
        and has_no_reply(fields[MESSAGES])
    )


def _with_text(fields: Mapping[str, JsonValue], faults: list[str]) -> Mapping[str, JsonValue]:
    """The row with ``output`` where its text stands in a batch's answer or in a chat."""
    if failed := failed_request(fields):
        raise InputError([f"the request failed ({failed}); send it again, or delete the row"])
    fields = plain_row(fields, faults)
    if not _has_chat(fields):
        return fields
    if _can_lack_text(fields, fields.get("abstained") is True):
        faults = []
    reply = last_reply(fields[MESSAGES], faults)
    refused = {"abstained": True} if reply.refused and fields.get("abstained") is None else {}
    return {**fields, "output": reply.text, **refused}


def _has_chat(fields: Mapping[str, JsonValue]) -> bool:
    return fields.get(MESSAGES) is not None and not any(name in fields for name in TEXT_FIELDS)


def _string(fields: Mapping[str, JsonValue], name: str, faults: list[str]) -> str | None:
    value = fields.get(name)
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if isinstance(value, str):
        return value
    faults.append(_no_string(name, value))
    return None


def _no_string(name: str, value: JsonValue) -> str:
    remedy = "put it in quotes" if isinstance(value, int | float) else "write a string"
    return f"{name} is {kind_of(value)}; {remedy}"


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
        return True if is_result(fields) and fields["status"] == Status.ABSTAINED else None
    if isinstance(value, bool):
        return value
    shown = repr(value[:40]) if isinstance(value, str) else kind_of(value)
    faults.append(f"abstained is {shown}; write true or false")
    return None


def _text(fields: Mapping[str, JsonValue], abstained: bool, faults: list[str]) -> str:
    """What the model wrote; a row that brings its facts, or abstains, may do without.

    The first name that the row has decides. Another that holds no text, such as the number
    of a sample in ``generation``, means something else.
    """
    found = {name: fields[name] for name in TEXT_FIELDS if name in fields}
    written = {name: value for name, value in found.items() if value is not None}
    if not written:
        if not _can_lack_text(fields, abstained):
            faults.append(_no_text(fields, next(iter(found), None)))
        return ""
    first = next(iter(written))
    if not isinstance(written[first], str):
        faults.append(_no_string(first, written[first]))
        return ""
    texts = {name: value for name, value in written.items() if isinstance(value, str)}
    if len(set(texts.values())) > 1:
        faults.append(f"{' and '.join(texts)} have different texts; keep one of them")
    return texts[first]


def _can_lack_text(fields: Mapping[str, JsonValue], abstained: bool) -> bool:
    has_facts = fields.get("facts") is not None or fields.get("annotations") is not None
    return abstained or has_facts or is_result(fields)


def _no_text(fields: Mapping[str, JsonValue], null: str | None) -> str:
    if null:
        return f'{null} is null; write "" for an empty output, or add "abstained": true'
    names = ", ".join(repr(name[:40]) for name in list(fields)[:20]) or "no field at all"
    known = ", ".join((*TEXT_FIELDS[1:], MESSAGES))
    return f"no output (or {known}), only {names}; call the text output"


def _facts(
    fields: Mapping[str, JsonValue],
    text: str,
    kind: FactsKind,
    faults: list[str],
    *,
    verdicts: bool,
) -> tuple[Fact, ...] | None:
    if fields.get("facts") is not None and fields.get("annotations") is not None:
        faults.append("both facts and annotations; keep one of them")
        return None
    if fields.get("annotations") is not None:
        return annotated_facts(fields["annotations"], text, kind, faults)
    if is_result(fields) and not fields["facts"] and fields["status"] != Status.NO_FACTS:
        # Such an item never got as far as facts, which is not the same as having none.
        return None
    prefix = GIVEN if is_result(fields) and not verdicts else ""
    return parse_facts(fields.get("facts"), text, faults, prefix)


def _extra(fields: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """What the row has besides, without the numbers of a run before."""
    spent = _OURS | (NUMBERS if is_result(fields) else label_lists(fields).keys())
    return {
        name: value
        for name, value in fields.items()
        if (name not in spent or (name in TEXT_FIELDS and not isinstance(value, str | None)))
        and not (name == RUN and is_result(fields) and says_setup(fields))
    }
