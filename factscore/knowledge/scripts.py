"""Ranges of Unicode for the scripts that put no spaces between words.

Each is a piece of a regular expression's character class, to be joined as they are needed.
https://www.unicode.org/Public/UCD/latest/ucd/Blocks.txt names the blocks.
"""

from __future__ import annotations

from typing import Final

THAI_TO_BURMESE: Final = "\u0e00-\u109f"
"""Thai, Lao, Tibetan, Burmese."""
KHMER: Final = "\u1780-\u17ff"
KANA: Final = "\u3001-\u30ff"
"""Chinese and Japanese punctuation but the wide space, Hiragana, Katakana, Bopomofo's marks."""
HAN: Final = "\u2e80-\u2fff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Radicals, and ideographs of all planes."""
UNSPACED: Final = f"{THAI_TO_BURMESE}{KHMER}{KANA}{HAN}"
"""All of them."""
