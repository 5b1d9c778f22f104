"""A script: JSON Lines that say what the chat model ``scripted:FILE`` answers to what.

{"when": "Ada Lovelace wrote", "reply": "- Ada Lovelace wrote."}
{"when": ["Ada", "born"], "reply": ["Well …", "True"], "logprobs": {"True": -0.1}}
{"when": "Babbage", "error": "the server is busy"}
{"reply": "False"}
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from factscore.errors import InputError
from factscore.llm.base import Chance, Finish, Usage
from factscore.read.base import Fault
from factscore.read.reader import MAX_PROBLEMS
from factscore.read.strict_json import JsonError, parse
from factscore.records import JsonValue
from factscore.textfiles import UnreadableText, as_utf8, kind_of, not_utf8

_FIELDS = ("when", "reply", "finish", "logprobs", "error", "delay", "usage")
_COUNTS = ("input_tokens", "output_tokens", "cached_tokens", "written_tokens")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a script."""

    number: int
    """Where it stands in the file, from 1."""
    when: tuple[str, ...] = ()
    """Texts that a request must have, all of them; none for what answers all other requests."""
    replies: tuple[str, ...] = ()
    """Given in turn to requests that are repeated; the last one stays."""
    error: str | None = None
    """What the call fails with, instead of a reply."""
    finish: Finish = Finish.STOP
    chances: tuple[Chance, ...] = ()
    """What could stand in the place of the reply's first token, the likeliest first."""
    delay: float = 0.0
    """Seconds before the reply."""
    usage: Mapping[str, int] | None = None
    """Counts that replace the estimated ones: fields of ``Usage``."""

    def counted(self, usage: Usage) -> Usage:
        """The usage of a reply, with the script's counts where it gives some."""
        counts = {name: getattr(usage, name) for name in _COUNTS}
        return Usage(**(counts | dict(self.usage or {})))


def read_script(path: Path) -> tuple[Line, ...]:
    """The lines of a script, in order.

    Raises:
        InputError: with every problem of the file, one line each.
    """
    found = list(_lines_of(path))
    lines = [one for one in found if isinstance(one, Line)]
    faults = [one for one in found if isinstance(one, Fault)]
    faults += _second_defaults(lines)
    if not found:
        faults.append(Fault(0, 'no lines; each is to be {"when": "…", "reply": "…"}'))
    if faults:
        told = [one.at(str(path)) for one in sorted(faults, key=lambda one: one.line)]
        rest = len(told) - MAX_PROBLEMS
        more = [f"… and {rest:,} more"] if rest > 0 else []
        raise InputError([*told[:MAX_PROBLEMS], *more], total=len(told))
    return tuple(lines)


def _second_defaults(lines: Sequence[Line]) -> list[Fault]:
    numbers = [line.number for line in lines if not line.when]
    return [
        Fault(number, f'no "when", as in line {numbers[0]}; one line alone can answer the rest')
        for number in numbers[1:]
    ]


def _lines_of(path: Path) -> Iterator[Line | Fault]:
    try:
        with path.open("rb") as stream, as_utf8(stream) as text:
            for number, line in enumerate(text, 1):
                if line.strip():
                    yield from _parsed(number, line)
    except UnreadableText as error:
        yield Fault(0, str(error))
    except FileNotFoundError:
        yield Fault(0, "no such file; check the path")
    except IsADirectoryError:
        yield Fault(0, "a folder; name a file in it")
    except OSError as error:
        yield Fault(0, f"cannot be read ({error.strerror or error}); check its permissions")


def _parsed(number: int, line: bytes) -> Iterator[Line | Fault]:
    """One line, or everything that is wrong with it."""
    try:
        value = parse(line.removeprefix(codecs.BOM_UTF8).decode().rstrip())
    except UnicodeDecodeError as error:
        yield Fault(number, not_utf8(error))
        return
    except JsonError as error:
        column = "" if error.offset is None else f" at column {error.offset + 1}"
        yield Fault(number, f"invalid JSON{column}: {error.problem}")
        return
    if not isinstance(value, dict):
        yield Fault(number, f'{kind_of(value)}; write an object: {{"when": "…", "reply": "…"}}')
        return
    faults: list[str] = []
    made = _line(number, value, faults)
    yield from (Fault(number, fault) for fault in faults)
    if not faults:
        yield made


def _line(number: int, fields: Mapping[str, JsonValue], faults: list[str]) -> Line:
    faults += [_unknown(name) for name in fields if name not in _FIELDS]
    if ("reply" in fields) == ("error" in fields):
        faults.append("write either a reply or an error")
    if "error" in fields:
        spare = [name for name in ("finish", "logprobs", "usage") if name in fields]
        faults += [f"{name} belongs to a reply, not to an error" for name in spare]
    return Line(
        number=number,
        when=_texts(fields, "when", faults, empty=False),
        replies=_texts(fields, "reply", faults, empty=True),
        error=_error(fields, faults),
        finish=_finish(fields, faults),
        chances=_chances(fields, faults),
        delay=_delay(fields, faults),
        usage=_usage(fields, faults),
    )


def _unknown(name: str) -> str:
    near = get_close_matches(name.lower(), _FIELDS, n=1)
    hint = f"did you mean {near[0]}?" if near else f"the fields are {', '.join(_FIELDS)}"
    return f"unknown field {name[:40]!r}; {hint}"


def _texts(
    fields: Mapping[str, JsonValue], name: str, faults: list[str], *, empty: bool
) -> tuple[str, ...]:
    """A text or a list of texts, as which none may be empty unless ``empty`` says so."""
    if name not in fields:
        return ()
    value = fields[name]
    texts: Sequence[JsonValue] = value if isinstance(value, list) else [value]
    if not texts:
        faults.append(f"{name} is an empty list; write a text, or leave the field out")
    for text in texts:
        if not isinstance(text, str):
            faults.append(f"{name} is {kind_of(text)}; write a text or a list of texts")
        elif not text and not empty:
            faults.append(f"{name} is an empty text; leave the field out to answer all requests")
    return tuple(text for text in texts if isinstance(text, str))


def _error(fields: Mapping[str, JsonValue], faults: list[str]) -> str | None:
    value = fields.get("error")
    if "error" in fields and (not isinstance(value, str) or not value.strip()):
        faults.append("error is to be a text that says what went wrong")
    return value if isinstance(value, str) else None


def _finish(fields: Mapping[str, JsonValue], faults: list[str]) -> Finish:
    value = fields.get("finish", Finish.STOP)
    if isinstance(value, str) and value in set(Finish):
        return Finish(value)
    shown = repr(value[:40]) if isinstance(value, str) else kind_of(value)
    faults.append(f"finish is {shown}; write one of {', '.join(Finish)}")
    return Finish.STOP


def _chances(fields: Mapping[str, JsonValue], faults: list[str]) -> tuple[Chance, ...]:
    value = fields.get("logprobs", {})
    if not isinstance(value, dict) or ("logprobs" in fields and not value):
        faults.append('logprobs is to be an object of tokens, {"True": -0.1, "False": -2.4}')
        return ()
    chances = []
    for token, logprob in value.items():
        if _is_number(logprob) and isinstance(logprob, int | float) and logprob <= 0:
            chances.append(Chance(token, float(logprob)))
        else:
            faults.append(f"the logprob of {token[:40]!r} is to be a number, 0 at most")
    return tuple(sorted(chances, key=lambda chance: -chance.logprob))


def _delay(fields: Mapping[str, JsonValue], faults: list[str]) -> float:
    value = fields.get("delay", 0.0)
    if _is_number(value) and isinstance(value, int | float) and value >= 0:
        return float(value)
    faults.append("delay is to be a number of seconds, 0 or more")
    return 0.0


def _usage(fields: Mapping[str, JsonValue], faults: list[str]) -> dict[str, int] | None:
    value = fields.get("usage", {})
    if not isinstance(value, dict):
        faults.append(f"usage is {kind_of(value)}; write an object with any of {_listed()}")
        return None
    counts = {}
    for name, count in value.items():
        if name not in _COUNTS:
            faults.append(f"usage has no {name[:40]!r}; it has {_listed()}")
        elif isinstance(count, int) and not isinstance(count, bool) and count >= 0:
            counts[name] = count
        else:
            faults.append(f"{name} of usage is to be a whole number, 0 or more")
    return counts or None


def _listed() -> str:
    return ", ".join(_COUNTS)


def _is_number(value: JsonValue) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
