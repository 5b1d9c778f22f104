"""The chat judge, asked through a seam that answers from a list."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import log, nan

import pytest

from factscore import prompts
from factscore.cache import canonical_json
from factscore.errors import CallError
from factscore.judge.chat import ChatJudge
from factscore.judge.chat import judge as judge_module
from factscore.judge.chat.declining import declines
from factscore.judge.chat.requests import request
from factscore.llm.base import Chance, ChatRequest, Finish, Reply, Token, Usage
from factscore.records import Claim, Fact, JsonValue, Label, Passage, Reason, Verdict


class Model:
    """A model that is never called: the judge asks through the seam."""

    name = "openai:m"
    provider = "openai"
    model = "m"

    def identity(self) -> dict[str, JsonValue]:
        return {"provider": "openai", "model": "m"}

    async def check(self) -> None:
        raise NotImplementedError

    async def complete(self, request: ChatRequest) -> Reply:
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError


class Asked:
    """An ``Ask`` that gives one reply after the other, and knows what was asked."""

    def __init__(self, *replies: Reply | CallError) -> None:
        self._replies = list(replies)
        self.requests: list[ChatRequest] = []
        self.good: list[bool] = []

    async def __call__(self, request: ChatRequest, good: Callable[[Reply], bool]) -> Reply:
        self.requests.append(request)
        reply = self._replies.pop(0)
        if isinstance(reply, CallError):
            raise reply
        self.good.append(good(reply))
        return reply


LIFE = Passage("Ada Lovelace", 0, "She was born in London.", 2.0)
WORK = Passage("Ada Lovelace", 3, "She wrote notes.", 1.0)
CLAIM = Claim("Ada Lovelace", Fact("Ada was born in London."), (LIFE, WORK))


def judged(*replies: Reply | CallError, three_way: bool = False, claim: Claim = CLAIM) -> Verdict:
    verdict, _ = asked(*replies, three_way=three_way, claim=claim)
    return verdict


def asked(
    *replies: Reply | CallError, three_way: bool = False, claim: Claim = CLAIM
) -> tuple[Verdict, Asked]:
    seam = Asked(*replies)
    judge = ChatJudge(Model(), three_way=three_way)
    return asyncio.run(judge.verdict(claim, seam)), seam


def token(text: str, *chances: tuple[str, float]) -> Token:
    """A token with its alternatives and their probabilities."""
    return Token(text, tuple(Chance(name, log(p)) for name, p in chances))


def test_the_prompt_word_for_word() -> None:
    first = request(CLAIM, three_way=False)
    system, user = first.messages
    assert (system.role, system.fixed) == ("system", True)
    assert (user.role, user.fixed) == ("user", False)
    assert user.text == (
        "Answer about <topic>Ada Lovelace</topic> from the context.\n\n"
        "<evidence>\n"
        "Title: Ada Lovelace\nText: She wrote notes.\n\n"
        "Title: Ada Lovelace\nText: She was born in London.\n"
        "</evidence>\n\n"
        "<statement>Ada was born in London.</statement>\n\n"
        "True or False?\nAnswer:"
    )
    assert (first.max_tokens, first.temperature, first.top_logprobs) == (16, 0.0, 20)


def test_the_instruction_is_equal_for_all_claims_and_names_every_word() -> None:
    other = Claim("Alan Turing", Fact("He ran."), (WORK,))
    for three_way in (False, True):
        system = request(CLAIM, three_way=three_way).messages[0]
        assert request(other, three_way=three_way, again=True).messages[0] == system
        for word in prompts.judge_words(three_way=three_way):
            assert f"- {word}: " in system.text
    question = request(CLAIM, three_way=True).messages[1].text
    assert question.endswith("Supported, Contradicted or Missing?\nAnswer:")


def test_without_a_topic() -> None:
    claim = Claim("", CLAIM.fact, CLAIM.passages)
    text = request(claim, three_way=False).messages[1].text
    assert text.startswith("Answer from the context.\n\n<evidence>\n")


def test_true_and_false() -> None:
    assert judged(Reply("True")) == Verdict(Label.SUPPORTED, None, None, (LIFE, WORK))
    assert judged(Reply("False")) == Verdict(Label.NOT_SUPPORTED, None, None, (LIFE, WORK))


@pytest.mark.parametrize(
    ("word", "label", "reason"),
    [
        ("Supported", Label.SUPPORTED, None),
        ("Contradicted", Label.NOT_SUPPORTED, Reason.CONTRADICTED),
        ("Missing", Label.NOT_SUPPORTED, Reason.NOT_FOUND),
    ],
)
def test_three_answers(word: str, label: Label, reason: Reason | None) -> None:
    assert judged(Reply(word), three_way=True) == Verdict(label, None, reason, (LIFE, WORK))


def test_probability_is_that_of_true_among_the_two() -> None:
    # True: .5 + .1 + .03 = .63; False: .25 + .02 = .27; .63 / .9 = .7.
    true = [("True", 0.5), (" true", 0.1), ("TRUE", 0.03)]
    false = [("False", 0.25), ("fal", 0.02)]
    neither = [("The", 0.05), ("T", 0.01), ("Fa", 0.01), ("Truly", 0.01), ("Falsehood", 0.01)]
    verdict = judged(Reply("True", tokens=(token("True", *true, *false, *neither),)))
    assert (verdict.label, verdict.probability) == (Label.SUPPORTED, 0.7)


def test_the_sum_over_spellings_may_overrule_the_word_itself() -> None:
    # False in two spellings, .3 + .3, against .4; .4 / 1 = .4.
    first = token("True", ("True", 0.4), ("False", 0.3), (" false", 0.3))
    verdict = judged(Reply("True", tokens=(first,)))
    assert (verdict.label, verdict.probability) == (Label.NOT_SUPPORTED, 0.4)


def test_one_half_is_not_supported() -> None:
    first = token("True", ("True", 0.4), ("False", 0.4))
    verdict = judged(Reply("True", tokens=(first,)))
    assert (verdict.label, verdict.probability) == (Label.NOT_SUPPORTED, 0.5)


def test_the_likeliest_of_three_decides() -> None:
    # Supported .45, Contradicted .15 + .05 in pieces, Missing .25 + .10: .45 / 1 = .45, and
    # below one half it is still the likeliest.
    pieces = [("Con", 0.15), (" contr", 0.05), ("Missing", 0.25), (" Miss", 0.10)]
    first = token("Supported", ("Supported", 0.45), *pieces)
    verdict = judged(Reply("Supported", tokens=(first,)), three_way=True)
    assert (verdict.label, verdict.reason, verdict.probability) == (Label.SUPPORTED, None, 0.45)


def test_an_answer_in_pieces() -> None:
    first = token("Contr", ("Contr", 0.6), ("Supported", 0.2))
    rest = (Token("ad", ()), Token("icted", ()))
    verdict = judged(Reply("Contradicted", tokens=(first, *rest)), three_way=True)
    assert (verdict.reason, verdict.probability) == (Reason.CONTRADICTED, 0.25)


def test_of_equally_likely_answers_the_one_that_supports_less() -> None:
    alike = [(word, 0.25) for word in prompts.judge_words(three_way=True)]
    verdict = judged(Reply("Supported", tokens=(token("Supported", *alike),)), three_way=True)
    assert (verdict.label, verdict.reason) == (Label.NOT_SUPPORTED, Reason.NOT_FOUND)
    assert verdict.probability == pytest.approx(1 / 3, abs=1e-6)


def test_the_answer_is_found_behind_what_comes_before_it() -> None:
    before = tuple(Token(text, (Chance(text, 0.0),)) for text in ("**", "Answer", ":", "** "))
    answer = Token("False", (Chance("False", log(0.6)), Chance("True", log(0.2))))
    verdict = judged(Reply("**Answer:** False", tokens=(*before, answer)))
    assert verdict.label == Label.NOT_SUPPORTED
    assert verdict.probability == pytest.approx(0.25)


def test_the_word_that_decides_gives_the_probability_not_the_first_one() -> None:
    texts = ("The", " first", " is", " True", ",", " so", ":")
    before = tuple(Token(text, (Chance(text, 0.0),)) for text in texts)
    answer = Token(" False", (Chance(" False", log(0.75)), Chance(" True", log(0.25))))
    verdict = judged(Reply("The first is True, so: False", tokens=(*before, answer)))
    assert verdict.probability == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("text", "tokens", "label"),
    [
        # the tokens are of another text
        ("True", (Token("False", (Chance("False", 0.0),)),), Label.SUPPORTED),
        # of the other answer nothing is known: the server gives no alternatives, or only
        # the token itself, which ``openai_wire`` adds where it is not among them
        ("True", (Token("True", (Chance("True", -0.1),)),), Label.SUPPORTED),
        ("False", (Token(" False", (Chance(" False", -0.1),)),), Label.NOT_SUPPORTED),
        ("True", (token("True", ("True", 0.9), ("False", nan)),), Label.SUPPORTED),
        # no alternatives at all
        ("True", (Token("True", ()),), Label.SUPPORTED),
        # the word itself has no mass, whatever the others have
        ("True", (Token("True", (Chance("False", 0.0),)),), Label.SUPPORTED),
        # OpenAI's -9999 is a probability of nothing
        ("True", (Token("True", (Chance("True", -9999.0),)),), Label.SUPPORTED),
        # not a number
        ("True", (Token("True", (Chance("True", nan),)),), Label.SUPPORTED),
        # the opposite of the word
        (
            "not True",
            (Token("not", (Chance("not", 0.0),)), Token(" True", (Chance(" True", 0.0),))),
            Label.NOT_SUPPORTED,
        ),
    ],
)
def test_without_usable_probabilities_the_text_decides(
    text: str, tokens: Sequence[Token], label: Label
) -> None:
    verdict = judged(Reply(text, tokens=tuple(tokens)))
    assert (verdict.label, verdict.probability) == (label, None)


def test_a_text_that_was_stripped_is_found_in_its_tokens() -> None:
    answer = Token(" True", (Chance(" True", log(0.9)), Chance(" False", log(0.1))))
    verdict = judged(Reply("True", tokens=(Token("\n", ()), answer, Token("\n", ()))))
    assert verdict.probability == pytest.approx(0.9)


def test_letters_as_tokens() -> None:
    first = Token("T", (Chance("T", log(0.6)), Chance("F", log(0.2)), Chance("M", log(0.2))))
    rest = tuple(Token(letter, (Chance(letter, 0.0),)) for letter in "rue")
    verdict = judged(Reply("True", tokens=(first, *rest)))
    assert verdict.probability == pytest.approx(0.75)


def test_no_call_without_evidence_or_words() -> None:
    blank = Passage("Ada", 0, " \n", 1.0)
    for passages in ((), (blank,)):
        verdict, seam = asked(claim=Claim("Ada", Fact("She won."), passages))
        assert verdict == Verdict(Label.UNSCORED, None, Reason.NO_EVIDENCE, passages)
        assert seam.requests == []
    verdict, seam = asked(claim=Claim("Ada", Fact(" "), (LIFE,)))
    assert (verdict.reason, seam.requests) == (Reason.PARSE_FAILED, [])


def test_a_reply_without_an_answer_is_asked_for_once_more() -> None:
    verdict, seam = asked(Reply("Hard to say."), Reply("True"))
    assert verdict.label == Label.SUPPORTED
    assert seam.good == [False, True]
    first, again = seam.requests
    assert (first.max_tokens, again.max_tokens) == (16, 2048)
    # 2,048 tokens with 20 alternatives each would be a megabyte in the cache.
    assert (first.top_logprobs, again.top_logprobs) == (20, 0)
    assert again.messages[0] == first.messages[0]
    assert again.messages[1].text.endswith(
        "True or False?\nWrite nothing but one of these words: True, False.\nAnswer:"
    )
    # What the model said first is not shown to it.
    assert len(again.messages) == 2
    assert "Hard to say" not in again.messages[1].text


LONG = Finish.LENGTH


@pytest.mark.parametrize(
    ("replies", "reason"),
    [
        ([Reply("Hm."), Reply("Hm.")], Reason.PARSE_FAILED),
        ([Reply(""), Reply("")], Reason.PARSE_FAILED),
        ([Reply("The evidence", LONG), Reply("The evidence", LONG)], Reason.TRUNCATED),
        ([Reply("", LONG), Reply("", LONG)], Reason.TRUNCATED),
        ([Reply("", LONG), Reply("Hm.")], Reason.PARSE_FAILED),
        ([Reply("", Finish.REFUSED)], Reason.REFUSED),
        ([Reply("True", Finish.REFUSED)], Reason.REFUSED),
        ([Reply("Hm."), Reply("", Finish.REFUSED)], Reason.REFUSED),
        ([Reply("I'm sorry, but I can't judge that."), Reply("I cannot.")], Reason.REFUSED),
        ([Reply("There is no evidence."), Reply("No")], Reason.PARSE_FAILED),
        ([CallError("429")], Reason.CALL_FAILED),
        ([CallError("the prompt is longer than the context")], Reason.CALL_FAILED),
        ([Reply("Hm."), CallError("500")], Reason.CALL_FAILED),
    ],
)
def test_what_ends_without_a_verdict(replies: Sequence[Reply | CallError], reason: Reason) -> None:
    verdict, seam = asked(*replies)
    last = replies[-1]
    words = str(last) if isinstance(last, CallError) else last.text or "an empty reply"
    assert replace(verdict, detail="") == Verdict(Label.UNSCORED, None, reason, (LIFE, WORK))
    assert words in verdict.detail.replace('"', "'").replace("\\'", "'")
    assert len(seam.requests) == len(replies)
    assert not any(seam.good)


@pytest.mark.parametrize(
    "replies",
    [
        [Reply("", LONG, Usage(100, 16)), Reply("False")],
        [Reply("The evidence says that the statement is true and", LONG), Reply("False")],
        [Reply("False. The evidence says that she", LONG)],
        [Reply("I'm sorry, I can't."), Reply("False")],
    ],
)
def test_what_ends_with_one(replies: Sequence[Reply]) -> None:
    verdict, seam = asked(*replies)
    assert verdict.label == Label.NOT_SUPPORTED
    assert seam.good == [*[False] * (len(replies) - 1), True]


def test_identity_tells_all_apart_that_may_differ_in_a_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Other(Model):
        def identity(self) -> dict[str, JsonValue]:
            return {"provider": "openai", "model": "other"}

    found = [
        ChatJudge(Model()).identity(),
        ChatJudge(Other()).identity(),
        ChatJudge(Model(), three_way=True).identity(),
    ]
    for module, name in [
        (prompts, "JUDGE_VERSION"),
        (judge_module, "VERSION"),
        (judge_module, "TOKENS"),
        (judge_module, "MORE_TOKENS"),
        (judge_module, "TOP_LOGPROBS"),
        (judge_module, "MORE_TOP_LOGPROBS"),
    ]:
        with monkeypatch.context() as patch:
            patch.setattr(module, name, 77)
            found.append(ChatJudge(Model()).identity())
    assert len({canonical_json(identity) for identity in found}) == len(found)
    assert ChatJudge(Model()).name == "openai:m"


def test_identity_holds_what_is_asked_for() -> None:
    identity = ChatJudge(Model()).identity()
    _, seam = asked(Reply("Hm."), Reply("True"))
    assert identity["max_tokens"] == [request.max_tokens for request in seam.requests]
    assert identity["top_logprobs"] == [request.top_logprobs for request in seam.requests]
    assert {identity["temperature"]} == {request.temperature for request in seam.requests}


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("I'm sorry, but I can't help with that.", True),
        ("As an AI, I cannot judge real people.", True),
        ("I won't answer that.", True),
        ("We are unable to assist.", True),
        ("Sorry.", True),
        ("There is no evidence.", False),
        ("The context does not say.", False),
        ("No", False),
        ("", False),
        ("Vrai", False),
    ],
)
def test_refusals_in_words(text: str, refused: bool) -> None:
    assert declines(text) is refused


LOST = Reply("True \ufffd")
"""Its last character was lost on the way."""


def test_a_reply_with_lost_characters_is_asked_for_again() -> None:
    verdict, seam = asked(LOST, Reply("False"))
    assert (verdict.label, seam.good) == (Label.NOT_SUPPORTED, [False, True])
    verdict = judged(LOST, LOST)
    assert (verdict.label, verdict.reason) == (Label.UNSCORED, Reason.PARSE_FAILED)
    assert verdict.detail == "the reply was 'True \ufffd'"


def test_a_character_that_was_lost_before_is_no_fault_of_the_reply() -> None:
    claim = Claim("Ada Lovelace", Fact("Ada was born in K\ufffdln."), (LIFE,))
    assert judged(Reply("True: K\ufffdln"), claim=claim).label == Label.SUPPORTED


@pytest.mark.parametrize(
    "reply", [Reply("True: caf\ufffd", Finish.LENGTH), Reply("<think>caf\ufffd</think>True")]
)
def test_what_a_cut_went_through_and_thoughts_may_be_damaged(reply: Reply) -> None:
    assert judged(reply).label == Label.SUPPORTED


@pytest.mark.parametrize("high", [5.0, 700.0])
def test_a_log_probability_above_0_is_none(high: float) -> None:
    for chances in (
        (Chance("True", high), Chance("False", -1.0)),
        (Chance("True", -1.0), Chance("False", high)),
    ):
        verdict = judged(Reply("True", tokens=(Token("True", chances),)))
        assert (verdict.label, verdict.probability) == (Label.SUPPORTED, None)


def test_certainty_may_be_rounded_up() -> None:
    chances = (Chance("True", 1e-6), Chance("False", -50.0))
    assert judged(Reply("True", tokens=(Token("True", chances),))).probability == 1.0
