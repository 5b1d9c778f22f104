"""Claims → verdicts. A judge is chosen by its SPEC and loaded only then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from factscore.errors import UsageError
from factscore.specs import parse_spec, unknown_spec

if TYPE_CHECKING:
    from factscore.judge.base import Judge

__all__ = ["SPECS", "make_judge"]

SPECS = ("nli", "nli:MODEL", "labels")
"""The judges there are, as help shows them."""


def make_judge(spec: str, *, threads: int | None = None) -> Judge:
    """The judge that a SPEC names.

    Args:
        spec: ``nli`` (the model inside the package), ``nli:MODEL`` (a published
            model by its name on the Hugging Face hub, or a local folder) or ``labels``
            (the input's own).
        threads: how many CPU threads a local judge may use; ``None``: all.

    Raises:
        UsageError: no such judge; the message lists them and the nearest name.
        MissingDependency: ``nli:MODEL`` without the extra ``torch``.
        ModelError: the model cannot be loaded.
    """
    parsed = parse_spec(spec)
    if parsed.kind == "nli":
        return _nli(spec, parsed.model, threads)
    if parsed.kind == "labels" and parsed.model is None:
        from factscore.judge.labels import LabelsJudge

        return LabelsJudge()
    raise unknown_spec("judge", spec, SPECS)


def _nli(spec: str, model: str | None, threads: int | None) -> Judge:
    if model is None:
        from factscore.judge.nli import NliJudge

        return NliJudge(threads=threads)
    if not model:
        raise UsageError(
            f"judge {spec!r} names no model; write nli for the one inside the package, "
            "or nli: and a Hugging Face model or a folder"
        )
    from factscore.judge.hub import HubJudge

    return HubJudge(model, threads=threads)
