"""Pages that only list others."""

import sqlite3
from contextlib import closing

import pytest
from knowledge_samples import make_store

from factscore.errors import TopicNotFound
from factscore.knowledge import open_store
from factscore.knowledge.resolve import How

ROWS = [
    {"title": "Lark", "passages": ["Lark may be a bird or a ship."], "disambiguation": True,
     "aliases": ["Larks", "The lark"]},
    {"title": "Lark (bird)", "passages": ["A lark sings."]},
    {"title": "Lark (ship)", "passages": ["The Lark sailed."], "aliases": ["HMS Lark"]},
    {"title": "Heron", "passages": ["A heron wades."]},
    {"title": "HERON", "passages": ["HERON may be two projects."], "disambiguation": True},
    {"title": "Wren", "passages": ["Wren may be anything."], "disambiguation": True},
    {"title": "Wren-like", "passages": ["As a wren."]},
    {"title": "Finch (disambiguation)", "passages": ["A list."], "aliases": ["Finches"]},
    {"title": "Finch (bird)", "passages": ["A finch."]},
    {"title": "Finch (town)", "passages": ["A town."]},
]  # fmt: skip


@pytest.fixture(params=["memory", "sqlite"])
def birds(request, tmp_path):
    with open_store(make_store(request.param, tmp_path, ROWS)) as store:
        yield store


@pytest.mark.parametrize("topic", ["Lark", "lark", "LARK", "Larks", "The_lark", "the lark"])
def test_a_page_of_names_is_ambiguous(birds, topic):
    with pytest.raises(TopicNotFound) as caught:
        birds.find(topic)
    assert caught.value.ambiguous
    assert caught.value.nearest == ("Lark (bird)", "Lark (ship)")


@pytest.mark.parametrize("topic", ["Finches", "Finch"])
def test_a_title_may_say_that_its_page_is_one(birds, topic):
    found = birds.resolution(topic)
    assert found.ambiguous
    assert found.candidates == ("Finch (bird)", "Finch (town)")


@pytest.mark.parametrize("topic", ["heron", "Heron"])
def test_another_article_of_the_name_goes_before(birds, topic):
    assert birds.find(topic).title == "Heron"


def test_it_is_found_where_it_is_asked_for_as_such(birds):
    assert birds.find("Finch (disambiguation)").passages == ("A list.",)
    assert birds.article("Lark").passages == ("Lark may be a bird or a ship.",)
    assert birds.article("lark") is None
    assert birds.article("\ud800") is None


@pytest.mark.parametrize("topic", ["Wren", "wren", "Like Wren (song)"])
def test_a_page_that_leads_nowhere_is_a_miss_and_is_not_offered(birds, topic):
    with pytest.raises(TopicNotFound) as caught:
        birds.find(topic)
    assert not caught.value.ambiguous
    assert caught.value.nearest == ("Wren-like",)


def test_neither_is_it_offered_for_a_slip(birds):
    with pytest.raises(TopicNotFound) as caught:
        birds.find("Wrenn")
    assert "Wren" not in caught.value.nearest


def test_by_which_rule(birds):
    assert birds.resolution("Heron").how == How.EXACT
    assert birds.resolution("HMS Lark").how == How.ALIAS
    assert birds.resolution("Lark (Ship)").how == How.NORMALISED
    assert birds.resolution("Robin").how is None
    assert birds.resolution("\ud800").title is None


def test_a_store_of_an_older_version_marks_none(tmp_path):
    path = make_store("sqlite", tmp_path, ROWS)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("ALTER TABLE articles DROP COLUMN disambiguation")
    with open_store(path) as store:
        assert store.find("Lark").title == "Lark"
        assert store.resolution("Finches").candidates == ("Finch (bird)", "Finch (town)")


def test_an_ambiguous_name_shows_five_candidates_and_knows_them_all(tmp_path):
    trades = ("baker", "cook", "diver", "editor", "farmer", "guide", "hunter")
    rows = [{"title": f"Ivo Kern ({trade})", "passages": ["x"]} for trade in trades]
    with open_store(make_store("sqlite", tmp_path, rows)) as store:
        assert len(store.resolution("Ivo Kern").candidates) == 7
        with pytest.raises(TopicNotFound) as caught:
            store.find("Ivo Kern")
    assert len(caught.value.nearest) == 5
