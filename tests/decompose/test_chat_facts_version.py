"""The facts read from fixed replies, so that no change of them goes without a new version."""

from __future__ import annotations

import asyncio
import hashlib

from decompose.chat_table import Model, Table

from factscore.cache import canonical_json
from factscore.decompose.chat import ChatDecomposer
from factscore.decompose.chat.decomposer import VERSION
from factscore.llm.base import Finish, Reply
from factscore.records import Generation, JsonValue

REPLIES: dict[str, str | Reply] = {
    "Ada Lee was born in Bergen in 1867.": "- Ada Lee was born in Bergen.\n- Ada Lee was born.",
    "She moved to Rome, where she sang.": "Here are the facts:\n1. Ada Lee moved to Rome.\n2. S",
    "The following year, she met Bo Holm.": "* The following year, Ada Lee met Bo Holm.",
    "Her first song was I Am Sorry.": '- "I am sorry" was Ada Lee\'s first song.',
    "She won two medals.": '["Ada Lee won 2 medals.", "Ada Lee won 3 medals."]',
    "She wrote to Tom Poe.": "<think>\n- To whom?\n</think>\n- Ada Lee wrote to Tom Poe.",
    "She lived alone.": "```\n- Ada Lee lived alone.\n- Ada Lee lived alone.\n```",
    "Thanks for reading about her life!": "NONE",
    "Nobody knows why she left.": "There are no facts in this sentence.",
    "She taught in Leeds.": "I am sorry, but I cannot help with that.",
    "She died in Paris.": Reply("", Finish.REFUSED),
    "She read law.": Reply("- Ada Lee read law.\n- Ada Lee re", Finish.LENGTH),
    "She kept a diary.": "",
    "She was heard in Köln.": "- Ada Lee was heard in K\ufffdln.",
}
"""What a model answers whenever it is asked about a sentence."""
KNOWN = {2: "dc505fa2f10b93d6abd680e86fb15ef96d85e10941a43af7b86106ceb46cef23"}
"""Version of the decomposer → SHA-256 of what it makes of the replies, as canonical JSON."""


def test_facts_change_with_the_version_only() -> None:
    table = Table({**REPLIES})
    seen: list[JsonValue] = []
    for sentence in REPLIES:
        generation = Generation(sentence, "Ada Lee")
        found = asyncio.run(ChatDecomposer(Model()).facts_of(generation, table))
        failed: list[JsonValue] = [str(one.reason) for one in found.failed]
        facts: list[JsonValue] = [fact.text for fact in found.facts]
        seen.append([str(found.status), facts, failed])
    digest = hashlib.sha256(canonical_json(seen)).hexdigest()
    assert KNOWN.get(VERSION) == digest, (
        "facts changed: raise VERSION in decompose/chat/decomposer.py (it is part of the cache "
        f"key) and put the new hash here: {digest}\n" + "\n".join(map(str, seen))
    )
