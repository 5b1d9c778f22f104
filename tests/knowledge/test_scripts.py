"""Scripts without spaces between words."""

import re

import pytest

from factscore.knowledge.scripts import UNSPACED
from factscore.knowledge.sources.documents import unwrap
from factscore.knowledge.wikitext.lines import paragraphs


@pytest.mark.parametrize("letter", ["ก", "ລ", "བ", "က", "ក", "あ", "カ", "。", "東", "㐀", "𠀀"])
def test_letters_without_spaces(letter):
    assert re.fullmatch(f"[{UNSPACED}]", letter)


@pytest.mark.parametrize("letter", [" ", "\u3000", "a", "é", "한", "א", "1", "."])
def test_others(letter):
    assert not re.fullmatch(f"[{UNSPACED}]", letter)


@pytest.mark.parametrize("letter", ["東", "か", "𠀀"])
def test_broken_lines_are_joined_without_a_space_by_every_reader(letter):
    line = letter * 50
    assert unwrap(f"{line}\n{line}") == line * 2
    assert paragraphs(f"{line}\n{line}") == [line * 2]
