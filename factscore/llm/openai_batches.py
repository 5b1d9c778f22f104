"""OpenAI's batch API: a file of requests goes up, files of replies and of errors come down."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
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
from factscore.llm.reading import Unreadable, at, count_at, json_object, list_at, text_at
from factscore.llm.redaction import redacted
from factscore.llm.sdk_batches import SdkBatches
from factscore.records import JsonValue

_LIMIT = BatchLimit(requests=50_000, bytes=200_000_000)
_PATH = "/v1/chat/completions"
"""The endpoint that a batch's requests name, whatever server they go to."""
_ENDED = {"completed", "expired", "cancelled"}


class OpenAIBatches(SdkBatches):
    """The batch half of ``OpenAIChat``."""

    @property
    def batch_limit(self) -> BatchLimit:
        """50,000 requests and 200 MB."""
        return _LIMIT

    async def submit_batch(self, requests: Mapping[str, ChatRequest]) -> str:
        """Upload the requests as a file and start a batch on it; gives the batch's id."""
        with self._told():
            await self._try_parameters()
            content = b"".join(self._line(key, request) for key, request in requests.items())
            uploaded = await self._uploaded(content)
            asked: dict[str, JsonValue] = {
                "input_file_id": text_at(uploaded, "id"),
                "endpoint": _PATH,
                "completion_window": "24h",
            }
            started = await self._posted("/batches", asked)
        return id_of(started, self.name)

    async def batch_state(self, batch_id: str) -> BatchState:
        """Ask how the batch stands."""
        try:
            return _state(await self._batch(batch_id), self._secrets)
        except Failed as failed:
            if failed.fault.status == 404:
                return BatchState(BatchPhase.FAILED, words=shortened(failed.fault.words))
            raise call_failure(failed.fault, self._subject) from None

    async def batch_results(self, batch_id: str) -> Mapping[str, Reply | CallError]:
        """Fetch the file of replies and the file of errors."""
        results: dict[str, Reply | CallError] = {}
        with self._told():
            batch = await self._batch(batch_id)
            for name in ("error_file_id", "output_file_id"):
                if text_at(batch, name):
                    path = f"/files/{quote(text_at(batch, name), safe='')}/content"
                    self._collect(await self._results_in(path), results)
        return results

    def _line(self, key: str, request: ChatRequest) -> bytes:
        entry = {
            "custom_id": custom_id(key),
            "method": "POST",
            "url": _PATH,
            "body": self._body(request, self._refused),
        }
        return json.dumps(entry, ensure_ascii=False).encode("utf-8") + b"\n"

    async def _uploaded(self, content: bytes) -> dict[str, JsonValue]:
        return await self._posted_file(
            "/files", {"purpose": "batch"}, ("requests.jsonl", content, "application/jsonl")
        )

    async def _batch(self, batch_id: str) -> dict[str, JsonValue]:
        return await self._got(f"/batches/{quote(batch_id, safe='')}")

    def _collect(self, content: bytes, results: dict[str, Reply | CallError]) -> None:
        """Add what the lines say; a line that cannot be read leaves its request unanswered."""
        for line in lines_of(content):
            try:
                entry = json_object(line)
            except Unreadable:
                continue
            key = key_of(text_at(entry, "custom_id"))
            if key is not None:
                results[key] = self._result(entry)

    def _result(self, entry: dict[str, JsonValue]) -> Reply | CallError:
        status = count_at(entry, "response", "status_code")
        body = at(entry, "response", "body")
        if status == 200 and isinstance(body, dict):
            return self._reply_or_error(body)
        if at(entry, "error"):
            words = text_at(entry, "error", "message") or text_at(entry, "error", "code")
            told = shortened(redacted(words, self._secrets)) or "an error in a batch"
            return CallError(f"{self.name}: {told}")
        return self._failed_entry(fault_in(status, body, self._secrets))


def _state(batch: dict[str, JsonValue], secrets: Collection[str]) -> BatchState:
    status = text_at(batch, "status")
    done = count_at(batch, "request_counts", "completed") + count_at(
        batch, "request_counts", "failed"
    )
    total = count_at(batch, "request_counts", "total")
    if status == "failed":
        said = [text_at(error, "message") for error in list_at(batch, "errors", "data")]
        words = shortened(redacted("; ".join(said), secrets)) or "no reason given"
        return BatchState(BatchPhase.FAILED, done, total, words)
    phase = BatchPhase.ENDED if status in _ENDED else BatchPhase.RUNNING
    return BatchState(phase, done, total)
