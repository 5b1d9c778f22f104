"""What a chat model on a provider's SDK is, whichever provider.

The SDK does the connecting, the authentication and the retrying. Requests go through its
``post`` with a body of our own and come back as bytes: its typed methods cost a third more CPU
a call (``benchmarks/llm_transports.py``), and fail on bodies that are not what they expect.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from factscore.llm.base import ChatRequest, Finish, Message, Reply
from factscore.llm.endpoint import Endpoint
from factscore.llm.failures import (
    Failed,
    Fault,
    Subject,
    call_failure,
    fault_of,
    start_failure,
)
from factscore.llm.log_filter import WithoutSecrets
from factscore.llm.reading import Unreadable, json_object
from factscore.llm.redaction import redacted, without_keys
from factscore.records import JsonValue
from factscore.settings import Calling

if TYPE_CHECKING:
    import httpx2
    from anthropic import AsyncAnthropic
    from openai import AsyncOpenAI

    Client = AsyncOpenAI | AsyncAnthropic


_CHECK_SECONDS = 30.0
"""How long ``check`` waits for a server, at most."""
_READABLE = 200
"""The status of an answer that came and cannot be read."""


class SdkChat(ABC):
    """A chat model behind an SDK; a subclass says which, and how its requests and replies look.

    What a model or server does not take (``temperature``, say) is found out by its refusal,
    left out from then on, and the call sent again.
    """

    def __init__(self, model: str, calling: Calling, endpoint: Endpoint, subject: Subject) -> None:
        self.model = model
        self.name = subject.name
        self._calling = calling
        self._endpoint = endpoint
        self._subject = subject
        self._client: Client | None = None
        self._refused: frozenset[str] = frozenset()
        self._secrets = endpoint.secrets
        self._log_filter = WithoutSecrets(endpoint.query.values())

    @property
    @abstractmethod
    def provider(self) -> str:
        """The provider's id in the price list; empty where nobody charges."""

    @abstractmethod
    def identity(self) -> dict[str, JsonValue]:
        """All that can change a reply and is not in the request."""

    async def complete(self, request: ChatRequest) -> Reply:
        """Ask once; the SDK tries again what may pass.

        Raises:
            CallError: this request failed, with the provider's words.
            ModelError: so will all others: the key was refused, or the account is empty.
        """
        with self._told():
            return await self._asked(request)

    async def check(self) -> None:
        """Look the model up; where that does not tell, ask it for one token.

        Raises:
            ModelError: no key, a wrong key, an unknown model, no server.
        """
        try:
            if not await self._listed():
                await self._asked(ChatRequest((Message("user", "Hi"),), max_tokens=1))
        except Failed as failed:
            if not failed.fault.busy:
                raise start_failure(failed.fault, self._subject) from None

    async def close(self) -> None:
        """Close the connections; a later call opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()
        self._log_filter.remove()

    @abstractmethod
    def _open(self) -> Client:
        """A client of the SDK, inside the running loop."""

    @abstractmethod
    def _error(self) -> type[Exception]:
        """The base of the SDK's errors."""

    @abstractmethod
    def _places(self) -> tuple[str, str]:
        """The paths of the model's description and of its replies."""

    @abstractmethod
    def _body(self, request: ChatRequest, refused: frozenset[str]) -> dict[str, JsonValue]:
        """The request as the provider wants it, without what is refused."""

    @abstractmethod
    def _may_do_without(self, body: dict[str, JsonValue], refused: frozenset[str]) -> list[str]:
        """Which parameters of a body could be left out."""

    @abstractmethod
    def _parsed(self, body: dict[str, JsonValue]) -> Reply:
        """The reply in a response; ``Unreadable`` if there is none."""

    def _opened(self) -> Client:
        if self._client is None:
            self._log_filter.install()
            self._client = self._open()
        return self._client

    async def _asked(self, request: ChatRequest) -> Reply:
        """Ask, and again without each parameter that is refused; remember those at success."""
        refused = self._refused
        while True:
            body = self._body(request, refused)
            try:
                reply = self._reply(await self._posted(self._places()[1], body))
            except Failed as failed:
                said = reply_in(failed.fault)
                if said is None:
                    name = failed.fault.refused(self._may_do_without(body, refused))
                    if name is None:
                        raise
                    refused |= {name}
                    continue
                reply = said
            self._refused |= refused
            return reply

    def _reply(self, body: dict[str, JsonValue]) -> Reply:
        try:
            reply = self._parsed(body)
        except Unreadable as error:
            raise Failed(self._unreadable(error)) from None
        return self._without_keys(reply)

    def _without_keys(self, reply: Reply) -> Reply:
        """The reply without keys; tokens that spell one go, as they fit the text no more."""
        written = "".join(token.text for token in reply.tokens)
        kept = reply.tokens if without_keys(written, self._secrets) == written else ()
        return replace(reply, text=without_keys(reply.text, self._secrets), tokens=kept)

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn a failure into what a caller is told in mid-run."""
        try:
            yield
        except Failed as failed:
            raise call_failure(failed.fault, self._subject) from None

    async def _listed(self) -> bool:
        """Whether the provider knows the model: yes, or it does not tell.

        A server without this route, a key that may not use it, or a page of HTML leave it open.
        """
        hasty = self._opened().with_options(
            max_retries=min(1, self._calling.retries),
            timeout=min(_CHECK_SECONDS, self._calling.timeout),
        )
        try:
            return "error" not in await self._got(self._places()[0], hasty)
        except Failed as failed:
            if failed.fault.status is None or failed.fault.fatal:
                raise
            return False

    async def _posted(self, path: str, body: dict[str, JsonValue]) -> dict[str, JsonValue]:
        import httpx2

        sending = self._opened().post(path, body=body, cast_to=httpx2.Response)
        return self._object_in(await self._sent(sending))

    async def _posted_file(
        self, path: str, fields: dict[str, JsonValue], file: tuple[str, bytes, str]
    ) -> dict[str, JsonValue]:
        """``file``: its name, content and type."""
        import httpx2

        sending = self._opened().post(
            path,
            body=fields,
            files={"file": file},
            cast_to=httpx2.Response,
            options={"headers": {"Content-Type": "multipart/form-data"}},
        )
        return self._object_in(await self._sent(sending))

    async def _got(self, path: str, client: Client | None = None) -> dict[str, JsonValue]:
        return self._object_in(await self._got_bytes(path, client))

    async def _got_bytes(self, path: str, client: Client | None = None) -> bytes:
        import httpx2

        sending = (client or self._opened()).get(path, cast_to=httpx2.Response)
        return await self._sent(sending)

    async def _sent(self, sending: Awaitable[httpx2.Response]) -> bytes:
        """The body of the answer.

        Raises:
            Failed: what the SDK, or a layer below it, raised at last.
        """
        try:
            response = await sending
        except call_errors(self._error()) as error:
            # Causes and contexts go: they hold requests, and with them headers.
            raise Failed(fault_of(error, self._secrets)) from None
        return response.content

    def _object_in(self, content: bytes) -> dict[str, JsonValue]:
        try:
            return json_object(content)
        except Unreadable as error:
            raise Failed(self._unreadable(error)) from None

    def _unreadable(self, error: Unreadable) -> Fault:
        return Fault(redacted(str(error), self._secrets), _READABLE)


def reply_in(fault: Fault) -> Reply | None:
    """The reply that a fault stands for: the model declined, or was cut before its first word."""
    if fault.declined:
        return Reply("", Finish.REFUSED)
    return Reply("", Finish.LENGTH) if fault.cut_short else None


def call_errors(sdk: type[Exception]) -> tuple[type[Exception], ...]:
    """All that a call through an SDK may raise; ``sdk`` is the base of its own errors.

    The SDKs hand on what they do not know: an answer that is no HTTP at all, a URL or a text
    that cannot be encoded.
    """
    import aiohttp
    import httpx2

    return (sdk, httpx2.HTTPError, httpx2.InvalidURL, aiohttp.ClientError, OSError, ValueError)
