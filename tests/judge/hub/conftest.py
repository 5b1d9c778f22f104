"""A random BERT with labels of the test's choice."""

from __future__ import annotations

from pathlib import Path

import pytest
from hub_samples import BERT_WORDS, Make


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Makes a random BERT of two layers in a folder; the labels are given."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")

    def made(labels: dict[int, str], positions: int = 64) -> Path:
        folder = tmp_path / f"model{len(labels)}-{positions}"
        torch.manual_seed(7)
        config = transformers.BertConfig(
            vocab_size=len(BERT_WORDS.split()),
            hidden_size=32,
            num_hidden_layers=2,
            num_attention_heads=2,
            intermediate_size=64,
            max_position_embeddings=positions,
            initializer_range=0.5,  # random, but with an opinion
            id2label=labels,
            label2id={label: index for index, label in labels.items()},
        )
        transformers.BertForSequenceClassification(config).save_pretrained(folder)
        vocabulary_map = {word: number for number, word in enumerate(BERT_WORDS.split())}
        transformers.BertTokenizer(vocab=vocabulary_map).save_pretrained(folder)
        return folder

    return made
