"""Generations in, results out: the one module that knows every stage.

    read → decompose → retrieve → judge → score → report

Work goes in windows of items. Within a window every item is decomposed, every fact
that the cache does not know is retrieved for and judged in batches drawn from all
items, and each batch is committed to the cache before the next begins. Items come out
in input order, after the batch that brings the last verdict they or an item before them
waited for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from factscore import settings as defaults
from factscore.cache import Cache
from factscore.decompose import make_decomposers
from factscore.decompose.base import Decomposer
from factscore.decompose.cached import decompose_each
from factscore.errors import InputError, UsageError
from factscore.judge import make_judge
from factscore.judge.base import Judge
from factscore.judge.cached import CachedJudge, Question
from factscore.knowledge import open_store
from factscore.knowledge.base import KnowledgeStore
from factscore.records import (
    Decomposition,
    ErrorType,
    Generation,
    ItemResult,
    JsonValue,
    KnowledgeInfo,
    RunResult,
    Verdict,
)
from factscore.score import model_scores, score_item
from factscore.settings import Settings
from factscore.topics import Topics

WINDOW = 32
"""Items in work at once: enough facts for full batches, few enough for flat memory."""


def evaluate(
    generations: Iterable[Generation],
    *,
    decomposer: str | Decomposer | None = None,
    judge: str | Judge = defaults.JUDGE,
    knowledge: str | Path | KnowledgeStore = defaults.KNOWLEDGE,
    cache: str | Path | Cache | None = defaults.CACHE,
    settings: Settings | None = None,
) -> RunResult:
    """Score generations; the same as ``factscore score``, in Python.

    Args:
        generations: What ``read_generations`` returns, or your own.
        decomposer: A SPEC or an object; ``None`` takes ``input`` where rows carry facts,
            and ``rules`` for those that do not.
        judge: A SPEC or an object.
        knowledge: A store or its path; not opened for a judge that needs no evidence.
        cache: A cache or its path; ``None`` computes everything anew.
        settings: Top-k, gamma and so on; defaults in ``factscore.settings``.

    Raises:
        FactscoreError: see ``factscore.errors``.
    """
    rows = list(generations)
    settings = settings or Settings()
    if decomposer is None:
        decomposer = choose_decomposer(rows)
    with open_pipeline(decomposer, judge, knowledge, cache, settings) as pipeline:
        items = tuple(pipeline.run(rows))
        return RunResult(
            models=model_scores(items, partial=settings.partial),
            items=items,
            decomposer=pipeline.decomposer,
            judge=pipeline.judge.name,
            knowledge=pipeline.knowledge_info(),
        )


def choose_decomposer(generations: Sequence[Generation]) -> str:
    """The default SPEC: ``input`` where rows carry facts, ``rules`` where they do not."""
    carried = any(row.facts is not None for row in generations)
    bare = any(row.facts is None and not row.abstained and row.text.strip() for row in generations)
    if carried:
        return f"input+{defaults.DECOMPOSER}" if bare else "input"
    return defaults.DECOMPOSER


@contextmanager
def open_pipeline(
    decomposer: str | Decomposer,
    judge: str | Judge,
    knowledge: str | Path | KnowledgeStore,
    cache: str | Path | Cache | None,
    settings: Settings,
    threads: int | None = None,
) -> Iterator[Pipeline]:
    """Open what is named by SPEC or path, and close again what was opened here.

    ``threads`` is how many a local judge may use on the CPU; ``None`` is all of them.
    """
    if settings.offline and cache is None:
        raise UsageError("--offline answers from the cache, so it excludes --no-cache")
    with ExitStack() as stack:
        decomposers = make_decomposers(decomposer) if isinstance(decomposer, str) else (decomposer,)
        if isinstance(judge, str):
            judge = make_judge(judge, threads=threads)
        store: KnowledgeStore | None = None
        if judge.needs_evidence:
            store = (
                stack.enter_context(open_store(knowledge))
                if isinstance(knowledge, str | Path)
                else knowledge
            )
        if isinstance(cache, str | Path):
            identities = [judge.identity(), *(part.identity() for part in decomposers)]
            remembers = any(identity is not None for identity in identities)
            opened = Cache(cache, create=not settings.offline) if remembers else None
            cache = opened and stack.enter_context(opened)
        yield Pipeline(decomposers, judge, store, cache, settings)


@dataclass(slots=True)
class _Item:
    """One generation in work; ``verdicts`` fills up fact by fact."""

    generation: Generation
    decomposition: Decomposition
    missing_topic: str
    questions: list[Question]
    verdicts: list[Verdict | None]

    @property
    def done(self) -> bool:
        return None not in self.verdicts


class Pipeline:
    """The stages of one run, joined; see ``open_pipeline``."""

    def __init__(
        self,
        decomposers: Sequence[Decomposer],
        judge: Judge,
        store: KnowledgeStore | None,
        cache: Cache | None,
        settings: Settings,
    ) -> None:
        self._decomposers = decomposers
        self.judge = judge
        self._store = store
        self._topics = None if store is None else Topics(store)
        self._cache = cache
        self._settings = settings
        self._cached_judge = CachedJudge(judge, cache, settings)

    @property
    def decomposer(self) -> str:
        """The decomposer's SPEC."""
        return "+".join(decomposer.name for decomposer in self._decomposers)

    def identities(self) -> dict[str, JsonValue]:
        """What exactly decomposes and judges: versions, models, digests."""
        parts: list[JsonValue] = [part.identity() for part in self._decomposers]
        return {"decomposer": parts, "judge": self.judge.identity()}

    def knowledge_info(self) -> KnowledgeInfo | None:
        """Which store the evidence comes from; ``None`` for a judge that needs none."""
        store = self._store
        if store is None:
            return None
        return KnowledgeInfo(_sayable(store.path), store.fingerprint, len(store))

    def run(
        self,
        generations: Iterable[Generation],
        on_facts: Callable[[int], None] = lambda count: None,
    ) -> Iterator[ItemResult]:
        """Results in input order; ``on_facts`` is told of every batch of settled facts."""
        rows = map(_writable, generations)
        while window := list(islice(rows, WINDOW)):
            yield from self._run_window(window, on_facts)

    def _run_window(
        self, generations: Sequence[Generation], on_facts: Callable[[int], None]
    ) -> Iterator[ItemResult]:
        decompositions = decompose_each(
            self._decomposers, self._cache, generations, offline=self._settings.offline
        )
        items = list(map(self._begin, generations, decompositions))
        waiting = [(item, n) for item in items for n, v in enumerate(item.verdicts) if v is None]
        on_facts(sum(len(item.verdicts) for item in items) - len(waiting))
        answered, finished = 0, 0
        for verdicts in self._cached_judge.ask([item.questions[n] for item, n in waiting]):
            for (item, n), verdict in zip(waiting[answered:], verdicts, strict=False):
                item.verdicts[n] = verdict
            answered += len(verdicts)
            on_facts(len(verdicts))
            while finished < len(items) and items[finished].done:
                yield self._finish(items[finished])
                finished += 1
        yield from map(self._finish, items[finished:])

    def _begin(self, generation: Generation, decomposition: Decomposition) -> _Item:
        topic, missing = None, ""
        if self._topics is not None and decomposition.facts:
            topic, missing = self._topics.find(generation.topic)
        questions = [
            Question(generation.topic or "", topic, fact, generation.source)
            for fact in decomposition.facts
        ]
        verdicts = [self._cached_judge.known(question) for question in questions]
        return _Item(generation, decomposition, missing, questions, verdicts)

    def _finish(self, item: _Item) -> ItemResult:
        verdicts = [verdict for verdict in item.verdicts if verdict is not None]
        return score_item(
            item.generation,
            item.decomposition,
            verdicts,
            missing_topic=item.missing_topic,
            gamma=self._settings.gamma,
            f1_k=self._settings.f1_k,
            # The labels cannot be held against themselves.
            compare=self.judge.name != "labels",
            errors=list(map(_error, item.questions, verdicts)),
        )


def _error(question: Question, verdict: Verdict) -> ErrorType | None:
    topic = question.topic
    return None if topic is None else topic.error(question.fact.text, verdict)


def _writable(generation: Generation) -> Generation:
    """The generation, if none of its texts has half a character in it."""
    if not isinstance(generation, Generation):
        raise UsageError(
            f"evaluate() takes Generation objects, not {type(generation).__name__}; make them with"
            " read_generations(FILES) or Generation(text=…, topic=…)"
        )
    facts = [fact.text for fact in generation.facts or ()]
    texts = (generation.text, generation.topic or "", generation.model, *facts)
    try:
        "".join(texts).encode("utf-8")
    except UnicodeEncodeError as error:
        where = generation.source or repr(generation.topic)
        raise InputError(
            [f"{where}: a lone surrogate ({error.reason}); decode the text again, or replace it"]
        ) from error
    return generation


def _sayable(path: str) -> str:
    """A path as text that can be written anywhere; its bytes need not be UTF-8."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
