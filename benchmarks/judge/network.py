"""The judge as a torch module: MiniLM under a head that reads the fact's tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch  # noqa: TID253 - nothing in this module works without it
from torch import Tensor, nn  # noqa: TID253

from factscore.judge.pairs import Pair


@dataclass(frozen=True, slots=True)
class Batch:
    """Pairs padded to one length; all tensors have the shape (pairs, tokens)."""

    ids: Tensor
    types: Tensor
    real: Tensor
    """1 where there is a token, 0 where there is padding."""
    fact: Tensor
    """1.0 at the fact's tokens, else 0.0."""


STEP = 16
"""Lengths and batch sizes are rounded up to it: the CPU kernels are built anew for each shape."""


def rounded(length: int) -> int:
    return -(-length // STEP) * STEP


def collate(pairs: Sequence[Pair]) -> Batch:
    """Pad pairs to one length, a multiple of ``STEP``."""
    length = rounded(max(len(pair.ids) for pair in pairs))
    ids = torch.zeros(len(pairs), length, dtype=torch.long)
    types, real = torch.zeros_like(ids), torch.zeros_like(ids)
    fact = torch.zeros(len(pairs), length)
    for row, pair in enumerate(pairs):
        size = len(pair.ids)
        ids[row, :size] = torch.tensor(pair.ids)
        types[row, :size] = torch.tensor(pair.types)
        real[row, :size] = 1
        fact[row, 1 : pair.fact_length + 1] = 1.0
    return Batch(ids, types, real, fact)


class SupportNetwork(nn.Module):
    """Logit of support for pairs: mean, maximum and minimum over the fact's tokens, then linear."""

    def __init__(self, base: Path) -> None:
        from transformers import AutoConfig, AutoModel

        super().__init__()
        # No dropout inside: at one pass over noisy data it costs a tenth of the time and
        # brings nothing. Eager attention is twice as fast as the fused one on a CPU in bf16.
        config = AutoConfig.from_pretrained(
            base, hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0
        )
        self.encoder: Any = AutoModel.from_pretrained(
            base, config=config, attn_implementation="eager", add_pooling_layer=False
        )
        self.encoder.embeddings.word_embeddings.weight.requires_grad_(False)
        self.dropout = nn.Dropout(0.1)
        self.head = nn.Linear(3 * self.encoder.config.hidden_size, 1)

    def forward(self, ids: Tensor, types: Tensor, real: Tensor, fact: Tensor) -> Tensor:
        """Shapes (pairs, tokens) in, (pairs,) out."""
        hidden = self.encoder(
            input_ids=ids, token_type_ids=types, attention_mask=real
        ).last_hidden_state.float()
        mask = fact.unsqueeze(-1)
        mean = (hidden * mask).sum(1) / mask.sum(1).clamp(min=1.0)
        away = (1.0 - mask) * 1e4
        pooled = torch.cat([mean, (hidden - away).amax(1), (hidden + away).amin(1)], dim=-1)
        logits: Tensor = self.head(self.dropout(pooled)).squeeze(-1)
        return logits


def score_pairs(network: SupportNetwork, pairs: Sequence[Pair], size: int = 32) -> Tensor:
    """Logits of many pairs without gradients, in batches of ``size``."""
    order = sorted(range(len(pairs)), key=lambda i: len(pairs[i].ids))
    logits = torch.zeros(len(pairs))
    for start in range(0, len(order), size):
        chosen = order[start : start + size]
        filled = chosen + chosen[-1:] * (rounded(len(chosen)) - len(chosen))
        batch = collate([pairs[i] for i in filled])
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            found = network(batch.ids, batch.types, batch.real, batch.fact).float()
        logits[chosen] = found[: len(chosen)]
    return logits
