"""What a knowledge store is."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self


@dataclass(frozen=True, slots=True)
class Article:
    """One page: its passages in reading order."""

    title: str
    passages: tuple[str, ...]
    digest: str
    """sha256 (hex) of the canonical JSON of ``[title, passages]``."""


class KnowledgeStore(Protocol):
    """Articles by title."""

    @property
    def path(self) -> str:
        """Where it was opened, as the user wrote it."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes when an article, an alias or a page's mark as a listing does.

        A digest of all of them, so that it changes only then; FActScore's own databases,
        which are too large to be read for it, come close.
        """
        ...

    def __len__(self) -> int:
        """How many articles it holds."""
        ...

    def find(self, topic: str) -> Article:
        """The article for a topic, by the rules of :mod:`factscore.knowledge.resolve`.

        The first rule that finds anything decides: the exact title, an alias, both in
        MediaWiki's spelling, the normalised title, a normalised alias, the same name written
        otherwise, the only "Name (qualifier)". Pages that only list others are nobody's.

        Raises:
            TopicNotFound: no such article, or an ambiguous name (``ambiguous=True``).
        """
        ...

    def close(self) -> None:
        """Release the file; the store cannot be used afterwards."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class BaseStore:
    """What all stores have in common: a path, and an end after which they are closed."""

    def __init__(self, path: str) -> None:
        """Args: the path as the user wrote it."""
        self._path = path

    @property
    def path(self) -> str:
        """The file, as the user wrote it."""
        return self._path

    def close(self) -> None:
        """Releases the file; the store cannot be used afterwards."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
