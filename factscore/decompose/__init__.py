"""Texts → facts. A decomposer is chosen by its SPEC and loaded only then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from factscore.llm import PROVIDERS, make_chat
from factscore.llm import SPECS as CHAT_SPECS
from factscore.settings import Calling
from factscore.specs import parse_spec, unknown_spec

if TYPE_CHECKING:
    from factscore.decompose.base import Decomposer

__all__ = ["SPECS", "make_decomposer", "make_decomposers"]

SPECS = ("input", "rules", "input+rules", *CHAT_SPECS)
"""The decomposers there are, as help shows them."""


def make_decomposers(spec: str, calling: Calling | None = None) -> tuple[Decomposer, ...]:
    """The decomposer that a SPEC names, or two: ``input+rules``.

    ``input`` then takes the rows that carry facts, and the second all others.

    Raises:
        UsageError: no such decomposer.
    """
    given, plus, other = spec.partition("+")
    if plus and given.strip() == "input":
        return make_decomposer("input"), make_decomposer(other, calling)
    return (make_decomposer(spec, calling),)


def make_decomposer(spec: str, calling: Calling | None = None) -> Decomposer:
    """The decomposer that a SPEC names.

    Args:
        spec: ``input`` (the facts that rows carry) or ``rules`` (offline rules over a parse),
            or a chat model: ``openai:MODEL``, ``anthropic:MODEL``, ``scripted:FILE``.
        calling: how a chat model is called.

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
    if parsed.kind in PROVIDERS:
        from factscore.decompose.chat import ChatDecomposer

        return ChatDecomposer(make_chat(parsed, calling or Calling()))
    raise unknown_spec("decomposer", spec, SPECS)
