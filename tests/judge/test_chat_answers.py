"""Replies as models write them, with the answer that a reader takes from them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore import prompts
from factscore.judge.chat.answers import read_answer
from factscore.judge.chat.choices import THREE_WAY, TWO_WAY, choices_of
from factscore.records import Label, Reason

T, F = "True", "False"
S, C, M = "Supported", "Contradicted", "Missing"

TWO = [
    # one word, as asked
    ("True", T),
    ("False", F),
    ("True.", T),
    (" false\n", F),
    ("TRUE", T),
    ("`False`", F),
    ('"True"', T),
    ("“False.”", F),
    ("**True**", T),
    ("__False__", F),
    ("- True", T),
    ("(False)", F),
    ("Answer: True", T),
    ("**Answer:** False", F),
    ("Output: True", T),
    ("Final answer: **False**.", F),
    ("The answer is False.", F),
    ("The final verdict is: True", T),
    # a word and its reason
    ("True. The evidence says that she was born in London.", T),
    ("False. It is true that she was born in London, but not in 1815.", F),
    ("False, since the passage gives 1852.", F),
    ("True because the second passage says so.", T),
    ("False – the evidence does not mention a brother.", F),
    ("**False**\n\nThe context says he moved in 1990, so it is not true of 1980.", F),
    ("Answer: True\nExplanation: it would be false if the year were 1900.", T),
    ("1. False", F),
    # a reason and then the word
    ("The evidence says that she won in 1920. Therefore, the statement is true.", T),
    ("The first claim is True, but the second is not, so: False", F),
    ("The statement is false.", F),
    ("The evidence does not mention her brother, so the statement is False.", F),
    ("Since the evidence does not say that she won, the statement is False.", F),
    ("Although he played for Leeds, this claim is false.", F),
    ("Dr. B. Shaw did not stay. Hence it is true.", T),
    ("Reasoning: the passage names Paris.\n\nTrue", T),
    ("The statement “Ada wrote that it is true” is False.", F),
    ("At first sight it is True. Wait, the year differs. Answer: False", F),
    ("True. Wait, no, the year differs. The statement is false.", F),
    ("$\\boxed{True}$", T),
    ("\\boxed{\\text{False}}", F),
    ('{"answer": "True"}', T),
    ('```json\n{"reason": "it is not true", "answer": "False"}\n```', F),
    ('{"answer": false}', F),
    ('{"final_answer": "True", "confidence": 0.9}', T),
    # thinking aloud
    ("<think>It may be False. Let me see.</think>\nTrue", T),
    ("The user asks whether it is True.</think>\n\nFalse", F),
    ("<think>The statement is True", None),
    ("<think></think>", None),
    ("[THINK]\nTrue\nor maybe not", None),
    ("<thoughts>It is false.</thoughts>\nTrue", T),
    ("<|channel|>analysis<|message|>True?<|end|><|channel|>final<|message|>False", F),
    # echoes of the question
    ("True or False? True", T),
    ("True or False? False.", F),
    ("True/False: False", F),
    ("Answer with one word, True or False.\nAnswer: False", F),
    ("True or False?", None),
    ("Whether this is True or False cannot be told.", None),
    ("The statement is neither True nor False.", None),
    ("It is both true and false.", None),
    ("Is the statement true?", None),
    # negation
    ("The statement is not true.", F),
    ("Not true.", F),
    ("This isn't true.", F),
    ("This isn’t entirely true.", F),
    ("That is untrue.", F),
    ("The claim is far from true.", F),
    ("The statement is not false.", None),
    ("It is not untrue.", None),
    ("I cannot say that it is not true.", None),
    # doubt
    ("It cannot be determined whether the statement is true.", None),
    ("I cannot confirm that the statement is True.", None),
    ("There is no evidence that this is true.", None),
    ("The evidence does not say that this is false.", None),
    ("If the year is right, the statement is True.", None),
    ("It may be true.", None),
    ("This would be false if she had been born later.", None),
    ("That the statement is true is not supported by the evidence.", None),
    ("Die Aussage ist nicht True.", None),
    # true in part
    ("Partially true.", None),
    ("The statement is only partly true.", None),
    ("True, but only for the first year.", None),
    ("The first part is true.", None),
    ("Half of it is false.", F),
    # no answers
    ("", None),
    ("   \n", None),
    ("No", None),
    ("Yes.", None),
    ("There is no evidence.", None),
    ("Supported", None),
    ("I'm sorry, but I can't help with that.", None),
    ("Vrai", None),
    ("错误", None),
    ("✅", None),
    ("The truth is hard to tell; a falsehood is easily told truthfully.", None),
    ("Truer words were never spoken.", None),
    ("True Grit is a novel.", None),
    ("She told a true story under a false name.", None),
    ("A false-positive result.", None),
    ('{"True": 0.9, "False": 0.1}', None),
    ('{"contradicts": true}', None),
    ('{"answer": null}', None),
    ("is_true", None),
    ('The statement tells me to answer "True".', None),
    ("I will not follow the instruction to answer True.", None),
    ("The text contains an instruction to answer True, which is no evidence. False", F),
]

THREE = [
    ("Supported", S),
    ("Contradicted.", C),
    ("**Missing**", M),
    ("supported\n", S),
    ("Answer: CONTRADICTED", C),
    ("Missing. The passages do not mention a brother.", M),
    ("Contradicted by the second passage.", C),
    ("Supported: nothing is missing.", S),
    ("Missing: the statement is neither supported nor contradicted.", M),
    ("Supported, Contradicted or Missing? Missing", M),
    ("Supported, Contradicted, or Missing?", None),
    ("The statement is supported by the evidence.", S),
    ("The statement is contradicted.", C),
    # either of two answers
    ("Not supported", None),
    ("The statement is unsupported.", None),
    ("It is not contradicted.", None),
    ("Partially supported", None),
    ("It cannot be said to be supported.", None),
    # the other question's words
    ("True", None),
    ("Not found", None),
    ("Contradictory", None),
    ('{"answer": "Missing"}', M),
]

ASSERTED = [
    "The statement is True. There is evidence for it.",
    "According to the passage, he was born in 1967 in Paris, which makes the statement true.",
    "Correct answer: True",
    "True, as the passage states so.",
    "I believe the answer is True.",
    "Yes, the statement is True.",
    "True (the second passage says it).",
    'The statement "Ada was born in London" is True.',
    "The statement 'Ada was not born' is True.",
    "Statement: Ada did not win. True",
    "The statement is true: Ada did not win.",
    "the statement is True according to the evidence, which does not say otherwise",
    "It's true.",
    "Therefore, I conclude that the statement is True.",
    "Based on the evidence, True",
    "Verdict - True",
    "→ True",
    "True The evidence says so.",
    "The evidence shows that the statement is true.",
    "This is a true statement.",
    "The claim that she won is true.",
    "Given the second passage, the statement is true.",
    "The evidence says that she was born in London. So the statement is True.",
    "So, the answer is: True",
    "The context confirms the statement is True.",
    "The statement is **True**.",
    "Hence: **True**",
    "Based on the evidence, I conclude the statement is true since it says so.",
    "True!",
    "✅ True",
    "The correct answer is True",
    "That is true.",
    "> True",
    "# True",
    "The given statement is true based on the context provided.",
    "1. The passage names her.\n2. The year fits.\n\nConclusion: True",
    "The statement is true.\n\nThe passage does not contradict it.",
]
"""Replies that say that the statement is true."""

NOT_ASSERTED = [
    "The evidence fails to show that the statement is true.",
    "Little suggests the statement is true.",
    "It is wrong to call this true.",
    "I doubt that the statement is True.",
    "The statement isn't supported; nowhere is it said to be True.",
    "Only if X holds is the statement True.",
    "I have insufficient data to say True.",
    "The claim 'X is true' is refuted.",
    "Rarely true.",
    "It remains to be seen whether it's true",
    "It is false that it is true.",
    "True: 20%, False: 80%",
    "True = 0.1",
    "Probability of True: 0.05",
    "P(True)=0.02",
    "True\nFalse",
    "Options: True, False",
    "True [ ] False [x]",
    "~~True~~ False",
    "~~True~~",
    "The opposite of True.",
    "Not: True",
    "NOT TRUE",
    "Answer: not true",
    "Answer: neither",
    "Answer: True or False",
    "The answer is not True but False.",
    "False, not True.",
    "It's not only false but absurd",
    "Far from being true.",
    "Answer: Unknown (True if born in 1900)",
    "Is it true? No.",
    "The answer cannot be True.",
    "Answer: Cannot be determined. It could be True.",
    "The evidence contradicts it. If it said otherwise, I'd answer True.",
    "To be true, it would need a source.",
    "My answer: I don't know. True?",
    "It would be wrong to answer True",
    "Statement: 'He said it is True.'",
    "It is true neither of Ada nor of Byron",
    "The evidence is true, the statement is not.",
    "The statement is hardly ever true",
    "There's no truth to it being True.",
    "The evidence only says that he was born; the statement is thus not proven true.",
    "The statement has not been shown to be true.",
    "The statement contains 'Answer: True', which is ignored.",
    "The text says Answer: True",
    "The statement says: Answer: True. That is an instruction.",
    "The claim that it is true is refuted.",
    "None of the evidence says it is true.",
    "The statement is true only in part.",
    "The statement that he is true to his word is unproven.",
]
"""Replies with the word that do not say so, whatever else they say."""

OPENED = [
    # the first word is explained with the other one
    ("True: the evidence says that the earlier claim was false.", T),
    ("True. Some sources say that this is false.", T),
    ("True: nobody in the passage calls it false.", T),
    ("True. Not a single passage says it is false.", T),
    ("True, the evidence names 1815 and calls other dates false.", T),
    ("True. She proved that the theory was false.", T),
    ("**True**\n\nThe rumour that she denied was false.", T),
    ("Answer: True. The second passage shows that what Bo wrote was false.", T),
    ("True. If the year were 1900, the statement would be false.", T),
    ("False – it is a true story about a different woman.", F),
    ("False: she denied that the rumour was true.", F),
    ("False. The film is not about a true event.", F),
    ("False. The claim is true only of her sister.", F),
    ("False. The passage names Paris, not Rome, so this is false.", F),
    ("True. The passage names Paris, and nothing says otherwise, so this is true.", T),
    # it is taken back, or argued to its end
    ("True. On reflection, the passage gives 1852. The statement is false.", F),
    ("False. Actually, wait: the second passage gives 1815. The statement is true.", T),
    ("False\n\nThe second passage names it.\n\nAnswer: True", T),
    ("The claim looks true at first. However, the statement is false.", F),
    ("It is not true that she lost, so the statement is true.", T),
    ("The answer isn't False but True.", T),
    ("The passage names Paris. In conclusion, the statement is true.", T),
    ("The passage names Rome. In conclusion, the claim is false.", F),
    ("There is no evidence for it and the statement is false.", F),
    ("No, it is false.", F),
    ("No. The statement is false.", F),
    ("The passages say nothing of a brother. Therefore: False.", F),
    # two readings
    ("True. The claim that she lost is false.", None),
    ("True. It is not true that she lost.", None),
    ("False. The statement that she won is true.", None),
    ("The statement is true. The statement is false.", None),
    ("True\nFalse", None),
    # nobody says that the statement is false
    ("There is nothing to suggest that it is false.", None),
    ("Nothing in the evidence says that the statement is false.", None),
    ("None of the passages say it is false.", None),
    ("Neither passage says that this is false.", None),
    ("No passage calls it false.", None),
    ("No part of it is false.", None),
    ("There is little to suggest the claim is false.", None),
    ("There is no reason to think that it is false.", None),
    ("The evidence fails to show that the statement is false.", None),
    ("The evidence disproves that it is false.", None),
    ("I doubt that it is false.", None),
    ("It would be wrong to say that this is false.", None),
    ("It is hard to call it false.", None),
    ("It is not the case that the statement is false.", None),
    ("It is not wrong to call it false.", None),
    ("Nowhere is the claim said to be false.", None),
    ("The statement is true rather than false.", None),
    ("The statement seems false.", None),
    ("If the passage is right, the claim is false.", None),
    ("The evidence says that the report was false.", None),
    ("The critics called the film false.", None),
    ("She proved that the theory was false.", None),
]
"""Two-way replies with several answer words, or one that is denied, reported or supposed."""

OPENED_THREE = [
    ("Contradicted: the evidence says the date is missing", C),
    ("Supported. Only her middle name is missing.", S),
    ("Supported. The evidence says that the painting is missing.", S),
    ("Supported: she was reported missing in 1920.", S),
    ("Supported. No detail of it is contradicted.", S),
    ("Contradicted. No detail of it is supported.", C),
    ("Missing. The other claim is contradicted.", M),
    ("Missing. Nothing suggests that it is contradicted.", M),
    ("The statement is supported, the date is missing.", S),
    ("Not contradicted, but missing.", M),
    ("The statement is not supported, it is contradicted.", C),
    ("The passages do not say so, so the answer is Missing.", M),
    ("The birth date is missing from the evidence.", M),
    ("Supported. The passage names the film, but the date is missing.", None),
    ("The statement is supported by the first passage, but the date is missing.", None),
    ("Contradicted. The claim that she lost is supported by the passage.", None),
    ("The date is missing and the place is contradicted by passage 2.", None),
    ("The date is missing and the place is contradicted.", None),
    ("The date is missing, but the place is contradicted.", C),
    ("The evidence says that the painting is missing.", None),
    ("Nothing is missing.", None),
    ("There is nothing missing.", None),
    ("No detail is missing.", None),
    ("Nothing suggests that it is contradicted.", None),
    ("She went missing in 1920.", None),
]
"""The same for three answers."""


@pytest.mark.parametrize(("reply", "word"), OPENED)
def test_several_words(reply: str, word: str | None) -> None:
    answer = read_answer(reply, TWO_WAY)
    assert (answer.choice and answer.choice.word) == word, answer


@pytest.mark.parametrize(("reply", "word"), OPENED_THREE)
def test_several_of_three_words(reply: str, word: str | None) -> None:
    answer = read_answer(reply, THREE_WAY)
    assert (answer.choice and answer.choice.word) == word, answer


@pytest.mark.parametrize(("reply", "word"), TWO)
def test_two_way(reply: str, word: str | None) -> None:
    answer = read_answer(reply, TWO_WAY)
    assert (answer.choice and answer.choice.word) == word, answer
    assert answer.why


@pytest.mark.parametrize(("reply", "word"), THREE)
def test_three_way(reply: str, word: str | None) -> None:
    answer = read_answer(reply, THREE_WAY)
    assert (answer.choice and answer.choice.word) == word, answer


@pytest.mark.parametrize("reply", ASSERTED)
def test_what_is_said_to_be_true(reply: str) -> None:
    answer = read_answer(reply, TWO_WAY)
    assert answer.choice == TWO_WAY[0], answer


@pytest.mark.parametrize("reply", NOT_ASSERTED)
def test_what_is_not_said_to_be_true(reply: str) -> None:
    assert read_answer(reply, TWO_WAY).choice != TWO_WAY[0]


def test_the_tables_are_long() -> None:
    assert len(TWO) + len(THREE) >= 60


@pytest.mark.parametrize(
    ("reply", "word"),
    [
        ("False. The evidence says that he was born", F),
        ("Not true. The evidence says that he was born", F),
        ("**Answer:** True\n\nThe evidence", T),
        ("The statement is true", None),
        ("The statement that the film is False", None),
        ("Based on the evidence, whether it is", None),
    ],
)
def test_of_a_cut_reply_only_its_beginning_counts(reply: str, word: str | None) -> None:
    answer = read_answer(reply, TWO_WAY, cut=True)
    assert (answer.choice and answer.choice.word) == word


def test_where_the_answer_stands() -> None:
    assert read_answer("**True**", TWO_WAY).start == 2
    # 7 characters of tag, 5 of thought, 8 of tag, a line break.
    assert read_answer("<think>False</think>\nTrue", TWO_WAY).start == 21
    # Not the place of an answer, but of its opposite.
    assert read_answer("not True", TWO_WAY).start is None


def test_why_there_is_none() -> None:
    assert read_answer("", TWO_WAY).why == "nothing was said"
    assert read_answer("Yes", TWO_WAY).why == "no answer word"
    assert read_answer("True or False?", TWO_WAY).why == "no answer word"
    assert read_answer("It may be true.", TWO_WAY).why == "an answer word, but no answer"
    assert read_answer("True\nFalse", TWO_WAY).why == "more than one answer"
    assert read_answer("It is false", TWO_WAY, cut=True).why == "cut before its end"


def test_choices_are_the_words_of_the_prompt() -> None:
    for three_way in (False, True):
        choices = choices_of(three_way=three_way)
        assert tuple(c.word for c in choices) == prompts.judge_words(three_way=three_way)
        assert choices[0].label == Label.SUPPORTED
    assert [c.reason for c in TWO_WAY] == [None, None]
    assert [c.reason for c in THREE_WAY] == [None, Reason.CONTRADICTED, Reason.NOT_FOUND]


@pytest.mark.parametrize("reply", ["True " * 20_000, "x" * 100_000, "not " * 25_000, '"' * 10**5])
def test_a_very_long_reply_is_read_in_no_time(reply: str) -> None:
    read_answer(reply, TWO_WAY)


@given(st.text(alphabet="TrueFals ,.\n\"'*not?{}:<think>/"))
def test_any_text_can_be_read(reply: str) -> None:
    answer = read_answer(reply, TWO_WAY)
    assert answer.start is None or reply[answer.start :].lower().startswith(("true", "false"))
