"""Text → facts without a language model: sentences, a dependency parse, and rules.

The offline default. A fact never says what its sentence does not: its words come from
the sentence, from the topic's name, or from a closed list of function words
(``words.FUNCTION_WORDS``; tests enforce it). Where a split is unsure the clause stays whole,
and a sentence that states something always gives at least one fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from factscore.decompose.nonfactual import states_nothing
from factscore.decompose.provided import opening
from factscore.decompose.rules import parser
from factscore.decompose.rules.lifedates import labelled
from factscore.decompose.rules.mentions import Tracker, short_name
from factscore.decompose.rules.repair import repair
from factscore.decompose.rules.statements import statements
from factscore.decompose.rules.surface import Surface, simplify
from factscore.decompose.sentences import Sentence, iter_sentences
from factscore.records import Decomposition, Fact, Generation, JsonValue, Status

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

VERSION = 1
"""Goes up with every change that may change a fact: it is part of the cache key."""

_CHUNK = 64
"""Sentences parsed at once: memory stays flat however long the text is."""
_LONGEST = 1200
"""Characters of the longest sentence that is parsed; a longer one is no sentence of prose."""
_LONGEST_WORD = 120

_ENGLISH = frozenset(
    "the of in and was is a an to for he she his her with on at by as from it that they are were "
    "has had have be been who which this their its or not but i we you also into after".split()
)
_SEMICOLON = re.compile(r";\s+")
_SUBJECT_AND_VERB = re.compile(
    r"(?:[A-Z][^,;]{0,60}|(?:he|she|it|they|his|her|their|its|the|this|in \d{4},?)\b[^,;]{0,60}?)\s"
    r"(?:is|are|was|were|has|have|had|died|became|won|wrote|moved|left|made|began|[a-z]{3,}ed)\b"
)
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_WORDS = re.compile(r"[^\W\d_]+")


class RulesDecomposer:
    """Splits sentences along their grammar."""

    name = "rules"

    def identity(self) -> dict[str, JsonValue] | None:
        """Version of the rules, of the pipeline and of spaCy; loads none of them."""
        model = parser.installed() or ""
        return {
            "decomposer": self.name,
            "version": VERSION,
            "model": model,
            "model_version": parser.version(model) if model else "",
            "spacy_version": parser.version("spacy"),
        }

    def decompose(self, generations: Sequence[Generation]) -> list[Decomposition]:
        """The facts of each generation, each by itself whatever else is in the batch.

        Raises:
            ModelError: the English pipeline is not installed or cannot be loaded.
        """
        return [opening(row, facts_count=False) or self._facts(row) for row in generations]

    @cached_property
    def _nlp(self) -> Language:
        return parser.load()

    def _facts(self, generation: Generation) -> Decomposition:
        name = short_name(generation.topic)
        tracker = Tracker(generation.text, name)
        facts: list[Fact] = []
        total = empty = 0
        sentences = iter_sentences(generation.text)
        while chunk := list(islice(sentences, _CHUNK)):
            total += len(chunk)
            factual = [s for s in chunk if not states_nothing(s.text)]
            empty += len(chunk) - len(factual)
            for sentence, texts in zip(factual, self._texts(factual, tracker, name), strict=True):
                facts.extend(Fact(t, sentence.text, sentence.start, sentence.end) for t in texts)
        if facts:
            return Decomposition(Status.SCORED, tuple(facts), total, empty)
        detail = "no sentence states a fact" if total else "the text has no sentences, only markup"
        return Decomposition(Status.NO_FACTS, (), total, empty, detail)

    def _texts(
        self, sentences: list[Sentence], tracker: Tracker, name: str
    ) -> Iterator[tuple[str, ...]]:
        readable = [_LONE_SURROGATE.sub("\ufffd", s.text) for s in sentences]
        surfaces = [_surfaces(text) if _is_parsable(text) else () for text in readable]
        docs = self._nlp.pipe(self._unsplit(surface) for row in surfaces for surface in row)
        for sentence, row in zip(sentences, surfaces, strict=True):
            said = labelled(sentence.text) if name else ()
            texts = dict.fromkeys(f"{name} {text}." for text in said)
            for surface in row:
                doc = repair(next(docs))
                found = statements(sentence.text, doc, surface, tracker.mentions(doc), name)
                texts.update(dict.fromkeys(() if said else found))
            yield tuple(texts) or (sentence.text,)

    def _unsplit(self, surface: Surface) -> Doc:
        """Tokens of a sentence, with the parser told that it is one."""
        doc = self._nlp.make_doc(surface.text)
        for token in doc[1:]:
            token.is_sent_start = False
        return doc


def _is_parsable(sentence: str) -> bool:
    """Whether an English parser can make sense of a sentence."""
    words = _WORDS.findall(sentence)
    letters = sum(map(len, words))
    latin = sum(1 for word in words for letter in word if letter < "ɐ")
    if len(sentence) > _LONGEST or letters == 0 or latin * 2 < letters:
        return False
    if max(map(len, sentence.split())) > _LONGEST_WORD:
        return False
    return len(words) < 6 or any(word.lower() in _ENGLISH for word in words)


def _surfaces(sentence: str) -> tuple[Surface, ...]:
    """What is parsed: the sentence, or its halves where a semicolon joins two statements."""
    halves = _SEMICOLON.split(sentence)
    if len(halves) > 1 and all(_stands_alone(half) for half in halves):
        return tuple(simplify(half) for half in halves)
    return (simplify(sentence),)


def _stands_alone(half: str) -> bool:
    """Whether it has a verb that everybody knows, and no bracket or quotation left open."""
    closed = half.count("(") == half.count(")") and half.count('"') % 2 == 0
    return closed and half.count("“") == half.count("”") and bool(_SUBJECT_AND_VERB.match(half))
