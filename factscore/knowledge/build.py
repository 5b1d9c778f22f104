"""Building a store from files of articles.

The store is written beside its place and renamed at the end: whatever happens on the
way, an older store stays as it was. Articles are streamed; memory stays flat.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import TypeAlias

from factscore.errors import InputError, StoreError
from factscore.knowledge.articles import digest_of
from factscore.knowledge.collect import ProblemList, differs
from factscore.knowledge.connect import MAGIC, read_header
from factscore.knowledge.passages import CUTTER_VERSION, DEFAULT_CUT
from factscore.knowledge.rows import Problem, Row, SourceArticle
from factscore.knowledge.schema import APPLICATION_ID, LOOK_UP, SCHEMA_VERSION, migrations
from factscore.knowledge.sources import read_articles
from factscore.knowledge.titles import bare_name, normalise
from factscore.knowledge.verify import stored_fingerprint

Progress: TypeAlias = Callable[[int], None]
"""Called with the number of articles so far, after each."""


@dataclass(frozen=True, slots=True)
class BuildSummary:
    """What a build made."""

    path: str
    fingerprint: str
    articles: int
    passages: int
    aliases: int
    repeated: int
    """Articles that were given again, word for word."""
    without_text: int
    """Pages that a dump lists but has no text for (redirects)."""
    seconds: float


def build_store(
    sources: Sequence[str | Path], target: str | Path, *, progress: Progress | None = None
) -> BuildSummary:
    """Builds a store from files, or folders of files, of articles.

    Articles with text are cut into passages of at most 190 words; articles that come as
    passages keep them. The same article may come twice, and the aliases of both count;
    two different articles of one title are an error. The same sources give the same
    fingerprint.

    Args:
        sources: what to read; formats are recognised by content.
        target: the store to write; an older store there is replaced at the end.
        progress: called after each article with the number of articles so far.

    Raises:
        InputError: sources that cannot be read, all problems at once; nothing is written.
        StoreError: the target cannot be written, or is something else than a store.
    """
    began = time.monotonic()
    names = [str(source) for source in sources]
    place = Path(os.path.realpath(target))
    _check_target(place, str(target), names)
    with _new_file(place, str(target)) as fresh, _Writer(fresh) as writer:
        for source in names:
            writer.add_all(read_articles(Path(source)), progress)
        if writer.problems:
            raise writer.problems.error()
        if not writer.articles:
            none = f"{', '.join(names)}: no articles, nothing was built; name files that hold some"
            raise InputError([none])
        fingerprint = writer.finish(names)
    return BuildSummary(
        path=str(target),
        fingerprint=fingerprint,
        articles=writer.articles,
        passages=writer.passages,
        aliases=writer.aliases,
        repeated=writer.repeated,
        without_text=writer.without_text,
        seconds=time.monotonic() - began,
    )


class _Writer:
    """Writes one new database."""

    def __init__(self, path: Path) -> None:
        from sqlite_utils import Database

        self.problems = ProblemList()
        self.articles = self.passages = self.aliases = self.repeated = self.without_text = 0
        # Nothing is undone in this file: a build that fails throws it away.
        self._connection = sqlite3.connect(path, isolation_level=None)
        for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -65536"):
            self._connection.execute(f"PRAGMA {pragma}")
        self._db = Database(self._connection)
        self._migrations = migrations()
        self._migrations.apply(self._db, stop_before=LOOK_UP)
        # Where each article was read, for messages only: not a part of the store.
        self._connection.execute("CREATE TEMP TABLE origins (id INTEGER PRIMARY KEY, place TEXT)")
        self._connection.execute("BEGIN")

    def __enter__(self) -> _Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def add_all(self, rows: Iterable[Row], progress: Progress | None) -> None:
        """Adds the articles of one source and collects its problems."""
        for row in rows:
            if isinstance(row, Problem):
                self.problems.add(row)
            elif row.passages:
                self._add(row)
            else:
                self.without_text += 1
            if progress is not None:
                progress(self.articles)

    def _add(self, article: SourceArticle) -> None:
        digest = digest_of(article.title, article.passages)
        run = self._connection.execute
        known = run("SELECT id, digest FROM articles WHERE title = ?", (article.title,)).fetchone()
        if known is None:
            number = self._insert(article, digest)
        else:
            number = known[0]
            if known[1] != digest:
                (first,) = run("SELECT place FROM origins WHERE id = ?", (number,)).fetchone()
                self.problems.add(differs(article, first))
                return
            self.repeated += 1
        for alias in article.aliases:
            self.aliases += run(
                "INSERT OR IGNORE INTO aliases VALUES (?, ?, ?)", (alias, number, normalise(alias))
            ).rowcount

    def _insert(self, article: SourceArticle, digest: str) -> int:
        self.articles += 1
        first, number = self.passages + 1, self.articles
        normal = normalise(article.title)
        names = (article.title, normal, normal[::-1], bare_name(article.title))
        self._connection.execute(
            "INSERT INTO articles VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (number, *names, digest, first, len(article.passages)),
        )
        self._connection.executemany(
            "INSERT INTO passages VALUES (?, ?, ?, ?)",
            (
                (first + position, number, position, text)
                for position, text in enumerate(article.passages)
            ),
        )
        self._connection.execute("INSERT INTO origins VALUES (?, ?)", (number, article.place))
        self.passages += len(article.passages)
        return number

    def finish(self, sources: Sequence[str]) -> str:
        """Indexes the names, writes where the store came from, and returns its fingerprint."""
        self._connection.execute("COMMIT")
        self._migrations.apply(self._db)
        fingerprint = stored_fingerprint(self._connection)
        meta = {
            "fingerprint": fingerprint,
            "articles": str(self.articles),
            "passages": str(self.passages),
            "aliases": str(self.aliases),
            "sources": json.dumps(sources, ensure_ascii=False),
            "built": datetime.now(UTC).isoformat(timespec="seconds"),
            "version": version("factscore"),
            "cut": json.dumps({"cutter": CUTTER_VERSION, **asdict(DEFAULT_CUT)}),
        }
        self._connection.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
        self._connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        self._connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        return fingerprint


def _check_target(place: Path, shown: str, sources: Sequence[str]) -> None:
    """Refuses to replace anything but an older store."""
    if any(os.path.realpath(source) == str(place) for source in sources):
        raise StoreError(f"{shown}: is also a source; choose another --out")
    if place.is_dir():
        raise StoreError(f"{shown}: is a folder; name a file in it with --out")
    if place.exists() and place.stat().st_size and not _is_ours(place):
        raise StoreError(f"{shown}: exists and is no knowledge store; choose another --out")


def _is_ours(place: Path) -> bool:
    try:
        header = read_header(str(place))
    except OSError:
        return False
    return header.startswith(MAGIC) and header[68:72] == APPLICATION_ID.to_bytes(4, "big")


@contextmanager
def _new_file(place: Path, shown: str) -> Iterator[Path]:
    """A file beside ``place`` that takes its place on success and vanishes otherwise."""
    fresh = place.with_name(f".{place.name}.{os.getpid()}.building")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        _remove_leftovers(place)
        try:
            yield fresh
            with fresh.open("rb+") as stream:
                os.fsync(stream.fileno())
            fresh.replace(place)
        finally:
            fresh.unlink(missing_ok=True)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise StoreError(
            f"{shown}: cannot be written ({reason}); check the folder's permissions and free space"
        ) from error


def _remove_leftovers(place: Path) -> None:
    """Removes what killed builds of this store left behind, not what a running one writes."""
    for left in place.parent.glob(f".{place.name}.*.building"):
        number = left.name.removesuffix(".building").rpartition(".")[2]
        if number.isdigit() and not _is_running(int(number)):
            left.unlink(missing_ok=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
