"""The history file: what monitored runs came to, in SQLite with a write-ahead log.

Several processes may share one file. Every ``add`` is one committed transaction, on the disk
when it returns: what it was told to keep survives a killed process and a power cut. A run is
known by its series, by what was scored and by what: the same file twice is one run. Any tool
for SQLite reads it, such as ``sqlite-utils rows history.db runs``.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from factscore.database import (
    check_path,
    connect,
    explained,
    set_modes,
    transaction,
    version_of,
)
from factscore.errors import HistoryError
from factscore.monitor.records import AHEAD, Kept, MonitoredRun
from factscore.monitor.rows import pack_run, setup_digest, time_text, unpack_run
from factscore.monitor.schema import HISTORY, SCHEMA_VERSION, migrate
from factscore.records import RunSetup


class History:
    """Runs by series; ``open_history`` makes one."""

    def __init__(self, path: str, db: sqlite3.Connection) -> None:
        self.path = path
        self._db = db
        self._db.row_factory = sqlite3.Row

    def find(self, name: str, digest: str, setup: RunSetup) -> MonitoredRun | None:
        """The run of a series that scored this input by this setup, or ``None``."""
        with self._explained("read"):
            return self._find(name, digest, setup)

    def add(self, run: MonitoredRun, clock: bool = False) -> Kept:
        """Keep a run, in one transaction; returns it as it is kept, with its number.

        A run that is there already stays as it is, and is what comes back. With ``clock``
        the run's time was read from the clock, which may have been put back: where it lies
        before the newest run of the series, the run is filed at that run's time, so that it
        is the newest one. A time that comes from the data stays, wherever it lies.

        Raises:
            HistoryError: the file cannot be written, or is damaged.
            ValueError: the run's time has no time zone.
        """
        row = pack_run(run)
        with self._explained("written"), transaction(self._db):
            if known := self._find(run.name, run.digest, run.setup):
                return Kept(known, new=False)
            row["added"] = datetime.now(UTC).isoformat(timespec="seconds")
            newest = self._newest(run.name) if clock else None
            moved = newest is not None and newest.time > run.time
            if newest is not None and moved:
                row["time"] = time_text(newest.time)
                # The clock was behind, so that this is nearer to the truth.
                row["added"] = max(str(row["added"]), time_text(newest.time))
            # The names are this program's own.
            self._db.execute(
                f"insert into runs ({', '.join(row)}) values ({', '.join('?' * len(row))})",
                tuple(row.values()),
            )
            kept = self._find(run.name, run.digest, run.setup)
        if kept is None:
            raise HistoryError(f"{self.path}: the run was not kept; run again")
        return Kept(kept, new=True, moved=moved)

    def newest(self, name: str) -> MonitoredRun | None:
        """The run of a series that has the latest time; of one time, the highest number.

        A run whose time lay more than a day in the future when it was added is passed over: it
        would stay the newest for ever.
        """
        with self._explained("read"):
            return self._newest(name)

    def runs(self, name: str) -> list[MonitoredRun]:
        """The runs of a series, by time, those of one time by number."""
        query = "select * from runs where name = ? order by time, number"
        # A setup is read once for all of its runs.
        setups: dict[str, RunSetup] = {}
        found = []
        with self._explained("read"):
            for row in self._db.execute(query, (name,)):
                found.append(unpack_run(row, setups.get(row["setup"])))
                setups.setdefault(row["setup"], found[-1].setup)
        return found

    def names(self) -> list[str]:
        """The series that have runs, in alphabetical order."""
        with self._explained("read"):
            rows = self._db.execute("select distinct name from runs order by name").fetchall()
        return [name for (name,) in rows]

    def _find(self, name: str, digest: str, setup: RunSetup) -> MonitoredRun | None:
        query = "select * from runs where name = ? and digest = ? and setup_digest = ?"
        row = self._db.execute(query, (name, digest, setup_digest(setup))).fetchone()
        return None if row is None else unpack_run(row, setup)

    def _newest(self, name: str) -> MonitoredRun | None:
        query = (
            "select * from runs where name = ? and julianday(time) <= julianday(added) + ?"
            " order by time desc, number desc limit 1"
        )
        row = self._db.execute(query, (name, AHEAD.days)).fetchone()
        return None if row is None else unpack_run(row)

    def _explained(self, done: str) -> AbstractContextManager[None]:
        return explained(self.path, HISTORY, done)


@contextmanager
def open_history(path: Path | str, *, create: bool) -> Iterator[History]:
    """Open a history, and close it at the end.

    Args:
        path: the file.
        create: to add runs: a missing file is made, with its folder, and a file that
            nobody may write to is refused at once, before anything is paid for. Otherwise
            to look only: the file must be there, and may be read-only.

    Raises:
        HistoryError: the file is missing, is not a history, was written by a newer
            factscore, or cannot be written.
    """
    name = str(path)
    with explained(name, HISTORY, "opened"):
        check_path(name, HISTORY, create=create)
        if Path(name).exists() and not Path(name).is_file():
            raise HistoryError(f"{name}: no regular file; name another one with --history")
        db = _open(name) if create else _open_to_look(name)
    with closing(db):
        yield History(name, db)


def _open(path: str) -> sqlite3.Connection:
    """A connection that can write, or an error."""

    def set_up(db: sqlite3.Connection) -> None:
        version = version_of(db, path, HISTORY)
        set_modes(db, HISTORY)
        if version < SCHEMA_VERSION:
            migrate(db)
        # "begin immediate" alone does not tell that nobody may write to the file.
        db.execute("begin immediate")
        db.execute(f"pragma user_version = {SCHEMA_VERSION}")
        db.execute("rollback")

    return connect(_file(path), "mode=rwc", set_up)


def _open_to_look(path: str) -> sqlite3.Connection:
    """A connection for a file that perhaps nobody may write to."""

    def check(db: sqlite3.Connection) -> None:
        if version_of(db, path, HISTORY) == 0:
            raise HistoryError(f"{path}: an empty file, no history yet; {HISTORY.maker} makes it")

    try:
        return connect(_file(path), "mode=rw", check)
    except sqlite3.OperationalError as error:
        refused = error.sqlite_errorcode & 0xFF in (
            sqlite3.SQLITE_READONLY,
            sqlite3.SQLITE_CANTOPEN,
        )
        log = Path(f"{path}-wal")
        # "immutable" would not see what is in a log.
        if not refused or (log.exists() and log.stat().st_size):
            raise
        return connect(_file(path), "immutable=1", check)


def _file(path: str) -> str:
    """Any name is a file's, even the one that SQLite takes for a database without one."""
    return str(Path(path).absolute())
