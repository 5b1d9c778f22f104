"""Formats, encodings and compression are told by content; line numbers stay right."""

from __future__ import annotations

import codecs
import gzip
import io
import os
import threading
import time
from pathlib import Path

import pytest

from factscore.read import read_generations
from factscore.read.names import model_name, model_names
from factscore.records import Generation

JSONL = '{"topic": "Émilie", "output": "One.\u2028Two."}\n\n \r\n{"output": "Three."}'
EXPECTED = [("Émilie", "One.\u2028Two.", 1), (None, "Three.", 4)]


def read(path: Path, content: bytes) -> list[Generation]:
    path.write_bytes(content)
    return read_generations([path])


def seen(path: Path, content: bytes) -> list[tuple[str | None, str, int]]:
    rows = read(path, content)
    return [(row.topic, row.text, int(row.source.rpartition(":")[2])) for row in rows]


@pytest.mark.parametrize(
    "content",
    [
        JSONL.encode(),
        JSONL.replace("\n", "\r\n").encode(),
        codecs.BOM_UTF8 + JSONL.encode(),
        JSONL.encode("utf-16"),
        codecs.BOM_UTF16_BE + JSONL.encode("utf-16-be"),
        JSONL.encode("utf-32"),
        gzip.compress(JSONL.encode()),
        gzip.compress(codecs.BOM_UTF8 + JSONL.encode()),
        gzip.compress(JSONL.encode("utf-16")),
        # Parts compressed one by one and joined are one gzip file.
        gzip.compress(JSONL.encode()[:20]) + gzip.compress(JSONL.encode()[20:]),
    ],
    ids=[
        "utf8",
        "crlf",
        "bom",
        "utf16",
        "utf16be",
        "utf32",
        "gz",
        "gz_bom",
        "gz_utf16",
        "gz_parts",
    ],
)
@pytest.mark.parametrize("name", ["rows.jsonl", "rows.jsonl.gz", "rows.txt", "rows.csv"])
def test_json_lines_whatever_the_name(tmp_path: Path, content: bytes, name: str) -> None:
    assert seen(tmp_path / name, content) == EXPECTED


def test_marks_left_by_joining_files(tmp_path: Path) -> None:
    part = codecs.BOM_UTF8 + b'{"output": "a"}\n'
    assert [row[1] for row in seen(tmp_path / "x", part * 3)] == ["a"] * 3


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ('[{"output": "a"}, {"output": "b"}]', [1, 1]),
        ('\n\n[\n  {\n    "output": "a"\n  },\n\n  {"output": "b"}\n]\n', [4, 8]),
        ('[{"output": "a"}\n,\n{"output": "b"}]', [1, 3]),
        ('{\n  "output": "a"\n}\n{\n  "output": "b"\n}\n', [1, 4]),
    ],
    ids=["one_line", "pretty", "odd_commas", "objects_over_lines"],
)
def test_json_over_many_lines(tmp_path: Path, content: str, lines: list[int]) -> None:
    rows = seen(tmp_path / "rows.json", content.encode())
    assert rows == [(None, "a", lines[0]), (None, "b", lines[1])]


def test_csv_with_quotes_and_newlines_inside(tmp_path: Path) -> None:
    content = (
        "\n"
        "output,topic,note\r\n"
        '"She said ""yes"",\nand left.",Ada,"1,2"\r\n'
        "\r\n"
        ",,\r\n"
        'Plain,"",x\r\n'
    )
    rows = read(tmp_path / "rows.csv", content.encode())
    assert [(row.topic, row.text, row.extra) for row in rows] == [
        ("Ada", 'She said "yes",\nand left.', {"note": "1,2"}),
        (None, "", {"note": ""}),
        (None, "Plain", {"note": "x"}),
    ]
    assert [row.source.rpartition(":")[2] for row in rows] == ["3", "6", "7"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_csv_delimiters(tmp_path: Path, delimiter: str) -> None:
    content = delimiter.join(["topic", "response"]) + "\n" + delimiter.join(["Ada", "a b"]) + "\n"
    (row,) = read(tmp_path / "rows", codecs.BOM_UTF8 + content.encode())
    assert (row.topic, row.text) == ("Ada", "a b")


def test_csv_semicolons_in_names_do_not_mislead(tmp_path: Path) -> None:
    (row,) = read(tmp_path / "rows.csv", b"topic,output,a;b\nAda,x;y,z\n")
    assert (row.text, row.extra) == ("x;y", {"a;b": "z"})


def test_csv_typed_cells(tmp_path: Path) -> None:
    content = (
        "output,facts,abstained,X_Labels,\n"
        'a,"[""One."", ""Two.""]",False,"[""S"", ""NS""]",0\n'
        "b,,TRUE,,1\n"
        "c,[],,,2\n"
    )
    first, second, third = read(tmp_path / "rows.csv", content.encode())
    assert [(fact.text, fact.label) for fact in first.facts or ()] == [
        ("One.", "supported"),
        ("Two.", "not_supported"),
    ]
    assert (first.abstained, second.abstained, third.abstained) == (False, True, None)
    assert (second.facts, third.facts) == (None, ())
    assert [row.extra for row in (first, second, third)] == [{}, {}, {}]


def test_csv_cell_of_five_megabytes(tmp_path: Path) -> None:
    text = "word " * 1_000_000
    (row,) = read(tmp_path / "rows.csv", f"output\n{text}\n".encode())
    assert row.text == text


def test_json_row_of_five_megabytes(tmp_path: Path) -> None:
    text = "word " * 1_000_000
    (row,) = read(tmp_path / "rows.jsonl.gz", gzip.compress(f'{{"output": "{text}"}}'.encode()))
    assert row.text == text


def test_nul_byte_and_whole_pairs_are_text(tmp_path: Path) -> None:
    (row,) = read(tmp_path / "rows.jsonl", b'{"output": "a\\u0000b\\ud83d\\ude00"}')
    assert row.text == "a\0b\U0001f600"


def test_brackets_in_text_are_no_nesting(tmp_path: Path) -> None:
    (row,) = read(tmp_path / "rows.jsonl", b'{"output": "%s"}' % (b"[" * 1000))
    assert row.text == "[" * 1000


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(gzip.compress(b'{"output": "a"}\n')))
    monkeypatch.setattr("sys.stdin", stdin)
    (row,) = read_generations(["-"])
    assert (row.model, row.source, row.text) == ("stdin", "stdin:1", "a")
    assert not stdin.closed


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipe_that_writes_byte_by_byte(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)

    def write() -> None:
        with path.open("wb", buffering=0) as stream:
            for byte in gzip.compress(b'{"output": "a"}'):
                stream.write(bytes([byte]))
                time.sleep(0.001)

    writer = threading.Thread(target=write)
    writer.start()
    (row,) = read_generations([path])
    writer.join()
    assert row.text == "a"


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("runs/gpt-4.jsonl", "gpt-4"),
        ("llama-3.1.jsonl.gz", "llama-3.1"),
        ("a.CSV", "a"),
        ("a.json", "a"),
        ("a.b", "a.b"),
        ("plain", "plain"),
        (".jsonl", ".jsonl"),
        ("a.jsonl.jsonl", "a.jsonl"),
        ("-", "stdin"),
    ],
)
def test_model_is_named_after_its_file(path: str, name: str) -> None:
    assert model_name(path) == name


def test_name_of_a_file_that_is_not_utf8() -> None:
    assert model_name(os.fsdecode(b"caf\xe9.jsonl")) == "caf\ufffd"


def test_files_of_one_name_are_told_apart() -> None:
    assert model_names(["x/a/out.jsonl", "x/b/out.jsonl"]) == ["a/out", "b/out"]
    assert model_names(["x/a.jsonl", "x/a.jsonl.gz"]) == ["x/a.jsonl", "x/a.jsonl.gz"]
    assert model_names(["x/c/o.csv", "y/c/o.csv", "z.csv"]) == ["x/c/o.csv", "y/c/o.csv", "z"]


def test_rows_may_name_their_model(tmp_path: Path) -> None:
    content = b'{"output": "a", "model": "m"}\n{"output": "b", "model": null}\n{"output": "c"}'
    assert [row.model for row in read(tmp_path / "file.jsonl", content)] == ["m", "file", "file"]


def test_limit_is_for_each_file(tmp_path: Path) -> None:
    first, second = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    first.write_bytes(b'{"output": "1"}\n{"output": "2"}\n{"output": "3"}\n')
    second.write_bytes(b'{"output": "4"}\n')
    assert [row.text for row in read_generations([first, second], limit=2)] == ["1", "2", "4"]
