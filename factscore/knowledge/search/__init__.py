"""Search in a whole store: the best passages for a fact, of whichever articles.

:func:`build_index` makes the index beside a store, :class:`StoreSearch` asks it. Articles in
memory need none: theirs is made in memory by the first question.
"""

from __future__ import annotations

from factscore.knowledge.search.base import SearchableStore
from factscore.knowledge.search.build import IndexSummary, build_index
from factscore.knowledge.search.search import SEARCH, Source, StoreSearch

__all__ = ["SEARCH", "IndexSummary", "SearchableStore", "Source", "StoreSearch", "build_index"]
