"""The tables of a store, as numbered migrations.

    meta          key, value                                where the store came from, counts
    articles      id, title, normal, backwards, bare,       one row an article
                  digest, first_passage, passages,
                  disambiguation
    texts         first_passage, article, data              an article's passages, compressed
    dictionaries  id, data                                  what the texts are compressed with
    aliases       alias, article, normal                    other names of articles

Passages are numbered through the store, in the order of articles; a text stands under the
number of its first passage. ``passages`` is how many an article has. Up to schema 2 each
passage was a row of a table of its own, not compressed; such stores are read as they are.
``normal``
is :func:`~factscore.knowledge.titles.normalise` of the name, ``backwards`` the same read
from its end (for near misses), ``bare`` the name before a "(qualifier)".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from factscore.knowledge.packing import TextCodec

if TYPE_CHECKING:
    from sqlite_utils import Database, Migrations

APPLICATION_ID = 0x46537374
"""Stands in the header of every store ("FSst")."""
SCHEMA_VERSION = 3
"""Number of the last migration; stands in ``PRAGMA user_version``."""
OLDEST_SCHEMA = 2
"""The oldest schema that is read."""
LOOK_UP = "m002_look_up"
"""The migration that is cheapest when it comes after the articles; so it stands last."""

_ARTICLES = "SELECT id, first_passage, passages FROM articles"
_PASSAGES = "SELECT text FROM passages WHERE id >= ? AND id < ? ORDER BY id"


def migrations() -> Migrations:
    """All migrations, in the order in which a new store goes through them."""
    from sqlite_utils import Migrations

    known = Migrations("factscore.knowledge")
    known()(m001_tables)
    known()(m003_texts)
    known()(m002_look_up)
    return known


def m001_tables(db: Database) -> None:
    """The tables, with the one index that building itself needs."""
    db.table("meta").create({"key": str, "value": str}, pk="key")
    db.table("articles").create(
        {
            "id": int,
            "title": str,
            "normal": str,
            "backwards": str,
            "bare": str,
            "digest": str,
            "first_passage": int,
            "passages": int,
        },
        pk="id",
        not_null={"title", "normal", "backwards", "digest", "first_passage", "passages"},
    )
    db.table("articles").create_index(["title"], unique=True)
    db.table("passages").create(
        {"id": int, "article": int, "position": int, "text": str},
        pk="id",
        not_null={"article", "position", "text"},
    )
    db.table("aliases").create(
        {"alias": str, "article": int, "normal": str},
        pk=("alias", "article"),
        not_null={"normal"},
    )


def m002_look_up(db: Database) -> None:
    """The indexes by which names are looked up."""
    for column in ("normal", "backwards", "bare"):
        db.table("articles").create_index([column])
    db.table("aliases").create_index(["normal"])


def m003_texts(db: Database) -> None:
    """Passages by article and compressed, and a mark for pages that only list others."""
    db.table("articles").add_column("disambiguation", int, not_null_default=0)
    db.table("texts").create(
        {"first_passage": int, "article": int, "data": bytes},
        pk="first_passage",
        not_null={"article", "data"},
    )
    db.table("dictionaries").create({"id": int, "data": bytes}, pk="id", not_null={"data"})
    codec = TextCodec()
    for number, first, count in db.execute(_ARTICLES).fetchall():
        passages = [text for (text,) in db.execute(_PASSAGES, (first, first + count))]
        db.execute("INSERT INTO texts VALUES (?, ?, ?)", (first, number, codec.pack(passages)))
    db.table("passages").drop()
