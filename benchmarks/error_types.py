"""What the rule of ``factscore.error_types`` makes of facts that people do not find supported.

    python benchmarks/error_types.py [DATA]

DATA is the folder of published data (default: FACTSCORE_DATA, else ../shared/data): people's
facts of FActScore's labelled files, labelled S or NS. The first table takes every NS fact for
not found and splits it, with the five best passages as the retrieved ones. The second is a
check with a known answer, on pages of ten passages and more: the best five are withheld and
the next five handed over, so that an S fact is a retrieval error, and an NS fact is none.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from data_folder import data_folder

from factscore import error_types
from factscore.errors import TopicNotFound
from factscore.knowledge import open_store
from factscore.read import read_generations
from factscore.records import ErrorType, Label
from factscore.retrieval import TopicIndex

MODELS = ("ChatGPT", "InstructGPT", "PerplexityAI")
K = 5


@dataclass(frozen=True, slots=True)
class Example:
    """A fact with the terms of each passage of its page, best first."""

    topic: str
    fact: str
    supported: bool
    page: tuple[frozenset[str], ...]

    def error(self, start: int) -> ErrorType:
        """Its type where the K passages from rank ``start`` on are the retrieved ones."""
        retrieved = self.page[start : start + K]
        return error_types.missing_evidence(self.topic, self.fact, retrieved, self.page)


def examples(data: Path, model: str) -> Iterator[Example]:
    rows = read_generations([str(data / f"factscore/labeled/{model}.jsonl")])
    with open_store(data / "factscore/passages.jsonl") as store:
        for row in rows:
            try:
                index = TopicIndex(store.find(row.topic or ""))
            except TopicNotFound:
                continue
            terms = [error_types.terms(text) for text in index.texts]
            for fact in row.facts or ():
                if fact.label in (Label.SUPPORTED, Label.NOT_SUPPORTED) and not fact.reason:
                    ranked = index.top(row.topic or "", fact.text, len(terms))
                    page = tuple(terms[passage.index] for passage in ranked)
                    yield Example(row.topic or "", fact.text, fact.label == Label.SUPPORTED, page)


def share(found: Sequence[Example], start: int) -> str:
    hits = sum(example.error(start) == ErrorType.RETRIEVAL for example in found)
    return f"{hits:>5} of {len(found):>5} {100 * hits / len(found):>5.1f} %"


def main() -> None:
    data = data_folder(sys.argv[1] if len(sys.argv) > 1 else None)
    facts = {model: list(examples(data, model)) for model in MODELS}
    facts["all"] = [example for model in MODELS for example in facts[model]]
    print(f"NS facts that are retrieval errors, the rest grounding errors; k = {K}")
    print(f"{'':<14}{'all pages':>21}{'pages of more than 5':>24}")
    for name, found in facts.items():
        false = [example for example in found if not example.supported]
        longer = [example for example in false if len(example.page) > K]
        print(f"{name:<14}{share(false, 0):>21}{share(longer, 0):>24}")
    print(f"\ncalled retrieval errors where the best {K} passages are withheld")
    print(f"{'':<14}{'S (they are)':>21}{'NS (they are not)':>24}")
    for name, found in facts.items():
        long = [example for example in found if len(example.page) >= 2 * K]
        true = [example for example in long if example.supported]
        false = [example for example in long if not example.supported]
        print(f"{name:<14}{share(true, K):>21}{share(false, K):>24}")


if __name__ == "__main__":
    main()
