"""What a model says of its task, and not of the world: no facts, a refusal, an announcement.

Each has its likeness among facts ("I am sorry was her first song", "The following year, she
moved to Rome", "There are no statements by her on record"), so a line counts as talk only if
it speaks of the sentence, of facts, or of the model itself as nothing else would.
"""

from __future__ import annotations

import re

from factscore.decompose.nonfactual import states_nothing
from factscore.prompts import NO_FACTS

_NONE_WORD = re.compile(
    rf"^(?:(?i:answer|output|facts?|result|response)\s*:\s*)?[\"'(\[]*"
    rf"(?:{NO_FACTS}|(?i:{NO_FACTS}|null|nil|n/a|no (?:atomic |independent |verifiable )?facts?))"
    r"[\"')\]]*(?:[.!]*$|[.:;]? *[-–—(]|[.:;!] )"
)
_NOUN = r"(?:facts?|factual (?:information|content)|verifiable (?:information|content))"
_KIND = r"(?:(?:any|independent|atomic|verifiable|checkable|separate|objective|factual|such) )*"
_KINDS = rf"{_KIND}(?:{_NOUN}|(?:information|statements?|claims?|propositions?))"
_SENTENCE = r"(?:the|this|that|your) (?:given |provided |above |input )?(?:sentence|text|statement)"
_WHERE = (
    r"(?: (?:here|stated|given|present|found|contained|conveyed|mentioned|available|"
    r"(?:that can |that could |to )?(?:be )?(?:extract|list|state|report|decompose|break down|"
    rf"separate)(?:ed)?))*(?: (?:in|from|of) {_SENTENCE})?"
)
_TAIL = r"(?=\s*(?:[.!;,(–—-]|$)|\s+(?:because|as|since|so|but|which)\b)"
_NONE_SAID = re.compile(
    rf"^(?:there (?:are|is) (?:no|not any) {_KINDS}{_WHERE}{_TAIL}|"
    rf"{_SENTENCE} (?:itself )?(?:(?:does not|doesn't|do not) (?:state|contain|have|convey|"
    rf"include|make|express|provide|present)|states no|contains no|has no|conveys no|includes no)"
    rf" {_KINDS}{_WHERE}{_TAIL}|"
    r"(?:the|this|that|your) (?:given |provided |above |input )?sentence (?:itself )?is "
    r"(?:only |just |merely )?an? (?:[\w-]+ )?(?:question|greeting|heading|opinion|offer)"
    rf"{_TAIL}|"
    rf"no {_KIND}(?:facts?|claims?) (?:(?:are |is |can be |could be )?"
    rf"(?:stated|found|here|extracted|present|given)|here){_WHERE}{_TAIL})",
    re.IGNORECASE,
)
_REFUSAL = re.compile(
    r"^(?:(?:[Uu]nfortunately|[Hh]owever|But|[Ss]orry|I apologi[sz]e|[Aa]pologies|"
    r"[Mm]y apologies)[,.]? (?:but )?)?"
    r"(?:I(?:'m| am) (?:(?:really|very|so|truly) )?"
    r"(?:(?:sorry|afraid)(?=\s*(?:[,.;:!–—-]|$)| (?:but|that|I|to)\b)|(?:unable|not able|not going)"
    r"(?= to\b|[.!]?$)|not comfortable\b)|"
    r"[Ss]orry, (?:but )?I\b|"
    r"(?:I|We) (?:can(?:not|'t| not)|could(?: not|n't)|won't|will not|must decline|decline|"
    r"have to decline|do(?: not|n't) feel comfortable|am not able|am unable) ?(?:[a-z]|[.!]?$)|"
    r"(?:[Aa]s|[Bb]eing) an? (?:AI|artificial intelligence|(?:large )?language model|"
    r"responsible|text-based)\b.{0,120}\b"
    r"(?:cannot|can't|can not|unable|not able|won't|not appropriate|must decline)\b|"
    r"(?:It|This) (?:is|would be|would|may) (?:not (?:be )?|in)appropriate (?:for me )?to\b|"
    r"(?:This|Your|The) (?:request|content|prompt|text|sentence) (?:(?:violates|is against|goes "
    r"against) .{0,60}\b(?:polic|guideline|rule|term|safety)|(?:cannot|can't) be (?:\w+ )?"
    r"(?:broken|split|decomposed|processed|answered|fulfilled|completed|analy[sz]ed)))"
)
_TITLED = re.compile(
    r"^(?:I|We|Sorry|As|It)\b(?:(?!\s(?:because|since|as|that|if|whether|what|who|it|this|which|"
    r"he|she|they|there|until|unless|when|where|how)\b)[^.;:!?]){0,80}? "
    r"(?:(?:is|was|are|were|became|remains)\b[^.]*\b(?:songs?|singles?|albums?|films?|movies?|"
    r"books?|novels?|poems?|plays?|tracks?|hits?|tunes?|records?|series|shows?|episodes?|"
    r"(?:short )?stor(?:y|ies)|ballads?|hymns?|memoirs?|slogans?|mottos?|titles?|last words|"
    r"written|released|recorded|sung|composed|published|performed|covered)\b|"
    r"(?:reached|peaked|topped|charted|sold|premiered|won)\b)"
)
"""A line that begins with a title: of a work, or with words that somebody said."""

_ABOUT = r"(?:given|provided|original|above|following|input|resulting|complete|whole)"
_TASK = (
    r"(?:facts?|breakdown|break-down|statements?|claims?|sentences?|list|answer|results?|output|"
    r"response|points?|decomposition|bullets?|version)"
)
_META = re.compile(
    r"^(?:(?-i:[Hh]ere)(?:'s| is| are) \w+\b.{0,80}?"
    rf"\b{_TASK}\b|here (?:they are|you go|it is|you are)\b|"
    r"here(?:'s| is| are) (?:what|how) |"
    rf"below (?:is|are) .{{0,80}}?\b{_TASK}\b|"
    r"the following (?:is|are|facts|statements|list|points|claims|sentences|breakdown)\b|"
    r"these (?:are|facts)\b|"
    r"(?:each|every|all) (?:of (?:the|these) )?(?:(?:above|listed|atomic|independent) )?"
    r"(facts?|statements?|lines?|claims?) (?:(?:above|here|listed|below) )*"
    r"(?:is|are|was|were|has|have|stands?|can|comes?|contains?|includes?|names?)\b|"
    r"notes?:|note that|"
    r"(?-i:[Pp]lease (?:note|let|provide|feel|share|give|tell))|"
    r"(?-i:[Ii]t (?:seems|appears|looks like))|"
    r"(?-i:I(?:'ve| have| broke| split| extracted| hope| will| would| can|'ll) [a-z])|"
    r"(?-i:[Ll]et me )|(?:topic|sentence|before|input|context)\s*:|"
    rf"(?:the|this|your|that) (?:{_ABOUT} )*(?:sentence|text|passage|statement|input) "
    r"(?:(?:can|could|may) be|has been|was|is) (?:broken|split|divided|decomposed|separated)\b|"
    rf"(?:the|this|your|that) (?:{_ABOUT} )*(sentence|breakdown|input)\b|"
    rf"(?:the|this|your|that) (?:{_ABOUT} )*(text|list|passage|statement) "
    r"(?:says|states|mentions|contains|describes|conveys|can be)\b|"
    r"(?:[\w-]+ ){0,4}(facts?)(?: [\w-]+){0,6}$)",
    re.IGNORECASE,
)
"""In groups are the words that the sentence in question may have itself: then it is no talk."""
_OF_THE_TASK = re.compile(
    rf"^(?:the|this|your|that) (?:{_ABOUT} )*(?P<word>sentence|text|passage|statement|input) "
    r"(?:itself )?(?:does not|doesn't|do not|is not|isn't|cannot|\w+s (?:no|nothing|only)|lacks)\b",
    re.IGNORECASE,
)
_OPENING = re.compile(
    r"^(?:sure|certainly|of course|absolutely|okay|ok|understood|got it|great|alright)"
    r"(?: thing)?(?:[!.:]+(?:\s+|$)|,\s+(?=(?:here|below|these|this|the following|let|we|you|"
    r"i(?:'(?:ll|ve|d|m)| (?:can|will|have|would|am|split|broke))?)\b))",
    re.IGNORECASE,
)


def is_none_word(text: str) -> bool:
    """Whether a line is the word for no facts, whatever follows it."""
    return _NONE_WORD.match(text) is not None


def says_none(text: str) -> bool:
    """Whether a line says that a sentence states no fact, in the word asked for or in others.

    Example:
        >>> says_none("NONE"), says_none("There are no facts in this sentence.")
        (True, True)
        >>> says_none("There are no statements by Ada Lee on record.")
        False
    """
    return is_none_word(text) or _NONE_SAID.match(_plain(text)) is not None


def is_refusal(text: str) -> bool:
    """Whether a line declines, in the model's own name.

    Example:
        >>> is_refusal("I am sorry, but I can't."), is_refusal("I am sorry was a song.")
        (True, False)
    """
    text = _plain(text)
    return _REFUSAL.match(text) is not None and _TITLED.match(text) is None


def is_talk(text: str, asked: str = "") -> bool:
    """Whether a line that is no item of a list speaks of the reply, or states nothing.

    Args:
        text: The line.
        asked: What was asked about; words that it has may be what the line is about.
    """
    text = _plain(text)
    if _TITLED.match(text):
        return False
    found = _META.match(text)
    if found is None:
        return states_nothing(text)
    named = [word for word in found.groups() if word]
    return not any(_has(asked, word) for word in named)


def is_of_the_task(text: str, asked: str) -> bool:
    """Whether an item of a list says what the sentence does not say, as if it were a fact.

    Example:
        >>> is_of_the_task("The text does not name a year.", "She sang.")
        True
        >>> is_of_the_task("The text does not name a year.", "The text names no year.")
        False
    """
    found = _OF_THE_TASK.match(_plain(text))
    return found is not None and not _has(asked, found["word"])


def statement_in(line: str, asked: str = "") -> str:
    """A line without "Sure!" before it; empty if nothing but talk is left.

    Example:
        >>> statement_in("Sure! Ada Lee sang.")
        'Ada Lee sang.'
        >>> statement_in("Sure! Here are the facts.")
        ''
    """
    rest = _OPENING.sub("", line, count=1)
    if not rest or is_talk(rest, asked):
        return ""
    return line if rest[:1].islower() else rest


def _has(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) is not None


def _plain(text: str) -> str:
    return text.replace("’", "'").replace("‘", "'")
