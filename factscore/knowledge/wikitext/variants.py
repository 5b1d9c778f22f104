"""Words in several scripts or spellings at once, ``-{zh-hans:A; zh-hant:B}-``."""

from __future__ import annotations

import re

_LANGUAGES = frozenset("zh zh-hans zh-hant gan sr sh kk ku uz iu shi crh tg ban".split())
_RULE = re.compile(r"-\{([^{}]*)\}-")
_FLAGS = re.compile(r"\s*([A-Za-z;\- ]{0,40})\|")
_HIDDEN = frozenset("HT")
_CODE = re.compile(r"\s*[a-z]{2,3}(?:-[a-z]+)*\s*:")


def strip_variants(text: str, language: str) -> str:
    """The text with the first spelling of each word, on wikis that have such words.

    >>> strip_variants("-{zh-hans:鼠标; zh-hant:滑鼠}-", "zh")
    '鼠标'
    """
    if language not in _LANGUAGES or "-{" not in text:
        return text
    return _RULE.sub(_first_spelling, text)


def _first_spelling(match: re.Match[str]) -> str:
    content: str = match[1]
    if flags := _FLAGS.match(content):
        if not _HIDDEN.isdisjoint(flags[1]):
            return ""
        content = content[flags.end() :]
    if not (code := _CODE.match(content)):
        return content
    return content[code.end() :].partition(";")[0].strip()
