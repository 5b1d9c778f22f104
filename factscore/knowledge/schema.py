"""The tables of a store, as numbered migrations.

    meta       key, value                                where the store came from, counts
    articles   id, title, normal, backwards, bare,       one row an article
               digest, first_passage, passages
    passages   id, article, position, text               one row a passage
    aliases    alias, article, normal                    other names of articles

Passages are rows, not one column of their article, because whole-store search indexes
rows. They are numbered in the order of articles, so an article's passages are one
range of the primary key, neighbours on disk, and need no index of their own. ``normal``
is :func:`~factscore.knowledge.titles.normalise` of the name, ``backwards`` the same read
from its end (for near misses), ``bare`` the name before a "(qualifier)".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database, Migrations

APPLICATION_ID = 0x46537374
"""Stands in the header of every store ("FSst")."""
SCHEMA_VERSION = 2
"""Number of the last migration; stands in ``PRAGMA user_version``."""
LOOK_UP = "m002_look_up"
"""The migration that is cheapest when it comes after the articles."""


def migrations() -> Migrations:
    """All migrations, oldest first."""
    from sqlite_utils import Migrations

    known = Migrations("factscore.knowledge")
    known()(m001_tables)
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
