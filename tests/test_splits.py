"""Groups of rows by a field."""

from __future__ import annotations

import pytest

from factscore.errors import UsageError
from factscore.records import Generation, JsonValue
from factscore.splits import Groups, row_values, split_rows


def rows(*values: JsonValue, name: str = "field") -> list[Generation]:
    return [Generation("", extra={name: value}) for value in values]


def test_values_as_they_are_written() -> None:
    found = split_rows(rows("b", "a", 3, True, 2.5, "b", {"y": 1, "x": "é"}), "field")
    assert found == {
        "b": [0, 5],
        "a": [1],
        "3": [2],
        "true": [3],
        "2.5": [4],
        '{"x": "é", "y": 1}': [6],
    }
    assert list(found)[:2] == ["b", "a"]


def test_a_list_puts_a_row_into_each_of_its_groups() -> None:
    found = split_rows(rows(["rare", "Asia"], ["freq", "Asia"], ["rare", "rare"]), "field")
    # Rarities before regions, as in the lists.
    assert list(found.items()) == [("rare", [0, 2]), ("freq", [1]), ("Asia", [0, 1])]


def test_no_value_is_a_group_of_its_own_and_the_last() -> None:
    made = [*rows(None, [], ["x", None]), Generation("")]
    assert list(split_rows(made, "field").items()) == [("x", [2]), (None, [0, 1, 3])]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("field.region", {"Asia": [0], None: [1]}),
        ("field.cat.1", {"b": [0], None: [1]}),
        ("field.tags.name", {"one": [0], "two": [0], None: [1]}),
        ("field.tags.1.name", {"two": [0], None: [1]}),
    ],
)
def test_paths(path: str, expected: dict[str | None, list[int]]) -> None:
    nested: JsonValue = {
        "region": "Asia",
        "cat": ["a", "b"],
        "tags": [{"name": "one"}, {"name": "two"}],
    }
    assert split_rows(rows(nested, {"other": 1}), path) == expected


def test_a_name_with_a_dot_is_a_name_first() -> None:
    assert split_rows(rows("x", name="a.b"), "a.b") == {"x": [0]}


def test_values_of_one_row() -> None:
    [row] = rows(["b", "a", "b", None, {"y": 1}])
    assert row_values(row, "field") == ["b", "a", '{"y": 1}']
    assert row_values(row, "field.y") == ["1"]
    assert row_values(row, "other") == []


def test_groups_by_first_entries_then_by_appearance() -> None:
    groups = Groups()
    groups.add(0, ["x", "late"])
    groups.add(2, [])
    groups.add(5, ["late", "y"])
    # "late" is a first entry too, in row 5; "y" never is.
    assert list(groups.ordered().items()) == [("x", [0]), ("late", [0, 5]), ("y", [5])]
    assert len(groups) == 3


def test_model_and_topic() -> None:
    made = [Generation("", topic="Ada", model="m"), Generation("", topic=None, model="n")]
    assert split_rows(made, "model") == {"m": [0], "n": [1]}
    assert split_rows(made, "topic") == {"Ada": [0], None: [1]}


@pytest.mark.parametrize("path", ["feild", "field.a", "field.9", "", "field.", "."])
def test_no_such_field(path: str) -> None:
    with pytest.raises(UsageError, match="choose one of model, topic, field") as caught:
        split_rows(rows("x", ["y"]), path)
    assert repr(path) in str(caught.value)
    assert ("did you mean field?" in str(caught.value)) == path.startswith("f")
