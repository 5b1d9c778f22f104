"""The table of models in other forms than the terminal's: Markdown, CSV and parquet.

Markdown is for people: the terminal's columns, rounded as there. CSV and parquet are for
programs: every column of ``factscore.report.formats.columns``, with every digit. All have the
best model first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from factscore.ranking import rank_models
from factscore.records import ModelScore
from factscore.report.formats.columns import MODEL_KINDS, model_row
from factscore.report.formats.csv_text import csv_text
from factscore.report.formats.markdown import markdown_table
from factscore.report.formats.parquet import parquet_bytes

Format: TypeAlias = Literal["markdown", "csv", "parquet"]
FORMATS: tuple[Format, ...] = get_args(Format)

__all__ = ["FORMATS", "Format", "model_table"]


def model_table(models: Sequence[ModelScore], f1_k: int, form: Format) -> bytes:
    """A row for each model, best first; texts in UTF-8.

    Args:
        models: the rows.
        f1_k: K of F1@K.
        form: one of ``FORMATS``.

    Raises:
        MissingDependency: parquet without pyarrow.
    """
    if form == "markdown":
        return markdown_table(models, f1_k).encode()
    rows = [model_row(ranked, f1_k) for ranked in rank_models(models)]
    if form == "csv":
        return csv_text(MODEL_KINDS, rows).encode()
    return parquet_bytes(MODEL_KINDS, rows)
