"""The engine: one tantivy index over passages, in a folder or in memory.

A passage is found by the words of its text and of its article's title, which are not stored;
what is stored is the title and the passage's number, by which the store has the text. Nothing
that a user writes is parsed as a query, so no text can be a wrong one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from factscore.knowledge.search.bm25 import TITLE, Collection, Term
from factscore.knowledge.search.words import make_analyzer, prepared

if TYPE_CHECKING:
    from tantivy import Index, Query, Schema, Searcher

_TEXT, _TITLE, _NAME, _PASSAGE = "text", "title", "name", "passage"
_ANALYZER = "words"
_MOST = 4096
"""Passages that are fetched at most, however many are equal."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage that was found."""

    title: str
    index: int


class PassageWriter:
    """Fills a new index; nothing can be searched before ``finish``."""

    def __init__(self, folder: Path | None, *, memory: int, threads: int) -> None:
        """Args: where to (``None``: in memory), bytes to work in, and threads beside this one.

        Raises:
            ValueError: the folder cannot be written; also by the other methods.
        """
        from tantivy import Index

        self._index = Index(_schema(), None if folder is None else str(folder))
        self._analyzer = make_analyzer()
        self._index.register_tokenizer(_ANALYZER, self._analyzer)
        self._writer = self._index.writer(memory, threads)
        self._known: dict[str, str] = {}
        self._passages = 0

    def add(self, title: str, texts: Sequence[str]) -> None:
        """Adds the passages of an article."""
        from tantivy import Document

        words, name = prepared(title), title.encode()
        for index, text in enumerate(map(prepared, texts)):
            passage = Document()
            passage.add_text(_TEXT, text)
            passage.add_text(_TITLE, words)
            passage.add_bytes(_NAME, name)
            passage.add_unsigned(_PASSAGE, index)
            self._writer.add_document(passage)
            if len(self._known) < 2:
                self._note(_TEXT, text)
                self._note(_TITLE, words)
        self._passages += len(texts)

    def _note(self, field: str, text: str) -> None:
        """One word that the field has somewhere: by it the engine can be asked about lengths."""
        if found := self._analyzer.analyze(text):
            self._known.setdefault(field, found[0])

    def finish(self) -> Collection:
        """Completes the index; its passages in numbers."""
        self._writer.commit()
        self._writer.wait_merging_threads()
        index = self.open()
        return Collection(
            self._passages,
            index.mean_length(_TEXT, self._known.get(_TEXT)),
            index.mean_length(_TITLE, self._known.get(_TITLE)),
        )

    def open(self) -> PassageIndex:
        """The index, once it is complete."""
        return PassageIndex(self._index)


class PassageIndex:
    """An index that can be asked."""

    def __init__(self, index: Index) -> None:
        """Raises: ValueError: the index is damaged; also by the other methods."""
        index.config_reader("manual")
        index.reload()
        self._schema: Schema = index.schema
        self._searcher: Searcher = index.searcher()

    def term(self, word: str) -> Term:
        """A word with how many passages have it."""
        holders = self._searcher.doc_freq
        return Term(word, holders(_TEXT, word), holders(_TITLE, word))

    def best(self, terms: Sequence[Term], count: int) -> list[Hit]:
        """About the best passages for some words: the engine knows lengths only roughly.

        Those that equal the best half are all among them.
        """
        with _whole():
            return self._best(self._query(terms), count)

    def _best(self, query: Query, count: int) -> list[Hit]:
        half = count // 2
        while True:
            found = self._searcher.search(query, count, count=False).hits
            # Which ones of equal passages are dropped is chance.
            if len(found) < count or count >= _MOST or found[-1][0] < found[half][0]:
                break
            count *= 4
        documents = (self._searcher.doc(address) for _, address in found)
        return [Hit(bytes(one[_NAME][0]).decode(), one[_PASSAGE][0]) for one in documents]

    def _query(self, terms: Sequence[Term]) -> Query:
        from tantivy import Occur, Query

        # A flat list of single terms: the engine skips what cannot be among the best.
        parts = []
        for term in terms:
            if term.in_text:
                parts.append(self._one(_TEXT, term.word))
            if term.in_title:
                parts.append(Query.boost_query(self._one(_TITLE, term.word), TITLE))
        return Query.boolean_query([(Occur.Should, part) for part in parts])

    def _one(self, field: str, word: str) -> Query:
        from tantivy import Query

        return Query.term_query(self._schema, field, word, "freq")

    def mean_length(self, field: str, word: str | None) -> float:
        """Mean words of a field, told by how the engine explains a score for one of its words."""
        if word is None:
            return 1.0
        query = self._one(field, word)
        ((_, address),) = self._searcher.search(query, 1, count=False).hits
        return _value(json.loads(query.explain(self._searcher, address).to_json()), "avgdl")


@contextmanager
def _whole() -> Iterator[None]:
    """Turns a panic into an error: how the engine ends on damage that it did not foresee."""
    try:
        yield
    except BaseException as error:
        # By name: a panic is no Exception on purpose, and its class cannot be imported.
        if type(error).__name__ != "PanicException":
            raise
        raise ValueError(str(error)) from None


def _schema() -> Schema:
    from tantivy import SchemaBuilder

    builder = SchemaBuilder()
    for field in (_TEXT, _TITLE):
        builder.add_text_field(field, tokenizer_name=_ANALYZER, index_option="freq")
    builder.add_bytes_field(_NAME, stored=True)
    builder.add_unsigned_field(_PASSAGE, stored=True)
    return builder.build()


def _value(explained: Any, name: str) -> float:
    """The number of that name in the engine's explanation of a score."""
    parts = [explained]
    while parts:
        part = parts.pop()
        if part["description"].startswith(name):
            return float(part["value"])
        parts += part.get("details", [])
    raise ValueError(f"the engine does not tell {name}")
