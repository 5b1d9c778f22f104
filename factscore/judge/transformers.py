"""The judge ``nli:MODEL``: any Hugging Face sequence classifier that knows entailment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from factscore.errors import MissingDependency, ModelError
from factscore.judge.nli import unscored
from factscore.judge.revision import cached_revision, folder_digest
from factscore.judge.windows import cut
from factscore.records import Claim, JsonValue, Label, Passage, Reason, Verdict

if TYPE_CHECKING:
    from torch import Tensor

PLACES = 4
"""Decimal places of a probability; see ``TransformersJudge`` for why so few."""
_STEP = 32
_LONGEST = 512
"""Tokens of a pair, at most, even where a model could read more: evidence is read closely."""
_ENTAILMENT = re.compile(r"entail(?:ment|s|ed)?|support(?:s|ed)?|consistent")
_CONTRADICTION = re.compile(r"contradict(?:ion|ory|s|ed)|refute[sd]?")


@dataclass(frozen=True, slots=True)
class Classes:
    """Which of a classifier's outputs means what."""

    count: int
    entailment: int
    contradiction: int | None


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


@dataclass(frozen=True, slots=True)
class _Encoded:
    """One pair as token ids, and which claim and which piece of its fact it belongs to."""

    claim: int
    piece: int
    inputs: Mapping[str, list[int]]

    @property
    def length(self) -> int:
        return len(self.inputs["input_ids"])


class TransformersJudge:
    """Support of a fact is the maximum of entailment over the windows of its evidence.

    The premise is a window of one passage, after the passage's title: a whole passage where
    the model can read it with the fact, otherwise as many windows as it takes, and all of
    them are read. A fact too long for half of the model's length is judged in pieces, of
    which the least supported decides. With three classes a fact is supported if entailment
    is the most probable one; with two, if its probability is at least one half. A fact that
    is not supported is ``contradicted`` if some window's most probable class is
    contradiction, else ``not_found``; a model without such a class gives no reason.

    A pair is padded to a multiple of 32 tokens that depends on nothing but itself, and the
    padding is masked; so a batch differs from a single run by no more than the order of
    additions in float32, some 1e-7, which rounding to four places takes away.

    Args:
        model: Name on the Hugging Face hub, or a local folder.
        device: As torch names it; by default ``cuda`` where there is one, else ``cpu``.
        batch_tokens: Tokens in one run, padding included.
    """

    batch_size = 64
    needs_evidence = True

    def __init__(
        self, model: str, *, device: str | None = None, batch_tokens: int = 16_384
    ) -> None:
        self.name = f"nli:{model}"
        self._model = model
        self._device = device
        self._batch_tokens = batch_tokens

    def identity(self) -> dict[str, JsonValue]:
        """The model and what pins it: a local folder's SHA-256, or the hub's revision.

        The revision is read from the hub's cache on this machine; only a model that was
        never used here is loaded to learn it.

        Raises:
            ModelError: The model is neither a folder nor on the hub.
        """
        folder = Path(self._model)
        if folder.is_dir():
            return {"judge": "transformers", "model": folder.name, "digest": folder_digest(folder)}
        revision = cached_revision(self._model) or self._checkpoint.revision
        return {"judge": "transformers", "model": self._model, "revision": revision}

    def judge(self, claims: Sequence[Claim]) -> list[Verdict]:
        """One verdict a claim, in order.

        Raises:
            MissingDependency: torch or transformers is not installed.
            ModelError: The model cannot be loaded, or its labels do not name entailment.
        """
        checkpoint = self._checkpoint
        pairs = [pair for i, claim in enumerate(claims) for pair in checkpoint.pairs(i, claim)]
        found: dict[tuple[int, int], list[list[float]]] = {}
        for batch in _batches(pairs, self._batch_tokens):
            for pair, row in zip(batch, checkpoint.probabilities(batch), strict=True):
                found.setdefault((pair.claim, pair.piece), []).append(row)
        rows: list[list[list[list[float]]]] = [[] for _ in claims]
        for (claim, _), windows in sorted(found.items()):
            rows[claim].append(windows)
        return [
            decide(claim, pieces, checkpoint.classes)
            for claim, pieces in zip(claims, rows, strict=True)
        ]

    @cached_property
    def _checkpoint(self) -> _Checkpoint:
        return _Checkpoint(self._model, self._device)


def decide(claim: Claim, pieces: Sequence[Sequence[Sequence[float]]], classes: Classes) -> Verdict:
    """The verdict from the class probabilities of each window, for each piece of the fact."""
    if not pieces:
        return unscored(claim)
    best = [max(windows, key=lambda row: row[classes.entailment]) for windows in pieces]
    row = min(best, key=lambda row: row[classes.entailment])
    probability = row[classes.entailment]
    rivals = [p for i, p in enumerate(row) if i != classes.entailment]
    supported = probability >= 0.5 if classes.count == 2 else probability > max(rivals)
    if supported:
        return Verdict(Label.SUPPORTED, probability, None, claim.passages)
    reason = _reason([row for windows in pieces for row in windows], classes)
    return Verdict(Label.NOT_SUPPORTED, probability, reason, claim.passages)


def _reason(rows: Sequence[Sequence[float]], classes: Classes) -> Reason | None:
    if classes.count < 3 or classes.contradiction is None:
        return None
    against = any(row[classes.contradiction] == max(row) for row in rows)
    return Reason.CONTRADICTED if against else Reason.NOT_FOUND


def _batches(pairs: Sequence[_Encoded], tokens: int) -> Iterator[list[_Encoded]]:
    """Pairs of equal padded length together, at most ``tokens`` tokens at once."""
    groups: dict[int, list[_Encoded]] = {}
    for pair in pairs:
        groups.setdefault(_padded(pair.length), []).append(pair)
    for length, group in sorted(groups.items()):
        size = max(1, tokens // length)
        yield from (group[i : i + size] for i in range(0, len(group), size))


def _padded(length: int) -> int:
    return -(-length // _STEP) * _STEP


class _Checkpoint:
    """A loaded model with its tokenizer."""

    def __init__(self, model: str, device: str | None) -> None:
        try:
            import torch
            import transformers
        except ImportError as error:
            raise MissingDependency(f"the judge nli:{model}", "torch") from error
        _quiet(transformers.utils.logging)
        self._torch = torch
        config, self._tokenizer, network = _load(model)
        self.classes = read_classes(model, config.id2label)
        self.revision: str | None = getattr(config, "_commit_hash", None)
        self._device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        try:
            self._network: Any = network.float().eval().to(self._device)
        except RuntimeError as error:
            raise ModelError(_problem(model, error, "choose another device")) from error
        self._room = _longest(config, self._tokenizer)

    def pairs(self, number: int, claim: Claim) -> list[_Encoded]:
        """Every piece of the claim's fact with every window of its evidence."""
        half = self._room // 2
        facts = self._fitting("", claim.fact.text, half)
        return [
            _Encoded(number, piece, self._encode(premise, fact))
            for piece, fact in enumerate(facts)
            for passage in claim.passages
            for premise in self._premises(passage, fact)
        ]

    def _premises(self, passage: Passage, fact: str) -> list[str]:
        title = f"{passage.title}: " if passage.title else ""
        return self._fitting(title, passage.text, self._room - self._count(fact))

    def _fitting(self, title: str, text: str, tokens: int) -> list[str]:
        """The text cut into as few windows as fit, each after the title, in reading order."""
        room = tokens - self._tokenizer.num_special_tokens_to_add(pair=True)
        size = max(1, room)
        while True:
            windows = [title + window for window in cut(text, size)]
            if size == 1 or all(self._count(window) <= room for window in windows):
                return windows
            size = max(1, size * 2 // 3)

    def _count(self, text: str) -> int:
        return len(self._tokenizer(_plain(text), add_special_tokens=False)["input_ids"])

    def _encode(self, premise: str, fact: str) -> Mapping[str, list[int]]:
        # Only a title or a single "word" longer than the model can read is ever cut here.
        encoded: Mapping[str, list[int]] = self._tokenizer(
            _plain(premise), _plain(fact), truncation="longest_first", max_length=self._room
        )
        return encoded

    def probabilities(self, pairs: Sequence[_Encoded]) -> list[list[float]]:
        """Class probabilities of pairs of equal padded length, rounded, in order."""
        inputs = self._tokenizer.pad(
            [dict(pair.inputs) for pair in pairs],
            padding="max_length",
            max_length=min(self._room, _padded(pairs[0].length)),
            return_tensors="pt",
        ).to(self._device)
        with self._torch.inference_mode():
            logits: Tensor = self._network(**inputs).logits
        rows = logits.float().softmax(-1).tolist()
        return [[round(value, PLACES) for value in row] for row in rows]


def _quiet(logging: Any) -> None:
    """No load reports and no progress bars on standard error, which is ours."""
    logging.set_verbosity_error()
    logging.disable_progress_bar()


def _plain(text: str) -> str:
    """Lone surrogates cannot cross into a tokenizer, which takes UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _longest(config: Any, tokenizer: Any) -> int:
    """Tokens that a pair may have; position ids of RoBERTa's kin start two after zero."""
    positions = getattr(config, "max_position_embeddings", None) or _LONGEST
    usable = positions if positions % 2**4 == 0 else positions - 2
    return int(min(_LONGEST, usable, tokenizer.model_max_length))


def _load(model: str) -> tuple[Any, Any, Any]:
    """Settings, tokenizer and network, from a folder or the hub."""
    from safetensors import SafetensorError
    from transformers import AutoConfig, AutoModelForSequenceClassification, AutoTokenizer

    try:
        config = AutoConfig.from_pretrained(model)
        tokenizer = AutoTokenizer.from_pretrained(model)
        network = AutoModelForSequenceClassification.from_pretrained(model, config=config)
    except (OSError, ValueError, ImportError, RuntimeError, KeyError, SafetensorError) as error:
        remedy = "give a local folder, or a model's name on the Hugging Face hub with access to it"
        raise ModelError(_problem(model, error, remedy)) from error
    return config, tokenizer, network


def _problem(model: str, error: Exception, remedy: str) -> str:
    # The first sentence says it; what follows is advice about the library's own options.
    reason = re.split(r"(?<=\w)[.!] ", " ".join(str(error).split()), maxsplit=1)[0][:300]
    return f"cannot load the judge nli:{model} ({reason}); {remedy}"
