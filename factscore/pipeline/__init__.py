"""Generations in, results out: the one package that knows every stage.

    read → decompose → retrieve → judge → score → report

``opening.py`` opens what a run is done with, and ``run.py`` runs it. ``stages.py`` is what
happens to an item; when it happens is a schedule: ``windows.py`` where everything is computed
here, ``flow.py`` where a chat model is asked.
"""

from factscore.pipeline.opening import (
    choose_decomposer,
    default_decomposer,
    evaluate,
    open_pipeline,
)
from factscore.pipeline.run import Pipeline
from factscore.pipeline.windows import WINDOW

__all__ = [
    "WINDOW",
    "Pipeline",
    "choose_decomposer",
    "default_decomposer",
    "evaluate",
    "open_pipeline",
]
