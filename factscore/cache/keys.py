"""Content hashes: what an answer is filed under.

The form is a documented contract. A key is ``KEY_VERSION`` + ``:`` + sha256 (hex) of
the canonical JSON of ``{"stage": …, "request": …}``, where the request holds everything
that can change the answer and nothing that cannot (no thread counts, no paths, no
time). Canonical JSON has sorted keys, no spaces, and non-ASCII characters as they are,
in UTF-8. Changing the form changes every key, so it would change ``KEY_VERSION``.

Decompose request: ``decomposer`` (its identity), ``topic``, ``text``, ``abstained``.
Judge request: ``judge`` (its identity), ``topic``, ``article`` (the digest; the fingerprint of
the store where all of it was searched), ``retrieval`` (its version), ``k``, ``fact``.
Reply request: ``model`` (its identity), ``messages`` (role and text), ``max_tokens``,
``temperature``, ``top_logprobs``.
"""

from __future__ import annotations

import hashlib
import json
from typing import Literal

from factscore.records import JsonValue

KEY_VERSION = "f1"

Stage = Literal["decompose", "judge", "reply"]
"""``reply``: what a chat model said, of which the other two are made."""


def canonical_json(value: JsonValue) -> bytes:
    """The one spelling of a JSON value.

    >>> canonical_json({"b": [1, 0.5], "a": "é"}).decode()
    '{"a":"é","b":[1,0.5]}'

    Raises:
        ValueError: NaN or infinity, which JSON does not have.
    """
    text = json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return text.encode("utf-8")


def content_key(stage: Stage, request: dict[str, JsonValue]) -> str:
    """The key of the answer to ``request``, e.g. ``f1:9f86d081…``."""
    digest = hashlib.sha256(canonical_json({"stage": stage, "request": request}))
    return f"{KEY_VERSION}:{digest.hexdigest()}"
