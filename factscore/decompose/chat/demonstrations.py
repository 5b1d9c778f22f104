"""The demonstrations: sentences that we wrote, and the facts that a model should find in them.

They lie beside this module as JSON Lines. Some stand in every request; of the others each
request gets the one whose sentence is nearest to its own by BM25, as in FActScore.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import TYPE_CHECKING

import orjson

from factscore import prompts
from factscore.llm.base import Message

if TYPE_CHECKING:
    from rank_bm25 import BM25Okapi

_FILE = "demonstrations.jsonl"


@dataclass(frozen=True, slots=True)
class Demonstration:
    """One sentence, with what a model is told of it and what it should answer."""

    fixed: bool
    """Whether it stands in every request."""
    topic: str
    before: str
    sentence: str
    facts: tuple[str, ...]

    def messages(self, *, last_fixed: bool = False) -> tuple[Message, Message]:
        """It as a question and its answer; ``last_fixed``: what follows differs by request."""
        question = prompts.decompose_question(self.topic, self.before, self.sentence)
        answer = prompts.facts_answer(self.facts)
        return Message("user", question), Message("assistant", answer, fixed=last_fixed)


def read_demonstrations() -> tuple[Demonstration, ...]:
    """All demonstrations in the order of their file."""
    text = files(__package__).joinpath(_FILE).read_text(encoding="utf-8")
    rows = [orjson.loads(line) for line in text.splitlines()]
    return tuple(Demonstration(**{**row, "facts": tuple(row["facts"])}) for row in rows)


class Demonstrations:
    """The prompt's beginning and the demonstrations nearest to a sentence; read when needed."""

    @cached_property
    def beginning(self) -> tuple[Message, ...]:
        """What is equal in all requests: the instruction and the fixed demonstrations."""
        fixed = [shown for shown in self._all if shown.fixed]
        turns = [shown.messages(last_fixed=shown is fixed[-1]) for shown in fixed]
        return (Message("system", prompts.decompose_instruction()), *_flat(turns))

    def nearest(self, sentence: str) -> tuple[Message, ...]:
        """The demonstration whose sentence is most like one; the first of equals."""
        scores: Sequence[float] = list(self._index.get_scores(_words(sentence)))
        best = max(range(len(scores)), key=scores.__getitem__)
        return self._others[best].messages()

    @cached_property
    def _all(self) -> tuple[Demonstration, ...]:
        return read_demonstrations()

    @cached_property
    def _others(self) -> tuple[Demonstration, ...]:
        return tuple(shown for shown in self._all if not shown.fixed)

    @cached_property
    def _index(self) -> BM25Okapi:
        from rank_bm25 import BM25Okapi

        return BM25Okapi([_words(shown.sentence) for shown in self._others])


def _flat(turns: Iterable[tuple[Message, Message]]) -> list[Message]:
    return [message for turn in turns for message in turn]


def _words(sentence: str) -> list[str]:
    return [word.strip('.,;:!?"“”()') for word in sentence.lower().split()]
