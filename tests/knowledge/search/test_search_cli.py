"""``factscore knowledge index|search|build --search`` and the options of a run."""

import json
import os
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from knowledge_samples import write_jsonl
from search_samples import PEOPLE, built

from factscore.cli import run as run_program
from factscore.cli.knowledge import knowledge
from factscore.errors import StoreError


def run(*arguments, color=False):
    result = CliRunner().invoke(
        knowledge, [str(part) for part in arguments], standalone_mode=False, color=color
    )
    if result.exception:
        raise result.exception
    return result.stdout


def test_index(tmp_path):
    store = built(tmp_path, PEOPLE, index=False)
    with pytest.raises(StoreError, match=f"factscore knowledge index {store}"):
        run("search", "mosses", "--knowledge", store)
    out = run("index", store)
    assert out.startswith(f"{store}.index: 9 passages of 8 articles in ")
    assert " MB, " in out
    assert "Vera Lind" in run("search", "mosses", "--knowledge", store)


def test_build_with_its_index(tmp_path):
    lines = write_jsonl(tmp_path / "a.jsonl", PEOPLE)
    out = run("build", lines, "--out", tmp_path / "s.db", "--search").splitlines()
    assert len(out) == 2
    assert "8 articles" in out[0]
    assert out[1].startswith(f"{tmp_path / 's.db'}.index: 9 passages")
    assert "Odense" in run("search", "Funen", "--knowledge", tmp_path / "s.db")


def test_a_build_that_outdates_an_index_says_so(tmp_path):
    store = built(tmp_path, PEOPLE)
    same = CliRunner().invoke(
        knowledge, ["build", str(tmp_path / "store.jsonl"), "--out", str(store)]
    )
    assert "index" not in same.stderr
    lines = write_jsonl(tmp_path / "b.jsonl", PEOPLE[1:])
    other = CliRunner().invoke(knowledge, ["build", str(lines), "--out", str(store)])
    assert other.exit_code == 0
    assert f"make it anew: factscore knowledge index {store}" in other.stderr


def test_search_in_plain_text(tmp_path):
    lines = write_jsonl(tmp_path / "a.jsonl", PEOPLE)
    out = run("search", "orchids in Lima", "--knowledge", lines, "--top-k", "1").splitlines()
    assert out[0].startswith("1. ")
    assert out[0].endswith("  Vera Lind, passage 1")
    assert out[1] == "   She left Odense for Lima in 1912 and drew orchids there."


def test_search_in_a_terminal_shows_the_words_that_were_found(tmp_path):
    lines = write_jsonl(tmp_path / "a.jsonl", PEOPLE)
    out = run("search", "LIMA orchids", "--knowledge", lines, "--top-k", "1", color=True)
    assert "for \x1b[1mLima\x1b[0m in 1912 and drew \x1b[1morchids\x1b[0m there." in out


def test_search_as_json(tmp_path):
    lines = write_jsonl(tmp_path / "a.jsonl", PEOPLE)
    (found,) = json.loads(run("search", "orchids", "--knowledge", lines, "--json"))
    assert (found["title"], found["index"]) == ("Vera Lind", 1)
    ((start, end),) = found["highlights"]
    assert found["text"][start:end] == "orchids"
    assert json.loads(run("search", "quark", "--knowledge", lines, "--json")) == []


def test_search_for_words_that_nobody_has(tmp_path):
    lines = write_jsonl(tmp_path / "a.jsonl", PEOPLE)
    assert run("search", "quark", "--knowledge", lines) == "no passage has any of these words\n"


def test_search_in_several_stores(tmp_path):
    lines = write_jsonl(tmp_path / "a.jsonl", PEOPLE)
    own = write_jsonl(tmp_path / "own.jsonl", [{"title": "Note", "passages": ["Drew orchids."]}])
    out = run("search", "orchids", "--knowledge", lines, "--knowledge", own)
    assert f"Note, passage 0 of {own}" in out
    assert f"Vera Lind, passage 1 of {lines}" in out


def test_search_within_a_topic_is_as_ever(tmp_path):
    lines = write_jsonl(tmp_path / "a.jsonl", PEOPLE)
    out = run("search", "orchids", "--knowledge", lines, "--topic", "Vera Lind")
    assert "[1] " in out
    (first, _) = json.loads(
        run("search", "orchids", "--knowledge", lines, "--topic", "Vera Lind", "--json")
    )
    assert "highlights" not in first
    assert first["title"] == "Vera Lind"


def test_search_within_a_topic_of_several_stores_says_which(tmp_path):
    lines = write_jsonl(tmp_path / "a.jsonl", PEOPLE)
    own = write_jsonl(tmp_path / "own.jsonl", [{"title": "Note", "passages": ["Drew orchids."]}])
    both = ("--knowledge", lines, "--knowledge", own)
    for topic, store in (("note", own), ("Vera Lind", lines)):
        first = run("search", "orchids", *both, "--topic", topic).splitlines()[0]
        assert first.endswith(f" of {store}")
        found = json.loads(run("search", "orchids", *both, "--topic", topic, "--json"))
        assert {passage["store"] for passage in found} == {str(store)}
    alone = run("search", "orchids", "--knowledge", own, "--topic", "note").splitlines()[0]
    assert alone.endswith("  Note")


def test_show_from_several_stores(tmp_path):
    lines = write_jsonl(tmp_path / "a.jsonl", PEOPLE)
    own = write_jsonl(tmp_path / "own.jsonl", [{"title": "Note", "passages": ["Drew orchids."]}])
    both = ("--knowledge", lines, "--knowledge", own)
    assert run("show", "note", *both).startswith(f"Note of {own}\n1 passages, digest ")
    assert json.loads(run("show", "note", *both, "--json"))["store"] == str(own)
    assert "store" not in json.loads(run("show", "note", "--knowledge", own, "--json"))


def test_search_for_no_passages(tmp_path):
    with pytest.raises(click.UsageError):
        run("search", "x", "--top-k", "0", "--knowledge", tmp_path)


@pytest.fixture
def bios(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    built(tmp_path, PEOPLE, name="people")
    write_jsonl(tmp_path / "own.jsonl", [{"title": "Ida Krog", "passages": ["Krog sailed."]}])
    rows = [
        {"output": "Vera Lind was a Danish botanist.", "facts": ["Vera Lind was a botanist."]},
        {"topic": "Nobody", "output": "x", "facts": ["Oskar Lind repaired organs."]},
        {"topic": "Ida Krog", "output": "x", "facts": ["Ida Krog sailed."]},
    ]
    return write_jsonl(tmp_path / "bios.jsonl", rows)


def score(capsys, *arguments):
    status = run_program(["score", "bios.jsonl", "--json", "--out", "r.jsonl", *arguments])
    captured = capsys.readouterr()
    lines = Path("r.jsonl").read_text("utf-8").splitlines() if status == 0 else []
    return status, captured, [json.loads(line) for line in lines]


def test_a_run_over_several_stores(bios, capsys):
    status, captured, items = score(
        capsys, "--knowledge", "people.db", "--knowledge", "own.jsonl", "--missing-topic", "search"
    )
    assert status == 0, captured.err
    assert [item["status"] for item in items] == ["scored"] * 3
    titles = [item["facts"][0]["evidence"][0]["title"] for item in items]
    assert titles == ["Vera Lind", "Oskar Lind", "Ida Krog"]
    stores = [item["facts"][0]["evidence"][0]["store"] for item in items]
    assert stores == ["people.db", "people.db", "own.jsonl"]
    summary = json.loads(captured.out)
    assert summary["settings"]["missing_topic"] == "search"
    assert summary["settings"]["retrieve"] == "topic"
    assert summary["knowledge"]["path"] == "people.db + own.jsonl"


def test_stores_in_the_environment(bios, capsys, monkeypatch):
    monkeypatch.setenv("FACTSCORE_SCORE_KNOWLEDGE", "people.db:own.jsonl")
    status, captured, items = score(capsys, "--retrieve", "store")
    assert status == 0, captured.err
    assert [item["status"] for item in items] == ["scored"] * 3


@pytest.mark.usefixtures("bios")
@pytest.mark.parametrize(
    ("command", "told"),
    [
        (("search", "sailed"), "Ida Krog, passage 0 of own.jsonl"),
        (("search", "sailed", "--topic", "Ida Krog"), "Ida Krog of own.jsonl"),
        (("show", "Ida Krog"), "Ida Krog of own.jsonl"),
    ],
)
def test_stores_in_the_environment_of_all_commands(capsys, monkeypatch, command, told):
    monkeypatch.setenv("FACTSCORE_KNOWLEDGE", os.pathsep.join(("people.db", "own.jsonl")))
    assert run_program(["knowledge", *command]) == 0
    assert told in capsys.readouterr().out


def test_help_says_how_stores_are_parted_in_the_environment():
    for command in ("search", "show"):
        assert f"paths with '{os.pathsep}' between them" in " ".join(run(command, "--help").split())


def test_no_store_is_overwritten(bios, capsys):
    arguments = ["--knowledge", "people.db", "--knowledge", "own.jsonl", "--out", "own.jsonl"]
    assert run_program(["score", "bios.jsonl", *arguments]) == 2
    assert "overwrite" in capsys.readouterr().err


def test_retrieve_store_without_an_index(bios, capsys, tmp_path):
    built(tmp_path, PEOPLE, name="bare", index=False)
    status, captured, _ = score(capsys, "--knowledge", "bare.db", "--retrieve", "store")
    assert status == 1
    assert "bare.db: has no index to be searched by; make it" in captured.err
    assert len(captured.err.strip().splitlines()[-1:]) == 1
