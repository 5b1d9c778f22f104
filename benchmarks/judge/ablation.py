"""What each part of the judge gives: ``python benchmarks/judge/ablation.py RUN``.

Five-fold by entity: each fact is predicted by the network, and weighed by the coefficients,
that its entity had no part in. For the models that wrote people's facts the area under the
curve and balanced accuracy; for the statements of ``practice.py`` balanced accuracy, which is
the share that is right.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from dataclasses import fields
from pathlib import Path

from combination import BASE, PRACTICE, Table, balanced, cross_validated, tabulate
from examples import MODELS
from predict import read_predictions

from factscore.agreement import auc
from factscore.judge.binding import Binding
from factscore.judge.features import FEATURES, Contrast

SHARES = BASE[1:]
NEGATION = ("denied", "denies")
MARGINS = tuple(field.name for field in fields(Binding) if field.name not in NEGATION)
CONTRAST = tuple(field.name for field in fields(Contrast))
SIGNS = FEATURES[len(BASE) :]
SUBSETS: Mapping[str, Sequence[str]] = {
    "logit": ("logit",),
    "shares": SHARES,
    "logit, shares": BASE,
    **{f"  without {out}": tuple(name for name in BASE if name != out) for out in SHARES},
    "logit, shares, margins": (*BASE, *MARGINS),
    "logit, shares, negation": (*BASE, *NEGATION),
    "logit, shares, contrast": (*BASE, *CONTRAST),
    "all": FEATURES,
    **{f"  all without {out}": tuple(n for n in FEATURES if n != out) for out in SIGNS},
}


def row(table: Table, names: Sequence[str]) -> list[str]:
    """The cells of one line: each of ``MODELS``, then each of ``PRACTICE``."""
    unseen = cross_validated(table, names)
    cells = []
    for source in (*MODELS, *PRACTICE):
        rows = table.sources == source
        agreement = f"{balanced(table, unseen.supported, rows):.3f}"
        if source in MODELS:
            area = auc(table.supported[rows].tolist(), unseen.probabilities[rows].tolist())
            agreement = f"{area:.4f} {agreement}"
        cells.append(agreement)
    return cells


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, help="the folder that predict.py wrote to")
    parser.add_argument("data", type=Path, nargs="?", default=os.environ.get("FACTSCORE_DATA"))
    arguments = parser.parse_args()
    predictions = read_predictions(arguments.run / "honest.jsonl")
    table = tabulate(Path(arguments.data), predictions)
    print(f"{'':<28}" + "".join(f"{source:>14}" for source in (*MODELS, *PRACTICE)))
    for label, names in SUBSETS.items():
        print(f"{label:<28}" + "".join(f"{cell:>14}" for cell in row(table, names)), flush=True)


if __name__ == "__main__":
    main()
