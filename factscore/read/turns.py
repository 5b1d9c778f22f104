"""What an assistant said: a turn's content, as text or in parts, and the last turn of a chat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from factscore.read.base import is_among
from factscore.read.strict_json import JsonError, parse
from factscore.records import JsonValue
from factscore.textfiles import kind_of

MESSAGES = "messages"
"""The field that holds a chat."""

_TEXTS = frozenset({"text", "output_text"})
"""Types of the parts that are text for the user, as those without a type are; reasoning, images
and calls of tools are not."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered."""

    text: str
    refused: bool = False
    """Whether the reply is marked as a refusal."""


def last_reply(messages: JsonValue, faults: list[str]) -> Reply:
    """The last turn of the assistant, whatever comes after it.

    Args:
        messages: a list of ``{role, content}``, or that as JSON, as in a cell of a table.
        faults: where to put what is wrong.

    Example:
        >>> turns = [{"role": "user", "content": "Who?"}, {"role": "assistant", "content": "Ada."}]
        >>> last_reply(turns, [])
        Reply(text='Ada.', refused=False)
    """
    turns = listed(messages)
    if not isinstance(turns, list):
        faults.append(f'messages is {kind_of(turns)}; write a list of {{"role": …, "content": …}}')
        return Reply("")
    odd = [(index, turn) for index, turn in enumerate(turns) if not isinstance(turn, dict)]
    for index, turn in odd:
        faults.append(f'messages[{index}] is {kind_of(turn)}; write {{"role": …, "content": …}}')
    for index in reversed(range(len(turns))):
        last = turns[index]
        if isinstance(last, dict) and last.get("role") == "assistant":
            return turn_reply(last, f"messages[{index}]", faults)
    if not odd:
        remedy = "give the text as output, or delete the row"
        faults.append(f"messages has no turn with the role assistant; {remedy}")
    return Reply("")


def has_no_reply(messages: JsonValue) -> bool:
    """Whether a chat is well-formed, and none of its turns is the assistant's.

    Example:
        >>> has_no_reply([{"role": "user", "content": "Who?"}]), has_no_reply(["Who?"])
        (True, False)
    """
    turns = listed(messages)
    return isinstance(turns, list) and all(
        isinstance(turn, dict) and turn.get("role") != "assistant" for turn in turns
    )


def listed(value: JsonValue) -> JsonValue:
    """The value, or the list that it holds as JSON, as the cell of a table does."""
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            return parse(value)
        except JsonError:
            return value
    return value


def turn_reply(turn: Mapping[str, JsonValue], path: str, faults: list[str]) -> Reply:
    """One turn's reply; empty where it has no text, because it calls a tool, say.

    Args:
        turn: ``content`` is text, a list of parts, or null; ``refusal`` may be text.
        path: what to call the turn in faults.
        faults: where to put what is wrong.
    """
    content, refusal = turn.get("content"), turn.get("refusal")
    said = [refusal] if isinstance(refusal, str) and refusal.strip() else []
    if isinstance(content, list):
        return _parts_reply(content, f"{path}.content", said, faults)
    if not isinstance(content, str | None):
        faults.append(f"{path}.content is {kind_of(content)}; write a string or a list of parts")
    return _reply(content if isinstance(content, str) else "", said)


def _parts_reply(
    parts: list[JsonValue], path: str, refusals: list[str], faults: list[str]
) -> Reply:
    """The reply whose text is cut into ``{type, text}``; parts of other types are passed over."""
    texts, said = [], [*refusals]
    for index, part in enumerate(parts):
        if isinstance(part, str):
            texts.append(part)
        elif not isinstance(part, dict):
            faults.append(f"{path}[{index}] is {kind_of(part)}; write a part with text")
        elif part.get("type") == "refusal" and isinstance(part.get("refusal"), str):
            said.append(str(part["refusal"]))
        elif part.get("type") is None or is_among(part["type"], _TEXTS):
            text = part.get("text")
            if isinstance(text, str):
                texts.append(text)
            else:
                faults.append(f"{path}[{index}].text is {kind_of(text)}; write a string")
    return _reply("".join(texts), said)


def _reply(text: str, refusals: list[str]) -> Reply:
    return Reply(text if text.strip() else "".join(refusals) or text, bool(refusals))
