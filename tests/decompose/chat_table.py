"""A chat model that is never called, and an ``Ask`` that answers from a table."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from factscore.llm.base import ChatRequest, Reply
from factscore.records import JsonValue

ASKED = re.compile(r"<sentence>\n(.*)\n</sentence>(.*)", re.DOTALL)


class Model:
    """A chat model that is never called: the decomposer needs its name only."""

    name = "scripted:table"
    provider = ""
    model = "table"

    def identity(self) -> dict[str, JsonValue]:
        return {"provider": "table"}

    async def check(self) -> None:
        raise AssertionError

    async def complete(self, request: ChatRequest) -> Reply:
        raise AssertionError(request)

    async def close(self) -> None:
        raise AssertionError


Said = Reply | str | Exception


@dataclass
class Table:
    """An ``Ask`` that answers by the sentence asked about: one reply after the other."""

    replies: dict[str, Said | list[Said]]
    requests: list[ChatRequest] = field(default_factory=list)
    kept: list[bool] = field(default_factory=list)
    in_flight: int = 0
    most_in_flight: int = 0

    async def __call__(self, request: ChatRequest, good: Callable[[Reply], bool]) -> Reply:
        self.requests.append(request)
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        await asyncio.sleep(0)
        self.in_flight -= 1
        said = self.replies[sentence_of(request)]
        if isinstance(said, list):
            said = said.pop(0)
        if isinstance(said, Exception):
            raise said
        reply = said if isinstance(said, Reply) else Reply(said)
        self.kept.append(good(reply))
        return reply

    def asked(self) -> list[str]:
        return [sentence_of(request) for request in self.requests]


def sentence_of(request: ChatRequest) -> str:
    match = ASKED.search(request.messages[-1].text)
    assert match
    return match[1]
