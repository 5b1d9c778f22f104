"""The table as people read it, in Markdown: for a README, an issue, a pull request."""

from __future__ import annotations

import re
from collections.abc import Sequence

from factscore.ranking import rank_models
from factscore.records import ModelScore
from factscore.report.table import model_cells

_SPECIAL = re.compile(r"[\\`*\[\]<>|~&$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
"""What Markdown reads as more than itself; an underscore within a word is not."""


def markdown_table(models: Sequence[ModelScore], f1_k: int) -> str:
    """A GitHub table, best model first; the columns and the rounding are the terminal's."""
    cells = model_cells(rank_models(models), f1_k)
    table = [tuple(map(escaped, row)) for row in (cells.headings, *cells.rows)]
    widths = [max(3, *map(len, column)) for column in zip(*table, strict=True)]
    heading, *rows = (_line(row, widths) for row in table)
    first, *others = widths
    rule = "|".join(["", f" {'-' * first} ", *(f" {'-' * (w - 1)}: " for w in others), ""])
    return "\n".join([heading, rule, *rows, ""])


def escaped(text: str) -> str:
    r"""Text that Markdown shows as it is.

    >>> print(escaped("llama_2|<b>_x_"))
    llama_2\|\<b\>\_x\_
    """
    return _SPECIAL.sub(lambda found: f"\\{found[0]}", text)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(row, widths, strict=True)
    padded = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
    return f"| {' | '.join(padded)} |"
