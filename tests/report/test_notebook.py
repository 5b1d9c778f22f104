"""A run as a fragment for notebooks."""

from __future__ import annotations

import re
from dataclasses import replace

from page_tags import PageTags
from results_files import SETUP

from factscore.records import ItemResult, RunResult, Status
from factscore.report.notebook import run_html
from factscore.score import model_scores

ITEMS = tuple(
    ItemResult(model, f"T{place}", Status.SCORED, score=score, init_score=score)
    for model, scores in {"poor": (0.1, 0.3), "<b>good": (0.7, 0.9)}.items()
    for place, score in enumerate(scores)
)
RESULT = RunResult(model_scores(ITEMS), ITEMS, "rules", "nli", None, SETUP)


def test_chart_and_table() -> None:
    tags = PageTags(run_html(RESULT))
    tags.check_access()
    # Means of .7 and .9, of .1 and .3; the better one first, though it came last.
    assert "<b>good 1 2/2 80.0 70.0–90.0 80.0" in tags.text
    assert tags.text.index("good 1 2/2") < tags.text.index("poor 2 2/2 20.0")
    assert "F1@64 %" in tags.text
    assert tags.count("script") == 0
    assert tags.count("svg") == 1


def test_style_stays_within_the_fragment() -> None:
    [style] = re.findall(r"<style>(.*?)</style>", run_html(RESULT), re.S)
    plain = re.sub(r"@media[^{]*\{(.*?\}) *\}", r"\1", style)
    for selector in re.findall(r"([^{}]+)\{", plain):
        assert ".factscore-run" in selector
    assert "prefers-color-scheme: dark" in style


def test_two_runs_share_no_id() -> None:
    other = replace(RESULT, models=RESULT.models[:1])
    first, second = (set(PageTags(run_html(each)).every("id")) for each in (RESULT, other))
    assert not first & second
    assert run_html(RESULT) == run_html(RESULT)


def test_a_notebook_asks_the_result_itself() -> None:
    assert RESULT._repr_html_() == run_html(RESULT)


def test_without_items() -> None:
    assert "no items" in run_html(replace(RESULT, models=(), items=()))


def test_results_that_do_not_say_k() -> None:
    assert "F1@K %" in run_html(replace(RESULT, setup=None))
