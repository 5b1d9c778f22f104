"""Ambiguous topics, decided by the text."""

import pytest
from knowledge_samples import make_store, write_jsonl
from test_choice import ABOUT_NEITHER, ABOUT_THE_FOOTBALLER, ABOUT_THE_PAINTER, PAGES

from factscore.errors import TopicNotFound
from factscore.knowledge import open_store
from factscore.knowledge.choice import MOST_COMPARED
from factscore.knowledge.context import resolve_in_context
from factscore.knowledge.many import ManyStores
from factscore.knowledge.resolve import How
from factscore.retrieval import retrieve
from factscore.topics import Topics

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


def test_in_a_run_each_text_decides_for_itself(tmp_path):
    """Where a text does not decide, the next store's article is taken, but for this row only."""
    own = write_jsonl(tmp_path / "own.jsonl", [{"title": "Otto Brandt (cook)", "passages": ["x"]}])
    wiki = write_jsonl(tmp_path / "wiki.jsonl", ROWS)
    with ManyStores([open_store(wiki), open_store(own)]) as stores:
        topics = Topics(stores)
        for text, title in (
            (ABOUT_NEITHER, "Otto Brandt (cook)"),
            (ABOUT_THE_PAINTER, PAINTER),
            (ABOUT_THE_FOOTBALLER, FOOTBALLER),
            (ABOUT_NEITHER, "Otto Brandt (cook)"),
        ):
            found = topics.find("Otto Brandt", text)
            assert found.evidence.article.title == title


class _Plain:
    """A store that only finds."""

    path = "plain"

    fingerprint = "plain"

    def __init__(self, store):
        self.find = store.find

    def close(self):
        pass


def test_a_store_that_cannot_tell(brandts):
    found = resolve_in_context(_Plain(brandts), "rosa klein", "")
    assert (found.title, found.how, found.note) == ("Rosa Klein", None, "")
    with pytest.raises(TopicNotFound):
        resolve_in_context(_Plain(brandts), "Otto Brandt", ABOUT_THE_PAINTER)


@pytest.fixture
def custom_and_ours(tmp_path):
    """A store that only finds, and one of ours; both know Rosa Klein."""
    custom = [{"title": "Rosa Klein", "passages": ["My Klein danced."]}]
    ours = open_store(make_store("sqlite", tmp_path, ROWS))
    return _Plain(open_store(write_jsonl(tmp_path / "custom.jsonl", custom))), ours


def test_a_store_that_cannot_tell_is_asked_in_its_turn(custom_and_ours):
    custom, ours = custom_and_ours
    for first, second, text in (
        (custom, ours, "My Klein danced."),
        (ours, custom, "Klein sang."),
    ):
        stores = ManyStores([first, second])
        found = resolve_in_context(stores, "Rosa Klein", "")
        assert (found.article.passages, found.store) == ((text,), first.path)
        assert stores.find("Rosa Klein") == found.article
        (passage,) = Topics(stores).find("Rosa Klein").evidence.top("Klein?", 5)
        assert (passage.text, passage.store) == (text, first.path)
        (passages,) = retrieve(stores, "Rosa Klein", ["Klein?"])
        assert passages == [passage]
        decided = resolve_in_context(stores, "Otto Brandt", ABOUT_THE_PAINTER)
        assert (decided.title, decided.store) == (PAINTER, ours.path)
        with pytest.raises(TopicNotFound) as caught:
            resolve_in_context(stores, "Rosa Kline", "")
        assert caught.value.nearest == ("Rosa Klein",)
    ours.close()


def test_of_very_many_articles_those_that_the_text_names_are_compared(tmp_path):
    cooks = [
        {"title": f"Otto Brandt (cook {n})", "passages": ["Brandt cooked."]}
        for n in range(MOST_COMPARED + 50)
    ]
    with open_store(make_store("sqlite", tmp_path, [*cooks, *ROWS])) as store:
        found = resolve_in_context(store, "Otto Brandt", ABOUT_THE_PAINTER)
        assert found.title == PAINTER
        assert found.note == (
            f"'Otto Brandt' may be any of {MOST_COMPARED + 52} articles; "
            f"the text fits {PAINTER!r} best of the {MOST_COMPARED} compared"
        )
        with pytest.raises(TopicNotFound) as caught:
            resolve_in_context(store, "Otto Brandt", ABOUT_NEITHER)
        assert len(caught.value.nearest) == 5
