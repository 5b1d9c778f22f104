"""Whether a reply without an answer declines to give one."""

from __future__ import annotations

import re

from factscore.decompose.abstain import is_abstention

_DECLINES = re.compile(
    r"\b(?:I|we)(?:['’](?:m|re)| am| are)?\s+(?:(?:really|sorry|afraid),?\s+)*(?:but\s+)?"
    r"(?:can(?:not| not|['’]t)|could(?: not|n['’]t)|won['’]t|will not|(?:un|not )able to|"
    r"(?:must|have to) (?:decline|refuse)|decline|refuse)\b",
    re.IGNORECASE,
)
_OF_ITSELF = re.compile(r"\b(?:I|we|my|sorry|apolog\w+|unable)\b|[^\x00-\x7f]", re.IGNORECASE)


def declines(text: str) -> bool:
    """Whether the model says that it will not or cannot judge.

    To say that there is no evidence is no refusal. Nor is a bare "No", though it would be
    one of a biography. Other languages are known as far as ``is_abstention`` knows them.

    Example:
        >>> declines("I'm sorry, but I can't help with that.")
        True
        >>> declines("There is no evidence.")
        False
    """
    text = text.strip()
    return bool(_DECLINES.search(text) or (_OF_ITSELF.search(text) and is_abstention(text)))
