"""``factscore calibrate`` and ``score --calibration`` from the outside, with the judge nli."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from factscore.calibration import calibrate
from factscore.cli import run
from factscore.errors import InputError
from factscore.records import Fact, Generation, Label
from factscore.retrieval import RETRIEVAL
from factscore.settings import Settings

ARTICLES: list[dict[str, object]] = [
    {
        "title": "Ada Brook",
        "text": "Ada Brook was a painter. She was born in York in 1871.",
    },
    {"title": "Ben Hill", "text": "Ben Hill was a Scottish engineer. He died in Perth in 1920."},
]
FACTS = {
    "Ada Brook": ["Ada Brook was a painter.", "Ada Brook was born in York.", "Ada Brook sang."],
    "Ben Hill": ["Ben Hill was an engineer.", "Ben Hill died in Perth.", "Ben Hill was a monk."],
}


def row(topic: str, labels: str, text: str = "x", **more: object) -> dict[str, object]:
    facts = [
        {"text": fact, "label": label}
        for fact, label in zip(FACTS[topic], labels.split(), strict=True)
    ]
    return {"topic": topic, "output": text, "model": "m", "facts": facts, **more}


def write(name: str, *rows: dict[str, object]) -> str:
    Path(name).write_text("".join(json.dumps(one) + "\n" for one in rows))
    return name


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Judged once for all tests."""
    return str(tmp_path_factory.mktemp("calibrate") / "cache.db")


@pytest.fixture
def files(tmp_path: Path) -> None:
    write("store.jsonl", *ARTICLES)
    write("labelled.jsonl", row("Ada Brook", "S S NS"), row("Ben Hill", "S NS IR"))
    write("new.jsonl", row("Ada Brook", "S S NS", "y"), row("Ben Hill", "S S NS", "y"))


Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(files: None, cache: str, capsys: pytest.CaptureFixture[str]) -> Call:
    """Run a command on the store; returns status, output and errors."""

    def called(*arguments: str) -> tuple[int, str, str]:
        status = run([*arguments, "--knowledge", "store.jsonl", "--cache", cache, "--quiet"])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return called


@pytest.fixture
def calibrated(call: Call) -> Call:
    """The same, with ``judge.json`` made."""
    assert call("calibrate", "labelled.jsonl", "--out", "judge.json")[0] == 0
    return call


def test_calibrate_tells_and_keeps_what_it_found(call: Call) -> None:
    write("more.jsonl", row("Ada Brook", "S S S", "z", abstained=True))
    status, output, _ = call("calibrate", "labelled.jsonl", "more.jsonl", "--out", "judge.json")
    assert status == 0
    assert "specificity %" in output
    assert "1 rows left out: 1 abstained" in output
    content = json.loads(Path("judge.json").read_text())
    assert content["judge"] == "nli"
    assert content["decomposer"] == "input"
    assert content["top_k"] == Settings().top_k
    assert content["gamma"] == 10
    assert [one["supported"] for one in content["items"]] == [2, 1]
    assert [one["facts"] for one in content["items"]] == [3, 3]
    assert content["models"]["m"]["items"] == 2
    assert content["facts"] == "human"
    assert content["retrieval"] == RETRIEVAL
    assert "Ada Brook was" not in Path("judge.json").read_text()


def test_corrected_score_in_summary_and_table(calibrated: Call) -> None:
    arguments = ["score", "new.jsonl", "--calibration", "judge.json", "--gamma", "0"]
    status, output, _ = calibrated(*arguments, "--json")
    assert status == 0
    summary = json.loads(output)
    (model,) = summary["models"]
    items = json.loads(Path("judge.json").read_text())["items"]
    judged = [(one["both"] + one["judge_only"]) / 3 for one in items]
    # The same facts on both sides: the judge's error is that of the labelled items.
    assert model["score"] == pytest.approx(sum(judged) / 2)
    assert model["corrected"]["score"] == pytest.approx((2 / 3 + 1 / 3) / 2)
    assert model["corrected"]["labelled_items"] == 2
    assert model["corrected"]["known_items"] == 0
    assert model["corrected"]["new_items"] == 2
    assert model["corrected"]["lambda"] == 1
    low, high = model["corrected"]["ci95"]
    assert 0 <= low <= model["corrected"]["score"] <= high <= 1
    assert len(summary["settings"]["calibration"]) == 64
    status, output, _ = calibrated(*arguments)
    assert status == 0
    assert "corrected %" in output
    assert "corrected 50.0 % with 2 labelled items of its own" in output


def test_without_calibration_nothing_changes(call: Call) -> None:
    _, output, _ = call("score", "new.jsonl", "--json")
    summary = json.loads(output)
    assert "corrected" not in summary["models"][0]
    assert "calibration" not in summary["settings"]


def test_scored_items_that_have_labels(calibrated: Call) -> None:
    arguments = ["score", "labelled.jsonl", "--calibration", "judge.json", "--gamma", "0"]
    _, output, _ = calibrated(*arguments, "--json")
    corrected = json.loads(output)["models"][0]["corrected"]
    assert corrected["score"] == pytest.approx(0.5)
    assert corrected["ci95"] == pytest.approx([0.5, 0.5])
    assert (corrected["known_items"], corrected["new_items"]) == (2, 0)
    _, output, _ = calibrated(*arguments)
    assert "for these items (2 of them labelled)" in output


def test_equal_rows_of_a_labelled_item(calibrated: Call) -> None:
    write("often.jsonl", *[row("Ada Brook", "S S NS")] * 9, row("Ben Hill", "S S NS", "y"))
    arguments = ["score", "often.jsonl", "--calibration", "judge.json", "--gamma", "0", "--json"]
    corrected = json.loads(calibrated(*arguments)[1])["models"][0]["corrected"]
    assert (corrected["known_items"], corrected["new_items"]) == (9, 1)
    items = json.loads(Path("judge.json").read_text())["items"]
    judged = [(one["both"] + one["judge_only"]) / 3 for one in items]
    # People give 2/3 and 1/3; Ben Hill is judged as in the labelled file.
    new = judged[1] + (2 / 3 + 1 / 3 - sum(judged)) / 2
    assert corrected["score"] == pytest.approx((9 * 2 / 3 + new) / 10)


def test_another_model_is_told_whose_labels_there_are(
    calibrated: Call, cache: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write("m-500.jsonl", {k: v for k, v in row("Ada Brook", "S S NS").items() if k != "model"})
    arguments = ["score", "m-500.jsonl", "--calibration", "judge.json"]
    status, output, errors = calibrated(*arguments)
    told = "no corrected score: the calibration has 0 labelled item(s) of 'm-500', of 2 needed"
    assert (status, errors) == (0, "")
    assert told in output
    assert "'m' (2)" in output
    assert 'the field "model" of every row' in output
    (model,) = json.loads(calibrated(*arguments, "--json")[1])["models"]
    assert model["corrected"] is None
    assert "'m' (2)" in model["missing"]["corrected"]
    # Without --quiet it is told before the run, too.
    assert run([*arguments, "--json", "--knowledge", "store.jsonl", "--cache", cache]) == 0
    assert told in capsys.readouterr().err


class _Slow(io.BytesIO):
    """An input that comes when the calibration is gone already."""

    def read(self, size: int | None = -1, /) -> bytes:
        Path("judge.json").unlink(missing_ok=True)
        return super().read(size)


def test_the_calibration_is_read_once(calibrated: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be a pipe, and a run takes hours in which files move."""
    digest = hashlib.sha256(Path("judge.json").read_bytes()).hexdigest()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(_Slow(Path("new.jsonl").read_bytes())))
    status, output, _ = calibrated("score", "-", "--calibration", "judge.json", "--json")
    assert not Path("judge.json").exists()
    assert status == 0
    assert json.loads(output)["settings"]["calibration"] == digest


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--judge", "labels"], "judge: nli in the file, labels here"),
        (["--decomposer", "rules"], "decomposer: input in the file, rules here"),
        (["--top-k", "3"], "top-k: 5 in the file, 3 here"),
        (["--facts", "model"], "facts: human in the file, model here"),
    ],
)
def test_another_run_is_refused_before_any_work(
    calibrated: Call, arguments: list[str], told: str
) -> None:
    status, output, errors = calibrated(
        "score", "new.jsonl", "--calibration", "judge.json", "--out", "results.jsonl", *arguments
    )
    assert (status, output) == (2, "")
    assert told in errors
    assert "factscore calibrate" in errors
    assert not Path("results.jsonl").exists()


def test_another_store_is_refused(calibrated: Call) -> None:
    write("store.jsonl", *ARTICLES, {"title": "Cy", "text": "Cy was a cook."})
    status, _, errors = calibrated("score", "new.jsonl", "--calibration", "judge.json")
    assert status == 2
    assert "store (fingerprint)" in errors


def test_facts_of_the_model(call: Call) -> None:
    made = ["calibrate", "labelled.jsonl", "--facts", "model", "--out", "judge.json"]
    assert call(*made)[0] == 0
    arguments = ["score", "new.jsonl", "--calibration", "judge.json"]
    status, _, errors = call(*arguments)
    assert status == 2
    assert "facts: model in the file, human here" in errors
    assert call(*arguments, "--facts", "model")[0] == 0


def test_facts_that_rules_made(call: Call) -> None:
    made = ["calibrate", "labelled.jsonl", "--decomposer", "rules", "--out", "judge.json"]
    assert call(*made)[0] == 0
    status, _, errors = call("score", "new.jsonl", "--calibration", "judge.json")
    assert status == 2
    assert "decomposer: rules in the file, input here" in errors


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (None, "judge.json: no such file; make one with 'factscore calibrate'"),
        ('{"format": "factscore calibration"', "judge.json: no JSON"),
        ('{"format": "factscore calibration"}', "judge.json: damaged"),
        (
            '{"format": "factscore calibration", "format_version": 9, "version": "7.0"}',
            "newer factscore (7.0",
        ),
        ('{"topic": "Ada"}', "judge.json: not a calibration"),
    ],
)
def test_bad_files_are_told(call: Call, content: str | None, told: str) -> None:
    if content is not None:
        Path("judge.json").write_text(content)
    status, output, errors = call("score", "new.jsonl", "--calibration", "judge.json")
    assert (status, output) == (1, "")
    assert told in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([{"topic": "Ada Brook", "output": "x", "facts": ["Ada Brook sang."]}], "no fact has a"),
        ([row("Ada Brook", "S S NS")], "1 item(s) of a model with labels on all facts"),
        ([row("Ada Brook", "S S NS"), row("Ada Brook", "S S NS")], "1 given twice"),
        ([row("Ada Brook", "S S NS"), row("Ben Hill", "S S NS", model="n")], "1 item(s) of a"),
        (
            [row("Ada Brook", "S S NS"), row("Ben Hill", "S S NS") | {"topic": "Nobody"}],
            "1 topic not found",
        ),
    ],
)
def test_too_few_labels(call: Call, rows: list[dict[str, object]], told: str) -> None:
    write("few.jsonl", *rows)
    Path("judge.json").write_text('{"format": "factscore calibration", "old": true}')
    status, output, errors = call("calibrate", "few.jsonl", "--out", "judge.json")
    assert (status, output) == (1, "")
    assert told in errors
    assert '"old": true' in Path("judge.json").read_text()
    assert call("calibrate", "few.jsonl", "--out", "fresh.json")[0] == 1
    assert not Path("fresh.json").exists()


def test_labels_of_one_kind(call: Call) -> None:
    write("alike.jsonl", row("Ada Brook", "S S S"), row("Ben Hill", "S S S"))
    assert call("calibrate", "alike.jsonl", "--out", "judge.json")[0] == 0
    quality = json.loads(Path("judge.json").read_text())["models"]["m"]
    assert (quality["specificity"], quality["threshold"]) == (None, None)
    assert quality["missing"]["specificity"] == "people call every fact supported"
    status, output, _ = call("score", "new.jsonl", "--calibration", "judge.json", "--gamma", "0")
    assert status == 0
    assert "corrected 100.0 %" in output


@pytest.mark.parametrize(
    ("out", "status", "told"),
    [
        ("labelled.jsonl", 2, "would overwrite"),
        ("store.jsonl", 2, "would overwrite"),
        ("new.jsonl", 2, "no calibration"),
        ("-", 2, "mix with the table"),
        ("new.jsonl/judge.json", 1, "cannot be written"),
    ],
)
def test_outputs_that_are_refused(call: Call, out: str, status: int, told: str) -> None:
    before = {path: path.read_bytes() for path in Path().glob("*.jsonl")}
    found, output, errors = call("calibrate", "labelled.jsonl", "--out", out)
    assert (found, output) == (status, "")
    assert told in errors
    assert {path: path.read_bytes() for path in Path().glob("*.jsonl")} == before


def test_results_do_not_overwrite_the_calibration(calibrated: Call) -> None:
    status, _, errors = calibrated(
        "score", "new.jsonl", "--calibration", "judge.json", "--out", "judge.json"
    )
    assert status == 2
    assert "would overwrite judge.json" in errors


def test_labels_cannot_be_calibrated(call: Call) -> None:
    status, _, errors = call(
        "calibrate", "labelled.jsonl", "--judge", "labels", "--out", "judge.json"
    )
    assert status == 2
    assert "labels" in errors


def test_a_calibration_is_replaced(calibrated: Call) -> None:
    before = Path("judge.json").read_bytes()
    assert calibrated("calibrate", "labelled.jsonl", "--out", "judge.json")[0] == 0
    assert Path("judge.json").read_bytes() == before


def test_half_a_character_is_told_in_words(files: None) -> None:
    facts = (Fact("Ada Brook was a painter.", label=Label.SUPPORTED),)
    rows = [Generation(text, "Ada Brook", facts=facts) for text in ("a\ud800", "b")]
    with pytest.raises(InputError, match="lone surrogate"):
        calibrate(rows, knowledge="store.jsonl", cache=None)
