"""What benchmarks share with the tests: the imitation of chat APIs, and what it is asked."""

from __future__ import annotations

import sys

from data_folder import ROOT

sys.path.insert(0, str(ROOT / "tests"))

# mypy does not look into the tests.
from chat_world import (  # type: ignore[import-not-found]
    sensible,
    stored,
    write_world,
)
from llm.chat_server import (  # type: ignore[import-not-found]
    Answer,
    Call,
    ChatServer,
)
from llm.server_faults import (  # type: ignore[import-not-found]
    GOOD,
    PASSING,
    RATES,
    Faulty,
    Remembering,
    calls_made,
)
from scripted_facts import (  # type: ignore[import-not-found]
    write_facts_script,
    write_judge_script,
)

__all__ = [
    "GOOD",
    "PASSING",
    "RATES",
    "Answer",
    "Call",
    "ChatServer",
    "Faulty",
    "Remembering",
    "calls_made",
    "sensible",
    "stored",
    "write_facts_script",
    "write_judge_script",
    "write_world",
]
