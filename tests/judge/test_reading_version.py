"""What the embedded judge reads may change only together with its version."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from factscore.cache import canonical_json
from factscore.judge.features import features
from factscore.judge.nli import FOLDER, READING, read_config
from factscore.judge.pairs import make_pair, tokenize
from factscore.judge.windows import Window, best_windows, cut_passages
from factscore.records import Passage

TOPIC = "Inge Lehmann"
FACTS = (
    "Inge Lehmann was born in Copenhagen on 13 May 1888.",
    "Lehmann, a seismologist, found the Earth's inner core in 1936.",
    "She did not live to be 100.",
    "She died in 1936.",
)
PASSAGES = (
    "Inge Lehmann was a Danish seismologist. She grew up in Østerbro (Copenhagen), where "
    "Hanna Adler's school taught boys and girls alike. " + "Waves bend; waves return. " * 40,
    "In 1936, from an earthquake near New Zealand, she argued that the Earth has a solid "
    "inner core. “P′” was the title of her paper! She died in 1993, aged 104.",
    "地球の内核。彼女は1936年に発見した。",
)


def test_reading_is_versioned() -> None:
    from tokenizers import Tokenizer

    config = read_config(FOLDER)
    tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    passages = [Passage(TOPIC, n, text, 0.0) for n, text in enumerate(PASSAGES)]
    windows = cut_passages(passages, config.window_words)
    seen = []
    for fact in FACTS:
        read = best_windows(fact, windows, config.windows)
        pairs = [
            make_pair(tokenize(tokenizer, fact), tokenize(tokenizer, window.premise))
            for window in read
        ]
        asked: list[list[str]] = []

        def logit(text: str, read: Sequence[Window], asked: list[list[str]] = asked) -> float:
            asked.append([text, *(window.premise for window in read)])
            return len(asked) / 2

        values = features(logit, TOPIC, fact, windows) or {}
        seen.append(
            {
                "windows": [window.premise for window in read],
                "pairs": [[list(pair.ids), list(pair.types), pair.fact_length] for pair in pairs],
                "features": {name: round(value, 6) for name, value in values.items()},
                "asked": asked,
            }
        )
    digest = hashlib.sha256(canonical_json(seen)).hexdigest()
    assert (READING, digest) == (
        3,
        "e7e3a416a24f5fe6b194d41511210a64f8e3ad0401b29d9dd72204211a46e5b2",
    ), (
        "the judge reads something else: raise READING in judge/nli.py, which is part of the "
        "cache key, and put the new digest here"
    )
