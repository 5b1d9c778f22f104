"""What a provider's batch API is to us: requests go in together, replies come out within a day."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from factscore.errors import CallError
from factscore.llm.base import ChatModel, ChatRequest, Reply
from factscore.llm.reading import text_at
from factscore.records import JsonValue

_CACHE_KEY = re.compile(r"([A-Za-z0-9]{1,16}):([0-9a-f]{64})")
_ENTRY_BYTES = 600
"""Room for what an entry has beside its texts: id, model, parameters, the names of fields."""
_MESSAGE_BYTES = 90


class BatchPhase(StrEnum):
    """How far a batch is."""

    RUNNING = "running"
    ENDED = "ended"
    """There are results, of all requests or of some."""
    FAILED = "failed"
    """There will be none; the requests may be sent anew."""


@dataclass(frozen=True, slots=True)
class BatchState:
    """How a batch stands."""

    phase: BatchPhase
    done: int = 0
    """Requests that are through, those that failed included."""
    total: int = 0
    """Requests of the batch; 0 while the provider has not counted them."""
    words: str = ""
    """Why it failed, in the provider's words."""


@dataclass(frozen=True, slots=True)
class BatchLimit:
    """How much one batch may hold."""

    requests: int
    bytes: int


class BatchModel(ChatModel, Protocol):
    """A chat model whose provider has a batch API."""

    @property
    def batch_limit(self) -> BatchLimit:
        """How much one batch may hold; ``batches`` cuts requests to it."""
        ...

    async def submit_batch(self, requests: Mapping[str, ChatRequest]) -> str:
        """Send requests, each by its cache key.

        Returns:
            The provider's id of the batch; with it any process finds the batch again.

        Raises:
            CallError: the batch was not taken.
            ModelError: no later one can be either.
            ValueError: no cache key.
        """
        ...

    async def batch_state(self, batch_id: str) -> BatchState:
        """How the batch stands; one that the provider does not know (any more) has failed.

        Raises:
            CallError: the question failed; the batch goes on.
            ModelError: a key or an account that does not work any more.
        """
        ...

    async def batch_results(self, batch_id: str) -> Mapping[str, Reply | CallError]:
        """The replies of a batch that has ended, by the keys they were sent with.

        A request that failed, expired or was cancelled has its ``CallError``: a ``LastingError``
        if no later batch would answer it either. A key that was sent and is missing here got
        no answer, as do all whose results the provider has thrown away.

        Raises:
            CallError: the results could not be fetched; they may be later.
            ModelError: a key or an account that does not work any more.
        """
        ...


def batches(
    requests: Mapping[str, ChatRequest], limit: BatchLimit
) -> Iterator[dict[str, ChatRequest]]:
    """The requests in parts that a batch may hold, in their order.

    A request that is larger than a whole batch may be comes alone.
    """
    part: dict[str, ChatRequest] = {}
    size = 0
    for key, request in requests.items():
        more = entry_size(request)
        if part and (len(part) >= limit.requests or size + more > limit.bytes):
            yield part
            part, size = {}, 0
        part[key] = request
        size += more
    if part:
        yield part


def entry_size(request: ChatRequest) -> int:
    """Bytes of a request in a batch, at most, model names of ordinary length assumed."""
    texts = sum(
        len(json.dumps(message.text, ensure_ascii=True)) + _MESSAGE_BYTES
        for message in request.messages
    )
    return texts + _ENTRY_BYTES


def custom_id(key: str) -> str:
    """A cache key as both batch APIs take it: at most 64 of ``A-Z a-z 0-9 _ -``.

    It is a byte or two too long and has a colon; its 32 bytes are written in base 64, which
    ``key_of`` undoes.

    >>> custom_id("f1:" + "0" * 64)
    'c-f1-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

    Raises:
        ValueError: no cache key.
    """
    found = _CACHE_KEY.fullmatch(key)
    if not found:
        raise ValueError(f"no key for a request of a batch: {key!r}")
    digest = base64.urlsafe_b64encode(bytes.fromhex(found[2])).decode("ascii").rstrip("=")
    return f"c-{found[1]}-{digest}"


def key_of(identifier: str) -> str | None:
    """The key that ``custom_id`` made ``identifier`` of; ``None`` if it is none of ours.

    >>> key_of(custom_id("f1:" + "ab" * 32)) == "f1:" + "ab" * 32
    True
    """
    kind, _, rest = identifier.partition("-")
    version, _, digest = rest.partition("-")
    if kind != "c" or len(digest) != 43:
        return None
    try:
        return f"{version}:{base64.urlsafe_b64decode(digest + '=').hex()}"
    except ValueError:
        return None


def id_of(started: JsonValue, name: str) -> str:
    """The id of a batch that a provider says it has started.

    Raises:
        CallError: it has none.
    """
    found = text_at(started, "id")
    if not found:
        raise CallError(f"{name}: the server started a batch and gave no id for it")
    return found


def lines_of(content: bytes) -> Iterable[bytes]:
    """The lines of a JSONL file that have something in them."""
    return (line for line in content.split(b"\n") if line.strip())
