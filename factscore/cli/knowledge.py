"""``factscore knowledge``: build a store of articles and look into it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from factscore import settings as defaults
from factscore.errors import StoreError, UsageError

if TYPE_CHECKING:
    from factscore.knowledge.build import BuildSummary
    from factscore.knowledge.info import StoreInfo
    from factscore.records import Passage

_EVERY = 0.5
"""Seconds between two signs of progress in a terminal."""

knowledge_option = click.option(
    "--knowledge",
    "path",
    default=defaults.KNOWLEDGE,
    show_default=True,
    metavar="PATH",
    help="A store (.db), a FActScore database, or articles (.jsonl, loaded into memory).",
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
def build(sources: tuple[str, ...], target: str) -> None:
    """Build a store from articles.

    SOURCE is JSONL or a JSON list of {"title", "text"} or {"title", "passages"}, each
    with "aliases" if there are any, or WikiExtractor's output (files or their folder);
    plain, gzip or bzip2.
    """
    from factscore.knowledge.build import build_store

    _say_summary(build_store(sources, target, progress=_progress()))


@knowledge.command()
@click.argument("path", default=defaults.KNOWLEDGE, metavar="[PATH]")
@click.option(
    "--verify", is_flag=True, show_default=True, help="Check the whole store against itself."
)
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
        if problems is not None:
            click.echo("\n".join(problems) if problems else "verified: sound")
    if problems:
        raise StoreError(f"{path}: {len(problems)} problem(s) found; build or get the store again")


@knowledge.command()
@click.argument("title")
@knowledge_option
@json_option
def show(title: str, path: str, as_json: bool) -> None:
    """Print an article, passage by passage."""
    from factscore.knowledge import open_store
    from factscore.retrieval import shown_text

    with open_store(path) as store:
        article = store.find(title)
    if as_json:
        _print_json(asdict(article))
        return
    click.echo(f"{article.title}\n{len(article.passages)} passages, digest {article.digest}")
    for index, passage in enumerate(article.passages):
        click.echo(f"\n[{index}] {shown_text(passage)}")


@knowledge.command()
@click.argument("query")
@click.option(
    "--topic", metavar="TITLE", show_default="none", help="The article to search in (needed)."
)
@click.option(
    "--top-k",
    "top_k",
    default=defaults.Settings().top_k,
    show_default=True,
    type=click.IntRange(min=1),
    help="How many passages to print.",
)
@knowledge_option
@json_option
def search(query: str, topic: str | None, top_k: int, path: str, as_json: bool) -> None:
    """Rank the passages of an article as they are ranked for a fact."""
    from factscore.knowledge import open_store
    from factscore.retrieval import retrieve

    if topic is None:
        raise UsageError(
            "searching a whole store is not possible yet; name the article with --topic TITLE"
        )
    with open_store(path) as store:
        (passages,) = retrieve(store, topic, [query], top_k)
    if as_json:
        _print_json([asdict(passage) for passage in passages])
    else:
        _say_passages(passages)


def _progress() -> Callable[[int], None]:
    """Tells how many articles there are so far, in a terminal only."""
    began = last = time.monotonic()
    shown = sys.stderr.isatty()

    def tell(articles: int) -> None:
        nonlocal last
        now = time.monotonic()
        if shown and now - last >= _EVERY:
            last = now
            rate = articles / (now - began)
            click.echo(f"\r{articles:,} articles, {rate:,.0f} a second", nl=False, err=True)

    return tell


def _say_summary(summary: BuildSummary) -> None:
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
    click.echo(
        f"{summary.path}: {summary.articles:,} articles, {summary.passages:,} passages, "
        f"{summary.aliases:,} aliases in {summary.seconds:.1f} s, "
        f"fingerprint {summary.fingerprint[:16]}"
    )
    for count, what in (
        (summary.repeated, "given more than once, word for word"),
        (summary.without_text, "left out: pages without text"),
    ):
        if count:
            click.echo(f"{count:,} {what}", err=True)


def _say_info(facts: StoreInfo) -> None:
    lines = {
        "store": f"{facts.path} ({facts.kind}, {facts.size:,} bytes)",
        "articles": f"{facts.articles:,}",
        "passages": None if facts.passages is None else f"{facts.passages:,}",
        "aliases": None if facts.aliases is None else f"{facts.aliases:,}",
        "sources": ", ".join(facts.sources) or None,
        "built": facts.built and f"{facts.built} by factscore {facts.version}",
        "schema": facts.schema,
        "cut": facts.cut and ", ".join(f"{name} {value}" for name, value in facts.cut.items()),
        "fingerprint": facts.fingerprint,
    }
    for name, value in lines.items():
        if value is not None:
            click.echo(f"{name + ':':13}{value}")


def _say_passages(passages: list[Passage]) -> None:
    if not passages:
        click.echo("the article has no text")
    for rank, passage in enumerate(passages, 1):
        click.echo(f"{rank}. [{passage.index}] {passage.score:.3f}  {passage.title}")
        click.echo(f"   {passage.text}\n")


def _print_json(value: object) -> None:
    import json

    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
