"""Scripts for ``scripted:FILE`` that tell the facts which people wrote for texts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from factscore import prompts
from factscore.decompose.chat.requests import questions
from factscore.decompose.nonfactual import states_nothing
from factscore.decompose.sentences import split_sentences
from factscore.records import Generation, Label


def write_facts_script(path: Path, generations: Iterable[Generation]) -> None:
    """A decomposer that answers each sentence of the texts with the facts given for it.

    A line of the script holds the whole question, so that a sentence which stands in two
    places has the facts of each.
    """
    lines = (
        {"when": question, "reply": prompts.facts_answer(facts)}
        for generation in generations
        for question, facts in _answers(generation)
    )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def write_judge_script(path: Path, generations: Iterable[Generation] = ()) -> None:
    """A judge that says of each fact what people said; all that they were not asked is false.

    Of equal facts with unequal labels the first counts.
    """
    labels: dict[str, bool] = {}
    for generation in generations:
        for fact in generation.facts or ():
            labels.setdefault(" ".join(fact.text.split()), fact.label == Label.SUPPORTED)
    lines = [
        {"when": f"<statement>{prompts.data(text)}</statement>", "reply": str(true)}
        for text, true in labels.items()
    ]
    rest = {"reply": str(False)}
    path.write_text("".join(json.dumps(line) + "\n" for line in (*lines, rest)))


def facts_by_sentence(generation: Generation) -> dict[int, list[str]]:
    """The facts of a text by the numbers of our sentences.

    Each fact goes to the sentence in which the one that people cut for it begins; white space
    and marks aside, as people wrote some of it anew.
    """
    sentences = split_sentences(generation.text)
    asked = [n for n, sentence in enumerate(sentences) if not states_nothing(sentence.text)]
    texts = [_letters(sentences[n].text) for n in asked]
    begins = [sum(map(len, texts[:place])) for place in range(len(texts))]
    whole = "".join(texts)
    found: dict[int, list[str]] = {n: [] for n in asked}
    at = 0
    for fact in generation.facts or ():
        at = max(at, whole.find(_letters(fact.sentence), at))
        owner = max(place for place, begin in enumerate(begins) if begin <= at)
        found[asked[owner]].append(fact.text)
    return found


def _answers(generation: Generation) -> Iterator[tuple[str, list[str]]]:
    sentences = split_sentences(generation.text)
    for n, facts in facts_by_sentence(generation).items():
        first, *rest = questions(generation.topic, sentences, n)
        for question, told in ((first, facts), *((one, []) for one in rest)):
            text = prompts.decompose_question(question.topic, question.before, question.text)
            yield text, told


def _letters(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())
