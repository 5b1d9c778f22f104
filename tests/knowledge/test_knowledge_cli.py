"""``factscore knowledge``."""

import json
import sqlite3
from contextlib import closing

import click
import pytest
from click.testing import CliRunner
from dump_samples import page, write_export
from knowledge_samples import ARTICLES, make_store, write_jsonl

from factscore.cli.knowledge import knowledge
from factscore.errors import InputError, StoreError, TopicNotFound, UsageError
from factscore.knowledge import open_store


def run(*arguments):
    """Standard output; errors are raised, as the program's own main handles them."""
    result = CliRunner().invoke(
        knowledge, [str(argument) for argument in arguments], standalone_mode=False
    )
    if result.exception:
        raise result.exception
    return result.stdout


@pytest.fixture
def built(tmp_path):
    return make_store("sqlite", tmp_path, ARTICLES)


def test_build(articles_file, tmp_path):
    out = run("build", articles_file, "--out", tmp_path / "k" / "s.db")
    with open_store(tmp_path / "k" / "s.db") as store:
        assert "10 articles, 11 passages, 5 aliases in " in out
        assert out.strip().endswith(f"fingerprint {store.fingerprint[:16]}")


def test_build_writes_to_the_default_place(articles_file, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run("build", articles_file)
    assert (tmp_path / "knowledge" / "wikipedia.db").is_file()
    assert "10" in run("info")
    assert "Klein sang." in run("show", "rosa klein")


def test_build_tells_what_it_left_out(tmp_path):
    source = tmp_path / "w.jsonl"
    rows = [{"id": "1", "url": "u", "title": "A", "text": ""}] + [{"title": "B", "text": "x"}] * 2
    source.write_text("\n".join(map(json.dumps, rows)))
    result = CliRunner().invoke(knowledge, ["build", str(source), "--out", str(tmp_path / "s.db")])
    assert result.exit_code == 0
    assert result.stderr.splitlines() == [
        "1 given more than once, word for word",
        "1 left out: pages without text",
    ]


def test_build_of_bad_rows(tmp_path):
    (tmp_path / "a.jsonl").write_text("{\n")
    with pytest.raises(InputError):
        run("build", tmp_path / "a.jsonl", "--out", tmp_path / "s.db")


def test_build_needs_a_source():
    with pytest.raises(click.UsageError):
        run("build")


def test_info(built):
    out = run("info", built)
    for part in ("factscore store", "articles:    10", "passages:    11", "max_words 190"):
        assert part in out
    assert "verified" not in out
    assert "verified: sound" in run("info", built, "--verify")


def test_info_json(built):
    facts = json.loads(run("info", built, "--json"))
    assert (facts["articles"], facts["kind"], facts["problems"]) == (10, "factscore store", None)
    assert json.loads(run("info", built, "--json", "--verify"))["problems"] == []


@pytest.mark.parametrize("kind", ["memory", "original"])
def test_info_of_other_stores(tmp_path, kind):
    out = run("info", make_store(kind, tmp_path, ARTICLES), "--verify")
    assert "articles:    10" in out
    assert "None" not in out


@pytest.mark.parametrize("command", [["verify"], ["info", "--verify"]])
def test_a_tampered_store(built, command):
    with closing(sqlite3.connect(built)) as db, db:
        db.execute("UPDATE articles SET digest = 'x' WHERE title = 'Ada Lovelace'")
    result = CliRunner().invoke(knowledge, [*command, str(built)], standalone_mode=False)
    assert isinstance(result.exception, StoreError)
    assert "2 problem(s)" in str(result.exception)
    assert "'Ada Lovelace' is not what was stored" in result.stdout
    assert "the fingerprint differs" in result.stdout


def test_verify_of_a_sound_store(built):
    out = run("verify", built)
    assert out.startswith(f"{built}: 10 articles, fingerprint ")
    assert out.endswith("verified: sound\n")
    assert json.loads(run("verify", built, "--json"))["problems"] == []


def test_sizes_of_passages_are_settings(tmp_path):
    text = "One two three. Four five six. Seven."
    source = write_jsonl(tmp_path / "a.jsonl", [{"title": "A", "text": [text, "Eight nine."]}])
    out = tmp_path / "s.db"
    run("build", source, "--out", out, "--max-words", 4, "--short-section", 0)
    shown = json.loads(run("show", "A", "--knowledge", out, "--json"))
    assert shown["passages"] == ["One two three.", "Four five six. Seven.", "Eight nine."]
    cut = json.loads(run("info", out, "--json"))["cut"]
    assert (cut["max_words"], cut["short_section"]) == (4, 0)


def test_show(built):
    out = run("show", "countess of lovelace", "--knowledge", built)
    assert out.startswith("Ada Lovelace\n2 passages, digest ")
    assert "[1] She knew Babbage." in out
    article = json.loads(run("show", "Ada Lovelace", "--knowledge", built, "--json"))
    assert article["passages"] == ["Ada wrote notes.", "She knew Babbage."]


def test_show_of_a_missing_title(built):
    with pytest.raises(TopicNotFound, match="nearest titles: 'Ada Lovelace'"):
        run("show", "Ada Lovelacee", "--knowledge", built)


def test_search(tmp_path):
    row = {"title": "Ada", "passages": ["Ada wrote notes.", "She knew Babbage.", "She died."]}
    (tmp_path / "a.jsonl").write_text(json.dumps(row))
    arguments = ("search", "Babbage.", "--topic", "ada", "--knowledge", tmp_path / "a.jsonl")
    assert run(*arguments).startswith("1. [1] ")
    assert [row["index"] for row in json.loads(run(*arguments, "--json"))] == [1, 0, 2]
    assert len(json.loads(run(*arguments, "--json", "--top-k", "1"))) == 1


def test_search_without_a_topic(built):
    with pytest.raises(StoreError, match="factscore knowledge index"):
        run("search", "x", "--knowledge", built)


def test_search_for_no_passages(built):
    with pytest.raises(click.UsageError):
        run("search", "x", "--topic", "Rosa Klein", "--top-k", "0", "--knowledge", built)


@pytest.mark.parametrize("command", ["build", "info", "show", "search", "verify"])
def test_help(command):
    result = CliRunner().invoke(knowledge, [command, "--help"])
    assert result.exit_code == 0
    options = knowledge.commands[command].params
    assert all(option.help for option in options if isinstance(option, click.Option))


def dangling(folder, count):
    pages = [
        page(f"R{n}", f"#REDIRECT [[Nobody {n}]]", redirect=f"Nobody {n}") for n in range(count)
    ]
    pages += [page("Empty", "{{x}}"), page("Ada", "Ada sang in York."), page("Ada", "Ada ran.")]
    return write_export(folder / "dump.xml", *pages)


def test_all_that_is_left_out_can_be_had_in_a_file(tmp_path):
    listed = tmp_path / "out" / "left.jsonl"
    command = ["build", str(dangling(tmp_path, 7)), "--out", str(tmp_path / "s.db")]
    result = CliRunner().invoke(knowledge, command)
    assert result.stderr.splitlines()[-1] == "left out: --left-out FILE names all of it"
    result = CliRunner().invoke(knowledge, [*command, "--left-out", str(listed)])
    assert result.exit_code == 0
    assert result.stderr.splitlines()[-1] == f"left out: all of it is named in {listed}"
    rows = [json.loads(line) for line in listed.read_text("utf-8").splitlines()]
    assert [(row["kind"], row["title"], row["detail"]) for row in rows] == [
        ("pages without prose", "Empty", ""),
        ("pages whose title was taken", "Ada", "kept is dump.xml:115"),
        *(("redirects that lead to no article", f"R{n}", f"to 'Nobody {n}'") for n in range(7)),
    ]
    assert all(row["place"].startswith(f"{tmp_path / 'dump.xml'}:") for row in rows)


def test_pages_without_text_are_named_too(tmp_path):
    (tmp_path / "w.jsonl").write_text(
        '{"id": "1", "url": "u", "title": "A", "text": ""}\n{"title": "B", "text": "x"}\n'
    )
    listed = tmp_path / "left.jsonl"
    run("build", tmp_path / "w.jsonl", "--out", tmp_path / "s.db", "--left-out", listed)
    (row,) = map(json.loads, listed.read_text().splitlines())
    assert row == {
        "kind": "pages without text",
        "title": "A",
        "detail": "",
        "place": f"{tmp_path / 'w.jsonl'}:1",
    }


def test_nothing_left_out_is_an_empty_file(articles_file, tmp_path):
    listed = tmp_path / "left.jsonl"
    listed.write_text("older\n")
    run("build", articles_file, "--out", tmp_path / "s.db", "--left-out", listed)
    assert listed.read_bytes() == b""


def test_what_is_left_out_overwrites_no_source_and_no_store(articles_file, tmp_path):
    store = tmp_path / "s.db"
    for path in articles_file, store:
        with pytest.raises(UsageError, match=r"--left-out .* would overwrite"):
            run("build", articles_file, "--out", store, "--left-out", path)
