"""Keys, and what looks like one, taken out of texts that are shown or kept."""

from __future__ import annotations

import os
import re

_SHORTEST_KEY = 6
"""A shorter value of a key's variable is a placeholder, and may be any word."""
_KEY_NAMES = re.compile(r"_(API_KEY|AUTH_TOKEN|AD_TOKEN|ADMIN_KEY)$")
# Bounded where a run of characters may come before what tells: a long word must cost no more
# than its length.
_KEY_LIKE = re.compile(
    r"(?<=://)[^/\s@]+@"  # who one is, in a URL
    r"|(?<=\w)\?[^\s'\"?]{0,300}=[^\s'\"]*"  # a URL's query
    r"|(?i:\b(?:bearer|basic)\s+[\w.~+/*=-]{6,})"
    r"|(?i:\b(?:x-)?api[-_]?key['\"]?\s*[:=]\s*['\"]?[\w.*-]{6,})"
    r"|\b(?:sk|pk|rk|gsk|xai|hf|nvapi)[-_][\w*-]{6,}"
    r"|[\w.-]{0,64}\*{3,}[\w*-]*"  # what a provider shows of a key
)


def redacted(text: str) -> str:
    """The text without anything that is, or looks like, a key.

    >>> redacted("Incorrect API key provided: sk-abc1234567.")
    'Incorrect API key provided: [key].'
    """
    for value in _keys(_SHORTEST_KEY):
        text = text.replace(value, "[key]")
    return _KEY_LIKE.sub("[key]", text)


def without_keys(text: str, longer_than: int = 20) -> str:
    """A reply without the keys of the environment, should a server send one back.

    Short values stay: they may be placeholders (``none``, ``local``) and words of a reply.
    """
    for value in _keys(longer_than):
        text = text.replace(value, "[key]")
    return text


def _keys(shortest: int) -> list[str]:
    """The keys in the environment, the longest first, as one may be a part of another."""
    found = {value.strip() for name, value in os.environ.items() if _KEY_NAMES.search(name)}
    return sorted((key for key in found if len(key) >= shortest), key=len, reverse=True)
