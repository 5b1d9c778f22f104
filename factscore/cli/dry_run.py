"""``factscore score --dry-run``: what a run would have to do, and what that would cost."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from factscore.cli.options import Options
    from factscore.llm.usage import UsageRow
    from factscore.pipeline import Pipeline
    from factscore.pipeline.dry_run import Survey
    from factscore.read import Generations
    from factscore.records import JsonValue


def say_estimate(pipeline: Pipeline, rows: Generations, options: Options) -> int:
    """Print it, as lines or as JSON; the exit status."""
    import orjson

    from factscore.llm.estimate import estimate_lines
    from factscore.llm.usage import usage_json

    if not pipeline.asks_chat_models:
        return _say_survey(pipeline, rows, options)
    parts = pipeline.estimate(rows)
    if options.printed == "json":
        click.echo(orjson.dumps(usage_json(parts), option=orjson.OPT_INDENT_2))
    else:
        click.echo("\n".join(estimate_lines(parts)))
    _say_limit(parts, options.judging.calling.max_cost)
    return 0


def _say_limit(parts: Sequence[UsageRow], limit: float | None) -> None:
    """Whether a run would be stopped by ``--max-cost``, as far as the estimate can tell."""
    from factscore.llm.usage import dollars, total_price

    expected = total_price(parts)
    if limit is not None and expected is not None and expected > limit:
        click.echo(
            f"--max-cost {dollars(limit)} is less than the estimate, {dollars(expected)}: the run"
            " would stop before it is done",
            err=True,
        )


def _say_survey(pipeline: Pipeline, rows: Generations, options: Options) -> int:
    import orjson

    from factscore.cli.progress import show_progress
    from factscore.llm.usage import usage_json

    began = time.monotonic()
    with show_progress(rows.count, quiet=True) as progress:
        found = pipeline.survey(rows, progress.item)
    seconds = time.monotonic() - began
    if options.printed == "json":
        work = _survey_json(found)
        click.echo(orjson.dumps({**usage_json(()), "work": work}, option=orjson.OPT_INDENT_2))
        return 0
    click.echo("\n".join(survey_lines(found, seconds, pipeline.judge.name)))
    return 0


def _survey_json(found: Survey) -> JsonValue:
    return {
        "texts": found.texts,
        "sentences": found.sentences,
        "facts": found.facts,
        "cached_verdicts": found.known,
        "without_evidence": found.without_evidence,
        "to_judge": found.to_judge,
    }


def survey_lines(found: Survey, seconds: float, judge: str) -> list[str]:
    """What there is to do, for people.

    Example:
        >>> from factscore.pipeline.dry_run import Survey
        >>> print(*survey_lines(Survey(4, 20, 100, 30, 10), 2.0, "nli"), sep="\\n")
        4 texts (2/s), 20 sentences (10/s), 100 facts (50/s)
        60 facts for nli to judge, 30 verdicts in the cache, 10 facts without evidence
        no chat model would be asked: nothing to pay
    """
    counts = ((found.texts, "texts"), (found.sentences, "sentences"), (found.facts, "facts"))
    split = ", ".join(f"{n:,} {what} ({n / max(seconds, 1e-9):,.0f}/s)" for n, what in counts if n)
    parts = [f"{found.to_judge:,} facts for {judge} to judge"]
    if found.known:
        parts.append(f"{found.known:,} verdicts in the cache")
    if found.without_evidence:
        parts.append(f"{found.without_evidence:,} facts without evidence")
    return [split, ", ".join(parts), "no chat model would be asked: nothing to pay"]
