"""A server that is gone stops a run; one that stumbles does not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from doubles import TalkingModel
from llm.chat_server import Answer, Call, ChatServer, dropped, failing, hanging
from llm.provider_cases import calling, clean, request

from factscore.cache import Cache
from factscore.errors import CallError, ModelError
from factscore.llm.base import ChatRequest, Message, Reply
from factscore.llm.batched_calls import LOOKS, TRIES, BatchedCalls
from factscore.llm.batching import BatchLimit, BatchPhase, BatchState
from factscore.llm.budget import Budget
from factscore.llm.calls import Caller, Calls, closing
from factscore.llm.failures import NoAnswer
from factscore.llm.openai import OpenAIChat
from factscore.llm.outage import Outage
from factscore.llm.usage import Ledger


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    clean(monkeypatch)


def _told(*calls: tuple[float, float | None]) -> list[bool]:
    """Whether the server is gone after each call: when it was sent, and when it failed."""
    ends = iter([end for _, end in calls if end is not None])
    outage = Outage(clock=lambda: next(ends))
    found = []
    for sent, end in calls:
        found.append(end is not None and outage.failed(sent))
        if end is None:
            outage.answered()
    return found


def test_one_call_after_the_other() -> None:
    assert _told(*((n, n + 1) for n in range(5))) == [False] * 4 + [True]


def test_calls_that_fail_in_one_moment_are_one_hiccup() -> None:
    at_once = [(0.0, 20 + n / 100) for n in range(50)]
    assert not any(_told(*at_once))
    assert _told(*at_once, (20.0, 40.0))[-1]  # a slot that was free from the first failure on


def test_an_answer_begins_a_new_row() -> None:
    four = [(float(n), n + 1.0) for n in range(4)]
    later = [(float(n), n + 1.0) for n in range(10, 14)]
    assert not any(_told(*four, (4.0, None), *later))
    assert _told(*four, (4.0, None), *later, (14.0, 15.0))[-1]


class Run:
    """A hundred requests to a server, so many at once; no call is tried again."""

    def __init__(self, script: Callable[[Call], Answer | str], **options: object) -> None:
        self.server = ChatServer(script, models={"m"})
        self.options = {"retries": 0, "concurrency": 4, **options}
        self.said: list[str] = []
        self.ends: list[Reply | BaseException] = []

    def go(self, cache: Cache | None = None) -> BaseException | None:
        async def main() -> None:
            model = OpenAIChat("m", calling(base_url=self.server.openai_url, **self.options))
            many = int(str(self.options["concurrency"]))
            calls = Calls([model], cache, many, Ledger(), Budget(None), say=self.said.append)
            caller = Caller(calls, model, "judge", 0, "")
            async with closing(calls):
                asked = (caller(request(f"{n}"), lambda reply: True) for n in range(100))
                for end in asyncio.as_completed(list(asked)):
                    try:
                        self.ends.append(await end)
                    except CallError as error:
                        self.ends.append(error)

        with self.server:
            try:
                asyncio.run(main())
            except ModelError as error:
                return error
        return None


def test_a_server_that_dies_stops_the_run_in_words(tmp_path: Path) -> None:
    def script(call: Call) -> str:
        if call.number == 20:
            run.server.stop_listening()
        return "Fine."

    run = Run(script)
    with Cache(tmp_path / "c.db") as cache:
        error = run.go(cache)
        kept = len(list(cache.export()))
    assert isinstance(error, ModelError)
    words = str(error)
    assert words.startswith(f"openai:m: no answer from {run.server.openai_url}: ")
    assert words.endswith(
        "; so it was for all calls of late, and the run stops: see to the server or the network"
        " and run again; the replies that came are in the cache, and it goes on from there"
    )
    # How many were being answered when the server went is for the machine to say.
    assert 0 < kept < 100
    failed = [end for end in run.ends if isinstance(end, NoAnswer)]
    assert len(failed) < 20
    assert not any("Ctrl-C" in line for line in run.said)


def test_a_server_that_hangs_for_good_stops_the_run() -> None:
    run = Run(lambda call: "Fine." if call.number < 10 else hanging(), timeout=0.2)
    error = run.go()
    assert "without a cache nothing is kept" in str(error)
    assert len(run.server.calls) < 30


@pytest.mark.parametrize("trouble", [dropped(), failing(500)], ids=["dropped", "500"])
def test_a_server_that_answers_now_and_then_goes_on(trouble: Answer) -> None:
    run = Run(lambda call: "Fine." if call.number % 5 == 0 else trouble, concurrency=1)
    assert run.go() is None
    assert sum(isinstance(end, CallError) for end in run.ends) == 80


def test_a_server_that_fails_in_words_goes_on() -> None:
    run = Run(lambda call: failing(500))
    assert run.go() is None
    assert len(run.ends) == 100


def test_all_calls_of_a_moment_may_be_lost() -> None:
    run = Run(lambda call: dropped() if call.number <= 20 else "Fine.", concurrency=20)
    assert run.go() is None
    assert sum(isinstance(end, NoAnswer) for end in run.ends) == 20


class Batches(TalkingModel):
    """Has batches, to which ``states`` answers; none is taken if there are none."""

    batch_limit = BatchLimit(10, 10**6)
    states: Iterator[BatchState | CallError] = iter(())
    taken = True
    refusals = 0
    sent: Mapping[str, ChatRequest] = {}

    async def submit_batch(self, requests: Mapping[str, ChatRequest]) -> str:
        if not self.taken:
            self.refusals += 1
            raise NoAnswer("talking:model: no answer: refused")
        self.sent = requests
        return "batch_1"

    async def batch_state(self, batch_id: str) -> BatchState:
        state = next(self.states)
        if isinstance(state, CallError):
            raise state
        return state

    async def batch_results(self, batch_id: str) -> Mapping[str, Reply | CallError]:
        return dict.fromkeys(self.sent, Reply("yes"))


def _settle(model: Batches, cache: Cache) -> list[str]:
    """One request through the batch API, in as many passes as it takes; what the run said."""
    said: list[str] = []

    async def main() -> None:
        calls = BatchedCalls([model], cache, 2, Ledger(), Budget(None), poll=0.001, say=said.append)
        caller = Caller(calls, model, "judge", 0, "")
        async with closing(calls):
            while True:
                try:
                    await caller(ChatRequest((Message("user", "a"),), 1), lambda reply: True)
                    return
                except CallError:
                    await calls.settle()

    asyncio.run(asyncio.wait_for(main(), 10))
    return said


GONE = NoAnswer("talking:model: no answer: refused")


def test_a_batch_is_asked_after_for_a_while(tmp_path: Path) -> None:
    model = Batches(lambda text: Reply("x"))
    running, ended = BatchState(BatchPhase.RUNNING), BatchState(BatchPhase.ENDED)
    model.states = iter([*[GONE] * (LOOKS - 1), running, GONE, GONE, ended])
    with Cache(tmp_path / "c.db") as cache:
        said = _settle(model, cache)
    assert sum("asking again" in line for line in said) == LOOKS + 1


def test_a_server_of_batches_that_is_gone_stops_the_run(tmp_path: Path) -> None:
    model = Batches(lambda text: Reply("x"))
    model.states = iter([GONE] * LOOKS)
    with Cache(tmp_path / "c.db") as cache:
        with pytest.raises(ModelError, match="batch batch_1 goes on, and will be found"):
            _settle(model, cache)
        model.states = iter([BatchState(BatchPhase.ENDED)])
        _settle(model, cache)  # it is found again, and its reply read


def test_a_batch_that_reaches_nobody_stops_the_run(tmp_path: Path) -> None:
    model = Batches(lambda text: Reply("x"))
    model.taken = False
    words = "refused; so it was for all calls of late"
    with Cache(tmp_path / "c.db") as cache, pytest.raises(ModelError, match=words):
        _settle(model, cache)
    assert model.refusals == TRIES
