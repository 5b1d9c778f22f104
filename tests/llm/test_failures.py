"""What SDKs raise → what we raise, and that no key is in it."""

from __future__ import annotations

import inspect
import logging
from importlib import import_module

import pytest
from llm import chat_server
from llm.chat_server import Answer, ChatServer, failing
from llm.provider_cases import KEY, MODEL, Chat, calling, clean, request, using

from factscore.errors import CallError, FactscoreError, ModelError
from factscore.llm.anthropic import AnthropicChat
from factscore.llm.failures import (
    Fault,
    LastingError,
    Subject,
    call_failure,
    fault_in,
    fault_of,
    shortened,
    start_failure,
)
from factscore.llm.openai import OpenAIChat
from factscore.llm.redaction import redacted, without_keys
from factscore.llm.sdk import call_errors

SUBJECT = Subject("openai:m", "OPENAI_API_KEY", "--base-url")


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    clean(monkeypatch)


def _exceptions(sdk: str) -> list[type[Exception]]:
    module = import_module(f"{sdk}._exceptions")
    found = [value for _, value in inspect.getmembers(module, inspect.isclass)]
    return [kind for kind in found if issubclass(kind, Exception)]


@pytest.mark.parametrize(
    ("sdk", "kind"),
    [(sdk, kind) for sdk in ("openai", "anthropic") for kind in _exceptions(sdk)],
)
def test_every_exception_of_the_sdks_is_mapped(sdk: str, kind: type[Exception]) -> None:
    base = getattr(import_module(sdk), {"openai": "OpenAIError"}.get(sdk, "AnthropicError"))
    assert issubclass(kind, call_errors(base))
    error = kind.__new__(kind)
    Exception.__init__(error, "it failed")
    failure = call_failure(fault_of(error), SUBJECT)
    assert isinstance(failure, CallError | ModelError)
    expected = ModelError if getattr(kind, "status_code", 0) in (401, 402) else CallError
    assert isinstance(failure, expected)
    assert "it failed" in str(failure)


@pytest.mark.parametrize(
    ("status", "fatal"),
    [
        (400, False),
        (401, True),
        (402, True),
        (403, False),
        (404, False),
        (429, False),
        (500, False),
    ],
)
def test_what_is_fatal_in_mid_run(status: int, fatal: bool) -> None:
    failure = call_failure(Fault("words", status), SUBJECT)
    assert isinstance(failure, ModelError if fatal else CallError)


@pytest.mark.parametrize(
    ("fault", "lasting"),
    [
        (Fault("no such field", 400), True),
        (Fault("not for you", 403), True),
        (Fault("too large", 413), True),
        (Fault("maximum context length is 9", 500), True),
        (Fault("timed out", 408), False),
        (Fault("in conflict", 409), False),
        (Fault("slow down", 429), False),
        (Fault("broken", 500), False),
        (Fault("no JSON", 200), False),
        (Fault("no answer"), False),
    ],
)
def test_what_would_fail_again(fault: Fault, lasting: bool) -> None:
    assert isinstance(call_failure(fault, SUBJECT), LastingError) == lasting


@pytest.mark.parametrize(
    ("fault", "remedy"),
    [
        (Fault("w", 401), "openai:m: 401 w; set OPENAI_API_KEY to a key that may use this model"),
        (Fault("w", 404), "openai:m: 404 w; check the model's name and --base-url"),
        (Fault("w"), "openai:m: no answer: w; check the network and --base-url"),
        (Fault("w", 500), "openai:m: 500 w; the server fails; try later"),
        (
            Fault("w", 429, frozenset({"insufficient_quota"})),
            "openai:m: 429 w; the account has nothing left to spend",
        ),
    ],
)
def test_the_remedy(fault: Fault, remedy: str) -> None:
    assert str(start_failure(fault, SUBJECT)) == remedy


@pytest.mark.parametrize(
    ("body", "words", "codes", "parameter"),
    [
        (
            {"error": {"message": "No.", "type": "t", "code": "c", "param": "p"}},
            "No.",
            {"t", "c"},
            "p",
        ),
        ({"message": "No.", "type": "t", "code": 400}, "No.", {"t", "400"}, ""),
        ({"type": "error", "error": {"type": "t", "message": "No."}}, "No.", {"t"}, ""),
        ({"error": "No."}, "No.", set(), ""),
        ({"detail": "No."}, "No.", set(), ""),
        ({"detail": [{"loc": ["body", "x"], "msg": "No."}]}, "body.x: No.", set(), ""),
        ("<html>\n No. </html>", "<html> No. </html>", set(), ""),
        ({}, "an empty answer", set(), ""),
        (None, "an empty answer", set(), ""),
        ([1], "[1]", set(), ""),
        (
            {"error": {"message": "No.", "innererror": {"code": "ResponsibleAIPolicyViolation"}}},
            "No.",
            {"ResponsibleAIPolicyViolation"},
            "",
        ),
    ],
)
def test_bodies_of_errors(body: object, words: str, codes: set[str], parameter: str) -> None:
    assert fault_in(400, body) == Fault(words, 400, frozenset(codes), parameter)


@pytest.mark.parametrize(
    ("text", "clean_text"),
    [
        ("nothing to hide: a task-like word", "nothing to hide: a task-like word"),
        ("key sk-proj-abcDEF123_45-x.", "key [key]."),
        ("Authorization: Bearer abc.def-123", "Authorization: [key]"),
        ("api_key=abcdefgh1 failed", "[key] failed"),
        ("x-api-key: 'abcdefgh1'", "[key]'"),
        ("http://me:secret@host/v1", "http://[key]host/v1"),
        ("https://host/v1?code=abc&x=1 failed", "https://host/v1[key] failed"),
        ("provided: wrong-ke*****f-it. You", "provided: [key]. You"),
        ("is the bearer of bad news", "is the bearer of bad news"),
        (f"mine: {KEY}!", "mine: [key]!"),
    ],
)
def test_redacted(text: str, clean_text: str) -> None:
    assert redacted(text) == clean_text


def test_the_environments_keys_are_found_whatever_they_look_like(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GROQ_API_KEY", "open sesame\n")
    monkeypatch.setenv("AZURE_OPENAI_AD_TOKEN", "open sesame and more")
    monkeypatch.setenv("TINY_API_KEY", "none")
    assert redacted("open sesame, open sesame and more, none") == "[key], [key], none"
    assert without_keys("open sesame, none, " + KEY) == "[key], none, [key]"


def test_shortened() -> None:
    assert shortened("a\n b\t\x1b[31mc") == "a b [31mc"
    assert shortened("x" * 300, 5) == "xxxx…"


@pytest.mark.parametrize(
    ("words", "sent", "refused"),
    [
        ("'temperature' does not support 0", ["temperature"], "temperature"),
        ("top_logprobs is not allowed", ["logprobs", "top_logprobs"], "top_logprobs"),
        ("logprobs are not there", ["top_logprobs", "logprobs"], "logprobs"),
        ("my_temperature", ["temperature"], None),
        ("max_tokens: unknown; use max_completion_tokens", ["max_tokens"], "max_tokens"),
        ("max_tokens exceeds the limit", ["max_tokens"], None),
        ("temperature and a maximum context length of 10", ["temperature"], None),
    ],
)
def test_refused_parameters(words: str, sent: list[str], refused: str | None) -> None:
    assert Fault(words, 400).refused(sent) == refused
    assert Fault(words, 500).refused(sent) is None


ECHO = f"You sent 'Authorization: Bearer {KEY}' and x-api-key: {KEY}, or {KEY[:4]}*****{KEY[-4:]}"
LEAKS: list[Answer] = [
    Answer(f"Your key is {KEY}."),
    failing(400, ECHO),
    failing(401, ECHO),
    failing(404, ECHO),
    failing(429, ECHO, wait=0.001),
    failing(500, ECHO, wait=0.001),
    Answer(raw=ECHO.encode()),
    Answer(raw=ECHO.encode(), status=403, type="text/html"),
    Answer(body={"error": ECHO, "choices": []}),
    Answer(body={"detail": [{"loc": [KEY], "msg": KEY}]}, status=422),
    chat_server.dropped(),
]


@pytest.mark.parametrize("answer", LEAKS)
@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_a_planted_key_is_nowhere(
    provider: str,
    answer: Answer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Not in errors and their causes, replies, ``repr``, identities, logs, or on the screen."""
    caplog.set_level(logging.DEBUG)
    said: list[object] = []

    async def everything(chat: Chat) -> None:
        for job in (chat.check, lambda: chat.complete(request())):
            try:
                said.append(await job())
            except FactscoreError as error:
                said.extend([error, error.__cause__])
        said.extend([repr(chat), chat._client, chat.identity(), chat._endpoint])

    with ChatServer(lambda call: answer) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.anthropic_url)
        made = {"openai": OpenAIChat, "anthropic": AnthropicChat}[provider]
        using(made(MODEL, calling(base_url=server.openai_url, retries=1)), everything)
        assert KEY in "".join(map(str, server.calls[0].headers.values()))
    said += [(record.getMessage(), record.exc_info, record.args) for record in caplog.records]
    shown = "\n".join(f"{thing} {thing!r}" for thing in said)
    assert KEY not in shown
    assert KEY[4:] not in shown
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("unit", ["E", "ク", "?", "a?", "a?b", "://", "a.", "*", "api_key", "sk-"])
def test_a_long_word_is_redacted_in_time(unit: str) -> None:
    """With a time that grows with the square of the length, this would take minutes."""
    assert redacted(unit * (200_000 // len(unit)))
