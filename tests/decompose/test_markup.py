"""What markdown leaves to read, and where it stood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore.decompose.markup import blocks

ROWS = [
    ("**Ada** was *born* in __Oslo__.", ["Ada was born in Oslo."]),
    ("***Ada*** left ~~early~~.", ["Ada left early."]),
    ("M*A*S*H ran, and she scored 103* there.", ["M*A*S*H ran, and she scored 103* there."]),
    ("The snake_case_name stays.", ["The snake_case_name stays."]),
    ("Five * three is 5 * 3.", ["Five * three is 5 * 3."]),
    (r"A \*star\* is escaped.", ["A *star* is escaped."]),
    ("See [her page](https://x.org/a_(b)) now.", ["See her page now."]),
    ("![a portrait](x.png) Ada was here.", ["Ada was here."]),
    ("Ada was born[1][2] in Oslo [3].", ["Ada was born in Oslo."]),
    ("Ada died[4, 5] in Rome[6-8][^9].", ["Ada died in Rome."]),
    ("Ada sang.【3†source】 She left.", ["Ada sang. She left."]),
    ("Ada sang[citation needed] well.", ["Ada sang well."]),
    ("It happened in [sic] May [1990].", ["It happened in [sic] May [1990]."]),
    ("Run `make` in `src/`.", ["Run make in src/."]),
    ("Ada<br>sang <b>well</b><sup>2</sup>.", ["Ada sang well2."]),
    ("# Life\nShe sang.", ["She sang."]),
    ("Life\n====\nShe sang.", ["She sang."]),
    ("**Early life**\nShe sang.", ["She sang."]),
    ("**Early life:**\n\nShe sang.", ["She sang."]),
    ("**She sang in Rome in 1950.**", ["She sang in Rome in 1950."]),
    ("She sang.\n\n---\n\nShe left.", ["She sang.", "She left."]),
    ("- Born in Oslo\n* Died in Rome\n+ Sang", ["Born in Oslo", "Died in Rome", "Sang"]),
    ("1. Ash (1990)\n2) Rain\n(3) Salt", ["Ash (1990)", "Rain", "Salt"]),
    ("• Ash\n• Rain", ["Ash", "Rain"]),
    ("- Ash\n  - Rain\n    - Salt", ["Ash", "Rain", "Salt"]),
    ("- **Born:** 3 May 1950\n- [x] done", ["Born: 3 May 1950", "done"]),
    ("- a long item that\n  goes on here\n- next", ["a long item that goes on here", "next"]),
    ("> She sang.\n> She left.", ["She sang.", "She left."]),
    ("| Film | Year |\n|---|---|\n| Ash | 1990 |\n\nShe sang.", ["She sang."]),
    ("Film | Year\n--- | ---\nAsh | 1990\n\nShe sang.", ["She sang."]),
    ("```python\nprint(1)\n```\nShe sang.", ["She sang."]),
    ("~~~\ncode\n~~~\nShe sang.", ["She sang."]),
    ("```markdown\n# Ada\nShe sang.\n```", ["She sang."]),
    ("She sang.\n```\nnever closed", ["She sang."]),
    ("[1]: https://x.org\nShe sang.", ["She sang."]),
    ("She was born\nin Oslo.", ["She was born in Oslo."]),
    ("Name: Ada\nBorn: 1950", ["Name: Ada", "Born: 1950"]),
    ("She sang.\r\nShe left.", ["She sang.", "She left."]),
    ("Ada\u00a0Lee\tsang.", ["Ada Lee sang."]),
]  # fmt: skip


@pytest.mark.parametrize(("source", "expected"), ROWS)
def test_what_is_left_to_read(source: str, expected: list[str]) -> None:
    assert [block.text for block in blocks(source)] == expected


def test_offsets_lead_back() -> None:
    source = "# A\n- **Born** in [Oslo](http://x.no)[1] in 1950"
    (block,) = blocks(source)
    assert block.text == "Born in Oslo in 1950"
    for word in ("Born", "Oslo", "1950"):
        assert block.source(block.text.index(word)) == source.index(word)


@given(st.text(alphabet=st.sampled_from("ab \n*_`[](1)#>-|~!.<br>\\\t"), max_size=80))
def test_every_character_is_one_of_the_source(source: str) -> None:
    for block in blocks(source):
        for place, character in enumerate(block.text):
            original = source[block.source(place)]
            assert original == character or (
                character == " " and (original.isspace() or original == "<")
            )
