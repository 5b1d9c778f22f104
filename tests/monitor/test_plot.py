"""Pictures of a series."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree

import pytest
from monitor.runs import make_run

from factscore.errors import MissingDependency
from factscore.monitor import MonitoredRun
from factscore.monitor.plot import plot_runs
from factscore.records import Interval

BEGIN = datetime(2026, 11, 1, tzinfo=UTC)


def series(*scores: float | None) -> list[MonitoredRun]:
    return [
        make_run(
            score,
            time=BEGIN + timedelta(days=day),
            ci95=None if score is None else Interval(score - 0.1, score + 0.1),
        )
        for day, score in enumerate(scores)
    ]


@pytest.fixture(autouse=True)
def library() -> None:
    pytest.importorskip("matplotlib", reason="the extra plot is not installed")


def test_svg_has_a_dot_and_a_bar_for_each_run_with_a_score() -> None:
    # The markers of the line are <use> elements, the bars one path each.
    root = ElementTree.fromstring(plot_runs("nightly", series(0.5, None, 0.7), "svg"))
    space = "{http://www.w3.org/2000/svg}"
    groups = {group.get("id"): group for group in root.iter(f"{space}g")}
    bars = groups["LineCollection_1"]
    assert len(list(bars.iter(f"{space}path"))) == 2
    texts = {text.text for text in root.iter(f"{space}text")}
    assert {"nightly", "score %, with 95 % interval"} <= texts


def test_the_same_runs_give_the_same_bytes() -> None:
    runs = series(0.5, 0.6)
    assert plot_runs("a", runs, "svg") == plot_runs("a", runs, "svg")


def test_png() -> None:
    picture = plot_runs("nightly", series(0.5, 0.6), "png")
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")


@pytest.mark.parametrize("name", ["5 $ and $x_1$", "<script>", "夜間", "a\nb\x1b", "\udcff"])
@pytest.mark.parametrize("kind", ["svg", "png"])
def test_any_name(name: str, kind: str) -> None:
    picture = plot_runs(name, series(0.5), kind)  # type: ignore[arg-type]
    if kind == "svg" and name.isprintable():
        texts = [text.text for text in ElementTree.fromstring(picture).iter() if text.text]
        assert name in texts


@pytest.mark.parametrize("scores", [(None,), (0.5,), (0.0, 1.0), (0.5, 0.5)])
def test_series_of_any_kind(scores: tuple[float | None, ...]) -> None:
    assert plot_runs("a", series(*scores), "png")


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # type: ignore[arg-type]
    with pytest.raises(MissingDependency, match=r"pip install 'factscore\[plot\]'"):
        plot_runs("a", series(0.5), "svg")
