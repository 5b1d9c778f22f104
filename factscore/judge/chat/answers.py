"""Reply → answer: which of the answer words decides, if any does.

The rules, in order:

- What a model thinks aloud (``factscore.llm.thoughts``) is no answer.
- Only the words of the prompt are answers, whole and in any case: no synonyms, no "Yes", no
  translation. "untrue" is read as "not true"; "truth" and "falsehood" are no answers.
- "not true" is the answer for no support where there is one such answer, and none where
  there are two ("not supported" may be contradicted or missing). "not false" is none.
- No answer: both words as alternatives ("True or False?"), a question, a condition, a
  quotation, what is denied or in doubt ("cannot be confirmed to be true"), what is true only
  in part, a word that describes another ("True Grit", "a false name").
- The word for support counts only where it is plainly asserted: at the beginning, on a line
  of its own, after "Answer:", of the statement ("the statement is true"), as a conclusion
  ("…, so: True"). The other words count in any sentence that does not deny or doubt them.
- Of the answers left, the weightiest count: at the beginning of the reply, on a line of its
  own or after "Answer:"; then what is said of the statement; then what merely stands in a
  sentence ("False. It is true that …").
- Of those, the last decides, and what contradicts it must be explained: by words that take an
  answer back ("True. Wait, … is false") or come to a conclusion ("…, so"). Else there are two
  readings, and no answer.
- Of a reply that was cut, only the first kind counts: what follows may revoke the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from factscore.judge.chat.choices import Choice
from factscore.judge.chat.wording import (
    Weight,
    is_negated,
    place_of,
    weight,
    weight_negated,
)
from factscore.llm.thoughts import without_thoughts
from factscore.records import Label

_READ = 50
"""Answer words that are read at each end of a reply; a longer one repeats itself."""

_RETRACTS = re.compile(
    r"\b(?:wait|hold on|hmm+|actually|on second thoughts?|on reflection|correction|scratch that|"
    r"reconsider\w*|re-?check\w*|re-?examin\w*|mistaken?|I was wrong|sorry|apolog\w+|no,)",
    re.IGNORECASE,
)
"""Between two answers: the later one stands in the place of the first."""
_TURNS = re.compile(
    _RETRACTS.pattern + r"|\b(?:but|yet|however|though|although|so|therefore|thus|hence|"
    r"consequently|accordingly|overall|instead|in (?:conclusion|sum|summary|short|the end)|"
    r"conclu\w+|finally|means)\b",
    re.IGNORECASE,
)
"""Between what an argument says on its way and what it comes to."""

_EDGE = r"[\s\"'“”‘’*_`(\[]*"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a reply answers."""

    choice: Choice | None
    """``None``: it cannot be read."""
    why: str
    """Why it was read so, or why not, in words."""
    start: int | None = None
    """Offset in the reply of the word that decides; ``None`` if it means its opposite."""


@dataclass(frozen=True, slots=True)
class _Found:
    answer: Answer
    weight: Weight
    start: int
    end: int

    @property
    def supports(self) -> bool:
        choice = self.answer.choice
        return choice is not None and choice.label == Label.SUPPORTED


def read_answer(text: str, choices: Sequence[Choice], *, cut: bool = False) -> Answer:
    """The answer of a reply.

    Args:
        text: The reply, of any length.
        choices: The answers that the prompt asks for, that for support first.
        cut: Whether the reply was cut, so that its end is not known.

    Example:
        >>> from factscore.judge.chat.choices import TWO_WAY
        >>> answer = read_answer("The first claim is True, but not all, so: False", TWO_WAY)
        >>> answer.choice.word
        'False'
        >>> read_answer("There is no evidence.", TWO_WAY).why
        'no answer word'
    """
    spoken = without_thoughts(text)
    found = list(_found(spoken, choices))
    if not found:
        return Answer(None, "no answer word" if spoken.strip() else "nothing was said")
    counting = [each for each in found if each.weight > Weight.NONE]
    if cut and not any(each.weight == Weight.MARKED for each in counting):
        return Answer(None, "cut before its end")
    if not counting:
        return Answer(None, "an answer word, but no answer")
    decisive = _decisive(spoken, counting)
    return Answer(None, "more than one answer") if decisive is None else decisive.answer


def _decisive(text: str, found: Sequence[_Found]) -> _Found | None:
    """Which of the words that count is the answer; ``None``: two readings are possible."""
    most = max(each.weight for each in found)
    best = [each for each in found if each.weight == most]
    reading = _of_marked if most == Weight.MARKED else _of_argued
    return reading(text, found, best)


def _of_marked(text: str, found: Sequence[_Found], marked: Sequence[_Found]) -> _Found | None:
    """The last that is marked as an answer, unless what follows revokes it or may do so."""
    given = marked[-1]
    before = _unlike(given, marked)
    if before and not any(map(str.isalnum, text[before[-1].end : given.start])):
        return None
    later = [each for each in _unlike(given, found) if each.start > given.start]
    firm = [each for each in later if each.weight == Weight.FIRM]
    if firm:
        return firm[-1] if _RETRACTS.search(text, given.end, firm[-1].start) else None
    turns = _TURNS if given.supports else _RETRACTS
    return None if later and turns.search(text, given.end, later[-1].start) else given


def _of_argued(text: str, found: Sequence[_Found], best: Sequence[_Found]) -> _Found | None:
    """The last of the weightiest, if it is the conclusion from what else is said."""
    given = best[-1]
    before = [each for each in _unlike(given, best) if each.start < given.start]
    if before and not _TURNS.search(text, before[-1].end, given.start):
        return None
    later = [each for each in _unlike(given, found) if each.start > given.start]
    return None if later and _TURNS.search(text, given.end, later[-1].start) else given


def _unlike(given: _Found, others: Sequence[_Found]) -> list[_Found]:
    return [each for each in others if each.answer.choice != given.answer.choice]


def _found(text: str, choices: Sequence[Choice]) -> Iterator[_Found]:
    pattern = _pattern(tuple(choice.word for choice in choices))
    matches = list(pattern.finditer(text))
    for match in matches if len(matches) <= 2 * _READ else matches[:_READ] + matches[-_READ:]:
        if match["pair"] is None:
            choice = next(c for c in choices if c.word.lower() == match["word"].lower())
            yield _meaning(text, match, choice, choices)


def _meaning(text: str, match: re.Match[str], choice: Choice, choices: Sequence[Choice]) -> _Found:
    """One answer word, with what stands around it."""
    start, end = match.span("word")
    place = place_of(text, start, end)
    supports = choice.label == Label.SUPPORTED
    untrue, negated = match["un"] is not None, is_negated(place)
    if not (untrue or negated):
        answer = Answer(choice, choice.word, start)
        return _Found(answer, weight(place, supports=supports), start, end)
    others = [other for other in choices if other.label != Label.SUPPORTED]
    if not supports or len(others) > 1 or (untrue and negated):
        return _Found(Answer(None, "negated"), Weight.NONE, start, end)
    answer = Answer(others[0], f"not {choice.word}")
    return _Found(answer, weight_negated(place), start, end)


@cache
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """An answer word, or several as alternatives (group ``pair``)."""
    any_word = "|".join(map(re.escape, words))
    join = rf"{_EDGE}(?:,|/|\||\b(?:or|and|nor|vs)\b\.?)+{_EDGE}(?:(?:or|and|nor)\b{_EDGE})?"
    return re.compile(
        r"(?<![^\W_])(?<![^\W_][_-])(?:"
        rf"(?P<pair>(?:{any_word})(?:{join}(?:{any_word})\b)+)|"
        rf"(?P<un>un-?(?={re.escape(words[0])}))?(?P<word>{any_word})"
        r")(?![^\W_])(?![_-][^\W_])",
        re.IGNORECASE,
    )
