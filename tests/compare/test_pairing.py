"""Which items and which models of two files belong together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from results_files import item, write_results

from factscore.compare import ComparisonResult, compare_results
from factscore.errors import InputError, UsageError
from factscore.records import ItemResult

Items = Sequence[ItemResult]


def compared(folder: Path, first: Items, second: Items, **options: object) -> ComparisonResult:
    paths = write_results(folder / "a.jsonl", first), write_results(folder / "b.jsonl", second)
    return compare_results(*paths, **options)  # type: ignore[arg-type]


def test_topics_are_paired_whatever_their_order(tmp_path: Path) -> None:
    first = [item("Ada", 0.5), item("Emmy", 0.25), item("Sofya", 0.75)]
    second = [item("Maria", 0.5), item("Emmy", 0.5), item("Ada", 0.5)]
    (model,) = compared(tmp_path, first, second).models
    counts = model.items
    assert (counts.paired, counts.only_first, counts.only_second) == (2, 1, 1)
    assert model.difference == 0.125
    assert (model.wins, model.ties, model.losses) == (1, 1, 0)


def test_the_nth_text_of_a_topic_is_paired_with_the_nth(tmp_path: Path) -> None:
    first = [item("Ada", 0.5), item("Emmy", 0.5), item("Ada", 0.25), item("Ada", 1.0)]
    second = [item("Ada", 0.75), item("Ada", 0.25), item("Emmy", 0.0)]
    (model,) = compared(tmp_path, first, second).models
    moved = [(one.key.value, one.first, one.second) for one in model.moved]
    assert moved == [("Emmy", 0.5, 0.0), ("Ada", 0.5, 0.75)]
    assert (model.items.paired, model.items.only_first, model.items.repeated) == (3, 1, 1)


@pytest.mark.parametrize(
    ("first", "second", "paired"),
    [
        ({"id": 1, "custom_id": "x"}, {"id": 1, "custom_id": "y"}, 1),
        ({"id": None, "custom_id": "x"}, {"custom_id": "x"}, 1),
        ({"prompt": "Who?", "input": "a"}, {"prompt": "Who?"}, 1),
        ({"question": "Who?"}, {"question": "Who?", "prompt": ""}, 1),
        ({"input": ["a", "b"]}, {"input": ["a", "b"]}, 1),
        # An identifier is not equal to the same text in another field.
        ({"id": "Who?"}, {"prompt": "Who?"}, 0),
        ({"id": "Who?"}, {"id": "Who?", "prompt": ""}, 1),
        ({"name": "x"}, {"name": "x"}, 0),
    ],
)
def test_rows_without_topics_are_paired_by_an_identifier(
    tmp_path: Path, first: dict[str, object], second: dict[str, object], paired: int
) -> None:
    common = item("Ada", 0.5)
    a = [common, item(None, 0.5, extra=first)]  # type: ignore[arg-type]
    b = [common, item(None, 0.5, extra=second)]  # type: ignore[arg-type]
    counts = compared(tmp_path, a, b).models[0].items
    assert counts.paired == 1 + paired
    assert counts.keyless == (2 if "name" in first else 0)


def test_a_named_field_pairs(tmp_path: Path) -> None:
    first = [item("Ada", 0.5, extra={"meta": {"id": 7}}), item("Emmy", 0.5, extra={"meta": {}})]
    second = [item("Lovelace", 1.0, extra={"meta": {"id": 7}}), item("Emmy", 0.5)]
    result = compared(tmp_path, first, second, key="meta.id")
    (moved,) = result.models[0].moved
    assert (str(moved.key), moved.topic, result.key) == ("meta.id '7'", "Ada", "meta.id")
    assert result.models[0].items.keyless == 2


def test_several_values_of_a_field_are_one_key(tmp_path: Path) -> None:
    first = [item("Ada", 0.5, extra={"cat": ["x", "y"]}), item("Emmy", 0.5, extra={"cat": ["y"]})]
    second = [item("Ada", 0.5, extra={"cat": ["y", "x"]}), item("Emmy", 0.5, extra={"cat": "z"})]
    assert compared(tmp_path, first, second, key="cat").models[0].items.paired == 1


def test_a_field_that_nobody_has(tmp_path: Path) -> None:
    rows = [item("Ada", 0.5, extra={"ident": 7})]
    with pytest.raises(UsageError, match=r"--key: .*a\.jsonl: .*'idents'.*did you mean ident\?"):
        compared(tmp_path, rows, rows, key="idents")


def test_no_common_item_shows_the_keys_of_both(tmp_path: Path) -> None:
    first = [item(name, 0.5) for name in ("Ada", "Emmy", "Sofya", "Maria", "Lise")]
    second = [item(None, 0.5, extra={"id": 12}), item(None, 0.5)]
    with pytest.raises(InputError) as caught:
        compared(tmp_path, first, second)
    (problem,) = caught.value.problems
    assert "a.jsonl has topic 'Ada', topic 'Emmy', topic 'Sofya' and 2 more;" in problem
    assert "b.jsonl has id '12'; name a field whose values both have with --key" in problem
    with pytest.raises(InputError, match=r"b\.jsonl has neither topics nor identifiers in its 1"):
        compared(tmp_path, first, second[1:])


def models(*names: str) -> list[ItemResult]:
    return [item(topic, 0.5, model=name) for topic in ("Ada", "Emmy") for name in names]


@pytest.mark.parametrize(
    ("first", "second", "named", "pairs"),
    [
        ("a", "b", "", "a b"),  # one with one, whatever they are called
        ("abc", "bcd", "", "b b, c c"),
        ("abc", "bcd", "c", "c c"),
        ("abc", "cb", "cb", "b b, c c"),  # in A's order
        ("abc", "z", "b", "b z"),  # one of A with the one of B
        ("z", "abc", "b", "z b"),
        ("ab", "a", "", "a a"),
    ],
)
def test_which_models_are_compared(
    tmp_path: Path, first: str, second: str, named: str, pairs: str
) -> None:
    result = compared(tmp_path, models(*first), models(*second), models=list(named))
    assert ", ".join(f"{one.first} {one.second}" for one in result.models) == pairs
    assert result.first.others == tuple(
        name for name in first if name not in {one.first for one in result.models}
    )


def test_no_common_model_lists_both(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        compared(tmp_path, models("a", "b"), models("c", "d"))
    (problem,) = caught.value.problems
    assert "a.jsonl has 'a', 'b'; " in problem
    assert "b.jsonl has 'c', 'd'; " in problem
    with pytest.raises(InputError, match="no common model"):
        compared(tmp_path, models("a", "b"), models("c", "d"), models=["a"])


def test_a_model_that_is_in_neither(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no model 'gtp'; there is 'gpt', 'b'; did you .* 'gpt'"):
        compared(tmp_path, models("gpt", "b"), models("gpt", "b"), models=["gtp"])


def test_two_models_of_one_file(tmp_path: Path) -> None:
    two = write_results(tmp_path / "two.jsonl", models("a", "b"))
    three = write_results(tmp_path / "three.jsonl", models("a", "b", "c"))
    assert [(m.first, m.second) for m in compare_results(two).models] == [("a", "b")]
    found = compare_results(three, models=["c", "a"])
    assert [(m.first, m.second) for m in found.models] == [("c", "a")]
    assert found.first.others == found.second.others == ("b",)
    for chosen in ([], ["a"], ["a", "b", "c"], ["a", "a"]):
        with pytest.raises(UsageError, match=r"three\.jsonl alone: choose two of its models"):
            compare_results(three, models=chosen)


def test_one_model_without_a_common_item_leaves_the_others(tmp_path: Path) -> None:
    first = [item("Ada", 0.5, model="a"), item("Ada", 0.5, model="b")]
    second = [item("Ada", 0.5, model="a"), item("Emmy", 0.5, model="b")]
    a, b = compared(tmp_path, first, second).models
    assert a.difference == 0
    assert (b.items.paired, b.difference, b.permutation) == (0, None, None)
    assert b.missing["difference"] == "the two have no item in common"


def test_wrong_use(tmp_path: Path) -> None:
    path = write_results(tmp_path / "a.jsonl", models("a", "b"))
    with pytest.raises(UsageError, match="the same file"):
        compare_results(path, tmp_path / "." / "a.jsonl")
    with pytest.raises(UsageError, match="choose score or init_score"):
        compare_results(path, measure="f1_at_k")  # type: ignore[arg-type]


def test_what_is_wrong_with_both_files_is_told_at_once(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    rows = tmp_path / "rows.jsonl"
    rows.write_text('{"topic": "Ada", "output": "Ada wrote."}\n' * 3)
    with pytest.raises(InputError) as caught:
        compare_results(empty, rows)
    first, second = caught.value.problems
    assert first.startswith(f"{empty}: no results in it")
    assert second.startswith(f"{rows}: no results file")
    assert caught.value.total == 2
