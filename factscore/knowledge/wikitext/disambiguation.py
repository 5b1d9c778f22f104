"""How a page says that it only lists what its title may mean."""

from __future__ import annotations

from collections.abc import Iterable

_NAMES = frozenset(
    "disambig|disambiguation|disamb|dab|dabpage|disambiguation page|disambigpage|hndis|geodis|"
    "geo-dis|hndab|disamb-term|numberdis|number disambiguation|mathdab|mathematical disambiguation|"
    "schooldis|school disambiguation|roaddis|road disambiguation|hospitaldis|"
    "hospital disambiguation|"
    "letter disambig|letter-number combination disambiguation|letter-numbercombdisambig|"
    "mil-unit-dis|"
    "callsigndis|call sign disambiguation|airport disambig|airport disambiguation|"
    "species latin name disambiguation|"
    "species latin name abbreviation disambiguation|taxonomy disambiguation|genus disambiguation|"
    "human name disambiguation|place name disambiguation|chinese title disambiguation|"
    "disambig-chinese-char-title|disambiguation cleanup|hndis-cleanup|geodis-cleanup|"
    "phonetics disambiguation|"
    "church disambiguation|split disambiguation|wp disambig|"
    "begriffsklärung|begriffsklärungsseite|bkl|homonymie|homonymes|homonymie de personnes|"
    "toponymie|desambiguación|desambiguacion|disambigua|desambiguação|desambig|desambiguació|"
    "doorverwijspagina|dp|ujednoznacznienie|disambigr|förgrening|gren|förgreningssida|"
    "flertydig|peker|"
    "pekerside|täsmennyssivu|täsmennys|rozcestník|rozcestnik|rozlišovacia stránka|egyért|"
    "egyértelmű|egyért-redir|dezambiguizare|dezambig|αποσαφήνιση|неоднозначность|"
    "многозначность|фамилии|"
    "багатозначність|неоднозначнасць|неадназначнасць|пояснителна страница|пояснение|"
    "вишезначна одредница|"
    "вишезначност|višeznačna odrednica|razdvojba|čvor|razločitev|nuorodinis|täpsustuslehekülg|"
    "täpsustus|nozīmju atdalīšana|zeimeibu atškireibys lopa|anlam ayrımı|anlam ayrım|argipen|"
    "homónimos|homonimia|apartigilo|aðgreining|fleiri týdningar|trang định hướng|định hướng|"
    "曖昧さ回避|aimai|人名の曖昧さ回避|地名の曖昧さ回避|同名の地名|消歧义|消歧義|消歧义页|disambig-cn|多義頁|"
    "동음이의|동음이의어 문서|동명이인|توضيح|صفحة توضيح|ابهام‌زدایی|ابهام زدایی|גדם|פירושונים|"
    "แก้กำกวม|แก้ความกำกวม|बहुविकल्पी शब्द|দ্ব্যর্থতা নিরসন|பக்கவழி நெறிப்படுத்தல்|డిఅంబిగ్వేషన్|"
    "სხვადასხვა მნიშვნელობა|მრავალმნიშვნელოვანი|բազմիմաստություն|бірмәнді емес|dəqiqləşdirmə|"
    "mənalar".split("|")
)
_SWITCHES = ("__DISAMBIG__", "__НЕОДНОЗНАЧНОСТЬ__", "__ΑΠΟΣΑΦΉΝΙΣΗ__", "__BEGRIFFSKLÄRUNG__")


def is_disambiguation(wikitext: str, templates: Iterable[str]) -> bool:
    """Whether a page is one.

    Args:
        wikitext: the whole page, without comments and nowiki.
        templates: folded names of the templates it uses.
    """
    return any(word in wikitext for word in _SWITCHES) or any(map(_tells, templates))


def _tells(template: str) -> bool:
    return template in _NAMES or (
        template.endswith(" disambiguation")
        and not template.startswith(("r ", "redirect", "about"))
    )
