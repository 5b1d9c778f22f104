"""From a topic to an article: every rule, in every kind of store."""

import pytest
from knowledge_samples import make_store

from factscore.errors import TopicNotFound
from factscore.knowledge import open_store
from factscore.knowledge.names import MemoryNames
from factscore.knowledge.nearest import suggestions


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("Ada Lovelace", "Ada Lovelace"),
        ("ada lovelace", "Ada Lovelace"),
        ("Ada_Lovelace", "Ada Lovelace"),
        (" Ada Lovelace ", "Ada Lovelace"),
        ("Emile Zola", "Émile Zola"),
        ("John Estes (footballer)", "John Estes (footballer)"),
        ("John Estes", "John Estes (footballer)"),
        ("john_estes", "John Estes (footballer)"),
        ("John Estes, footballer", "John Estes (footballer)"),
        ("Maria Weber (painter)", "Maria Weber (painter)"),
        ("Ali Nur", "Ali Nur"),
        ("Alí Nur", "Alí Nur"),
        ("Rosa Klein", "Rosa Klein"),
    ],
)
def test_found(any_store, topic, title):
    assert any_store.find(topic).title == title


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("Countess of Lovelace", "Ada Lovelace"),
        ("Augusta Ada King", "Ada Lovelace"),
        ("countess_of_lovelace", "Ada Lovelace"),
        ("the naturalist", "Émile Zola"),
    ],
)
def test_found_by_alias(aliased_store, topic, title):
    assert aliased_store.find(topic).title == title


@pytest.mark.parametrize(
    ("topic", "candidates"),
    [
        ("Maria Weber", ("Maria Weber (painter)", "Maria Weber (physicist)")),
        ("ALI NUR", ("Ali Nur", "Alí Nur")),
    ],
)
def test_ambiguous(any_store, topic, candidates):
    with pytest.raises(TopicNotFound) as caught:
        any_store.find(topic)
    assert caught.value.ambiguous
    assert caught.value.nearest == candidates


def test_ambiguous_alias(aliased_store):
    with pytest.raises(TopicNotFound) as caught:
        aliased_store.find("Nur")
    assert caught.value.ambiguous
    assert caught.value.nearest == ("Ali Nur", "Alí Nur")


@pytest.mark.parametrize(
    ("topic", "nearest"),
    [
        ("Ada Lovelaec", "Ada Lovelace"),
        ("Eda Lovelace", "Ada Lovelace"),
        ("Jon Estes", "John Estes (footballer)"),
        ("Maria Weber (chemist)", "Maria Weber (physicist)"),
    ],
)
def test_a_miss_names_the_nearest(any_store, topic, nearest):
    with pytest.raises(TopicNotFound) as caught:
        any_store.find(topic)
    assert not caught.value.ambiguous
    assert nearest in caught.value.nearest[:2]
    assert len(caught.value.nearest) <= 5


def test_a_miss_near_an_alias_names_its_article(aliased_store):
    with pytest.raises(TopicNotFound) as caught:
        aliased_store.find("Countess of Lovelce")
    assert caught.value.nearest[0] == "Ada Lovelace"


@pytest.mark.parametrize("topic", ["Qqq Xyzzy", "", "   ", "\0", "\ud800", "Otto Brandt's"])
def test_a_plain_miss(any_store, topic):
    with pytest.raises(TopicNotFound) as caught:
        any_store.find(topic)
    assert not caught.value.ambiguous
    assert "\n" not in str(caught.value)


PRECEDENCE = [
    {"title": "Ada", "passages": ["x"], "aliases": ["Eve", "ROSE", "Max (poet)"]},
    {"title": "Eve", "passages": ["x"]},
    {"title": "Rose", "passages": ["x"], "aliases": ["Sir Ivo"]},
    {"title": "SIR IVO", "passages": ["x"]},
    {"title": "Ivo Kern (baker)", "passages": ["x"]},
    {"title": "Jan Roth", "passages": ["x"], "aliases": ["ivo kern"]},
]


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("Eve", "Eve"),  # a title before an alias
        ("ROSE", "Ada"),  # an alias before a normalised title
        ("sir ivo", "SIR IVO"),  # a normalised title before a normalised alias
        ("Ivo Kern", "Jan Roth"),  # a normalised alias before a qualified title
        ("Ivo Kern (baker)", "Ivo Kern (baker)"),
    ],
)
@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_the_order_of_the_rules(tmp_path, kind, topic, title):
    with open_store(make_store(kind, tmp_path, PRECEDENCE)) as store:
        assert store.find(topic).title == title


def test_an_alias_with_a_qualifier_is_no_bare_name(tmp_path):
    store = open_store(make_store("memory", tmp_path, PRECEDENCE))
    with store, pytest.raises(TopicNotFound):
        store.find("Max")


def test_a_list_of_people_is_nobody(any_store):
    with pytest.raises(TopicNotFound) as caught:
        any_store.find("Otto Brandt")
    assert caught.value.nearest == ()


def test_nearest_titles_are_ranked_and_unlike_ones_left_out():
    names = MemoryNames(["Anna Karl", "Anna Karlson", "Zzz", "Anne Karl"])
    assert suggestions("anna karl", names) == ["Anna Karl", "Anne Karl", "Anna Karlson"]


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("Ali_Nur", "Ali Nur"),
        ("ali Nur", "Ali Nur"),
        ("https://en.wikipedia.org/wiki/Al%C3%AD_Nur", "Alí Nur"),
        ("[[Alí Nur|he]]", "Alí Nur"),
        ("Nur, Ali", None),
    ],
)
def test_what_mediawiki_reads_alike_is_not_ambiguous(any_store, topic, title):
    if title:
        assert any_store.find(topic).title == title
        return
    with pytest.raises(TopicNotFound) as caught:
        any_store.find(topic)
    assert caught.value.nearest == ("Ali Nur", "Alí Nur")


ALIKE = [
    {"title": "Cell (biology)", "passages": ["x"]},
    {"title": "Cell biology", "passages": ["x"]},
    {"title": "C", "passages": ["x"], "aliases": ["c."]},
    {"title": "C Sharp (language)", "passages": ["x"]},
    {"title": "J. K. Berg", "passages": ["x"], "aliases": ["J. Berg & Sons"]},
    {"title": "JK Berg (singer)", "passages": ["x"]},
    {"title": "Möller", "passages": ["x"]},
]


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("CELL BIOLOGY", "Cell biology"),
        ("CELL (BIOLOGY)", "Cell (biology)"),
        ("c", "C"),
        ("C#", "C Sharp (language)"),
        ("c♯", "C Sharp (language)"),
        ("JK Berg", "J. K. Berg"),  # another spelling before a qualified title
        ("J. Berg and Sons", "J. K. Berg"),
        ("Moeller", "Möller"),
        ("Moller", "Möller"),
    ],
)
@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_titles_that_are_filed_alike(tmp_path, kind, topic, title):
    with open_store(make_store(kind, tmp_path, ALIKE)) as store:
        assert store.find(topic).title == title
