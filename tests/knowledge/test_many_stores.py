"""Several stores as one."""

import pytest
from knowledge_samples import make_store, write_jsonl

from factscore.errors import StoreError, TopicNotFound, UsageError
from factscore.knowledge import ManyStores, open_store, open_stores
from factscore.knowledge.search import Source, StoreSearch, build_index

WIKI = [
    {"title": "Vera Lind", "passages": ["Vera Lind catalogued mosses in Odense."]},
    {"title": "Odense", "passages": ["Odense is a city on Funen."]},
    {"title": "Jon Berg (poet)", "passages": ["Berg wrote odes."]},
    {"title": "Jon Berg (pilot)", "passages": ["Berg flew mail."]},
    {"title": "Ove Holm", "passages": ["Holm sailed."]},
]
OWN = [
    {"title": "Vera Lind", "passages": ["The letters of Vera Lind lie in our archive."]},
    {"title": "Jon Berg", "passages": ["Our colleague Berg repairs clocks."]},
    {"title": "Archive", "passages": ["The archive holds letters and mosses."]},
]


@pytest.fixture
def paths(tmp_path):
    return (
        str(write_jsonl(tmp_path / "wiki.jsonl", WIKI)),
        str(write_jsonl(tmp_path / "own.jsonl", OWN)),
    )


@pytest.fixture
def both(paths):
    with open_stores(paths) as store:
        yield store


def test_one_store_is_itself(paths):
    for given in (paths[0], [paths[0]]):
        with open_stores(given) as store:
            assert not isinstance(store, ManyStores)
            assert store.path == paths[0]


def test_what_is_open_stays_open(tmp_path):
    path = make_store("sqlite", tmp_path, WIKI)
    with open_store(path) as store:
        with open_stores([store]) as same:
            assert same is store
        assert store.find("Odense").title == "Odense"


def test_no_store_and_the_same_store_twice(paths):
    with pytest.raises(UsageError, match="no knowledge store is given"), open_stores([]):
        pass
    again = paths[0].replace("wiki.jsonl", "../" + paths[0].split("/")[-2] + "/wiki.jsonl")
    with pytest.raises(UsageError, match="given twice"), open_stores([paths[0], again]):
        pass


def test_all_are_shown(both, paths):
    assert both.path == f"{paths[0]} + {paths[1]}"
    assert len(both) == 8


def test_the_first_that_has_an_article_gives_it(both, paths):
    assert both.find("Vera Lind").passages == tuple(WIKI[0]["passages"])
    assert both.find("Archive").title == "Archive"
    with open_stores(paths[::-1]) as other_way:
        assert other_way.find("Vera Lind").passages == tuple(OWN[0]["passages"])


def test_what_is_ambiguous_in_one_may_be_plain_in_the_next(both, paths):
    assert both.find("Jon Berg").passages == tuple(OWN[1]["passages"])


def test_misses_name_what_is_nearest_in_all(both):
    with pytest.raises(TopicNotFound) as miss:
        both.find("Archiv")
    assert "Archive" in miss.value.nearest
    assert not miss.value.ambiguous


def test_what_is_ambiguous_and_nowhere_plain(tmp_path):
    files = [write_jsonl(tmp_path / "a.jsonl", WIKI), write_jsonl(tmp_path / "b.jsonl", OWN[2:])]
    with open_stores(files) as store, pytest.raises(TopicNotFound) as miss:
        store.find("Jon Berg")
    assert miss.value.ambiguous
    assert miss.value.nearest == ("Jon Berg (pilot)", "Jon Berg (poet)")


def test_the_fingerprint_is_that_of_all(both, paths, tmp_path):
    with open_stores(paths[::-1]) as other_way:
        assert other_way.fingerprint != both.fingerprint
    with open_stores([paths[0], write_jsonl(tmp_path / "c.jsonl", OWN[1:])]) as other:
        assert other.fingerprint != both.fingerprint
    with open_stores([paths[0], write_jsonl(tmp_path / "d.jsonl", OWN)]) as same:
        assert same.fingerprint == both.fingerprint


def test_search_says_from_which_store(both, paths):
    found = StoreSearch(both).top("letters about mosses, Vera Lind", 5)
    assert {(passage.store, passage.title) for passage in found} >= {
        (paths[0], "Vera Lind"),
        (paths[1], "Vera Lind"),
        (paths[1], "Archive"),
    }
    assert found[0].place == f"{found[0].title}, passage 0 of {found[0].store}"


def test_search_is_as_if_they_were_one(both, tmp_path):
    # A sign that is no word tells the two pages of one title apart.
    renamed = [{**row, "title": f"{row['title']} !"} for row in OWN]
    with open_store(write_jsonl(tmp_path / "one.jsonl", [*WIKI, *renamed])) as one:
        alone = StoreSearch(one)
        joined = StoreSearch(both)
        for question in ("Vera Lind mosses", "letters", "Berg in Odense"):
            expected = [(p.title.removesuffix(" !"), p.text) for p in alone.top(question, 5)]
            found = joined.top(question, 5)
            assert sorted((p.title, p.text) for p in found) == sorted(expected)
            assert [p.score for p in found] == pytest.approx(
                [p.score for p in alone.top(question, 5)]
            )


def test_sources_are_told_apart(both, paths):
    search = StoreSearch(both)
    first, second = (
        next(p for p in search.top("Vera Lind", 5) if p.title == "Vera Lind" and p.store == path)
        for path in paths
    )
    assert search.source(first) == Source(0, "Vera Lind", 0)
    assert search.source(second) == Source(1, "Vera Lind", 0)
    assert search.passage(search.source(second), second.score) == second


def test_each_needs_its_index(tmp_path, paths):
    store = make_store("sqlite", tmp_path, WIKI)
    with open_stores([store, paths[1]]) as both:
        with pytest.raises(StoreError, match="has no index"):
            StoreSearch(both).check()
        build_index(store)
        StoreSearch(both).check()
        assert StoreSearch(both).top("archive", 1)[0].store == paths[1]
