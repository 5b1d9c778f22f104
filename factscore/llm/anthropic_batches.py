"""Anthropic's message batches: requests go up in one body, results come down as JSONL."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote

from factscore.errors import CallError
from factscore.llm.base import ChatRequest, Reply
from factscore.llm.batching import (
    BatchLimit,
    BatchPhase,
    BatchState,
    custom_id,
    id_of,
    key_of,
    lines_of,
)
from factscore.llm.failures import Failed, call_failure, fault_in, shortened
from factscore.llm.reading import Unreadable, at, count_at, json_object, object_of, text_at
from factscore.llm.sdk_batches import SdkBatches
from factscore.records import JsonValue

_LIMIT = BatchLimit(requests=100_000, bytes=256_000_000)
_PATH = "/v1/messages/batches"
_THROUGH = ("succeeded", "errored", "canceled", "expired")
_STATUS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "overloaded_error": 529,
}
"""The type of an error → the HTTP status that it has outside a batch."""


class AnthropicBatches(SdkBatches):
    """The batch half of ``AnthropicChat``."""

    @property
    def batch_limit(self) -> BatchLimit:
        """100,000 requests and 256 MB."""
        return _LIMIT

    async def submit_batch(self, requests: Mapping[str, ChatRequest]) -> str:
        """Send the requests as one batch; gives its id."""
        with self._told():
            await self._try_parameters()
            entries: list[JsonValue] = [
                {"custom_id": custom_id(key), "params": self._body(request, self._refused)}
                for key, request in requests.items()
            ]
            started = await self._posted(_PATH, {"requests": entries})
        return id_of(started, self.name)

    async def batch_state(self, batch_id: str) -> BatchState:
        """Ask how the batch stands."""
        try:
            return _state(await self._got(f"{_PATH}/{quote(batch_id, safe='')}"))
        except Failed as failed:
            if failed.fault.status == 404:
                return BatchState(BatchPhase.FAILED, words=shortened(failed.fault.words))
            raise call_failure(failed.fault, self._subject) from None

    async def batch_results(self, batch_id: str) -> Mapping[str, Reply | CallError]:
        """Fetch the results."""
        with self._told():
            content = await self._results_in(f"{_PATH}/{quote(batch_id, safe='')}/results")
        results: dict[str, Reply | CallError] = {}
        for line in lines_of(content):
            try:
                entry = json_object(line)
            except Unreadable:
                continue  # its request is left without an answer
            key = key_of(text_at(entry, "custom_id"))
            if key is not None:
                results[key] = self._result(object_of(entry.get("result")))
        return results

    def _result(self, result: dict[str, JsonValue]) -> Reply | CallError:
        kind = text_at(result, "type")
        if kind == "succeeded":
            return self._reply_or_error(object_of(result.get("message")))
        if kind != "errored":
            return CallError(f"{self.name}: the batch ended without an answer ({kind or 'none'})")
        error_type = text_at(result, "error", "error", "type")
        status = _STATUS.get(error_type, 500)
        return self._failed_entry(fault_in(status, at(result, "error"), self._secrets))


def _state(batch: dict[str, JsonValue]) -> BatchState:
    done = sum(count_at(batch, "request_counts", name) for name in _THROUGH)
    total = done + count_at(batch, "request_counts", "processing")
    ended = text_at(batch, "processing_status") == "ended"
    return BatchState(BatchPhase.ENDED if ended else BatchPhase.RUNNING, done, total)
