"""The textfile: what it says, what it leaves out, and Prometheus' rules for names."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from monitor.runs import make_run
from monitor.textfile import families

from factscore.errors import OutputError
from factscore.monitor import Comparison, Judgement, State
from factscore.monitor.prometheus import write_textfile
from factscore.records import FactCounts, Interval, Status

RUN = replace(
    make_run(0.612, name="nightly", scored=198, ci95=Interval(0.573, 0.65)),
    time=datetime(2026, 11, 30, tzinfo=UTC),
    rows=5000,
    respond_ratio=0.99,
    coverage=0.985,
    statuses={Status.SCORED: 198, Status.ABSTAINED: 2},
    facts=FactCounts(supported=1212, not_supported=768, unscored=30),
    cost=0.25,
)
FULL = Judgement(
    run=RUN,
    state=State.ALARM,
    reasons=("it fell",),
    comparison=Comparison(0.693, 5, 0.081, Interval(0.042, 0.12)),
    breaches=2,
)


def samples(path: Path) -> dict[str, float]:
    """Each sample by its name and the labels besides ``name``."""
    found = {}
    for family in families(path.read_text()):
        for sample in family.samples:
            assert sample.labels["name"] == "nightly"
            rest = [value for key, value in sample.labels.items() if key != "name"]
            found[" ".join([sample.name, *rest])] = sample.value
    return found


def test_every_number(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "factscore.prom"
    write_textfile(str(path), FULL)
    assert samples(path) == {
        "factscore_score": 0.612,
        "factscore_score_low": 0.573,
        "factscore_score_high": 0.65,
        "factscore_baseline_score": 0.693,
        "factscore_drop": 0.081,
        "factscore_drop_low": 0.042,
        "factscore_drop_high": 0.12,
        "factscore_respond_ratio": 0.99,
        "factscore_coverage": 0.985,
        "factscore_rows": 5000,
        "factscore_cost_dollars": 0.25,
        "factscore_breach": 1,
        "factscore_alarm": 1,
        "factscore_no_data": 0,
        # date -u -d 2026-11-30 +%s
        "factscore_run_timestamp_seconds": 1795996800,
        "factscore_items scored": 198,
        "factscore_items abstained": 2,
        "factscore_facts supported": 1212,
        "factscore_facts not_supported": 768,
        "factscore_facts unscored": 30,
    }
    assert [found.name for found in path.parent.iterdir()] == ["factscore.prom"]


def test_what_does_not_exist_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "factscore.prom"
    run = replace(RUN, score=None, ci95=None, respond_ratio=None, coverage=None, cost=None)
    write_textfile(str(path), Judgement(run, State.NO_DATA))
    assert "nan" not in path.read_text().lower()
    assert set(samples(path)) == {
        *("factscore_rows", "factscore_breach", "factscore_alarm", "factscore_no_data"),
        *("factscore_run_timestamp_seconds", "factscore_items scored", "factscore_items abstained"),
        *("factscore_facts supported", "factscore_facts not_supported", "factscore_facts unscored"),
    }
    assert samples(path)["factscore_no_data"] == 1


def test_an_alarm_may_stand_at_a_run_that_is_well(tmp_path: Path) -> None:
    path = tmp_path / "factscore.prom"
    write_textfile(str(path), replace(FULL, reasons=()))
    assert (samples(path)["factscore_alarm"], samples(path)["factscore_breach"]) == (1, 0)


UNITS = "s ms us ns sec b kb mb gb tb pb m h d minutes hours days percent cents".split()


def test_names_as_promtool_wants_them(tmp_path: Path) -> None:
    """The rules of ``promtool check metrics``, for gauges."""
    path = tmp_path / "factscore.prom"
    write_textfile(str(path), FULL)
    text = path.read_text()
    assert text.endswith("\n")
    found = list(families(text))
    assert len({family.name for family in found}) == len(found)
    for family in found:
        assert family.type == "gauge"
        assert family.documentation
        assert re.fullmatch(r"factscore(_[a-z]+)+", family.name)
        words = family.name.split("_")
        assert not {"gauge", "counter", "summary", "histogram"}.intersection(words)
        assert words[-1] not in ("total", "count", "sum", "bucket", "info")
        assert not set(UNITS).intersection(words)
        for sample in family.samples:
            assert not {"le", "quantile"}.intersection(sample.labels)


@pytest.mark.parametrize("name", ['a "quoted" name', "back\\slash", "Überwachung 夜"])
def test_any_name_comes_through(tmp_path: Path, name: str) -> None:
    path = tmp_path / "factscore.prom"
    write_textfile(str(path), replace(FULL, run=replace(RUN, name=name)))
    (score, *_) = families(path.read_text())
    assert score.samples[0].labels == {"name": name}


def test_a_second_write_replaces_the_first(tmp_path: Path) -> None:
    path = tmp_path / "factscore.prom"
    write_textfile(str(path), FULL)
    write_textfile(str(path), replace(FULL, state=State.OK, reasons=()))
    assert samples(path)["factscore_alarm"] == 0


def test_a_path_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "a.prom", tmp_path):
        with pytest.raises(OutputError, match="the history has the run"):
            write_textfile(str(path), FULL)
    # No temporary file stays beside it.
    assert [found.name for found in tmp_path.parent.glob(f"{tmp_path.name}.*")] == []
