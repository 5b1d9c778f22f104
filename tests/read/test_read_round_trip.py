"""Whatever a row holds, it reads back the same from every format."""

from __future__ import annotations

import csv
import gzip
import io
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from factscore.read import Fault, read_rows, to_generation
from factscore.read.strict_json import JsonError, parse
from factscore.records import Fact, Generation

OURS = {"topic", "output", "response", "text", "generation", "model", "facts", "annotations"}
OURS |= {"abstained", "status"}

texts = st.text(max_size=30)
said = st.text(min_size=1, max_size=20).filter(lambda text: bool(text.strip()))
names = st.text(min_size=1, max_size=8).filter(
    lambda name: name == name.strip() and name not in OURS and not name.endswith("_Labels")
)
numbers = st.integers(-(2**63), 2**64 - 1) | st.floats(allow_nan=False, allow_infinity=False)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


@st.composite
def generations(draw: st.DrawFn, extra_values: st.SearchStrategy[Any] = values) -> Generation:
    facts = draw(st.none() | st.lists(said, max_size=3))
    return Generation(
        text=draw(texts),
        topic=draw(said),
        model=draw(said),
        facts=None if facts is None else tuple(Fact(text) for text in facts),
        abstained=draw(st.none() | st.booleans()),
        extra=draw(st.dictionaries(names, extra_values, max_size=3)),
    )


def fields_of(generation: Generation) -> dict[str, Any]:
    facts = generation.facts
    return {
        "topic": generation.topic,
        "output": generation.text,
        "model": generation.model,
        "facts": None if facts is None else [fact.text for fact in facts],
        "abstained": generation.abstained,
        **generation.extra,
    }


def read_back(content: bytes) -> list[Generation]:
    read = []
    for row in read_rows(io.BytesIO(content)):
        assert not isinstance(row, Fault), row
        read.append(to_generation(row.fields, facts="human", model="", source=""))
    return read


@given(st.lists(generations(), min_size=1, max_size=4), st.booleans(), st.booleans())
def test_json_lines(rows: list[Generation], ascii_only: bool, packed: bool) -> None:
    lines = [json.dumps(fields_of(row), ensure_ascii=ascii_only) for row in rows]
    content = "\n".join(lines).encode()
    assert read_back(gzip.compress(content) if packed else content) == rows


@given(st.lists(generations(), min_size=1, max_size=4), st.sampled_from([None, 0, 2]))
def test_json_list(rows: list[Generation], indent: int | None) -> None:
    content = json.dumps([fields_of(row) for row in rows], indent=indent)
    assert read_back(content.encode()) == rows


@given(
    st.lists(generations(extra_values=texts), min_size=1, max_size=3),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_csv(rows: list[Generation], delimiter: str, newline: str) -> None:
    columns = ["topic", "output", "model", "facts", "abstained"]
    table = io.StringIO()
    writer = csv.writer(table, delimiter=delimiter, lineterminator=newline, quoting=csv.QUOTE_ALL)
    writer.writerow(columns)
    for row in rows:
        cells = fields_of(row)
        cells["facts"] = "" if row.facts is None else json.dumps(cells["facts"])
        cells["abstained"] = "" if row.abstained is None else str(row.abstained)
        writer.writerow([cells[name] for name in columns])
    bare = [Generation(row.text, row.topic, row.model, row.facts, row.abstained) for row in rows]
    assert read_back(table.getvalue().encode()) == bare


@given(st.lists(generations(), min_size=1, max_size=4))
def test_every_row_has_the_line_it_begins_on(rows: list[Generation]) -> None:
    lines = [json.dumps(fields_of(row), indent=1) for row in rows]
    expected = [1 + sum(line.count("\n") + 1 for line in lines[:i]) for i in range(len(lines))]
    in_list = "[" + "\n,".join(lines) + "]"
    assert [row.line for row in read_rows(io.BytesIO(in_list.encode()))] == expected
    assert [row.line for row in read_rows(io.BytesIO("\n".join(lines).encode()))] == expected


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_any_bytes_give_rows_or_faults(content: bytes) -> None:
    for found in read_rows(io.BytesIO(content)):
        assert isinstance(found, Fault) or isinstance(found.fields, dict)


@given(values)
def test_strict_json_agrees_with_the_standard_library(value: Any) -> None:
    text = json.dumps(value)
    assert parse(text) == json.loads(text)


@given(st.text(alphabet='[]{}",:0123456789.eE-+truefalsn\\ \n', max_size=20))
def test_strict_json_takes_only_what_the_standard_library_takes(text: str) -> None:
    try:
        value = parse(text)
    except JsonError:
        return
    assert value == json.loads(text)
