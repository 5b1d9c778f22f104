"""The chat model ``scripted:FILE``: it answers from a file, for tests and demonstrations."""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from functools import cached_property
from pathlib import Path

from factscore.errors import CallError, InputError
from factscore.llm.base import ChatRequest, Reply, Token, Usage
from factscore.llm.matching import Matcher
from factscore.llm.script import Line, read_script
from factscore.llm.tokens import count_request_tokens, count_tokens
from factscore.records import JsonValue

_SHOWN = 60
"""Characters of a request that an error shows from its beginning, and from its end."""


class ScriptedChat:
    """A chat model without a model: no network, no cost, the same replies every time.

    The file has one JSON object a line (JSON Lines, UTF-8, plain or packed with gzip or
    bzip2)::

        {"when": TEXT or [TEXTS], "reply": TEXT or [TEXT, …], "finish": "stop",
         "logprobs": {TOKEN: LOGPROB}, "delay": SECONDS, "usage": {"output_tokens": 7}}
        {"when": TEXT or [TEXTS], "error": TEXT}

    The first line whose texts all occur in the last user message answers; a line without
    ``when`` answers what no other does, wherever it stands. Of several replies each repeat
    of the same message gets the next, and the last one stays. ``finish`` is ``stop``,
    ``length`` or ``refused``; ``logprobs`` are those of the reply's first token; ``error``
    makes the call fail; ``usage`` replaces the tokens that are otherwise estimated.

    Args:
        path: the file; it is read when it is first needed.
    """

    provider = ""

    def __init__(self, path: str) -> None:
        self.model = path
        self._asked: Counter[str] = Counter()

    @property
    def name(self) -> str:
        """The SPEC it was chosen by."""
        return f"scripted:{self.model}"

    def identity(self) -> dict[str, JsonValue]:
        """The file's content, wherever it lies.

        Raises:
            InputError: the file cannot be read.
        """
        return {"provider": "scripted", "digest": self._digest}

    async def check(self) -> None:
        """Read the file.

        Raises:
            InputError: with every problem of the file, one line each.
        """
        _ = self._matcher

    async def complete(self, request: ChatRequest) -> Reply:
        """What the file says.

        Raises:
            CallError: it says that the call fails, or has no line for the request.
            InputError: it cannot be read.
        """
        message = next((m.text for m in reversed(request.messages) if m.role == "user"), "")
        line = self._matcher.first(message)
        if line is None:
            raise CallError(
                f'{self.name} has no reply to {_excerpt(message)}; add a line with a "when" that '
                "occurs in it, or one without"
            )
        turn = self._asked[message]
        self._asked[message] += 1
        await asyncio.sleep(line.delay)
        if line.error is not None:
            raise CallError(line.error)
        return _reply(line, line.replies[min(turn, len(line.replies) - 1)], request)

    async def close(self) -> None:
        """There is nothing to close."""

    @cached_property
    def _digest(self) -> str:
        try:
            return hashlib.sha256(Path(self.model).read_bytes()).hexdigest()
        except OSError as error:
            # Reading it as a script says what is wrong, with what to do about it.
            _ = self._matcher
            raise InputError([f"{self.model}: cannot be read ({error.strerror})"]) from error

    @cached_property
    def _matcher(self) -> Matcher:
        return Matcher(read_script(Path(self.model)))


def _reply(line: Line, text: str, request: ChatRequest) -> Reply:
    usage = Usage(count_request_tokens(request), count_tokens(text))
    return Reply(text, line.finish, line.counted(usage), _tokens(line, text, request.top_logprobs))


def _tokens(line: Line, text: str, wanted: int) -> tuple[Token, ...]:
    """The first token and what could have stood there, if the request wants to know.

    What comes after it is one more token, of which nothing is known.
    """
    if not wanted or not line.chances:
        return ()
    said = [chance.token for chance in line.chances if text.startswith(chance.token)]
    first = max(said, key=len, default=line.chances[0].token)
    rest = text.removeprefix(first)
    return (Token(first, line.chances[:wanted]), *([Token(rest, ())] if said and rest else []))


def _excerpt(text: str) -> str:
    """The beginning of a message and its end, where what is asked about mostly stands."""
    words = " ".join(text.split())
    if len(words) <= 2 * _SHOWN:
        return repr(words)
    return f"{words[:_SHOWN].rstrip()!r} … {words[-_SHOWN:].lstrip()!r}"
