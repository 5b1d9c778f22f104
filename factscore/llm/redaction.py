"""Keys, and what looks like one, taken out of texts that are shown or kept."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable

_SHORTEST = 6
"""A shorter value is a placeholder (``none``, ``x``, ``EMPTY``), and may be any word."""
_SHORTEST_WORD = 8
"""The same for a value of letters alone (``ollama``)."""
_PLACEHOLDERS = frozenset(
    {
        "anything",
        "lm-studio",
        "no-key-required",
        "not-needed",
        "not-required",
        "placeholder",
        "something",
        "whatever",
    }
)
"""What manuals of local servers tell to set for a key, and a text may say."""
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


def is_secret(value: str) -> bool:
    """Whether a key, password or token is one, and not a word that stands for none.

    It has at least six characters, one of them no letter, or at least eight letters.

    >>> list(map(is_secret, ["none", "EMPTY", "ollama", "sk-1234", "opensesame"]))
    [False, False, False, True, True]
    """
    shortest = _SHORTEST_WORD if value.isalpha() else _SHORTEST
    return len(value) >= shortest and value.lower() not in _PLACEHOLDERS


def redacted(text: str, secrets: Collection[str] = ()) -> str:
    """The text without anything that is, or looks like, a key.

    >>> redacted("Incorrect API key provided: sk-abc1234567.")
    'Incorrect API key provided: [key].'

    Args:
        text: what is to be shown.
        secrets: what else must not show, such as a password in a server's address.
    """
    return _KEY_LIKE.sub("[key]", without_keys(text, secrets))


def without_keys(text: str, secrets: Collection[str] = ()) -> str:
    """A reply without the keys of the environment and the secrets given, should one come back.

    What merely looks like a key stays: it may be what a text is about.
    """
    for value in _longest_first([*_keys(), *secrets]):
        text = text.replace(value, "[key]")
    return text


def _keys() -> Iterable[str]:
    return (value.strip() for name, value in os.environ.items() if _KEY_NAMES.search(name))


def _longest_first(values: Iterable[str]) -> list[str]:
    """Those that are secrets; one may be a part of another."""
    return sorted(filter(is_secret, set(values)), key=len, reverse=True)
