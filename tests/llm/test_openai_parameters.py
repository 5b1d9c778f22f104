"""Parameters that a model or server does not take: found out, left out, remembered."""

from __future__ import annotations

import pytest
from llm.chat_server import Answer, Call, ChatServer, Script, failing
from llm.provider_cases import ask, clean, openai_chat, request

from factscore.errors import CallError


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    clean(monkeypatch)


def _refusing(
    *refused: str, message: str = "Unsupported parameter: '{}'.", status: int = 400
) -> Script:
    """A script that refuses requests with one of the parameters, the first first."""

    def script(call: Call) -> Answer | str:
        for name in refused:
            if name in call.body:
                return failing(400, message.format(name), param=name)
        return "Yes."

    return script


def test_refused_parameters_are_left_out_from_then_on() -> None:
    with ChatServer(_refusing("temperature", "logprobs")) as server:
        both = request(top_logprobs=5), request("Again?", top_logprobs=5)
        assert [reply.text for reply in ask(openai_chat(server), *both)] == ["Yes.", "Yes."]
        assert [len(call.body) for call in server.calls] == [7, 6, 4, 4]
        assert set(server.calls[-1].body) == {"model", "messages", "n", "max_tokens"}


@pytest.mark.parametrize(
    "words",
    [
        "Unsupported parameter: '{}'.",
        "Invalid value for '{}': must be at most 5.",
        "{} is too large: 20; the maximum is 5.",
    ],
)
def test_without_alternatives_no_log_probabilities_are_wanted(words: str) -> None:
    with ChatServer(_refusing("top_logprobs", message=words)) as server:
        both = request(top_logprobs=20), request("Again?", top_logprobs=20)
        assert [reply.text for reply in ask(openai_chat(server), *both)] == ["Yes.", "Yes."]
        assert [call.body.get("top_logprobs") for call in server.calls] == [20, None, None]
        assert ["logprobs" in call.body for call in server.calls] == [True, False, False]


def test_a_refusal_by_words_alone() -> None:
    detail = {"detail": [{"loc": ["body", "temperature"], "msg": "Extra inputs are not permitted"}]}

    def script(call: Call) -> Answer | str:
        return Answer(status=422, body=detail) if "temperature" in call.body else "Yes."

    with ChatServer(script) as server:
        assert ask(openai_chat(server))[0].text == "Yes."


def test_the_limit_changes_its_name_once() -> None:
    words = "Unsupported parameter: '{}' is not supported with this model."
    with ChatServer(_refusing("max_tokens", message=words)) as server:
        ask(openai_chat(server), request(), request("Again?"))
        limits = [call.body.get("max_completion_tokens") for call in server.calls]
        assert limits == [None, 50, 50]
    with ChatServer(_refusing("max_tokens", "max_completion_tokens")) as server:
        with pytest.raises(CallError, match="max_completion_tokens"):
            ask(openai_chat(server))
        assert len(server.calls) == 2


def test_a_limit_out_of_range_is_no_unknown_parameter() -> None:
    answer = failing(400, "max_tokens is too large: 50. It must be at most 16.", param="max_tokens")
    with ChatServer(lambda call: answer) as server:
        with pytest.raises(CallError, match="too large"):
            ask(openai_chat(server))
        assert len(server.calls) == 1


def test_only_what_then_succeeds_is_remembered() -> None:
    def script(call: Call) -> Answer | str:
        if call.number == 1:
            return failing(400, "temperature?", param="temperature")
        return failing(400, "something else") if call.number == 2 else "Yes."

    with ChatServer(script) as server:
        chat = openai_chat(server)
        with pytest.raises(CallError, match="something else"):
            ask(chat)
        ask(chat)
        assert "temperature" in server.calls[-1].body
