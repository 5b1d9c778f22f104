"""The tables of a store.

    meta          key, value                                where the store came from, counts
    articles      id, title, normal, backwards, bare,       one row an article
                  digest, first_passage, passages,
                  disambiguation
    texts         first_passage, article, data              an article's passages, compressed
    dictionaries  id, data                                  what the texts are compressed with
    aliases       alias, article, normal                    other names of articles

Passages are numbered through the store, in the order of articles; a text stands under the
number of its first passage. ``passages`` is how many an article has. Schema 2 had no
``texts``, ``dictionaries`` and ``disambiguation`` but a row for each passage, not
compressed; such stores are read as they are, as stores are opened for reading only.

``normal`` is :func:`~factscore.knowledge.titles.normalise` of the name, ``backwards`` the same read
from its end (for near misses), ``bare`` the name before a "(qualifier)".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database

APPLICATION_ID = 0x46537374
"""Stands in the header of every store ("FSst")."""
SCHEMA_VERSION = 3
"""Stands in ``PRAGMA user_version``."""
OLDEST_SCHEMA = 2
"""The oldest schema that is read."""


def create_tables(db: Database) -> None:
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
            "disambiguation": int,
        },
        pk="id",
        not_null={
            "title", "normal", "backwards", "digest", "first_passage", "passages",
            "disambiguation",
        },
    )  # fmt: skip
    db.table("articles").create_index(["title"], unique=True)
    db.table("texts").create(
        {"first_passage": int, "article": int, "data": bytes},
        pk="first_passage",
        not_null={"article", "data"},
    )
    db.table("dictionaries").create({"id": int, "data": bytes}, pk="id", not_null={"data"})
    db.table("aliases").create(
        {"alias": str, "article": int, "normal": str},
        pk=("alias", "article"),
        not_null={"normal"},
    )


def create_look_up(db: Database) -> None:
    """The indexes by which names are looked up; cheapest when the articles are there."""
    for column in ("normal", "backwards", "bare"):
        db.table("articles").create_index([column])
    db.table("aliases").create_index(["normal"])
