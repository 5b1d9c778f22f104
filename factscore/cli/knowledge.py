"""``factscore knowledge``: build a store of articles and look into it."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from factscore import settings as defaults
from factscore.errors import StoreError

if TYPE_CHECKING:
    from factscore.knowledge.info import StoreInfo
    from factscore.records import Passage

several_option = click.option(
    "--knowledge",
    "paths",
    default=[defaults.KNOWLEDGE],
    show_default=True,
    multiple=True,
    type=click.Path(),
    metavar="PATH",
    help="A store (.db), a FActScore database, or articles (.jsonl); may be given more than once"
    f" (in the environment: paths with {os.pathsep!r} between them).",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON instead of text.", show_default=True
)


@click.group()
def knowledge() -> None:
    """Build a store of articles and look into it."""


@knowledge.command()
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option(
    "--out",
    "target",
    default=defaults.KNOWLEDGE,
    show_default=True,
    metavar="PATH",
    help="The store to write; an older store there is replaced once the new one is complete.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    show_default="all cores",
    help="Processes that parse wikitext; the store is the same whatever their number.",
)
@click.option(
    "--max-words",
    default=defaults.MAX_WORDS,
    show_default=True,
    type=click.IntRange(min=1),
    help="The longest passage, in words; two characters count as a word where no spaces stand.",
)
@click.option(
    "--short-section",
    default=defaults.SHORT_SECTION,
    show_default=True,
    type=click.IntRange(min=0),
    help="A section of fewer words than this shares a passage with its neighbour.",
)
@click.option(
    "--max-ratio",
    default=defaults.MAX_RATIO,
    show_default=True,
    type=click.FloatRange(min=1),
    help="Refuse compressed files that unpack to more than this many times their size.",
)
@click.option(
    "--left-out",
    metavar="FILE",
    help="Write all that becomes no article and no alias there, a line of JSON each.",
)
@click.option(
    "--search", is_flag=True, show_default=True, help="Index the store too; see knowledge index."
)
def build(
    sources: tuple[str, ...],
    target: str,
    workers: int | None,
    max_words: int,
    short_section: int,
    max_ratio: float,
    left_out: str | None,
    search: bool,
) -> None:
    """Build a store from a dump, articles, or documents.

    SOURCE is a dump of a MediaWiki (XML: enwiki-latest-pages-articles.xml.bz2); JSONL, a
    JSON list or parquet of {"title", "text"} or {"title", "passages"}, each with "aliases"
    if there are any; WikiExtractor's output; documents (.txt, .md, .html), one article
    each; or a folder of these. Plain, gzip, bzip2 or zstd; "-" is standard input.
    """
    from factscore.cli.building import ShownProgress, say_summary, told_left_out
    from factscore.cli.searching import say_stale
    from factscore.cores import cores
    from factscore.knowledge.build import build_store
    from factscore.knowledge.options import ReadOptions
    from factscore.knowledge.passages import CutSettings

    options = ReadOptions(CutSettings(max_words, short_section), workers or cores(), max_ratio)
    with told_left_out(left_out, [*sources, target]) as tell:
        summary = build_store(
            sources, target, progress=ShownProgress(), options=options, left_out=tell
        )
    say_summary(summary, listed=left_out)
    if search:
        _index(target)
    else:
        say_stale(target, summary.fingerprint)


@knowledge.command()
@click.argument("path", default=defaults.KNOWLEDGE, metavar="[PATH]")
def index(path: str) -> None:
    """Make the index by which a whole store is searched.

    It is the folder PATH.index beside the store; an older one is replaced. Articles in a
    JSONL file need none.
    """
    _index(path)


def _index(path: str) -> None:
    from factscore.cli.searching import indexing_progress, say_index
    from factscore.knowledge.search import build_index

    say_index(build_index(path, progress=indexing_progress()))


@knowledge.command()
@click.argument("path", default=defaults.KNOWLEDGE, metavar="[PATH]")
@click.option("--verify", is_flag=True, show_default=True, help="The same as knowledge verify.")
@json_option
def info(path: str, verify: bool, as_json: bool) -> None:
    """Where a store came from, what it holds, and whether it is sound."""
    from factscore.knowledge import open_store

    with open_store(path) as store:
        facts = store.info()
        problems = store.verify() if verify else None
    if as_json:
        _print_json({**asdict(facts), "problems": problems})
    else:
        _say_info(facts)
    _end_check(path, problems, silent=as_json)


@knowledge.command()
@click.argument("path", default=defaults.KNOWLEDGE, metavar="[PATH]")
@json_option
def verify(path: str, as_json: bool) -> None:
    """Check a store against itself: every text's digest, all names, counts and fingerprint."""
    from factscore.knowledge import open_store

    with open_store(path) as store:
        facts = store.info()
        problems = store.verify()
    if as_json:
        _print_json({"path": path, "fingerprint": facts.fingerprint, "problems": problems})
    else:
        click.echo(f"{path}: {facts.articles:,} articles, fingerprint {facts.fingerprint}")
    _end_check(path, problems, silent=as_json)


def _end_check(path: str, problems: list[str] | None, *, silent: bool) -> None:
    """Tells what a check found; problems are an error."""
    if problems is not None and not silent:
        click.echo("\n".join(problems) if problems else "verified: sound")
    if problems:
        raise StoreError(f"{path}: {len(problems)} problem(s) found; build or get the store again")


@knowledge.command()
@click.argument("title")
@several_option
@json_option
def show(title: str, paths: tuple[str, ...], as_json: bool) -> None:
    """Print an article, passage by passage."""
    from factscore.knowledge import open_stores
    from factscore.knowledge.context import resolve_in_context
    from factscore.knowledge.shown import shown_text

    with open_stores(paths) as stores:
        found = resolve_in_context(stores, title, "")
    article = found.article
    if as_json:
        _print_json(asdict(article) | ({"store": found.store} if found.store else {}))
        return
    click.echo(f"{article.title}{_of_store(found.store)}")
    click.echo(f"{len(article.passages)} passages, digest {article.digest}")
    for index, passage in enumerate(article.passages):
        click.echo(f"\n[{index}] {shown_text(passage)}")


@knowledge.command()
@click.argument("query")
@click.option(
    "--topic",
    metavar="TITLE",
    show_default="the whole store",
    help="Rank the passages of this article only, as they are ranked for a fact about it.",
)
@click.option(
    "--top-k",
    "top_k",
    default=defaults.Settings().top_k,
    show_default=True,
    type=click.IntRange(min=1),
    help="How many passages to print.",
)
@several_option
@json_option
def search(
    query: str, topic: str | None, top_k: int, paths: tuple[str, ...], as_json: bool
) -> None:
    """Find passages in a whole store, or in an article, as they are found for a fact."""
    from factscore.cli.searching import found_json, say_found
    from factscore.knowledge import open_stores
    from factscore.retrieval import retrieve, retrieve_store

    with open_stores(paths) as store:
        if topic is None:
            (found,) = retrieve_store(store, [query], top_k)
            _print_json(found_json(found, query)) if as_json else say_found(found, query)
            return
        (passages,) = retrieve(store, topic, [query], top_k)
    if as_json:
        _print_json([asdict(passage) for passage in passages])
    else:
        _say_passages(passages)


def _say_info(facts: StoreInfo) -> None:
    lines = {
        "store": f"{facts.path} ({facts.kind}, {facts.size:,} bytes)",
        "articles": f"{facts.articles:,}",
        "passages": None if facts.passages is None else f"{facts.passages:,}",
        "aliases": None if facts.aliases is None else f"{facts.aliases:,}",
        "listings": facts.disambiguations and f"{facts.disambiguations:,} (disambiguation pages)",
        "sources": ", ".join(facts.sources) or None,
        "built": facts.built and f"{facts.built} by factscore {facts.version}",
        "schema": facts.schema,
        "cut": facts.cut and ", ".join(f"{name} {value}" for name, value in facts.cut.items()),
        "left out": "; ".join(f"{count:,} {what}" for what, count in facts.left_out) or None,
        "fingerprint": facts.fingerprint,
    }
    for name, value in lines.items():
        if value is not None:
            click.echo(f"{name + ':':13}{value}")


def _say_passages(passages: list[Passage]) -> None:
    if not passages:
        click.echo("the article has no text")
    for rank, passage in enumerate(passages, 1):
        where = f"{passage.title}{_of_store(passage.store)}"
        click.echo(f"{rank}. [{passage.index}] {passage.score:.3f}  {where}")
        click.echo(f"   {passage.text}\n")


def _of_store(path: str) -> str:
    """Which of several stores something comes from."""
    return f" of {path}" if path else ""


def _print_json(value: object) -> None:
    import json

    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
