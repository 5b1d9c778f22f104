"""Files are checked first and then read again; what comes is what ``read_generations`` returns."""

from __future__ import annotations

import bz2
import codecs
import csv
import gc
import gzip
import hashlib
import io
import json
import os
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore.errors import InputError, UsageError
from factscore.read import Generations, open_generations, read_generations
from factscore.records import Fact, Generation, Label
from factscore.zstd import compress as zstd

ROWS: list[dict[str, Any]] = [
    {"topic": "Ada Lovelace", "output": "She wrote notes.", "id": 1},
    {"topic": "Émile Zola", "output": "He wrote\u2028novels.", "facts": ["He wrote novels."]},
    {"output": "", "model": "other"},
    {"output": "I cannot say.", "abstained": True, "facts": None},
    {"topic": "Ada Lovelace", "facts": [{"text": "She sang.", "label": "NS"}]},
]


def lines(rows: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def table(rows: list[dict[str, Any]]) -> bytes:
    names = ["topic", "output", "model", "facts", "abstained"]
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(names)
    for row in rows:
        cells = {**row, "facts": json.dumps(row["facts"]) if row.get("facts") else ""}
        writer.writerow([cells.get(name, "") for name in names])
    return text.getvalue().encode()


FORMATS: dict[str, Callable[[list[dict[str, Any]]], bytes]] = {
    "lines": lines,
    "list": lambda rows: json.dumps(rows).encode(),
    "pretty": lambda rows: json.dumps(rows, indent=2).encode(),
    "objects": lambda rows: "\n".join(json.dumps(row, indent=1) for row in rows).encode(),
    "table": table,
}
PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    "plain": bytes,
    "marked": lambda data: codecs.BOM_UTF8 + data,
    "utf16": lambda data: data.decode().encode("utf-16"),
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "zstd": zstd,
}


@pytest.fixture(params=list(FORMATS))
def content(request: pytest.FixtureRequest) -> bytes:
    return FORMATS[request.param](ROWS)


@pytest.mark.parametrize("packing", PACKINGS.values(), ids=PACKINGS)
def test_the_same_as_a_list(
    tmp_path: Path, content: bytes, packing: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "rows"
    path.write_bytes(packing(content))
    found = open_generations([path])
    expected = read_generations([path])
    assert len(expected) == len(ROWS)
    assert list(found) == expected
    assert list(found) == expected
    assert (found.rows, found.count, len(found)) == (5, 5, 5)
    assert found.digest == hashlib.sha256(packing(content)).hexdigest()


texts = st.text(max_size=20)
facts = st.text(min_size=1, max_size=10).filter(lambda text: bool(text.strip()))


@st.composite
def labelled_rows(draw: st.DrawFn) -> dict[str, Any]:
    row: dict[str, Any] = {"output": draw(texts), "note": draw(texts | st.integers(0, 9))}
    if draw(st.booleans()):
        row["topic"] = draw(texts)
    if draw(st.booleans()):
        row["facts"] = draw(st.lists(facts, max_size=3))
        for name in draw(st.sets(st.sampled_from(["ChatGPT_Labels", "LLAMA+NP_Labels"]))):
            row[name] = draw(
                st.lists(
                    st.sampled_from(["S", "NS", "IR", None]),
                    min_size=len(row["facts"]),
                    max_size=len(row["facts"]),
                )
            )
    return row


@given(
    st.lists(st.lists(labelled_rows(), min_size=1, max_size=5), min_size=1, max_size=3),
    st.sampled_from(["lines", "list", "objects"]),
    st.sampled_from(list(PACKINGS)),
    st.none() | st.integers(1, 4),
)
def test_whatever_the_rows_are(
    tmp_path_factory: pytest.TempPathFactory,
    files: list[list[dict[str, Any]]],
    form: str,
    packing: str,
    limit: int | None,
) -> None:
    folder = tmp_path_factory.mktemp("rows")
    paths = [folder / f"m{number}.jsonl" for number in range(len(files))]
    for path, rows in zip(paths, files, strict=True):
        path.write_bytes(PACKINGS[packing](FORMATS[form](rows)))
    found = open_generations(paths, limit=limit)
    expected = read_generations(paths, limit=limit)
    assert list(found) == expected
    assert found.count == sum(min(len(rows), limit or len(rows)) for rows in files)
    assert found.rows == sum(len(rows) for rows in files)
    assert found.models == tuple(dict.fromkeys(row.model for row in expected))
    assert found.topics == {row.topic for row in expected}
    assert found.carried == sum(row.facts is not None for row in expected)


def test_what_is_known_of_the_rows(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_bytes(lines(ROWS))
    two.write_bytes(
        lines([{"output": "a", "time": "2024-05-01T10:00:00Z"}, {"output": "b", "time": 7}])
    )
    found = open_generations([two, one])
    assert found.models == ("two", "one", "other")
    assert found.topics == {None, "Ada Lovelace", "Émile Zola"}
    assert (found.carried, found.bare) == (2, 3)
    assert found.latest == datetime(2024, 5, 1, 10, tzinfo=UTC)
    assert found.remarks == ()
    assert found.digest == hashlib.sha256(two.read_bytes() + one.read_bytes()).hexdigest()
    assert found.digests == tuple(
        hashlib.sha256(path.read_bytes()).hexdigest() for path in (two, one)
    )


NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


def timed(*moments: str) -> bytes:
    return lines([{"output": f"At {moment}.", "time": moment} for moment in moments])


def test_timestamps_in_the_future_do_not_count(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    # Noon of the next day in Lisbon is 11:00 in UTC, and may be.
    one.write_bytes(timed("2024-04-30", "2096-01-01", "2024-05-02T12:00+01:00"))
    two.write_bytes(timed("2024-05-02T12:00:01", "2024-05-01"))
    found = open_generations([one, two], now=NOON)
    assert found.latest == datetime(2024, 5, 2, 11, tzinfo=UTC)
    (remark,) = found.remarks
    assert remark.startswith("2 timestamps are in the future")
    assert remark.endswith(f"(the first is 2096-01-01T00:00:00+00:00 in {one}:2)")
    assert found.count == len(list(found)) == 5


def test_nothing_but_a_timestamp_in_the_future(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(timed("2024-05-02T12:00", "2096-01-01"))
    found = open_generations([path], now=datetime(2024, 5, 1, tzinfo=UTC))
    assert found.latest is None
    assert open_generations([path], limit=1, now=NOON).remarks == ()
    # By the clock of the machine, which is past 2024 and before 2095.
    by_clock = open_generations([path])
    assert by_clock.latest == datetime(2024, 5, 2, 12, tzinfo=UTC)
    assert by_clock.remarks[0].startswith("1 timestamp is in the future")


def test_a_limit_counts_no_more_than_it_keeps(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(lines(ROWS))
    found = open_generations([path], limit=2)
    assert [row.source for row in found] == [f"{path}:1", f"{path}:2"]
    assert (found.rows, found.count, found.models) == (5, 2, ("rows",))
    assert (found.carried, found.bare) == (1, 1)


def test_options_are_those_of_a_list(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(
        lines([{"facts": ["a"], "A_Labels": ["S"], "B_Labels": ["NS"], "contexts": ["She sang."]}])
    )
    (row,) = open_generations([path], labels="B_Labels", documents=True)
    assert row.facts == (Fact("a", label=Label.NOT_SUPPORTED),)
    assert row.documents is not None
    assert [row] == read_generations([path], labels="B_Labels", documents=True)


# Faults are told before anything is read again.

BAD: dict[str, bytes] = {
    "row": lines(ROWS) + b'{"output": 3}\n{"output": }\n',
    "empty": b"",
    "labels": lines([{"facts": ["a", "b"], "X_Labels": ["S"]}, {"output": 1}, *ROWS]),
    "other_labels": lines([{"facts": ["a"], "A_Labels": ["S"], "B_Labels": []}]),
    "passed_over": lines([{"facts": ["a"], "ChatGPT_Labels": ["T"], "B_Labels": []}]),
    "list": b'[{"output": "a"}, 3, {"output": 1}',
    "gzip": gzip.compress(lines(ROWS))[:-9],
    "table": b'topic,output\na,b\nc\n"d',
    "latin": 'topic,output\n"a\né",b,c\n'.encode("latin-1"),
    "many": b'{"output": 1}\n' * 70 + lines([{"facts": ["a"], "X_Labels": []}] * 70),
}


@pytest.mark.parametrize("content", BAD.values(), ids=BAD)
def test_the_same_faults_as_a_list(tmp_path: Path, content: bytes) -> None:
    bad, good, missing = tmp_path / "bad", tmp_path / "good", tmp_path / "missing"
    bad.write_bytes(content)
    good.write_bytes(lines(ROWS))
    paths = [good, missing, bad, good]
    with pytest.raises(InputError) as expected:
        read_generations(paths)
    with pytest.raises(InputError) as caught:
        open_generations(paths)
    assert caught.value.problems == expected.value.problems
    assert caught.value.total == expected.value.total


def test_of_many_faults_the_first_lines_are_told(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    rows: list[dict[str, Any]] = []
    for _ in range(200):
        rows += [{"facts": ["a"], "X_Labels": []}, {"output": 1}, {"output": 2, "topic": 3}]
    path.write_bytes(lines(rows))
    with pytest.raises(InputError) as caught:
        open_generations([path])
    numbers = [int(problem.split(":")[1]) for problem in caught.value.problems[:-1]]
    # Rows in turn with one fault, one fault and two faults.
    assert numbers == [n + 1 for n in range(38) for _ in range(2 if n % 3 == 2 else 1)]
    assert caught.value.problems[-1] == "… and 750 more"
    assert caught.value.total == 800


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"paths": []}, "no input file"),
        ({"paths": "rows.jsonl"}, "put it in a list"),
        ({"paths": ["a"], "limit": 0}, "the limit is 0"),
        ({"paths": ["a"], "facts": "people"}, "choose human or model"),
        ({"paths": ["a"], "sample": 0}, "the sample is 0 rows"),
    ],
)
def test_wrong_use_of_streams(options: dict[str, Any], part: str) -> None:
    with pytest.raises(UsageError, match=part):
        open_generations(**options)


# What can be read only once is kept.


@pytest.fixture
def fifo(tmp_path: Path) -> Path:
    if not hasattr(os, "mkfifo"):
        pytest.skip("this system has no named pipes")
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


def written(path: Path, data: bytes) -> threading.Thread:
    def write() -> None:
        path.write_bytes(data)

    writer = threading.Thread(target=write, daemon=True)
    writer.start()
    return writer


@pytest.mark.parametrize("packing", ["plain", "gzip"])
def test_a_named_pipe(tmp_path: Path, fifo: Path, packing: str, content: bytes) -> None:
    path = tmp_path / "pipe.jsonl"
    path.write_bytes(content)
    expected = [
        replace(row, source=row.source.replace(str(path), str(fifo)))
        for row in read_generations([path])
    ]
    data = PACKINGS[packing](content)
    writer = written(fifo, data)
    with open_generations([fifo]) as found:
        writer.join()
        assert list(found) == expected
        # Two at once do not disturb each other.
        pairs = list(zip(found, found, strict=True))
        assert pairs == [(row, row) for row in expected]
        assert found.digest == hashlib.sha256(data).hexdigest()
        assert found.digests == (found.digest,)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(gzip.compress(lines(ROWS))))
    monkeypatch.setattr(sys, "stdin", stdin)
    with open_generations(["-"]) as found:
        for _ in range(2):
            rows = list(found)
            assert [row.text for row in rows] == [row.get("output", "") for row in ROWS]
            assert [row.source for row in rows] == [f"stdin:{n}" for n in range(1, 6)]
        assert found.models == ("stdin", "other")


def test_a_closed_copy_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines(ROWS))))
    with open_generations(["-"]) as found:
        pass
    with pytest.raises(UsageError, match="closed; read them inside the with statement"):
        list(found)


def test_without_a_with_statement_nothing_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines(ROWS))))
    # A file that is left to the collector open is a warning, and so an error here.
    assert len(list(open_generations(["-"]))) == 5
    gc.collect()


def test_no_room_for_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no device here that is always full")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines(ROWS) * 10_000)))
    full = Path("/dev/full").open("wb")  # noqa: SIM115 - closed as a temporary file is
    monkeypatch.setattr("factscore.read.contents.tempfile.TemporaryFile", lambda: full)
    with pytest.raises(InputError, match=r"stdin: .*no copy of it in .*No space.*TMPDIR"):
        open_generations(["-"])


PROGRAM = """
import sys
from factscore.read import open_generations
found = open_generations(sys.argv[1:])
print(len(list(found)), len(list(found)), found.models)
"""


def test_process_substitution(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl.gz"
    path.write_bytes(gzip.compress(lines(ROWS)))
    command = f'"$0" -W error -c "$1" <(gzip -dc {path}) - < {path}'
    ended = subprocess.run(
        ["bash", "-c", command, sys.executable, PROGRAM],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    counts, models = ended.stdout.split(" (")
    assert counts == "10 10"
    assert "'other', 'stdin'" in models


# A file that is not what it was


def changed(found: Generations, path: Path) -> None:
    with pytest.raises(InputError) as caught:
        list(found)
    (problem,) = caught.value.problems
    assert problem.startswith(f"{path}: changed after it was checked; run again")


@pytest.mark.parametrize(
    "after",
    [
        lines(ROWS[:4]),
        lines([*ROWS, *ROWS]),
        lines(ROWS).replace(b"notes", b"poems"),
        lines(ROWS[:3]) + b"x" * len(lines(ROWS[3:])),
        b"",
    ],
    ids=["shorter", "longer", "other_words", "broken", "empty"],
)
@pytest.mark.parametrize("same_time", [False, True])
def test_a_file_that_was_written_to(tmp_path: Path, after: bytes, same_time: bool) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(lines(ROWS))
    os.utime(path, (1_000_000, 1_000_000))
    found = open_generations([path])
    path.write_bytes(after)
    if same_time:
        os.utime(path, (1_000_000, 1_000_000))
    changed(found, path)


def test_a_file_that_only_has_another_time(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(lines(ROWS))
    found = open_generations([path], limit=1)
    os.utime(path, (1_000_000, 1_000_000))
    changed(found, path)


def test_a_file_that_is_written_to_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(lines(ROWS) * 1000)
    found = iter(open_generations([path]))
    next(found)
    with path.open("ab") as stream:
        stream.write(lines(ROWS))
    with pytest.raises(InputError, match="changed after it was checked"):
        list(found)


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(lines(ROWS))
    found = open_generations([path])
    path.unlink()
    with pytest.raises(InputError, match="no such file"):
        list(found)


# Memory


def peak_of(path: Path, **options: Any) -> int:
    gc.collect()
    tracemalloc.start()
    try:
        for _ in open_generations([path], **options):
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("form", ["lines", "table"])
@pytest.mark.parametrize("options", [{}, {"sample": 50}], ids=["all", "sample"])
@pytest.mark.parametrize("packing", ["plain", "gzip"])
def test_memory_does_not_grow_with_the_rows(
    tmp_path: Path, form: str, options: dict[str, Any], packing: str
) -> None:
    rows: list[dict[str, Any]] = [
        # Python keeps some thousand tuples of up to 20 items for later; these are longer.
        {"topic": f"T{n % 50}", "output": f"{n} " * 200, "facts": [f"{n} {i}" for i in range(24)]}
        for n in range(120)
    ]
    small, large = tmp_path / "small", tmp_path / "large"
    small.write_bytes(PACKINGS[packing](FORMATS[form](rows)))
    large.write_bytes(PACKINGS[packing](FORMATS[form](rows * 8)))
    peak_of(small, **options)
    peak = peak_of(large, **options)
    assert peak < 1.3 * peak_of(small, **options)
    assert peak < sum(len(line) for line in lines(rows * 8).splitlines())


def test_memory_does_not_grow_with_the_faults(tmp_path: Path) -> None:
    def peak(count: int) -> int:
        path = tmp_path / "bad.jsonl"
        path.write_bytes(b'{"output": 1, "topic": 2}\n' * count)
        tracemalloc.start()
        try:
            with pytest.raises(InputError) as caught:
                open_generations([path])
            assert caught.value.total == 2 * count
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(500)
    assert peak(4000) < 1.3 * peak(500)


def test_a_generation_is_made_only_when_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(lines(ROWS))
    found = iter(open_generations([path]))
    assert next(found) == Generation(
        "She wrote notes.", "Ada Lovelace", "rows", extra={"id": 1}, source=f"{path}:1"
    )
