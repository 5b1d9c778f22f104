"""What comes out: items, models and whole runs with their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from factscore.records.facts import JsonValue, JudgedFact, Status

if TYPE_CHECKING:
    import pandas
    import polars

    from factscore.llm.usage import UsageRow


@dataclass(frozen=True, slots=True)
class FactCounts:
    """How many facts ended with which label."""

    supported: int = 0
    not_supported: int = 0
    unscored: int = 0


@dataclass(frozen=True, slots=True)
class ErrorCounts:
    """How many of the facts that are not supported are of which ``ErrorType``."""

    contradiction: int = 0
    retrieval_error: int = 0
    grounding_error: int = 0
    unknown: int = 0
    """The judge does not tell, or the fact is irrelevant."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Judged facts against the labels that came with the input: who calls how many supported."""

    both: int = 0
    judge_only: int = 0
    input_only: int = 0
    neither: int = 0


@dataclass(frozen=True, slots=True)
class ItemResult:
    """Everything about one generation; a number that does not exist is ``None``."""

    model: str
    topic: str | None
    status: Status
    text: str = ""
    facts: tuple[JudgedFact, ...] = ()
    counts: FactCounts = FactCounts()
    agreement: Agreement | None = None
    """``None`` where no fact came with a label, or where the label is the verdict."""
    score: float | None = None
    """Share of supported facts after the length penalty, 0 to 1."""
    init_score: float | None = None
    """Share of supported facts, 0 to 1."""
    f1_at_k: float | None = None
    partial: float | None = None
    """Mean probability of support, 0 to 1, over the ``graded`` facts; no length penalty."""
    graded: int = 0
    """How many facts have a verdict with a probability."""
    errors: ErrorCounts = ErrorCounts()
    sentences: int = 0
    non_factual: int = 0
    detail: str = ""
    """Why the item is not scored, or how its topic was understood, in words."""
    extra: Mapping[str, JsonValue] = field(default_factory=dict)
    source: str = ""


@dataclass(frozen=True, slots=True)
class Interval:
    """A range of values, both ends included."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Partial:
    """One model's mean probability of support: the grey scale beside the strict share."""

    mean: float | None
    """Mean of the scored items' ``partial``."""
    ci95: Interval | None
    """95 % interval of it by bootstrap over items."""
    items: int
    """Scored items behind the mean."""
    facts: int
    """Their facts that have a verdict with a probability."""
    missing: Mapping[str, str] = field(default_factory=dict)
    """Why a number is ``None``: field name → reason."""


@dataclass(frozen=True, slots=True)
class CorrectedScore:
    """The score that people would give one model, estimated with the help of labelled items."""

    score: float
    """Mean over the scored items, after the length penalty, 0 to 1."""
    ci95: Interval
    """95 % interval of what people would give these very items."""
    ci95_population: Interval | None
    """95 % interval of what they would give on average to all items that these are a sample of."""
    labelled: int
    """Labelled items of this model, on which the correction rests."""
    known: int
    """Scored items that are among the labelled ones: their score by people is taken. An item
    that was scored several times counts that often."""
    new: int
    """Scored items without labels, likewise."""
    power: float | None
    """How far the judge was relied on, 0 to 1 (lambda); ``None`` where all items are known."""
    missing: Mapping[str, str] = field(default_factory=dict)
    """Why a number is ``None``: field name → reason."""


@dataclass(frozen=True, slots=True)
class ModelScore:
    """One model's numbers; ``items`` says how many items stand behind the means."""

    model: str
    items: int
    statuses: Mapping[Status, int]
    facts: FactCounts
    score: float | None
    """Mean of the scored items' ``score``."""
    init_score: float | None
    ci95: Interval | None
    """95 % interval of ``score`` by bootstrap over items."""
    respond_ratio: float | None
    facts_per_response: float | None
    f1_at_k: float | None
    coverage: float | None
    """Share of facts that have a verdict."""
    non_factual: int = 0
    """Sentences that state no fact, over all items."""
    errors: ErrorCounts | None = None
    """``None`` where facts lack support and the judge does not say why of any."""
    partial: Partial | None = None
    """``None`` where it was not asked for."""
    corrected: CorrectedScore | None = None
    """``None`` where no calibration was given, or ``missing`` says why there is none."""
    agreement: Agreement | None = None
    missing: Mapping[str, str] = field(default_factory=dict)
    """Why a number is ``None``: field name → reason."""


@dataclass(frozen=True, slots=True)
class RunSetup:
    """By what results were made: numbers of different setups are not comparable."""

    version: str
    """The factscore that made them."""
    decomposer: str
    """The decomposer's SPEC."""
    decomposer_digest: str
    """Of all that can change its answers: 16 hexadecimal digits."""
    judge: str
    judge_digest: str
    knowledge: str | None
    """The store's fingerprint; ``None`` for a judge that needs no store."""
    retrieval: str | None
    """How passages were chosen by the run's settings, with version; ``None`` likewise. Rows without
    a topic are searched for in the whole store whatever it says."""
    top_k: int
    gamma: float
    f1_k: int
    facts: str
    """Whose facts were taken from FActScore's labelled files: ``human`` or ``model``."""
    labels: str | None
    """Which list of labels of the input was taken, if it was named."""


@dataclass(frozen=True, slots=True)
class KnowledgeInfo:
    """Which store the evidence came from."""

    path: str
    fingerprint: str
    articles: int


@dataclass(frozen=True, slots=True)
class RunResult:
    """A whole run: one row for each model, and one for each item in input order."""

    models: tuple[ModelScore, ...]
    items: tuple[ItemResult, ...]
    decomposer: str
    judge: str
    knowledge: KnowledgeInfo | None
    setup: RunSetup | None = None
    """By what the results were made."""
    usage: tuple[UsageRow, ...] = field(default=(), compare=False)
    """What chat models were asked and what it cost, by stage and model; two runs with equal
    results are equal, though the second finds its answers in the cache."""
    costs: Mapping[str, float | None] = field(default_factory=dict, compare=False)
    """US dollars that chat models were paid for each model's items in this run; what several
    models share is paid by the first. ``None`` where a price is not known."""

    # What a result looks like is known above this module, so it is imported when asked for.

    def to_pandas(self, what: Literal["models", "items", "facts"] = "items") -> pandas.DataFrame:
        """The models, the items or all facts as a pandas frame; needs pandas."""
        from factscore.report.frames import to_pandas

        return to_pandas(self, what)

    def to_polars(self, what: Literal["models", "items", "facts"] = "items") -> polars.DataFrame:
        """The models, the items or all facts as a polars frame; needs polars."""
        from factscore.report.frames import to_polars

        return to_polars(self, what)

    def _repr_html_(self) -> str:
        """How a notebook shows it: a chart and a table of the models."""
        from factscore.report.notebook import run_html

        return run_html(self)
