"""Which of several pages is a text about: how often is the choice right, how often made?

    python benchmarks/topic_choice.py [DATA]

There are no two people of one name in the published data, so cases are made: the pages
of other people stand for those of namesakes, and what they are called does not count.
The texts are what three models wrote about FActScore's labelled people, with all the
mistakes they make. *Alike* pages share the most words with the right one (their people
have the same trade), *any* are drawn by lot, *leads* are short pages of well-known
people, and where *absent* stands the right page is not among them, so that every choice
is wrong. *Halves* are people of the leads who share a name: the first half of the lead is
the page and the second half is the text, which is less than a choice needs.

The rule's two numbers were chosen with all of these cases in view. The table shows people
with an even and an odd sha256 of their name apart, to tell how far the figures move, and
all cases together for other margins.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import math
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from data_folder import data_folder

from factscore.knowledge import choice
from factscore.knowledge.choice import choose

MODELS = ("ChatGPT", "InstructGPT", "PerplexityAI")
MARGINS = (0.3, 0.4, 0.5, 0.6)
SEED = 5


@dataclass(frozen=True, slots=True)
class Case:
    """A text, the pages that may be meant, and which one is (``None``: none of them)."""

    kind: str
    person: str
    text: str
    titles: tuple[str, ...]
    right: str | None


@dataclass(slots=True)
class Count:
    """Cases, choices, and right choices."""

    cases: int = 0
    made: int = 0
    right: int = 0

    def __str__(self) -> str:
        precision = f"{self.right / self.made:8.1%}" if self.made else f"{'none':>8}"
        return f"{self.cases:6}{self.made / (self.cases or 1):8.1%}{precision}"


def main() -> None:
    """Prints coverage and precision by kind of case, and for other margins."""
    folder = data_folder(sys.argv[1] if len(sys.argv) > 1 else None)
    labelled, leads = _pages(folder), _leads(folder)
    pages: dict[str, Sequence[str]] = {**leads, **labelled}
    cases = [*_written(folder, labelled, leads), *_halves(leads, pages)]
    print(f"{'':28}{'even':^22}{'odd':^22}")
    print(f"{'cases':24}" + f"{'n':>6}{'made':>8}{'right':>8}" * 2)
    tables = [_count(cases, pages, even=even) for even in (True, False)]
    for kind in tables[0]:
        print(f"{kind:24}{tables[0][kind]}{tables[1][kind]}")
    for margin in MARGINS:
        counts = _count(cases, pages, margin=margin).values()
        total = Count(*map(sum, zip(*map(_values, counts), strict=True)))
        print(f"all, margin {margin:<12}{total}")


def _values(count: Count) -> tuple[int, ...]:
    return count.cases, count.made, count.right


def _count(
    cases: Sequence[Case],
    pages: Mapping[str, Sequence[str]],
    *,
    even: bool | None = None,
    margin: float = choice.CLEARLY,
) -> dict[str, Count]:
    counts: dict[str, Count] = defaultdict(Count)
    for case in cases:
        if even is not None and _is_even(case.person) is not even:
            continue
        count = counts[case.kind]
        count.cases += 1
        made = choose(case.text, {title: pages[title] for title in case.titles}, margin=margin)
        count.made += made is not None
        count.right += made is not None and made.title == case.right
    return counts


def _is_even(person: str) -> bool:
    return hashlib.sha256(person.encode()).digest()[0] % 2 == 0


def _pages(folder: Path) -> dict[str, Sequence[str]]:
    with (folder / "factscore" / "passages.jsonl").open(encoding="utf-8") as lines:
        rows = map(json.loads, lines)
        return {row["title"]: [re.sub("</?s>", " ", p) for p in row["passages"]] for row in rows}


def _leads(folder: Path) -> dict[str, Sequence[str]]:
    """Leads that look as if they were about a person."""
    path = folder / "wikipedia" / "vital-leads.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {row["title"]: [row["text"]] for row in rows if _is_person(row["title"], row["text"])}


def _is_person(title: str, text: str) -> bool:
    pronouns = len(re.findall(r"\b(?:he|she|his|her)\b", text.lower()))
    plain = re.fullmatch(r"[^\d(]+", title) and len(title.split()) <= 4
    return bool(plain) and pronouns >= 3 and pronouns > 0.015 * len(text.split())


def _written(
    folder: Path, labelled: Mapping[str, Sequence[str]], leads: Mapping[str, Sequence[str]]
) -> Iterator[Case]:
    dice = random.Random(SEED)
    alike = _alike(labelled)
    names, known = list(labelled), list(leads)
    for model in MODELS:
        path = folder / "factscore" / "labeled" / f"{model}.jsonl"
        for row in map(json.loads, path.read_text("utf-8").splitlines()):
            person = row["topic"]
            if not row.get("annotations") or person not in labelled:
                continue
            text = re.sub(r"\[\d+\]", "", row["output"])
            count = dice.choice([1, 1, 2, 3])
            near, others = alike[person], [name for name in names if name != person]
            drawn = dice.sample(others, count + 1)
            for kind, titles in (
                ("alike", near[:count]),
                ("any", drawn[:count]),
                ("leads", dice.sample(known, count)),
            ):
                yield Case(kind, person, text, (person, *titles), person)
            yield Case("alike, absent", person, text, tuple(near[: count + 1]), None)
            yield Case("any, absent", person, text, tuple(drawn), None)


def _halves(leads: Mapping[str, Sequence[str]], pages: dict[str, Sequence[str]]) -> Iterator[Case]:
    dice = random.Random(SEED)
    named: dict[str, list[str]] = defaultdict(list)
    texts = {}
    for title, (text,) in leads.items():
        sentences = re.split(r"(?<=[.!?])\s+", text)
        middle = (len(sentences) + 1) // 2
        pages[_half(title)] = [" ".join(sentences[:middle])]
        texts[title] = " ".join(sentences[middle:])
        for name in {title.split()[0], title.split()[-1]}:
            named[name].append(title)
    for titles in named.values():
        for title in titles:
            others = [_half(other) for other in titles if other != title]
            others = dice.sample(others, min(4, len(others)))
            if not others or len(texts[title].split()) < 15:
                continue
            yield Case("halves", title, texts[title], (_half(title), *others), _half(title))
            if len(others) > 1:
                yield Case("halves, absent", title, texts[title], tuple(others), None)


def _half(title: str) -> str:
    return f"{title} (half)"


def _alike(pages: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """For each page the others, most alike (cosine of tf-idf) first."""
    bags = {title: Counter(re.findall(r"\w+", " ".join(p).lower())) for title, p in pages.items()}
    known = Counter(word for bag in bags.values() for word in bag)
    vectors = {}
    for title, bag in bags.items():
        vector = {w: (1 + math.log(n)) * math.log(len(bags) / known[w]) for w, n in bag.items()}
        length = math.sqrt(sum(value * value for value in vector.values())) or 1.0
        vectors[title] = {word: value / length for word, value in vector.items()}

    def cosine(one: str, other: str) -> float:
        return sum(value * vectors[other].get(word, 0.0) for word, value in vectors[one].items())

    return {
        title: sorted(pages.keys() - {title}, key=lambda other: (-cosine(title, other), other))
        for title in pages
    }


if __name__ == "__main__":
    main()
