"""Checkpoints of a few thousand random weights, made here, with a tokenizer of whole words.

What every test computes by hand starts from these words' numbers and a plain forward pass
of the class that transformers has for the architecture, never from the code under test.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from factscore.records import Claim, Fact, Passage

BERT_WORDS = "[PAD] [UNK] [CLS] [SEP] [MASK] ada was born in rome paris she wrote left 1815 : ."
WORDS = (
    "<pad> </s> <unk> premise hypothesis predict : . Ada was born in Rome Paris She wrote left "
    "1815 0 1 Yes yes No no Determine if the is true given ? Premise Hypothesis"
)
THREE = {0: "CONTRADICTION", 1: "NEUTRAL", 2: "ENTAILMENT"}

Make = Callable[..., Path]


def claim(fact: str, *texts: str, title: str = "Ada") -> Claim:
    passages = tuple(Passage(title, i, text, 1.0) for i, text in enumerate(texts))
    return Claim("Ada", Fact(fact), passages)


def ids_of(text: str, words: str = WORDS) -> list[int]:
    """Numbers of a text's words by hand: white space and punctuation part them."""
    numbers = {word: number for number, word in enumerate(words.split())}
    spaced = text
    for mark in ".:?":
        spaced = spaced.replace(mark, f" {mark} ")
    return [numbers.get(word, numbers.get("<unk>", 1)) for word in spaced.split()]


def save_tokenizer(folder: Path, *, end: bool = True, chat: str | None = None) -> None:
    """A word-level tokenizer; ``end``: it ends every text with ``</s>``, as T5's does."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    numbers = {word: number for number, word in enumerate(WORDS.split())}
    tokenizer = Tokenizer(models.WordLevel(numbers, unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Punctuation()]
    )
    if end:
        tokenizer.post_processor = processors.TemplateProcessing(
            single="$A </s>", special_tokens=[("</s>", 1)]
        )
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        pad_token="<pad>",
        eos_token="</s>",
        unk_token="<unk>",
        model_max_length=512,
        chat_template=chat,
    )
    fast.save_pretrained(folder)


def named(folder: Path, **fields: Any) -> None:
    """Change fields of a config.json."""
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | fields))
