"""The report's item explorer: every item, fact and passage, packed into one section of HTML.

The page loads an index (model, topic, state, score and counts of each item) at once. Texts,
facts and evidence lie in compressed blocks that it unpacks when an item is opened, a text is
searched or evidence is asked for. A passage is stored once, however many facts rest on it.

Nothing of the data is HTML or script: it is base64 in ``script`` elements of a type that no
browser runs, and the explorer shows it as text alone.

The index is ``{"models", "topics", "states", "setups", "items": {column: [one value an item]},
"item_blocks", "passage_blocks"}``; columns ``model``, ``topic``, ``state`` and ``setup`` are
places in those lists, -1 for none; the last two have the number of each block's first row.
"""

from __future__ import annotations

from array import array
from base64 import b64encode
from collections.abc import Iterator
from hashlib import blake2b
from importlib.resources import files
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeVar

from factscore.records import ErrorType, ItemResult, JsonValue, Label, Passage, RunSetup
from factscore.report.html.blocks import Blocks, compact, pack
from factscore.report.html.rows import finite, item_row

if TYPE_CHECKING:
    from factscore.read.stored import StoredItem

_Key = TypeVar("_Key")

_SCRIPTS = (
    *("explorer_data.js", "explorer_words.js", "explorer_index.js"),
    *("explorer_view.js", "explorer.js"),
)
_NONE = -1
_DATA = '<script type="application/octet-stream;base64" data-block="{kind}">{data}</script>\n'
_COUNTS = (*(label.value for label in Label), *(error.value for error in ErrorType))

_SECTION = """<section id="items" aria-labelledby="items-title">
<h2 id="items-title">Every item</h2>
<noscript><p>The items are packed to keep this file small; unpacking them needs JavaScript, which
is switched off here. Everything above reads without it.</p></noscript>
<p id="items-problem" role="alert" hidden></p>
<div id="items-view" hidden>
<p class="soft">Open an item to see its text with the facts of each sentence; open a fact to see
the evidence that it was judged by. <span class="good">✓</span> supported,
<span class="bad">✗</span> not supported, <span class="soft">?</span> unscored: there is no
verdict.</p>
<form id="items-filters" role="search" aria-label="Filter the items">
<label>Model <select name="model"><option value="">all</option></select></label>
<label>State <select name="state"><option value="">all</option></select></label>
<label>With a fact that is <select name="verdict"><option value="">anything</option>
</select></label>
<label>Text contains <input type="search" name="text" autocomplete="off" spellcheck="false"
placeholder="in topic, text and facts"></label>
<label>Order <select name="sort"><option value="">as read</option>
<option value="low">lowest score first</option><option value="high">highest score first</option>
<option value="topic">by topic</option></select></label>
<button type="reset">Clear</button>
</form>
<p id="items-count" role="status" aria-live="polite"></p>
<progress id="items-progress" aria-label="Searching the texts" hidden></progress>
<ol id="items-list" role="list"></ol>
<nav id="items-pages" aria-label="Pages of items" hidden>
<button type="button" data-step="-1">Previous</button>
<span id="items-range"></span>
<button type="button" data-step="1">Next</button>
</nav>
</div>
"""


class ItemPacker:
    """Packs items as they come; memory holds the index and the compressed blocks.

    Example:
        >>> packer = ItemPacker()
        >>> "".join(packer.html()).startswith('<section id="items"')
        True
    """

    def __init__(self) -> None:
        self._items = Blocks()
        self._passages = Blocks()
        self._passage_numbers: dict[bytes, int] = {}
        self._models: dict[str, int] = {}
        self._topics: dict[str, int] = {}
        self._states: dict[str, int] = {}
        self._setups: dict[RunSetup, int] = {}
        self._model = array("l")
        self._topic = array("l")
        self._state = array("l")
        self._setup = array("l")
        self._score: list[float | None] = []
        self._counts = {name: array("l") for name in _COUNTS}

    def add(self, stored: StoredItem) -> None:
        """Take one item; items are numbered from 0 in the order of the calls."""
        item, setup = stored.item, stored.setup
        self._model.append(_place(self._models, item.model))
        self._topic.append(_place(self._topics, item.topic))
        self._state.append(_place(self._states, item.status.value))
        self._setup.append(_place(self._setups, setup))
        self._score.append(finite(item.score, 4))
        for name, column in self._counts.items():
            column.append(_count(item, name))
        self._items.add(item_row(item, self._number, _source(stored)))

    def html(self) -> Iterator[str]:
        """The section, in parts that belong one after the other."""
        yield _SECTION
        yield _DATA.format(kind="index", data=b64encode(pack(compact(self._index()))).decode())
        for data in self._items.encoded():
            yield _DATA.format(kind="items", data=data)
        for data in self._passages.encoded():
            yield _DATA.format(kind="passages", data=data)
        yield "</section>\n"

    def _index(self) -> JsonValue:
        columns: dict[str, JsonValue] = {
            "model": list(self._model),
            "topic": list(self._topic),
            "state": list(self._state),
            "setup": list(self._setup),
            "score": list(self._score),
        }
        return {
            "models": list(self._models),
            "topics": list(self._topics),
            "states": list(self._states),
            "setups": [_setup_row(setup) for setup in self._setups],
            "items": columns | {name: list(column) for name, column in self._counts.items()},
            "item_blocks": list(self._items.firsts),
            "passage_blocks": list(self._passages.firsts),
        }

    def _number(self, passage: Passage) -> int:
        digest = _digest(passage)
        number = self._passage_numbers.get(digest)
        if number is None:
            row: list[JsonValue] = [passage.title, passage.index, passage.text]
            if passage.store:
                row.append(passage.store)
            number = self._passage_numbers[digest] = self._passages.add(row)
        return number


def explorer_script() -> str:
    """The page's one script: the explorer, ready to stand in a ``script`` element."""
    parts = "\n".join(_asset(name) for name in _SCRIPTS)
    return f'(() => {{\n"use strict";\n{parts}}})();\n'


def explorer_style() -> str:
    """The explorer's style sheet; its colours are the variables of ``factscore.report.page``."""
    return _asset("explorer.css")


def _asset(name: str) -> str:
    return files("factscore.report.html").joinpath(name).read_text("utf-8")


def _digest(passage: Passage) -> bytes:
    """Of all that is shown of a passage, so that none is kept just to know it again."""
    title, store = passage.title, passage.store
    # Lengths keep apart what is joined.
    key = f"{len(title)} {len(store)} {passage.index} {title}{store}{passage.text}"
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _place(known: dict[_Key, int], value: _Key | None) -> int:
    return _NONE if value is None else known.setdefault(value, len(known))


def _count(item: ItemResult, name: str) -> int:
    counts = item.counts if name in list(Label) else item.errors
    count: int = getattr(counts, name)
    return count


def _source(stored: StoredItem) -> str:
    # The file's name and line alone: a page that is published tells nothing of folders.
    return PurePath(stored.source).name


def _setup_row(setup: RunSetup) -> JsonValue:
    return {"judge": setup.judge, "decomposer": setup.decomposer, "version": setup.version}
