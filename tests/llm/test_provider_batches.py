"""The batch APIs of both providers: in, waiting, out, and what goes wrong on the way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

import pytest
from aiohttp import web  # noqa: TID253 - only tests import this
from llm import chat_server
from llm.chat_server import Answer, Call, ChatServer, failing
from llm.provider_cases import KEY, MODEL, OUT_OF_TOKENS, Chat, ask, calling, clean, request, using
from llm.server_batches import Batches, Entry

from factscore.errors import CallError, ModelError
from factscore.llm.anthropic import AnthropicChat
from factscore.llm.base import ChatRequest, Finish, Reply
from factscore.llm.batching import BatchLimit, BatchModel, BatchPhase, BatchState
from factscore.llm.failures import LastingError
from factscore.llm.openai import OpenAIChat

Make = Callable[[ChatServer], Chat]
KEYS = [f"f1:{digit * 64}" for digit in "0123456789abcdef"]


@pytest.fixture(params=["openai", "anthropic"])
def make(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Make:
    clean(monkeypatch)

    def made(server: ChatServer) -> Chat:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.anthropic_url)
        if request.param == "openai":
            return OpenAIChat(MODEL, calling(base_url=server.openai_url))
        return AnthropicChat(MODEL, calling())

    return made


def _questions(count: int) -> dict[str, ChatRequest]:
    return {key: request(f"Question {number}?") for number, key in enumerate(KEYS[:count])}


async def _through(
    model: BatchModel, requests: Mapping[str, ChatRequest]
) -> Mapping[str, Reply | CallError]:
    batch = await model.submit_batch(requests)
    while (await model.batch_state(batch)).phase is BatchPhase.RUNNING:
        await asyncio.sleep(0.02)
    return await model.batch_results(batch)


def _told(result: Reply | CallError) -> str:
    assert isinstance(result, CallError)
    assert "\n" not in str(result)
    return str(result)


def test_a_batch_answers_as_calls_do(make: Make) -> None:
    def script(call: Call) -> Answer | str:
        odd = call.prompt == "Question 1?"
        return chat_server.truncated("It is") if odd else f"To {call.prompt}"

    with ChatServer(script, keys={KEY}, batch_seconds=0.1) as server:
        requests = _questions(4)
        results = using(make(server), lambda chat: _through(chat, requests))
        live = ask(make(server), *requests.values())
        assert [results[key] for key in requests] == live
        batched = [call.body for call in server.calls if call.batched]
        bodies = [call.body for call in server.calls[-4:]]
        assert sorted(map(str, batched)) == sorted(map(str, bodies))
    assert live[1] == Reply("It is", Finish.LENGTH, live[1].usage)


def test_states(make: Make) -> None:
    async def states(chat: Chat) -> list[BatchState]:
        batch = await chat.submit_batch(_questions(3))
        first = await chat.batch_state(batch)
        server.batches.finish()
        return [first, await chat.batch_state(batch), await chat.batch_state("batch_77")]

    def script(call: Call) -> Answer | str:
        return failing(500, "the oven is cold") if "0" in call.prompt else "x"

    with ChatServer(script, batch_seconds=60) as server:
        running, ended, unknown = using(make(server), states)
    assert running == BatchState(BatchPhase.RUNNING, 0, 3)
    assert ended == BatchState(BatchPhase.ENDED, 3, 3)
    assert unknown.phase is BatchPhase.FAILED
    assert "batch_77" in unknown.words


def test_another_process_finds_the_batch(make: Make) -> None:
    with ChatServer() as server:
        batch = using(make(server), lambda chat: chat.submit_batch(_questions(2)))
        using(make(server), lambda chat: chat.batch_state(batch))
        results = using(make(server), lambda chat: chat.batch_results(batch))
        assert set(results) == set(KEYS[:2])
        assert len(server.batches.started) == 1


def test_partial_failures(make: Make) -> None:
    answers: dict[str, Answer | str] = {
        "Question 0?": "Good.",
        "Question 1?": Answer(unanswered="expired"),
        "Question 2?": Answer(unanswered="canceled"),
        "Question 3?": failing(500, f"broken, {KEY}", type="api_error"),
        "Question 4?": failing(400, "prompt is too long", type="invalid_request_error"),
        "Question 5?": chat_server.no_choices(),
        "Question 6?": chat_server.declining("No."),
        "Question 7?": chat_server.null_content(),
    }
    with ChatServer(lambda call: answers[call.prompt]) as server:
        results = using(make(server), lambda chat: _through(chat, _questions(8)))
    found = [results[key] for key in KEYS[:8]]
    assert isinstance(found[0], Reply)
    assert found[0].text == "Good."
    assert "expired" in _told(found[1])
    assert "cancel" in _told(found[2])
    assert "500 broken, [key]" in _told(found[3])
    assert "longer than the model's context" in _told(found[4])
    assert "no" in _told(found[5])
    assert isinstance(found[6], Reply)
    assert (found[6].text, found[6].finish) == ("No.", Finish.REFUSED)
    assert isinstance(found[7], Reply)
    assert found[7].text == ""


def _without(*names: str) -> Callable[[Call], Answer | str]:
    """A script of a model that takes none of these parameters, and tells of one at a time."""

    def script(call: Call) -> Answer | str:
        for name in names:
            if name in call.body:
                return failing(400, f"{name}: not supported", type="invalid_request_error")
        return "Yes."

    return script


def test_refused_parameters_are_found_out_before_the_first_batch(make: Make) -> None:
    async def twice(chat: Chat) -> list[Mapping[str, Reply | CallError]]:
        return [await _through(chat, _questions(2)), await _through(chat, _questions(2))]

    with ChatServer(_without("temperature", "top_logprobs", "logprobs")) as server:
        for results in using(make(server), twice):
            assert [getattr(reply, "text", "") for reply in results.values()] == ["Yes.", "Yes."]
        tried = [call for call in server.calls if not call.batched]
    # With the parameter, with each left out, and only before the first batch.
    assert 2 <= len(tried) <= 4
    assert {call.prompt for call in tried} == {"?"}


def test_a_parameter_that_only_batches_refuse_is_left_out_of_the_next(make: Make) -> None:
    script = _without("temperature")

    async def twice(chat: Chat) -> list[Mapping[str, Reply | CallError]]:
        return [await _through(chat, _questions(2)), await _through(chat, _questions(2))]

    with ChatServer(lambda call: script(call) if call.batched else "Yes.") as server:
        first, second = using(make(server), twice)
    assert "temperature" in _told(first[KEYS[0]])
    # Both may be sent again: it is the parameter that is to blame.
    assert [type(result) for result in first.values()] == [CallError, CallError]
    assert [getattr(reply, "text", "") for reply in second.values()] == ["Yes.", "Yes."]


def test_a_server_that_cannot_be_tried_out_may_take_batches(make: Make) -> None:
    def script(call: Call) -> Answer | str:
        return "Yes." if call.batched else failing(400, "only batches here")

    with ChatServer(script) as server:
        results = using(make(server), lambda chat: _through(chat, _questions(1)))
    assert getattr(results[KEYS[0]], "text", "") == "Yes."


def test_a_model_cut_before_its_first_word(monkeypatch: pytest.MonkeyPatch) -> None:
    clean(monkeypatch)
    with ChatServer(lambda call: failing(400, OUT_OF_TOKENS)) as server:
        chat = OpenAIChat(MODEL, calling(base_url=server.openai_url))
        results = using(chat, lambda model: _through(model, _questions(1)))
    assert results[KEYS[0]] == Reply("", Finish.LENGTH)


@pytest.mark.parametrize("status", [404, 410])
def test_results_that_the_provider_has_thrown_away(make: Make, status: int) -> None:
    class Gone(Batches):
        async def answer(self, request: web.BaseRequest, entry: Entry) -> web.Response | None:
            if request.path.endswith(("/content", "/results")):
                error = {"error": {"message": "no such file"}}
                return web.json_response(error, status=status)
            return await super().answer(request, entry)

    with ChatServer() as server:
        server.batches = Gone()
        assert using(make(server), lambda chat: _through(chat, _questions(2))) == {}


def test_what_no_later_batch_would_answer_is_marked(make: Make) -> None:
    answers: dict[str, Answer | str] = {
        "Question 0?": failing(400, "prompt is too long", type="invalid_request_error"),
        "Question 1?": failing(413, "Request too large", type="request_too_large"),
        "Question 2?": failing(400, "no such field", type="invalid_request_error"),
        "Question 3?": failing(429, "slow down", type="rate_limit_error"),
        "Question 4?": failing(500, "broken", type="api_error"),
        "Question 5?": Answer(unanswered="expired"),
    }
    with ChatServer(lambda call: answers.get(call.prompt, "x")) as server:
        results = using(make(server), lambda chat: _through(chat, _questions(6)))
    lasting = [isinstance(results[key], LastingError) for key in KEYS[:6]]
    assert lasting == [True, True, True, False, False, False]


def test_a_wrong_key_stops_the_run(make: Make) -> None:
    with ChatServer(keys={"right"}) as server, pytest.raises(ModelError, match="401"):
        using(make(server), lambda chat: chat.submit_batch(_questions(1)))


def test_limits(make: Make) -> None:
    with ChatServer() as server:
        chat = make(server)
    openai, anthropic = BatchLimit(50_000, 200_000_000), BatchLimit(100_000, 256_000_000)
    assert chat.batch_limit == (openai if isinstance(chat, OpenAIChat) else anthropic)


def test_a_batch_that_fails_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    clean(monkeypatch)

    async def state(chat: Chat) -> BatchState:
        return await chat.batch_state(await chat.submit_batch(_questions(1)))

    with ChatServer() as server:
        server.batches.fail = "Enqueued token limit reached"
        found = using(OpenAIChat(MODEL, calling(base_url=server.openai_url)), state)
    assert (found.phase, found.words) == (BatchPhase.FAILED, "Enqueued token limit reached")


def test_a_model_that_is_declined_by_a_filter(monkeypatch: pytest.MonkeyPatch) -> None:
    clean(monkeypatch)
    answer = failing(400, "flagged", code="content_filter")
    with ChatServer(lambda call: answer) as server:
        chat = OpenAIChat(MODEL, calling(base_url=server.openai_url))
        results = using(chat, lambda model: _through(model, _questions(1)))
    assert results[KEYS[0]] == Reply("", Finish.REFUSED)


def test_two_thousand_requests(make: Make) -> None:
    requests = {f"f1:{number:064x}": request(f"Question {number}?") for number in range(2000)}
    with ChatServer(lambda call: call.prompt) as server:
        results = using(make(server), lambda chat: _through(chat, requests))
    assert {key: getattr(reply, "text", "") for key, reply in results.items()} == {
        key: asked.messages[0].text for key, asked in requests.items()
    }
