"""Calibrations as JSON files, and what can be wrong with one.

``{"format", "format_version", "version", "judge", "identity", "decomposer", "facts",
"knowledge", "retrieval", "top_k", "gamma", "models": {name: {…}}, "items": [{…}]}``. An item
is counts, never text: ``model``, ``topic``, ``digest`` (SHA-256 of the text), ``facts``,
``supported`` (by people), and the facts with a verdict as ``both``, ``judge_only``,
``input_only`` and ``neither`` (who calls them supported). ``models`` are for people to read.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast, get_args

import orjson

from factscore.calibration.prediction_powered import LEAST
from factscore.calibration.records import Calibration, JudgeQuality, Key, LabelledItem, Setup
from factscore.errors import InputError
from factscore.read.facts import FactsKind
from factscore.records import Agreement
from factscore.score import labelled

FORMAT = "factscore calibration"
FORMAT_VERSION = 2
"""Goes up whenever a file says something else than before."""

_REMEDY = "make it again with 'factscore calibrate'"


class _Damaged(Exception):
    """The content is not what was written."""


def calibration_json(calibration: Calibration) -> bytes:
    """The file's content; equal calibrations give equal bytes."""
    setup = calibration.setup
    content = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "version": calibration.version,
        "judge": setup.judge,
        "identity": setup.identity,
        "decomposer": setup.decomposer,
        "facts": setup.facts,
        "knowledge": setup.knowledge,
        "retrieval": setup.retrieval,
        "top_k": setup.top_k,
        "gamma": calibration.gamma,
        "models": {name: asdict(quality) for name, quality in calibration.models.items()},
        "items": [_row(item) for item in calibration.items],
    }
    return orjson.dumps(content, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


@dataclass(frozen=True, slots=True)
class CalibrationFile:
    """A calibration and which file it came from."""

    path: str
    calibration: Calibration
    digest: str
    """SHA-256 of the file, in hex."""


def read_calibration(path: str) -> CalibrationFile:
    """Read a file that ``factscore calibrate`` wrote, once: it may be a pipe.

    Raises:
        InputError: there is no such file, it is damaged or something else, or another
            version of the program wrote it.
    """
    try:
        data = Path(path).read_bytes()
        return CalibrationFile(path, _parse(data), hashlib.sha256(data).hexdigest())
    except orjson.JSONDecodeError as error:
        raise InputError([f"{path}: no JSON ({error}); {_REMEDY}"]) from error
    except FileNotFoundError as error:
        raise InputError([f"{path}: no such file; make one with 'factscore calibrate'"]) from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError([f"{path}: cannot be read ({reason}); check the path"]) from error
    except ValueError as error:
        raise InputError([f"{path!r} cannot be a path ({error}); name a file"]) from error
    except _Damaged as error:
        raise InputError([f"{path}: {error}"]) from error


def _row(item: LabelledItem) -> dict[str, Any]:
    counts = {"facts": item.facts, "supported": item.supported}
    return {**item.key._asdict(), **counts, **asdict(item.agreement)}


def _parse(data: bytes) -> Calibration:
    content = orjson.loads(data)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise _Damaged("not a calibration; name a file that 'factscore calibrate' wrote")
    version = content.get("format_version")
    if isinstance(version, bool) or not isinstance(version, int):
        raise _Damaged(f"damaged (format_version is no number); {_REMEDY}")
    if version > FORMAT_VERSION:
        raise _Damaged(
            f"written by a newer factscore ({content.get('version')}, form {version}; this one"
            f" reads form {FORMAT_VERSION}); update factscore, or {_REMEDY}"
        )
    if version < FORMAT_VERSION:
        raise _Damaged(f"written by an older factscore ({content.get('version')}); {_REMEDY}")
    try:
        return _calibration(content)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise _Damaged(f"damaged ({type(error).__name__}: {error}); {_REMEDY}") from error


def _calibration(content: dict[str, Any]) -> Calibration:
    items = tuple(map(_item, content["items"]))
    if len(items) < LEAST or len({item.key for item in items}) < len(items):
        raise ValueError(f"items must be at least {LEAST}, each once")
    return Calibration(
        setup=Setup(
            judge=_text(content, "judge"),
            identity=content["identity"],
            decomposer=_text(content, "decomposer"),
            facts=_facts_kind(content),
            knowledge=_text_or_none(content, "knowledge"),
            retrieval=_text_or_none(content, "retrieval"),
            top_k=_count(content, "top_k"),
        ),
        version=_text(content, "version"),
        gamma=_number(content, "gamma"),
        items=items,
        models={name: JudgeQuality(**one) for name, one in content["models"].items()},
    )


def _item(row: dict[str, Any]) -> LabelledItem:
    topic = _text_or_none(row, "topic")
    item = LabelledItem(
        key=Key(_text(row, "model"), topic, _text(row, "digest")),
        facts=_count(row, "facts"),
        supported=_count(row, "supported"),
        agreement=Agreement(
            both=_count(row, "both"),
            judge_only=_count(row, "judge_only"),
            input_only=_count(row, "input_only"),
            neither=_count(row, "neither"),
        ),
    )
    found = item.agreement
    unjudged = item.facts - labelled(found)
    if not labelled(found) or not 0 <= item.supported - found.both - found.input_only <= unjudged:
        raise ValueError(f"the counts of an item on {topic!r} contradict each other")
    return item


def _text(row: dict[str, Any], name: str) -> str:
    value = row[name]
    if not isinstance(value, str):
        raise TypeError(f"{name} is no string")
    return value


def _text_or_none(row: dict[str, Any], name: str) -> str | None:
    return None if row[name] is None else _text(row, name)


def _facts_kind(row: dict[str, Any]) -> FactsKind:
    for kind in get_args(FactsKind):
        if row["facts"] == kind:
            return cast("FactsKind", kind)
    raise ValueError("facts is neither human nor model")


def _number(row: dict[str, Any], name: str) -> float:
    value = row[name]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(f"{name} is no number")
    return float(value)


def _count(row: dict[str, Any], name: str) -> int:
    value = row[name]
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise TypeError(f"{name} is no count")
    return value
