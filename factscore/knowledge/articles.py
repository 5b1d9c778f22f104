"""What makes an article the same article: its digest, and the fingerprint of a store."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence

from factscore.knowledge.base import Article


def digest_of(title: str, passages: Sequence[str]) -> str:
    """sha256 (hex) of the canonical JSON of ``[title, passages]``.

    Canonical: sorted keys, no spaces, non-ASCII kept, UTF-8. The form is a contract:
    cached verdicts are filed under it.
    """
    return hashlib.sha256(_canonical([title, list(passages)])).hexdigest()


def make_article(title: str, passages: Sequence[str]) -> Article:
    """An article with its digest."""
    return Article(title, tuple(passages), digest_of(title, passages))


def fingerprint_of(articles: Iterable[tuple[str, str]], aliases: Iterable[tuple[str, str]]) -> str:
    """sha256 (hex) over all articles and aliases of a store.

    Args:
        articles: (title, digest) pairs, sorted by title.
        aliases: (alias, title) pairs, sorted.
    """
    total = hashlib.sha256()
    for title, digest in articles:
        total.update(_canonical(["article", title, digest]) + b"\n")
    for alias, title in aliases:
        total.update(_canonical(["alias", alias, title]) + b"\n")
    return total.hexdigest()


def _canonical(value: list[object]) -> bytes:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8")
