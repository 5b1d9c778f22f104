"""What a chat model is asked about a claim."""

from __future__ import annotations

from factscore import prompts
from factscore.llm.base import ChatRequest, Message
from factscore.records import Claim

TOKENS = 16
"""Tokens of the first reply, at most: one word, and what some models write around it."""
MORE_TOKENS = 2048
"""Tokens of the second reply, at most: a model that thinks first needs room for it."""
TOP_LOGPROBS = 20
"""Alternatives asked for at each token of the first reply, the most that OpenAI gives."""
MORE_TOP_LOGPROBS = 0
"""The same for the second: 20 at each of 2,048 tokens would be a megabyte a reply, which the
cache keeps, and after a model has argued for its answer they are next to certainty anyway."""


def request(claim: Claim, *, three_way: bool, again: bool = False) -> ChatRequest:
    """The request for one claim; ``again`` where the first reply could not be read."""
    blocks = [prompts.evidence_block(p.title, p.text) for p in claim.passages]
    question = prompts.judge_question(
        claim.topic,
        prompts.join_evidence(blocks),
        claim.fact.text,
        three_way=three_way,
        again=again,
    )
    instruction = prompts.judge_instruction(three_way=three_way)
    return ChatRequest(
        (Message("system", instruction, fixed=True), Message("user", question)),
        max_tokens=MORE_TOKENS if again else TOKENS,
        top_logprobs=MORE_TOP_LOGPROBS if again else TOP_LOGPROBS,
    )
