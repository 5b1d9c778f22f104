"""Reply → answer: which of the answer words decides, if any does.

The rules, in order:

- What a reasoning model thinks aloud (``<think>``) is no answer.
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
- Of the answers left, the last decides; but one that merely stands in a sentence gives way
  to one that is the point of it: at the beginning of the reply, on a line of its own, after
  "Answer:", said of the statement, or the last word ("False. It is true that …").
- Of a reply that was cut, only the first of these count: what follows may revoke the rest.
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
from factscore.records import Label

_READ = 50
"""Answer words that are read at each end of a reply; a longer one repeats itself."""

_THOUGHT = re.compile(
    r"<(think|thinking|thought|reasoning|reflection|scratchpad)>.*?(?:</\1>|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_THOUGHT_BEFORE = re.compile(r"\A.*</(?:think|thinking|reasoning)>", re.IGNORECASE | re.DOTALL)
_CHANNELS = re.compile(
    r"\A.*<\|channel\|>\s*final\b.*?<\|message\|>|<\|channel\|>\s*analysis\b.*", re.DOTALL
)

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
    least = Weight.MARKED if cut else Weight.PLAIN
    counting = [each for each in found if each.weight >= least]
    firm = [each for each in counting if each.weight >= Weight.FIRM]
    if not counting:
        return Answer(None, "cut before its end" if cut else "an answer word, but no answer")
    return (firm or counting)[-1].answer


def without_thoughts(text: str) -> str:
    """The reply with what was thought aloud replaced by line breaks; offsets stay.

    Example:
        >>> without_thoughts("<think>Hm</think>True").lstrip()
        'True'
    """
    for pattern in (_THOUGHT, _THOUGHT_BEFORE, _CHANNELS):
        text = pattern.sub(lambda match: "\n" * len(match.group()), text)
    return text


def _found(text: str, choices: Sequence[Choice]) -> Iterator[_Found]:
    pattern = _pattern(tuple(choice.word for choice in choices))
    matches = list(pattern.finditer(text))
    for match in matches if len(matches) <= 2 * _READ else matches[:_READ] + matches[-_READ:]:
        if match["pair"] is None:
            choice = next(c for c in choices if c.word.lower() == match["word"].lower())
            yield _meaning(text, match, choice, choices)


def _meaning(text: str, match: re.Match[str], choice: Choice, choices: Sequence[Choice]) -> _Found:
    """One answer word, with what stands around it."""
    place = place_of(text, match.start("word"), match.end("word"))
    supports = choice.label == Label.SUPPORTED
    untrue, negated = match["un"] is not None, is_negated(place)
    if not (untrue or negated):
        answer = Answer(choice, choice.word, match.start("word"))
        return _Found(answer, weight(place, supports=supports))
    others = [other for other in choices if other.label != Label.SUPPORTED]
    if not supports or len(others) > 1 or (untrue and negated):
        return _Found(Answer(None, "negated"), Weight.NONE)
    return _Found(Answer(others[0], f"not {choice.word}"), weight_negated(place))


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
