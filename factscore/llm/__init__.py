"""Chat models: chosen by SPEC, called through ``calls.py``; no SDK is imported before a call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from factscore.errors import UsageError

if TYPE_CHECKING:
    from factscore.llm.base import ChatModel
    from factscore.settings import Calling
    from factscore.specs import Spec

__all__ = ["PROVIDERS", "SPECS", "make_chat"]

PROVIDERS = ("openai", "anthropic", "scripted")
SPECS = ("openai:MODEL", "anthropic:MODEL", "scripted:FILE")
"""The chat models there are, as help shows them."""


def make_chat(spec: Spec, calling: Calling) -> ChatModel:
    """The chat model that a SPEC names; ``spec.kind`` is one of ``PROVIDERS``.

    Raises:
        UsageError: the SPEC names no model.
        InputError: a script cannot be read.
    """
    if not spec.model:
        what = "file" if spec.kind == "scripted" else "model"
        raise UsageError(f"{spec.kind}: names no {what}; write {spec.kind}:{what.upper()}")
    if spec.kind == "openai":
        from factscore.llm.openai import OpenAIChat

        return OpenAIChat(spec.model, calling)
    if spec.kind == "anthropic":
        from factscore.llm.anthropic import AnthropicChat

        return AnthropicChat(spec.model, calling)
    from factscore.llm.scripted import ScriptedChat

    return ScriptedChat(spec.model)
