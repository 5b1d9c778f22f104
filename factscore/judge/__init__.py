"""Claims → verdicts. A judge is chosen by its SPEC and loaded only then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from factscore.errors import UsageError
from factscore.llm import PROVIDERS, make_chat
from factscore.llm import SPECS as CHAT_SPECS
from factscore.settings import Calling
from factscore.specs import parse_spec, unknown_spec

if TYPE_CHECKING:
    from factscore.judge.base import Judge

__all__ = ["SPECS", "make_judge"]

SPECS = ("nli", "nli:MODEL", *CHAT_SPECS, "labels")
"""The judges there are, as help shows them."""


def make_judge(
    spec: str,
    *,
    threads: int | None = None,
    calling: Calling | None = None,
    three_way: bool = False,
) -> Judge:
    """The judge that a SPEC names.

    Args:
        spec: ``nli`` (the model inside the package), ``nli:MODEL`` (a published
            model by its name on the Hugging Face hub, or a local folder), a chat model
            (``openai:MODEL``, ``anthropic:MODEL``, ``scripted:FILE``) or ``labels`` (the
            input's own).
        threads: how many CPU threads a local judge may use; ``None``: all.
        calling: how a chat model is called.
        three_way: ask a chat model for the reason of what is not supported.

    Raises:
        UsageError: no such judge; the message lists them and the nearest name.
        MissingDependency: ``nli:MODEL`` without the extra ``torch``.
        ModelError: the model cannot be loaded.
    """
    parsed = parse_spec(spec)
    if parsed.kind in PROVIDERS:
        from factscore.judge.chat import ChatJudge

        return ChatJudge(make_chat(parsed, calling or Calling()), three_way=three_way)
    if three_way:
        raise UsageError(
            f"three-way verdicts are asked of chat models ({', '.join(CHAT_SPECS)}); the judge"
            f" {spec!r} has as many classes as it has, so leave --three-way out"
        )
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
