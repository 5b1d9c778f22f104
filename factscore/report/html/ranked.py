"""The models as a ranked chart and as a table, for the report and for notebooks."""

from __future__ import annotations

from collections.abc import Sequence

from factscore.ranking import RankedModel
from factscore.records import ModelScore
from factscore.report.html.interval_chart import (
    WIDE,
    Columns,
    ScoreRow,
    interval_chart,
    shown_interval,
)
from factscore.report.page import Html, escape, table
from factscore.report.table import model_cells, percent


def ranked_chart(ranked: Sequence[RankedModel], ident: str, columns: Columns = WIDE) -> str:
    """Dots and whiskers in the given order; ``ident`` begins the picture's ids."""
    rows = [
        ScoreRow(
            name=each.model.model,
            score=each.model.score,
            ci95=each.model.ci95,
            rank=_rank(each) if len(ranked) > 1 else "",
            note=_note(each.model),
        )
        for each in ranked
    ]
    title = "Score of each model with its 95 % interval, in per cent"
    return interval_chart(rows, title, ident, columns)


def ranked_table(
    ranked: Sequence[RankedModel], f1_k: int | None, *, links: Sequence[str] = ()
) -> str:
    """The numbers of the command line's table, a row a model.

    Args:
        ranked: the models in the order of the rows.
        f1_k: K of F1@K; ``None`` where it is not the same for all, or not known.
        links: where each row's name leads (``#model-1``); empty: nowhere.
    """
    cells = model_cells(ranked, f1_k)
    rows: list[Sequence[str | Html]] = list(cells.rows)
    if links:
        rows = [
            (Html(f'<a href="{escape(link)}">{escape(name)}</a>'), *numbers)
            for link, (name, *numbers) in zip(links, cells.rows, strict=True)
        ]
    return table("The models in numbers", cells.headings, rows)


def _rank(ranked: RankedModel) -> str:
    return "" if ranked.rank is None else f"{ranked.rank}{'=' if ranked.tied else ''}"


def _note(model: ModelScore) -> str:
    if model.score is None:
        return "no score"
    interval = f" ({shown_interval(model.ci95)})" if model.ci95 else ""
    return f"{percent(model.score)}{interval}"
