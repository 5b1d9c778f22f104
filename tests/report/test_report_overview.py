"""The static part of the report: charts, tables, fields, definitions, warnings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_tags import PageTags
from results_files import SETUP

from factscore.ranking import rank_models
from factscore.records import (
    ErrorCounts,
    FactCounts,
    Interval,
    ItemResult,
    JsonValue,
    ModelScore,
    Partial,
    Reason,
    RunSetup,
    Status,
)
from factscore.report.html.fields import CarriedFields, FieldFinder, field_scores
from factscore.report.html.histogram import histogram, score_bins
from factscore.report.html.interval_chart import ScoreRow, interval_chart
from factscore.report.html.made import setup_remarks
from factscore.report.html.overview import Overview, overview_html, summary_line
from factscore.report.html.share_bar import Part, share_bar
from factscore.report.html.svg import fitting
from factscore.score import model_scores

EVIL = "<script>alert('&\"')</script><img src=x onerror=alert(1)>\x1b[2J"


def item(
    model: str,
    topic: str | None,
    score: float | None,
    status: Status = Status.SCORED,
    **extra: object,
) -> ItemResult:
    counts = (
        FactCounts() if score is None else FactCounts(round(10 * score), 10 - round(10 * score))
    )
    fields: dict[str, JsonValue] = dict(extra)  # type: ignore[arg-type]  # whatever JSON has
    return ItemResult(
        model, topic, status, counts=counts, score=score, init_score=score, extra=fields
    )


ITEMS = [
    item("good", "Ada", 0.9, cat=["rare", "Europe"], id="a"),
    item("good", "Bo", 0.7, cat=["freq", "Europe"], id="b"),
    item("good", "Cy", 0.8, cat=["rare", "Asia"], id="c"),
    item("poor", "Ada", 0.2, cat=["rare", "Europe"], id="a"),
    item("poor", "Bo", 0.1, cat=["freq", "Europe"], id="b"),
    item("poor", "Cy", None, Status.ABSTAINED, cat=["rare", "Asia"], id="c"),
]


def overview(items: Sequence[ItemResult] = ITEMS, **changes: object) -> Overview:
    models = model_scores(items)
    setups: dict[str, tuple[RunSetup | None, ...]] = {each.model: (SETUP,) for each in models}
    made = Overview(models, items, setups, fields=carried(items))
    return replace(made, **changes)  # type: ignore[arg-type]  # each test knows its fields


def carried(items: Sequence[ItemResult]) -> CarriedFields:
    finder = FieldFinder()
    for each in items:
        finder.add(each)
    return finder.found()


def parsed(made: Overview) -> PageTags:
    return PageTags(f"<h1>t</h1>{overview_html(made)}")


# The page as a whole


def test_numbers_by_hand() -> None:
    text = parsed(overview()).text
    # Means of .9 .7 .8 and of .2 .1; ranks follow from intervals that lie apart.
    assert "good 1 3/3 80.0" in text
    assert "poor 2 2/3 15.0 10.0–20.0" in text
    assert "both models have the same 3 topics" in text.lower()
    assert summary_line(ITEMS) == "2 models, 6 items (5 scored), 50 facts"


def test_every_heading_of_the_table_is_defined() -> None:
    page = overview_html(overview())
    for term in (
        *("score", "init score", "95 % interval", "rank", "scored", "respond", "facts/response"),
        *("F1@64", "coverage", "probability", "topic not found", "judge failed", "? unscored"),
        *("contradicted", "no evidence", "retrieval error", "grounding error"),
    ):
        assert f"<dt>{term}</dt>" in page
    for term in ("partial", "corrected"):
        assert f"<dt>{term}</dt>" not in page


def test_every_state_and_reason_is_defined() -> None:
    page = overview_html(overview())
    for word in (*Status, *Reason):
        assert f"<dt>{word.replace('_', ' ')}</dt>" in page


def test_what_was_asked_for_is_defined_and_shown() -> None:
    partial = Partial(0.4321, None, 3, 12)
    models = [replace(each, partial=partial) for each in model_scores(ITEMS)]
    page = overview_html(overview(models=models))
    assert "<dt>partial</dt>" in page
    assert "43.2" in PageTags(page).text


def test_access_and_links() -> None:
    page = parsed(overview())
    page.check_access()
    inside = {link[1:] for link in page.every("href")}
    own = {link for link in inside if not link.startswith("item")}
    assert own <= set(page.every("id"))
    # All five scored items are among the ten worst of their models.
    assert {link for link in inside if link.startswith("item-")} == {
        f"item-{place}" for place in range(5)
    }
    assert "items" in {link for link in inside if link.startswith("items")}


def test_the_worst_come_first() -> None:
    items = [item("m", f"T{place:02}", place / 20) for place in range(19, -1, -1)]
    links = [link for link in parsed(overview(items)).every("href") if "#item-" in link]
    # The last item is the worst, and ten are listed.
    assert links == [f"#item-{19 - place}" for place in range(10)]


def test_facts_by_verdict_type_and_reason() -> None:
    one = replace(
        ITEMS[0],
        counts=FactCounts(supported=5, not_supported=3, unscored=2),
        errors=ErrorCounts(contradiction=2, grounding_error=1),
    )
    reasons = {"good": {Reason.CONTRADICTED: 2, Reason.NO_EVIDENCE: 2}}
    text = parsed(overview([one], reasons=reasons)).text
    assert "✓ supported 5 50.0 ✗ not supported 3 30.0 contradiction 2 20.0" in text
    assert "grounding error 1 10.0 ? unscored 2 20.0 no evidence 2 20.0" in text


def test_without_a_scored_item() -> None:
    items = [item("m", "Ada", None, Status.ABSTAINED), item("m", None, None, Status.EMPTY)]
    page = parsed(overview(items))
    page.check_access()
    assert "No score: no item was scored." in page.text
    assert not {"nan", "NaN", "None"} & set(page.text.split())
    assert "abstained 1 50.0 empty 1 50.0" in page.text


def test_without_items() -> None:
    assert "There are no items" in overview_html(overview([]))


def test_nothing_of_the_data_is_markup() -> None:
    bad = item(EVIL, EVIL, 0.5, **{EVIL: EVIL, "cat": EVIL})
    other = replace(bad, extra={EVIL: "x", "cat": [EVIL + "2", "y"]})
    way = replace(SETUP, judge=EVIL, knowledge=EVIL, decomposer=EVIL)
    setups: dict[str, tuple[RunSetup | None, ...]] = {EVIL: (way, SETUP)}
    page = parsed(overview([bad, bad, other, other], setups=setups))
    assert not {tag for tag, _ in page.seen} & {"script", "img", "iframe", "link"}
    assert "\x1b" not in page.text
    assert "<script>alert('&\"')</script>" in page.text
    page.check_access()


def test_the_same_twice() -> None:
    assert overview_html(overview()) == overview_html(overview())


@given(
    st.lists(
        st.tuples(
            st.text(max_size=8),
            st.none() | st.text(max_size=8),
            st.none() | st.floats(0, 1),
            st.dictionaries(st.text(max_size=3), st.none() | st.text(max_size=3), max_size=2),
        ),
        max_size=12,
    )
)
def test_any_items_make_a_whole_page(
    rows: list[tuple[str, str | None, float | None, dict[str, str | None]]],
) -> None:
    items = [
        replace(
            item(model, topic, score, Status.EMPTY if score is None else Status.SCORED),
            extra=dict(extra),
        )
        for model, topic, score, extra in rows
    ]
    parsed(overview(items)).check_access()


# How it was made


def test_one_way_needs_no_warning() -> None:
    assert setup_remarks({"a": (SETUP,), "b": (SETUP,)}) == []
    page = overview_html(overview())
    assert "not comparable" not in page
    assert "1,000 bootstrap samples" in page
    assert SETUP.knowledge
    assert SETUP.knowledge in page


def test_other_ways_are_told() -> None:
    other = replace(SETUP, judge="labels", version="0.1")
    setups: dict[str, tuple[RunSetup | None, ...]] = {
        "a": (SETUP,),
        "b": (SETUP, other),
        "c": (None,),
    }
    assert setup_remarks(setups) == [
        "b against a, b: version of factscore: 9.1 and 0.1",
        "b against a, b: judge: nli and labels",
        "c: the results do not say how they were made (an older factscore wrote them)",
    ]
    page = parsed(overview(setups=setups)).text
    assert "These scores are not comparable." in page
    assert "judge: nli and labels" in page
    assert "way 2" in page


def test_old_results_do_not_say() -> None:
    setups: dict[str, tuple[RunSetup | None, ...]] = {"good": (None,), "poor": (None,)}
    page = overview_html(overview(setups=setups))
    assert "not comparable" not in page
    assert "do not say how they were made" in page
    assert "F1@K" in page


def test_k_of_f1_is_named_where_it_is_one() -> None:
    ways: dict[str, tuple[RunSetup | None, ...]]
    ways = {"good": (SETUP,), "poor": (replace(SETUP, f1_k=178),)}
    assert "F1@K %" in overview_html(overview(setups=ways))
    assert "F1@64 %" in overview_html(overview())
    assert "F1@32 %" in overview_html(overview(f1_k=32))


# Fields


def fields_of(*values: JsonValue, name: str = "field") -> list[tuple[str, list[str | None]]]:
    items = [ItemResult("m", None, Status.SCORED, extra={name: value}) for value in values]
    return [(field.name, list(field.groups)) for field in carried(items).shown]


@pytest.mark.parametrize(
    ("values", "found"),
    [
        (["a", "b", "a"], [("field", ["a", "b"])]),
        ([True, False, True], [("field", ["true", "false"])]),
        # Numbers by size, and what has none comes last.
        ([10, 9, None, 9], [("field", ["9", "10", None])]),
        ([["rare", "Asia"], ["freq", "Asia"]], [("field", ["rare", "freq", "Asia"])]),
        ([{"in": "a"}, {"in": "b"}, {"in": "b"}], [("field.in", ["a", "b"])]),
        # A dot in a name leads nowhere.
        ([{"x.y": "a"}, {"x.y": "b"}, {"x.y": "b"}], [('field."x.y"', ["a", "b"])]),
        ([{"": {".": 1}}, {"": {".": 1}}, {"": {".": 2}}], [('field.."."', ["1", "2"])]),
        # One long text is enough, wherever it stands.
        (["a", "b", "a", "x" * 61, None], []),
        # Those without a value come last, also where it is another kind of thing.
        ([{"in": "a"}, "b", {"in": "a"}, {"in": "b"}], [("field.in", ["a", "b", None])]),
        # One value, no two items with the same, texts, sequences, objects in lists.
        (["a", "a"], []),
        (["a", "b", "c"], []),
        (["x" * 61, "y", "y"], []),
        ([["S", "S", "NS"], ["S"], ["NS"]], []),
        ([[{"a": 1}], [{"a": 2}], [{"a": 1}]], []),
        ([None, None], []),
        ([str(n % 21) for n in range(42)], []),
    ],
)
def test_fields_to_split_by(values: list[JsonValue], found: list[object]) -> None:
    assert fields_of(*values) == found


def test_twenty_values_are_a_field() -> None:
    [(_, values)] = fields_of(*[f"v{n % 20}" for n in range(40)])
    assert len(values) == 20


def test_identifiers_of_several_models_are_no_field() -> None:
    assert [field.name for field in carried(ITEMS).shown] == ["cat"]


def test_score_by_field_by_hand() -> None:
    [cat] = carried(ITEMS).shown
    scores = {each.value: each for each in field_scores(cat, ITEMS, [0, 1, 2])}
    assert list(scores) == ["rare", "freq", "Europe", "Asia"]
    assert scores["rare"].score == pytest.approx(0.85)
    assert scores["Europe"].score == pytest.approx(0.8)
    assert scores["Europe"].ci95 == Interval(0.7, 0.9)
    assert (scores["Asia"].score, scores["Asia"].ci95) == (0.8, None)
    poor = {each.value: each for each in field_scores(cat, ITEMS, [3, 4, 5])}
    assert (poor["Asia"].items, poor["Asia"].scored, poor["Asia"].score) == (1, 0, None)


def test_fields_are_shown_for_each_model() -> None:
    text = parsed(overview()).text
    assert "good: score by cat" in text
    assert "poor: score by cat" in text
    assert "rare 2 2 85.0 80.0–90.0" in text
    assert "Asia 1 0 – –" in text


def test_a_dozen_fields_are_shown_and_the_others_named() -> None:
    names = [f"f{place}" for place in range(112)]
    items = [
        replace(item("m", f"T{place}", 0.5), extra=dict.fromkeys(names, value))
        for place, value in enumerate("abb")
    ]
    assert [field.name for field in carried(items).shown] == names[:12]
    assert carried(items).left_out == tuple(names[12:])
    page = parsed(overview(items))
    page.check_access()
    assert "m: score by f11" in page.text
    assert "m: score by f12" not in page.text
    assert "the first 12 of 112 fields that the rows carry, not by f12, f13, f14," in page.text
    assert page.text.count("f110, f111.") == 1
    more = [replace(each, extra={**each.extra, "g": each.extra["f0"]}) for each in items]
    assert "f110, f111 and 1 more." in parsed(overview(more)).text
    assert "that the rows carry" not in parsed(overview()).text


# Pictures


def drawn(svg: str, tag: str) -> list[dict[str, str]]:
    return [element.attrib for element in ElementTree.fromstring(svg).iter(tag)]


def test_interval_chart_by_hand() -> None:
    rows = [
        ScoreRow("a", 0.5, Interval(0.25, 0.75), "1", "50.0"),
        ScoreRow("b", None, None),
    ]
    svg = interval_chart(rows, "t", "i")
    # The axis goes from 264 (rank 44, name 220) over 560; a row is 30 high, from 6.
    [dot] = drawn(svg, "circle")
    assert (dot["cx"], dot["cy"]) == ("544", "21")
    assert "M404 21H684" in svg
    root = ElementTree.fromstring(svg)
    assert root.attrib["aria-labelledby"] == "i-t i-d"
    assert "a: 50.0 %, 95 % interval 25.0–75.0; b: no score" in svg


def test_scores_beyond_the_axis_stay_on_it() -> None:
    svg = interval_chart([ScoreRow("a", 1.0, Interval(-0.1, 1.2))], "t", "i")
    assert "M264 21H824" in svg


def test_bins_by_hand() -> None:
    scores = [0.0, 0.05, 0.1, 0.29, 0.3, 0.7, 0.99, 1.0]
    assert [each.items for each in score_bins(scores)] == [2, 1, 1, 1, 0, 0, 0, 1, 0, 2]
    assert [each.name for each in score_bins([])][::9] == ["0–10", "90–100"]


@given(st.lists(st.floats(0, 1)))
def test_every_score_is_in_the_bin_that_holds_it(scores: list[float]) -> None:
    bins = score_bins(scores)
    assert sum(each.items for each in bins) == len(scores)
    for each in bins[:-1]:
        assert each.items == sum(each.low <= score < each.high for score in scores)


def test_histogram_by_hand() -> None:
    svg = histogram(score_bins([0.05, 0.15, 0.15, 0.95]), 0.325, "t", "i")
    heights = [float(bar["height"]) for bar in drawn(svg, "rect")]
    # The highest bar is 130 high.
    assert heights == [65, 130, 0, 0, 0, 0, 0, 0, 0, 65]
    assert "mean 32.5" in svg
    assert "10–20 %: 2 items" in svg


def test_share_bar_by_hand() -> None:
    parts = [Part("a", 3, "--x"), Part("of a", 1, of_last=True), Part("b", 0, "--y")]
    svg = share_bar([*parts, Part("c", 1, "--z")], "t", "i")
    boxes = [(box["x"], box["width"], box["fill"]) for box in drawn(svg, "rect")]
    # 520 wide, with a gap of 1.5 after each piece.
    assert boxes == [("0", "388.5", "var(--x)"), ("390", "128.5", "var(--z)")]
    assert "a 3 (75.0 %); c 1 (25.0 %)" in svg
    assert share_bar(parts[1:], "t", "i") == ""


def test_names_that_fit() -> None:
    assert fitting("abc", 3) == "abc"
    assert fitting("abcd", 3) == "ab…"
    assert fitting("", 3) == ""


def test_models_without_interval_have_no_rank() -> None:
    models = model_scores([*ITEMS, item("lone", "Ada", 0.4)])
    ranked = {each.model.model: each.rank for each in rank_models(models)}
    assert ranked == {"good": 1, "poor": 2, "lone": None}
    text = parsed(overview([*ITEMS, item("lone", "Ada", 0.4)])).text
    assert "lone – 1/1 40.0 –" in text


def test_a_single_model_has_no_rank() -> None:
    single: list[ModelScore] = list(model_scores(ITEMS[:3]))
    page = overview_html(overview(ITEMS[:3], models=single))
    assert '<th scope="col">rank</th>' not in page
    assert "<dt>rank</dt>" not in page
