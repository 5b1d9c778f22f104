"""Labelled rows → judged → calibration: ``factscore calibrate``, in Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from factscore import settings as defaults
from factscore.agreement import plan_comparison, refuse_labels
from factscore.cache import Cache
from factscore.calibration.check import run_setup
from factscore.calibration.learn import Learned, gather, learn, usable_rows
from factscore.calibration.prediction_powered import LEAST
from factscore.calibration.records import Calibration
from factscore.errors import InputError
from factscore.judge.base import Judge
from factscore.knowledge import Knowledge
from factscore.pipeline import Pipeline, open_pipeline
from factscore.read.facts import FactsKind
from factscore.records import Generation
from factscore.settings import Calling, Settings
from factscore.version import __version__

DECOMPOSER = "input"
"""Labelled facts are taken as they are."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows that can serve, and how many cannot, by reason."""

    usable: tuple[Generation, ...]
    left_out: Mapping[str, int]


def calibrate(
    generations: Iterable[Generation],
    *,
    judge: str | Judge = defaults.JUDGE,
    knowledge: Knowledge = defaults.KNOWLEDGE,
    cache: str | Path | Cache | None = defaults.CACHE,
    settings: Settings | None = None,
    decomposer: str = DECOMPOSER,
    facts: FactsKind = "human",
    calling: Calling | None = None,
) -> Calibration:
    """Judge labelled facts and keep what later runs need; the same as ``factscore calibrate``.

    Args:
        generations: What ``read_generations`` returns, or your own, with labelled facts.
        judge: A SPEC or an object, but not ``labels``.
        knowledge: A store, its path, or a list of those; not opened for a judge that needs
            no evidence.
        cache: A cache or its path; ``None`` computes everything anew.
        settings: Of these top-k, gamma and offline matter.
        decomposer: Who split the texts into these facts before people labelled them.
        facts: Whose facts they are in FActScore's labelled files.
        calling: How a chat model is called, and what that may cost.

    Raises:
        InputError: a file has no label, or no model has two items that can be used.
        UsageError: the judge is ``labels``.
        FactscoreError: see ``factscore.errors``.
    """
    refuse_labels(judge)
    settings = settings or Settings()
    rows = choose_rows(list(generations))
    with open_pipeline(DECOMPOSER, judge, knowledge, cache, settings, calling=calling) as pipeline:
        learned = gather(pipeline.run(rows.usable), rows.left_out)
        return conclude(learned, pipeline, settings, decomposer, facts)


def choose_rows(generations: Sequence[Generation]) -> Rows:
    """The rows whose facts all have labels; told before any work if there are too few.

    Raises:
        InputError: a file has no label, or no model has two rows that can be used.
    """
    plan_comparison(generations)
    usable, left_out = usable_rows(generations)
    _require([row.model for row in usable], left_out)
    return Rows(tuple(usable), left_out)


def conclude(
    learned: Learned, pipeline: Pipeline, settings: Settings, decomposer: str, facts: FactsKind
) -> Calibration:
    """The calibration, with what it was made by.

    Raises:
        InputError: no model has two items with a score.
    """
    _require([item.key.model for item in learned.items], learned.left_out)
    topics = {item.key.topic for item in learned.items}
    setup = run_setup(pipeline, settings, decomposer, facts, topics=topics)
    return learn(learned, setup, version=__version__, gamma=settings.gamma)


def _require(models: Sequence[str], left_out: Mapping[str, int]) -> None:
    """One model must have enough items; ``models`` has each item's."""
    count = max(Counter(models).values(), default=0)
    if count >= LEAST:
        return
    why = ", ".join(f"{rows} {reason}" for reason, rows in left_out.items())
    failed = left_out.get("judge failed", 0) + count >= LEAST
    remedy = (
        "the judge gave no verdicts: see what it said, and choose another"
        if failed
        else "label more, 20 or so for each model"
    )
    raise InputError(
        [
            f"{count} item(s) of a model with labels on all facts and a verdict, of {LEAST} needed"
            f" ({why or 'no other rows'}); {remedy}"
        ]
    )
