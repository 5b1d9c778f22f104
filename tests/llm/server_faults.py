"""A script for ``chat_server`` that has a bad day, and remembers what it said to whom."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby

from llm.server_answers import (
    Answer,
    Call,
    Script,
    as_answer,
    declining,
    dropped,
    failing,
    garbage,
    hanging,
    html,
    rate_limited,
)

RATES = {
    "busy": 0.10,
    "broken": 0.05,
    "dropped": 0.02,
    "hanging": 0.02,
    "truncated": 0.03,
    "declined": 0.03,
    "garbled": 0.015,
    "no JSON": 0.015,
}
"""Share of requests that end so; all others are answered well."""
PASSING = frozenset({"busy", "broken", "dropped", "hanging"})
"""What an SDK tries again."""
GOOD = "good"


def body_of(call: Call) -> str:
    """What a request is known by."""
    return json.dumps(call.body, sort_keys=True)


@dataclass
class Remembering:
    """A script that answers as another does, and counts the requests by their bodies."""

    script: Script
    asked: Counter[str] = field(default_factory=Counter)

    def __call__(self, call: Call) -> Answer | str:
        self.asked[body_of(call)] += 1
        return self.script(call)

    @property
    def repeated(self) -> int:
        """How many requests were sent once more than needed."""
        return sum(self.asked.values()) - len(self.asked)


@dataclass
class Faulty:
    """A script that fails at the rates given; the same requests fail alike in every order.

    Each try of a request has a draw of its own, seeded by its body and its number.
    """

    script: Script
    rates: Mapping[str, float] = field(default_factory=lambda: RATES)
    seed: int = 0
    wait: float = 0.02
    """Seconds in Retry-After."""
    slow: range = range(0)
    """Requests, by number, that are answered late."""
    late: float = 0.3
    """Seconds that these take."""
    log: list[tuple[str, str]] = field(default_factory=list)
    """Body and kind of answer of every request."""
    tries: Counter[str] = field(default_factory=Counter)

    def __call__(self, call: Call) -> Answer:
        body = body_of(call)
        self.tries[body] += 1
        draw = random.Random(f"{self.seed} {self.tries[body]} {body}")
        (kind,) = draw.choices([*self.rates, GOOD], [*self.rates.values(), self._rest])
        self.log.append((body, kind))
        answer = self._answer(kind, as_answer(self.script(call)), draw)
        return replace(answer, delay=self.late) if self._is_late(call, answer) else answer

    @property
    def kinds(self) -> Counter[str]:
        return Counter(kind for _, kind in self.log)

    def bodies(self, kind: str) -> Counter[str]:
        return Counter(body for body, found in self.log if found == kind)

    @property
    def _rest(self) -> float:
        return 1 - sum(self.rates.values())

    def _is_late(self, call: Call, answer: Answer) -> bool:
        return call.number in self.slow and not answer.delay and not answer.drop

    def _answer(self, kind: str, good: Answer, draw: random.Random) -> Answer:
        match kind:
            case "busy":
                return rate_limited(self.wait)
            case "broken":
                return failing(draw.choice([500, 502, 503]), "it is broken", wait=self.wait)
            case "dropped":
                return dropped()
            case "hanging":
                return hanging()
            case "truncated":
                text = good.text or ""
                return replace(good, text=text[: len(text) // 2], finish="length")
            case "declined":
                return declining()
            case "garbled":
                return Answer("%$§zzqx!0x3f;;wug")
            case "no JSON":
                return draw.choice([garbage(), html()])
        return good


def calls_made(log: Iterable[tuple[str, str]], retries: int) -> Counter[str]:
    """How calls ended, each with all its tries, by the kind of the last one.

    A call is over with the first answer that is not tried again, or after ``retries`` more
    tries than one. Tries of one request are never mixed with those of another.
    """
    ended: Counter[str] = Counter()
    by_body = groupby(sorted(log, key=lambda entry: entry[0]), key=lambda entry: entry[0])
    for _, entries in by_body:
        tries = 0
        for _, kind in entries:
            tries += 1
            if kind not in PASSING or tries > retries:
                ended[kind] += 1
                tries = 0
        assert tries == 0, "a call that ended before its last try"
    return ended
