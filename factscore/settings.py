"""Every default, in one place; the command line's help shows them from here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from factscore.errors import UsageError


@dataclass(frozen=True, slots=True)
class Settings:
    """How a run is done; what it is done with (judge, store, cache) comes beside it.

    Raises:
        UsageError: a value out of range.
    """

    top_k: int = 5
    """Passages a fact is judged by."""
    gamma: float = 10.0
    """Length penalty: items with fewer facts than this lose score; 0 turns it off."""
    f1_k: int = 64
    """K of F1@K: how many supported facts count as full recall (SAFE's median)."""
    offline: bool = False
    """An answer that is not in the cache is an error; nothing is computed anew."""
    partial: bool = False
    """Report the mean probability of support of each model beside its strict share."""
    three_way: bool = False
    """Ask a chat model whether a fact that is not supported is contradicted or not found."""
    retrieve: Literal["topic", "store"] = "topic"
    """Where passages come from: the topic's article, or the whole store for every row."""
    missing_topic: Literal["skip", "search"] = "skip"
    """Topics without an article: leave the item without a score, or search the whole store."""
    evidence: Literal["store", "input"] = "store"
    """By what facts are judged: a knowledge store, or the documents that each row brings."""

    def __post_init__(self) -> None:
        _require(self.top_k >= 1, "top_k", "at least 1", self.top_k)
        _require(0 <= self.gamma < float("inf"), "gamma", "0 (off) or more", self.gamma)
        _require(self.f1_k >= 1, "f1_k", "at least 1", self.f1_k)
        _require_one_of("retrieve", self.retrieve, "topic", "store")
        _require_one_of("missing_topic", self.missing_topic, "skip", "search")
        _require_one_of("evidence", self.evidence, "store", "input")
        searched = self.retrieve == "store" or self.missing_topic == "search"
        if self.evidence == "input" and searched:
            raise UsageError("evidence from the input excludes search in a store")


@dataclass(frozen=True, slots=True)
class Calling:
    """How chat models are called; nothing of it changes an answer, ``base_url`` aside.

    Raises:
        UsageError: a value out of range.
    """

    base_url: str | None = None
    """Where an OpenAI-compatible server is; ``None``: what the SDK takes from its environment."""
    concurrency: int = 20
    """Calls in flight at once, over all stages."""
    timeout: float = 120.0
    """Seconds after which a call without an answer is tried again."""
    retries: int = 6
    """How often a call is tried again after 429, 5xx, a timeout or a lost connection."""
    max_cost: float | None = None
    """US dollars that the run may spend."""
    batch: bool = False
    """Send requests through the provider's batch API."""
    poll: float = 2.0
    """Seconds between the first look at a batch, which is made at once, and the second; from look
    to look it takes longer."""

    def __post_init__(self) -> None:
        _require(self.concurrency >= 1, "concurrency", "at least 1", self.concurrency)
        _require(0 < self.timeout < float("inf"), "timeout", "more than 0", self.timeout)
        _require(self.retries >= 0, "retries", "0 or more", self.retries)
        cost = 0.0 if self.max_cost is None else self.max_cost
        _require(0 <= cost < float("inf"), "max_cost", "0 or more", cost)
        _require(0 < self.poll < float("inf"), "poll", "more than 0", self.poll)


DECOMPOSER = "rules"
"""The decomposer for rows without facts; rows with facts use ``input``."""
JUDGE = "nli"
KNOWLEDGE = "knowledge/wikipedia.db"
MAX_WORDS = 190
"""Words of a passage at most: about 256 RoBERTa tokens of English."""
SHORT_SECTION = 40
"""A section of fewer words than this shares a passage with its neighbour."""
MAX_RATIO = 250.0
"""What unpacks to more than this many times its size is taken for a bomb; real text of
articles stays below 10, and gzip cannot do more than 1032."""
CACHE = "cache/factscore.db"

ON_PAGE = 0.85
"""Share of a fact's content words that a text must have to count as having them: all of up
to six, all but one of seven to thirteen. With less, pages have the words of false facts more
often (``benchmarks/error_types.py``); with more, little is gained, and the wording of a long
fact must be the page's to the last word."""

BOOTSTRAP_SAMPLES = 1000
BOOTSTRAP_SEED = 0
"""Intervals are drawn with a fixed seed: the same run gives the same interval."""


def _require(holds: bool, name: str, wanted: str, value: float) -> None:
    if not holds:
        raise UsageError(f"{name} must be {wanted}, not {value}")


def _require_one_of(name: str, value: str, *allowed: str) -> None:
    if value not in allowed:
        raise UsageError(f"{name} must be {' or '.join(allowed)}, not {value!r}")
