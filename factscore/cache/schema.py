"""The cache's tables, as numbered migrations that sqlite-utils applies and records.

A new version of the schema is a new function below, never a changed one.
"""

from __future__ import annotations

import sqlite3

from factscore.database import Kind, apply_migrations
from factscore.errors import CacheError

SCHEMA_VERSION = 2
"""Number of migrations."""
CACHE = Kind(
    name="cache",
    option="--cache",
    instead=", or use --no-cache",
    example="factscore.db",
    maker="a run of 'factscore score'",
    kept="every answer stored so far is kept",
    error=CacheError,
    application_id=0x66637363,  # "fcsc"
    version=SCHEMA_VERSION,
    # One fsync a checkpoint instead of one a commit: a killed process loses nothing, only
    # a power cut may lose the last commits, and never the file's integrity.
    synchronous="normal",
)


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

    apply_migrations(connection, migrations, CACHE)
