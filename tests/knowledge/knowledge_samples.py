"""Small articles, and the means to put them into every kind of store."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from factscore.knowledge.build import build_store

ARTICLES = [
    {"title": "Ada Lovelace", "passages": ["Ada wrote notes.", "She knew Babbage."],
     "aliases": ["Augusta Ada King", "Countess of Lovelace"]},
    {"title": "Émile Zola", "passages": ["Zola wrote novels in Paris."],
     "aliases": ["The Naturalist"]},
    {"title": "John Estes (footballer)", "passages": ["Estes played for Alpena."]},
    {"title": "Maria Weber (painter)", "passages": ["Weber painted lakes."]},
    {"title": "Maria Weber (physicist)", "passages": ["Weber measured light."]},
    {"title": "Ali Nur", "passages": ["Nur kept bees."], "aliases": ["Nur"]},
    {"title": "Alí Nur", "passages": ["This Nur sold books."], "aliases": ["Nur"]},
    {"title": "Rosa Klein", "passages": ["Klein sang."]},
    {"title": "Rosa Klein (disambiguation)", "passages": ["A list of people."]},
    {"title": "Otto Brandt (disambiguation)", "passages": ["Another list of people."]},
]  # fmt: skip
KINDS = ("memory", "sqlite", "original")


def write_jsonl(path: Path, rows) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path


def write_original(path: Path, rows) -> Path:
    """A database as FActScore makes them."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE documents (title PRIMARY KEY, text)")
        for row in rows:
            text = "####SPECIAL####SEPARATOR####".join(row["passages"])
            db.execute("INSERT INTO documents VALUES (?, ?)", (row["title"], text))
    return path


def make_store(kind: str, folder: Path, rows) -> Path:
    if kind == "original":
        return write_original(folder / "original.db", rows)
    source = write_jsonl(folder / "articles.jsonl", rows)
    if kind == "sqlite":
        build_store([source], folder / "store.db")
        return folder / "store.db"
    return source
