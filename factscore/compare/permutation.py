"""Is a mean difference more than chance? A permutation test for pairs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from factscore.compare.records import TIE, Permutation
from factscore.settings import BOOTSTRAP_SEED

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

EXACT_UP_TO = 15
"""So many pairs that differ have 32,768 sign patterns, which are all looked at."""
DRAWS = 10_000
"""Sign patterns that are drawn where there are more pairs."""
_AT_ONCE = 1 << 18
"""Signs that are drawn before they are added up: some MB, however many pairs there are."""


def sign_flip_test(
    differences: Sequence[float], draws: int = DRAWS, seed: int = BOOTSTRAP_SEED
) -> Permutation | None:
    """Two-sided sign-flip permutation test of the mean difference of pairs.

    If it made no difference which side is which, each difference might as well have the
    other sign (Fisher 1935, "The Design of Experiments", section 21). The p-value is the share
    of sign patterns whose mean is at least as far from 0 as the one that was observed.
    All patterns are looked at for up to ``EXACT_UP_TO`` pairs that differ; equal ones change
    nothing. For more pairs, ``draws`` patterns are drawn, k of them as extreme, and
    p = (k + 1) / (draws + 1): a sampled p-value must not be 0 (Phipson and Smyth 2010,
    "Permutation P-values should never be zero").

    Args:
        differences: One for each pair; what is within ``TIE`` of 0 counts as 0.
        draws: How many patterns to draw.
        seed: Of the generator that draws them.

    Returns:
        ``None`` without pairs: there is nothing to test.

    >>> sign_flip_test([1, 2, 3])
    Permutation(p=0.25, exact=True, draws=8)
    """
    import numpy as np

    if not differences:
        return None
    values = np.asarray([value for value in differences if abs(value) > TIE], dtype=np.float64)
    if len(values) <= EXACT_UP_TO:
        patterns = 2 ** len(values)
        return Permutation(
            _count_extreme(values, _all_signs(len(values))) / patterns, True, patterns
        )
    extreme = _sampled_extreme(values, draws, seed)
    return Permutation((extreme + 1) / (draws + 1), False, draws)


def _sampled_extreme(values: Floats, draws: int, seed: int) -> int:
    import numpy as np

    generator = np.random.default_rng(seed)
    rows = max(1, _AT_ONCE // len(values))
    extreme = 0
    for done in range(0, draws, rows):
        shape = (min(rows, draws - done), len(values))
        extreme += _count_extreme(values, _signs(generator.integers(0, 2, shape)))
    return extreme


def _count_extreme(values: Floats, signs: Floats) -> int:
    """How many rows of signs make a sum at least as far from 0 as the values' own."""
    import numpy as np

    # Sums that are equal on paper may differ in their last bits.
    least = abs(values.sum()) - TIE * np.abs(values).sum()
    return int(np.count_nonzero(np.abs(signs @ values) >= least))


def _all_signs(pairs: int) -> Floats:
    import numpy as np

    patterns = np.arange(2**pairs)[:, np.newaxis]
    return _signs((patterns >> np.arange(pairs)) & 1)


def _signs(bits: npt.NDArray[np.int64]) -> Floats:
    """Bits as -1 and 1."""
    return bits.astype("float64") * 2 - 1
