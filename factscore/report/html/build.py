"""The whole report, item by item: nothing of an item's text and evidence stays in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from factscore.records import ItemResult, ModelScore, Reason, RunSetup
from factscore.repeats import Repeats
from factscore.report.html.fields import FieldFinder
from factscore.report.html.made import setup_remarks
from factscore.report.html.overview import Overview, overview_html, overview_style, summary_line
from factscore.report.html.packer import ItemPacker, explorer_script, explorer_style
from factscore.report.page import close_page, escape, open_page
from factscore.score import model_scores
from factscore.version import __version__

if TYPE_CHECKING:
    from factscore.read.stored import StoredItem

TITLE = "How much of it is true"
"""A report's title where none is given."""


class ReportBuilder:
    """Takes items as they come and writes the page at the end.

    Memory holds the numbers of each item and the short values by which items are grouped.
    Texts, facts and whatever else a row carries go to the explorer's packer at once, which
    keeps them compressed. The same items give the same bytes.

    Example:
        >>> from factscore.read.stored import read_stored
        >>> builder = ReportBuilder(title="Biographies")
        >>> for stored in read_stored(["results.jsonl"]):  # doctest: +SKIP
        ...     builder.add(stored)
        >>> with open("report.html", "wb") as file:  # doctest: +SKIP
        ...     builder.write(file.write)
    """

    def __init__(self, *, title: str = TITLE, f1_k: int | None = None) -> None:
        """Begin a report.

        Args:
            title: text, not HTML.
            f1_k: K of F1@K; ``None``: as the items' setups say.
        """
        self._title = title
        self._f1_k = f1_k
        self._packer = ItemPacker()
        self._fields = FieldFinder()
        self._items: list[ItemResult] = []
        self._setups: dict[str, dict[RunSetup | None, None]] = {}
        self._reasons: dict[str, Counter[Reason]] = {}
        self._repeats = Repeats()

    def add(self, stored: StoredItem) -> None:
        """Take one item; items are numbered from 0 in the order of the calls."""
        item = stored.item
        self._packer.add(stored)
        self._fields.add(item)
        self._repeats.take(replace(item, source=stored.source))
        self._items.append(replace(item, facts=(), text="", extra={}))
        self._setups.setdefault(item.model, {}).setdefault(stored.setup)
        reasons = self._reasons.setdefault(item.model, Counter())
        reasons.update(fact.verdict.reason for fact in item.facts if fact.verdict.reason)

    def remarks(self) -> list[str]:
        """Why scores are not comparable, or intervals too narrow; the page says it too."""
        setups = {model: tuple(own) for model, own in self._setups.items()}
        found = [f"not comparable: {remark}" for remark in setup_remarks(setups)]
        repeated = self._repeats.remark()
        return [*found, *([repeated] if repeated else [])]

    def summary(self) -> str:
        """How much there is: ``2 models, 57 items (53 scored), 1,378 facts``."""
        return summary_line(self._items)

    def write(
        self, write: Callable[[bytes], object], models: Sequence[ModelScore] | None = None
    ) -> None:
        """Write the page, in several calls.

        Args:
            write: takes the bytes.
            models: the models' numbers where more is known than the items say (corrected scores,
                partial ones); ``None``: worked out from the items.
        """
        overview = self._overview(models)
        body = overview_html(overview)
        script = explorer_script()
        style = overview_style() + explorer_style()
        write(open_page(self._title, style=style, script=script).encode())
        write(self._opening().encode())
        write(body.encode())
        for part in self._packer.html():
            write(part.encode())
        write(f"</main>\n{close_page(script)}".encode())

    def _overview(self, models: Sequence[ModelScore] | None) -> Overview:
        return Overview(
            models=model_scores(self._items) if models is None else models,
            items=self._items,
            setups={model: tuple(own) for model, own in self._setups.items()},
            f1_k=self._f1_k,
            reasons=self._reasons,
            fields=self._fields.found(),
            repeated=self._repeats.remark() or "",
        )

    def _opening(self) -> str:
        told = f"{self.summary()}. factscore {__version__}."
        return (
            '<a class="skip" href="#main">Skip to the ranking</a>\n'
            '<a class="skip" href="#items">Skip to the items</a>\n'
            f"<header>\n<h1>{escape(self._title)}</h1>\n"
            f'<p class="soft">{escape(told)}</p>\n</header>\n<main id="main" tabindex="-1">\n'
        )
