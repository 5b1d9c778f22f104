"""Texts about machines, an article about them, and what a good chat model says of both."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from llm.chat_server import Call, ChatServer

from factscore.llm.openai import OpenAIChat
from factscore.records import JsonValue

TOPIC = "Ada Lovelace"
_ARTICLE = {
    "title": TOPIC,
    "passages": [
        f"Ada Lovelace built machine {n} in York. She kept it all her life." for n in "12"
    ],
}
_SENTENCE = re.compile(r"<sentence>\n(.*)\n</sentence>", re.DOTALL)
_STATEMENT = re.compile(r"<statement>(.*)</statement>", re.DOTALL)


class AtHome(OpenAIChat):
    """As if the local server were OpenAI's own, where alone prices are known."""

    @property
    def provider(self) -> str:
        return "openai"

    def identity(self) -> dict[str, JsonValue]:
        return {**super().identity(), "base_url": None}


def text(item: int, sentences: int = 4) -> str:
    """Each sentence has two facts: the first is true, the second is not."""
    numbers = range(item * 100, item * 100 + sentences)
    return " ".join(
        f"Ada Lovelace built machine {n} in York, and then she sold it to a friend."
        for n in numbers
    )


def write_world(folder: Path, items: int, sentences: int = 4) -> None:
    """``bios.jsonl`` with so many texts, and ``articles.jsonl``."""
    rows = [{"topic": TOPIC, "output": text(n, sentences)} for n in range(1, items + 1)]
    (folder / "bios.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "articles.jsonl").write_text(json.dumps(_ARTICLE))


def sensible(call: Call) -> str:
    """A script for ``ChatServer``: facts for a sentence, True or False for a statement."""
    sentence, statement = _SENTENCE.search(call.prompt), _STATEMENT.search(call.prompt)
    if sentence is not None:
        return "\n".join(_facts(sentence[1], call.prompt)) or "NONE"
    if statement is not None:
        return "True" if "built" in statement[1] else "False"
    return "Hello."


def _facts(sentence: str, prompt: str) -> list[str]:
    """The machine is named in the sentence, or before it where this is only a half."""
    name = (re.findall(r"machine \d+", prompt) or ["a machine"])[-1]
    said = {
        "built": f"- Ada Lovelace built {name} in York.",
        "sold": f"- Ada Lovelace sold {name} to a friend.",
    }
    return [fact for word, fact in said.items() if word in sentence]


def score_arguments(folder: Path, server: ChatServer, decomposer: str, judge: str) -> list[str]:
    """``factscore score`` of that world, with its cache beside it."""
    return [
        *("score", str(folder / "bios.jsonl"), "--knowledge", str(folder / "articles.jsonl")),
        *("--cache", str(folder / "c.db"), "--decomposer", decomposer, "--judge", judge),
        *("--base-url", server.openai_url, "--gamma", "0"),
    ]


def stored(folder: Path, stage: str = "reply") -> int:
    """How many answers of a stage the cache has."""
    path = folder / "c.db"
    if not path.exists():
        return 0
    with closing(sqlite3.connect(path)) as db:
        try:
            (count,) = db.execute("select count(*) from answers where stage = ?", (stage,))
        except sqlite3.OperationalError:
            return 0
    return int(count[0])
