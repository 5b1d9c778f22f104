"""What an answer word means where it stands: an answer, the opposite of one, or nothing.

Every rule errs to one side. A word that might be no answer is none, so that the model is
asked once more; that costs a call, where a misread "true" would be a wrong number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

REACH = 400
"""Characters that are read before and after a word."""


class Weight(IntEnum):
    """How much a word counts as an answer."""

    NONE = 0
    PLAIN = 1
    """Somewhere in a sentence."""
    FIRM = 2
    """What a sentence says of the statement."""
    MARKED = 3
    """At the beginning, on a line of its own, or after "Answer:"."""


@dataclass(frozen=True, slots=True)
class Place:
    """An answer word in the sentence it stands in."""

    before: str
    """The sentence up to the word."""
    after: str
    """The sentence after the word, its end included."""
    line: str
    """What stands before the word on its line."""


_DOT = r"(?<!\b[A-Za-z])(?<!\b(?:Mr|Dr|St|Jr|Sr|vs|No|ca))(?<!\bMrs)"
_END = re.compile(rf"(?:{_DOT}\.|[!?。！？])[\"'”’)\]}}*_`]*(?=\s|$)|\n")

_SKIP = r"[\s\"'“”‘’*_`(\[]*"
"""What may stand between two words that belong together."""
_ADVERBS = (
    r"(?:(?:be|been|being|a|an|the|to|necessarily|entirely|completely|fully|wholly|totally|"
    rf"strictly|quite|really|exactly|actually|considered|also|directly|explicitly){_SKIP}){{0,4}}"
)
_NEGATION = re.compile(
    r"(?:\b(?:not|never|hardly|far from|anything but|no longer|cannot|nothing is|nothing was|no)"
    rf"\b|n['’]t\b){_SKIP}:?{_SKIP}{_ADVERBS}$",
    re.IGNORECASE,
)
_NO = re.compile(r"^\W*no[,;:.!]", re.IGNORECASE)
"""Opens "No, that is not true", and denies nothing of it."""
_DOUBT = re.compile(
    r"\b(?:not|cannot|no|none|nothing|nobody|neither|nor|never|without|lacks?|whether|if|unless|"
    r"unable|impossible|unclear|unknown|uncertain|unsure|insufficient|may|might|could|would|"
    r"should|possibly|perhaps|probably|likely|unlikely|doubt\w*|assum\w+|suppos\w+|ask\w*|"
    r"tells?|told|instruct\w*|request\w*|command\w*|demand\w*|nicht|kein\w*|pas|não|nao|nie)\b|"
    r"n['’]t\b",
    re.IGNORECASE,
)
"""In the same sentence before a word of support: then it may not be asserted."""
_DOUBT_AFTER = re.compile(
    r"\b(?:not|cannot|unclear|unknown|uncertain|questionable|doubtful|unlikely|impossible)\b|"
    r"n['’]t\b",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(
    r"[,;:.!?\n]|\b(?:because|since|as|based|given|according)\b", re.IGNORECASE
)
_INDIRECT = re.compile(
    r"(?:\b(?:not|cannot|no|none|nothing|nobody|nowhere|neither|nor|never|hardly|scarcely|barely|"
    r"little|few|without|unable|unclear|unlikely|impossible|difficult|hard|wrong|incorrect|"
    r"mistaken?|unknown|uncertain|lacks?|lacking|fail(?:s|ed|ure)?|insufficient)\b|n['’]t\b)"
    r"[^,;:]*\b(?:that|whether|if|to|as|of|for|why|it|this|the (?:statement|claim))\b[^,;:]*$|"
    r"\b(?:whether|if|unless)\b[^,;:]*$|\b(?:may|might|could|would|should)\b[^,;:]*$|"
    r"^\W*(?:even )?(?:if|unless|assuming|supposing)\b|"
    r"\b(?:no|none|nothing|nobody|neither|nor|few|hardly|scarcely|barely|never|nowhere)\b[^,;:]*$|"
    r"\b(?:doubt\w*|den(?:y|ies|ied)|dispute[sd]?|refute[sd]?|disprove[sdn]?|reject(?:s|ed)?|"
    r"rather than|instead of|as opposed to|assum\w+|suppos\w+|seem(?:s|ed)?|appear(?:s|ed)?)\b"
    r"[^,;:]*$",
    re.IGNORECASE,
)
"""The same for the other words, which stand after "not" in good sentences ("does not say so,
so it is false"): only what is denied, asked or supposed of the word itself."""
_REPORTED = re.compile(
    r"\b(?:says?|said|saying|states?|stated|stating|claims?|claimed|claiming|writes?|wrote|"
    r"written|reports?|reported|mentions?|mentioned|notes?|noted|believe[sd]?|thought|thinks?|"
    r"argue[sd]?|insist(?:s|ed)?|alleg\w+|calls?|called|calling|considers?|considered|deems?|"
    r"deemed|rules?|ruled|found|declare[sd]?|admit(?:s|ted)?|went|goes|gone|listed|rumou?rs?|shows?|showed|proved?|"
    r"proves|confirms?|confirmed|suggests?|suggested|indicates?|indicated)\b[^,;:]*$",
    re.IGNORECASE,
)
"""Of the other words too: what a passage says to be false need not be the statement."""
_SO = re.compile(
    r".*\b(?:so|therefore|thus|hence|consequently|but|I would say)\b", re.IGNORECASE | re.DOTALL
)
"""Up to where a conclusion begins, of which an earlier "not" says nothing."""
_AND_SO = re.compile(
    r".*\band (?=(?:the|this) (?:statement|claim|assertion) (?:is|was)\b)",
    re.IGNORECASE | re.DOTALL,
)
"""The same before a word that does not support."""

_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|‘[^’]*’|(?<!\w)'[^']*'(?!\w)")
"""The statement, repeated: a "not" in it denies nothing of the answer."""

_PART = re.compile(
    r"(?:\b(?:partially|partly|partial|half|mostly|largely|somewhat|only|almost|nearly)\W*|"
    r"\b(?:parts?|portions?|halves|half|piece|first|second|former|latter|some|one|other|another|"
    r"rest)\b[^,;:]*)$",
    re.IGNORECASE,
)
_PART_AFTER = re.compile(
    r"[\s,.;:()*_`\"'—–-]*(?:in part|only|partially|partly|mostly|but|however|except|though|"
    r"although|for|if|unless|assuming)\b",
    re.IGNORECASE,
)
"""True of a part is not true."""
_FOLLOWING = re.compile(
    r"[ \t]+(?!(?:because|since|as|based|according|given|per|by|due|in|and|so|therefore|thus|"
    r"hence|here|from|for|overall|statement|claim|assertion|fact|sentence|proposition)\b|"
    r"(?-i:The|This|That|There|It|In|He|She|They|According|Based|Since|Because|As|Explanation|"
    r"Reason)\b)\w",
    re.IGNORECASE,
)
"""A word that goes with the next one: "True Grit", "a true story", "false claims"."""
_TOLD = re.compile(
    r"\b(?:(?:to|please|must|should)\s+(?:answer|respond|reply|say|output|write)|"
    rf"(?:answer|respond|reply)(?:\s+only)?\s+with(?:\s+\w+)*){_SKIP}:?{_SKIP}$",
    re.IGNORECASE,
)

_MARKS = (
    r"(?:answer|output|verdict|conclusion|result|label|judge?ment|response|decision|rating|"
    r"classification|assessment)"
)
_OPENING = r"(?:(?:final|correct|my|the|overall|so|therefore|thus|hence)[\s,:]+)*"
_MARK = re.compile(
    rf"(?:^|[.!?;,]\s)\W*{_OPENING}{_MARKS}\b(?:[^\w:=]{{0,6}}[:=：—–]|\s-\s)\W*$|"
    r"\\boxed\s*\{(?:\\[a-z]+\s*\{)?\W*$",
    re.IGNORECASE,
)
_KEY = re.compile(r"[\"'](\w[\w \-]*)[\"']\s*:\s*[\"']?$")
_IS_KEY = re.compile(r"[\"']\s*:")
_NUMBER = re.compile(
    r"[\"'*_`)\]]*\s*(?:[:=]\s*)?[\d.]*\d\s*%|[\"'*_`)\]]*\s*[:=]\s*[\d.]*\d|\s*\[.?\]"
)
"""A share or a box to tick: "True: 20 %", "True = 0.1", "True [x]"."""

_SUBJECT = (
    r"(?:(?:the|this|that|given|above|provided|whole|entire|final|correct|your|my)\s+)*"
    r"(?:statement|claim|assertion|fact|sentence|input|answer|verdict|conclusion|it|this|that)\b"
    r"[\"'”’*_`)]*(?:\s+(?:above|below|given|provided|in question|that\b.*?))?"
)
_SHOWS = (
    r"(?:the |this )?(?:evidence|context|passages?|text|article) "
    r"(?:(?:clearly|directly|explicitly) )?"
    r"(?:shows?|confirms?|indicates?|supports?|states?|says?|proves?|establish\w*)(?: that)?\s+"
)
_LEAD = (
    rf"(?:(?:and|that|we|can|believe|think|conclude|say|find|judge|it follows|this means|which "
    rf"means|I)\s+|{_SHOWS})*"
)
_STATED = (
    rf"{_LEAD}(?:{_SUBJECT}(?:\s+(?:is|was|must be)|['’]s)|"
    r"which (?:makes|renders) (?:the|this) (?:statement|claim))"
    r"(?:\s+(?:therefore|thus|hence|clearly|indeed|definitely|fully|entirely|completely|directly|"
    rf"explicitly|a|an))*{_SKIP}:?{_SKIP}"
)
_ASSERTED = re.compile(
    rf"(?:^|[,;:—–→]|\s-\s)\W*{_STATED}$|^.*[,—–→]\W*$|^[^\w]*{_LEAD}$", re.IGNORECASE | re.DOTALL
)
"""What may stand between the beginning of a clause and a word of support that is asserted."""
_COMPLETE = re.compile(
    r"[\"'”’*_`)}\]$]*(?:$|\s*[.,;:!\n—–(-]|\s+(?:because|since|as|based|according|given|per|by|in|"
    r"statement|claim|assertion|fact|sentence|proposition)\b|\s+(?-i:[A-Z]))",
    re.IGNORECASE,
)
"""What may stand after it."""


def place_of(text: str, start: int, end: int) -> Place:
    """The sentence around ``text[start:end]``, no more than ``REACH`` characters each way."""
    before = text[max(0, start - REACH) : start]
    sentences = list(_END.finditer(before))
    after = text[end : end + REACH]
    stop = _END.search(after)
    return Place(
        before=before[sentences[-1].end() :] if sentences else before,
        after=after[: stop.end()] if stop else after,
        line=before[before.rfind("\n") + 1 :],
    )


def is_negated(place: Place) -> bool:
    """Whether the word's opposite is said: "not true", "isn't entirely true"."""
    return _NEGATION.search(place.before) is not None


def weight_negated(place: Place) -> Weight:
    """How much "not true" counts as an answer: nothing if it is itself denied or asked."""
    before, line = (_NEGATION.sub("", _NO.sub("", text)) for text in (place.before, place.line))
    if place.after.rstrip().endswith("?") or _DOUBT.search(_asserting(before)):
        return Weight.NONE
    return Weight.FIRM if any(map(str.isalnum, line)) else Weight.MARKED


def weight(place: Place, *, supports: bool) -> Weight:
    """How much a word that is not negated counts as an answer.

    Args:
        place: Where it stands.
        supports: Whether it is the word for support, for which the rules are stricter.
    """
    if _KEY.search(place.before):
        return _weight_of_value(place)
    if _is_mention(place):
        return Weight.NONE
    if supports and _PART_AFTER.match(place.after):
        return Weight.NONE
    if _MARK.search(place.line) or not any(map(str.isalnum, place.line)):
        return Weight.MARKED
    if supports:
        return Weight.FIRM if _is_asserted(place) else Weight.NONE
    before = _AND_SO.sub("", _asserting(_NO.sub("", place.before)))
    if _INDIRECT.search(before):
        return Weight.NONE
    if not any(map(str.isalnum, before)) or _ASSERTED.search(before):
        return Weight.FIRM
    return Weight.NONE if _REPORTED.search(before) else Weight.PLAIN


def _weight_of_value(place: Place) -> Weight:
    """In JSON, the value of "answer" and the like; of any other key it answers another question."""
    key = _KEY.search(place.before)
    known = key is not None and re.search(rf"(?:^|[_ -]){_MARKS}$", key[1], re.IGNORECASE)
    return Weight.MARKED if known else Weight.NONE


def _is_mention(place: Place) -> bool:
    """Whether the word is only named, quoted, asked for or asked, or describes another word."""
    return (
        _IS_KEY.match(place.after) is not None
        or _NUMBER.match(place.after) is not None
        or place.before.endswith("~~")
        or place.after.rstrip("\"'”’)]}*_`\n ").endswith("?")
        or _FOLLOWING.match(place.after) is not None
        or _TOLD.search(place.before) is not None
        or _in_quotation(place.before)
    )


def _in_quotation(before: str) -> bool:
    plain = before.replace("“", '"').replace("”", '"')
    return plain.count('"') % 2 == 1 and any(map(str.isalnum, plain[plain.rfind('"') :]))


def _is_asserted(place: Place) -> bool:
    """Whether a sentence says of the statement that it has support, and says it plainly."""
    before = _asserting(place.before)
    if _DOUBT.search(before) or _PART.search(before):
        return False
    clause = _CLAUSE_END.split(place.after, maxsplit=1)[0]
    if _DOUBT_AFTER.search(clause) or not _COMPLETE.match(place.after):
        return False
    return _ASSERTED.search(before) is not None


def _asserting(before: str) -> str:
    """The part of a sentence that may cast doubt on a word after it."""
    return _SO.sub("", _QUOTED.sub(" ", before))
