"""The README's recipes for monitoring: they parse, and what they run runs."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from monitor.textfile import families

from factscore.cli import cli, run
from factscore.monitor import open_history

ROOT = Path(__file__).parent.parent.parent
README = Path(os.environ.get("FACTSCORE_README", ROOT / "README.md"))
FACTS = [f"Ada wrote note {n}." for n in range(12)]
SCHEDULE = re.compile(r"(?:[-*/,0-9]+ ){5}")


def blocks() -> list[str]:
    """The indented and the fenced blocks of the section on monitoring."""
    found = re.search(r"^## Monitoring\n(.*?)(?=^## |\Z)", README.read_text(), re.M | re.S)
    assert found, "the README has no section on monitoring"
    fenced = re.findall(r"^```\w*\n(.*?)^```$", found[1], re.M | re.S)
    rest = re.sub(r"^```\w*\n.*?^```$", "", found[1], flags=re.M | re.S)
    indented = re.findall(r"(?:^    .*\n|^\n(?=    ))+", rest, re.M)
    return [*fenced, *(textwrap.dedent(block).strip("\n") for block in indented)]


def block(begin: str) -> str:
    """The one block that begins so."""
    (found,) = [text for text in blocks() if text.startswith(begin)]
    return found


def commands() -> Iterator[str]:
    """Every command that stands in a line of its own, in order."""
    for text in blocks():
        joined = text.replace("\\\n", " ")
        yield from (line for line in joined.splitlines() if line.startswith("factscore "))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a log, a store where it is looked for, and the program on the path."""
    yesterday = datetime.now(UTC) - timedelta(days=1)
    facts = [{"text": text, "label": "S"} for text in FACTS]
    row = json.dumps({"topic": "Ada", "output": "x", "facts": facts})
    for name in "log.jsonl", f"logs/{yesterday:%Y-%m-%d}.jsonl", "logs/yesterday.jsonl":
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(row)
    article = {"title": "Ada", "text": " ".join(FACTS)}
    (tmp_path / "articles.jsonl").write_text(json.dumps(article))
    for store in "knowledge/wikipedia.db", "state/wikipedia.db":
        (tmp_path / store).parent.mkdir()
        assert run(["knowledge", "build", str(tmp_path / "articles.jsonl"), "--out", store]) == 0
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    program = programs / "factscore"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m factscore "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    return tmp_path


def sh(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["sh", "-c", command],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )


def runs(path: str = "history.db") -> int:
    with open_history(path, create=False) as history:
        return len(history.runs("nightly"))


def test_every_command_of_the_section_runs(place: Path) -> None:
    found = list(commands())
    assert {shlex.split(command)[2] for command in found} == {"log.jsonl", "list", "show", "plot"}
    if any("--out" in command for command in found):
        pytest.importorskip("matplotlib", reason="the extra plot is not installed")
    for command in found:
        # A folder of the machine's own is not the tests' to write to.
        here = command.replace(" /var/lib/", " var/lib/")
        done = sh(here)
        assert done.returncode == 0, (command, done.stderr)
    assert runs() == 1
    assert (place / "nightly.svg").is_file()


def test_cron(place: Path) -> None:
    line = next(line for text in blocks() for line in text.splitlines() if SCHEDULE.match(line))
    # cron takes a bare % for the end of the line.
    assert not re.search(r"(?<!\\)%", line)
    command = SCHEDULE.sub("", line, count=1).replace("\\%", "%")
    assert "cd /srv/factscore " in command
    command = command.replace("/srv/factscore", shlex.quote(str(place)))
    quiet = sh(command)
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")
    assert runs() == 1
    # Two logs in which nothing is supported: a breach, and then an alarm, which is told.
    for count, told in (1, ""), (2, "alarm nightly: "):
        facts = [f"Grace built machine {n}." for n in range(12 + count)]
        row = {"topic": "Ada", "output": "x", "facts": facts}
        for log in place.joinpath("logs").iterdir():
            log.write_text(json.dumps(row))
        assert sh(command).stdout[:15] == told
    for log in place.joinpath("logs").iterdir():
        log.unlink()
    assert "no such file" in sh(command).stdout


def test_github_actions(place: Path) -> None:
    workflow = yaml.safe_load(block("name:"))
    # YAML 1.1 takes the key "on" for a truth value.
    (schedule,) = workflow[True]["schedule"]
    assert SCHEDULE.fullmatch(schedule["cron"] + " ")
    (job,) = workflow["jobs"].values()
    steps: list[dict[str, Any]] = job["steps"]
    assert all(("uses" in step) != ("run" in step) for step in steps)
    scripts = [step["run"] for step in steps if step.get("run", "").startswith("factscore ")]
    assert len(scripts) == 2
    for script in scripts:
        done = sh(script)
        assert done.returncode == 0, (script, done.stderr)
    # All that the next run needs lies in the folder that is cached.
    saved = {step["with"]["path"] for step in steps if "actions/cache" in step.get("uses", "")}
    assert saved == {"state"}
    assert runs("state/history.db") == 1
    assert (place / "state" / "cache.db").is_file()


def test_kubernetes(place: Path) -> None:
    job = yaml.safe_load(block("apiVersion:"))
    assert (job["apiVersion"], job["kind"]) == ("batch/v1", "CronJob")
    assert SCHEDULE.fullmatch(job["spec"]["schedule"] + " ")
    spec = job["spec"]["jobTemplate"]["spec"]
    pod = spec["template"]["spec"]
    (container,) = pod["containers"]
    # What a policy for failed pods asks for.
    assert pod["restartPolicy"] == "Never"
    (rule,) = spec["podFailurePolicy"]["rules"]
    assert rule["onExitCodes"]["containerName"] == container["name"]
    assert rule["onExitCodes"]["values"] == [3]
    mounts = {mount["name"]: mount["mountPath"] for mount in container["volumeMounts"]}
    assert set(mounts) == {volume["name"] for volume in pod["volumes"]}

    def here(text: str) -> str:
        """The volumes are folders of the test."""
        return re.sub(rf"^/({'|'.join(mounts)})/", rf"{place}/\1/", text)

    assert all(isinstance(variable["value"], str) for variable in container["env"])
    environment = {variable["name"]: here(variable["value"]) for variable in container["env"]}
    command = shlex.join(here(part) for part in container["command"])
    done = sh(command, **environment)
    assert (done.returncode, done.stdout.split()[0]) == (0, "ok"), done.stderr
    monitor = cli.get_command(click.Context(cli), "monitor")
    assert monitor is not None
    options = [option for option in monitor.params if isinstance(option, click.Option)]
    assert set(environment) <= {name for option in options for name in option.envvar or ()}
    assert runs("state/history.db") == 1


def test_prometheus(place: Path) -> None:
    rules = yaml.safe_load(block("groups:"))
    log = ["monitor", "log.jsonl", "--name", "nightly", "--judge", "labels", "--quiet"]
    assert run([*log, "--max-drop", "0.05", "--prometheus", "nightly.prom"]) == 0
    text = Path("nightly.prom").read_text()
    names = {family.name for family in families(text)}
    for group in rules["groups"]:
        for rule in group["rules"]:
            used = set(re.findall(r"factscore_\w+", rule["expr"]))
            assert used <= names
            assert used
            assert rule["alert"].isidentifier()
    # What the text says there is.
    section = README.read_text().partition("## Monitoring")[2]
    listed = re.search(r"`factscore_score`, .*?\.", section, re.S)
    assert listed
    told = set(re.findall(r"`(?:factscore)?(_[a-z_]+)", listed[0]))
    lacking = {"_baseline_score", "_drop", "_drop_low", "_drop_high", "_cost_dollars"}
    lacking |= {"_score_low", "_score_high"}
    assert {name.removeprefix("factscore") for name in names} == told - lacking
