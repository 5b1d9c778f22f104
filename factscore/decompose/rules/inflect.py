"""Finite forms of a verb from its -ing form: "appearing" → "appeared", "appears"."""

from __future__ import annotations

_IRREGULAR = dict(
    pair.split(":")
    for pair in (
        "be:was become:became begin:began bind:bound break:broke bring:brought build:built "
        "buy:bought catch:caught choose:chose come:came cut:cut deal:dealt draw:drew drive:drove "
        "eat:ate fall:fell feed:fed feel:felt fight:fought find:found flee:fled fly:flew "
        "forget:forgot get:got give:gave go:went grow:grew have:had hear:heard hide:hid hit:hit "
        "hold:held keep:kept know:knew lay:laid lead:led leave:left lend:lent let:let lose:lost "
        "make:made mean:meant meet:met oversee:oversaw overcome:overcame pay:paid put:put "
        "quit:quit read:read ride:rode ring:rang rise:rose run:ran say:said see:saw seek:sought "
        "sell:sold send:sent set:set shoot:shot show:showed sing:sang sit:sat sleep:slept "
        "speak:spoke spend:spent spread:spread stand:stood steal:stole strike:struck swear:swore "
        "sweep:swept swim:swam take:took teach:taught tell:told think:thought throw:threw "
        "undergo:underwent understand:understood undertake:undertook wear:wore win:won "
        "withdraw:withdrew write:wrote rewrite:rewrote rebuild:rebuilt broadcast:broadcast "
        "forgo:forwent foresee:foresaw uphold:upheld withstand:withstood shed:shed bear:bore "
        "beat:beat bid:bid cast:cast split:split forbid:forbade outrun:outran remake:remade "
        "retake:retook redo:redid do:did die:died lie:lay tie:tied"
    ).split()
)


def past(lemma: str, participle: str) -> str:
    """Past tense of the verb ``lemma`` whose present participle is ``participle``.

    The participle shows whether the last letter doubles.

    >>> past("win", "winning"), past("plan", "planning"), past("study", "studying")
    ('won', 'planned', 'studied')
    """
    known = _IRREGULAR.get(lemma.lower())
    if known:
        return known
    if lemma.endswith("e"):
        return lemma + "d"
    stem = participle.removesuffix("ing")
    if stem.endswith("y") and stem[-2:-1] not in "aeiou":
        return stem[:-1] + "ied"
    return stem + "ed"


def present(lemma: str) -> str:
    """Third person singular of the present: "carry" → "carries".

    >>> present("study"), present("teach"), present("have")
    ('studies', 'teaches', 'has')
    """
    if lemma in {"have", "be"}:
        return {"have": "has", "be": "is"}[lemma]
    if lemma.endswith("y") and lemma[-2:-1] not in "aeiou":
        return lemma[:-1] + "ies"
    return lemma + ("es" if lemma.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")


def finite_forms(participle: str) -> frozenset[str]:
    """Every past and present that a word in -ing can stand for, when its lemma is not known."""
    if not participle.endswith("ing") or len(participle) < 5:
        return frozenset()
    stem = participle.removesuffix("ing")
    lemmas = {stem, stem + "e", stem[:-1]}
    return frozenset(
        f for lemma in lemmas for f in (lemma, past(lemma, participle), present(lemma))
    )
