"""Every kind of bad input gets its line: file, line number, what is wrong, what to do."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from factscore.errors import InputError, UsageError
from factscore.read import read_generations

GOOD = b'{"topic": "Ada Lovelace", "output": "She wrote notes."}\n'


def problems_of(path: Path, content: bytes, **options: str) -> list[str]:
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_generations([path], **options)  # type: ignore[arg-type]
    return list(caught.value.problems)


@dataclass(frozen=True)
class Bad:
    name: str
    content: bytes
    line: int
    """0: the file as a whole."""
    parts: tuple[str, ...]


def row(**fields: object) -> bytes:
    return GOOD + json.dumps(fields).encode() + b"\n"


CASES = [
    Bad("empty", b"", 0, ("no rows", "each line")),
    Bad("blank", b"\n \n\r\n", 0, ("no rows",)),
    Bad("empty_list", b"[]", 0, ("no rows",)),
    Bad("empty_gzip", gzip.compress(b""), 0, ("no rows",)),
    Bad("header_only", b"topic,output\n", 0, ("no rows",)),
    Bad("invalid_json", GOOD + b'{"output": "a" "b"}\n', 2, ("column 16", "','", "whole JSON")),
    Bad("cut_off", GOOD + b'{"output": "a', 2, ("column 12", "Unterminated string", "each line")),
    Bad("two_values", GOOD + b'{"output": "a"} {"output": "b"}\n', 2, ("column 17", "more text")),
    Bad("not_object", GOOD + b'["a"]\n', 2, ("a row is a list", '"output"')),
    Bad("string_row", GOOD + b'"a"\n', 2, ("a row is a string",)),
    Bad("null_row", GOOD + b"null\n", 2, ("a row is null",)),
    Bad("nan", GOOD + b'{"output": "a", "x": NaN}\n', 2, ("NaN", "null")),
    Bad("infinity", GOOD + b'{"output": "a", "x": -Infinity}\n', 2, ("-Infinity", "null")),
    Bad("overflow", GOOD + b'{"output": "a", "x": 1e999}\n', 2, ("1e999", "quotes")),
    Bad("long_int", GOOD + b'{"output": "a", "x": %s}\n' % (b"9" * 5000), 2, ("64 bits", "quotes")),
    Bad("deep", GOOD + b'{"output": "a", "x": ' + b"[" * 300 + b"]" * 300 + b"}", 2, ("nested",)),
    Bad("bottomless", GOOD + b'{"output": ' + b'{"a":' * 100_000, 2, ("nested", "flatten")),
    Bad("bottomless_list", b"\n" + b"[" * 100_000, 2, ("nested", "flatten")),
    Bad("surrogate", GOOD + b'{"output": "ab\\ud83d"}', 2, ("output", "\\ud83d", "3", "\\ufffd")),
    Bad("surrogate_topic", GOOD + b'{"topic": "\\udc00", "output": ""}', 2, ("topic", "\\udc00")),
    Bad(
        "surrogate_fact",
        GOOD + b'{"output": "", "facts": ["a", {"text": "\\uD800"}]}',
        2,
        ("facts[1].text", "surrogate"),
    ),
    Bad("surrogate_key", GOOD + b'{"output": "", "a\\ud800": 1}', 2, ("name of a field",)),
    Bad(
        "latin1",
        GOOD + '{"output": "é"}'.encode("latin-1"),
        2,
        ("0xe9", "iconv -f latin1 -t utf-8"),
    ),
    Bad(
        "latin1_list", '[{"output": "a"},\n{"output": "é"}]'.encode("latin-1"), 2, ("0xe9", "iconv")
    ),
    Bad("latin1_csv", "topic,output\na,b\nc,é\n".encode("latin-1"), 3, ("0xe9", "iconv")),
    Bad("utf16_cut", '{"output": "a"}'.encode("utf-16")[:-1], 0, ("utf-16", "UTF-8")),
    Bad("gzip_cut", gzip.compress(GOOD * 50)[:-12], 0, ("gzip", "again")),
    Bad("gzip_rotten", gzip.compress(GOOD)[:12] + b"\xff" * 20, 0, ("gzip", "again")),
    Bad("zip", b"PK\x03\x04rest of it", 0, ("zip", "unpack")),
    Bad("bzip2_cut", b"BZh91AY&SY", 0, ("bzip2", "again")),
    Bad("prose", b"Ada Lovelace wrote notes.\n", 1, ("neither", "Ada Lovelace wrote", '"output"')),
    Bad("number_topic", row(topic=1984, output="a"), 2, ("topic is a number", "put it in quotes")),
    Bad("list_topic", row(topic=["a"], output="a"), 2, ("topic is a list", "write a string")),
    Bad("no_output", row(topic="Ada", ouput="a"), 2, ("no output", "response", "'topic', 'ouput'")),
    Bad("empty_row", row(), 2, ("no output", "no field at all")),
    Bad("null_output", row(output=None), 2, ("output is null", '""', '"abstained": true')),
    Bad("null_response", row(response=None), 2, ("response is null",)),
    Bad("number_output", row(output=3), 2, ("output is a number", "quotes")),
    Bad("list_output", row(output=["a"]), 2, ("output is a list", "string")),
    Bad("two_outputs", row(output="a", text="b"), 2, ("output and text", "keep one")),
    Bad("number_model", row(output="a", model=4), 2, ("model is a number", "quotes")),
    Bad("abstained", row(output="a", abstained="yes"), 2, ("abstained is 'yes'", "true or false")),
    Bad("abstained_int", row(output="a", abstained=1), 2, ("abstained is a number",)),
    Bad("facts_string", row(output="a", facts="b"), 2, ("facts is a string", "list of strings")),
    Bad("fact_number", row(output="a", facts=["b", 3]), 2, ("facts[1] is a number", "string")),
    Bad("fact_null", row(output="a", facts=[None]), 2, ("facts[0] is null",)),
    Bad("fact_blank", row(output="a", facts=["b", " "]), 2, ("facts[1] is blank", "delete")),
    Bad("fact_no_text", row(output="a", facts=[{"label": "S"}]), 2, ("facts[0].text is null",)),
    Bad(
        "label",
        row(facts=[{"text": "a", "label": "maybe"}]),
        2,
        ("facts[0].label", "'maybe'", '"NS"'),
    ),
    Bad("label_int", row(facts=[{"text": "a", "label": 1}]), 2, ("facts[0].label is a number",)),
    Bad(
        "sentence", row(facts=[{"text": "a", "sentence": 1}]), 2, ("facts[0].sentence is a number",)
    ),
    Bad("half_span", row(facts=[{"text": "a", "start": 1}]), 2, ("facts[0]", "start and end")),
    Bad("turned", row(facts=[{"text": "a", "start": 2, "end": 1}]), 2, ("facts[0]", "no span")),
    Bad(
        "span_past_end",
        row(output="abc", facts=[{"text": "a", "start": 0, "end": 4}]),
        2,
        ("facts[0].end is 4", "3 characters"),
    ),
    Bad("both", row(output="a", facts=["b"], annotations=[]), 2, ("both facts and annotations",)),
    Bad("annotations", row(output="a", annotations="b"), 2, ("annotations is a string", "null")),
    Bad("annotation", row(output="a", annotations=[1]), 2, ("annotations[0] is a number",)),
    Bad(
        "annotation_text",
        row(output="a", annotations=[{"text": 1, "human-atomic-facts": None}]),
        2,
        ("annotations[0].text is a number",),
    ),
    Bad(
        "annotation_label",
        row(output="a", annotations=[{"human-atomic-facts": [{"text": "b", "label": "X"}]}]),
        2,
        ("annotations[0].human-atomic-facts[0].label is 'X'",),
    ),
    Bad(
        "annotation_facts",
        row(output="a", annotations=[{"human-atomic-facts": "b"}]),
        2,
        ("annotations[0].human-atomic-facts is a string",),
    ),
    Bad("few_labels", row(facts=["a", "b"], X_Labels=["S"]), 2, ("1 X_Labels for 2 facts",)),
    Bad("odd_label", row(facts=["a"], X_Labels=["T"]), 2, ("X_Labels[0] is 'T'",)),
    Bad("no_label_list", row(facts=["a"], X_Labels="S"), 2, ("X_Labels is a string", "list")),
    Bad(
        "labels_twice",
        row(facts=[{"text": "a", "label": "S"}], X_Labels=["S"]),
        2,
        ("keep one",),
    ),
    Bad("csv_cells", b"topic,output\na,b\nc,d,e\n", 3, ("cells: 3", "2 in the header", "quotes")),
    Bad("csv_short", b"topic,output\na\n", 2, ("cells: 1", "2 in the header")),
    Bad("csv_quote", b'topic,output\na,b\nc,"d\n', 3, ("never closed",)),
    Bad("csv_broken", b'topic,output\n"a"x,b\n', 2, ("broken CSV",)),
    Bad("csv_twice", b"output,output\na,b\n", 1, ("'output' more than once",)),
    Bad("csv_facts", b"output,facts\na,\"['b']\"\n", 2, ("facts is not JSON", "JSON list")),
    Bad("csv_fact", b'output,facts\na,"[""b"", 1]"\n', 2, ("facts[1] is a number",)),
    Bad("csv_abstained", b"output,abstained\na,maybe\n", 2, ("abstained is 'maybe'",)),
    Bad("csv_no_output", b"topic,facts\na,\n", 2, ("no output", "'topic'")),
    Bad("list_item", b'[\n{"output": "a"},\n3\n]', 3, ("a row is a number",)),
    Bad(
        "list_broken",
        b'[\n{"output": "a"}\n{"output": "b"}]',
        3,
        ("column 1", "','", "nothing after"),
    ),
    Bad("list_open", b'[{"output": "a"},\n{"output": "b"}', 2, ("column 16", "']'")),
    Bad("list_comma", b'[{"output": "a"},\n]', 2, ("column 1", "Expecting value")),
    Bad("list_rest", b'[{"output": "a"}]\n\n  x', 3, ("column 3", "after the end of the list")),
    Bad("list_nan", b'[{"output": "a"},\n{"output": NaN}]', 2, ("NaN", "null")),
    Bad("spread_broken", b'{\n"output": "a"\n}\n{\n"output" 1}', 5, ("column 10", "':'")),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_bad_content_is_told_with_file_line_and_remedy(tmp_path: Path, case: Bad) -> None:
    path = tmp_path / "rows.jsonl"
    (problem,) = problems_of(path, case.content)
    place = f"{path}:{case.line}: " if case.line else f"{path}: "
    assert problem.startswith(place)
    told = problem.removeprefix(place)
    for part in case.parts:
        assert part in told
    assert "\n" not in problem
    assert len(problem) < 400


def test_all_invalid_lines_are_told_at_once(tmp_path: Path) -> None:
    lines = [GOOD] * 10
    lines[6] = b'{"output": }\n'
    lines[8] = b"{'output': 'a'}\n"
    path = tmp_path / "rows.jsonl"
    seventh, ninth = problems_of(path, b"".join(lines))
    assert seventh.startswith(f"{path}:7: invalid JSON at column 12")
    assert ninth.startswith(f"{path}:9: invalid JSON at column 2")


def test_all_faults_of_a_row_are_told(tmp_path: Path) -> None:
    content = b'{"topic": 7, "output": null, "abstained": "no", "model": 1}'
    problems = problems_of(tmp_path / "rows.jsonl", content)
    assert len(problems) == 4
    told = "\n".join(problems)
    assert all(name in told for name in ("topic", "output", "abstained", "model"))


def test_problems_of_all_files_are_told_in_order(tmp_path: Path) -> None:
    bad, good, folder = tmp_path / "bad.jsonl", tmp_path / "good.jsonl", tmp_path / "folder"
    bad.write_bytes(b'{"output": 1}\n{\n')
    good.write_bytes(GOOD)
    folder.mkdir()
    missing = tmp_path / "missing.jsonl"
    with pytest.raises(InputError) as caught:
        read_generations([bad, missing, good, folder])
    starts = [f"{bad}:1: ", f"{bad}:2: ", f"{missing}: no such file", f"{folder}: a folder"]
    assert len(caught.value.problems) == len(starts)
    for problem, start in zip(caught.value.problems, starts, strict=True):
        assert problem.startswith(start)


def test_faults_of_labels_stand_in_line_order(tmp_path: Path) -> None:
    content = b'{"facts": ["a"], "X_Labels": []}\n{"output": 1}\n'
    problems = problems_of(tmp_path / "rows.jsonl", content)
    assert [problem.split(":")[1] for problem in problems] == ["1", "2"]


def test_a_problem_is_one_line_whatever_a_field_is_called(tmp_path: Path) -> None:
    content = json.dumps({"facts": ["a"], "x\n\u2028_Labels": "S"}).encode()
    (problem,) = problems_of(tmp_path / "rows.jsonl", content)
    assert len(problem.splitlines()) == 1


def test_only_so_many_problems_are_told(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"output": 1}\n' * 1284)
    with pytest.raises(InputError) as caught:
        read_generations([path])
    assert len(caught.value.problems) == 51
    assert caught.value.problems[-1] == "… and 1,234 more"
    assert caught.value.total == 1284


def test_few_problems_are_all_counted(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"output": 1}\n' * 50)
    with pytest.raises(InputError) as caught:
        read_generations([path])
    assert (len(caught.value.problems), caught.value.total) == (50, 50)


def test_file_without_permission(tmp_path: Path, unprivileged: None) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(GOOD)
    path.chmod(0)
    with pytest.raises(InputError, match=r"rows\.jsonl: cannot be read \(Permission denied\)"):
        read_generations([path])


def test_file_that_breaks_while_it_is_read() -> None:
    path = Path("/proc/self/mem")
    if not path.exists():
        pytest.skip("no file here that opens but cannot be read")
    with pytest.raises(InputError, match=r"mem: cannot be read \(Input/output error\)"):
        read_generations([path])


def test_path_through_a_file(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(GOOD)
    with pytest.raises(InputError, match=r"x: cannot be read \(Not a directory\)"):
        read_generations([path / "x"])


def test_the_same_file_twice(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(GOOD)
    again = tmp_path / "." / ".." / tmp_path.name / "rows.jsonl"
    with pytest.raises(InputError) as caught:
        read_generations([path, str(again)])
    assert caught.value.problems == (f"{again}: given twice; name each file once",)


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"paths": []}, "no input file"),
        ({"paths": "rows.jsonl"}, "put it in a list"),
        ({"paths": ["a"], "limit": 0}, "the limit is 0"),
        ({"paths": ["a"], "facts": "people"}, "choose human or model"),
    ],
)
def test_wrong_use(options: dict[str, object], part: str) -> None:
    with pytest.raises(UsageError, match=part):
        read_generations(**options)  # type: ignore[arg-type]
