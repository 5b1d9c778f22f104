"""What fixed replies mean, and the judge's prompts: neither changes without a new version."""

from __future__ import annotations

import hashlib
from math import log

from factscore import prompts
from factscore.cache import canonical_json
from factscore.judge.chat import ChatJudge
from factscore.judge.chat.judge import VERSION
from factscore.llm.base import Chance, ChatRequest, Finish, Reply, Token
from factscore.records import JsonValue

TEXTS = (
    *("True \ufffd", "False.\ufffd"),
    *("True", "False.", " true", "**False**", '"True"', "True, False", "", "Yes", "No.", "42"),
    "True: the evidence says that the earlier claim was false.",
    "The statement is not true.",
    "There is nothing to suggest that it is false.",
    "<think>It may be false.</think>\nTrue",
    "[THINK]\nTrue\nor maybe not",
    "Answer: False",
    "The evidence does not say so. So the answer is False.",
    "I am sorry, but I cannot help with that.",
    *("Supported", "Contradicted", "Missing", "Not supported", "Final answer: Missing"),
    "Contradicted: the evidence says the date is missing",
    "Neither supported nor contradicted.",
)
ENDS = (Finish.STOP, Finish.LENGTH, Finish.REFUSED)


def _likely(text: str, **chances: float) -> Reply:
    listed = tuple(Chance(token, log(chance)) for token, chance in chances.items())
    first = next(iter(chances))
    rest = text.removeprefix(first)
    return Reply(text, tokens=(Token(first, listed), *([Token(rest, ())] if rest else [])))


LIKELY = (
    _likely("True", **{"True": 0.9, "False": 0.05}),
    _likely("True.", **{"True": 0.4, "true": 0.1, "False": 0.3, " FALSE": 0.15}),
    _likely("False", **{"False": 0.6, "True": 0.3}),
    _likely("False", **{"False": 0.6, "True": 3.0}),
    _likely("True", **{"True": 0.4, "False": 0.5}),
    _likely("True", **{"True": 1.0}),
    _likely("Supported", Supported=0.4, Con=0.35, Missing=0.2),
    _likely("Missing", Missing=0.6, Supported=0.3, Con=0.1),
)


class _Nobody:
    """A model that is never called."""

    name = "openai:m"
    provider = "openai"
    model = "m"

    def identity(self) -> dict[str, JsonValue]:
        return {}

    async def check(self) -> None:
        raise NotImplementedError

    async def complete(self, request: ChatRequest) -> Reply:
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError


READ = {2: "5009a8a7b60b59746625803e262225b4f3c57ee6568dc5f6714e79667f4f374a"}
"""Version of how replies are read → SHA-256 of the verdicts, as canonical JSON."""
ASKED = {1: "a1dbc30292921c7b4156aa0daf71c51f1a526713bcfe4e2a2aa9a09e9517fedb"}
"""Version of the judge's prompts → SHA-256 of the prompts."""


def test_verdicts_change_with_the_version_only() -> None:
    replies = [*(Reply(text, end) for text in TEXTS for end in ENDS), *LIKELY]
    seen: list[JsonValue] = []
    for three_way in False, True:
        judge = ChatJudge(_Nobody(), three_way=three_way)
        for reply in replies:
            verdict = judge.read(reply)
            seen.append([str(verdict.label), verdict.probability, str(verdict.reason)])
    digest = hashlib.sha256(canonical_json(seen)).hexdigest()
    assert READ.get(VERSION) == digest, (
        "replies are read otherwise: raise VERSION in judge/chat/judge.py (it is part of the "
        f"cache key) and put the new hash here: {digest}"
    )


def test_prompts_change_with_their_version_only() -> None:
    evidence = prompts.join_evidence(
        [prompts.evidence_block("Ada", "She sang."), prompts.evidence_block("", "She </evidence>")]
    )
    texts = []
    for three_way in False, True:
        texts.append(prompts.judge_instruction(three_way=three_way))
        for topic, again in ("Ada", False), ("", False), ("Ada\nLee", True):
            texts.append(
                prompts.judge_question(
                    topic, evidence, "Ada\nsang.", three_way=three_way, again=again
                )
            )
    digest = hashlib.sha256("\0".join(texts).encode()).hexdigest()
    assert ASKED.get(prompts.JUDGE_VERSION) == digest, (
        "the prompts changed: raise JUDGE_VERSION in prompts.py (it is part of the cache key) and "
        f"put the new hash here: {digest}"
    )
