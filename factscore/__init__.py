"""How much of this text is true: FActScore atomic-fact evaluation with a cache.

>>> import factscore
>>> rows = factscore.read_generations(["benchmarks/bios/steady-7b.jsonl"])  # doctest: +SKIP
>>> result = factscore.evaluate(rows, knowledge="knowledge/sample.jsonl")  # doctest: +SKIP
>>> result.models[0].score  # doctest: +SKIP

Names are loaded when they are first used, so that importing the package costs nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from factscore.agreement import agree as agree
    from factscore.compare import compare_results as compare_results
    from factscore.errors import FactscoreError as FactscoreError
    from factscore.knowledge import open_store as open_store
    from factscore.pipeline import evaluate as evaluate
    from factscore.read import open_generations as open_generations
    from factscore.read import read_generations as read_generations
    from factscore.records import Fact as Fact
    from factscore.records import Generation as Generation
    from factscore.records import RunResult as RunResult
    from factscore.retrieval import retrieve as retrieve
    from factscore.retrieval import retrieve_store as retrieve_store
    from factscore.settings import Calling as Calling
    from factscore.settings import Settings as Settings
    from factscore.version import __version__ as __version__

_HOMES = {
    "Calling": "factscore.settings",
    "Fact": "factscore.records",
    "FactscoreError": "factscore.errors",
    "Generation": "factscore.records",
    "RunResult": "factscore.records",
    "Settings": "factscore.settings",
    "__version__": "factscore.version",
    "agree": "factscore.agreement",
    "compare_results": "factscore.compare",
    "evaluate": "factscore.pipeline",
    "open_generations": "factscore.read",
    "open_store": "factscore.knowledge",
    "read_generations": "factscore.read",
    "retrieve": "factscore.retrieval",
    "retrieve_store": "factscore.retrieval",
}

__all__ = sorted(_HOMES)


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES[name]), name)
