"""``evaluate`` and ``open_pipeline``: what is named is opened, used, and closed again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from factscore import settings as defaults
from factscore.cache import Cache
from factscore.decompose import make_decomposers
from factscore.decompose.base import CallingDecomposer, Decomposer
from factscore.errors import CacheError, UsageError
from factscore.judge import make_judge
from factscore.judge.base import CallingJudge, Judge
from factscore.knowledge import Knowledge, open_stores
from factscore.knowledge.base import KnowledgeStore
from factscore.pipeline.run import Pipeline
from factscore.read.facts import FactsKind
from factscore.records import Generation, RunResult
from factscore.score import model_scores
from factscore.settings import Calling, Settings


def evaluate(
    generations: Iterable[Generation],
    *,
    decomposer: str | Decomposer | None = None,
    judge: str | Judge = defaults.JUDGE,
    knowledge: Knowledge = defaults.KNOWLEDGE,
    cache: str | Path | Cache | None = defaults.CACHE,
    settings: Settings | None = None,
    calling: Calling | None = None,
    facts: FactsKind = "human",
    labels: str | None = None,
) -> RunResult:
    """Score generations; the same as ``factscore score``, in Python.

    Args:
        generations: What ``read_generations`` returns, or your own.
        decomposer: A SPEC or an object; ``None`` takes ``input`` where rows carry facts,
            and ``rules`` for those that do not.
        judge: A SPEC or an object.
        knowledge: A store, its path, or a list of those; not opened for a judge that needs
            no evidence, or with ``Settings(evidence="input")``.
        cache: A cache or its path; ``None`` computes everything anew.
        settings: Top-k, gamma and so on; defaults in ``factscore.settings``.
        calling: How chat models are called, and what that may cost.
        facts: What ``read_generations`` was told; kept with the results.
        labels: Likewise.

    Raises:
        FactscoreError: see ``factscore.errors``.
    """
    rows = list(generations)
    settings = settings or Settings()
    if decomposer is None:
        decomposer = choose_decomposer(rows)
    with open_pipeline(decomposer, judge, knowledge, cache, settings, calling=calling) as pipeline:
        items = tuple(pipeline.run(rows))
        return RunResult(
            models=model_scores(items, partial=settings.partial),
            items=items,
            decomposer=pipeline.decomposer,
            judge=pipeline.judge.name,
            knowledge=pipeline.knowledge_info(),
            setup=pipeline.setup(facts=facts, labels=labels),
            usage=pipeline.usage(),
            costs=pipeline.costs(),
        )


def _scratch(stack: ExitStack) -> Cache | None:
    """A cache for one run: what several models say alike is decomposed and judged once.

    Where no temporary file can be made, as in a container that is read-only, there is none.
    """
    try:
        folder = stack.enter_context(TemporaryDirectory(prefix="factscore-"))
        return stack.enter_context(Cache(Path(folder) / "run.db"))
    except (OSError, CacheError):
        return None


def _asks_chat_models(decomposers: Sequence[Decomposer], judge: Judge) -> bool:
    """Whether requests are shared by ``Calls``, which counts them."""
    calling = [isinstance(part, CallingDecomposer) for part in decomposers]
    return any(calling) or isinstance(judge, CallingJudge)


def choose_decomposer(generations: Sequence[Generation]) -> str:
    """The default SPEC: ``input`` where rows carry facts, ``rules`` where they do not."""
    carried = any(row.facts is not None for row in generations)
    bare = any(row.bare for row in generations)
    return default_decomposer(carried=carried, bare=bare)


def default_decomposer(*, carried: bool, bare: bool) -> str:
    """The default SPEC where some rows carry facts, or some have a text without any."""
    if carried:
        return f"input+{defaults.DECOMPOSER}" if bare else "input"
    return defaults.DECOMPOSER


@contextmanager
def open_pipeline(
    decomposer: str | Decomposer,
    judge: str | Judge,
    knowledge: Knowledge,
    cache: str | Path | Cache | None,
    settings: Settings,
    *,
    calling: Calling | None = None,
    threads: int | None = None,
) -> Iterator[Pipeline]:
    """Open what is named by SPEC or path, and close again what was opened here.

    ``threads`` is how many a local judge may use on the CPU; ``None`` is all of them.
    """
    if settings.offline and cache is None:
        raise UsageError("--offline answers from the cache, so it excludes --no-cache")
    calling = calling or Calling()
    with ExitStack() as stack:
        decomposers = (
            make_decomposers(decomposer, calling) if isinstance(decomposer, str) else (decomposer,)
        )
        if isinstance(judge, str):
            judge = make_judge(
                judge, threads=threads, calling=calling, three_way=settings.three_way
            )
        store: KnowledgeStore | None = None
        if judge.needs_evidence and settings.evidence == "store":
            store = stack.enter_context(open_stores(knowledge))
        identities = [judge.identity(), *(part.identity() for part in decomposers)]
        remembers = any(identity is not None for identity in identities)
        if isinstance(cache, str | Path):
            opened = Cache(cache, create=not settings.offline) if remembers else None
            cache = opened and stack.enter_context(opened)
        elif cache is None and remembers and not _asks_chat_models(decomposers, judge):
            cache = _scratch(stack)
        pipeline = Pipeline(decomposers, judge, store, cache, settings, calling)
        stack.callback(pipeline.close)
        yield pipeline
