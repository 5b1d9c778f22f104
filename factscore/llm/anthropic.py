"""``anthropic:MODEL``: Anthropic, and every server that speaks its messages protocol."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import quote

from factscore.llm.anthropic_batches import AnthropicBatches
from factscore.llm.anthropic_wire import may_do_without, message_body, message_reply
from factscore.llm.base import ChatRequest, Reply
from factscore.llm.clients import connections, key_in, no_key
from factscore.llm.endpoint import anthropic_endpoint
from factscore.llm.failures import Subject
from factscore.records import JsonValue
from factscore.settings import Calling

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

_NO_KEY_NEEDED = "none"
"""What servers of one's own get for a key: the SDK insists on one."""


class AnthropicChat(AnthropicBatches):
    """A chat model on AsyncAnthropic.

    The server is ``ANTHROPIC_BASE_URL``, else Anthropic; ``calling.base_url`` speaks of
    OpenAI's protocol and is not used. The key is ``ANTHROPIC_API_KEY``, or the token
    ``ANTHROPIC_AUTH_TOKEN``; servers that are not Anthropic's may do without. What the fixed
    messages of a request have in common is cached by the provider.

    Raises:
        UsageError: ``ANTHROPIC_BASE_URL`` is no address of a server.
    """

    def __init__(self, model: str, calling: Calling) -> None:
        endpoint = anthropic_endpoint(os.environ)
        subject = Subject(
            f"anthropic:{model}", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", endpoint.url or ""
        )
        super().__init__(model, calling, endpoint, subject)

    @property
    def provider(self) -> str:
        """Who charges: ``anthropic``, also behind a gateway."""
        return "anthropic"

    def identity(self) -> dict[str, JsonValue]:
        """Provider, model and server; the server is ``None`` for Anthropic's own."""
        return {"provider": "anthropic", "model": self.model, "base_url": self._endpoint.url}

    def _open(self) -> AsyncAnthropic:
        # Given to the SDK as arguments: if it looks for them itself, it also reads profiles
        # on disk, and warns on standard error where it finds several.
        key = key_in("ANTHROPIC_API_KEY", self._subject) or None
        token = None if key else key_in("ANTHROPIC_AUTH_TOKEN", self._subject) or None
        if not key and not token:
            if self._endpoint.own:
                raise no_key(self._subject)
            key = _NO_KEY_NEEDED
        from anthropic import AsyncAnthropic, DefaultAioHttpClient

        return AsyncAnthropic(
            api_key=key,
            auth_token=token,
            base_url=self._endpoint.url,
            timeout=self._calling.timeout,
            max_retries=self._calling.retries,
            default_headers=self._endpoint.headers,
            default_query=self._endpoint.query,
            http_client=DefaultAioHttpClient(limits=connections(self._calling)),
        )

    def _error(self) -> type[Exception]:
        from anthropic import AnthropicError

        return AnthropicError

    def _places(self) -> tuple[str, str]:
        return f"/v1/models/{quote(self.model, safe=':')}", "/v1/messages"

    def _body(self, request: ChatRequest, refused: frozenset[str]) -> dict[str, JsonValue]:
        return message_body(self.model, request, refused)

    def _may_do_without(self, body: dict[str, JsonValue], refused: frozenset[str]) -> list[str]:
        return may_do_without(refused)

    def _parsed(self, body: dict[str, JsonValue]) -> Reply:
        return message_reply(body)
