"""Rows of RAG systems: what they bring to be judged by."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from factscore.errors import InputError
from factscore.read import open_generations, read_generations, to_generation
from factscore.records import Document, Generation


def made(row: dict[str, Any], *, asked: bool = True) -> Generation:
    fields = {"output": "a", **row}
    return to_generation(fields, facts="human", model="m", source="", documents=asked)


@pytest.mark.parametrize("name", ["contexts", "documents"])
@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (["She sang.", "She wrote."], [Document("She sang."), Document("She wrote.")]),
        ("She sang.", [Document("She sang.")]),
        ("[1] She sang.", [Document("[1] She sang.")]),
        ('["She sang.", {"text": "b"}]', [Document("She sang."), Document("b")]),
        ([{"text": "a", "title": "Ada"}], [Document("a", "Ada")]),
        ([{"content": "a", "source": "wiki"}], [Document("a", "wiki")]),
        ([{"page_content": "a"}], [Document("a")]),
        ([{"text": "a", "content": "b", "title": "t", "source": "s"}], [Document("a", "t")]),
        ([{"text": None, "content": "b", "title": " "}], [Document("b")]),
        (
            [{"page_content": "a", "metadata": {"source": "ada.html", "page": 3}}],
            [Document("a", "ada.html")],
        ),
        ([{"text": "a", "metadata": {"title": 3}, "score": 0.5}], [Document("a")]),
        (["", " \n", {"text": ""}, "b"], [Document("b")]),
        ([], []),
        ("[]", []),
    ],
)
def test_documents(name: str, value: object, expected: list[Document]) -> None:
    generation = made({name: value})
    assert generation.documents == tuple(expected)
    assert generation.extra == {name: value}


@pytest.mark.parametrize(
    "row", [{}, {"contexts": None}, {"contexts": " "}, {"documents": ""}, {"context": ["a"]}]
)
def test_no_documents(row: dict[str, Any]) -> None:
    assert made(row).documents is None


@pytest.mark.parametrize("value", [["a"], 3, [None], {}])
def test_nobody_asked(value: object) -> None:
    generation = made({"contexts": value}, asked=False)
    assert (generation.documents, generation.extra) == (None, {"contexts": value})


def test_two_names() -> None:
    one, other = (
        made({"contexts": ["a"], "documents": ["a"]}),
        made({"contexts": "", "documents": "a"}),
    )
    assert one.documents == other.documents == (Document("a"),)
    with pytest.raises(InputError, match="contexts and documents are different; keep one"):
        made({"contexts": ["a"], "documents": ["b"]})


@pytest.mark.parametrize(
    ("value", "parts"),
    [
        (3, ("contexts is a number", "list of strings")),
        (True, ("contexts is true or false",)),
        ({"text": "a"}, ("contexts is an object",)),
        ([3], ("contexts[0] is a number", '"title"')),
        (["a", None], ("contexts[1] is null",)),
        ([["a"]], ("contexts[0] is a list",)),
        ([{"title": "Ada"}], ("contexts[0] has no text, content, page_content",)),
        ([{"text": 3}], ("contexts[0].text is a number",)),
        ([{"content": ["a"]}], ("contexts[0].content is a list",)),
        ([{"text": "a", "title": 3}], ("contexts[0].title is a number",)),
        ("[3]", ("contexts[0] is a number",)),
    ],
)
def test_bad_documents(value: object, parts: tuple[str, ...]) -> None:
    with pytest.raises(InputError) as caught:
        made({"contexts": value})
    (fault,) = caught.value.problems
    assert all(part in fault for part in parts)


def test_in_files(tmp_path: Path) -> None:
    lines, table = tmp_path / "rag.jsonl", tmp_path / "rag.csv"
    lines.write_text(json.dumps({"response": "She sang.", "contexts": ["a", "b"]}))
    table.write_text('response,contexts\nShe sang.,"[""a"", ""b""]"\nShe wrote.,c\n')
    expected = (Document("a"), Document("b"))
    (row,) = read_generations([lines], documents=True)
    assert (row.documents, row.extra) == (expected, {"contexts": ["a", "b"]})
    rows = list(open_generations([table], documents=True))
    assert [row.documents for row in rows] == [expected, (Document("c"),)]
    assert [row.documents for row in read_generations([table])] == [None, None]


def test_faults_of_documents_have_their_places(tmp_path: Path) -> None:
    path = tmp_path / "rag.jsonl"
    path.write_text('{"output": "a"}\n{"output": "a", "contexts": [1, "b", 2]}\n')
    with pytest.raises(InputError) as caught:
        open_generations([path], documents=True)
    assert [problem.split(" is ")[0] for problem in caught.value.problems] == [
        f"{path}:2: contexts[0]",
        f"{path}:2: contexts[2]",
    ]
    assert open_generations([path]).count == 2
