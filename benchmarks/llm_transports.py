"""What a call to a chat model costs its caller: both SDKs, both their transports, and ours.

    python benchmarks/llm_transports.py [--calls 1000] [--concurrency 50]

A server in another process answers every call after 250 ms. Printed are, for each SDK's typed
method on its default transport and on its aiohttp transport, and for factscore's chat model:
CPU in milliseconds a call, seconds on the clock, and their ratio to the ideal (calls /
concurrency × 0.25 s).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from factscore.llm.anthropic import AnthropicChat
from factscore.llm.base import ChatRequest, Message
from factscore.llm.openai import OpenAIChat
from factscore.settings import Calling

DELAY = 0.25
"""Seconds until the server answers."""
ALTERNATIVES = 5
TEXT = "The evidence says nothing of it. " * 60
REQUEST = ChatRequest(
    (Message("system", "Answer True or False."), Message("user", TEXT)), 5, 0.0, ALTERNATIVES
)
Call = Callable[[], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a number of calls cost."""

    cpu_ms: float
    """Per call."""
    wall: float
    """Seconds for all of them."""


def _replies() -> dict[str, bytes]:
    """What the server says, by the last part of the path."""
    chances = [
        {"token": f"token{n}", "logprob": -0.5 * n, "bytes": [65]} for n in range(ALTERNATIVES)
    ]
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": "True", "refusal": None},
        "finish_reason": "stop",
        "logprobs": {"content": [{**chances[0], "top_logprobs": chances}], "refusal": None},
    }
    completion = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [choice],
        "usage": {"prompt_tokens": 450, "completion_tokens": 1, "total_tokens": 451},
    }
    message = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [{"type": "text", "text": "True"}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 450, "output_tokens": 1},
    }
    return {
        "completions": json.dumps(completion).encode(),
        "messages": json.dumps(message).encode(),
    }


async def serve() -> None:
    """Answer for ever; the port is printed."""
    from aiohttp import web

    replies = _replies()

    async def answer(request: web.BaseRequest) -> web.StreamResponse:
        if request.method == "GET":  # whether there is such a model
            return web.json_response({"id": "m"})
        await request.read()
        await asyncio.sleep(DELAY)
        body = replies[request.path.rpartition("/")[2]]
        return web.Response(body=body, content_type="application/json")

    runner = web.ServerRunner(web.Server(answer, access_log=None))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, backlog=1024).start()
    print(runner.addresses[0][1], flush=True)
    await asyncio.Event().wait()


@contextmanager
def server() -> Iterator[str]:
    """The server in a process of its own; its address."""
    process = subprocess.Popen(
        [sys.executable, __file__, "--serve"], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{int(process.stdout.readline())}"
    finally:
        process.kill()
        process.communicate()


async def measure(call: Call, calls: int, concurrency: int) -> Cost:
    """Make the calls, after one for everything that is done once."""
    free = asyncio.Semaphore(concurrency)

    async def one() -> None:
        async with free:
            await call()

    await call()
    wall, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(one() for _ in range(calls)))
    spent = time.process_time() - cpu
    return Cost(spent / calls * 1000, time.perf_counter() - wall)


async def openai_rows(url: str, calls: int, concurrency: int) -> dict[str, Cost]:
    """OpenAI's SDK on both transports, and ours."""
    import httpx2
    from openai import AsyncOpenAI, DefaultAioHttpClient, DefaultAsyncHttpxClient

    limits = httpx2.Limits(max_connections=concurrency, max_keepalive_connections=concurrency)
    rows: dict[str, Cost] = {}
    for name, transport in ("default", DefaultAsyncHttpxClient), ("aiohttp", DefaultAioHttpClient):
        client = AsyncOpenAI(
            base_url=f"{url}/v1", api_key="none", http_client=transport(limits=limits)
        )
        async with client:

            def typed(client: AsyncOpenAI = client) -> Awaitable[object]:
                return client.chat.completions.create(
                    model="m",
                    messages=[
                        {"role": "system", "content": REQUEST.messages[0].text},
                        {"role": "user", "content": TEXT},
                    ],
                    max_completion_tokens=REQUEST.max_tokens,
                    temperature=0,
                    logprobs=True,
                    top_logprobs=ALTERNATIVES,
                )

            rows[f"openai, {name}"] = await measure(typed, calls, concurrency)
    chat = OpenAIChat("m", Calling(base_url=f"{url}/v1", concurrency=concurrency))
    rows["OpenAIChat"] = await measure(lambda: chat.complete(REQUEST), calls, concurrency)
    await chat.close()
    return rows


async def anthropic_rows(url: str, calls: int, concurrency: int) -> dict[str, Cost]:
    """Anthropic's SDK on both transports, and ours."""
    import httpx2
    from anthropic import AsyncAnthropic, DefaultAioHttpClient, DefaultAsyncHttpxClient

    limits = httpx2.Limits(max_connections=concurrency, max_keepalive_connections=concurrency)
    rows: dict[str, Cost] = {}
    for name, transport in ("default", DefaultAsyncHttpxClient), ("aiohttp", DefaultAioHttpClient):
        client = AsyncAnthropic(base_url=url, api_key="none", http_client=transport(limits=limits))
        async with client:

            def typed(client: AsyncAnthropic = client) -> Awaitable[object]:
                return client.messages.create(
                    model="m",
                    system=REQUEST.messages[0].text,
                    messages=[{"role": "user", "content": TEXT}],
                    max_tokens=REQUEST.max_tokens,
                    extra_body={"temperature": 0},
                )

            rows[f"anthropic, {name}"] = await measure(typed, calls, concurrency)
    os.environ["ANTHROPIC_BASE_URL"] = url
    chat = AnthropicChat("m", Calling(concurrency=concurrency))
    rows["AnthropicChat"] = await measure(lambda: chat.complete(REQUEST), calls, concurrency)
    await chat.close()
    return rows


async def run(url: str, calls: int, concurrency: int) -> None:
    """Print the table."""
    ideal = calls / concurrency * DELAY
    print(f"{calls} calls at concurrency {concurrency}; ideal {ideal:.2f} s")
    print(f"{'client':<22}{'CPU ms/call':>12}{'wall s':>9}{'wall/ideal':>12}")
    for rows in openai_rows, anthropic_rows:
        for name, cost in (await rows(url, calls, concurrency)).items():
            print(f"{name:<22}{cost.cpu_ms:>12.2f}{cost.wall:>9.2f}{cost.wall / ideal:>12.2f}")


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--concurrency", type=int, default=50)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        asyncio.run(serve())
        return
    with server() as url:
        asyncio.run(run(url, arguments.calls, arguments.concurrency))


if __name__ == "__main__":
    main()
