"""Ambiguous topics, decided by the text."""

import pytest
from knowledge_samples import make_store, write_jsonl
from test_choice import ABOUT_NEITHER, ABOUT_THE_FOOTBALLER, ABOUT_THE_PAINTER, PAGES

from factscore.errors import TopicNotFound
from factscore.knowledge import open_store
from factscore.knowledge.context import resolve_in_context
from factscore.knowledge.many import ManyStores
from factscore.knowledge.resolve import How

PAINTER, FOOTBALLER = PAGES
ROWS = [{"title": title, "passages": passages} for title, passages in PAGES.items()]
ROWS.append({"title": "Rosa Klein", "passages": ["Klein sang."], "aliases": ["The Lark"]})


@pytest.fixture(params=["memory", "sqlite", "original"])
def brandts(request, tmp_path):
    with open_store(make_store(request.param, tmp_path, ROWS)) as store:
        yield store


@pytest.mark.parametrize("topic", ["Otto Brandt", "otto_brandt", "Brandt, Otto"])
@pytest.mark.parametrize(
    ("text", "title"), [(ABOUT_THE_PAINTER, PAINTER), (ABOUT_THE_FOOTBALLER, FOOTBALLER)]
)
def test_the_text_decides(brandts, topic, text, title):
    found = resolve_in_context(brandts, topic, text)
    assert found.title == title
    assert found.how == How.CONTEXT
    assert found.candidates == (FOOTBALLER, PAINTER)
    assert found.article == brandts.find(title)
    assert found.note == f"{topic!r} may be any of 2 articles; the text fits {title!r} best"
    assert found.store == ""


@pytest.mark.parametrize("text", [ABOUT_NEITHER, ""])
def test_a_text_that_does_not_decide(brandts, text):
    with pytest.raises(TopicNotFound) as caught:
        resolve_in_context(brandts, "Otto Brandt", text)
    assert caught.value.ambiguous
    assert caught.value.nearest == (FOOTBALLER, PAINTER)


@pytest.mark.parametrize(
    ("topic", "how"),
    [
        ("Rosa Klein", How.EXACT),
        ("Rosa_Klein", How.EXACT),
        ("ROSA KLEIN", How.NORMALISED),
        ("Klein, Rosa", How.SPELLING),
    ],
)
def test_no_text_is_needed_where_one_article_is_meant(brandts, topic, how):
    found = resolve_in_context(brandts, topic, ABOUT_THE_PAINTER)
    assert (found.title, found.how) == ("Rosa Klein", how)
    assert (found.candidates, found.note) == ((), "")


def test_a_miss(brandts):
    with pytest.raises(TopicNotFound) as caught:
        resolve_in_context(brandts, "Rosa Kline", ABOUT_THE_PAINTER)
    assert caught.value.nearest == ("Rosa Klein",)
    with pytest.raises(TopicNotFound):
        resolve_in_context(brandts, "\ud800", "")


def test_the_first_of_several_stores_that_knows(tmp_path):
    own = write_jsonl(tmp_path / "own.jsonl", [{"title": "Otto Brandt (cook)", "passages": ["x"]}])
    wiki = write_jsonl(tmp_path / "wiki.jsonl", ROWS)
    with ManyStores([open_store(wiki), open_store(own)]) as stores:
        found = resolve_in_context(stores, "Otto Brandt", ABOUT_THE_PAINTER)
        assert (found.title, found.store) == (PAINTER, str(wiki))
        found = resolve_in_context(stores, "Otto Brandt", ABOUT_NEITHER)
        assert (found.title, found.how) == ("Otto Brandt (cook)", How.QUALIFIED)
        assert found.store == str(own)
        with pytest.raises(TopicNotFound):
            resolve_in_context(stores, "Nobody Here", "")


class _Plain:
    """A store that only finds."""

    path = "plain"

    def __init__(self, store):
        self.find = store.find


def test_a_store_that_cannot_tell(brandts):
    found = resolve_in_context(_Plain(brandts), "rosa klein", "")
    assert (found.title, found.how, found.note) == ("Rosa Klein", None, "")
    with pytest.raises(TopicNotFound):
        resolve_in_context(_Plain(brandts), "Otto Brandt", ABOUT_THE_PAINTER)
