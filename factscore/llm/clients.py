"""What the clients of both SDKs are opened with."""

from __future__ import annotations

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


def no_key(subject: Subject, hint: str = "") -> ModelError:
    """The error where no key is set."""
    return ModelError(f"{subject.name}: no key; set {subject.key}{hint}")
