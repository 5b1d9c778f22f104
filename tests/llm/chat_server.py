"""A server on this machine that imitates the chat APIs of OpenAI and Anthropic, batches included.

    def script(call: Call) -> Answer | str:
        return dropped() if call.number == 3 else f"You said {call.prompt}."

    with ChatServer(script) as server:
        ...  # OpenAI's base URL is server.openai_url, Anthropic's server.anthropic_url
    server.asked()  # the prompts that arrived, in order

The script decides the answer to each request; it runs in the server's thread. What arrived is in
``server.calls``. Nothing here knows the package under test.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

from aiohttp import web  # noqa: TID253 - only tests import this
from llm.server_answers import (
    Answer,
    Call,
    Json,
    Script,
    as_answer,
    bad_utf8,
    content_of,
    cut_off,
    declining,
    dropped,
    failing,
    fine,
    garbage,
    hanging,
    html,
    no_choices,
    null_content,
    rate_limited,
    truncated,
)
from llm.server_batches import Batches


class ChatServer:
    """The server, in a thread of its own; a context manager.

    Args:
        script: decides every reply.
        keys: keys that are let in; ``None``: no key is needed.
        models: models that there are; ``None``: all, and no route that looks one up.
        batch_seconds: how long a batch takes until it has ended.
    """

    def __init__(
        self,
        script: Script = fine,
        *,
        keys: set[str] | None = None,
        models: set[str] | None = None,
        batch_seconds: float = 0.0,
    ) -> None:
        self.script = script
        self.keys = keys
        self.models = models
        self.calls: list[Call] = []
        self.lookups: list[str] = []
        """Paths of the requests that were not for a reply."""
        self.batches = Batches(batch_seconds)
        self.most_at_once = 0
        self.at_once = 0
        self.port = 0
        self._ready = threading.Event()
        self._stop: Callable[[], object] = lambda: None
        # asyncio.run cancels the requests that still hang at the end.
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    @property
    def openai_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def anthropic_url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def asked(self) -> list[str]:
        """The prompts, in the order in which they arrived."""
        return [call.prompt for call in self.calls]

    def stop_listening(self) -> None:
        """Be gone: what is under way is cut off, and nobody is there any more."""
        self._stop()

    def __enter__(self) -> Self:
        self._thread.start()
        if not self._ready.wait(10):
            raise RuntimeError("the server does not start")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._stop()
        self._thread.join(10)

    async def _serve(self) -> None:
        server = web.Server(self._handle, access_log=None)
        runner = web.ServerRunner(server, access_log=None, shutdown_timeout=0.05)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", self.port, backlog=1024)
        await site.start()
        self.port = runner.addresses[0][1]
        over, loop = asyncio.Event(), asyncio.get_running_loop()
        self._stop = lambda: loop.is_closed() or loop.call_soon_threadsafe(over.set)
        self._ready.set()
        await over.wait()
        await runner.cleanup()

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            return await self._answered(request)
        finally:
            self.at_once -= 1

    async def _answered(self, request: web.BaseRequest) -> web.StreamResponse:
        path = request.path
        if not self._let_in(request):
            return _error(401, f"Incorrect API key provided: {_key(request)}.", "invalid_api_key")
        if request.method == "POST" and path.endswith(("/chat/completions", "/v1/messages")):
            return await self._completion(request)
        self.lookups.append(path)
        if "/models/" in path and request.method == "GET":
            return self._model(path.rpartition("/models/")[2])
        reply = await self.batches.answer(request, self._entry)
        return reply if reply is not None else _error(404, f"no route {path}", "not_found")

    def _let_in(self, request: web.BaseRequest) -> bool:
        return self.keys is None or _key(request) in self.keys

    def _model(self, model: str) -> web.Response:
        if self.models is None:
            return _error(404, "Not Found", "not_found")
        if model not in self.models:
            return _unknown(model)
        return web.json_response({"id": model, "object": "model", "type": "model"})

    async def _completion(self, request: web.BaseRequest) -> web.StreamResponse:
        body = json.loads(await request.read())
        if self.models is not None and body["model"] not in self.models:
            return _unknown(body["model"])
        call = Call(len(self.calls) + 1, request.path, request.headers, body)
        self.calls.append(call)
        answer = as_answer(self.script(call))
        if answer.delay:
            await asyncio.sleep(answer.delay)
        if answer.drop:
            assert request.transport is not None
            request.transport.abort()
        if answer.cut:
            return await _cut(request, content_of(call, answer))
        return web.Response(
            body=content_of(call, answer),
            status=answer.status,
            headers=dict(answer.headers),
            content_type=answer.type,
        )

    def _entry(self, path: str, body: Json) -> tuple[Answer, Json]:
        """An entry of a batch: the script's answer, and the body that it would have."""
        call = Call(len(self.calls) + 1, path, {}, body, batched=True)
        self.calls.append(call)
        answer = as_answer(self.script(call))
        try:
            return answer, json.loads(content_of(call, answer).decode("utf-8", "replace"))
        except ValueError:
            return answer, {}


async def _cut(request: web.BaseRequest, content: bytes) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Length": str(len(content))})
    await response.prepare(request)
    await response.write(content[: len(content) // 2])
    assert request.transport is not None
    request.transport.close()
    return response


def _key(request: web.BaseRequest) -> str:
    headers = request.headers
    bearer = headers.get("Authorization", "").removeprefix("Bearer ")
    return headers.get("x-api-key") or headers.get("api-key") or bearer


def _error(status: int, message: str, code: str) -> web.Response:
    error = {"message": message, "type": "invalid_request_error", "code": code, "param": None}
    return web.json_response({"type": "error", "error": error}, status=status)


def _unknown(model: str) -> web.Response:
    return _error(404, f"The model '{model}' does not exist", "model_not_found")


__all__ = [
    "Answer",
    "Call",
    "ChatServer",
    "Script",
    "bad_utf8",
    "cut_off",
    "declining",
    "dropped",
    "failing",
    "fine",
    "garbage",
    "hanging",
    "html",
    "no_choices",
    "null_content",
    "rate_limited",
    "truncated",
]
