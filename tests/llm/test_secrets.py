"""Keys and what is secret of a server's address, when a server says them back."""

from __future__ import annotations

import base64

import pytest
from llm.chat_server import Answer, Call, ChatServer, failing
from llm.provider_cases import ask, calling, clean, request, using

from factscore.errors import CallError, ModelError
from factscore.llm.anthropic import AnthropicChat
from factscore.llm.endpoint import OPENAI, endpoint
from factscore.llm.openai import OpenAIChat
from factscore.llm.redaction import is_secret, without_keys


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    clean(monkeypatch)


@pytest.mark.parametrize(
    ("value", "secret"),
    [
        *((word, False) for word in ("", "x", "none", "None", "EMPTY", "local", "ollama")),
        *((word, False) for word in ("lm-studio", "not-needed", "ANYTHING", "sk-12")),
        *((key, True) for key in ("sk-1234", "s3cret", "123456", "a.b.c.", "opensesame")),
    ],
)
def test_what_is_a_secret(value: str, secret: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_secret(value) == secret
    monkeypatch.setenv("LOCAL_API_KEY", value)
    assert without_keys(f"It is {value}.") == ("It is [key]." if secret else f"It is {value}.")


def test_the_longest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A_API_KEY", "sk-1234")
    assert without_keys("sk-1234, sk-12345", ["sk-12345"]) == "[key], [key]"


@pytest.mark.parametrize(
    ("url", "secrets"),
    [
        ("http://host/v1", ()),
        ("http://me:pass%2Fword@host/v1", ("pass/word", "bWU6cGFzcy93b3Jk")),
        ("http://token@host/v1", ("token", "dG9rZW46")),
        ("http://host/v1?key=a%2Bb&api-version=2024-10-21&Version=3", ("a+b",)),
    ],
)
def test_what_is_secret_of_an_address(url: str, secrets: tuple[str, ...]) -> None:
    found = endpoint(url, OPENAI, "--base-url")
    assert found.secrets == secrets
    assert all(secret not in repr(found) for secret in secrets)


PASSWORD, TOKEN = "S3CRETPASSWD", "QUERYSECRET99"
ENCODED = base64.b64encode(f"me:{PASSWORD}".encode()).decode()
ECHO = f"no access for {PASSWORD} with {TOKEN}, {ENCODED}"


@pytest.mark.parametrize(
    "answer",
    [
        failing(400, ECHO),
        failing(400, "x " * 90 + ECHO),
        Answer(raw=ECHO.encode()),
        Answer(raw=b"y" * 185 + b" " + ECHO.encode(), status=403, type="text/html"),
        Answer(body={"error": ECHO, "choices": []}),
        Answer(ECHO),
    ],
)
@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_what_an_address_hides_is_not_told(
    provider: str, answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hidden(url: str) -> str:
        return url.replace("://", f"://me:{PASSWORD}@") + f"?token={TOKEN}"

    with ChatServer(lambda call: answer) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", hidden(server.anthropic_url))
        made = {"openai": OpenAIChat, "anthropic": AnthropicChat}[provider]
        chat = made("m", calling(base_url=hidden(server.openai_url), retries=0))
        try:
            said = ask(chat)[0].text
        except CallError as error:
            said = str(error)
    assert said
    for secret in PASSWORD, TOKEN, ENCODED:
        assert secret[:6] not in said


@pytest.mark.parametrize("key", ["sk-1234", "abcdef0123456789xyz"])
def test_a_short_key_that_a_model_repeats_is_taken_out(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script(call: Call) -> Answer:
        entries = [{"token": text, "logprob": -0.1} for text in ("True ", key[:3], key[3:])]
        return Answer(f"True {key}", logprobs={"content": entries})

    monkeypatch.setenv("OPENAI_API_KEY", key)
    with ChatServer(script) as server:
        chat = OpenAIChat("m", calling(base_url=server.openai_url))
        (reply,) = ask(chat, request(top_logprobs=1))
        assert server.calls[0].headers["Authorization"] == f"Bearer {key}"
    assert (reply.text, reply.tokens) == ("True [key]", ())


@pytest.mark.parametrize("key", ["sk-pröj-1234567", "sk-1234567\nX-More: 1", "sk-12\x7f34567"])
@pytest.mark.parametrize(
    ("variable", "provider"),
    [
        ("OPENAI_API_KEY", "openai"),
        ("AZURE_OPENAI_API_KEY", "azure"),
        ("AZURE_OPENAI_AD_TOKEN", "azure"),
        ("ANTHROPIC_API_KEY", "anthropic"),
        ("ANTHROPIC_AUTH_TOKEN", "anthropic"),
    ],
)
def test_a_key_that_cannot_be_sent_is_told_before(
    variable: str, provider: str, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    monkeypatch.setenv(variable, key)
    monkeypatch.setenv("OPENAI_API_VERSION", "2024-10-21")
    with ChatServer() as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.anthropic_url)
        url = None if provider == "azure" else server.openai_url
        if provider == "azure":
            monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", server.anthropic_url)
        made = AnthropicChat if provider == "anthropic" else OpenAIChat
        chat = made("m", calling(base_url=url))
        with pytest.raises(ModelError, match=f"the key in {variable} has a character") as told:
            using(chat, lambda chat: chat.check())
        assert (server.calls, server.lookups) == ([], [])
    assert "1234567" not in str(told.value)


@pytest.mark.parametrize("variable", ["AZURE_OPENAI_API_KEY", "AZURE_OPENAI_AD_TOKEN"])
def test_a_line_break_after_a_key_is_no_part_of_it(
    variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_VERSION", "2024-10-21")
    monkeypatch.setenv(variable, "k3y-of-azure\n")
    with ChatServer() as server:
        monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", server.anthropic_url)
        assert [reply.text for reply in ask(OpenAIChat("m", calling()))] == ["Fine."]
        headers = server.calls[0].headers
    assert "k3y-of-azure" in (headers.get("api-key"), headers.get("Authorization", "")[7:])
