"""Texts as the words they are found by; the same for passages and questions.

A word is a run of letters, marks and digits of any script, in small letters and without
accents on Latin ones. Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese are found by
pairs of neighbouring characters: nothing tells where their words end, or, in Korean, where
the word ends and its particle begins. There is no stemming and no list of stop words, as
stores come in all languages; on FActScore's biographies stemming changed nothing.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tantivy import TextAnalyzer

UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff"
    "\uac00-\ud7af\U00020000-\U0003ffff]+"
)
"""Thai, Lao, Burmese, Khmer, kana, Han, Hangul: found by pairs of characters."""
_LONGEST = 120
"""Bytes of a word; longer ones are no words that anybody asks for."""


def make_analyzer() -> TextAnalyzer:
    """What turns a prepared text into its words."""
    from tantivy import Filter, TextAnalyzerBuilder, Tokenizer

    words = Tokenizer.regex(r"[\p{L}\p{M}\p{N}]+")
    builder = TextAnalyzerBuilder(words).filter(Filter.remove_long(_LONGEST))
    return builder.filter(Filter.lowercase()).filter(Filter.ascii_fold()).build()


def prepared(text: str) -> str:
    """A text in one Unicode form, with pairs of characters where there are no spaces.

    >>> prepared("born in 東京都 in ６８")
    'born in  東京 京都  in 68'
    """
    if text.isascii():
        return text
    # Half characters (lone surrogates) cannot be handed to the engine.
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return UNSPACED.sub(_pairs, unicodedata.normalize("NFKC", whole))


def _pairs(run: re.Match[str]) -> str:
    letters = run[0]
    return f" {' '.join(letters[i : i + 2] for i in range(max(1, len(letters) - 1)))} "


class Words:
    """The words of texts."""

    def __init__(self) -> None:
        self.analyzer = make_analyzer()

    def of(self, text: str) -> list[str]:
        """The words of a text, in order, with repetitions."""
        return self.analyzer.analyze(prepared(text))
