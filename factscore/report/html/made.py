"""How the results were made, and a plain warning where that is not the same for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from factscore.records import RunSetup
from factscore.report.page import escape, table
from factscore.setups import differences

Setups = Mapping[str, Sequence[RunSetup | None]]
"""By model, the different ways in which its items were made; ``None``: their file does not say."""


def setup_remarks(setups: Setups) -> list[str]:
    """Why scores are not comparable, a line a reason; none where all were made in one way.

    Each way is held against the first one.
    """
    ways = _models_by_way(setups)
    known = [way for way in ways if way is not None]
    remarks = [
        f"{_named(ways[way])} against {_named(ways[known[0]])}: {each}"
        for way in known[1:]
        for each in differences(known[0], way)
    ]
    if known and None in ways:
        remarks.append(
            f"{_named(ways[None])}: the results do not say how they were made (an older"
            " factscore wrote them)"
        )
    return remarks


def warning_html(remarks: Iterable[str]) -> str:
    """The warning; empty without remarks."""
    lines = "\n".join(f"<li>{escape(remark)}</li>" for remark in remarks)
    if not lines:
        return ""
    return (
        '<div class="warning" role="note">\n<p><strong>These scores are not comparable.</strong>'
        f" They were made in different ways:</p>\n<ul>\n{lines}\n</ul>\n</div>"
    )


def made_html(setups: Setups, samples: int) -> str:
    """A table with a column for each way."""
    ways = _models_by_way(setups)
    known = [way for way in ways if way is not None]
    if not known:
        return (
            '<p class="soft">The results do not say how they were made: an older factscore wrote'
            " them.</p>"
        )
    rows = [(name, *(_shown(way, name) for way in known)) for name in _ROWS]
    rows.append(("95 % intervals", *[f"{samples:,} bootstrap samples"] * len(known)))
    if len(ways) > 1:
        rows.insert(0, ("models", *(_named(ways[way]) for way in known)))
    heads = [
        "setting",
        *(["value"] if len(known) == 1 else [f"way {n + 1}" for n in range(len(known))]),
    ]
    return table("By what and with which settings the results were made", heads, rows)


_ROWS = {
    "judge": "judge",
    "decomposer": "decomposer",
    "knowledge store": "knowledge",
    "retrieval": "retrieval",
    "passages a fact (top-k)": "top_k",
    "gamma of the length penalty": "gamma",
    "K of F1@K": "f1_k",
    "facts of labelled files": "facts",
    "list of labels": "labels",
    "version of factscore": "version",
}
_IDENTITIES = ("judge", "decomposer")


def _shown(way: RunSetup, row: str) -> str:
    name = _ROWS[row]
    value = getattr(way, name)
    if value is None:
        return "none" if name in ("knowledge", "retrieval") else "not named"
    if name in _IDENTITIES:
        return f"{value} ({getattr(way, f'{name}_digest')})"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _models_by_way(setups: Setups) -> dict[RunSetup | None, list[str]]:
    ways: dict[RunSetup | None, list[str]] = {}
    for model, own in setups.items():
        for way in own:
            ways.setdefault(way, []).append(model)
    return ways


def _named(models: Sequence[str]) -> str:
    shown = ", ".join(models[:4])
    return shown if len(models) <= 4 else f"{shown} and {len(models) - 4} more"
