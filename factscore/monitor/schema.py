"""The history's table, as numbered migrations that sqlite-utils applies and records.

A new version of the schema is a new function below, never a changed one.
"""

from __future__ import annotations

import sqlite3

from factscore.database import Kind, apply_migrations
from factscore.errors import HistoryError

SCHEMA_VERSION = 1
"""Number of migrations."""
HISTORY = Kind(
    name="history",
    option="--history",
    example="history.db",
    maker="'factscore monitor FILE' with this --history",
    kept="every run kept so far is safe",
    error=HistoryError,
    application_id=0x66636869,  # "fchi"
    version=SCHEMA_VERSION,
    synchronous="full",
)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a history file to ``SCHEMA_VERSION``; two processes may do it at once."""
    import sqlite_utils

    migrations = sqlite_utils.Migrations("factscore.monitor")

    @migrations()
    def m001_runs(db: sqlite_utils.Database) -> None:
        db.execute(
            "create table runs (number integer primary key, name text not null,"
            " time text not null, digest text not null, setup_digest text not null,"
            " setup text not null, rows integer not null, items integer not null,"
            " scored integer not null, score real, spread real, ci95 text, respond_ratio real,"
            " coverage real, statuses text not null, facts text not null, cost real,"
            " added text not null, unique (name, digest, setup_digest))"
        )
        db.execute("create index runs_by_time on runs (name, time, number)")

    apply_migrations(connection, migrations, HISTORY)
