"""Every default, in one place; the command line's help shows them from here."""

from __future__ import annotations

from dataclasses import dataclass

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

    def __post_init__(self) -> None:
        _require(self.top_k >= 1, "top_k", "at least 1", self.top_k)
        _require(0 <= self.gamma < float("inf"), "gamma", "0 (off) or more", self.gamma)
        _require(self.f1_k >= 1, "f1_k", "at least 1", self.f1_k)


DECOMPOSER = "rules"
"""The decomposer for rows without facts; rows with facts use ``input``."""
JUDGE = "nli"
KNOWLEDGE = "knowledge/wikipedia.db"
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
