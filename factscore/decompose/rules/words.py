"""Where the words of a fact may come from, as a check that anyone can run.

The decomposer itself does not look words up here: tests hold every fact of the sample
biographies and of generated texts against this list, and ``benchmarks/rules.py`` counts what
falls outside it in the labelled data.
"""

from __future__ import annotations

import re

from factscore.decompose.rules.inflect import finite_forms

FUNCTION_WORDS = frozenset("a an the is are was were has born died in on at s".split())
"""All words that the rules may add to those of the sentence and the topic.

``born`` and ``died`` come with the dates of a life in parentheses, ``s`` with "'s".
"""

_WORD = re.compile(r"[^\W_]+")


def words(text: str) -> list[str]:
    """Runs of letters and digits, in lower case."""
    return [word.lower() for word in _WORD.findall(text)]


def from_nowhere(fact: str, sentence: str, topic: str | None) -> list[str]:
    """Words of a fact that are neither of its sentence, nor of the topic, nor function words.

    A finite form of an -ing form of the sentence ("appearing" → "appeared") is a word of
    the sentence.

    >>> from_nowhere("Ann won in Rome twice.", "She left, winning in Rome.", "Ann")
    ['twice']
    """
    known = {*words(sentence), *words(topic or ""), *FUNCTION_WORDS}
    inflected = {form for word in words(sentence) for form in finite_forms(word)}
    return [word for word in words(fact) if word not in known and word not in inflected]
