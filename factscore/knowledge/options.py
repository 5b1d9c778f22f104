"""What sources are read, and how."""

from __future__ import annotations

from dataclasses import dataclass

from factscore.knowledge.passages import DEFAULT_CUT, CutSettings
from factscore.settings import MAX_RATIO


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """Settings of a build that concern reading; the defaults serve articles in memory."""

    cut: CutSettings = DEFAULT_CUT
    """How running text is cut into passages."""
    workers: int = 1
    """Processes that parse wikitext; 1: this one."""
    max_ratio: float = MAX_RATIO
    """What unpacks to more than this many times its size is refused."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that is read."""

    name: str
    """How messages call it."""
    inside: str = ""
    """Its name within the folder that is read; empty for a file named by itself."""
    waits: bool = False
    """Whether reading may wait for somebody else to write, as with pipes."""
