"""Articles to search in, with results one can tell by hand."""

from knowledge_samples import write_jsonl

from factscore.knowledge.build import build_store
from factscore.knowledge.search import build_index

PEOPLE = [
    {
        "title": "Vera Lind",
        "passages": [
            "Vera Lind was a Danish botanist who catalogued mosses.",
            "She left Odense for Lima in 1912 and drew orchids there.",
        ],
    },
    {"title": "Oskar Lind", "passages": ["He repaired organs in Odense and never married."]},
    {"title": "Odense", "passages": ["Odense is a city on the island of Funen."]},
    {"title": "東京都", "passages": ["東京都は日本の首都です。人口が多いです。"]},
    {"title": "กรุงเทพ", "passages": ["กรุงเทพเป็นเมืองหลวงของประเทศไทย"]},
    {"title": "서울", "passages": ["서울에서 올림픽이 열렸다."]},
    {"title": "Жуковский", "passages": ["Николай Жуковский изучал аэродинамику."]},
    {"title": "Zoë Müller", "passages": ["Zoë Müller sang in Malmö."]},
]


def built(folder, rows, name="store", *, index=True):
    """A store in a file, with its index."""
    lines = write_jsonl(folder / f"{name}.jsonl", rows)
    store = folder / f"{name}.db"
    build_store([lines], store)
    if index:
        build_index(store)
    return store


def places(passages):
    return [(passage.title, passage.index) for passage in passages]
