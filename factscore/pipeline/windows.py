"""The schedule of a run in which everything is computed here: window by window.

Within a window every item is decomposed, every fact that the cache does not know is
retrieved for and judged in batches drawn from all items, and each batch is committed to
the cache before the next begins. Items come out in input order, after the batch that
brings the last verdict they or an item before them waited for.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import islice

from factscore.decompose.cached import decompose_each
from factscore.pipeline.rows import named
from factscore.pipeline.stages import Stages
from factscore.records import Generation, ItemResult

WINDOW = 32
"""Items in work at once: enough facts for full batches, few enough for flat memory."""


def run_windows(
    stages: Stages, rows: Iterator[Generation], on_facts: Callable[[int], None]
) -> Generator[ItemResult, None, None]:
    """Results in input order; ``on_facts`` is told of every batch of settled facts."""
    while window := list(islice(rows, WINDOW)):
        yield from _run_window(stages, window, on_facts)


def _run_window(
    stages: Stages, generations: Sequence[Generation], on_facts: Callable[[int], None]
) -> Iterator[ItemResult]:
    decompositions = decompose_each(
        stages.decomposers,
        stages.cache,
        list(map(named, generations)),
        offline=stages.settings.offline,
    )
    items = list(map(stages.begin, generations, decompositions))
    waiting = [(item, n) for item in items for n in item.waiting()]
    on_facts(sum(len(item.verdicts) for item in items) - len(waiting))
    answered, finished = 0, 0
    for verdicts in stages.judge.ask([item.questions[n] for item, n in waiting]):
        for (item, n), verdict in zip(waiting[answered:], verdicts, strict=False):
            item.verdicts[n] = verdict
        answered += len(verdicts)
        on_facts(len(verdicts))
        while finished < len(items) and items[finished].done:
            yield stages.finish(items[finished])
            finished += 1
    yield from map(stages.finish, items[finished:])
