"""What happens to one item between the stages, however the work is scheduled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factscore.cache import Cache
from factscore.decompose.base import Decomposer
from factscore.documents import find_documents
from factscore.judge.base import Judge
from factscore.judge.cached import NO_EVIDENCE, CachedJudge, Question
from factscore.knowledge.base import KnowledgeStore
from factscore.knowledge.spellings import unwrapped
from factscore.records import Decomposition, ErrorType, Generation, ItemResult, Verdict
from factscore.score import score_item
from factscore.settings import Settings
from factscore.topics import Found, Topics


@dataclass(slots=True)
class Item:
    """One generation in work; ``verdicts`` fills up fact by fact."""

    generation: Generation
    decomposition: Decomposition
    found: Found
    """Where its evidence comes from."""
    questions: list[Question]
    verdicts: list[Verdict | None]

    @property
    def done(self) -> bool:
        """Whether every fact has its verdict."""
        return None not in self.verdicts

    def remembered(self) -> int:
        """How many verdicts came from the cache; one without evidence came from nowhere."""
        return sum(v is not None and v is not NO_EVIDENCE for v in self.verdicts)

    def waiting(self) -> list[int]:
        """Positions of the facts that the judge has yet to be asked about."""
        return [position for position, verdict in enumerate(self.verdicts) if verdict is None]


class Stages:
    """The stages of one run, joined: a decomposition becomes an item, an item a result."""

    def __init__(
        self,
        decomposers: Sequence[Decomposer],
        judge: Judge,
        store: KnowledgeStore | None,
        cache: Cache | None,
        settings: Settings,
    ) -> None:
        self.decomposers = tuple(decomposers)
        self.judge = CachedJudge(judge, cache, settings)
        self.cache = cache
        self.settings = settings
        self._topics = None if store is None else Topics(store, settings)
        self._given = judge.needs_evidence and settings.evidence == "input"
        # The labels cannot be held against themselves.
        self._compare = judge.name != "labels"

    def decomposer_for(self, generation: Generation) -> Decomposer:
        """Rows that carry facts go to the first, all others to the last; mostly one is both."""
        return self.decomposers[0] if generation.facts is not None else self.decomposers[-1]

    def begin(self, generation: Generation, decomposition: Decomposition) -> Item:
        """The item with a verdict wherever nobody need be asked."""
        found = self._evidence(generation) if decomposition.facts else Found(None)
        questions = [
            Question(unwrapped(generation.topic or ""), found.evidence, fact, generation.source)
            for fact in decomposition.facts
        ]
        verdicts = [self.judge.known(question) for question in questions]
        return Item(generation, decomposition, found, questions, verdicts)

    def _evidence(self, generation: Generation) -> Found:
        if self._topics is not None:
            return self._topics.find(generation.topic, generation.text)
        return find_documents(generation) if self._given else Found(None)

    def finish(self, item: Item) -> ItemResult:
        """The result of an item that has all of its verdicts."""
        verdicts = [verdict for verdict in item.verdicts if verdict is not None]
        return score_item(
            item.generation,
            item.decomposition,
            verdicts,
            missing_topic=item.found.missing,
            note=item.found.note,
            gamma=self.settings.gamma,
            f1_k=self.settings.f1_k,
            compare=self._compare,
            errors=list(map(_error, item.questions, verdicts)),
        )


def _error(question: Question, verdict: Verdict) -> ErrorType | None:
    topic = question.topic
    return None if topic is None else topic.error(question.fact.text, verdict)
