"""Calibrations as files: the way there and back, and everything that can be wrong."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from factscore.calibration.file import CalibrationFile, calibration_json, read_calibration
from factscore.calibration.records import Calibration, JudgeQuality, Key, LabelledItem, Setup
from factscore.errors import InputError
from factscore.records import Agreement

CALIBRATION = Calibration(
    setup=Setup(
        "nli", {"judge": "nli", "weights": {"words": 0.5}}, "input", "model", "f" * 64, "bm25-1", 5
    ),
    version="0.1.0",
    gamma=10.0,
    items=(
        LabelledItem(Key("m", "Zoë", "0" * 64), 6, 3, Agreement(2, 1, 0, 2)),
        LabelledItem(Key("m", None, "1" * 64), 4, 4, Agreement(3, 0, 1, 0)),
    ),
    models={"m": JudgeQuality(2, 9, None, 5 / 6, 2 / 3, {"threshold": "none"})},
)


def write(path: Path, change: Callable[[dict[str, Any]], object]) -> str:
    content = orjson.loads(calibration_json(CALIBRATION))
    change(content)
    path.write_bytes(orjson.dumps(content))
    return str(path)


def test_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "judge.json"
    path.write_bytes(calibration_json(CALIBRATION))
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    assert read_calibration(str(path)) == CalibrationFile(str(path), CALIBRATION, digest)


def test_a_judge_without_identity_or_store(tmp_path: Path) -> None:
    path = tmp_path / "judge.json"
    bare = Calibration(
        Setup("mine", None, "input", "human", None, None, 5), "0", 0.0, CALIBRATION.items, {}
    )
    path.write_bytes(calibration_json(bare))
    assert read_calibration(str(path)).calibration == bare


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda c: c.update(format="something"), "not a calibration"),
        (lambda c: c.update(format_version=3, version="9.0"), "newer factscore (9.0, form 3"),
        (lambda c: c.update(format_version=1, version="0.0"), "older factscore (0.0)"),
        (lambda c: c.update(format_version="2"), "format_version is no number"),
        (lambda c: c.update(format_version=True), "format_version is no number"),
        (lambda c: c.pop("format_version"), "format_version is no number"),
        (lambda c: c.update(gamma=True), "gamma is no number"),
        (lambda c: c.update(gamma="10"), "gamma is no number"),
        (lambda c: c.pop("retrieval"), "damaged (KeyError: 'retrieval')"),
        (lambda c: c.update(retrieval=5), "retrieval is no string"),
        (lambda c: c.pop("facts"), "damaged (KeyError: 'facts')"),
        (lambda c: c.update(facts="all"), "neither human nor model"),
        (lambda c: c.pop("items"), "damaged (KeyError: 'items')"),
        (lambda c: c.update(items=c["items"][:1]), "at least 2"),
        (lambda c: c["items"].append(c["items"][0]), "each once"),
        (lambda c: c.update(items=7), "damaged"),
        (lambda c: c.update(items=[7, 8]), "damaged"),
        (lambda c: c.update(top_k="5"), "top_k is no count"),
        (lambda c: c.update(judge=None), "judge is no string"),
        (lambda c: c.update(gamma=None), "damaged"),
        (lambda c: c.update(models=[]), "damaged"),
        (lambda c: c["models"]["m"].update(more=1), "damaged"),
        (lambda c: c["items"][0].update(facts=True), "facts is no count"),
        (lambda c: c["items"][0].update(facts=-1), "facts is no count"),
        (lambda c: c["items"][0].update(facts=0.5), "facts is no count"),
        (lambda c: c["items"][0].update(topic=5), "topic is no string"),
        # Five of six facts have a verdict; people call two or three of the six supported.
        (lambda c: c["items"][0].update(supported=4), "contradict each other"),
        (lambda c: c["items"][0].update(supported=1), "contradict each other"),
        (lambda c: c["items"][0].update(facts=4), "contradict each other"),
        (
            lambda c: c["items"][0].update(both=0, judge_only=0, neither=0),
            "contradict each other",
        ),
    ],
)
def test_damage_is_told(
    tmp_path: Path, change: Callable[[dict[str, Any]], object], told: str
) -> None:
    path = write(tmp_path / "judge.json", change)
    with pytest.raises(InputError) as caught:
        read_calibration(path)
    (problem,) = caught.value.problems
    assert problem.startswith(f"{path}: ")
    assert told in problem
    assert "factscore calibrate" in problem
    assert "\n" not in problem


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "no JSON"),
        (calibration_json(CALIBRATION)[:-40], "no JSON"),
        (b"[]", "not a calibration"),
        (b"\xff\xfe", "no JSON"),
        (b'{"format": NaN}', "no JSON"),
    ],
)
def test_other_content(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "judge.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match=told):
        read_calibration(str(path))


@pytest.mark.parametrize(
    ("path", "told"),
    [("missing.json", "no such file"), (".", "cannot be read"), ("nul\0byte", "cannot be a path")],
)
def test_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, told: str) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=told):
        read_calibration(path)
