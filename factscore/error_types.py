"""Why the evidence does not support a fact: what stood against it, or what was missing.

The three types of MedRAGChecker and RAGChecker. A judge with three classes tells a
contradiction from a fact that it did not find. Why it did not find it, it cannot know: it
reads the retrieved passages and not the page. The words of the page tell that:

- ``retrieval_error``: the page has the fact's words, the retrieved passages do not. The
  evidence that would decide may be there, and was not retrieved.
- ``grounding_error``: the retrieved passages have the fact's words, or the page has not got
  them either. The evidence that there is was there, and the fact goes beyond it.

Where the whole store was searched there is no page, and nobody read the store: what was not
found there has no type.

To have the words is to have at least ``settings.ON_PAGE`` of the content words of the fact,
the topic's own aside. Words are a sign and no proof: on a long page they may stand apart.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Set

from factscore.judge.windows import content_words
from factscore.records import ErrorCounts, ErrorType, JudgedFact, Label
from factscore.settings import ON_PAGE

# Thai to Khmer, kana, Han: written without spaces, so that no word ends anywhere.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]+"
)


def terms(text: str) -> frozenset[str]:
    """The content words of a text as stems; for scripts without spaces, pairs of characters.

    >>> sorted(terms("She was born in Kyoto (京都市)."))
    ['born', 'kyoto', '京都', '都市']
    """
    text = unicodedata.normalize("NFKC", text)
    runs = _UNSPACED.findall(text)
    pairs = {run[i : i + 2] for run in runs for i in range(max(1, len(run) - 1))}
    return frozenset(pairs.union(content_words(_UNSPACED.sub(" ", text))))


def missing_evidence(
    topic: str, fact: str, retrieved: Iterable[Set[str]], page: Iterable[Set[str]]
) -> ErrorType:
    """Tell a retrieval error from a grounding error, for a fact that was not found.

    Args:
        topic: Whom or what the fact is about; its words are everywhere and tell nothing.
        fact: The fact's text. One without any other words is a grounding error: there is
            nothing that retrieval could have missed.
        retrieved: The terms of each retrieved passage.
        page: The terms of each passage of the page.

    Example:
        >>> life, work = terms("She was born in London."), terms("She wrote programs.")
        >>> missing_evidence("Ada", "Ada wrote programs.", [life], [life, work])
        <ErrorType.RETRIEVAL: 'retrieval_error'>
        >>> missing_evidence("Ada", "Ada wrote novels.", [life], [life, work])
        <ErrorType.GROUNDING: 'grounding_error'>
    """
    wanted = terms(fact) - terms(topic)
    elsewhere = _has(page, wanted) and not _has(retrieved, wanted)
    return ErrorType.RETRIEVAL if elsewhere else ErrorType.GROUNDING


def _has(texts: Iterable[Set[str]], wanted: Set[str]) -> bool:
    found = wanted & set().union(*texts)
    return len(found) >= ON_PAGE * len(wanted)


def count_errors(facts: Iterable[JudgedFact]) -> ErrorCounts:
    """How many of the facts that are not supported are of which type."""
    found = [judged.error for judged in facts if judged.verdict.label == Label.NOT_SUPPORTED]
    return ErrorCounts(
        contradiction=found.count(ErrorType.CONTRADICTION),
        retrieval_error=found.count(ErrorType.RETRIEVAL),
        grounding_error=found.count(ErrorType.GROUNDING),
        unknown=found.count(None),
    )


def sum_errors(parts: Iterable[ErrorCounts]) -> ErrorCounts | None:
    """The counts of several items; ``None`` where facts lack support and none has a type."""
    counts = list(parts)
    total = ErrorCounts(
        contradiction=sum(part.contradiction for part in counts),
        retrieval_error=sum(part.retrieval_error for part in counts),
        grounding_error=sum(part.grounding_error for part in counts),
        unknown=sum(part.unknown for part in counts),
    )
    typed = total.contradiction + total.retrieval_error + total.grounding_error
    return None if total.unknown and not typed else total
