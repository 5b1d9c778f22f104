"""What stands in for the facts that a chat model would find, where nobody has asked it yet."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace

from factscore.records import Fact

FACTS_PER_WORD = 0.215
"""Facts that a model is expected to write for each word of the sentences that state any.

People differ, and so do models: there are 0.17 in the sample (``benchmarks/bios``), 0.21 in
the demonstrations of our prompt, and 0.23 in FActScore's labelled texts, where the model that
its authors asked first wrote 0.24. The rules find 0.15. What comes of it:
``benchmarks/llm_dry_run.py``."""
TRUST = 200
"""Words of texts that count as much as the number above, once a model has decomposed some."""


@dataclass(slots=True)
class Fineness:
    """How finely a model cuts texts into facts, as far as is known."""

    facts: float = TRUST * FACTS_PER_WORD
    words: float = TRUST

    def learn(self, facts: Sequence[Fact]) -> None:
        """Take note of the facts that the model found in a text."""
        self.facts += len(facts)
        self.words += _words(facts)

    def cut(self, facts: Sequence[Fact]) -> list[Fact]:
        """The facts that rules find in a text, cut until they are as many as the model's.

        The longest is halved again and again. The halves are no statements; what counts is
        how many there are, how long they are, and which evidence they have.

        Example:
            >>> sentence = "Ada Lee was born in Leeds, studied law, and moved to Rome in May."
            >>> found = [Fact("Ada Lee was born in Leeds.", sentence),
            ... Fact("Ada Lee studied law.", sentence)]
            >>> [fact.text for fact in Fineness().cut(found)]
            ['Ada Lee was', 'born in Leeds.', 'Ada Lee studied law.']
        """
        wanted = round(_words(facts) * self.facts / self.words)
        # Size, place in the text (a half's goes on where the whole's ends), fact.
        parts: list[tuple[int, tuple[int, ...], Fact]] = [
            (-len(fact.text.split()), (n,), fact) for n, fact in enumerate(facts)
        ]
        heapq.heapify(parts)
        while len(parts) < wanted and parts[0][0] < -1:
            _, place, fact = heapq.heappop(parts)
            for n, half in enumerate(_halves(fact)):
                heapq.heappush(parts, (-len(half.text.split()), (*place, n), half))
        return [fact for *_, fact in sorted(parts, key=lambda part: part[1])]


def _words(facts: Sequence[Fact]) -> int:
    """Words of the sentences that have facts."""
    sentences = {(fact.start, fact.sentence) for fact in facts}
    return sum(len(sentence.split()) for _, sentence in sentences)


def _halves(fact: Fact) -> tuple[Fact, Fact]:
    words = fact.text.split()
    middle = (len(words) + 1) // 2
    return (
        replace(fact, text=" ".join(words[:middle])),
        replace(fact, text=" ".join(words[middle:])),
    )
