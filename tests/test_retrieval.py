"""BM25 over the passages of one article."""

import gzip
import json
import re
import subprocess
import sys
from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import factscore
from factscore.errors import TopicNotFound, UsageError
from factscore.knowledge import open_store
from factscore.knowledge.articles import make_article
from factscore.knowledge.shown import shown_text
from factscore.retrieval import TopicIndex, retrieve, tokens_of

NOTES = ["ada wrote notes", "ada lived london", "ada knew babbage well today"]


def test_scores_worked_out_by_hand():
    # 3 passages of 3, 3 and 5 words, mean 11/3. Terms in one passage have idf
    # ln 2.5 - ln 1.5 = .510826; "ada", in all three, ln .5 - ln 3.5 = -1.945910, which is
    # raised to a quarter of the mean over the 9 terms, (8 * .510826 - 1.945910) / 36 =
    # .059464. A term that stands once weighs 2.5 / (1 + 1.5 (.25 + .75 length / mean)):
    # 1.089109 in the first two passages and .859375 in the last.
    top = TopicIndex(make_article("ada", NOTES)).top("ada", "wrote notes", 3)
    assert [passage.index for passage in top] == [0, 1, 2]
    expected = [(0.059464 + 2 * 0.510826) * 1.089109, 0.059464 * 1.089109, 0.059464 * 0.859375]
    assert [passage.score for passage in top] == pytest.approx(expected, abs=1e-5)


def test_ties_go_to_the_first_passage():
    index = TopicIndex(make_article("t", ["same words"] * 20))
    assert [passage.index for passage in index.top("t", "same", 6)] == [0, 1, 2, 3, 4, 5]


def test_one_passage_and_negative_idf():
    # ln(1 - 1 + .5) - ln(1 + .5) = -ln 3 for both terms; raised to a quarter of their mean.
    (passage,) = TopicIndex(make_article("t", ["ada wrote"])).top("ada", "wrote", 5)
    assert passage.score == pytest.approx(2 * -1.098612 / 4, abs=1e-5)


def test_case_matters():
    index = TopicIndex(make_article("t", ["x y", "Ada z", "ada w"]))
    assert index.top("Ada", "?", 1)[0].index == 1
    assert index.top("ada", "?", 1)[0].index == 2


def test_the_topic_is_part_of_the_query():
    index = TopicIndex(make_article("t", NOTES))
    assert index.top("babbage", "was a man", 1)[0].index == 2


def test_more_than_there_are():
    assert len(TopicIndex(make_article("t", NOTES)).top("t", "x", 50)) == 3


def test_an_empty_fact_is_ranked_by_the_topic():
    assert TopicIndex(make_article("t", NOTES)).top("london", "", 1)[0].index == 1


@pytest.mark.parametrize("passages", [[], [""], ["", "  "], ["<s></s>"]])
def test_articles_without_words(passages):
    assert TopicIndex(make_article("t", passages)).top("t", "fact", 5) == ()


def test_an_empty_passage_among_others():
    top = TopicIndex(make_article("t", ["", "ada wrote", "b c"])).top("ada", "wrote", 5)
    assert (top[0].index, top[0].text) == (1, "ada wrote")
    assert len(top) == 3


def test_marks():
    passage = "<s>Ada Ada was a countess.</s><s>Life. Born  in 1815, in"
    assert tokens_of(passage) == [
        "Ada", "Ada", "was", "a", "countess.Life.", "Born", "in", "1815,", "in",
    ]  # fmt: skip
    assert shown_text(passage) == "Ada Ada was a countess. Life. Born  in 1815, in"
    (top,) = TopicIndex(make_article("t", [passage])).top("t", "x", 1)
    assert top.text == shown_text(passage)


@given(st.lists(st.sampled_from(["<s>", "</s>", " ", "\t", "\n", "\u2003", "a", "<", "s>"])))
def test_shown_text_is_what_one_pattern_would_make_of_it(pieces):
    passage = "".join(pieces)
    slow = re.sub(r"\s*(?:</?s>)+\s*", " ", passage).strip()
    assert shown_text(passage) == slow


@pytest.mark.parametrize("piece", [" ", "<", "</", "<s", "<s>", " <s> ", "s>"])
def test_long_passages_take_no_longer_than_their_length(piece):
    passage = "a" + piece * (2_000_000 // len(piece)) + "b"
    shown_text(passage)


def test_an_index_is_built_by_its_first_question():
    code = (
        "import sys\n"
        "from factscore.knowledge.articles import make_article\n"
        "from factscore.retrieval import TopicIndex\n"
        "index = TopicIndex(make_article('t', ['<s>a</s>b c']))\n"
        "assert index.texts == ('a b c',)\n"
        "assert not {'numpy', 'rank_bm25'} & set(sys.modules)\n"
        "index.top('t', 'b', 1)\n"
        "assert {'numpy', 'rank_bm25'} <= set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize("k", [0, -1])
def test_k_below_one(k):
    with pytest.raises(UsageError, match="at least 1"):
        TopicIndex(make_article("t", NOTES)).top("t", "x", k)


WORDS = st.lists(st.sampled_from(["a", "b", "c", "d", "e", "A", "<s>a", "b</s>"]), max_size=12).map(
    " ".join
)


@settings(deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=8), WORDS, st.lists(WORDS, min_size=1, max_size=4))
def test_scores_are_rank_bm25s_to_the_last_bit(passages, topic, facts):
    from rank_bm25 import BM25Okapi

    tokens = [passage.replace("<s>", "").replace("</s>", "").split() for passage in passages]
    index = TopicIndex(make_article("t", passages))
    if not any(tokens):
        assert index.top(topic, facts[0], 9) == ()
        return
    oracle = BM25Okapi(tokens)
    for fact in facts:
        scores = oracle.get_scores((topic + " " + fact).split())
        top = index.top(topic, fact, len(passages))
        assert [passage.index for passage in top] == (-scores).argsort(kind="stable").tolist()
        assert [passage.score.hex() for passage in top] == [
            float(scores[passage.index]).hex() for passage in top
        ]


@pytest.fixture
def store(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps({"title": "Ada", "passages": NOTES}))
    with open_store(path) as opened:
        yield opened


def test_retrieve(store):
    found = retrieve(store, "ada", ["wrote notes", "knew babbage"], k=2)
    assert [[passage.index for passage in passages] for passages in found] == [[0, 1], [2, 0]]
    assert {passage.title for passages in found for passage in passages} == {"Ada"}
    assert retrieve(store, "Ada", []) == []


def test_the_public_name_works_again_and_again(store):
    assert factscore.retrieve(store, "Ada", ["lived"], k=1)[0][0].index == 1
    assert factscore.retrieve(store, "Ada", ["lived"], k=1)[0][0].index == 1


def test_retrieve_refuses(store):
    with pytest.raises(TopicNotFound):
        retrieve(store, "Nobody at all", ["x"])
    with pytest.raises(UsageError, match="at least 1"):
        retrieve(store, "Ada", ["x"], k=0)
    with pytest.raises(UsageError, match="list"):
        retrieve(store, "Ada", "x")


def test_published_order_of_whole_pages(data_dir):
    """FActScore's own retrieval, on pages that it listed completely (fewer than five)."""
    pages = {}
    for line in (data_dir / "factscore/passages.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        pages[row["title"]] = row["passages"]
    facts = defaultdict(list)
    with gzip.open(data_dir / "factscore/retrieved.jsonl.gz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            facts[row["topic"]].append(row)
    same = total = 0
    for topic, rows in facts.items():
        if any(len(row["passages"]) >= 5 for row in rows):
            continue
        index = TopicIndex(make_article(topic, pages[topic]))
        for row in rows:
            found = [passage.index for passage in index.top(topic, row["fact"], 5)]
            same += found == row["passages"]
            total += 1
    assert total == 1113
    assert same / total >= 0.98
