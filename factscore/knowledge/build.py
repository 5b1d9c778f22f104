"""Building a store from dumps, files of articles, or documents.

The store is written beside its place and renamed at the end: whatever happens on the
way, an older store stays as it was. Articles are streamed; memory stays flat.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from factscore.errors import InputError, UsageError
from factscore.knowledge.building.tally import LeftOutCount
from factscore.knowledge.building.target import check_target, new_file
from factscore.knowledge.building.writer import Writer
from factscore.knowledge.options import ReadOptions
from factscore.knowledge.rows import LeftOut
from factscore.knowledge.sources import STANDARD_INPUT, Meter, read_articles


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a build is."""

    rows: int
    """Articles, redirects, and what was left out."""
    articles: int
    read: int
    """Bytes of the sources, as they lie on the disk."""
    total: int | None
    """Bytes of all sources; ``None`` where nobody knows."""
    finishing: bool = False
    """All is read; redirects are followed and names indexed."""


Progress: TypeAlias = Callable[[BuildProgress], None]
"""Called after each row, whatever became of it, and once more, with ``finishing``, when all
rows are read."""


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
    """Pages that WikiExtractor lists but has no text for (redirects)."""
    seconds: float
    disambiguations: int = 0
    """Articles that only list what their title may mean."""
    redirects: int = 0
    """Redirects of a dump that lead to an article; they are aliases now."""
    left_out: tuple[LeftOutCount, ...] = ()
    """What did not become an article or alias, by kind."""


_DEFAULTS = ReadOptions()


def build_store(
    sources: Sequence[str | Path],
    target: str | Path,
    *,
    progress: Progress | None = None,
    options: ReadOptions = _DEFAULTS,
    left_out: Callable[[LeftOut], None] | None = None,
) -> BuildSummary:
    """Builds a store from files, or folders of files.

    Sources are MediaWiki dumps, articles as JSONL, JSON or parquet, WikiExtractor's
    output, or documents (text, Markdown, HTML). Articles with text are cut into
    passages; articles that come as passages keep them. The same article may come twice,
    and the aliases of both count. Two different articles of one title are an error;
    of pages of dumps the first is kept and the other counted, and of documents the
    second gets its file's name as a qualifier, and a number if need be. The same sources
    give the same fingerprint, however many workers there are.

    With more than one worker, call this from a script's ``if __name__ == "__main__":``,
    as the workers import the script.

    Args:
        sources: what to read; formats are recognised by content; ``-`` is standard input.
        target: the store to write; an older store there is replaced at the end.
        progress: called after each row, and once before the names are indexed.
        options: how passages are cut, how many processes parse wikitext, and the like.
        left_out: called with everything that becomes no article and no alias, as it is found:
            dangling redirects, titles that were taken, pages without prose, and so on.

    Raises:
        InputError: sources that cannot be read, all problems at once; nothing is written.
        StoreError: the target cannot be written, or is something else than a store.
        UsageError: options out of their range.
        MissingDependency: a parquet file, and its reader is not installed.
    """
    began = time.monotonic()
    _check_options(options)
    names = [str(source) for source in sources]
    shown = ["standard input" if name == STANDARD_INPUT else name for name in names]
    place = Path(os.path.realpath(target))
    check_target(place, str(target), names)
    meter = Meter([Path(name) for name in names], place)
    with new_file(place, str(target)) as fresh, Writer(fresh, left_out) as writer:
        for name in names:
            for row in read_articles(Path(name), options, meter, besides=place):
                writer.add(row)
                if progress is not None:
                    progress(_progress(writer, meter))
        _require_articles(writer, shown)
        if progress is not None:
            progress(_progress(writer, meter, finishing=True))
        fingerprint = writer.finish(shown, options.cut)
    return _summary(str(target), fingerprint, writer, time.monotonic() - began)


def _summary(path: str, fingerprint: str, writer: Writer, seconds: float) -> BuildSummary:
    return BuildSummary(
        path=path,
        fingerprint=fingerprint,
        articles=writer.articles,
        passages=writer.passages,
        aliases=writer.aliases,
        repeated=writer.repeated,
        without_text=writer.without_text,
        seconds=seconds,
        disambiguations=writer.disambiguations,
        redirects=writer.redirects,
        left_out=tuple(writer.left_out.counts()),
    )


def _check_options(options: ReadOptions) -> None:
    cut = options.cut
    for name, value, least in (
        ("workers", options.workers, 1),
        ("max_words", cut.max_words, 1),
        ("short_section", cut.short_section, 0),
        ("max_ratio", options.max_ratio, 1),
    ):
        if not value >= least:
            raise UsageError(f"{name} must be at least {least}, not {value}")


def _require_articles(writer: Writer, sources: Sequence[str]) -> None:
    if writer.problems:
        raise writer.problems.error()
    if writer.articles:
        return
    kinds = ", ".join(f"{kind.count:,} {kind.what}" for kind in writer.left_out.counts())
    read = f" (but {kinds})" if kinds else ""
    raise InputError(
        [f"{', '.join(sources)}: no articles{read}, nothing was built; name files that hold some"]
    )


def _progress(writer: Writer, meter: Meter, *, finishing: bool = False) -> BuildProgress:
    return BuildProgress(writer.rows, writer.articles, meter.read, meter.total, finishing)
