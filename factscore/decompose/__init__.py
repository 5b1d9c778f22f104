"""Texts → facts. A decomposer is chosen by its SPEC and loaded only then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from factscore.specs import parse_spec, unknown_spec

if TYPE_CHECKING:
    from factscore.decompose.base import Decomposer

__all__ = ["SPECS", "make_decomposer"]

SPECS = ("input", "rules")
"""The decomposers there are, as help shows them."""


def make_decomposer(spec: str) -> Decomposer:
    """The decomposer that a SPEC names.

    Args:
        spec: ``input`` (the facts that rows carry) or ``rules`` (offline rules over a parse).

    Raises:
        UsageError: no such decomposer; the message lists them and the nearest name.
    """
    parsed = parse_spec(spec)
    if parsed.kind == "input" and parsed.model is None:
        from factscore.decompose.provided import InputDecomposer

        return InputDecomposer()
    if parsed.kind == "rules" and parsed.model is None:
        from factscore.decompose.rules import RulesDecomposer

        return RulesDecomposer()
    raise unknown_spec("decomposer", spec, SPECS)
