"""Who judges, by what evidence, remembered where: the options that judging commands share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal

import click

from factscore import settings as defaults
from factscore.cli.calling import CALLING, take_calling
from factscore.settings import Calling, Settings

if TYPE_CHECKING:
    from factscore.pipeline import Pipeline

_DEFAULT = Settings()


@dataclass(frozen=True, slots=True)
class Judging:
    """The options that ``JUDGING`` has; their meaning stands in their help."""

    judge: str
    knowledge: tuple[str, ...]
    cache: str
    no_cache: bool
    offline: bool
    threads: int | None
    top_k: int
    retrieve: Literal["topic", "store"]
    missing_topic: Literal["skip", "search"]
    evidence: Literal["store", "input"]
    three_way: bool
    calling: Calling

    @property
    def inputs(self) -> list[str]:
        """The files that are read, which no output may overwrite."""
        return [*self.knowledge, self.cache]

    def settings(
        self,
        *,
        gamma: float = _DEFAULT.gamma,
        f1_k: int = _DEFAULT.f1_k,
        partial: bool = _DEFAULT.partial,
    ) -> Settings:
        """What the pipeline and the summary need of them, with what a command has besides."""
        return Settings(
            top_k=self.top_k,
            retrieve=self.retrieve,
            missing_topic=self.missing_topic,
            evidence=self.evidence,
            offline=self.offline,
            three_way=self.three_way,
            gamma=gamma,
            f1_k=f1_k,
            partial=partial,
        )

    @contextmanager
    def open(self, decomposer: str, settings: Settings) -> Iterator[Pipeline]:
        """The pipeline that they name."""
        from factscore.pipeline import open_pipeline

        with open_pipeline(
            decomposer,
            self.judge,
            self.knowledge,
            None if self.no_cache else self.cache,
            settings,
            calling=self.calling,
            threads=self.threads,
        ) as pipeline:
            yield pipeline


def take_judging(options: dict[str, Any]) -> Judging:
    """Take the options that are ``JUDGING``'s out of all."""
    calling = take_calling(options)
    names = [field.name for field in fields(Judging) if field.name != "calling"]
    return Judging(calling=calling, **{name: options.pop(name) for name in names})


JUDGING = (
    click.option(
        "--judge",
        metavar="SPEC",
        default=defaults.JUDGE,
        help="Who decides support: nli | nli:MODEL | openai:MODEL | anthropic:MODEL |"
        " scripted:FILE | labels; see factscore judges.",
    ),
    click.option(
        "--knowledge",
        metavar="PATH",
        multiple=True,
        # Not for its checks: a list in the environment is split as paths are.
        type=click.Path(),
        default=[defaults.KNOWLEDGE],
        help="A store (.db) or articles (.jsonl); given more than once, all of them, the first"
        " one that has a topic's article first.",
    ),
    click.option("--cache", metavar="PATH", default=defaults.CACHE, help="Where answers are kept."),
    click.option("--no-cache", is_flag=True, help="Compute everything anew, keep nothing."),
    click.option("--offline", is_flag=True, help="Answer from the cache only; a miss is an error."),
    click.option(
        "--threads",
        type=click.IntRange(min=1),
        show_default="all cores",
        help="CPU threads of a local judge.",
    ),
    click.option(
        "--top-k",
        type=click.IntRange(min=1),
        default=_DEFAULT.top_k,
        help="Passages a fact is judged by.",
    ),
    click.option(
        "--retrieve",
        type=click.Choice(["topic", "store"]),
        default=_DEFAULT.retrieve,
        help="Where passages come from: the article of the row's topic (the whole store for rows"
        " without a topic), or the whole store for all rows; see knowledge index.",
    ),
    click.option(
        "--missing-topic",
        type=click.Choice(["skip", "search"]),
        default=_DEFAULT.missing_topic,
        help="Rows whose topic has no article: give no score, or search the whole store.",
    ),
    click.option(
        "--evidence",
        type=click.Choice(["store", "input"]),
        default=_DEFAULT.evidence,
        help="Judge by the store, or by what each row brings in contexts or documents.",
    ),
    *CALLING,
)
