"""``openai:`` against a server of our own: what goes over the wire, and what comes of it."""

from __future__ import annotations

import math
import subprocess
import sys
import time

import pytest
from llm import chat_server
from llm.chat_server import Answer, ChatServer, failing
from llm.provider_cases import (
    KEY,
    MODEL,
    OUT_OF_TOKENS,
    ask,
    calling,
    clean,
    openai_chat,
    request,
    using,
)

from factscore.errors import CallError, ModelError, UsageError
from factscore.llm.base import ChatRequest, Finish, Message, Usage
from factscore.llm.openai import OpenAIChat


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    clean(monkeypatch)


def test_a_request_and_its_reply() -> None:
    with ChatServer(lambda call: "Yes.") as server:
        [reply] = ask(
            openai_chat(server),
            ChatRequest((Message("system", "Be brief."), Message("user", "Blue?")), 50),
        )
        [call] = server.calls
    assert (reply.text, reply.finish, reply.tokens) == ("Yes.", Finish.STOP, ())
    assert call.path == "/v1/chat/completions"
    assert call.headers["Authorization"] == f"Bearer {KEY}"
    assert call.body == {
        "model": MODEL,
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "Blue?"},
        ],
        "n": 1,
        "max_tokens": 50,
        "temperature": 0.0,
    }


def test_usage_with_what_the_provider_cached() -> None:
    usage = {
        "prompt_tokens": 120,
        "completion_tokens": 7,
        "prompt_tokens_details": {"cached_tokens": 100},
    }
    with ChatServer(lambda call: Answer("x", usage=usage)) as server:
        [reply] = ask(openai_chat(server))
    assert reply.usage == Usage(input_tokens=120, output_tokens=7, cached_tokens=100)


@pytest.mark.parametrize(
    "usage",
    [{}, {"prompt_tokens": None, "prompt_tokens_details": None}, {"prompt_tokens": "many"}],
)
def test_usage_that_is_not_told_is_none(usage: dict[str, object]) -> None:
    with ChatServer(lambda call: Answer("x", usage=usage)) as server:
        [reply] = ask(openai_chat(server))
    assert reply.usage == Usage()


def test_log_probabilities() -> None:
    logprobs = {
        "content": [
            {
                "token": "True",
                "logprob": -0.105,
                "top_logprobs": [
                    {"token": "False", "logprob": -2.3},
                    {"token": "True", "logprob": -0.105},
                ],
            },
            {"token": ".", "logprob": -0.5, "top_logprobs": []},
        ]
    }
    with ChatServer(lambda call: Answer("True.", logprobs=logprobs)) as server:
        [reply] = ask(openai_chat(server), request(top_logprobs=2))
        body = server.calls[0].body
    assert (body["logprobs"], body["top_logprobs"]) == (True, 2)
    first, second = reply.tokens
    assert first.text == "True"
    assert [(chance.token, chance.logprob) for chance in first.chances] == [
        ("True", -0.105),
        ("False", -2.3),
    ]
    assert [(chance.token, chance.logprob) for chance in second.chances] == [(".", -0.5)]


@pytest.mark.parametrize(
    ("logprobs", "tokens"),
    [
        (None, []),
        ({}, []),
        ({"content": None}, []),
        ({"content": [None, {}, {"token": None}]}, []),
        ({"content": [{"token": "a"}]}, [("a", [])]),
        ({"content": [{"token": "a", "logprob": None, "top_logprobs": None}]}, [("a", [])]),
        ({"content": [{"token": "a", "logprob": -math.inf}]}, [("a", [])]),
        (
            {"content": [{"token": "a", "logprob": -1, "top_logprobs": [{"token": "b"}, 7]}]},
            [("a", ["a"])],
        ),
    ],
)
def test_half_filled_log_probabilities(
    logprobs: object, tokens: list[tuple[str, list[str]]]
) -> None:
    with ChatServer(lambda call: Answer("a", logprobs=logprobs)) as server:
        [reply] = ask(openai_chat(server), request(top_logprobs=2))
    found = [(token.text, [chance.token for chance in token.chances]) for token in reply.tokens]
    assert found == tokens


@pytest.mark.parametrize(
    ("answer", "text", "finish"),
    [
        (chat_server.truncated("It is"), "It is", Finish.LENGTH),
        (chat_server.declining("I cannot."), "I cannot.", Finish.REFUSED),
        (Answer(None, finish="content_filter"), "", Finish.REFUSED),
        (chat_server.null_content(), "", Finish.STOP),
        (Answer("eos", finish="eos"), "eos", Finish.STOP),
        (chat_server.bad_utf8(), "caf\ufffd", Finish.STOP),
        (Answer(raw=b"\xef\xbb\xbf" + chat_server.bad_utf8().raw), "caf\ufffd", Finish.STOP),
        (Answer("x" * 100_000), "x" * 100_000, Finish.STOP),
        (failing(400, "flagged", code="content_filter"), "", Finish.REFUSED),
    ],
)
def test_how_replies_end(answer: Answer, text: str, finish: Finish) -> None:
    with ChatServer(lambda call: answer) as server:
        [reply] = ask(openai_chat(server))
    assert (reply.text, reply.finish) == (text, finish)


def test_half_a_character_can_be_written_as_utf8() -> None:
    body = rb'{"choices": [{"message": {"content": "ok \ud83d \ud83d\ude00"}}]}'
    with ChatServer(lambda call: Answer(raw=body)) as server:
        [reply] = ask(openai_chat(server), request("a lone \udcff half"))
        assert server.asked() == ["a lone \ufffd half"]
    assert reply.text == "ok \ufffd \N{GRINNING FACE}"


def test_content_in_parts() -> None:
    parts = [{"type": "thinking", "thinking": []}, {"type": "text", "text": "Yes."}]
    body = {"choices": [{"message": {"content": parts}, "finish_reason": "stop"}]}
    with ChatServer(lambda call: Answer(body=body)) as server:
        assert ask(openai_chat(server))[0].text == "Yes."


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (chat_server.html(), "200 not the JSON that was expected: <!DOCTYPE html> <html>"),
        (chat_server.no_choices(), "empty list of choices"),
        (chat_server.garbage(), '200 not the JSON that was expected: {"choices"'),
        (Answer(raw=b""), "an empty body"),
        (Answer(raw=b"[" * 100_000), "not the JSON"),
        (Answer(raw=b"\xff\xfe\x00" * 9000), "not the JSON"),
        (Answer(body={"error": {"message": "upstream is gone"}}), "upstream is gone"),
        (Answer(body={"choices": [None]}), "empty list of choices"),
        (failing(400, "no such thing"), "400 no such thing"),
        (chat_server.html(404), "404 <!DOCTYPE html>"),
        (
            Answer(status=422, body={"detail": [{"loc": ["body", "n"], "msg": "bad"}]}),
            "body.n: bad",
        ),
        (Answer(status=400, body={"error": "model is busy"}), "400 model is busy"),
        (failing(403, "not yours"), "403 not yours"),
    ],
)
def test_what_fails_one_call(answer: Answer, words: str) -> None:
    with ChatServer(lambda call: answer) as server, pytest.raises(CallError) as failed:
        ask(openai_chat(server))
    said = str(failed.value)
    assert said.startswith(f"openai:{MODEL}: ")
    assert words in said
    assert "\n" not in said
    assert len(said) <= 300


def test_a_prompt_that_is_too_long_is_told() -> None:
    answer = failing(
        400,
        "'max_tokens' is too large: this model's maximum context length is 4096 tokens",
        code="context_length_exceeded",
    )
    with ChatServer(lambda call: answer) as server:
        with pytest.raises(CallError, match="the prompt is longer than the model's context"):
            ask(openai_chat(server))
        assert len(server.calls) == 1


@pytest.mark.parametrize(
    "answer",
    [
        failing(401, "Incorrect API key provided", code="invalid_api_key"),
        failing(429, "You exceeded your current quota", wait=0.001, code="insufficient_quota"),
        failing(429, "quota", wait=0.001, type="insufficient_quota"),
        failing(402, "Insufficient Balance"),
    ],
)
def test_what_stops_the_run(answer: Answer) -> None:
    with ChatServer(lambda call: answer) as server, pytest.raises(ModelError):
        ask(openai_chat(server))


@pytest.mark.parametrize(
    "first",
    [chat_server.rate_limited(), failing(500, wait=0.001), failing(503, wait=0.001)],
)
def test_what_passes_is_tried_again(first: Answer) -> None:
    with ChatServer(lambda call: first if call.number < 3 else "Yes.") as server:
        [reply] = ask(openai_chat(server))
        assert reply.text == "Yes."
        assert len(server.calls) == 3


def test_retry_after_is_waited_for() -> None:
    with ChatServer(lambda call: failing(429, wait=1) if call.number == 1 else "Yes.") as server:
        began = time.monotonic()
        ask(openai_chat(server))
    assert time.monotonic() - began >= 1


def test_lost_connections_and_hangs_are_tried_again() -> None:
    first = {1: chat_server.dropped(), 2: chat_server.hanging(), 3: chat_server.cut_off()}
    with ChatServer(lambda call: first.get(call.number, "Yes.")) as server:
        [reply] = ask(openai_chat(server, timeout=0.3, retries=3))
        assert (reply.text, len(server.calls)) == ("Yes.", 4)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (chat_server.dropped(), "no answer from http://127.0.0.1"),
        (chat_server.hanging(), "Timeout"),
        (chat_server.cut_off(), "no answer from http://127.0.0.1"),
        (failing(500, "the oven is cold"), "500 the oven is cold"),
        (chat_server.rate_limited(), "429 Rate limit reached"),
    ],
)
def test_what_does_not_pass_fails_the_call(answer: Answer, words: str) -> None:
    with ChatServer(lambda call: answer) as server, pytest.raises(CallError, match=words):
        ask(openai_chat(server, retries=0, timeout=0.3))


def test_no_http_at_all() -> None:
    """Something that listens and speaks another language."""
    import socket
    import threading

    def babble(listening: socket.socket) -> None:
        with listening.accept()[0] as talk:
            talk.recv(4096)
            talk.sendall(b"SSH-2.0-OpenSSH_9.6\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=babble, args=(listening,))
        thread.start()
        url = f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
        with pytest.raises(CallError, match="no answer from"):
            ask(OpenAIChat(MODEL, calling(base_url=url, retries=0)))
        thread.join()


def test_as_many_connections_as_calls() -> None:
    import asyncio

    async def forty(chat: OpenAIChat) -> None:
        await asyncio.gather(*(chat.complete(request(str(i))) for i in range(40)))

    with ChatServer(lambda call: Answer("x", delay=0.3)) as server:
        using(openai_chat(server, concurrency=40), forty)
        assert server.most_at_once == 40


def test_calls_after_close_open_anew() -> None:
    with ChatServer() as server:
        chat = openai_chat(server)
        assert ask(chat) == ask(chat)


def test_a_key_in_the_address_is_sent_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    with ChatServer() as server:
        url = server.openai_url.replace("http://", "HTTP://me:open%20sesame@") + "/?code=xyzzy#top"
        chat = OpenAIChat(MODEL, calling(base_url=url))
        ask(chat)
        [call] = server.calls
        assert call.headers["Authorization"] == "Basic bWU6b3BlbiBzZXNhbWU="
        assert chat.identity()["base_url"] == server.openai_url
    assert "sesame" not in repr(chat._endpoint)
    assert "xyzzy" not in repr(chat._endpoint)


def test_azure(monkeypatch: pytest.MonkeyPatch) -> None:
    with ChatServer() as server:
        monkeypatch.setenv("AZURE_OPENAI_ENDPOINT", f"http://127.0.0.1:{server.port}/")
        with pytest.raises(UsageError, match="OPENAI_API_VERSION"):
            OpenAIChat("gpt", calling())
        monkeypatch.setenv("OPENAI_API_VERSION", "2024-10-21")
        chat = OpenAIChat("gpt", calling())
        with pytest.raises(ModelError, match="set AZURE_OPENAI_API_KEY or AZURE_OPENAI_AD_TOKEN"):
            ask(chat)
        monkeypatch.setenv("AZURE_OPENAI_API_KEY", "azure-key-1")
        using(chat, lambda model: model.check())
        ask(chat)
        call = server.calls[-1]
    assert call.path == "/openai/deployments/gpt/chat/completions"
    assert call.headers["api-key"] == "azure-key-1"
    assert call.body["max_completion_tokens"] == 50
    assert chat.provider == "azure"
    assert chat.identity() == {
        "provider": "openai",
        "model": "gpt",
        "base_url": f"http://127.0.0.1:{server.port}",
        "api_version": "2024-10-21",
    }


def test_neither_sdk_is_imported_before_a_call() -> None:
    program = """
import sys
from factscore.llm.openai import OpenAIChat
from factscore.llm.anthropic import AnthropicChat
from factscore.settings import Calling
for chat in OpenAIChat("a", Calling()), AnthropicChat("b", Calling()):
    chat.name, chat.provider, chat.identity(), repr(chat)
heavy = {"openai", "anthropic", "httpx2", "aiohttp", "pydantic"} & set(sys.modules)
sys.exit(f"imported: {heavy}" if heavy else 0)
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_model_cut_before_its_first_word_in_mid_run() -> None:
    with ChatServer(lambda call: failing(400, OUT_OF_TOKENS) if "1" in call.prompt else "Yes.") as (
        server
    ):
        cut, fine = ask(openai_chat(server), request("Question 1?"), request("Question 2?"))
    assert (cut.text, cut.finish) == ("", Finish.LENGTH)
    assert fine.text == "Yes."
