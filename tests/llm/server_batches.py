"""The batch half of ``chat_server``: OpenAI's files and batches, Anthropic's message batches."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web  # noqa: TID253 - only tests import this

Json = dict[str, Any]
Entry = Callable[[str, Json], "tuple[Any, Json]"]
"""Path and body of an entry → the script's answer, and the body of it."""


@dataclass
class Batch:
    id: str
    started: float
    requests: list[Json]
    output: list[Json] | None = None
    """Results, once the batch has ended."""
    cancelled: bool = False


@dataclass
class Batches:
    """What is known of files and batches; ``fail`` makes every batch fail with these words."""

    seconds: float = 0.0
    fail: str = ""
    files: dict[str, bytes] = field(default_factory=dict)
    started: dict[str, Batch] = field(default_factory=dict)

    def finish(self) -> None:
        """Let all batches end now."""
        self.seconds = 0.0

    async def answer(self, request: web.BaseRequest, entry: Entry) -> web.Response | None:
        """The answer to a request about files or batches; ``None`` if it is about neither."""
        parts = request.path.removeprefix("/openai").removeprefix("/v1").strip("/").split("/")
        match request.method, parts:
            case "POST", ["files"]:
                return await self._upload(request)
            case "GET", ["files", name, "content"] if name in self.files:
                return web.Response(body=self.files[name])
            case "POST", ["batches"]:
                return self._openai_start(json.loads(await request.read()))
            case "GET", ["batches", name] if name in self.started:
                return self._openai_state(self.started[name], entry)
            case "POST", ["messages", "batches"]:
                return self._anthropic_start(json.loads(await request.read()))
            case "GET", ["messages", "batches", name] if name in self.started:
                return self._anthropic_state(self.started[name], entry)
            case "GET", ["messages", "batches", name, "results"] if name in self.started:
                lines = self.started[name].output or []
                return web.Response(body=_jsonl(lines), content_type="application/x-jsonl")
        return None

    async def _upload(self, request: web.BaseRequest) -> web.Response:
        purpose, content = "", b""
        async for part in await request.multipart():
            if part.name == "purpose":
                purpose = (await part.read()).decode()
            elif part.name == "file":
                content = bytes(await part.read())
        if purpose != "batch":
            return web.json_response({"error": {"message": "no purpose"}}, status=400)
        name = f"file-{len(self.files) + 1}"
        self.files[name] = content
        return web.json_response({"id": name, "object": "file", "purpose": "batch"})

    def _start(self, requests: list[Json]) -> Batch:
        batch = Batch(f"batch_{len(self.started) + 1}", time.monotonic(), requests)
        self.started[batch.id] = batch
        return batch

    def _over(self, batch: Batch) -> bool:
        return time.monotonic() - batch.started >= self.seconds

    def _openai_start(self, body: Json) -> web.Response:
        lines = self.files[body["input_file_id"]].splitlines()
        requests = [json.loads(line) for line in lines]
        wanted = (body["endpoint"], body["completion_window"])
        if wanted != ("/v1/chat/completions", "24h") or any(
            entry["url"] != body["endpoint"] for entry in requests
        ):
            return web.json_response({"error": {"message": "bad batch"}}, status=400)
        batch = self._start(requests)
        return web.json_response({"id": batch.id, "status": "validating"})

    def _openai_state(self, batch: Batch, entry: Entry) -> web.Response:
        total = len(batch.requests)
        body: Json = {"id": batch.id, "status": "in_progress", "request_counts": {"total": total}}
        if self.fail:
            errors = [{"code": "invalid", "message": self.fail, "line": 1}]
            body |= {"status": "failed", "errors": {"object": "list", "data": errors}}
        elif self._over(batch):
            if batch.output is None:
                self._openai_end(batch, entry)
            good, bad = self.files[f"{batch.id}-out"], self.files[f"{batch.id}-err"]
            counts = {"completed": good.count(b"\n"), "failed": bad.count(b"\n"), "total": total}
            body |= {"status": "completed", "request_counts": counts}
            body["output_file_id"] = f"{batch.id}-out" if good else None
            body["error_file_id"] = f"{batch.id}-err" if bad else None
        return web.json_response(body)

    def _openai_end(self, batch: Batch, entry: Entry) -> None:
        good, bad = [], []
        for request in batch.requests:
            answer, body = entry(request["url"], request["body"])
            line: Json = {"id": "r", "custom_id": request["custom_id"], "error": None}
            if answer.unanswered:
                code = f"batch_{answer.unanswered}".replace("canceled", "cancelled")
                line |= {"response": None, "error": {"code": code, "message": f"{code}: too late"}}
            else:
                line["response"] = {"status_code": answer.status, "body": body}
            (good if answer.status == 200 and not answer.unanswered else bad).append(line)
        self.files[f"{batch.id}-out"] = _jsonl(good)
        self.files[f"{batch.id}-err"] = _jsonl(bad)
        batch.output = good + bad

    def _anthropic_start(self, body: Json) -> web.Response:
        batch = self._start(body["requests"])
        return web.json_response({"id": batch.id, "processing_status": "in_progress"})

    def _anthropic_state(self, batch: Batch, entry: Entry) -> web.Response:
        over = self._over(batch)
        if over and batch.output is None:
            batch.output = [self._anthropic_result(item, entry) for item in batch.requests]
        counts = dict.fromkeys(("processing", "succeeded", "errored", "canceled", "expired"), 0)
        counts["processing"] = 0 if over else len(batch.requests)
        for item in batch.output or []:
            counts[item["result"]["type"]] += 1
        status = "ended" if over else "in_progress"
        return web.json_response(
            {"id": batch.id, "processing_status": status, "request_counts": counts}
        )

    def _anthropic_result(self, request: Json, entry: Entry) -> Json:
        answer, body = entry("/v1/messages", request["params"])
        result: Json = {"type": "succeeded", "message": body}
        if answer.unanswered:
            result = {"type": answer.unanswered}
        elif answer.status != 200:
            result = {"type": "errored", "error": body}
        return {"custom_id": request["custom_id"], "result": result}


def _jsonl(lines: list[Json]) -> bytes:
    # The last first: no one may count on the order of results.
    return b"".join(json.dumps(line).encode() + b"\n" for line in reversed(lines))
