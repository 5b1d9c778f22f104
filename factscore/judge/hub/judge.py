"""The judge ``nli:MODEL``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from factscore.cores import cores
from factscore.judge.hub.devices import (
    CPU_CLAIMS,
    GPU_CLAIMS,
    Precision,
    choose_devices,
    choose_precision,
    has_bfloat16,
    has_gpu,
    share_threads,
)
from factscore.judge.hub.engine import Engine, EngineSettings
from factscore.judge.hub.hhem import find_foundation
from factscore.judge.hub.kinds import Kind, read_kind
from factscore.judge.hub.loading import require_torch
from factscore.judge.hub.source import Source, find_source, problem
from factscore.judge.hub.verdicts import decide
from factscore.judge.hub.workers import Workers
from factscore.judge.revision import folder_digest
from factscore.prompts import YES_NO_VERSION
from factscore.records import Claim, JsonValue, Verdict

READING = 2
"""Version of how models are read and verdicts are decided, which is part of the cache key:
goes up with every change that may change a verdict or a decimal of a probability."""


class HubJudge:
    """Support of a fact is the maximum over the windows of its evidence.

    The premise is a window of one passage, after the passage's title: a whole passage where
    the model can read it with the fact, otherwise as many windows as it takes, and all of
    them are read. (A causal model reads as many passages in one prompt as fit.) A fact too
    long for half of the model's length is judged in pieces, of which the least supported
    decides. With three classes a fact is supported if entailment is the most probable one;
    with two, if its probability is at least one half. A fact that is not supported is
    ``contradicted`` if some window's most probable class is contradiction, else
    ``not_found``; a model without such a class gives no reason.

    A pair is padded to a multiple of 32 tokens that depends on nothing but itself, and the
    padding is masked; so in float32, which a CPU computes in, a batch differs from a single
    run by no more than the order of additions, some 1e-7. GPUs compute in bfloat16 if all
    of them have it: some 1e-2 next to float32, and less between batches. Such answers have
    cache keys of their own.

    Args:
        model: Name on the Hugging Face hub, or a local folder.
        devices: As torch names them, a process each if there are several; by default every
            GPU, else the CPU.
        threads: CPU threads; by default as many as this process has cores.
        batch_tokens: Tokens in one run, padding included; by default what suits the device.
    """

    needs_evidence = True

    def __init__(
        self,
        model: str,
        *,
        devices: Sequence[str] | None = None,
        threads: int | None = None,
        batch_tokens: int | None = None,
    ) -> None:
        self.name = f"nli:{model}"
        self._model = model
        self._devices = devices
        self._threads = threads or cores()
        self._batch_tokens = batch_tokens
        self._gpu = has_gpu() if devices is None else any(d != "cpu" for d in devices)

    @property
    def batch_size(self) -> int:
        """Enough claims for sorting by length to pay, few enough for frequent commits."""
        return GPU_CLAIMS if self._gpu else CPU_CLAIMS

    def identity(self) -> dict[str, JsonValue]:
        """The model and what pins it: a local folder's SHA-256, or the hub's revision.

        With it stand how the model is read, what pins HHEM's tokenizer, which another model
        lends it, and the precision, unless it is float32. Revision and config are read from
        the hub's cache on this machine; only what was never used here is asked of the hub.

        Raises:
            ModelError: The model is neither a folder nor on the hub, or none that can judge.
        """
        source, kind = self._source, self._kind
        identity: dict[str, JsonValue] = {"judge": "transformers", **_pin(source)}
        identity |= {"kind": kind.value, "reading": READING}
        if kind is Kind.CAUSAL:
            identity["prompt"] = YES_NO_VERSION
        if kind is Kind.HHEM:
            identity["foundation"] = _pin(find_foundation(source))
        precision = self._precision
        return identity | ({} if precision == "float32" else {"precision": precision})

    def judge(self, claims: Sequence[Claim]) -> list[Verdict]:
        """One verdict a claim, in order.

        Raises:
            MissingDependency: torch or transformers is not installed.
            ModelError: The model cannot be loaded, or memory is not enough.
        """
        engine = self._engine
        rows = engine.rows(claims)
        return [
            decide(claim, pieces, engine.classes)
            for claim, pieces in zip(claims, rows, strict=True)
        ]

    @cached_property
    def _source(self) -> Source:
        return find_source(self._model)

    @cached_property
    def _kind(self) -> Kind:
        return read_kind(self._model, self._source.config)

    @cached_property
    def _precision(self) -> Precision:
        return choose_precision(self._devices, bfloat16=has_bfloat16())

    @cached_property
    def _engine(self) -> Engine | Workers:
        source, kind, precision = self._source, self._kind, self._precision
        require_torch(self._model)
        import torch

        devices = choose_devices(self._devices, torch.cuda.device_count())
        if precision != "float32" and "cpu" in devices:
            # The cache key has promised what a GPU answers.
            raise problem(
                self._model,
                "there is a GPU that torch cannot use",
                "update its driver or torch, or run on the CPU with CUDA_VISIBLE_DEVICES=-1",
            )
        threads = share_threads(self._threads, len(devices))
        settings = [
            EngineSettings(source, kind, device, threads, precision, self._batch_tokens)
            for device in devices
        ]
        return Engine(settings[0]) if len(settings) == 1 else Workers(settings)


def _pin(source: Source) -> dict[str, JsonValue]:
    if source.revision is not None:
        return {"model": source.model, "revision": source.revision}
    folder = Path(source.model)
    return {"model": folder.name, "digest": folder_digest(folder)}
