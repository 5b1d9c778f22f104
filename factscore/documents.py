"""Evidence that rows bring along: the documents of a RAG system, instead of a store.

The documents of a row are cut into passages as articles are, and the best of them for each
fact found by the same BM25 as within an article, over all documents of the row together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from factscore.knowledge.articles import make_article
from factscore.knowledge.passages import CUTTER_VERSION, cut_text
from factscore.knowledge.spellings import unwrapped
from factscore.records import Document, Generation, Passage
from factscore.retrieval import RETRIEVAL, TopicIndex
from factscore.topics import Found, Topic

DOCUMENTS = f"{RETRIEVAL}-documents-{CUTTER_VERSION}"
"""Name and version of how passages of documents are made and chosen."""
_NOTHING = (
    "the row has no contexts or documents to be judged by (in Python, read_generations takes them"
    " with documents=True)"
)


# Without slots, as its base.
@dataclass(frozen=True)
class GivenDocuments(Topic):
    """The documents of one row, as one article whose passages have titles of their own."""

    titles: tuple[str, ...]
    """The title of each passage's document."""

    @property
    def retrieval(self) -> str:
        """BM25 over the passages of all documents."""
        return DOCUMENTS

    def top(self, fact: str, k: int) -> tuple[Passage, ...]:
        """The k best passages of the documents for a fact, best first."""
        return tuple(map(self._titled, super().top(fact, k)))

    def unpack(self, packed: Any) -> Passage:
        """The inverse of ``pack``."""
        return self._titled(super().unpack(packed))

    def _titled(self, passage: Passage) -> Passage:
        return replace(passage, title=self.titles[passage.index])


def find_documents(generation: Generation) -> Found:
    """The row's documents as evidence; a row without any has none, and it says so.

    Example:
        >>> ada = Document("Ada Lovelace was born in London.", "Ada Lovelace")
        >>> row = Generation("She was born in 1815.", documents=(ada, Document("A note.")))
        >>> found = find_documents(row).evidence
        >>> [(p.title, p.text) for p in found.top("Ada was born in 1815.", 2)]
        [('Ada Lovelace', 'Ada Lovelace was born in London.'), ('document 2', 'A note.')]
    """
    if not generation.documents:
        return Found(None, _NOTHING)
    return Found(given_documents(unwrapped(generation.topic or ""), generation.documents))


def given_documents(topic: str, documents: Sequence[Document]) -> GivenDocuments:
    """An index over some documents; those without a title are called after their place."""
    passages, titles = [], []
    for place, document in enumerate(documents, start=1):
        cut = cut_text([document.text])
        passages += cut
        titles += [document.title or f"document {place}"] * len(cut)
    article = make_article("\n".join(titles), passages)
    return GivenDocuments(topic, TopicIndex(article), tuple(titles))
