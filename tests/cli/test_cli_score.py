"""``factscore score`` from the outside."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from factscore.cache import Cache
from factscore.cli import _Interrupts, cli, run
from factscore.cli.calling import CALLING_NAMES
from factscore.cli.judging import Judging
from factscore.cli.options import Options

ROOT = Path(__file__).parent.parent.parent
HEAVY = {"spacy", "numpy", "onnxruntime", "tokenizers", "rank_bm25", "sqlite_utils", "torch"}


def write_rows(path: Path, *rows: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def labelled(topic: str, labels: str, **more: object) -> dict[str, object]:
    facts = [{"text": f"Fact {n}.", "label": label} for n, label in enumerate(labels.split())]
    return {"topic": topic, "output": "x", "facts": facts, **more}


@pytest.fixture
def bios(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write_rows(
        tmp_path / "bios.jsonl",
        labelled("Ada", "S S NS IR", region="Europe", score=5),
        labelled("Emmy", "S NS"),
        {"topic": "Grace", "output": "I'm sorry.", "abstained": True},
    )


def summary(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert run(["score", *arguments, "--judge", "labels", "--json", "--quiet"]) == 0
    parsed: dict[str, object] = json.loads(capsys.readouterr().out)
    return parsed


def test_summary_by_hand(bios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (model,) = summary(capsys, str(bios), "--gamma", "0")["models"]  # type: ignore[misc]
    assert model["model"] == "bios"
    assert model["items"] == 3
    assert model["init_score"] == pytest.approx(0.5)
    assert model["score"] == pytest.approx(0.5)
    assert model["respond_ratio"] == pytest.approx(2 / 3)
    assert model["facts_per_response"] == pytest.approx(3)
    assert model["facts"] == {"supported": 3, "not_supported": 3, "unscored": 0}
    assert model["coverage"] == 1.0
    assert model["statuses"]["scored"] == 2
    assert model["statuses"]["abstained"] == 1
    assert set(model["statuses"]) == {
        "scored",
        "abstained",
        "empty",
        "no_facts",
        "topic_not_found",
        "decompose_failed",
        "judge_failed",
    }


def test_the_length_penalty_is_told_where_most_items_are_short(
    bios: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = "2 of 2 scored items have fewer than 10 facts"
    for more, says in (([], True), (["--gamma", "4"], False), (["--quiet"], False)):
        assert run(["score", str(bios), "--judge", "labels", *more]) == 0
        assert (told in capsys.readouterr().err) == says


def test_summary_says_what_made_it(bios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_summary = summary(capsys, str(bios), "--top-k", "3")
    assert run_summary["settings"] == {
        "top_k": 3,
        "gamma": 10.0,
        "f1_k": 64,
        "retrieve": "topic",
        "missing_topic": "skip",
        "evidence": "store",
        "facts": "human",
        "labels": None,
        "limit": None,
    }
    assert run_summary["identities"] == {"decomposer": [None], "judge": None}
    assert run_summary["decomposer"] == "input"
    assert run_summary["judge"] == "labels"
    assert run_summary["knowledge"] is None
    assert run_summary["usage"] == {"stages": [], "total_usd": 0.0}


def test_numbers_that_do_not_exist_are_null_with_a_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_rows(tmp_path / "a.jsonl", {"topic": "Ada", "output": "", "abstained": True})
    (model,) = summary(capsys, str(path))["models"]  # type: ignore[misc]
    assert model["score"] is None
    assert model["missing"]["score"] == "no item was scored"


def test_results_lines(bios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    summary(capsys, str(bios), "--out", "results.jsonl")
    first, second, third = map(json.loads, Path("results.jsonl").read_text().splitlines())
    assert first["status"] == "scored"
    assert first["region"] == "Europe"
    # The row's own "score" is kept beside ours.
    assert first["input_score"] == 5
    assert first["init_score"] == 0.5
    assert [fact["label"] for fact in first["facts"]] == [
        "supported",
        "supported",
        "not_supported",
        "not_supported",
    ]
    assert first["facts"][3]["reason"] == "irrelevant"
    assert first["facts"][0]["evidence"] == []
    assert second["topic"] == "Emmy"
    assert (third["status"], third["score"], third["facts"]) == ("abstained", None, [])


def test_results_are_an_input_again(bios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = summary(capsys, str(bios), "--out", "results.jsonl")
    second = summary(capsys, "results.jsonl")
    assert second["models"] == first["models"]


def test_two_files_are_two_models(bios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = write_rows(Path("other.jsonl"), labelled("Ada", "S"), labelled("Emmy", "NS", model="x"))
    models = summary(capsys, str(bios), str(other))["models"]
    assert [model["model"] for model in models] == ["bios", "other", "x"]  # type: ignore[index,attr-defined]


def test_table(bios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["score", str(bios), "--judge", "labels", "--gamma", "0", "--show", "1"]) == 0
    captured = capsys.readouterr()
    assert "Ada (bios): 50.0 %" in captured.out
    assert "✓" in captured.out
    assert "(irrelevant)" in captured.out
    row = next(line for line in captured.out.splitlines() if line.split()[:2] == ["bios", "2/3"])
    assert row.split()[2] == "50.0"
    assert "3 items (2 scored, 1 abstained); 3 facts supported, 3 not, 0 unscored" in captured.out
    assert "decomposer: input (2 of 3 rows carry facts" in captured.err
    assert "3 items, 6 facts" in captured.err


@pytest.mark.parametrize(
    ("threshold", "status"), [("0.4", 0), ("0.5", 0), ("0.51", 3), ("1", 3), ("0", 0)]
)
def test_fail_under(
    bios: Path, capsys: pytest.CaptureFixture[str], threshold: str, status: int
) -> None:
    command = ["score", str(bios), "--judge", "labels", "--gamma", "0", "--fail-under", threshold]
    assert run(command) == status
    assert ("below --fail-under" in capsys.readouterr().err) == (status == 3)


def test_no_score_misses_every_threshold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = write_rows(tmp_path / "a.jsonl", {"output": "", "abstained": True})
    assert run(["score", str(path), "--judge", "labels", "--fail-under", "0"]) == 3
    assert "a has no score" in capsys.readouterr().err


def test_environment_variables(
    bios: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FACTSCORE_SCORE_JUDGE", "labels")
    monkeypatch.setenv("FACTSCORE_SCORE_TOP_K", "2")
    assert run(["score", str(bios), "--json", "--quiet"]) == 0
    settings = json.loads(capsys.readouterr().out)["settings"]
    assert settings["top_k"] == 2


def test_every_option_has_the_variable_of_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        subcommands = command.commands if isinstance(command, click.Group) else {"": command}
        for inner, subcommand in subcommands.items():
            for option in subcommand.params:
                if isinstance(option, click.Option):
                    words = ["FACTSCORE", name, inner, max(option.opts, key=len)[2:]]
                    variable = "_".join(filter(None, words)).upper().replace("-", "_")
                    assert variable in (option.envvar or ())


def test_nothing_scored_is_said_with_its_remedy(
    bios: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_rows(Path("store.jsonl"), {"title": "Ada", "text": "Ada lived in London."})
    rows = [{"topic": "Bob", "output": "She lived.", "facts": ["She lived."]}]
    path = write_rows(Path("bare.jsonl"), *rows)
    assert run(["score", str(path), "--knowledge", "store.jsonl"]) == 0
    told = "bare: no item was scored; the first: no article for the topic 'Bob'"
    assert told in capsys.readouterr().err


def test_closed_streams(bios: Path) -> None:
    done = subprocess.run(
        f"{sys.executable} -m factscore score {bios} --judge labels --out r.jsonl >&- 2>&- <&-",
        shell=True,
        check=False,
    )
    assert done.returncode == 0
    assert len(Path("r.jsonl").read_text().splitlines()) == 3


def test_offline_run_leaves_no_trace_at_home_and_makes_no_cache(bios: Path) -> None:
    write_rows(Path("store.jsonl"), {"title": "Ada", "text": "Ada lived in London."})
    home = Path("home")
    home.mkdir()
    command = [sys.executable, "-m", "factscore", "score", str(bios), "--knowledge", "store.jsonl"]
    environment = {**os.environ, "HOME": str(home.resolve())}
    subprocess.run([*command, "--no-cache"], env=environment, capture_output=True, check=True)
    assert list(home.iterdir()) == []
    missing = subprocess.run(
        [*command, "--offline", "--decomposer", "rules"],
        env=environment,
        capture_output=True,
        check=False,
    )
    assert missing.returncode == 1
    assert b"no cache yet" in missing.stderr
    assert not Path("cache").exists()


def test_limit_is_per_file(bios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = write_rows(Path("other.jsonl"), labelled("Ada", "S"), labelled("Emmy", "NS"))
    models = summary(capsys, str(bios), str(other), "--limit", "1")["models"]
    assert [model["items"] for model in models] == [1, 1]  # type: ignore[index,attr-defined]


def test_closed_pipe_is_no_traceback(bios: Path) -> None:
    process = subprocess.run(
        f"{sys.executable} -m factscore score {bios} --judge labels --show 3 | true",
        shell=True,
        capture_output=True,
        check=False,
        cwd=bios.parent,
    )
    assert b"Traceback" not in process.stderr
    assert b"Exception ignored" not in process.stderr


def test_interrupt_exits_130(bios: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("factscore.read.open_generations", interrupted)
    assert run(["score", str(bios)]) == 130


def test_the_first_interrupt_stops_and_its_echo_does_not_abort() -> None:
    interrupt = _Interrupts()
    with pytest.raises(KeyboardInterrupt):
        interrupt(2, None)
    interrupt(2, None)


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["score", "--help"], ["knowledge", "--help"], ["cache", "--help"], ["--version"]],
)
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom factscore.cli import run\nstatus = run(sys.argv[1:])\n"
        f"print('HEAVY', *sorted(set({sorted(HEAVY | {'rich'})!r}) & sys.modules.keys()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "HEAVY"


def test_cached_run_of_the_sample_is_equal_and_light(tmp_path: Path) -> None:
    bios = sorted(map(str, (ROOT / "benchmarks" / "bios").glob("*.jsonl")))
    code = (
        "import sys\nfrom factscore.cli import run\nstatus = run(sys.argv[1:])\n"
        f"print(*sorted(set({sorted(HEAVY)!r}) & sys.modules.keys()), file=sys.stderr)\n"
        "sys.exit(status)"
    )
    command = [
        *(sys.executable, "-c", code, "score", *bios, "--limit", "4", "--decomposer", "rules"),
        *("--knowledge", str(ROOT / "knowledge" / "sample.jsonl"), "--out", "results.jsonl"),
        *("--json", "--quiet"),
    ]
    outputs = []
    for _ in range(2):
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True)
        outputs.append((done.stdout, (tmp_path / "results.jsonl").read_bytes()))
    assert outputs[0] == outputs[1]
    # It draws the samples of the intervals.
    assert done.stderr.split() == [b"numpy"]


def test_options_are_those_of_the_command() -> None:
    score = cli.get_command(None, "score")  # type: ignore[arg-type]
    assert score is not None
    fields = {*Options.__dataclass_fields__, *Judging.__dataclass_fields__, *CALLING_NAMES}
    fields -= {"calling", "judging"}
    assert {option.name for option in score.params} == fields


def test_a_run_that_fails_leaves_the_older_results(
    bios: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("results.jsonl").write_text("precious\n")
    Cache("cache/factscore.db").close()
    command = ["score", str(bios), "--decomposer", "rules", "--judge", "labels", "--offline"]
    assert run([*command, "--out", "results.jsonl"]) == 1
    assert "is not in the cache" in capsys.readouterr().err
    assert Path("results.jsonl").read_text() == "precious\n"


def test_rows_with_and_without_facts_in_one_file(capsys: pytest.CaptureFixture[str]) -> None:
    path = write_rows(
        Path("mixed.jsonl"),
        labelled("Ada", "S"),
        {"topic": "Emmy", "output": "Emmy lived in Rome."},
    )
    command = ["score", str(path), "--judge", "labels", "--json", "--out", "r.jsonl"]
    assert run(command) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["decomposer"] == "input+rules"
    assert "input+rules (1 of 2 rows carry facts" in captured.err
    rows = [json.loads(line) for line in Path("r.jsonl").read_text().splitlines()]
    assert [row["status"] for row in rows] == ["scored", "judge_failed"]
    assert rows[1]["facts"][0]["text"] == "Emmy lived in Rome."
    assert rows[1]["facts"][0]["reason"] == "no_label"


def test_terminal_without_our_marks(bios: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "factscore", "score", str(bios), "--judge", "labels", "--show", "1"],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert b"Traceback" not in done.stderr
    assert b"Ada (bios)" in done.stdout
    marks = {line[2:3] for line in done.stdout.splitlines() if line.startswith(b"  ")}
    assert b"+" in marks, "supported or not must be told"


def test_progress_in_a_terminal(bios: Path) -> None:
    # A pseudo-terminal, so that the bar itself is drawn.
    command = [sys.executable, "-m", "factscore", "score", str(bios), "--judge", "labels"]
    main, end = os.openpty()
    with open(end, "wb") as terminal:
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=terminal, check=True)
    seen = os.read(main, 100_000).decode()
    os.close(main)
    assert "3/3" in seen
    assert "6 facts" in seen
    assert "3 items, 6 facts in" in seen
