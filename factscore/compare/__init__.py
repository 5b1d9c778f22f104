"""Two results against each other, item by item.

``compare_results`` reads, pairs, measures and warns. Underneath, ``sides`` keeps of a file
what a comparison needs, ``pairing`` finds the items that both have, ``measure`` turns pairs
into numbers and ``comparable`` tells whether these may be compared at all.
"""

from factscore.compare.records import (
    Change,
    ComparisonResult,
    ItemCounts,
    Measure,
    ModelComparison,
    Moved,
    Permutation,
    SideSummary,
)
from factscore.compare.run import compare_results

__all__ = [
    "Change",
    "ComparisonResult",
    "ItemCounts",
    "Measure",
    "ModelComparison",
    "Moved",
    "Permutation",
    "SideSummary",
    "compare_results",
]
