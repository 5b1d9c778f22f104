"""Two results against each other, as JSON.

``{"version", "settings", "a", "b", "comparable", "warnings", "models": [{…}]}``. ``a`` and
``b`` have ``file``, ``items``, ``setups`` (by what the compared items were made; ``null``: they
do not say) and ``other_models``. A model has ``a`` and ``b`` (names), ``items`` (what was
compared and what was not), ``a_score``, ``b_score``, ``difference`` (b minus a), ``ci95``,
``p``, ``permutation`` (how that was found), ``wins`` (b is higher), ``ties``, ``losses``,
``moved`` and ``missing`` (name → why there is no number). Scores and differences are
fractions. Nothing depends on time or place, so the same files give the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

import orjson

from factscore.compare.permutation import DRAWS, EXACT_UP_TO
from factscore.compare.records import (
    ComparisonResult,
    ItemCounts,
    ModelComparison,
    Moved,
    Permutation,
    SideSummary,
)
from factscore.records import JsonValue, Status
from factscore.report.results import interval_row
from factscore.settings import BOOTSTRAP_SAMPLES, BOOTSTRAP_SEED
from factscore.version import __version__

_NAMES = {"first_mean": "a_score", "second_mean": "b_score", "permutation": "p"}


def comparison_json(result: ComparisonResult) -> bytes:
    """The comparison, indented, newline included."""
    whole: dict[str, JsonValue] = {
        "version": __version__,
        "settings": {
            "score": result.measure,
            "key": result.key,
            "bootstrap_samples": BOOTSTRAP_SAMPLES,
            "bootstrap_seed": BOOTSTRAP_SEED,
            "permutation_draws": DRAWS,
            "permutation_exact_up_to": EXACT_UP_TO,
            "permutation_seed": BOOTSTRAP_SEED,
        },
        "a": _side(result.first),
        "b": _side(result.second),
        "comparable": not result.warnings,
        "warnings": list(result.warnings),
        "models": [_model(model) for model in result.models],
    }
    return orjson.dumps(whole, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _side(side: SideSummary) -> JsonValue:
    return {
        "file": side.file,
        "items": side.items,
        "setups": [None if setup is None else asdict(setup) for setup in side.setups],
        "other_models": list(side.others),
    }


def _model(model: ModelComparison) -> JsonValue:
    return {
        "a": model.first,
        "b": model.second,
        "items": _items(model.items),
        "a_score": model.first_mean,
        "b_score": model.second_mean,
        "difference": model.difference,
        "ci95": interval_row(model.ci95),
        "p": None if model.permutation is None else model.permutation.p,
        "permutation": _permutation(model.permutation),
        "wins": model.wins,
        "ties": model.ties,
        "losses": model.losses,
        "moved": [_moved(moved) for moved in model.moved],
        "missing": {_NAMES.get(name, name): why for name, why in model.missing.items()},
    }


def _items(items: ItemCounts) -> JsonValue:
    return {
        "paired": items.paired,
        "scored": items.scored,
        "scored_in_a_only": items.first_scored,
        "scored_in_b_only": items.second_scored,
        "scored_in_neither": items.neither,
        "states_in_b_if_scored_in_a_only": _states(items.lost),
        "states_in_a_if_scored_in_b_only": _states(items.gained),
        "only_in_a": items.only_first,
        "only_in_b": items.only_second,
        "without_key": items.keyless,
        "repeated_keys": items.repeated,
    }


def _states(states: Mapping[Status, int]) -> JsonValue:
    return {str(status): count for status, count in states.items()}


def _permutation(permutation: Permutation | None) -> JsonValue:
    if permutation is None:
        return None
    return {"method": "exact" if permutation.exact else "sampled", "draws": permutation.draws}


def _moved(moved: Moved) -> JsonValue:
    return {
        "key": moved.key.field,
        "value": moved.key.value,
        "topic": moved.topic,
        "a_score": moved.first,
        "b_score": moved.second,
        "difference": moved.difference,
        "a_facts": asdict(moved.first_facts),
        "b_facts": asdict(moved.second_facts),
        "common_facts": moved.common,
        "changed_facts": [
            {"text": change.text, "a": change.before, "b": change.after} for change in moved.changed
        ],
    }
