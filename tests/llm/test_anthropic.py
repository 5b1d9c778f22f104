"""``anthropic:`` against a server of our own: what goes over the wire, and what comes of it."""

from __future__ import annotations

import pytest
from llm import chat_server
from llm.chat_server import Answer, Call, ChatServer, Script, failing
from llm.provider_cases import KEY, MODEL, ask, calling, clean, request

from factscore.errors import CallError, ModelError, UsageError
from factscore.llm.anthropic import AnthropicChat
from factscore.llm.base import ChatRequest, Finish, Message, Usage


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    clean(monkeypatch)


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Script:
    """The server's address is the SDK's variable, so it is set before a chat model is made."""

    def made(server: ChatServer, **options: object) -> AnthropicChat:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.anthropic_url)
        return AnthropicChat(MODEL, calling(**options))

    return made


def _text(text: str) -> dict[str, object]:
    return {"type": "text", "text": text}


def test_a_request_and_its_reply(serve) -> None:
    with ChatServer(lambda call: "Yes.") as server:
        [reply] = ask(serve(server), request("Blue?", top_logprobs=5))
        [call] = server.calls
    assert (reply.text, reply.finish, reply.tokens) == ("Yes.", Finish.STOP, ())
    assert call.path == "/v1/messages"
    assert call.headers["Authorization"] == f"Bearer {KEY}"
    assert call.headers["anthropic-version"]
    assert call.body == {
        "model": MODEL,
        "max_tokens": 50,
        "messages": [{"role": "user", "content": [_text("Blue?")]}],
        "temperature": 0.0,
    }


def test_roles_become_blocks_and_the_fixed_ones_are_cached(serve) -> None:
    asked = ChatRequest(
        (
            Message("system", "You judge.", fixed=True),
            Message("user", "An example.", fixed=True),
            Message("assistant", "True", fixed=True),
            Message("user", "Evidence: none."),
            Message("system", "Answer in one word."),
            Message("user", ""),
            Message("user", "Is it so?"),
        ),
        5,
    )
    with ChatServer() as server:
        ask(serve(server), asked)
        body = server.calls[0].body
    assert body["system"] == [_text("You judge."), _text("Answer in one word.")]
    assert body["messages"] == [
        {"role": "user", "content": [_text("An example.")]},
        {
            "role": "assistant",
            "content": [{**_text("True"), "cache_control": {"type": "ephemeral"}}],
        },
        {"role": "user", "content": [_text("Evidence: none."), _text("Is it so?")]},
    ]


def test_a_fixed_system_message_is_cached(serve) -> None:
    with ChatServer() as server:
        asked = ChatRequest((Message("system", "You judge.", fixed=True), Message("user", "?")), 5)
        ask(serve(server), asked)
        assert server.calls[0].body["system"] == [
            {**_text("You judge."), "cache_control": {"type": "ephemeral"}}
        ]


def test_usage(serve) -> None:
    usage = {
        "input_tokens": 20,
        "cache_read_input_tokens": 300,
        "cache_creation_input_tokens": 1000,
        "output_tokens": 3,
    }
    with ChatServer(lambda call: Answer("x", usage=usage)) as server:
        [reply] = ask(serve(server))
    assert reply.usage == Usage(
        input_tokens=1320, output_tokens=3, cached_tokens=300, written_tokens=1000
    )


@pytest.mark.parametrize(
    ("answer", "text", "finish"),
    [
        (chat_server.truncated("It is"), "It is", Finish.LENGTH),
        (Answer("x", finish="model_context_window_exceeded"), "x", Finish.LENGTH),
        (Answer("x", finish="stop_sequence"), "x", Finish.STOP),
        (chat_server.declining("I cannot."), "I cannot.", Finish.REFUSED),
        (chat_server.null_content(), "", Finish.STOP),
        (chat_server.bad_utf8(), "caf\ufffd", Finish.STOP),
        (Answer("x" * 100_000), "x" * 100_000, Finish.STOP),
        (Answer(body={"content": [{"type": "thinking"}, {"text": "no type"}, None]}), "", "stop"),
    ],
)
def test_how_replies_end(serve, answer: Answer, text: str, finish: Finish) -> None:
    with ChatServer(lambda call: answer) as server:
        [reply] = ask(serve(server))
    assert (reply.text, reply.finish) == (text, finish)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (chat_server.html(), "200 not the JSON that was expected: <!DOCTYPE html> <html>"),
        (chat_server.no_choices(), "the answer has no content"),
        (chat_server.garbage(), "not the JSON"),
        (failing(400, "no such thing", type="invalid_request_error"), "400 no such thing"),
        (
            failing(400, "prompt is too long: 210000 tokens > 200000 maximum"),
            "the prompt is longer than the model's context: 400 prompt is too long",
        ),
        (failing(413, "Request exceeds the maximum size"), "413 Request exceeds"),
        (failing(529, "Overloaded", wait=0.001, type="overloaded_error"), "529 Overloaded"),
        (failing(403, "not yours", type="permission_error"), "403 not yours"),
    ],
)
def test_what_fails_one_call(serve, answer: Answer, words: str) -> None:
    with ChatServer(lambda call: answer) as server, pytest.raises(CallError) as failed:
        ask(serve(server))
    said = str(failed.value)
    assert said.startswith(f"anthropic:{MODEL}: ")
    assert words in said
    assert "\n" not in said
    assert len(said) <= 300


@pytest.mark.parametrize(
    "answer",
    [
        failing(401, "invalid x-api-key", type="authentication_error"),
        failing(402, "no payment", type="billing_error"),
        failing(400, "Your credit balance is too low to access the Anthropic API."),
    ],
)
def test_what_stops_the_run(serve, answer: Answer) -> None:
    with ChatServer(lambda call: answer) as server, pytest.raises(ModelError):
        ask(serve(server))


def test_an_overloaded_server_is_asked_again(serve) -> None:
    answer = failing(529, "Overloaded", wait=0.001, type="overloaded_error")
    with ChatServer(lambda call: answer if call.number < 3 else "Yes.") as server:
        assert ask(serve(server))[0].text == "Yes."
        assert len(server.calls) == 3


def test_lost_connections_and_hangs_are_tried_again(serve) -> None:
    first = {1: chat_server.dropped(), 2: chat_server.hanging(), 3: chat_server.cut_off()}
    with ChatServer(lambda call: first.get(call.number, "Yes.")) as server:
        [reply] = ask(serve(server, timeout=0.3, retries=3))
        assert (reply.text, len(server.calls)) == ("Yes.", 4)


def test_a_refused_temperature_is_left_out_from_then_on(serve) -> None:
    def script(call: Call) -> Answer | str:
        if "temperature" in call.body:
            return failing(400, "temperature: Extra inputs are not permitted")
        return "Yes."

    with ChatServer(script) as server:
        replies = ask(serve(server), request(), request("Again?"))
        assert [reply.text for reply in replies] == ["Yes.", "Yes."]
        assert ["temperature" in call.body for call in server.calls] == [True, False, False]


def test_a_token_instead_of_a_key(serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "a-token")
    with ChatServer() as server:
        ask(serve(server))
        [call] = server.calls
    assert call.headers["Authorization"] == "Bearer a-token"
    assert KEY not in call.headers.values()


def test_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    official = {"provider": "anthropic", "model": "m", "base_url": None}
    # --base-url speaks of OpenAI's protocol.
    assert AnthropicChat("m", calling(base_url="http://localhost/v1")).identity() == official
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "https://api.anthropic.com/")
    assert AnthropicChat("m", calling()).identity() == official
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "https://key@gate.example:443/claude/")
    assert AnthropicChat("m", calling()).identity()["base_url"] == "https://gate.example/claude"
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "gate.example")
    with pytest.raises(UsageError, match="ANTHROPIC_BASE_URL"):
        AnthropicChat("m", calling())
