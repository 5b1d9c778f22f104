"""Lines of the files that batch APIs return: OpenAI's output and error files, Anthropic's results.

    {"custom_id", "response": {"status_code", "body": {…}}, "error"}     OpenAI
    {"custom_id", "result": {"type": "succeeded", "message": {…}}}       Anthropic

The body is a chat completion, a completion or a response of OpenAI's Responses API. A
request that failed has no text to be scored: such a row is left out, which is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from factscore.read.base import TEXT_FIELDS, is_among
from factscore.read.turns import Reply, turn_reply
from factscore.records import JsonValue
from factscore.textfiles import kind_of

_Object: TypeAlias = Mapping[str, JsonValue]

_ID = "custom_id"
_OPENAI = frozenset({"response", "error"})
_ANTHROPIC = frozenset({"result"})
_RESULTS = frozenset({"succeeded", "errored", "canceled", "expired"})
_ENDED_BADLY = frozenset({"failed", "cancelled"})
"""States of a response that has no text; an ``incomplete`` one has what was written."""
_LONGEST = 200


def failed_request(fields: _Object) -> str | None:
    """Why a row's request has no answer, in words; ``None`` for every other row.

    Example:
        >>> failed_request({"custom_id": "7", "result": {"type": "expired"}})
        'expired'
    """
    envelope = _envelope(fields)
    if envelope == _ANTHROPIC:
        result = _object(fields["result"])
        kind = str(result["type"])
        return None if kind == "succeeded" else _words(result.get("error")) or kind
    if envelope == _OPENAI:
        return _failed_response(fields)
    return None


def is_batch_line(fields: _Object) -> bool:
    """Whether a row is a line of a batch's output."""
    return _envelope(fields) is not None


def plain_row(fields: _Object, faults: list[str]) -> _Object:
    """A line of a batch as a row with ``output``, ``model``, ``created`` and ``abstained``.

    What the row has itself goes before what the body says. Any other row comes back as it is.

    Args:
        fields: the row; its request did not fail.
        faults: where to put what is wrong.
    """
    envelope = _envelope(fields)
    if envelope is None:
        return fields
    if envelope == _ANTHROPIC:
        path, body = "result.message", _object(_object(fields["result"]).get("message"))
    else:
        path, body = "response.body", _object(_object(fields["response"]).get("body"))
    reply = _body_reply(body, path, faults)
    row = {name: value for name, value in fields.items() if name not in envelope}
    row["output"] = reply.text
    for name, value in _said_by(body, reply).items():
        if row.get(name) in (None, "") and value is not None:
            row[name] = value
    return row


def _envelope(fields: _Object) -> frozenset[str] | None:
    """The fields that make a row a line of a batch's output; ``None`` where it is none."""
    if _ID not in fields or any(isinstance(fields.get(name), str) for name in TEXT_FIELDS):
        return None
    response, result = fields.get("response"), fields.get("result")
    if isinstance(response, dict) and ("body" in response or "status_code" in response):
        return _OPENAI
    if response is None and isinstance(fields.get("error"), dict):
        return _OPENAI
    if isinstance(result, dict) and is_among(result.get("type"), _RESULTS):
        return _ANTHROPIC
    return None


def _failed_response(fields: _Object) -> str | None:
    response = _object(fields.get("response"))
    body = _object(response.get("body"))
    error = fields.get("error") or body.get("error")
    words = _words(error)
    status = response.get("status_code", 200)
    if not isinstance(status, int) or not 200 <= status < 300:
        shown = status if isinstance(status, int) else kind_of(status)
        return f"status {shown}" + (f": {words}" if words else "")
    if error or not response or is_among(body.get("status"), _ENDED_BADLY):
        return words or "no reason given"
    return None


def _words(error: JsonValue) -> str:
    """What an error says of itself, in one line."""
    while isinstance(error, dict):
        inner = error.get("error")
        error = inner if isinstance(inner, dict) else _first(error, ("message", "code", "type"))
    said = " ".join(error.split()) if isinstance(error, str) else ""
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST]}…"


def _first(error: _Object, names: tuple[str, ...]) -> str:
    found = (error.get(name) for name in names)
    return next((said for said in found if isinstance(said, str) and said.strip()), "")


def _body_reply(body: _Object, path: str, faults: list[str]) -> Reply:
    choices, output = body.get("choices"), body.get("output")
    if isinstance(choices, list) and choices:
        return _choice_reply(_object(choices[0]), f"{path}.choices[0]", faults)
    if isinstance(output, list):
        return _output_reply(output, f"{path}.output", faults)
    if "content" in body:
        return turn_reply(body, path, faults)
    faults.append(f"{path} has no choices, output or content; only batches of texts can be read")
    return Reply("")


def _choice_reply(choice: _Object, path: str, faults: list[str]) -> Reply:
    """The reply of a chat completion, or of a completion."""
    message, text = choice.get("message"), choice.get("text")
    if isinstance(message, dict):
        return turn_reply(message, f"{path}.message", faults)
    if not isinstance(text, str):
        faults.append(f"{path} has neither message nor text; write the request's whole answer")
    return Reply(text if isinstance(text, str) else "")


def _output_reply(output: list[JsonValue], path: str, faults: list[str]) -> Reply:
    """The reply of OpenAI's Responses API: all that its messages say, one after another."""
    replies = []
    for index, item in enumerate(output):
        if not isinstance(item, dict):
            faults.append(f"{path}[{index}] is {kind_of(item)}; write an object with its type")
        elif item.get("type") == "message":
            replies.append(turn_reply(item, f"{path}[{index}]", faults))
    text = "".join(reply.text for reply in replies)
    return Reply(text, any(reply.refused for reply in replies))


def _said_by(body: _Object, reply: Reply) -> dict[str, JsonValue]:
    refused = reply.refused or body.get("stop_reason") == "refusal"
    created = body.get("created", body.get("created_at"))
    return {
        "model": body.get("model"),
        "abstained": True if refused else None,
        "created": created,
    }


def _object(value: JsonValue) -> _Object:
    return value if isinstance(value, dict) else {}
