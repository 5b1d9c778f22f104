"""Models that generate their answer, asked for the probability of its first token only."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from factscore import prompts
from factscore.errors import ModelError
from factscore.judge.hub.classifiers import document_chunks
from factscore.judge.hub.family import CLOSELY, Prompted, longest
from factscore.judge.hub.source import Source, problem
from factscore.records import Claim

if TYPE_CHECKING:
    from torch import Tensor

MINICHECK_WORDS = 500
"""Words of a chunk for MiniCheck's Flan-T5."""
CHAT_TOKENS = 4096
"""Tokens of a prompt for a chat model, at most."""


class TrueNli(Prompted):
    """TRUE (Honovich et al. 2022): a T5 that generates "1" for entailment and "0" else.

    The probability is the softmax over these two alone, at the first step. T5 spells "0" in
    two tokens, and what counts is the first: ids 3 and 209.
    """

    network = "AutoModelForSeq2SeqLM"

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self._answers = [self._first("0"), self._first("1")]
        if self._answers[0] == self._answers[1]:
            raise problem(
                source.model, "its tokenizer begins 0 and 1 alike", "choose another model"
            )

    def _first(self, text: str) -> int:
        return int(self.tokenizer(text, add_special_tokens=False)["input_ids"][0])

    def room(self) -> int:
        """T5's positions are relative and have no end; 512 is what it was trained with."""
        return CLOSELY

    def write(self, premise: str, fact: str) -> str:
        """The format of its model card."""
        return f"premise: {premise} hypothesis: {fact}"

    def logits(self, network: Any, inputs: Mapping[str, Tensor]) -> Tensor:
        """Logits of "0" and "1" as first token."""
        ids = inputs["input_ids"]
        config = network.config
        start = getattr(config, "decoder_start_token_id", None)
        begin = ids.new_full((len(ids), 1), config.pad_token_id if start is None else start)
        logits: Tensor = network(**inputs, decoder_input_ids=begin, use_cache=False).logits
        return logits[:, 0, self._answers]


class MiniCheckT5(TrueNli):
    """MiniCheck's Flan-T5 (Tang et al. 2024), which answers as TRUE does.

    It reads ``predict: document + eos + claim``; a document is cut into whole sentences of
    at most 500 words together, and support is the maximum over chunks, from 0.5 on.
    """

    def room(self) -> int:
        """Its authors' limit."""
        return 2048

    def write(self, premise: str, fact: str) -> str:
        """Document and claim with the mark between them."""
        return f"predict: {premise}{self.tokenizer.eos_token}{fact}"

    def premises(self, claim: Claim, fact: str) -> list[str]:
        """Chunks of whole sentences."""
        return document_chunks(self, claim, fact, MINICHECK_WORDS, _words)


def _words(text: str) -> int:
    return len(text.split())


class Chat(Prompted):
    """A causal language model that is asked for yes or no (``factscore.prompts.yes_no``).

    It reads all passages at once where they fit, the best one last, through its chat
    template if it has one. The probability is P(yes) / (P(yes) + P(no)) at the next token,
    each summed over the spellings that are one token.
    """

    network = "AutoModelForCausalLM"
    # Rotary embeddings may keep state between runs.
    parallel = False

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        yes, no = (self._tokens(word) for word in (prompts.YES, prompts.NO))
        self._answers = [sorted(no - yes), sorted(yes - no)]
        if not all(self._answers):
            raise ModelError(
                f"the judge nli:{source.model} cannot be asked for yes or no: its tokenizer has "
                "no single token for one of them; choose another model"
            )

    def _tokens(self, word: str) -> set[int]:
        spelled = [
            self.tokenizer(text, add_special_tokens=False)["input_ids"]
            for text in prompts.spellings(word)
        ]
        return {ids[0] for ids in spelled if len(ids) == 1} - {self.tokenizer.unk_token_id}

    def special(self) -> bool:
        """A chat template brings its own marks."""
        return not self.tokenizer.chat_template

    def room(self) -> int:
        """What the model can read, and no more than 4,096 tokens."""
        return longest(self.config, self.tokenizer, CHAT_TOKENS)

    def write(self, premise: str, fact: str) -> str:
        """The prompt, up to where the answer begins."""
        question = prompts.yes_no(premise, fact)
        if not self.tokenizer.chat_template:
            return f"{question}\n\nAnswer:"
        text: str = self.tokenizer.apply_chat_template(
            [{"role": "user", "content": question}],
            tokenize=False,
            add_generation_prompt=True,
            enable_thinking=False,
        )
        return text

    def written(self, text: str) -> str:
        """The prompt's own tags mean nothing in judged text."""
        return prompts.data(text)

    def premises(self, claim: Claim, fact: str) -> list[str]:
        """All passages in one prompt, or in as few as it takes, better ones first."""
        reader = self.reader
        room = reader.room - reader.count(fact)
        blocks = [
            prompts.evidence_block(passage.title, window)
            for passage in claim.passages
            for window in reader.fitting(
                "",
                passage.text,
                room - reader.count(prompts.evidence_block(passage.title, "")),
            )
        ]
        groups = self._packed(blocks, room - reader.overhead)
        return [prompts.join_evidence(group) for group in groups]

    def _packed(self, blocks: Sequence[str], room: int) -> list[list[str]]:
        groups: list[list[str]] = []
        used = 0
        for block in blocks:
            tokens = self.reader.count(block) + 2  # the blank line
            if not groups or used + tokens > room:
                groups.append([])
                used = 0
            groups[-1].append(block)
            used += tokens
        return groups

    def logits(self, network: Any, inputs: Mapping[str, Tensor]) -> Tensor:
        """Log of the summed exponentials for no and for yes, at each pair's last token."""
        import torch

        last = inputs["attention_mask"].sum(-1) - 1
        # Logits of every token over a large vocabulary would fill the memory.
        keeps = "logits_to_keep" in inspect.signature(network.forward).parameters
        kept, place = torch.unique(last, return_inverse=True) if keeps else (None, last)
        chosen = {"logits_to_keep": kept} if keeps else {}
        logits = network(**inputs, **chosen, use_cache=False).logits
        rows = logits[torch.arange(len(last), device=last.device), place].float()
        return torch.stack([rows[:, tokens].logsumexp(-1) for tokens in self._answers], dim=-1)
