"""The options of ``factscore monitor``: what they exclude, and where else they come from."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from monitor.logs import Command, kept, write_log

from factscore.cli import cli

HEAVY = {"matplotlib", "numpy", "onnxruntime", "prometheus_client", "rich", "spacy", "sqlite_utils"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--periods", "0", "--min-score", "0.7"], "'0': give N"),
        (["--periods", "4/3", "--min-score", "0.7"], "'4/3': give N"),
        (["--periods", "0/3", "--min-score", "0.7"], "'0/3'"),
        (["--periods", "-1", "--min-score", "0.7"], "'-1'"),
        (["--periods", "two", "--min-score", "0.7"], "'two'"),
        (["--periods", "2"], "--periods counts breaches"),
        (["--min-score", "70"], "70"),
        (["--min-score", "-0.1"], "-0.1"),
        (["--min-score", "nan"], "no number"),
        (["--max-drop", "nan"], "no number"),
        (["--max-drop", "5"], "5"),
        (["--baseline", "3"], "--baseline is what --max-drop compares with"),
        (["--max-drop", "0.1", "--baseline", "0"], "'0': give last"),
        (["--max-drop", "0.1", "--baseline", "2026-02-30"], "no day"),
        (["--max-drop", "0.1", "--baseline", "first"], "give last"),
        (["--no-data", "maybe"], "maybe"),
        (["--seed", "1"], "--seed chooses a sample"),
        (["--sample", "0"], "0"),
        (["--time", "noon"], "'noon' is no time"),
        (["--time", "2096-01-01"], "'2096-01-01' lies in the future"),
        (["--name", " "], "no name for a series"),
        (["--name", "a\nb"], "no name for a series"),
        (["--history", "a.jsonl"], "would overwrite a.jsonl"),
        (["--history", "./a.jsonl"], "would overwrite a.jsonl"),
        (["--history", "k.db", "--knowledge", "k.db"], "would overwrite k.db"),
        (["--history", "c.db", "--cache", "c.db"], "would overwrite c.db"),
        (["--prometheus", "a.jsonl"], "would overwrite a.jsonl"),
        (["--prometheus", "history.db"], "would overwrite history.db"),
        (["--prometheus", "c.db", "--cache", "c.db"], "would overwrite c.db"),
        (["--prometheus", "l", "--log", "./l"], "would overwrite ./l"),
        (["--prometheus", "notes.txt"], "no textfile for Prometheus"),
        (["--prometheus", "-"], "--prometheus - is no file"),
        (["--prometheus", "folder"], "--prometheus folder is no file"),
        (["--log", "-"], "--log - is no file"),
        (["--log", ""], "is no file"),
        (["--log", "a.jsonl"], "would overwrite a.jsonl"),
        (["--log", "history.db"], "would overwrite history.db"),
        (["list"], "'list' comes first"),
    ],
)
def test_what_makes_no_sense_is_refused_before_any_work(
    called: Command, arguments: list[str], told: str
) -> None:
    write_log("a.jsonl", 0.8)
    Path("notes.txt").write_text("mine")
    Path("folder").mkdir()
    before = {path: path.read_bytes() for path in Path().iterdir() if path.is_file()}
    status, out, err = called("monitor", "a.jsonl", "--name", "s", "--judge", "labels", *arguments)
    assert (status, out) == (2, "")
    assert told in err
    assert {path: path.read_bytes() for path in Path().iterdir() if path.is_file()} == before


def test_a_link_to_an_input_is_the_input(called: Command) -> None:
    os.symlink(write_log("a.jsonl", 0.8), "link.db")
    status, _, err = called("monitor", "a.jsonl", "--name", "s", "--history", "link.db")
    assert (status, "would overwrite a.jsonl" in err) == (2, True)


def test_a_name_is_needed(called: Command) -> None:
    status, _, err = called("monitor", write_log("a.jsonl", 0.8), "--judge", "labels")
    assert (status, "--name" in err) == (2, True)


@pytest.mark.parametrize("arguments", [["--help"], ["a.jsonl", "--help"], ["-h"]])
def test_help(called: Command, arguments: list[str]) -> None:
    status, out, _ = called("monitor", *arguments)
    assert status == 0
    assert out.startswith("Usage: factscore monitor [OPTIONS] FILE... | list | show NAME")
    for word in ("--min-score", "--judge", "--evidence", "  list ", "  show ", "  plot "):
        assert word in out


def test_options_may_come_first_and_every_option_has_help(called: Command) -> None:
    log = write_log("a.jsonl", 0.8)
    status, out, _ = called("monitor", "--quiet", "--judge", "labels", log, "--name", "s")
    assert (status, out.split()[0]) == (0, "ok")
    command = cli.get_command(click.Context(cli), "monitor")
    assert command is not None
    for option in command.params:
        assert not isinstance(option, click.Option) or option.help, option.name


def test_a_file_that_is_called_like_a_command(called: Command) -> None:
    write_log("list", 0.8)
    status, out, _ = called("monitor", "./list", "--name", "s", "--judge", "labels")
    assert (status, out.split()[0]) == (0, "ok")


def test_options_from_the_environment(called: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (
        *(("NAME", "nightly"), ("JUDGE", "labels"), ("MIN_SCORE", "0.7"), ("PERIODS", "1/2")),
        *(("MAX_DROP", "0.1"), ("BASELINE", "2026-11-01"), ("TIME", "2026-11-02")),
    ):
        monkeypatch.setenv(f"FACTSCORE_MONITOR_{name}", value)
    monkeypatch.setenv("FACTSCORE_HISTORY", "h.db")
    status, out, _ = called("monitor", write_log("a.jsonl", 0.6))
    assert status == 3
    assert "1 of the last 2 runs in breach" in out
    assert kept("nightly", "h.db")[0].time.isoformat() == "2026-11-02T00:00:00+00:00"
    assert "nightly" in called("monitor", "list")[1]


def test_nothing_heavy_is_imported_for_help() -> None:
    code = (
        "import sys; from factscore.cli import run; run(['monitor', '--help'])\n"
        "print(*{name.partition('.')[0] for name in sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert not HEAVY.intersection(done.stdout.splitlines()[-1].split())
