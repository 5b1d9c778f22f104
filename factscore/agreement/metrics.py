"""How well verdicts and probabilities agree with labels: each number from two plain lists.

``truth`` says which facts people call supported, ``judged`` which ones the judge does, and
``probabilities`` how likely the judge thinks support. A number that does not exist is
``None``. The bootstrap computes the same formulas for many resamples at once
(``factscore.agreement.totals``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from factscore.agreement.records import BINS
from factscore.agreement.totals import Columns, Totals, add_up, auc_draws

if TYPE_CHECKING:
    from factscore.agreement.totals import Floats


def accuracy(truth: Sequence[bool], judged: Sequence[bool]) -> float | None:
    """Share of facts on which judge and people agree, 0 to 1; ``None`` without facts.

    >>> accuracy([True, True, False, False], [True, False, False, False])
    0.75

    Raises:
        ValueError: the lists differ in length.
    """
    return _only(_labels(truth, judged).accuracy)


def balanced_accuracy(truth: Sequence[bool], judged: Sequence[bool]) -> float | None:
    """Mean of the recalls of both labels; ``None`` where all labels are alike.

    Always saying the same is worth 0.5, however common that answer is (Brodersen et al.
    2010, "The balanced accuracy and its posterior distribution").

    >>> balanced_accuracy([True, True, True, False], [True, True, True, True])
    0.5

    Raises:
        ValueError: the lists differ in length.
    """
    return _only(_labels(truth, judged).balanced_accuracy)


def precision_not_supported(truth: Sequence[bool], judged: Sequence[bool]) -> float | None:
    """Of the facts that the judge calls not supported, the share that people call so.

    ``None`` where the judge calls none so.

    >>> precision_not_supported([True, False, False, True], [False, False, True, True])
    0.5

    Raises:
        ValueError: the lists differ in length.
    """
    return _only(_labels(truth, judged).precision_not_supported)


def recall_not_supported(truth: Sequence[bool], judged: Sequence[bool]) -> float | None:
    """Of the facts that people call not supported, the share that the judge calls so.

    ``None`` where people call none so.

    >>> recall_not_supported([False, False, False, True], [False, False, True, False])
    0.6666666666666666

    Raises:
        ValueError: the lists differ in length.
    """
    return _only(_labels(truth, judged).recall_not_supported)


def auc(truth: Sequence[bool], scores: Sequence[float]) -> float | None:
    """Chance that a supported fact scores above one that is not; a tie counts one half.

    The area under the ROC curve, as the Mann-Whitney statistic (Hanley and McNeil 1982,
    "The meaning and use of the area under a ROC curve"). Scores may be on any scale.
    ``None`` where all labels are alike.

    Of the four pairs here, .9 beats both, .4 beats .1 and ties with .4: 3.5 of 4.

    >>> auc([True, True, False, False], [0.9, 0.4, 0.4, 0.1])
    0.875

    Raises:
        ValueError: the lists differ in length, or a score is no number.
    """
    import numpy as np

    columns = _columns(truth, truth, scores)
    if np.isnan(columns.probability).any():
        raise ValueError("a score is no number; leave facts without a score out")
    return _only(auc_draws(columns, np.ones((1, columns.items))))


def calibration_error(
    truth: Sequence[bool], probabilities: Sequence[float], bins: int = BINS
) -> float | None:
    """Expected calibration error (ECE) of the probability of support, 0 to 1.

    Facts are put into ``bins`` ranges of equal width by their probability; a probability on
    the border belongs to the upper range, 1 to the last. The result is the mean over
    facts of the distance between their range's mean probability and its share of
    supported facts (Naeini et al. 2015, "Obtaining well calibrated probabilities using
    Bayesian binning"; Guo et al. 2017), for the probability of support, not that of the
    label given. ``None`` without facts.

    Two facts at .9, one of them supported, are .4 off; two at .2, none supported, .2.

    >>> round(calibration_error([True, False, False, False], [0.9, 0.9, 0.2, 0.2]), 12)
    0.3

    Raises:
        ValueError: the lists differ in length, or a probability is not from 0 to 1.
    """
    if bins < 1:
        raise ValueError(f"a calibration error needs at least one bin, not {bins}")
    return _only(_totals(truth, probabilities, bins).calibration_error)


def brier_score(truth: Sequence[bool], probabilities: Sequence[float]) -> float | None:
    """Mean of ``(probability - label)²``, 0 to 1, with label 1 for supported (Brier 1950).

    Always saying one half is worth 0.25. ``None`` without facts.

    >>> brier_score([True, False], [0.5, 1.0])
    0.625

    Raises:
        ValueError: the lists differ in length, or a probability is not from 0 to 1.
    """
    return _only(_totals(truth, probabilities, BINS).brier)


def _labels(truth: Sequence[bool], judged: Sequence[bool]) -> Totals:
    import numpy as np

    columns = _columns(truth, judged, [0.0] * len(truth))
    return add_up(columns, np.ones((1, columns.items)))


def _totals(truth: Sequence[bool], probabilities: Sequence[float], bins: int) -> Totals:
    import numpy as np

    # Written so that NaN is refused as well.
    if not all(0 <= probability <= 1 for probability in probabilities):
        raise ValueError("a probability is not from 0 to 1")
    columns = _columns(truth, truth, probabilities)
    return add_up(columns, np.ones((1, columns.items)), bins)


def _columns(truth: Sequence[bool], judged: Sequence[bool], scores: Sequence[float]) -> Columns:
    """The facts as those of a single item."""
    import numpy as np

    if not len(truth) == len(judged) == len(scores):
        lengths = f"{len(truth)} labels, {max(len(judged), len(scores))} answers"
        raise ValueError(f"{lengths}; give one answer for each label")
    return Columns(
        item=np.zeros(len(truth), dtype=np.intp),
        truth=np.asarray(truth, dtype=bool),
        judged=np.asarray(judged, dtype=bool),
        probability=np.asarray(scores, dtype=float),
        items=1,
    )


def _only(values: Floats) -> float | None:
    import math

    value = float(values[0])
    return None if math.isnan(value) else value
