"""The training loop: batches by length, hard maximum over windows, a schedule with an end."""

from __future__ import annotations

import json
import logging
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import torch  # noqa: TID253 - nothing in this module works without it
from network import SupportNetwork, collate, rounded, score_pairs

from factscore.judge.pairs import FACT_TOKENS, WINDOW_TOKENS, Pair, make_pair, tokenize
from factscore.judge.windows import best_windows, cut_passages

if TYPE_CHECKING:
    from examples import Example
    from tokenizers import Tokenizer

log = logging.getLogger("train")
BATCH_TOKENS = 4096
SMOOTHING = 0.04


@dataclass(frozen=True, slots=True)
class Prepared:
    """An example as the network reads it."""

    pairs: tuple[Pair, ...]
    target: float

    @property
    def length(self) -> int:
        """Tokens of the longest pair."""
        return max(len(pair.ids) for pair in self.pairs)


@dataclass(frozen=True, slots=True)
class Schedule:
    """How long to train: ``steps`` batches, or ``minutes`` if these are over first."""

    steps: int
    minutes: float
    rate: float
    head_rate: float
    every: int = 250
    """Steps between checkpoints."""


def prepare(examples: Sequence[Example], tokenizer: Tokenizer, windows: int) -> list[Prepared]:
    """Examples with their best windows, cut and chosen by the package's own code."""
    prepared = []
    for example in examples:
        fact = tokenize(tokenizer, example.fact).pieces(FACT_TOKENS)[0]
        best = best_windows(example.fact, cut_passages(example.passages), windows)
        pieces = [p for w in best for p in tokenize(tokenizer, w.premise).pieces(WINDOW_TOKENS)]
        pairs = tuple(make_pair(fact, p) for p in pieces)
        if pairs and fact.ids:
            prepared.append(Prepared(pairs, float(example.supported)))
    return prepared


def batches(prepared: Sequence[Prepared], rng: random.Random) -> Iterator[list[Prepared]]:
    """Endless shuffled batches of about ``BATCH_TOKENS`` tokens, of claims of like length."""
    while True:
        order = rng.sample(list(prepared), len(prepared))
        made: list[list[Prepared]] = []
        for first in range(0, len(order), 2048):
            batch: list[Prepared] = []
            for claim in sorted(order[first : first + 2048], key=lambda c: c.length):
                if batch and (len(batch) + 1) * rounded(claim.length) > BATCH_TOKENS:
                    made.append(batch)
                    batch = []
                batch.append(claim)
            made.append(batch)
        rng.shuffle(made)
        yield from made


def strongest(network: SupportNetwork, claims: Sequence[Prepared]) -> list[Pair]:
    """For each claim the pair with the largest logit: the one that the maximum learns from."""
    several = [claim for claim in claims if len(claim.pairs) > 1]
    logits = score_pairs(network, [pair for claim in several for pair in claim.pairs]).tolist()
    chosen = []
    for claim in claims:
        own = [logits.pop(0) for _ in claim.pairs] if len(claim.pairs) > 1 else [0.0]
        chosen.append(claim.pairs[own.index(max(own))])
    return chosen


def fit(
    network: SupportNetwork,
    prepared: Sequence[Prepared],
    schedule: Schedule,
    seed: int,
    checkpoint: Path,
    evaluate: Callable[[], str] = lambda: "",
) -> None:
    """Train ``network`` in place, with checkpoints and lines of evaluation.

    What it took stands at the end in a JSON file beside the checkpoint.
    """
    torch.manual_seed(seed)
    head = list(network.head.parameters())
    body = [p for p in network.encoder.parameters() if p.requires_grad]
    groups = [{"params": body, "lr": schedule.rate}, {"params": head, "lr": schedule.head_rate}]
    optimizer = torch.optim.AdamW(groups, weight_decay=0.01, foreach=True)
    rates = [schedule.rate, schedule.head_rate]
    began, total, claims = time.monotonic(), 0.0, 0
    for step, batch in enumerate(batches(prepared, random.Random(seed))):
        elapsed = (time.monotonic() - began) / 60
        done = max(step / schedule.steps, elapsed / schedule.minutes)
        if step % schedule.every == 0 or done >= 1:
            torch.save(network.state_dict(), checkpoint)
            log.info(
                "step %d %.0f%% %.1f min, %d claims, loss %.4f %s",
                step,
                100 * done,
                elapsed,
                claims,
                total / (step % schedule.every or schedule.every),
                evaluate(),
            )
            total = 0.0
        if done >= 1:
            record = {"steps": step, "claims": claims, "minutes": round(elapsed, 1)}
            checkpoint.with_suffix(".json").write_text(json.dumps(record))
            return
        for group, rate in zip(optimizer.param_groups, rates, strict=True):
            group["lr"] = rate * min(1.0, done / 0.05 + 0.01) * (1 - done)
        total += train_step(network, batch, optimizer)
        claims += len(batch)


def train_step(
    network: SupportNetwork, claims: Sequence[Prepared], optimizer: torch.optim.Optimizer
) -> float:
    """One step down; the loss before it."""
    network.eval()
    batch = collate(strongest(network, claims))
    network.train()
    target = torch.tensor([claim.target for claim in claims])
    target = target * (1 - SMOOTHING) + SMOOTHING / 2
    with torch.autocast("cpu", torch.bfloat16):
        logits = network(batch.ids, batch.types, batch.real, batch.fact)
    loss = torch.nn.functional.binary_cross_entropy_with_logits(logits.float(), target)
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimizer.step()
    optimizer.zero_grad()
    return float(loss)


def claim_logits(network: SupportNetwork, prepared: Sequence[Prepared]) -> list[float]:
    """Each claim's maximum over its windows."""
    network.eval()
    logits = score_pairs(network, [pair for claim in prepared for pair in claim.pairs]).tolist()
    result = []
    start = 0
    for claim in prepared:
        result.append(max(logits[start : start + len(claim.pairs)]))
        start += len(claim.pairs)
    return result
