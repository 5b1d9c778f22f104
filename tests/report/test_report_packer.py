"""The packed items of a report: nothing lost, nothing twice, nothing that could run."""

from __future__ import annotations

import base64
import gzip
import json
import math
import random
import re
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from results_files import SETUP

from factscore.judge import windows
from factscore.read.stored import StoredItem
from factscore.records import (
    ErrorCounts,
    ErrorType,
    Fact,
    FactCounts,
    ItemResult,
    JsonValue,
    JudgedFact,
    Label,
    Passage,
    Reason,
    RunSetup,
    Status,
    Verdict,
)
from factscore.report.html.blocks import Blocks
from factscore.report.html.packer import ItemPacker, explorer_script, explorer_style
from factscore.report.html.rows import finite, item_row, placeless, shown, stretches

BORN = Passage("Ada Lovelace", 0, "Ada Lovelace was born in London in 1815.", 3.14159)
WORK = Passage("Ada Lovelace", 1, "She wrote notes on the Analytical Engine.", 2.0)


def fact(
    text: str, start: int | None = None, end: int | None = None, sentence: str = ""
) -> JudgedFact:
    return JudgedFact(Fact(text, sentence, start, end), Verdict(Label.SUPPORTED))


def packed(*items: ItemResult, setup: RunSetup | None = SETUP) -> str:
    packer = ItemPacker()
    for at, item in enumerate(items, start=1):
        packer.add(StoredItem(item, setup, f"runs/a.jsonl:{at}"))
    return "".join(packer.html())


def unpacked(html: str, kind: str) -> list[Any]:
    found = re.findall(f'data-block="{kind}">([A-Za-z0-9+/=]*)</script>', html)
    return [json.loads(gzip.decompress(base64.b64decode(data))) for data in found]


def rows(html: str, kind: str) -> list[Any]:
    return [row for block in unpacked(html, kind) for row in block]


# --- A text and the places of its facts


def test_a_text_is_cut_at_the_sentences_of_its_facts() -> None:
    text = "Hi. Ada wrote. She sang. Bye."
    facts = [fact("S", 15, 24), fact("W", 4, 14), fact("V", 4, 14)]
    found = [(each.text, [f.fact.text for f in each.facts]) for each in stretches(text, facts)]
    assert found == [
        ("Hi. ", []),
        ("Ada wrote.", ["W", "V"]),
        (" ", []),
        ("She sang.", ["S"]),
        (" Bye.", []),
    ]


def test_a_sentence_without_offsets_is_found_in_the_text() -> None:
    found = stretches("Hi. Ada wrote.", [fact("W", sentence="Ada wrote.")])
    assert [each.text for each in found] == ["Hi. ", "Ada wrote."]


def test_the_later_of_two_overlapping_sentences_has_the_rest() -> None:
    found = stretches("abcdef", [fact("1", 0, 4), fact("2", 2, 6), fact("3", 1, 3)])
    assert [(each.text, [f.fact.text for f in each.facts]) for each in found] == [
        ("abcd", ["1"]),
        ("", ["3"]),
        ("ef", ["2"]),
    ]


def test_facts_without_a_place_are_kept_by_their_sentence() -> None:
    lost = [fact("1"), fact("2", sentence="Not there."), fact("3"), fact("4", 5, 99)]
    found = placeless("Text.", [*lost, fact("5", 0, 5)])
    assert [(each.text, [f.fact.text for f in each.facts]) for each in found] == [
        ("", ["1", "3", "4"]),
        ("Not there.", ["2"]),
    ]


@given(
    text=st.text(max_size=30),
    places=st.lists(st.tuples(st.integers(-2, 32), st.integers(-2, 32)), max_size=8),
)
def test_no_letter_and_no_fact_is_lost(text: str, places: list[tuple[int, int]]) -> None:
    facts = [fact(str(at), *place) for at, place in enumerate(places)]
    cut, rest = stretches(text, facts), placeless(text, facts)
    assert "".join(each.text for each in cut) == text
    seen = [each.fact.text for part in [*cut, *rest] for each in part.facts]
    assert sorted(seen) == sorted(each.fact.text for each in facts)


# --- Rows


def test_a_row_by_hand() -> None:
    verdict = Verdict(Label.NOT_SUPPORTED, 0.123456, Reason.CONTRADICTED, (WORK, BORN), "why")
    judged = JudgedFact(
        Fact("Ada flew.", "Ada flew.", 0, 9, Label.SUPPORTED, None), verdict, ErrorType.RETRIEVAL
    )
    item = ItemResult(
        "m", "Ada", Status.SCORED, "Ada flew.", (judged, fact("Loose.")), init_score=0.5,
        sentences=1, detail="so", extra={"cat": ["rare"], "prompt": "Tell."},
    )  # fmt: skip
    numbers = {WORK: 40, BORN: 7}
    assert item_row(item, numbers.__getitem__, "a.jsonl:1") == {
        "parts": [
            [
                "Ada flew.",
                [
                    {
                        "text": "Ada flew.",
                        "label": "not_supported",
                        "probability": 0.1235,
                        "reason": "contradicted",
                        "error": "retrieval_error",
                        "detail": "why",
                        "given": "supported",
                        # Its passages are the first and second of those that the item names.
                        "evidence": [0, 2.0, 1, 3.14],
                    }
                ],
            ]
        ],
        "loose": [["", [{"text": "Loose.", "label": "supported"}]]],
        "passages": [40, 7],
        "detail": "so",
        "source": "a.jsonl:1",
        "numbers": {"init_score": 0.5, "sentences": 1},
        "fields": [["cat", '["rare"]'], ["prompt", "Tell."]],
    }


def test_an_empty_item_is_an_empty_row() -> None:
    assert item_row(ItemResult("m", None, Status.EMPTY), lambda _: 0) == {}


def test_numbers_that_json_lacks_are_none() -> None:
    assert [finite(value, 2) for value in (0.125, None, math.nan, math.inf)] == [
        *(0.12, None, None, None)
    ]


def test_carried_values_are_text() -> None:
    values: list[JsonValue] = ["a", 1, None, True, {"é": [1.5]}]
    assert [shown(value) for value in values] == [*("a", "1", "null", "true", '{"é":[1.5]}')]


# --- Blocks


def test_a_block_ends_when_it_is_full() -> None:
    blocks = Blocks(size=6)
    assert [blocks.add(row) for row in ("ab", "cd", "ef", "gh")] == [0, 1, 2, 3]
    found = [json.loads(gzip.decompress(base64.b64decode(each))) for each in blocks.encoded()]
    assert found == [["ab", "cd"], ["ef", "gh"]]
    assert blocks.firsts == [0, 2]


def test_blocks_can_be_read_twice_and_go_on() -> None:
    blocks = Blocks()
    blocks.add(1)
    assert list(blocks.encoded()) == list(blocks.encoded())
    blocks.add(2)
    assert len(list(blocks.encoded())) == 2
    assert blocks.firsts == [0, 1]


# --- The whole section


def test_the_index_by_hand() -> None:
    first = ItemResult(
        "m", "Ada", Status.SCORED, counts=FactCounts(3, 2, 1), score=0.61234,
        errors=ErrorCounts(contradiction=1, unknown=1),
    )  # fmt: skip
    html = packed(first, ItemResult("n", None, Status.EMPTY), ItemResult("m", "Ada", Status.EMPTY))
    assert unpacked(html, "index") == [
        {
            "models": ["m", "n"],
            "topics": ["Ada"],
            "states": ["scored", "empty"],
            "setups": [{"judge": "nli", "decomposer": "rules", "version": "9.1"}],
            "items": {
                "model": [0, 1, 0],
                "topic": [0, -1, 0],
                "state": [0, 1, 1],
                "setup": [0, 0, 0],
                "score": [0.6123, None, None],
                "supported": [3, 0, 0],
                "not_supported": [2, 0, 0],
                "unscored": [1, 0, 0],
                "contradiction": [1, 0, 0],
                "retrieval_error": [0, 0, 0],
                "grounding_error": [0, 0, 0],
            },
            "item_blocks": [0],
            "passage_blocks": [],
        }
    ]


def test_results_of_older_versions_have_no_setup() -> None:
    (index,) = unpacked(packed(ItemResult("m", "Ada", Status.EMPTY), setup=None), "index")
    assert (index["setups"], index["items"]["setup"]) == ([], [-1])


def test_a_passage_is_stored_once() -> None:
    def item(model: str, *passages: Passage) -> ItemResult:
        judged = JudgedFact(Fact("F."), Verdict(Label.SUPPORTED, evidence=passages))
        return ItemResult(model, "Ada", Status.SCORED, "F.", (judged, judged))

    elsewhere = Passage(BORN.title, BORN.index, BORN.text, 1.0, "own.db")
    again = Passage(BORN.title, BORN.index, BORN.text, 9.9)
    html = packed(item("m", BORN, WORK), item("n", WORK, again, elsewhere))
    assert rows(html, "passages") == [
        ["Ada Lovelace", 0, BORN.text],
        ["Ada Lovelace", 1, WORK.text],
        ["Ada Lovelace", 0, BORN.text, "own.db"],
    ]
    assert [row["passages"] for row in rows(html, "items")] == [[0, 1], [1, 0, 2]]


def test_folders_are_not_published() -> None:
    assert rows(packed(ItemResult("m", "Ada", Status.EMPTY)), "items") == [{"source": "a.jsonl:1"}]


def test_the_same_items_give_the_same_bytes() -> None:
    item = ItemResult("m", "Ada", Status.SCORED, "Ada wrote.", (fact("Ada wrote.", 0, 10),))
    assert packed(item, item) == packed(item, item)


@pytest.mark.parametrize("evil", ["</script><script>x()", "<!--<script>", "\x00\u2028\ud800'\""])
def test_nothing_of_the_data_is_markup(evil: str) -> None:
    judged = JudgedFact(
        Fact(evil, evil), Verdict(Label.SUPPORTED, evidence=(Passage(evil, 0, evil, 1.0, evil),))
    )
    item = ItemResult(evil, evil, Status.SCORED, evil, (judged,), detail=evil, extra={evil: evil})
    html = packed(item)
    tags = re.compile(r"<[^>]*>")
    assert set(tags.findall(html)) == set(tags.findall(packed(harmless())))
    assert rows(html, "passages")[0][2] == evil.replace("\ud800", "?")


def harmless() -> ItemResult:
    verdict = Verdict(Label.SUPPORTED, evidence=(BORN,))
    return ItemResult("m", "t", Status.SCORED, "x", (JudgedFact(Fact("f"), verdict),))


def test_the_script_and_style_can_stand_in_their_elements() -> None:
    assert not re.search(r"</script|<!--|\r", explorer_script(), re.IGNORECASE)
    assert not re.search(r"</style|<!--|\r|@import|url\(", explorer_style(), re.IGNORECASE)


def test_no_data_can_become_markup_or_code_in_the_script() -> None:
    # Nothing that takes text for HTML or for a program, and nothing that speaks to a network.
    risky = r"innerHTML|outerHTML|insertAdjacent|document\.write|\beval\b|new Function|fetch\("
    assert not re.search(risky, explorer_script())


def test_the_explorer_leaves_out_the_words_that_the_judge_leaves_out() -> None:
    found = re.search(r"FUNCTION_WORDS = new Set\(\((.*?)\)\.split", explorer_script(), re.DOTALL)
    assert found
    words = "".join(re.findall(r'"([^"]*)"', found[1])).split()
    assert not any(windows.content_words(word) for word in words)
    assert set(words) == windows.FUNCTION_WORDS


def test_memory_is_that_of_the_compressed_rows() -> None:
    chance = random.Random(6)
    letters = "abcdefghijklmnopqrstuvwxyz "
    texts = ["".join(chance.choices(letters, k=500)) * 10 for _ in range(20)]
    tracemalloc.start()
    packer = ItemPacker()
    for at in range(2000):
        item = ItemResult("m", f"t{at % 20}", Status.SCORED, texts[at % 20] + str(at))
        packer.add(StoredItem(item, SETUP, "a.jsonl:1"))
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # Ten million letters went in.
    assert kept < 2_500_000
