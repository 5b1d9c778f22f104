"""Where calls go, who charges for them, and that bad addresses are told."""

from __future__ import annotations

import pytest

from factscore.errors import UsageError
from factscore.llm.endpoint import anthropic_endpoint, endpoint, openai_endpoint

SETTING = "--base-url"
OFFICIAL = "https://api.openai.com/v1"


@pytest.mark.parametrize(
    ("url", "bare"),
    [
        (None, None),
        ("", None),
        ("https://api.openai.com/v1", None),
        ("HTTPS://API.openai.com:443/v1/", None),
        ("http://localhost:8000/v1/", "http://localhost:8000/v1"),
        ("http://Host:80", "http://host"),
        ("https://host:80/A/b", "https://host:80/A/b"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
        ("https://u:p@host/v1?key=1#k", "https://host/v1"),
    ],
)
def test_one_spelling(url: str | None, bare: str | None) -> None:
    assert endpoint(url, OFFICIAL, SETTING).url == bare


@pytest.mark.parametrize(
    "url",
    ["planted:8000", "ftp://planted", "http:///planted", "http://planted:x", "http://[planted"],
)
def test_no_address(url: str) -> None:
    with pytest.raises(UsageError, match="--base-url is no URL") as refused:
        endpoint(url, OFFICIAL, SETTING)
    assert "planted" not in str(refused.value)


def test_what_comes_first() -> None:
    environ = {"AZURE_OPENAI_ENDPOINT": "https://me.openai.azure.com", "OPENAI_API_VERSION": "1"}
    assert openai_endpoint(None, {}).own
    assert openai_endpoint(None, environ).azure
    environ["OPENAI_BASE_URL"] = "http://localhost:1/v1"
    assert openai_endpoint(None, environ).url == "http://localhost:1/v1"
    assert openai_endpoint("http://localhost:2/v1", environ).url == "http://localhost:2/v1"
    assert anthropic_endpoint(environ).own


@pytest.mark.parametrize(
    ("url", "provider"),
    [
        (None, "openai"),
        ("https://eu.api.openai.com/v1", "openai"),
        ("https://me.openai.azure.com/openai/v1", "azure"),
        ("https://openrouter.ai/api/v1", "openrouter"),
        ("https://api.groq.com/openai/v1", "groq"),
        ("http://localhost:8000/v1", ""),
        ("http://127.0.0.1/v1", ""),
        ("http://192.168.1.4:8000/v1", ""),
        ("http://[::1]:8000/v1", ""),
        ("http://gpu-box.local/v1", ""),
        ("http://8.8.8.8/v1", "8.8.8.8"),
        ("https://llm.example.org/v1", "llm.example.org"),
    ],
)
def test_who_charges(url: str | None, provider: str) -> None:
    assert openai_endpoint(url, {}).provider == provider
