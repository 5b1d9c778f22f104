"""The cache's tables, as numbered migrations that sqlite-utils applies and records.

A new version of the schema is a new function below, never a changed one.
"""

from __future__ import annotations

import sqlite3

APPLICATION_ID = 0x66637363
"""``PRAGMA application_id`` of a cache ("fcsc"), by which it is told from other databases."""
SCHEMA_VERSION = 2
"""Number of migrations; kept in ``PRAGMA user_version`` so that opening is one look."""


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a cache file to ``SCHEMA_VERSION``; two processes may do it at once."""
    import sqlite_utils

    migrations = sqlite_utils.Migrations("factscore.cache")

    @migrations()
    def m001_answers(db: sqlite_utils.Database) -> None:
        db.execute(
            "create table answers (key text primary key, stage text not null,"
            " value text not null, created text not null) without rowid"
        )

    @migrations()
    def m002_batches(db: sqlite_utils.Database) -> None:
        db.execute(
            "create table batches (id text primary key, model text not null,"
            " keys text not null, created text not null) without rowid"
        )

    connection.execute("begin immediate")
    try:
        migrations.apply(sqlite_utils.Database(connection))
        connection.execute(f"pragma application_id = {APPLICATION_ID}")
        connection.execute(f"pragma user_version = {SCHEMA_VERSION}")
    except BaseException:
        connection.execute("rollback")
        raise
    connection.execute("commit")
