"""Articles in parquet files."""

import builtins

import pytest

from factscore.errors import MissingDependency
from factscore.knowledge.rows import Problem
from factscore.knowledge.sources import read_articles


@pytest.fixture
def arrow():
    return pytest.importorskip("pyarrow", reason="needs the extra parquet")


def write(arrow, path, columns, **options):
    from pyarrow import parquet

    parquet.write_table(arrow.table(columns), path, **options)
    return path


def test_titles_and_texts(arrow, tmp_path):
    columns = {
        "id": list(range(600)),
        "title": [f"T{n}" for n in range(600)],
        "text": [f"Text {n}." for n in range(600)],
    }
    rows = list(read_articles(write(arrow, tmp_path / "a.parquet", columns, row_group_size=100)))
    assert [row.title for row in rows] == columns["title"]
    assert rows[599].passages == ("Text 599.",)
    assert rows[599].place == f"{tmp_path / 'a.parquet'}: row 600"


def test_sections_passages_and_aliases(arrow, tmp_path):
    long = "word " * 100
    columns = {"title": ["A"], "text": [[long, long]], "aliases": [["B"]]}
    (row,) = read_articles(write(arrow, tmp_path / "a.parquet", columns))
    assert row.passages == (long.strip(), long.strip())
    assert row.aliases == ("B",)
    columns = {"title": ["A"], "passages": [["x ", "y"]]}
    (row,) = read_articles(write(arrow, tmp_path / "b.parquet", columns))
    assert row.passages == ("x ", "y")


def test_bad_rows_and_columns(arrow, tmp_path):
    columns = {"title": ["A", None], "text": ["x", "y"]}
    _, problem = read_articles(write(arrow, tmp_path / "a.parquet", columns))
    assert str(problem).endswith('row 2: "title" must be a text that is not empty, not null')
    (problem,) = read_articles(write(arrow, tmp_path / "b.parquet", {"name": ["A"], "body": ["x"]}))
    assert "the columns are name, body; an article needs" in str(problem)


@pytest.mark.parametrize("keep", [0.5, 0.9])
def test_a_damaged_file(arrow, tmp_path, keep):
    path = write(arrow, tmp_path / "a.parquet", {"title": ["A"], "text": ["x"]})
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * keep)])
    (problem,) = read_articles(path)
    assert isinstance(problem, Problem)
    assert "the parquet file is damaged" in str(problem)
    assert "\n" not in str(problem)


def test_without_pyarrow(tmp_path, monkeypatch):
    load = builtins.__import__

    def refuse(name, *rest):
        if name.startswith("pyarrow"):
            raise ImportError(name)
        return load(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)
    (tmp_path / "a.parquet").write_bytes(b"PAR1....PAR1")
    with pytest.raises(MissingDependency, match=r"pip install 'factscore\[parquet\]'"):
        list(read_articles(tmp_path / "a.parquet"))


def test_text_that_is_not_utf_8_is_told_with_its_row(arrow, tmp_path):
    texts = [f"Text {n}." for n in range(300)]
    raw = [text.encode() for text in texts]
    raw[270] = b"caf\xe9"
    column = arrow.array(raw, arrow.binary()).view(arrow.string())
    columns = {"title": [f"T{n}" for n in range(300)], "text": column}
    rows = list(read_articles(write(arrow, tmp_path / "a.parquet", columns)))
    assert len(rows) == 300
    (problem,) = (row for row in rows if isinstance(row, Problem))
    assert str(problem).startswith(f"{tmp_path / 'a.parquet'}: row 271: not UTF-8 (byte 0xe9)")
    assert rows[271].passages == ("Text 271.",)
