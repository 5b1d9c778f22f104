"""``check`` of both providers: what stops a run before any work, and what does not."""

from __future__ import annotations

import socket
from collections.abc import Callable

import pytest
from llm import chat_server
from llm.chat_server import Answer, ChatServer, failing
from llm.provider_cases import KEY, MODEL, Chat, calling, clean, using

from factscore.errors import ModelError
from factscore.llm.anthropic import AnthropicChat
from factscore.llm.openai import OpenAIChat

Make = Callable[..., Chat]


@pytest.fixture(params=["openai", "anthropic"])
def make(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Makes the provider's chat model for a server, or for an address without its ``/v1``."""
    clean(monkeypatch)

    def made(where: ChatServer | str | None, model: str = MODEL, **options: object) -> Chat:
        url = where.anthropic_url if isinstance(where, ChatServer) else where
        if request.param == "openai":
            return OpenAIChat(model, calling(base_url=url and f"{url}/v1", **options))
        if url:
            monkeypatch.setenv("ANTHROPIC_BASE_URL", url)
        return AnthropicChat(model, calling(**options))

    return made


def check(chat: Chat) -> None:
    using(chat, lambda model: model.check())


def refused(chat: Chat) -> str:
    with pytest.raises(ModelError) as stopped:
        check(chat)
    said = str(stopped.value)
    assert said.startswith(f"{chat.name}: ")
    assert "\n" not in said
    assert KEY not in said
    return said


def test_a_listed_model_costs_nothing(make: Make) -> None:
    with ChatServer(keys={KEY}, models={MODEL}) as server:
        check(make(server))
        assert server.lookups == [f"/v1/models/{MODEL}"]
        assert server.calls == []


@pytest.mark.parametrize("model", ["org/model:7b", "a model", "größer"])
def test_names_that_are_no_paths(make: Make, model: str) -> None:
    with ChatServer(models={model}) as server:
        check(make(server, model))


def test_without_a_list_one_token_tells(make: Make) -> None:
    with ChatServer() as server:
        check(make(server))
        [call] = server.calls
    assert 1 in (call.body.get("max_tokens"), call.body.get("max_completion_tokens"))


def test_an_unknown_model(make: Make) -> None:
    with ChatServer(models={"other"}) as server:
        said = refused(make(server))
    assert f"404 The model '{MODEL}' does not exist; check the model's name" in said


def test_a_wrong_key(make: Make) -> None:
    with ChatServer(keys={"right"}) as server:
        chat = make(server)
        said = refused(chat)
    assert "401 Incorrect API key provided: [key]" in said
    assert f"set {chat.name.partition(':')[0].upper()}_API_KEY" in said


def test_no_key(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    chat = make(None)
    assert f"no key; set {chat.name.partition(':')[0].upper()}_API_KEY" in refused(chat)
    with ChatServer() as server:
        check(make(server))


@pytest.mark.parametrize(
    "answer",
    [
        failing(403, "no access", type="permission_error"),
        failing(402, "no money", type="billing_error"),
        failing(400, "Model Not Exist"),
        chat_server.html(),
        chat_server.no_choices(),
        chat_server.garbage(),
    ],
)
def test_what_stops_a_run(make: Make, answer: Answer) -> None:
    with ChatServer(lambda call: answer) as server:
        refused(make(server))


@pytest.mark.parametrize(
    "answer",
    [
        failing(429, "Rate limit reached", wait=0.001),
        failing(529, "Overloaded", wait=0.001),
        failing(400, "Could not finish: max_tokens or model output limit was reached"),
        failing(400, "flagged", code="content_filter"),
        Answer(None),
        chat_server.truncated(),
        chat_server.declining(),
    ],
)
def test_what_does_not_stop_a_run(make: Make, answer: Answer) -> None:
    with ChatServer(lambda call: answer) as server:
        check(make(server))


def test_a_server_that_fails_for_long(make: Make) -> None:
    with ChatServer(lambda call: failing(502, "Bad Gateway", wait=0.001)) as server:
        assert "502 Bad Gateway; the server fails; try later" in refused(make(server))


def test_nobody_listens(make: Make) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
    said = refused(make(url, retries=6))
    assert f"no answer from {url}" in said
    assert "Cannot connect to host" in said
    assert "check the network and " in said


def test_no_such_host(make: Make) -> None:
    assert "no answer from http://nowhere.invalid" in refused(make("http://nowhere.invalid"))


def test_no_tls(make: Make) -> None:
    with ChatServer() as server:
        said = refused(make(server.anthropic_url.replace("http", "https")))
    assert "ssl" in said.lower()


def test_a_server_that_hangs(make: Make) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        assert "Timeout" in refused(make(url, timeout=0.2))
