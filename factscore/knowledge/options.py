"""How sources are read."""

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
    inside: str = ""
    """A file's name within the folder that is read; empty for a file named by itself."""
