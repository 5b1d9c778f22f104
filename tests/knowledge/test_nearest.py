"""What a missed topic is answered with."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from knowledge_samples import make_store

from factscore.errors import TopicNotFound
from factscore.knowledge import open_store
from factscore.knowledge.nearest import slips

PEOPLE = [
    "Anna Karoline Lund",
    "Bertil Q. Sandström",
    "Clara Vogelsang",
    "Dmitri Orlov",
    "Димитър Орлов",
    "Γιώργος Παππάς",
    "Edda Fjelde (singer)",
    "Ferdinand Oberhuber",
    "山田花子",
]
CROWD = [f"Sam {chr(65 + i // 26)}{chr(97 + i % 26)}o Smith" for i in range(600)]


@pytest.fixture(scope="module", params=["memory", "sqlite", "original"])
def crowd(request, tmp_path_factory):
    """People among six hundred others who end in the same name."""
    names = [*PEOPLE, *CROWD, "John Smith", "Zoe Smith"]
    rows = [{"title": name, "passages": ["x"]} for name in names]
    folder = tmp_path_factory.mktemp("crowd")
    with open_store(make_store(request.param, folder, rows)) as store:
        yield store


def _nearest(store, topic):
    with pytest.raises(TopicNotFound) as caught:
        store.find(topic)
    assert not caught.value.ambiguous
    return caught.value.nearest


@pytest.mark.parametrize(
    ("topic", "title"),
    [
        ("Anna Lund", "Anna Karoline Lund"),
        ("Anna K. Lund", "Anna Karoline Lund"),
        ("A. Lund", "Anna Karoline Lund"),
        ("Anna Karoline Sofie Lund", "Anna Karoline Lund"),
        ("Lund Anna Karoline", "Anna Karoline Lund"),
        ("Lund, Anna", "Anna Karoline Lund"),
        ("Bertil Sandström", "Bertil Q. Sandström"),
        ("Bertil Quist Sandstrom", "Bertil Q. Sandström"),
        ("Vogelsang", "Clara Vogelsang"),
        ("Vogelsnag", "Clara Vogelsang"),
        ("Klara Vogelsank", "Clara Vogelsang"),
        ("Vogelsank, Clara", "Clara Vogelsang"),
        ("Clara Vogelsang (singer)", "Clara Vogelsang"),
        ("Edda Fjelde (painter)", "Edda Fjelde (singer)"),
        ("Eda Fjelde", "Edda Fjelde (singer)"),
        ("Dimitri Orlov", "Dmitri Orlov"),
        ("Димитар Орлов", "Димитър Орлов"),
        ("Γιώργως Παππάς", "Γιώργος Παππάς"),
        ("Orlov", "Dmitri Orlov"),
        ("Johm Smith", "John Smith"),
        ("Smith John", "John Smith"),
        ("Jonh Smtih", "John Smith"),
        ("Ferdinand Oberhuber and his many friends from the mountains", "Ferdinand Oberhuber"),
        ("山田花了", "山田花子"),
    ],
)
def test_the_nearest_first(crowd, topic, title):
    assert title in _nearest(crowd, topic)


@pytest.mark.parametrize("topic", ["x" * 10_000, "Qqq Xyzzy", "x", "!?", "(" * 500])
def test_nothing_comes_near(crowd, topic):
    assert _nearest(crowd, topic) == ()


def test_slips_are_all_one_slip_away():
    found = set(slips("abc"))
    assert {"bc", "ac", "ab"} <= found
    assert {"bac", "acb", "bca", "cab"} <= found
    assert {"zabc", "abcz", "axbc", "xbc", "abx"} <= found
    assert all(2 <= len(one) <= 4 for one in found)


@settings(deadline=None)
@given(st.text(alphabet="abcdefgh", min_size=2, max_size=9), st.data())
def test_every_slip_of_a_name_leads_back(name, data):
    assert name in set(slips(data.draw(st.sampled_from(sorted(set(slips(name)))))))
