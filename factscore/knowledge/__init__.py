"""Knowledge stores: articles by title, to be judged against.

:func:`open_store` opens any of them. Nothing here imports more than SQLite and JSON.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeAlias

from factscore.errors import StoreError, UsageError
from factscore.knowledge.base import Article, KnowledgeStore
from factscore.knowledge.connect import MAGIC, connect, path_errors, read_header, reading
from factscore.knowledge.info import DescribedStore, StoreInfo, StoreKind
from factscore.knowledge.many import ManyStores
from factscore.knowledge.memory import load_articles
from factscore.knowledge.original import OriginalStore
from factscore.knowledge.rows import Problem
from factscore.knowledge.schema import APPLICATION_ID
from factscore.knowledge.sources import recognise
from factscore.knowledge.sqlite import SqliteStore
from factscore.settings import KNOWLEDGE

__all__ = [
    "Article",
    "DescribedStore",
    "Knowledge",
    "KnowledgeStore",
    "ManyStores",
    "StoreInfo",
    "StoreKind",
    "open_store",
    "open_stores",
]

Knowledge: TypeAlias = str | Path | KnowledgeStore | Sequence[str | Path | KnowledgeStore]
"""A store, its path, or several of these."""


def open_store(path: str | Path) -> DescribedStore:
    """Opens a store, whatever its form; the form is recognised by content.

    A store by ``factscore knowledge build``, FActScore's own database, or a file of
    articles (JSONL, plain or compressed), which is loaded into memory. It is opened
    for reading only. Use it in a ``with`` statement, or close it.

    Raises:
        StoreError: there is no such file, or it is no store, with what to do about it.
        InputError: a file of articles with bad rows, all of them at once.
    """
    name = str(path)
    with path_errors(name):
        _require_file(name)
        header = read_header(name)
    return _open_database(name) if header.startswith(MAGIC) else _open_articles(name)


@contextmanager
def open_stores(knowledge: Knowledge) -> Iterator[KnowledgeStore]:
    """Opens what is given by its path, several stores as one; closes what was opened here.

    Raises:
        UsageError: no store is given, or one of them twice.
        StoreError: one cannot be opened.
        InputError: a file of articles with bad rows, all of them at once.
    """
    given = _listed(knowledge)
    if not given:
        raise UsageError("no knowledge store is given; name one or more")
    with ExitStack() as stack:
        stores = [
            stack.enter_context(open_store(one)) if isinstance(one, str | Path) else one
            for one in given
        ]
        yield stores[0] if len(stores) == 1 else ManyStores(stores)


def _listed(knowledge: Knowledge) -> list[str | Path | KnowledgeStore]:
    if isinstance(knowledge, str | Path):
        return [knowledge]
    return list(knowledge) if isinstance(knowledge, Sequence) else [knowledge]


def _require_file(path: str) -> None:
    if Path(path).is_dir():
        raise StoreError(
            f"{path}: is a folder, not a knowledge store; name the file in it, or build a store "
            f"from the folder: factscore knowledge build {path}"
        )
    if not Path(path).exists():
        raise StoreError(f"{path}: no such knowledge store; {_remedy(path)}")


def _remedy(path: str) -> str:
    if Path(path).suffix != ".db":
        return "check the path"
    if Path(path) != Path(KNOWLEDGE):
        return f"check the path, or build it: factscore knowledge build ARTICLES.jsonl --out {path}"
    return (
        "build it: factscore knowledge build ARTICLES.jsonl, "
        "or try the sample: --knowledge knowledge/sample.jsonl"
    )


def _open_database(path: str) -> DescribedStore:
    connection = connect(path)
    try:
        with reading(path):
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            original = _is_original(connection)
        if application == APPLICATION_ID:
            return SqliteStore(path, connection)
        if original:
            return OriginalStore(path, connection)
    except BaseException:
        connection.close()
        raise
    connection.close()
    raise StoreError(
        f"{path}: a database, but neither a knowledge store nor FActScore's documents(title, "
        "text); build a store: factscore knowledge build ARTICLES.jsonl"
    )


def _is_original(connection: sqlite3.Connection) -> bool:
    columns = connection.execute("SELECT name FROM pragma_table_info('documents')")
    return {"title", "text"} <= {name for (name,) in columns}


def _open_articles(path: str) -> DescribedStore:
    found = recognise(Path(path))
    if isinstance(found, Problem):
        raise StoreError(
            f"{found.place}: no knowledge store (a database or a file of articles): {found.what}"
        )
    if not found.loads:
        remedy = found.remedy or f"build one from it: factscore knowledge build {path}"
        raise StoreError(f"{path}: {found.name} is no knowledge store; {remedy}")
    return load_articles(path)
