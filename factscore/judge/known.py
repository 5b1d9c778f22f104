"""Judges that are known to work: what they are, and how often they agree with people.

The one place for these figures. Agreement is measured by ``benchmarks/nli_agreement.py``;
what was not measured says so. Sizes are parameters of the whole checkpoint in millions,
licences those of the weights, both as their model cards give them.
"""

from __future__ import annotations

from dataclasses import dataclass

PACKAGE = "comes with factscore"
TORCH = "pip install 'factscore[torch]'"
"""How to install what a judge needs; weights come from the hub at first use."""


@dataclass(frozen=True, slots=True)
class Measured:
    """How often a judge agrees with people on facts of one model's texts."""

    facts: str
    """Whose facts: the model that wrote the texts."""
    n: int
    balanced_accuracy: float
    """A fraction, as is ``auc``."""
    auc: float


@dataclass(frozen=True, slots=True)
class KnownJudge:
    """One row of ``factscore judges``."""

    spec: str
    """What ``--judge`` takes."""
    kind: str
    millions: float | None
    """Parameters in millions; ``None`` where there is no model."""
    licence: str
    limits: str
    """How much it reads at once, and in which languages."""
    good_for: str
    install: str = TORCH
    agreement: tuple[Measured, ...] = ()
    """Empty: not measured by us."""


_EMBEDDED = (
    Measured("ChatGPT", 2378, 0.804, 0.874),
    Measured("InstructGPT", 1709, 0.800, 0.888),
    Measured("PerplexityAI", 2674, 0.787, 0.892),
)

_THREE = "three-way classifier"
_CHAT = "yes/no by a chat model"
_WINDOWS = "512 tokens a window; English"

KNOWN = (
    KnownJudge(
        "nli",
        "two-way cross-encoder",
        22.7,
        "MIT",
        "windows of about 75 words; English",
        "the default: offline, a CPU, many facts a second",
        PACKAGE,
        _EMBEDDED,
    ),
    KnownJudge(
        "labels", "none", None, "–", "–", "labels that came with the input; needs no store", PACKAGE
    ),
    KnownJudge(
        "nli:cross-encoder/nli-deberta-v3-base",
        _THREE,
        184,
        "Apache-2.0",
        _WINDOWS,
        "a first step up; tells contradicted from not found",
    ),
    KnownJudge(
        "nli:MoritzLaurer/DeBERTa-v3-base-mnli-fever-anli",
        _THREE,
        184,
        "MIT",
        _WINDOWS,
        "facts against Wikipedia (trained on FEVER and ANLI too)",
    ),
    KnownJudge(
        "nli:MoritzLaurer/DeBERTa-v3-large-mnli-fever-anli-ling-wanli",
        _THREE,
        435,
        "MIT",
        _WINDOWS,
        "the same, larger; a GPU",
    ),
    KnownJudge(
        "nli:MoritzLaurer/mDeBERTa-v3-base-xnli-multilingual-nli-2mil7",
        _THREE,
        279,
        "MIT",
        "512 tokens a window; about 100 languages",
        "texts that are not English",
    ),
    KnownJudge(
        "nli:FacebookAI/roberta-large-mnli",
        _THREE,
        355,
        "MIT",
        _WINDOWS,
        "comparison with older work",
    ),
    KnownJudge(
        "nli:lytang/MiniCheck-RoBERTa-Large",
        "MiniCheck",
        355,
        "MIT",
        "chunks of 400 tokens; English",
        "claims against documents",
    ),
    KnownJudge(
        "nli:lytang/MiniCheck-Flan-T5-Large",
        "MiniCheck",
        783,
        "MIT",
        "chunks of 500 words; English",
        "the same, the best of its family; a GPU",
    ),
    KnownJudge(
        "nli:vectara/hallucination_evaluation_model",
        "HHEM 2.1",
        110,
        "Apache-2.0",
        "a passage whole; English",
        "summaries and answers against their sources",
    ),
    KnownJudge(
        "nli:google/t5_xxl_true_nli_mixture",
        "TRUE",
        11_000,
        "Apache-2.0",
        _WINDOWS,
        "what ALCE and others used; a GPU with 24 GB or more",
    ),
    KnownJudge(
        "nli:Qwen/Qwen2.5-1.5B-Instruct",
        _CHAT,
        1_540,
        "Apache-2.0",
        "4,096 tokens, all passages at once; many languages",
        "trying a chat model as a judge",
    ),
    KnownJudge(
        "nli:Qwen/Qwen2.5-7B-Instruct",
        _CHAT,
        7_620,
        "Apache-2.0",
        "4,096 tokens, all passages at once; many languages",
        "the same, larger; a GPU with 24 GB or more",
    ),
)
