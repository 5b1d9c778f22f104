"""The model card: ``model_card.md`` with what a run read, took and reached filled in."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from string import Template

from examples import CAPS, MODELS, entities, people_labels, read_examples, retrievers
from practice import LEAD, NEGATED, SWAPPED
from predict import read_predictions

from factscore.judge.nli import NliConfig

TEMPLATE = Path(__file__).with_name("model_card.md")
LICENCES: Mapping[str, str] = {
    "begin": "CC BY 4.0",
    "boolq_statements": "CC BY-SA 3.0 (repository MIT)",
    "breaking_nli": "CC BY-SA 4.0",
    "conjnli": "MIT; sentences CC BY-SA",
    "exfever": "MIT",
    "factcheck_gpt_stance": "Apache-2.0",
    "fever_gold_text": "CC BY-SA 3.0",
    "fewrel_templates": "MIT; sentences CC BY-SA",
    "mnli_part": "MIT; MultiNLI: OANC, CC BY 3.0, CC BY-SA 3.0",
    "negation_nli": "MIT; sentences CC BY-SA 4.0 and OANC",
    "qed_nq_statements": "CC BY-SA 3.0",
    "redocred_templates": "MIT; text CC BY-SA",
    "snli_dev_test": "CC BY-SA 4.0 (e-SNLI MIT)",
    "timeqa_templates": "BSD-3-Clause; text CC BY-SA",
    "vitaminc_sample": "MIT; data CC BY-SA 3.0",
    "wiki_lead_people": "CC BY-SA 4.0",
    "wiki_role_swaps": "CC BY-SA 4.0, MIT",
    "wikisplit": "CC BY-SA 4.0",
    "xquad_statements": "CC BY-SA 4.0",
    "lead": "CC BY-SA (Wikipedia)",
}


def write_card(path: Path, run: Path, data: Path, config: NliConfig) -> None:
    """Fill the template in and write it."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from nli_agreement import table

    known = [topic for topic in entities(data) if topic in retrievers(data)]
    facts = sum(len(people_labels(data, model)) for model in MODELS)
    values = {
        "version": config.version,
        "threshold": config.threshold,
        "sets": "\n".join(_sets(run)),
        "entities": len(known),
        "facts": f"{facts:,}",
        "general": _took(run / "general.json"),
        "people": _took(run / "people-all.json"),
        "practice": ", ".join(_practice(run)),
        "agreement": "\n".join(f"    {line}".rstrip() for line in table(data)),
    }
    text = Template(TEMPLATE.read_text(encoding="utf-8")).substitute(values)
    path.write_text(text, encoding="utf-8")


def _sets(run: Path) -> Iterable[str]:
    counts: dict[str, list[int]] = {name: [0, 0] for name in (*CAPS, "lead")}
    for example in read_examples(run / "general.jsonl"):
        counts[example.source][example.supported] += 1
    for name, (against, supported) in counts.items():
        yield f"| {name} | {against:,} + {supported:,} | {LICENCES[name]} |"


def _practice(run: Path) -> Iterable[str]:
    sources = Counter(p.source for p in read_predictions(run / "honest.jsonl"))
    says = {
        SWAPPED: "of people's supported facts with a value or role exchanged",
        LEAD: "spoilt facts of leads that the first stage took none from",
        NEGATED: "such facts with a negation more or less",
    }
    return (f"{sources[source] // 2:,} {text}" for source, text in says.items())


def _took(path: Path) -> str:
    record = json.loads(path.read_text(encoding="utf-8"))
    return (
        f"{record['claims']:,} claims in {record['steps']:,} steps, {record['minutes']:.0f} minutes"
    )
