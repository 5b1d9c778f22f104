"""``factscore agree`` from the outside."""

from __future__ import annotations

import csv
import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from factscore.cli import cli, run
from factscore.cli.agree import AgreeOptions
from factscore.cli.calling import CALLING_NAMES
from factscore.cli.judging import Judging

ADA = "Ada Lovelace was an English mathematician. She was born in London in 1815."
EMMY = "Emmy Noether was a German mathematician. She was born in Erlangen in 1882."


def row(topic: str, facts: dict[str, str | None], **more: object) -> dict[str, object]:
    listed = [{"text": text, "label": label} for text, label in facts.items()]
    return {"topic": topic, "output": "x", "facts": listed, **more}


ROWS = [
    row(
        "Ada Lovelace",
        {
            "Ada Lovelace was a mathematician.": "S",
            "Ada Lovelace was born in London.": "S",
            "Ada Lovelace won 7 Olympic medals in rowing.": "NS",
            "Ada Lovelace is asked about here.": "IR",
        },
        cat=["freq", "Europe"],
    ),
    row(
        "Emmy Noether",
        {
            "Emmy Noether was born in Erlangen.": "S",
            "Emmy Noether was born in Tokyo in 1950.": "NS",
            "Emmy Noether was an opera singer from Peru.": "S",
        },
        cat=["rare", "Europe"],
    ),
    row("Nobody At All", {"Nobody lived in Rome.": "NS"}, cat=["rare", "Nowhere"]),
    {"topic": "Ada Lovelace", "output": "I'm sorry.", "abstained": True},
]

Call = Callable[..., tuple[int, str, str]]


def write_rows(path: str, *rows: dict[str, object]) -> str:
    Path(path).write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def agree(capsys: pytest.CaptureFixture[str]) -> Call:
    """Run ``factscore agree``; returns status, output and errors."""
    write_rows(
        "store.jsonl",
        {"title": "Ada Lovelace", "text": ADA},
        {"title": "Emmy Noether", "text": EMMY},
    )

    def call(*arguments: str) -> tuple[int, str, str]:
        status = run(["agree", *arguments, "--knowledge", "store.jsonl"])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


def numbers(agree: Call, *arguments: str) -> dict[str, Any]:
    status, output, _ = agree(*arguments, "--quiet", "--json")
    assert status == 0
    parsed: dict[str, Any] = json.loads(output)
    return parsed


def test_the_same_as_from_the_results_of_score(
    agree: Call, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_rows("a.jsonl", *ROWS)
    found = numbers(agree, path)["overall"]
    assert run(["score", path, "--knowledge", "store.jsonl", "--quiet", "--out", "r.jsonl"]) == 0
    capsys.readouterr()
    items = [json.loads(line) for line in Path("r.jsonl").read_text().splitlines()]
    shares, pairs = [], []
    for item in items:
        facts = [fact for fact in item["facts"] if fact["label"] != "unscored"]
        pairs += [(f["given_label"], f["label"], f["probability"]) for f in facts]
        if facts:
            labels = [f["given_label"] == "supported" for f in facts]
            shares.append((sum(labels) / len(facts), item["init_score"]))
    assert found["n"] == len(pairs) == 7
    assert found["accuracy"] == pytest.approx(sum(g == j for g, j, _ in pairs) / 7)
    squares = [(p - (given == "supported")) ** 2 for given, _, p in pairs]
    assert found["brier"] == pytest.approx(sum(squares) / 7)
    assert found["human_score"] == pytest.approx((2 / 4 + 2 / 3) / 2)
    assert found["judged_score"] == pytest.approx(sum(judged for _, judged in shares) / 2)
    error = found["judged_score"] - found["human_score"]
    assert found["score_error"] == pytest.approx(error)
    # The results carry the labels they were given, and so are an input in turn.
    assert numbers(agree, "r.jsonl")["overall"] == found


def test_what_could_not_be_compared_is_counted(agree: Call) -> None:
    found = numbers(agree, write_rows("a.jsonl", *ROWS))["overall"]
    assert found["items"] == {"total": 4, "compared": 2, "without_labels": 1, "without_verdict": 1}
    assert found["facts"] == {
        "labelled": 8,
        "compared": 7,
        "with_probability": 7,
        "irrelevant": 1,
        "without_labels": 0,
        "without_verdict": {"no_evidence": 1},
    }
    assert found["coverage"] == 7 / 8
    assert found["human_score_all"] == pytest.approx((2 / 4 + 2 / 3 + 0) / 3)
    assert found["ci95"]["accuracy"][0] <= found["accuracy"] <= found["ci95"]["accuracy"][1]


def test_irrelevant_facts_can_be_left_out(agree: Call) -> None:
    found = numbers(agree, write_rows("a.jsonl", *ROWS), "--irrelevant", "drop")
    assert found["settings"]["irrelevant"] == "drop"
    assert found["overall"]["n"] == 6
    assert found["overall"]["facts"]["irrelevant"] == 1
    assert found["overall"]["human_score"] == pytest.approx((2 / 3 + 2 / 3) / 2)


def test_split_by_a_field(agree: Call) -> None:
    path = write_rows("a.jsonl", *ROWS)
    groups = numbers(agree, path, "--by", "cat")["groups"]
    assert [group["name"] for group in groups] == ["freq", "rare", "Europe", "Nowhere", None]
    assert [group["n"] for group in groups] == [4, 3, 7, 0, 0]
    assert groups[3]["missing"]["accuracy"] == "no fact has both a label and a verdict"
    _, output, _ = agree(path, "--by", "cat.0")
    assert "by cat.0" in output
    assert "(no cat.0)" in output


def test_table_of_several_files(agree: Call) -> None:
    one, two = write_rows("one.jsonl", ROWS[0]), write_rows("two.jsonl", *ROWS[1:])
    status, output, errors = agree(one, two, "--wrong", "1")
    assert status == 0
    heads = next(line.split() for line in output.splitlines() if line.strip())
    assert heads == ["one", "two", "overall"]
    assert "people's score %" in output
    assert "two: 3 items (1 compared, 1 without labels, 1 without verdict)" in output
    assert "1 of them, surest first:" in output
    # Every verdict but one of the embedded judge is beyond doubt here.
    assert "Emmy Noether was an opera singer from Peru.  [people say supported]" in output
    assert "3 items, 8 facts in" in errors


def test_nothing_is_judged_twice(agree: Call) -> None:
    path = write_rows("a.jsonl", *ROWS)
    first = numbers(agree, path)
    assert numbers(agree, path, "--offline") == first
    # What score has judged, agree need not, and the other way round.
    command = ["score", path, "--knowledge", "store.jsonl", "--offline", "--quiet"]
    assert run(command) == 0


def test_offline_without_answers(agree: Call) -> None:
    status, output, errors = agree(write_rows("a.jsonl", *ROWS), "--offline")
    assert (status, output) == (1, "")
    assert "no cache yet" in errors


def test_tables_and_compressed_files(agree: Call) -> None:
    expected = numbers(agree, write_rows("a.jsonl", *ROWS[:2]))["overall"]
    lines = Path("a.jsonl").read_bytes()
    Path("b.jsonl.gz").write_bytes(gzip.compress(lines))
    with Path("c.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["topic", "output", "facts", "cat"])
        for each in ROWS[:2]:
            writer.writerow([each["topic"], "x", json.dumps(each["facts"]), "one"])
    assert numbers(agree, "b.jsonl.gz")["overall"] == expected
    table = numbers(agree, "c.csv", "--by", "cat")
    assert table["overall"] == expected
    assert [group["name"] for group in table["groups"]] == ["one"]


def test_labels_by_name(agree: Call) -> None:
    released = {
        "topic": "Ada Lovelace",
        "output": "x",
        "facts": ["Ada Lovelace was a mathematician.", "Ada Lovelace was born in London."],
        "ChatGPT_Labels": ["S", "S"],
        "Other_Labels": ["NS", "S"],
    }
    path = write_rows("a.jsonl", released)
    assert numbers(agree, path)["overall"]["human_score"] == 1
    assert numbers(agree, path, "--labels", "Other_Labels")["overall"]["human_score"] == 0.5


def test_one_class_is_null_with_a_reason(agree: Call) -> None:
    only = row("Ada Lovelace", {"Ada Lovelace was born in London.": "S"})
    found = numbers(agree, write_rows("a.jsonl", only))["overall"]
    assert found["auc"] is None
    assert found["balanced_accuracy"] is None
    assert found["missing"]["auc"] == "all labels are alike"
    assert found["ci95"]["accuracy"] is None
    assert found["missing"]["accuracy"] == "an interval needs at least two items"


def test_json_and_page_as_files(agree: Call) -> None:
    path = write_rows("a.jsonl", *ROWS)
    command = (path, "--by", "cat", "--json", "out/a.json", "--html", "out/a.html")
    status, output, _ = agree(*command)
    assert status == 0
    assert "accuracy %" in output
    written = Path("out/a.json").read_bytes(), Path("out/a.html").read_bytes()
    assert json.loads(written[0]) == numbers(agree, path, "--by", "cat")
    assert b"<svg" in written[1]
    assert b"Emmy Noether was an opera singer from Peru." in written[1]
    # Again, from the cache, over the same files: the same bytes.
    assert agree(*command)[0] == 0
    assert written == (Path("out/a.json").read_bytes(), Path("out/a.html").read_bytes())


def test_json_dash(agree: Call) -> None:
    path = write_rows("a.jsonl", *ROWS)
    _, output, _ = agree(path, "--json", "-")
    assert json.loads(output)["judge"] == "nli"
    assert not Path("-").exists()


def test_nothing_judged_is_said_with_its_remedy(agree: Call) -> None:
    path = write_rows("a.jsonl", ROWS[2])
    status, output, errors = agree(path)
    assert status == 0
    assert "no measures: no fact has both a label and a verdict" in output
    assert "a: no fact has a verdict (no_evidence 1); is --knowledge the store" in errors
    assert agree(path, "--quiet")[2] == ""


@pytest.mark.parametrize(
    ("arguments", "status", "expected"),
    [
        (["missing.jsonl"], 1, ["missing.jsonl", "no such file"]),
        (["bare.jsonl"], 1, ["bare.jsonl: no fact has a label", "give facts as"]),
        (["good.jsonl", "bare.jsonl", "text.jsonl"], 1, ["bare.jsonl: no", "text.jsonl: no"]),
        (["broken.jsonl"], 1, ["broken.jsonl:1:"]),
        (["good.jsonl", "--judge", "labels"], 2, ["compared with itself", "--judge nli"]),
        (["good.jsonl", "--judge", "nil"], 2, ["did you mean nli"]),
        (["good.jsonl", "--by", "cta"], 2, ["'cta'", "did you mean cat?"]),
        (["good.jsonl", "--irrelevant", "keep"], 2, ["not-supported", "drop"]),
        (["good.jsonl", "--wrong", "-1"], 2, ["wrong"]),
        (["good.jsonl", "--html", "-"], 2, ["--html -", "name a file"]),
        (["good.jsonl", "--html", "good.jsonl"], 2, ["--html good.jsonl would overwrite"]),
        (["good.jsonl", "--html", "store.jsonl"], 2, ["--html store.jsonl would overwrite"]),
        (["good.jsonl", "--json", "good.jsonl"], 2, ["--json good.jsonl would overwrite"]),
        (["--json", "good.jsonl", "bare.jsonl"], 2, ["--json good.jsonl", "after the files"]),
        (["good.jsonl", "--json", "x", "--html", "x"], 2, ["would both write x"]),
        (["good.jsonl", "--json", "./x", "--html", "x"], 2, ["would both write x"]),
        (["good.jsonl", "--offline", "--no-cache"], 2, ["--offline", "--no-cache"]),
        ([], 2, ["LABELED"]),
    ],
)
def test_bad_input(agree: Call, arguments: list[str], status: int, expected: list[str]) -> None:
    write_rows("good.jsonl", *ROWS)
    write_rows("bare.jsonl", {"topic": "Ada Lovelace", "output": "x", "facts": ["She was born."]})
    write_rows("text.jsonl", {"topic": "Ada Lovelace", "output": "She was born."})
    Path("broken.jsonl").write_text("{oops\n")
    before = {path: path.read_bytes() for path in Path.cwd().glob("*.jsonl")}
    found, output, errors = agree(*arguments)
    assert (found, output) == (status, "")
    for part in expected:
        assert part in errors
    assert "Traceback" not in errors
    assert {path: path.read_bytes() for path in Path.cwd().iterdir()} == before


@pytest.mark.parametrize("option", ["--html", "--json"])
def test_a_file_that_cannot_be_written_costs_no_judging(agree: Call, option: str) -> None:
    path = write_rows("a.jsonl", *ROWS)
    Path("folder").mkdir()
    status, _, errors = agree(path, option, "folder", "--quiet")
    assert status == 1
    assert "folder: cannot be written" in errors
    assert agree(path, "--offline", "--quiet")[0] == 1, "nothing was judged"


def test_no_file_is_left_without_a_result(agree: Call) -> None:
    path = write_rows("a.jsonl", *ROWS)
    assert agree(path, "--html", "page.html", "--offline")[0] == 1
    assert not Path("page.html").exists()


def test_hostile_text_stays_text(agree: Call) -> None:
    evil = "<script>alert(1)</script>\x1b[2J"
    facts = {evil: "S", "Ada Lovelace was born in London.": "NS"}
    path = write_rows("a.jsonl", row("Ada Lovelace", facts, model=evil, cat=evil))
    status, output, _ = agree(path, "--by", "cat", "--html", "a.html")
    assert status == 0
    assert "\x1b" not in output
    assert "<script" not in Path("a.html").read_text()


def test_options_are_those_of_the_command() -> None:
    command = cli.get_command(None, "agree")  # type: ignore[arg-type]
    assert command is not None
    fields = {*AgreeOptions.__dataclass_fields__, *Judging.__dataclass_fields__, *CALLING_NAMES}
    fields -= {"calling", "judging"}
    assert {option.name for option in command.params} == fields


def test_environment_variables(agree: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FACTSCORE_AGREE_BY", "topic")
    monkeypatch.setenv("FACTSCORE_AGREE_JSON", "-")
    _, output, _ = agree(write_rows("a.jsonl", *ROWS))
    assert json.loads(output)["by"] == "topic"


def test_help_is_light() -> None:
    code = (
        "import sys\nfrom factscore.cli import run\nrun(['agree', '--help'])\n"
        "print(*sorted({'numpy', 'onnxruntime', 'rich', 'sqlite_utils'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == ""
    assert "--irrelevant" in done.stdout


@pytest.mark.parametrize(
    ("model", "items", "score"),
    [("InstructGPT", 91, 41.36), ("ChatGPT", 78, 58.70), ("PerplexityAI", 83, 70.08)],
)
def test_published_scores_of_people(data_dir: Path, model: str, items: int, score: float) -> None:
    from factscore.agreement import measure_items, plan_comparison
    from factscore.agreement.run import compared_item
    from factscore.read import read_generations

    rows = read_generations([data_dir / "factscore" / "labeled" / f"{model}.jsonl"])
    plan = plan_comparison(rows, by="cat")
    assert {"very rare", "freq", "North America"} <= set(plan.groups)
    pairs = zip(plan.rows, plan.usable, strict=True)
    group = measure_items([compared_item(row, usable, None) for row, usable in pairs])
    assert group.counts.items - group.counts.items_without_labels == items
    assert 100 * (group.human_score_all or 0) == pytest.approx(score, abs=0.01)
