"""What the clients of both SDKs are opened with."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from factscore.errors import ModelError
from factscore.llm.failures import Subject
from factscore.settings import Calling

if TYPE_CHECKING:
    import httpx2

_SPARE_CONNECTIONS = 4


def connections(calling: Calling) -> httpx2.Limits:
    """As many connections as there may be calls at once, and a few for what comes beside."""
    import httpx2

    most = calling.concurrency + _SPARE_CONNECTIONS
    return httpx2.Limits(max_connections=most, max_keepalive_connections=most)


def key_in(variable: str, subject: Subject) -> str:
    """The key in a variable of the environment, without the spaces around it; empty if not set.

    Raises:
        ModelError: no HTTP header can carry it, which is found out before anything is sent.
    """
    key = os.environ.get(variable, "").strip()
    if not (key.isascii() and key.isprintable()):
        raise ModelError(
            f"{subject.name}: the key in {variable} has a character that cannot be sent (a letter"
            f" beyond ASCII, or a line break); set {variable} to the key alone"
        )
    return key


def no_key(subject: Subject, hint: str = "") -> ModelError:
    """The error where no key is set."""
    return ModelError(f"{subject.name}: no key; set {subject.key}{hint}")
