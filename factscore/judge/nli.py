"""The judge ``nli``: the small network inside the package, on a CPU, without torch."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from factscore.cores import cores
from factscore.errors import ModelError
from factscore.judge.features import features
from factscore.judge.pairs import FACT_TOKENS, WINDOW_TOKENS, Pair, Tokens, make_pair, tokenize
from factscore.judge.windows import Window, best_windows, cut_passages
from factscore.records import Claim, JsonValue, Label, Passage, Reason, Verdict

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

FOLDER = Path(__file__).parent / "model"
PLACES = 6
"""Decimal places of a probability."""
READING = 3
"""Version of windows, pairs and features: goes up with every change there that may change a
verdict, because it is part of the cache key."""


@dataclass(frozen=True, slots=True)
class NliConfig:
    """``config.json`` beside the weights."""

    name: str
    version: str
    digest: str
    """SHA-256 over ``model.onnx`` and then ``tokenizer.json``."""
    window_words: int
    windows: int
    """Windows of the evidence that are read for one fact, at most."""
    threshold: float
    """Least probability of a supported fact."""
    intercept: float
    weights: Mapping[str, float]
    """Weight of each of ``FEATURES``."""

    def probability(self, values: Mapping[str, float]) -> float:
        """``1 / (1 + exp(-(intercept + Σ weight · value)))``, rounded to six places."""
        total = self.intercept + math.fsum(self.weights[k] * values[k] for k in self.weights)
        # tanh has no overflow at either end, unlike exp.
        return round(0.5 + 0.5 * math.tanh(total / 2), PLACES)


def read_config(folder: Path) -> NliConfig:
    """Read the judge's settings.

    Raises:
        ModelError: The file is missing or is not what it should be.
    """
    path = folder / "config.json"
    try:
        return NliConfig(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError) as error:
        raise ModelError(_damaged(path, error)) from error


def _damaged(path: Path, error: Exception) -> str:
    reason = str(error).partition("\n")[0]
    return f"cannot load the judge nli from {path} ({reason}); install factscore again"


class NliJudge:
    """Support of a fact is the maximum over the windows of its evidence that speak of it.

    The evidence is cut into windows of about 75 words, and the few that share most with the
    fact are read (``best_windows``). A fact longer than 128 tokens is judged in pieces of
    that length, each of which must be supported: the least probable piece decides. The
    maximum is then weighed with what share of the fact's words, numbers and names the whole
    evidence has (``Signals``), whether its values stand with their predicates there
    (``Binding``), and whether the network would rather have another value in their place
    (``Contrast``), by a logistic formula whose coefficients stand in ``config.json`` with the
    threshold (``NliConfig.probability``).

    Each pair of fact and window runs through the network alone: int8 weights go with
    activations whose range is measured at run time over the whole batch, so that
    batch mates and padding would change a verdict. Single pairs on several threads are as
    fast on a CPU and give the same numbers in any company.

    Args:
        folder: Where ``model.onnx``, ``tokenizer.json`` and ``config.json`` are; by default
            the one in the package.
        threads: How many pairs to run at once; by default as many as this process has cores.
    """

    name = "nli"
    batch_size = 64
    needs_evidence = True

    def __init__(self, *, folder: Path = FOLDER, threads: int | None = None) -> None:
        self.threads = threads or cores()
        self._folder = folder

    def identity(self) -> dict[str, JsonValue]:
        """``READING`` and the settings in ``config.json``; ``digest`` stands for the weights."""
        config = asdict(self._config)
        weights = dict(self._config.weights)
        return {"judge": "nli", "reading": READING, **config, "weights": weights}

    def judge(self, claims: Sequence[Claim]) -> list[Verdict]:
        """One verdict a claim, in order; the same for a claim in whatever company.

        Raises:
            ModelError: The weights cannot be loaded.
        """
        network = self._network  # loaded here, so that threads do not race for it
        with ThreadPoolExecutor(self.threads) as pool:
            return list(pool.map(partial(self._verdict, network), claims))

    @cached_property
    def _config(self) -> NliConfig:
        return read_config(self._folder)

    @cached_property
    def _network(self) -> Network:
        return Network(self._folder, windows=self._config.windows)

    def _verdict(self, network: Network, claim: Claim) -> Verdict:
        each = (self._probability(network, claim, page) for page in _pages(claim.passages))
        found = [probability for probability in each if probability is not None]
        if not found:
            return unscored(claim)
        supported = max(found) >= self._config.threshold
        label = Label.SUPPORTED if supported else Label.NOT_SUPPORTED
        return Verdict(label, max(found), None, claim.passages)

    def _probability(
        self, network: Network, claim: Claim, passages: Sequence[Passage]
    ) -> float | None:
        windows = cut_passages(passages, self._config.window_words)
        values = features(network.logit, claim.topic, claim.fact.text, windows)
        return None if values is None else self._config.probability(values)


def _pages(passages: Sequence[Passage]) -> Iterable[list[Passage]]:
    """The passages of each page by themselves: a fact must not find its words on several."""
    pages: dict[tuple[str, str], list[Passage]] = {}
    for passage in passages:
        pages.setdefault((passage.store, passage.title), []).append(passage)
    return pages.values()


def unscored(claim: Claim) -> Verdict:
    """The verdict where there are no words in the fact, or none in the evidence."""
    empty = not claim.fact.text.strip()
    reason = Reason.PARSE_FAILED if empty else Reason.NO_EVIDENCE
    return Verdict(Label.UNSCORED, None, reason, claim.passages)


class Network:
    """The loaded weights; safe to use from several threads.

    Args:
        folder: Where ``model.onnx`` and ``tokenizer.json`` are.
        windows: Windows of the evidence that are read for one fact, at most.

    Raises:
        ModelError: A file is missing or damaged.
    """

    def __init__(self, folder: Path, *, windows: int) -> None:
        self._windows = windows
        self._tokenizer = _load_tokenizer(folder / "tokenizer.json")
        self._session = _load_session(folder / "model.onnx")

    def logit(self, text: str, windows: Sequence[Window]) -> float | None:
        """Least over the fact's pieces of the maximum over windows; None without words."""
        fact = tokenize(self._tokenizer, text)
        read = self._read(text, windows)
        if not fact.ids or not read:
            return None
        pieces = fact.pieces(FACT_TOKENS)
        return min(max(self._run(piece, window) for window in read) for piece in pieces)

    def _read(self, fact: str, windows: Sequence[Window]) -> list[Tokens]:
        best = best_windows(fact, windows, self._windows)
        texts = (tokenize(self._tokenizer, window.premise) for window in best)
        return [piece for text in texts for piece in text.pieces(WINDOW_TOKENS) if piece.ids]

    def _run(self, fact: Tokens, window: Tokens) -> float:
        import numpy as np

        pair = make_pair(fact, window)
        inputs = {
            "ids": np.array([pair.ids], dtype=np.int64),
            "types": np.array([pair.types], dtype=np.int64),
            "fact": np.array([_fact_mask(pair)], dtype=np.float32),
        }
        return float(self._session.run(None, inputs)[0][0])


def _fact_mask(pair: Pair) -> list[float]:
    return [float(1 <= position <= pair.fact_length) for position in range(len(pair.ids))]


def _load_tokenizer(path: Path) -> Tokenizer:
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_buffer(path.read_bytes())
    except (OSError, ValueError) as error:
        raise ModelError(_damaged(path, error)) from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _load_session(path: Path) -> InferenceSession:
    from onnxruntime import InferenceSession, SessionOptions
    from onnxruntime.capi import onnxruntime_pybind11_state as states

    faults = (states.Fail, states.NoSuchFile, states.InvalidProtobuf, states.InvalidGraph)
    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3  # warnings would go to standard error, past us
    try:
        return InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except faults as error:
        raise ModelError(_damaged(path, error)) from error
