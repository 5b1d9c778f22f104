"""Whether a text declines to answer.

Each sentence is a *refusal* ("I could not find any information on …"), a *filler* (an
apology, a guess why, a question back, the model on itself), a *bridge* ("However, I can
give a general bio:") or else a statement. A text abstains when it refuses before it
states anything, unless it goes on, over a bridge or under the very name it refused, to
tell what it knows. An apology before facts, and a last sentence that admits where
knowledge ends, are no abstention.
"""

from __future__ import annotations

import re
from enum import Enum
from itertools import islice

from factscore.decompose.nonfactual import states_nothing
from factscore.decompose.refusals import APOLOGY, BARE, ELSEWHERE
from factscore.decompose.sentences import iter_sentences

_LOOK_AT = 40
"""Sentences that are read; who has told as much has answered."""
_ENOUGH = 4
"""So many statements are an answer, whatever was refused before them."""
_BRIEF = 80
"""Characters of the longest text that can be a refusal without a sentence ("N/A")."""

_KNOWN = (
    r"(?:information|info|details?|data|knowledge|records?|biograph\w+|bios?|mention|sources?|"
    r"context|anything|evidence|results?|references?)"
)
_WHO = (
    r"(?:information|info|details?|data|records?|biograph\w+|bios?|profile|answer|anything|"
    r"anyone|someone|person|people|individual|figures?|personalit\w+|celebrity|celebrities|"
    r"mention|sources?|results?|match\w*|context|summary|response|content|references?|one)"
)

_REFUSALS = (
    rf"\b(?:i|we) (?:currently |really |still |also |simply |just )*(?:do|did|"
    rf"have)(?: not|n't| never) "
    rf"(?:currently |yet |actually |really )*(?:have |had |possess |find |found |hold |seem "
    rf"to have |been able to )[^.]{{0,90}}?\b{_WHO}\b",
    r"\b(?:i|we) (?:do|did)(?: not|n't) (?:currently |actually )*(?:know|recogni[sz]e)\b",
    rf"\b(?:i|we) (?:have|had|got) (?:absolutely |unfortunately )?(?:no|zero|insufficient|"
    rf"little|limited|not enough) [^.]{{0,60}}?\b(?:{_KNOWN}|idea|clue)\b",
    r"\b(?:i|we) (?:was|were|am|are)?(?:'m|'re)? ?(?:currently |sorry,? |afraid )*(?:unable|"
    r"not able|not in a position) to "
    r"(?:find|locate|provide|access|give|generate|retrieve|verify|identify|write|answer|"
    r"create|offer|tell|browse|search|fulfil|assist|help|produce|share|discuss|confirm|"
    r"determine)",
    r"\b(?:i|we) (?:can(?:not| not|'t)|could(?: not|n't)|am afraid i can't) (?:currently |"
    r"really |seem to |actually )*"
    r"(?:find|locate|provide|access|give|generate|retrieve|verify|identify|write|answer|"
    r"create|offer|tell|search|fulfil|assist|help|produce|share|discuss|confirm|determine)",
    r"\b(?:i'm|i am|we're|we are) not (?:currently |personally |really )?(?:aware|familiar|"
    r"certain who|sure who|acquainted)\b",
    r"\b(?:i|we) (?:must|have to|will have to|need to|would have to) (?:respectfully "
    r")?(?:decline|refuse)\b|\bi (?:decline|won't|will not) (?:to )?(?:answer|provide|write)\b",
    rf"\bthere (?:is|are|was|were|seems to be|appears to be|'s)?(?:n't| not)? ?(?:currently |"
    rf"unfortunately |simply |also )*"
    rf"(?:no|not any|not enough|insufficient|any) (?:[\w'-]+,? ){{0,8}}?{_KNOWN}\b",
    rf"\bno (?:[\w-]+ ){{0,4}}?{_KNOWN} (?:is|are|was|were|has been|could be|can be|about|on|"
    rf"for|regarding|found|available|exists?)\b",
    r"\b(?:is|are|was|were)(?: not|n't) (?:mentioned|found|listed|included|discussed|present|"
    r"referenced|covered|named|described)\b[^.]{0,40}\b"
    r"(?:search results?|sources?|context|documents?|passages?|knowledge base|database|"
    r"training data|results|text)\b",
    r"\b(?:search )?(?:results?|sources?|context|documents?|passages?|articles?|text) "
    r"(?:provided |given |above |available )*"
    r"(?:do|does|did)(?: not|n't) (?:seem to |appear to |actually |directly )?(?:provide|"
    r"contain|mention|include|have|give|offer|appear|show|yield|refer|relate|discuss|specify)",
    r"\b(?:search )?results?\b[^.]{0,60}\b(?:is|are)(?: not|n't) (?:about|related|relevant)",
    r"\bnone of the (?:provided |given |search )*(?:results|sources|documents|passages)\b",
    rf"\b(?:not|n't) (?:have |enough |sufficient |any |much |publicly |readily )+{_KNOWN} "
    rf"(?:about|on|for|regarding|available|to)\b",
    r"\bcould(?: not|n't) be (?:found|located|identified)\b[^.]{0,40}\b(?:search|results?|"
    r"sources?|records?|database)",
    r"\b(?:it's|it is|it would be) (?:therefore |very |quite |rather |somewhat )?(?:difficult|"
    r"impossible|hard|challenging|not possible) (?:for me )?to "
    r"(?:provide|give|write|offer|determine|create|identify|know)\b",
    r"\bi (?:would |will |'d )?need (?:you to clarify|more|additional|further|some more)\b",
    r"\bthere(?:'s| is| was)(?:n't| not| no) (?:an? |any )?(?:[\w-]+ ){0,4}?(?:figure|person|"
    r"individual|celebrity|personality|one) (?:named|called|by the name|with the name|known "
    r"as)\b",
    r"\b(?:no|not an?) (?:[\w-]+ ){0,2}?(?:figure|person|individual|celebrity|personality|one) "
    r"(?:named|called|by the name|with the name) [^.]{0,80}\b(?:in|to|within) my\b",
    r"\b(?:is|was) not (?:some|any)one (?:that |who |whom )?i(?:'m| am)? (?:really |actually )?"
    r"(?:know|recogni[sz]e|familiar|aware|can|have)\b",
)  # fmt: skip
_REFUSAL = re.compile(
    "|".join(f"(?:{pattern})" for pattern in (*_REFUSALS, *ELSEWHERE)), re.IGNORECASE
)

_LITTLE = re.compile(
    rf"\b(?:is|are)(?: not|n't) (?:much|a lot of|any|enough) (?:[\w-]+ ){{0,4}}?{_KNOWN}\b|"
    rf"\b(?:limited|little|not much|very little|scarce|minimal|scant|hardly any) (?:[\w-]+ "
    rf"){{0,4}}?{_KNOWN}\b|"
    r"\bnot (?:a |an )?(?:[\w-]+ ){0,2}?(?:widely|well|publicly|commonly|generally|"
    r"universally)[- ]?(?:available|known|recogni[sz]ed|documented|available)|"
    r"\b(?:less(?:er)?[- ]known|unknown or|relatively unknown|obscure) (?:[\w-]+ "
    r"){0,2}(?:figure|person|individual)|"
    r"\bnot a (?:notable|public|famous|prominent|known) (?:public )?(?:figure|person|individual)",
    re.IGNORECASE,
)
"""That not much is known: a refusal only where nothing is told after all."""

_SELF = re.compile(
    r"\b(?:personal (?:beliefs|opinions|emotions|experiences|feelings)|real[- ]time|live "
    r"(?:information|data)|up[- ]to[- ]date|"
    r"browse the internet|access to the internet|beyond my|after (?:my|20\d\d)|knowledge "
    r"cut-?off|current (?:information|events|data)|latest)\b",
    re.IGNORECASE,
)
"""What the model cannot do in general, which does not keep it from answering."""

_FILLERS = re.compile(
    r"^(?:(?:however|additionally|also|furthermore|moreover|therefore|so|but|or|and|"
    r"alternatively|unfortunately|instead|in addition),? )?(?:"
    r"it(?:'s| is| may be| might be| could be) (?:also )?(?:possible|likely|unclear|difficult|"
    r"hard|not clear|important|probable)\b|"
    r"(?:he|she|they|this person|this individual|this|the person|the individual|[\w.' -]{2,50}"
    r") (?:may|might|could) (?:also |simply |not |just )*(?:be|have)\b.{0,80}\b(?:private|"
    r"fictional|misspell\w*|misspelt|referring|public|lesser[- ]known|recent|local|common|"
    r"widely|notable|available|known|different)|"
    r"there (?:are|may be|might be|could be|are likely|seem to be|appear to be|is more than "
    r"one|can be) (?:likely |also |probably )?(?:several|many|multiple|numerous|various|"
    r"different|a number of|a few|more than one|other|other notable|quite a few|two|three)? "
    r"?(?:[\w-]+ ){0,3}(?:people|individuals|persons|figures|possibilities|person|matches|"
    r"results)\b|"
    r".{0,60}\b(?:is|appears to be|seems to be) (?:a |an )?(?:fairly |relatively |very |quite "
    r"|rather |somewhat )?(?:common|popular|generic|fictional|fictitious|"
    r"ambiguous)\b.{0,10}(?:name|character|term|word)|"
    r"(?:without|with no) (?:more|additional|further|any|specific|knowing|enough|context|that)\b|"
    r"(?:perhaps|maybe|if|please|could you|can you|would you|do you|is there|are you|which|"
    r"who|once|unless|in order to|for me to|to (?:better )?(?:help|assist|provide|give|"
    r"clarify))\b|"
    r"(?:as|being) an? (?:ai|artificial|large|language|text)\b|my (?:apologies|knowledge|"
    r"training|database|sources)\b|i(?:'m| am|'d| would| will| can| could| apologi[sz]e| "
    r"recommend| suggest| hope| understand| need| only)\b|"
    r"(?:it|this) (?:seems|appears|looks|sounds)\b|the (?:only|name|search results?|provided|"
    r"given|closest|information|term|person|results|query|question)\b|"
    r"(?:any|some|more|additional|further|providing) (?:[\w-]+ )*(?:information|details|context)\b|"
    r"(?:keep in mind|note that|you (?:can|could|may|might))\b)",
    re.IGNORECASE,
)  # fmt: skip

_BRIDGE = re.compile(
    r"\b(?:however|but|that said|nevertheless|nonetheless|still|yet|based on|according "
    r"to)\b[^.?!]{0,90}\b"
    r"(?:i (?:can|could|will|'ll|do have|have found|did find|found|was able|am able|know|may "
    r"be able)|i'll|i'm able|here(?:'s| is| are)|let me|below is|the following|allow me)\b(?! "
    r"(?:not|only|try))"
    r"|\bhere(?:'s| is) what i (?:could|can|know|found|have)\b"
    r"|^(?:here(?:'s| is| are)|below is|the following is|this is) .{0,60}\b(?:bio\w*|summary|"
    r"what|overview|information|profile|facts|example|sample)\b",
    re.IGNORECASE,
)
_OFFER = re.compile(r"\b(?:help|assist|try|search|happy|glad|suggest|recommend|rephrase)\b", re.I)
_NAMED = re.compile(
    r"\b(?:about|on|for|of|regarding|named|called|with the name) (?:a person |an individual |"
    r"someone |a |the )*(?:named |called )?"
    r"([A-Z][\w.'-]+(?: (?:[A-Z][\w.'-]*|de|van|von|bin|al|of|la|da|el)){0,4})"
)
_TELLS = re.compile(r"\bI (?:can|could) (?:tell you|say|share|confirm) (?:that )?[A-Z]")
_CONNECTOR = re.compile(r"^(?:however|but|nevertheless|that said|still|yet),? ", re.IGNORECASE)
_OF_OTHERS = re.compile(
    r"^(?:finally|also|additionally|instead),? |^there (?:is|are|was|were) (?:also )?(?:some )?"
    r"(?:information|results?|articles?|mentions?|people|several)\b|"
    r"^(?:(?:the|these|those|some|other) )?(?:(?:provided|given|search|available) )*(?:results?|"
    r"sources?|documents?|passages?|context|articles?)\b",
    re.IGNORECASE,
)
"""Says what was found instead: people of a like name, whose lives follow."""
_PRONOUN = re.compile(r"^(?:he|she|they|his|her|their)\b", re.IGNORECASE)
"""Opens the first statement after a refusal: then it is about the name refused."""
_SORRY = re.compile(
    r"^(?:i(?:'m| am)|we(?:'re| are)) (?:so |very |really |terribly "
    r")?sorry\b.{0,60}\b(?:confusion|delay|mistake|error|inconvenience|misunderstanding|"
    r"earlier|previous)|^i apologi[sz]e for\b", re.I)  # fmt: skip

_QUOTED = re.compile(r"(?<=\w[\s,:])\s?[\"“](?=\w)[^\"“”]*(?:[\"”]|$)")
"""What somebody says in a sentence about him: no words of the one who answers."""
_UNCHECKED = re.compile(
    r"\b(?:cannot|can not|can't|unable to|not able to) (?:verify|confirm)\b", re.I
)
_TELLS_AFTER = re.compile(
    r"^(?:however|but|nevertheless|that said|still|yet),? (?-i:[A-Z])[\w.'-]+"
    r"(?: (?-i:[A-Z])[\w.'-]+){1,4} (?:is|was|were|has|had)\b",
    re.IGNORECASE,
)
"""A name and what its bearer was, told in spite of the refusal before it."""


class _Kind(Enum):
    REFUSAL = 1
    LITTLE = 2
    FILLER = 3
    BRIDGE = 4
    STATEMENT = 5


def is_abstention(text: str) -> bool:
    """Whether ``text`` declines instead of answering.

    >>> is_abstention("Unfortunately, I could not find any information about Ann Lee.")
    True
    >>> is_abstention("I'm sorry for the confusion. Ann Lee was a preacher born in 1736.")
    False
    """
    if len(text) <= _BRIEF and BARE.match(_plain(text)):
        return True
    sentences = [_plain(s.text) for s in islice(iter_sentences(text), _LOOK_AT)]
    kinds = [_kind(sentence) for sentence in sentences]
    refused = next((i for i, k in enumerate(kinds) if k is _Kind.REFUSAL), None)
    told = kinds.count(_Kind.STATEMENT)
    if refused is None:
        return (told == 0 and _Kind.LITTLE in kinds) or _only_asks(sentences, kinds)
    if _Kind.STATEMENT in kinds[:refused]:
        return False
    after = kinds[refused + 1 :]
    if _Kind.BRIDGE in after or _BRIDGE.search(sentences[refused]):
        return after.count(_Kind.STATEMENT) < 2 and not any(map(_TELLS.search, sentences))
    nobody = _UNCHECKED.search(sentences[refused]) and not _NAMED.search(sentences[refused])
    if nobody and any(map(_TELLS_AFTER.match, sentences[refused + 1 :])):
        return False
    return not _tells_of(sentences[refused], sentences[refused + 1 :], after)


def _plain(sentence: str) -> str:
    text = sentence.replace("’", "'").replace("‘", "'").strip(' *_#>"“”-')
    return re.sub(r"\s+", " ", text)


def _kind(sentence: str) -> _Kind:
    if _SORRY.search(sentence) or APOLOGY.match(sentence):
        return _Kind.FILLER
    if _REFUSAL.search(_QUOTED.sub(" ", sentence)):
        return (
            _Kind.FILLER
            if _SELF.search(sentence) and not _NAMED.search(sentence)
            else _Kind.REFUSAL
        )
    if _BRIDGE.search(sentence) and not _OFFER.search(sentence):
        return _Kind.BRIDGE
    if _LITTLE.search(sentence):
        return _Kind.LITTLE
    if _FILLERS.match(sentence) or states_nothing(sentence):
        return _Kind.FILLER
    return _Kind.STATEMENT


def _only_asks(sentences: list[str], kinds: list[_Kind]) -> bool:
    """Whether nothing is told and the reader is asked to say more."""
    if not kinds or any(kind is not _Kind.FILLER for kind in kinds):
        return False
    return any(
        re.search(r"\b(?:provide|give|specify|clarify|which|more)\b", s, re.I)
        for s in sentences
        if "?" in s or "lease" in s
    )


def _tells_of(refusal: str, after: list[str], kinds: list[_Kind]) -> bool:
    """Whether what follows tells much, or is about the very name that was refused."""
    named = _NAMED.search(refusal)
    told = [
        _CONNECTOR.sub("", sentence)
        for sentence, kind in zip(after, kinds, strict=True)
        if kind is _Kind.STATEMENT
    ]
    of_others = any(map(_OF_OTHERS.match, told))
    if named is None or (len(told) >= _ENOUGH and not of_others):
        return len(told) >= _ENOUGH
    name = named[1].rstrip(".").removesuffix("'s")
    by_name = any(sentence.startswith(name) for sentence in told)
    by_pronoun = not of_others and any(map(_PRONOUN.match, told[:1]))
    return len(told) >= 2 and (by_name or by_pronoun)
