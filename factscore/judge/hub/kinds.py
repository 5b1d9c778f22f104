"""Which kind of model a ``config.json`` describes, with its name where labels say nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from factscore.errors import ModelError

_ENTAILMENT = re.compile(r"entail(?:ment|s|ed)?|support(?:s|ed)?|consistent")
_CONTRADICTION = re.compile(r"contradict(?:ion|ory|s|ed)|refute[sd]?")
_NAMELESS = re.compile(r"(?:LABEL_)?\d+")
_MINICHECK = re.compile(r"minicheck", re.IGNORECASE)
_TRUE = re.compile(r"(?<![a-z])true[-_]nli(?![a-z])", re.IGNORECASE)


class Kind(StrEnum):
    """What a model reads and how it answers."""

    CLASSIFIER = "classifier"
    """A sequence classifier with a label that names entailment."""
    MINICHECK = "minicheck"
    """MiniCheck's RoBERTa and DeBERTa: two outputs without names, the second is support."""
    MINICHECK_T5 = "minicheck-t5"
    """MiniCheck's Flan-T5."""
    TRUE = "true"
    """T5 that generates "1" for entailment (Honovich et al. 2022)."""
    HHEM = "hhem"
    """Vectara's HHEM 2."""
    CAUSAL = "causal"
    """A language model that is asked for yes or no."""


@dataclass(frozen=True, slots=True)
class Classes:
    """Which of a model's outputs means what."""

    count: int
    entailment: int
    contradiction: int | None


YES_NO = Classes(count=2, entailment=1, contradiction=None)
"""The second of two outputs is support: all kinds but ``CLASSIFIER``."""


def read_kind(model: str, config: Mapping[str, Any]) -> Kind:
    """The kind of a model, from its architecture, labels and name.

    MiniCheck's and TRUE's files do not say what they answer, so that these are known by
    name (``minicheck``, ``true_nli``): the hub's or the folder's, else the one in the
    config. A name never speaks against labels that say what a model answers.

    Args:
        model: A hub name or a folder.
        config: Contents of its ``config.json``.

    Raises:
        ModelError: It is none of the kinds, or its labels do not name entailment.

    Example:
        >>> read_kind("google/t5_xxl_true_nli_mixture", {
        ...     "architectures": ["T5ForConditionalGeneration"], "model_type": "t5"})
        <Kind.TRUE: 'true'>
    """
    if str(config.get("model_type", "")).startswith("HHEMv2"):
        return Kind.HHEM
    architecture = str(next(iter(config.get("architectures") or ()), ""))
    if architecture.endswith("ForSequenceClassification"):
        return _classifier(model, config)
    if architecture.endswith("ForConditionalGeneration") and config.get("model_type") in _T5:
        return _generator(model, config)
    named = _named(model, config)
    if architecture.endswith(("ForCausalLM", "LMHeadModel")) and named is not _MINICHECK:
        return Kind.CAUSAL
    if not architecture and "id2label" in config:
        return _classifier(model, config)
    raise ModelError(
        f"the judge nli:{model} cannot be used: {architecture or 'a model without architecture'} "
        "is no sequence classifier, T5 judge (TRUE, MiniCheck), HHEM or causal language model "
        "that we know; 'factscore judges' lists some that work"
    )


_T5 = frozenset({"t5", "mt5"})


def _classifier(model: str, config: Mapping[str, Any]) -> Kind:
    labels = _labels(config)
    if _named(model, config) is _MINICHECK and _nameless(labels) and len(labels) == YES_NO.count:
        return Kind.MINICHECK
    read_classes(model, labels)
    return Kind.CLASSIFIER


def _generator(model: str, config: Mapping[str, Any]) -> Kind:
    labels = _labels(config)
    if not _nameless(labels):
        raise ModelError(
            f"the judge nli:{model} is a T5 that generates, but has labels "
            f"({', '.join(labels.values())}); if it classifies, its config.json must name "
            "T5ForSequenceClassification, else no id2label"
        )
    named = _named(model, config)
    if named is not None:
        return Kind.MINICHECK_T5 if named is _MINICHECK else Kind.TRUE
    raise ModelError(
        f"the judge nli:{model} is a T5 whose files do not say what it answers; if it is "
        "MiniCheck or TRUE, give its folder a name with 'minicheck' or 'true_nli' in it"
    )


def _named(model: str, config: Mapping[str, Any]) -> re.Pattern[str] | None:
    """The pattern that a model's name meets; its own name before what it was trained from."""
    folder = Path(model)
    name = folder.resolve().name if folder.is_dir() else model
    for text in (name, str(config.get("_name_or_path", ""))):
        for pattern in (_MINICHECK, _TRUE):
            if pattern.search(text):
                return pattern
    return None


def _nameless(labels: Mapping[int, str]) -> bool:
    return all(_NAMELESS.fullmatch(label) for label in labels.values())


def _labels(config: Mapping[str, Any]) -> dict[int, str]:
    named = config.get("id2label")
    if not isinstance(named, Mapping) or not named:
        # What transformers leaves out of the file is two outputs without names.
        return {0: "LABEL_0", 1: "LABEL_1"}
    return {index: str(name) for index, name in enumerate(named.values())}


def read_classes(model: str, id2label: Mapping[int, str]) -> Classes:
    """Find entailment, and contradiction if there is one, among a model's labels.

    Case and punctuation do not matter. "not_entailment" and "LABEL_1" do not name
    entailment, and nothing is guessed.

    Raises:
        ModelError: Not exactly one of at least two labels names entailment.

    Example:
        >>> read_classes("m", {0: "CONTRADICTION", 1: "NEUTRAL", 2: "ENTAILMENT"})
        Classes(count=3, entailment=2, contradiction=0)
    """
    names = {index: re.sub(r"[\W_]", "", name).lower() for index, name in id2label.items()}
    entailing = [index for index, name in names.items() if _ENTAILMENT.fullmatch(name)]
    if len(entailing) != 1 or len(names) < 2:
        listed = ", ".join(map(str, id2label.values()))
        raise ModelError(
            f"the labels of {model} ({listed}) do not name entailment; choose a model whose "
            "config.json has an id2label with one label 'entailment' among others"
        )
    opposite = [index for index, name in names.items() if _CONTRADICTION.fullmatch(name)]
    return Classes(len(names), entailing[0], opposite[0] if opposite else None)
