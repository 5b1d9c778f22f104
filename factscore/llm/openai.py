"""``openai:MODEL``: OpenAI, Azure, and every server that speaks OpenAI's protocol."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from urllib.parse import quote

from factscore.llm.base import ChatRequest, Reply
from factscore.llm.clients import connections, key_in, no_key
from factscore.llm.endpoint import openai_endpoint
from factscore.llm.failures import Subject
from factscore.llm.openai_batches import OpenAIBatches
from factscore.llm.openai_wire import LENGTH_NAMES, chat_body, chat_reply, may_do_without
from factscore.records import JsonValue
from factscore.settings import Calling

if TYPE_CHECKING:
    from openai import AsyncOpenAI

_AZURE_KEYS = ("AZURE_OPENAI_API_KEY", "AZURE_OPENAI_AD_TOKEN")
_NO_KEY_NEEDED = "none"
"""What servers of one's own get for a key: the SDK insists on one."""


class OpenAIChat(OpenAIBatches):
    """A chat model on AsyncOpenAI.

    The server is ``calling.base_url``, else ``OPENAI_BASE_URL``, else Azure if
    ``AZURE_OPENAI_ENDPOINT`` is set, else OpenAI. With Azure the model is the name of the
    deployment, ``OPENAI_API_VERSION`` must be set, and the key is ``AZURE_OPENAI_API_KEY`` or
    ``AZURE_OPENAI_AD_TOKEN``; these are the SDK's own variables. Everywhere else the key is
    ``OPENAI_API_KEY``; servers that are not OpenAI's may do without.

    Raises:
        UsageError: the address of the server is none, or Azure's API version is not set.
    """

    def __init__(self, model: str, calling: Calling) -> None:
        endpoint = openai_endpoint(calling.base_url, os.environ)
        azure = endpoint.azure
        place = "AZURE_OPENAI_ENDPOINT" if azure else "--base-url"
        key = _AZURE_KEYS[0] if azure else "OPENAI_API_KEY"
        subject = Subject(f"openai:{model}", key, place, endpoint.url or "")
        super().__init__(model, calling, endpoint, subject)
        ours = endpoint.own or endpoint.provider in {"openai", "azure"}
        self._length_names = LENGTH_NAMES if ours else (LENGTH_NAMES[1], LENGTH_NAMES[0])

    @property
    def provider(self) -> str:
        """Who charges: an id of the price list, ``openai`` say; empty for a server near by."""
        return self._endpoint.provider

    def identity(self) -> dict[str, JsonValue]:
        """Provider, model and server; a key hidden in the server's URL is not in it.

        The server is ``None`` for OpenAI's own. With Azure its API's version is added.
        """
        found: dict[str, JsonValue] = {
            "provider": "openai",
            "model": self.model,
            "base_url": self._endpoint.url,
        }
        if self._endpoint.azure:
            found["api_version"] = self._endpoint.azure_version
        return found

    def _open(self) -> AsyncOpenAI:
        if self._endpoint.azure:
            return self._open_azure()
        key = key_in("OPENAI_API_KEY", self._subject)
        if not key and self._endpoint.own:
            raise no_key(self._subject, ", or name a server of your own with --base-url")
        from openai import AsyncOpenAI, DefaultAioHttpClient

        return AsyncOpenAI(
            api_key=key or _NO_KEY_NEEDED,
            base_url=self._endpoint.url,
            timeout=self._calling.timeout,
            max_retries=self._calling.retries,
            default_headers=self._endpoint.headers,
            default_query=self._endpoint.query,
            http_client=DefaultAioHttpClient(limits=connections(self._calling)),
        )

    def _open_azure(self) -> AsyncOpenAI:
        key, token = (key_in(name, self._subject) or None for name in _AZURE_KEYS)
        if not key and not token:
            raise no_key(self._subject, f" or {_AZURE_KEYS[1]}")
        from openai import AsyncAzureOpenAI, DefaultAioHttpClient

        return AsyncAzureOpenAI(
            api_key=None if token else key,
            azure_ad_token=token,
            azure_endpoint=self._endpoint.url or "",
            api_version=self._endpoint.azure_version,
            timeout=self._calling.timeout,
            max_retries=self._calling.retries,
            default_headers=self._endpoint.headers,
            default_query=self._endpoint.query,
            http_client=DefaultAioHttpClient(limits=connections(self._calling)),
        )

    def _error(self) -> type[Exception]:
        from openai import OpenAIError

        return OpenAIError

    def _places(self) -> tuple[str, str]:
        return f"/models/{quote(self.model, safe=':')}", "/chat/completions"

    def _body(self, request: ChatRequest, refused: frozenset[str]) -> dict[str, JsonValue]:
        return chat_body(self.model, request, refused, self._length_names)

    def _may_do_without(self, body: dict[str, JsonValue], refused: frozenset[str]) -> list[str]:
        return may_do_without(body, refused)

    def _parsed(self, body: dict[str, JsonValue]) -> Reply:
        return chat_reply(body)
