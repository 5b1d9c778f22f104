"""Tables for people."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from scored_models import SILENT, STEADY

from factscore.ranking import CommonTopics
from factscore.records import (
    CorrectedScore,
    ErrorCounts,
    ErrorType,
    Fact,
    Interval,
    ItemResult,
    JudgedFact,
    Label,
    Partial,
    Reason,
    Status,
    Verdict,
)
from factscore.report.table import (
    describe,
    describe_topics,
    percent,
    print_item,
    print_models,
)


@pytest.mark.parametrize(
    ("share", "shown"), [(None, "–"), (0.0, "0.0"), (1.0, "100.0"), (0.41361, "41.4")]
)
def test_percent(share: float | None, shown: str) -> None:
    assert percent(share) == shown


def test_models() -> None:
    stream = io.StringIO()
    print_models([STEADY, SILENT], 64, stream)
    lines = [line.split() for line in stream.getvalue().splitlines()]
    header = next(line for line in lines if line[:1] == ["model"])
    assert "F1@64" in header
    numbers = ["8/10", "71.3", "60.1–80.0", "75.0", "100.0", "4.2", "50.0", "95.2"]
    assert ["steady", "1", *numbers] in lines
    assert ["silent", "–", "0/1", "–", "–", "–", "0.0", "–", "0.0", "–"] in lines


def test_one_model_has_no_rank() -> None:
    stream = io.StringIO()
    print_models([STEADY], 64, stream)
    header, _, first, *_ = stream.getvalue().strip().splitlines()
    assert "rank" not in header
    assert first.split()[:2] == ["steady", "8/10"]


def test_models_are_sorted_and_ranked() -> None:
    stream = io.StringIO()
    close = replace(STEADY, model="close", score=0.66, ci95=Interval(0.55, 0.7))
    poor = replace(STEADY, model="poor", score=0.3, ci95=Interval(0.2, 0.4))
    print_models([SILENT, poor, close, STEADY], 64, stream)
    shown = [line.split() for line in stream.getvalue().strip().splitlines()]
    assert shown[0][:2] == ["model", "rank"]
    ranked = [["steady", "1="], ["close", "1="], ["poor", "3"], ["silent", "–"]]
    assert [line[:2] for line in shown[2:6]] == ranked
    # The sentences below stand in the same order.
    assert [line[0] for line in shown[7:]] == ["steady:", "close:", "poor:", "silent:"]


def test_models_with_and_without_partial_and_corrected_scores() -> None:
    stream = io.StringIO()
    corrected = CorrectedScore(0.6, Interval(0.5, 0.65), None, 9, 0, 8, 0.5)
    both = replace(STEADY, partial=Partial(0.6789, None, 1, 4), corrected=corrected)
    print_models([both, replace(STEADY, model="plain")], 64, stream)
    lines = [line.split() for line in stream.getvalue().splitlines()]
    middle = ["71.3", "60.1–80.0", "60.0", "50.0–65.0", "75.0", "67.9", "100.0"]
    assert ["steady", "1=", "8/10", *middle] in [line[:10] for line in lines]
    middle = ["71.3", "60.1–80.0", "–", "–", "75.0", "–", "100.0"]
    assert ["plain", "1=", "8/10", *middle] in [line[:10] for line in lines]


@pytest.mark.parametrize(
    ("common", "line"),
    [
        (CommonTopics(1, ("Ada",), 1), None),
        (CommonTopics(2, ("Ada", "Bo"), 2), "both models have the same 2 topics"),
        (CommonTopics(3, ("Ada",), 1), "all 3 models have the same topic"),
        (
            CommonTopics(3, ("Ada", "Bo"), 3, {"a\nb": 1}),
            "2 topics are common to all models, of 3; a b lacks 1",
        ),
        (
            CommonTopics(3, ("Ada",), 4, {"m": 3, "n": 1}),
            "1 topic is common to all models, of 4; m lacks most (3)",
        ),
        (
            CommonTopics(2, (), 2, {"m": 1, "n": 1}),
            "no topic is common to all models: their scores do not compare",
        ),
        (
            CommonTopics(2, (), 0),
            "no row has a topic: whether the models wrote about the same is not known",
        ),
    ],
)
def test_common_topics(common: CommonTopics, line: str | None) -> None:
    assert describe_topics(common) == line
    stream = io.StringIO()
    print_models([STEADY, SILENT], 64, stream, common)
    below = stream.getvalue().rstrip().splitlines()[-3:]
    if line is not None:
        assert below[0] == line
    assert [text.split(":")[0] for text in below[1:]] == ["steady", "silent"]


def test_narrow_terminal_gets_lines_and_no_cut_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    stream = io.StringIO()
    print_models([STEADY, SILENT], 64, stream)
    lines = stream.getvalue().splitlines()
    assert lines[:5] == [
        "steady",
        "  rank: 1",
        "  scored: 8/10",
        "  score %: 71.3",
        "  95 % interval: 60.1–80.0",
    ]
    assert "  coverage %: 95.2" in lines
    assert "…" not in stream.getvalue()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("llama-3[instruct]", "llama-3[instruct]"),
        ("m[/b]", "m[/b]"),
        ("[link=http://a]x[/link]", "[link=http://a]x[/link]"),
        (":smile: model", ":smile: model"),
        ("gpt\x1b[2J", "gpt [2J"),
        ("a\nb", "a b"),
        ("a-very-long-name-" * 12, "a-very-long-name-" * 12),
    ],
)
def test_names_are_shown_as_they_are(name: str, shown: str) -> None:
    stream = io.StringIO()
    print_models([replace(STEADY, model=name)], 64, stream)
    item = ItemResult(name, "Ada", Status.SCORED, score=0.5, init_score=0.5)
    print_item(item, stream)
    row = next(line for line in stream.getvalue().splitlines() if "8/10" in line)
    assert row.split("8/10")[0].strip() == shown
    assert f"Ada ({shown}): 50.0 %" in stream.getvalue()


def test_description() -> None:
    assert describe(STEADY) == (
        "steady: 10 items (8 scored, 2 topic not found); 30 facts supported, 10 not, 2 unscored;"
        " 3 sentences without a fact; the judge agrees with the input's labels on 7 of 10"
        " (70.0 %, balanced 62.5 %)"
    )
    assert describe(SILENT) == "silent: 1 item (1 empty); 0 facts supported, 0 not, 0 unscored"


def test_description_of_errors_and_partial() -> None:
    model = replace(STEADY, errors=ErrorCounts(1, 2, 6, 1), agreement=None, non_factual=0)
    assert describe(model).endswith(
        "30 facts supported, 10 not, 2 unscored;"
        " why not: 1 contradiction, 2 retrieval errors, 6 grounding errors, 1 not told"
    )
    graded = replace(model, errors=None, partial=Partial(0.6789, Interval(0.5, 0.8), 8, 40))
    assert describe(graded).endswith(
        "2 unscored; partial 67.9 % (50.0–80.0) from the probabilities of 40 facts"
    )
    alone = replace(model, errors=None, partial=Partial(0.6789, None, 1, 1))
    assert describe(alone).endswith("partial 67.9 % from the probabilities of 1 fact")
    none = replace(model, errors=None, partial=Partial(None, None, 0, 0, {"mean": "no reason"}))
    assert describe(none).endswith("2 unscored; no partial score: no reason")
    assert "why not" not in describe(replace(SILENT, errors=ErrorCounts()))


def test_partial_is_a_column_where_it_was_asked_for() -> None:
    stream = io.StringIO()
    partial = Partial(0.6789, None, 1, 4)
    print_models([replace(STEADY, partial=partial), replace(SILENT, partial=partial)], 64, stream)
    header, _, first, *_ = stream.getvalue().strip().splitlines()
    assert first.split()[5:7] == ["75.0", "67.9"]
    assert header.index("init %") < header.index("partial %") < header.index("respond %")
    stream = io.StringIO()
    print_models([STEADY], 64, stream)
    assert "partial" not in stream.getvalue()


def test_partial_in_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    stream = io.StringIO()
    print_models([replace(STEADY, partial=Partial(0.6789, None, 1, 4))], 64, stream)
    assert "  partial %: 67.9" in stream.getvalue().splitlines()


def test_item_says_what_went_wrong() -> None:
    facts = (
        JudgedFact(
            Fact("Ada flew."),
            Verdict(Label.NOT_SUPPORTED, 0.02, Reason.NOT_FOUND),
            ErrorType.GROUNDING,
        ),
        JudgedFact(
            Fact("Ada sang."),
            Verdict(Label.NOT_SUPPORTED, 0.02, Reason.NOT_FOUND),
            ErrorType.RETRIEVAL,
        ),
        JudgedFact(
            Fact("Ada was a man."),
            Verdict(Label.NOT_SUPPORTED, 0.01, Reason.CONTRADICTED),
            ErrorType.CONTRADICTION,
        ),
    )
    stream = io.StringIO()
    print_item(ItemResult("m", "Ada", Status.SCORED, facts=facts, score=0, init_score=0), stream)
    assert stream.getvalue().splitlines()[1:4] == [
        "  ✗ 0.02  Ada flew.  (not found: grounding error)",
        "  ✗ 0.02  Ada sang.  (not found: retrieval error)",
        "  ✗ 0.01  Ada was a man.  (contradicted)",
    ]


def test_item_fact_by_fact() -> None:
    facts = (
        JudgedFact(Fact("Ada [1] lived."), Verdict(Label.SUPPORTED, probability=0.934)),
        JudgedFact(
            Fact("Ada flew.", label=Label.SUPPORTED),
            Verdict(Label.NOT_SUPPORTED, 0.02, Reason.NOT_FOUND),
        ),
        JudgedFact(Fact("Hm."), Verdict(Label.UNSCORED, reason=Reason.PARSE_FAILED)),
    )
    item = ItemResult("m", "Ada", Status.SCORED, facts=facts, score=0.5, init_score=0.5)
    stream = io.StringIO()
    print_item(item, stream)
    assert stream.getvalue().splitlines() == [
        "Ada (m): 50.0 %",
        "  ✓ 0.93  Ada [1] lived.",
        "  ✗ 0.02  Ada flew.  (not found)  [input says supported]",
        "  ?       Hm.  (parse failed)",
        "",
    ]


def test_item_says_what_the_penalty_took() -> None:
    stream = io.StringIO()
    item = ItemResult("m", "Ada", Status.SCORED, score=0.097, init_score=1.0)
    print_item(item, stream)
    first = stream.getvalue().splitlines()[0]
    assert first == "Ada (m): 9.7 % after the length penalty, 100.0 % before"


def test_item_without_score_says_why() -> None:
    stream = io.StringIO()
    item = ItemResult("m", None, Status.TOPIC_NOT_FOUND, detail="no topic", source="a.jsonl:3")
    print_item(item, stream)
    assert stream.getvalue().splitlines()[:2] == [
        "a.jsonl:3 (m): topic_not_found",
        "  no topic",
    ]
