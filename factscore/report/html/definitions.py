"""What every number and word on the page means, in the README's words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from factscore.records import ModelScore
from factscore.report.page import escape

_STATES = {
    "scored": "at least one fact has a verdict; only these items enter the means",
    "abstained": "the model declined to answer",
    "empty": "there is no text",
    "no facts": "the text states no fact",
    "topic not found": "no article for the topic in the store, or no documents in the row",
    "decompose failed": "the text could not be split into facts",
    "judge failed": "no fact has a verdict",
}
_VERDICTS = {
    "✓ supported": "the evidence supports the fact",
    "✗ not supported": "it does not; with a reason where the judge can tell",
    "? unscored": (
        "no verdict, with its reason; such facts leave the denominator of the score and lower"
        " the coverage"
    ),
}
_REASONS = {
    "contradicted": "not supported: the evidence says otherwise",
    "not found": "not supported: the evidence does not say so",
    "irrelevant": "not supported: the fact does not belong to the topic",
    "no evidence": "unscored: there was no passage to judge by",
    "no label": "unscored: the input brought no label for the fact",
    "parse failed": "unscored: the judge's reply could not be read",
    "refused": "unscored: the judge declined",
    "truncated": "unscored: the judge's reply was cut",
    "call failed": "unscored: the judge gave no answer",
}
_ERRORS = {
    "contradiction": "the evidence says otherwise",
    "retrieval error": (
        "not found, though the page has the fact's words and the retrieved passages have not:"
        " the deciding evidence may have been missed"
    ),
    "grounding error": (
        "not found, and the retrieved passages have the words, or the page has not got them"
        " either: the fact goes beyond the page"
    ),
    "not told": "the judge does not say why",
}


def definitions_html(
    models: Sequence[ModelScore], *, f1_k: int | None, gammas: Iterable[float], samples: int
) -> str:
    """All definitions; those of numbers that no model has are left out.

    Args:
        models: the models on the page.
        f1_k: K of F1@K, if it is one and known.
        gammas: the gammas of the length penalty by which scores were made.
        samples: how many bootstrap samples an interval rests on.
    """
    parts = [
        "<h3>Numbers</h3>",
        _listed(_numbers(models, f1_k, sorted(set(gammas)), samples)),
        '<div class="columns">',
        *("<div>", "<h3>States of an item</h3>", _listed(_STATES)),
        *("<h3>Verdicts on a fact</h3>", _listed(_VERDICTS), "</div>"),
        *("<div>", "<h3>Reasons of a verdict</h3>", _listed(_REASONS)),
        *("<h3>Why a fact is not supported</h3>", _listed(_ERRORS), "</div>"),
        "</div>",
    ]
    return "\n".join(parts)


def _numbers(
    models: Sequence[ModelScore], f1_k: int | None, gammas: Sequence[float], samples: int
) -> Mapping[str, str]:
    gamma = f" ({gammas[0]:g} here)" if len(gammas) == 1 else ""
    factor = f"exp(1 − gamma / facts) where it has fewer than gamma{gamma} facts"
    numbers = {
        "score": f"mean over scored items of the init score, each times {factor}",
        "init score": "mean over scored items of supported facts / facts with a verdict",
        "95 % interval": (
            f"of the score, by {samples:,} bootstrap samples over items with a fixed seed; from"
            " few items it comes out too narrow"
        ),
        "scored": "items with a score, of all items",
        "respond": "items that make claims / items, without those whose decomposition failed",
        "facts/response": "mean number of facts of responding items",
        f"F1@{f1_k or 'K'}": (
            f"harmonic mean of precision and min(1, supported / {f1_k or 'K'}), irrelevant facts"
            " left out; silence counts 0"
        ),
        "coverage": "facts with a verdict / facts",
        "probability": "of support, 0 to 1, as the judge gives it for a fact",
    }
    return numbers | _not_always(models)


def _not_always(models: Sequence[ModelScore]) -> dict[str, str]:
    """The numbers that not every run has."""
    numbers = {}
    if len(models) > 1:
        numbers["rank"] = (
            "1 + the number of models whose whole interval lies above the model's own; models"
            " that share a rank (=) are not told apart by their intervals"
        )
    if any(model.partial is not None for model in models):
        numbers["partial"] = (
            "mean over scored items of the mean probability of support of their facts, without"
            " threshold and length penalty"
        )
    if any(model.corrected or "corrected" in model.missing for model in models):
        numbers["corrected"] = (
            "the score that people would give, estimated with the help of labelled items; its"
            " interval is for these very items"
        )
    return numbers


def _listed(definitions: Mapping[str, str]) -> str:
    pairs = "\n".join(
        f"<div><dt>{escape(name)}</dt><dd>{escape(text)}</dd></div>"
        for name, text in definitions.items()
    )
    return f'<dl class="terms">\n{pairs}\n</dl>'
