"""What templates leave in the text.

A template is a program on its wiki, and a page alone does not hold it. Those that only
dress their arguments or stand for a character are known by name here
(``template_names.py``); every other one leaves nothing but a hole
(:data:`~factscore.knowledge.wikitext.marks.VALUE`), which the tidying afterwards closes.
"""

from __future__ import annotations

from collections.abc import Mapping

from factscore.knowledge.wikitext import readings
from factscore.knowledge.wikitext import template_names as names
from factscore.knowledge.wikitext.links import folded
from factscore.knowledge.wikitext.marks import VALUE
from factscore.knowledge.wikitext.readings import Call, Reading


def template_name(content: str, prefixes: frozenset[str]) -> str:
    """The folded name of what stands between two braces.

    Args:
        content: "Lang|fr|mot", or a parser function such as "lc:WORD" ("lc:").
        prefixes: folded names of the namespace of templates.
    """
    name = folded(content[: content.find("|")] if "|" in content else content)
    prefix, colon, rest = name.partition(":")
    if colon and prefix in prefixes:
        return rest.strip()
    return prefix + colon if colon and prefix + colon in _TABLE else name


def is_silent(name: str) -> bool:
    """Whether no word is missing from a sentence without this template."""
    return (
        name in names.SILENT
        or name.startswith(names.SILENT_STARTS)
        or name.endswith(names.SILENT_ENDS)
    )


def leaves_text(name: str) -> bool:
    """Whether this template is known to leave text."""
    return name in _TABLE or _by_prefix(name) is not None


def read(call: Call) -> str:
    """What a template leaves in the text."""
    reading = _TABLE.get(call.name) or _by_prefix(call.name)
    text = reading(call) if reading else None
    return VALUE if text is None else text


def _by_prefix(name: str) -> Reading | None:
    if name.startswith(("lang-", "vol-", "val-")):
        return readings.language
    if name.startswith(("script/", "link-")):
        return readings.first
    return None


_SPECIAL: Mapping[str, Reading] = {
    "citation": readings.citation,
    "langx": readings.language,
    "zh": readings.chinese,
    "zh-full": readings.chinese,
    "nihongo": readings.nihongo,
    "nihongo3": readings.nihongo,
    "nihongo krt": readings.nihongo,
    "korean": readings.nihongo,
    "as of": readings.as_of,
    "asof": readings.as_of,
    "circa": readings.before("c."),
    "c.": readings.before("c."),
    "ca.": readings.before("c."),
    "c": readings.before("c."),
    "ca": readings.before("c."),
    "floruit": readings.before("fl."),
    "fl.": readings.before("fl."),
    "fl": readings.before("fl."),
    "reign": readings.reign,
    "r.": readings.reign,
    "convert": readings.measure,
    "cvt": readings.measure,
    "conv": readings.measure,
    "val": readings.value,
    "frac": readings.fraction,
    "sfrac": readings.fraction,
    "fraction": readings.fraction,
    "e": readings.power,
    "sup": readings.superscript,
    "sub": readings.first,
    "ship": readings.any_ship,
    "height": readings.height,
    "sic": readings.sic,
    "angbr": readings.angle,
    "angle bracket": readings.angle,
    "gloss": readings.gloss,
    "ipa": readings.sounds,
    "keypress": readings.key_press,
    "music": readings.music,
    "uc:": readings.upper,
    "ucfirst:": readings.upper_first,
    "oldstyledate": readings.old_style,
    "lien": readings.interlanguage,
    "нп": readings.not_translated,
    "нп1": readings.not_translated,
    "нп2": readings.not_translated,
    "нп3": readings.not_translated,
    "нп4": readings.not_translated,
    "нп5": readings.not_translated,
    "не переведено": readings.not_translated,
    "не переведено 2": readings.not_translated,
    "не переведено 3": readings.not_translated,
    "не переведено 5": readings.not_translated,
    "iw": readings.not_translated,
}

_TABLE: Mapping[str, Reading] = {
    **dict.fromkeys(names.FIRST, readings.first),
    **dict.fromkeys(names.SECOND, readings.second),
    **dict.fromkeys(names.JOINED, readings.joined),
    **dict.fromkeys(names.SPACED, readings.spaced),
    **dict.fromkeys(names.LISTED, readings.listed),
    **dict.fromkeys(names.QUOTED, readings.quoted),
    **dict.fromkeys(names.DATES, readings.date),
    **dict.fromkeys(names.SHIPS, readings.ship),
    **dict.fromkeys(names.MONEY, readings.money),
    **{name: readings.constant(text) for name, text in names.CONSTANTS.items()},
    **dict.fromkeys(
        ("ill", "illm", "interlanguage link", "interlanguage link multi", "仮リンク", "le"),
        readings.interlanguage,
    ),
    **_SPECIAL,
}
