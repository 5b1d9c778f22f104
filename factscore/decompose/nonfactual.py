"""Which sentences state nothing: greetings, offers, headings in prose, the model on itself."""

from __future__ import annotations

import re

_PHRASES = (
    # offers and good wishes
    r"i (?:sincerely |really )?hope (?:this|that|it|you|my|these)\b",
    r"(?:please )?(?:feel free|do not hesitate|don'?t hesitate)\b",
    r"(?:please )?let me know\b",
    r"if you(?:'d| would| have| need| want| are| wish| like| could| can)\b.*"
    r"\b(?:let me|please|feel free|ask|happy|glad|help|assist|know)\b",
    r"(?:is there|do you have) any(?:thing| other| more| further)\b.*\?",
    r"(?:i(?:'m| am|'d| would be)) (?:always |more than |here |very )*(?:happy|glad|pleased|"
    r"here|able|ready) to\b",
    r"(?:you'?re|you are) (?:very |most )?welcome\b",
    r"thank(?:s| you)\b",
    r"(?:sure|certainly|of course|absolutely|great question|good question|hello|hi|okay|"
    r"ok)\b[^.]{0,60}[!.,:]?$",
    r"(?:sure|certainly|of course|absolutely)[!,.]? (?:here|i can|i'?d|let me|below)\b",
    r"(?:would|could|can|may) (?:you|i)\b.*\?",
    r"what (?:else|more|other)\b.*\?",
    r"what an? [^.?]{1,80}!?$",
    r"(?:truly|simply|absolutely) (?:an?|the) [^.?]{1,80}!$",
    # announcements
    r"(?:here|below|following)(?:'s| is| are|,)? .{0,160}"
    r"(?:bio(?:graphy)?|summary|overview|information|facts?|details?|list|answer|profile|account|"
    r"introduction|description|highlights|points|version|timeline|look)\b[^.]{0,120}[:.!]?$",
    r"(?:i will|i'?ll|let me|allow me to|let's|let us|i can|i shall)\b",
    r"in (?:this|the following) (?:article|biography|response|answer|essay|section|post)\b",
    # the model on itself
    r"(?:as|being) an? (?:ai|artificial intelligence|(?:large )?language model)\b",
    r"(?:please )?(?:note|keep in mind|be aware|remember) that (?:this|the|my|i|these|it|some|"
    r"there)\b.*"
    r"\b(?:information|knowledge|response|answer|details?|outdated|accurate|up[ -]to[ -]date|"
    r"cut-?off|"
    r"sources?|changed?|verify|complete|search)\b",
    r"(?:my|the) (?:knowledge|training|information|training data)\b.*"
    r"\b(?:cut-?off|outdated|up[ -]to[ -]date|limited|may not|might not|only goes)\b",
    r"i (?:do not|don'?t|cannot|can'?t|could not|couldn'?t|am unable|was unable|have no|am "
    r"not able|"
    r"apologi[sz]e|am sorry|'?m sorry)\b",
    r"i'?m (?:sorry|afraid|unable|not able|not sure|just an?)\b",
    r"(?:my )?apologies\b",
    r"sorry(?:[,.!]|$| (?:but|for|about|i|to|that|if)\b)",
    r"(?:it is|it's) (?:always )?(?:important|worth|best|recommended|advisable) (?:to )?"
    r"(?:note|noting|mention|mentioning|remember|verify|check|consult)\b.*"
    r"\b(?:information|sources?|outdated|knowledge|accura\w+|may have|response)\b",
    r"(?:please )?(?:provide|specify|clarify|consult|verify|check|refer to)\b",
    r"for (?:more|further|additional|up[ -]to[ -]date|the (?:latest|most)) .{0,60}"
    r"\b(?:please|visit|see|check|refer|consult|recommend)\b",
)
_NONFACTUAL = re.compile(rf"^(?:{'|'.join(_PHRASES)})", re.IGNORECASE)
_LEAD = re.compile(
    r"^(?:however|unfortunately|also|and|but|so|additionally|overall|again|well|note),? ", re.I
)
_SOURCES = re.compile(
    r"^(?:sources?|references?|see also|further reading|external links)\b:?[^.]{0,20}$", re.I
)
_TITLE_IN_I = re.compile(r"I(?:'(?:m|ll|d))? [A-Z]")
"""A title, not the model: "I Will Sing is a song"."""
_URL = re.compile(r"^\W*(?:https?://|www\.)\S+\W*$")
_WORD = re.compile(r"[^\W_]{2,}|\d")
_SAYS = re.compile(r"\b(?:is|are|was|were|has|have|had|include[sd]?|\w+ed)\b")


def states_nothing(sentence: str) -> bool:
    """Whether a sentence has nothing that could be true or false of the world.

    >>> states_nothing("I hope this helps!"), states_nothing("She was a painter.")
    (True, False)
    """
    text = " ".join(sentence.replace("’", "'").split()).strip("\"'“”*_ ")
    if not _WORD.search(text) or _URL.match(text) or _SOURCES.match(text):
        return True
    if text.endswith("?"):
        return True
    if text.endswith(":") and (len(text.split()) <= 4 or not _SAYS.search(text)):
        return True
    if _TITLE_IN_I.match(text):
        return False
    return bool(_NONFACTUAL.match(text) or _NONFACTUAL.match(_LEAD.sub("", text)))
