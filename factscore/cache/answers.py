"""Requests and answers of the stages, as the JSON that the cache holds.

Evidence is stored as passage numbers with scores, and with titles where it comes from the
whole store: a digest of what it was chosen from is part of the key, so the text is read back
from the store and a cached verdict stays small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from factscore.errors import CacheError, CacheMiss
from factscore.records import (
    Decomposition,
    Fact,
    Generation,
    JsonValue,
    Label,
    Passage,
    Reason,
    Status,
    Verdict,
)


def decompose_request(
    identity: dict[str, JsonValue], generation: Generation
) -> dict[str, JsonValue]:
    """All that decides a decomposition."""
    return {
        "decomposer": identity,
        "topic": generation.topic,
        "text": generation.text,
        "abstained": generation.abstained,
    }


def judge_request(
    identity: dict[str, JsonValue],
    retrieval: str,
    topic: str,
    article: str | None,
    k: int,
    fact: str,
) -> dict[str, JsonValue]:
    """All that decides a verdict; ``article`` is the digest of the topic's article, or the
    fingerprint of the store where all of it is searched."""
    return {
        "judge": identity,
        "retrieval": retrieval,
        "topic": topic,
        "article": article,
        "k": k,
        "fact": fact,
    }


def refuse_offline(source: str, what: str) -> CacheMiss:
    """The error of an offline run that lacks an answer; ``source`` is a file and line."""
    where = f"{source}: " if source else ""
    return CacheMiss(
        f"{where}the {what} is not in the cache; run once without --offline,"
        " with the same decomposer, judge, store and top-k"
    )


def pack_decomposition(decomposition: Decomposition) -> JsonValue:
    """The inverse of ``unpack_decomposition``."""
    return {
        "status": decomposition.status,
        "facts": [[f.text, f.sentence, f.start, f.end] for f in decomposition.facts],
        "sentences": decomposition.sentences,
        "non_factual": decomposition.non_factual,
        "detail": decomposition.detail,
    }


def unpack_decomposition(value: Any) -> Decomposition:
    """The decomposition that ``pack_decomposition`` was given.

    Raises:
        CacheError: it was not; the cache is damaged.
    """
    with readable():
        return Decomposition(
            status=Status(value["status"]),
            facts=tuple(Fact(*fact) for fact in value["facts"]),
            sentences=value["sentences"],
            non_factual=value["non_factual"],
            detail=value["detail"],
        )


def pack_verdict(verdict: Verdict, pack: Callable[[Passage], JsonValue]) -> JsonValue:
    """The inverse of ``unpack_verdict``; ``pack`` makes a piece of evidence small."""
    return {
        "label": verdict.label,
        "probability": verdict.probability,
        "reason": verdict.reason,
        "evidence": [pack(passage) for passage in verdict.evidence],
    }


def unpack_verdict(value: Any, unpack: Callable[[Any], Passage]) -> Verdict:
    """The verdict that ``pack_verdict`` was given; ``unpack`` is the inverse of its ``pack``.

    Raises:
        CacheError: it was not; the cache is damaged.
    """
    with readable():
        reason = value["reason"]
        return Verdict(
            label=Label(value["label"]),
            probability=value["probability"],
            reason=None if reason is None else Reason(reason),
            evidence=tuple(map(unpack, value["evidence"])),
        )


@contextmanager
def readable() -> Iterator[None]:
    """Turns a stored answer of another shape into a ``CacheError``."""
    try:
        yield
    except (LookupError, TypeError, ValueError) as error:
        raise CacheError(
            f"the cache holds an answer that cannot be read ({type(error).__name__}: {error});"
            " see it with 'factscore cache export', remove all with 'factscore cache clear'"
        ) from error
