"""Where a provider's server is, from options and environment, without the SDKs.

A URL may hide a secret in its user-info or its query. Both are taken out here and sent as
header and parameters; what is shown, stored or hashed is the bare URL.
"""

from __future__ import annotations

import base64
import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from factscore.errors import UsageError

OPENAI = "https://api.openai.com/v1"
ANTHROPIC = "https://api.anthropic.com"

_PORTS = {"http": 80, "https": 443}
_PRICED = {
    "openrouter.ai": "openrouter",
    "api.cerebras.ai": "cerebras",
    "api.deepseek.com": "deepseek",
    "api.fireworks.ai": "fireworks",
    "api.groq.com": "groq",
    "api.mistral.ai": "mistral",
    "api.perplexity.ai": "perplexity",
    "api.together.xyz": "together",
    "api.x.ai": "x-ai",
    "generativelanguage.googleapis.com": "google",
}
"""Servers that speak OpenAI's protocol → their id in the price list."""
_NO_SECRET = re.compile(r"version", re.IGNORECASE)
"""In the name of a parameter: its value is no secret, and a date that texts may have."""
_AZURE = re.compile(r"\.(?:azure\.com|azure-api\.net)$")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A server's address, what is secret of it kept apart and out of ``repr``."""

    url: str | None
    """The address without secrets; ``None``: the provider's own."""
    headers: Mapping[str, str] = field(repr=False, default_factory=dict)
    """User-info of the URL, as HTTP has it."""
    query: Mapping[str, str] = field(repr=False, default_factory=dict)
    secrets: tuple[str, ...] = field(repr=False, default=())
    """What a server could say back of both: user-info as it was written and as it is sent, and
    the values of the query."""
    azure_version: str | None = None
    """The version of Azure's API; ``None`` for all other servers."""

    @property
    def own(self) -> bool:
        """The provider's own server, where nothing works without a key."""
        return self.url is None

    @property
    def azure(self) -> bool:
        """One of Azure's, which the SDK has a client of its own for."""
        return self.azure_version is not None

    @property
    def provider(self) -> str:
        """Who charges at an address of OpenAI's protocol: an id of the price list.

        Empty where nobody does (a server in one's own network); the host's name where it is
        not known who does, which no price list has.
        """
        host = urlsplit(self.url or OPENAI).hostname or ""
        if self.azure or _AZURE.search(host):
            return "azure"
        if host == "api.openai.com" or host.endswith(".api.openai.com"):
            return "openai"
        return "" if _near(host) else _PRICED.get(host, host)


def openai_endpoint(base_url: str | None, environ: Mapping[str, str]) -> Endpoint:
    """Where ``openai:`` calls go.

    ``base_url`` comes first, then the SDK's ``OPENAI_BASE_URL``, then Azure by the SDK's
    ``AZURE_OPENAI_ENDPOINT`` with ``OPENAI_API_VERSION``, then OpenAI.

    Raises:
        UsageError: the URL is none, or Azure's API version is not set.
    """
    url = base_url or environ.get("OPENAI_BASE_URL")
    azure = environ.get("AZURE_OPENAI_ENDPOINT")
    if url or not azure:
        return endpoint(url, OPENAI, "--base-url")
    version = environ.get("OPENAI_API_VERSION")
    if not version:
        raise UsageError(
            "AZURE_OPENAI_ENDPOINT is set and OPENAI_API_VERSION is not; set it to the version of"
            " Azure's API, e.g. 2024-10-21"
        )
    found = endpoint(azure, "", "AZURE_OPENAI_ENDPOINT")
    return replace(found, azure_version=version)


def anthropic_endpoint(environ: Mapping[str, str]) -> Endpoint:
    """Where ``anthropic:`` calls go: the SDK's ``ANTHROPIC_BASE_URL``, or Anthropic.

    Raises:
        UsageError: the URL is none.
    """
    return endpoint(environ.get("ANTHROPIC_BASE_URL"), ANTHROPIC, "ANTHROPIC_BASE_URL")


def endpoint(url: str | None, official: str, setting: str) -> Endpoint:
    """The endpoint at a URL; scheme and host in small letters, no default port, no last slash.

    >>> endpoint("HTTPS://user:pw@Host:443/v1/?key=1#x", OPENAI, "--base-url").url
    'https://host/v1'

    Args:
        url: as a user wrote it; none or an empty one is the official one.
        official: the provider's own URL.
        setting: the option or variable to name in an error.

    Raises:
        UsageError: not an http or https URL with a host.
    """
    if not url:
        return Endpoint(None)
    parts = _split(url, setting)
    bare = f"{parts.scheme}://{_netloc(parts)}{parts.path.rstrip('/')}"
    query = dict(parse_qsl(parts.query, keep_blank_values=True))
    who = _user_info(parts)
    headers = {"Authorization": f"Basic {who[-1]}"} if who else {}
    secrets = (*who, *(value for name, value in query.items() if not _NO_SECRET.search(name)))
    return Endpoint(None if bare == official else bare, headers, query, secrets)


def _split(url: str, setting: str) -> SplitResult:
    try:
        parts = urlsplit(url.strip())
        _ = parts.port  # a port that is none shows only when it is read
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in _PORTS or not parts.hostname:
        # The URL is not quoted back: a key may be in it.
        raise UsageError(f"{setting} is no URL of a server; write it like http://localhost:8000/v1")
    return parts


def _netloc(parts: SplitResult) -> str:
    host = parts.hostname or ""
    host = f"[{host}]" if ":" in host else host
    usual = parts.port in (None, _PORTS[parts.scheme])
    return host if usual else f"{host}:{parts.port}"


def _user_info(parts: SplitResult) -> tuple[str, ...]:
    """What is secret of user and password, and both as HTTP has them; empty if there are none.

    A name is no secret beside a password; alone it is a token.
    """
    name, password = unquote(parts.username or ""), unquote(parts.password or "")
    if not name and not password:
        return ()
    encoded = base64.b64encode(f"{name}:{password}".encode("utf-8", "replace")).decode("ascii")
    return (password or name, encoded)


def _near(host: str) -> bool:
    """A name or an address of one's own machine or network."""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".localhost", ".internal", ".lan"))
