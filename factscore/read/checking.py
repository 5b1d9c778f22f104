"""One pass over the rows of a file: each becomes an item, and the file's faults are found.

Which list of labels counts is decided for the whole file, so an item's labels are given to
it afterwards (``Item.generation_with``); whether they fit is checked for every list at once,
lest the items have to be kept until one is chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from factscore.errors import InputError
from factscore.read.base import Fault, Row
from factscore.read.faults import Faults
from factscore.read.label_lists import chosen_list, given_labels, label_lists, labelled
from factscore.read.left_out import LeftOutRows, left_out
from factscore.read.result_lines import is_result
from factscore.read.rows import to_generation
from factscore.read.sources import Source
from factscore.records import Generation, JsonValue

VERDICTS = "label"
"""The name by which the verdicts of our own results are asked for as labels."""


@dataclass(frozen=True, slots=True)
class Item:
    """A generation whose labels are still to be chosen; ``ours``: a line of our results."""

    line: int
    generation: Generation
    labels: Mapping[str, JsonValue]
    ours: bool

    def generation_with(self, chosen: str | None) -> Generation:
        """The generation with the labels of the list that counts, if the row has it.

        Raises:
            InputError: the labels do not fit the facts.
        """
        if chosen is None or chosen not in self.labels:
            return self.generation
        return labelled(self.generation, chosen, self.labels[chosen])


def to_item(row: Row, source: Source) -> Item:
    """One row of a file, which is not left out.

    Raises:
        InputError: with everything that is wrong with the row, each without its place.
    """
    generation = to_generation(
        row.fields,
        facts=source.facts,
        model=source.model,
        source=f"{source.name}:{row.line}",
        verdicts=source.labels == VERDICTS,
        documents=source.documents,
    )
    ours = is_result(row.fields)
    # A list that our results carry was written for facts that a text was split into later.
    labels = {} if ours and source.labels is None else label_lists(row.fields)
    return Item(row.line, generation, labels, ours)


class FileCheck:
    """What is known of a file so far; ``finish`` when all of its rows were taken."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.faults = Faults()
        self.chosen: str | None = None
        """The list of labels that counts, once finished."""
        self.rows = 0
        self._items = 0
        self._left_out = LeftOutRows()
        self._ours = False
        self._list_faults: dict[str, Faults] = {}

    def take(self, found: Row | Fault) -> Item | None:
        """The row's item; ``None`` where something is wrong with it, or it is left out."""
        self.rows += 1
        if isinstance(found, Fault):
            self.faults.add(found)
            return None
        if why := left_out(found.fields):
            self._left_out.add(found.line, why)
            return None
        try:
            item = to_item(found, self.source)
        except InputError as error:
            _add(self.faults, found.line, error)
            return None
        self._items += 1
        self._ours = self._ours or item.ours
        self._check_lists(item)
        return item

    def remarks(self) -> list[str]:
        """What was left out of the file, and why."""
        return [f"{self.source.name}: {told}" for told in self._left_out.remarks(self.rows)]

    def _check_lists(self, item: Item) -> None:
        for name, labels in item.labels.items():
            faults = self._list_faults.setdefault(name, Faults())
            try:
                given_labels(item.generation, name, labels)
            except InputError as error:
                _add(faults, item.line, error)

    def finish(self) -> None:
        """Choose the list of labels, and add what is wrong with the file as a whole."""
        if not self.rows:
            self.faults.add(Fault(0, 'no rows; each line is to be {"topic": "…", "output": "…"}'))
        elif self._left_out and not self._items and not self.faults.total:
            for fault in self._left_out.faults(self.rows):
                self.faults.add(fault)
        # A file that could not be read has no labels either; once is enough.
        if not self._items or (self.source.labels == VERDICTS and self._ours):
            return
        try:
            self.chosen = chosen_list(self._list_faults, self.source.labels)
        except InputError as error:
            _add(self.faults, 0, error)
        if self.chosen is not None:
            self.faults.extend(self._list_faults[self.chosen])


def _add(faults: Faults, line: int, error: InputError) -> None:
    for problem in error.problems:
        faults.add(Fault(line, problem))
