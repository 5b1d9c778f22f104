"""How fast stores are built: a dump's chain, the parsing of wikitext, and JSONL.

    python benchmarks/knowledge_build.py dump [DUMP] [--copies 4] [--cores 16]
    python benchmarks/knowledge_build.py jsonl [--sizes 100 500]

DUMP is a MediaWiki export packed with bzip2 (default: the English sample of the published
data, ``--data`` names another folder). All times are CPU time (user and system) of one
core, so other work on the machine changes them little, though its use of caches does.

``dump`` makes one dump of ``--copies`` copies of it, with titles of their own, measures
bare decompression (``bz2.BZ2Decompressor``), then one build in one process, with the calls
of the parser timed; what is left is the chain: decompression, XML, cutting, digests,
compression, SQLite. From these and from the numbers of a whole Wikipedia it extrapolates
hours on ``--cores`` cores: a thread decompresses on one of them, XML and writing take
another, parsing and cutting all others; they work at the same time.

``jsonl`` builds from seeded articles (sections of sentences of invented words, lengths as
skewed as Wikipedia's) in processes of their own, and prints the peak of their memory.
"""

from __future__ import annotations

import argparse
import bz2
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from data_folder import data_folder

SAMPLE = Path("wikipedia", "enwiki-shortened-pages-articles.xml.bz2")
ENGLISH_PACKED = 24.5e9
"""Bytes of enwiki-latest-pages-articles.xml.bz2 (dumps.wikimedia.org, 2025)."""
ENGLISH_XML = 106e9
"""Bytes of its XML: it unpacks to about 4.3 times its size."""
ENGLISH_ARTICLES_SHARE = 0.85
"""Share of the XML that is wikitext of articles: the rest is templates, categories,
redirects and the XML around them."""
TARGET_CHAIN = 2.5
TARGET_JSONL = 15.0


@dataclass(frozen=True, slots=True)
class Chain:
    """CPU seconds for the whole of a dump."""

    xml: int
    """Bytes of XML."""
    wikitext: int
    """Bytes of wikitext that was parsed."""
    prose: int
    """Bytes of passages."""
    decompression: float
    parsing: float
    cutting: float
    total: float

    @property
    def rest(self) -> float:
        """Everything but parsing."""
        return self.total - self.parsing


def decompress(path: Path) -> int:
    """Bare decompression in pieces; how many bytes came out."""
    size, one = 0, bz2.BZ2Decompressor()
    with path.open("rb") as packed:
        while chunk := packed.read(1 << 16):
            while chunk:
                size += len(one.decompress(chunk))
                chunk = one.unused_data if one.eof else b""
                one = bz2.BZ2Decompressor() if one.eof else one
    return size


@dataclass(slots=True)
class Spent:
    """CPU seconds in the calls of a function, and the size of what they took or gave."""

    seconds: float = 0.0
    bytes: int = 0


@contextmanager
def timed(module: object, name: str, size: Callable[..., int]) -> Iterator[Spent]:
    """Times a function of a module while the context lasts; ``size`` of arguments and result."""
    function, spent = getattr(module, name), Spent()

    def call(*given: object) -> object:
        began = time.process_time()
        result = function(*given)
        spent.seconds += time.process_time() - began
        spent.bytes += size(given, result)
        return result

    setattr(module, name, call)
    try:
        yield spent
    finally:
        setattr(module, name, function)


def enlarged(dump: Path, copies: int, folder: Path) -> Path:
    """The pages of a dump several times, under titles of their own."""
    xml = bz2.decompress(dump.read_bytes())
    start, end = xml.index(b"<page>"), xml.rindex(b"</page>") + len(b"</page>")
    packer, larger = bz2.BZ2Compressor(), folder / "larger.xml.bz2"
    with larger.open("wb") as out:
        out.write(packer.compress(xml[:start]))
        for number in range(copies):
            title = b"\\1 (copy %d)</title>" % number if number else b"\\1</title>"
            pages = re.sub(rb"(<title>[^<]*)</title>", title, xml[start:end])
            out.write(packer.compress(pages + b"\n"))
        out.write(packer.compress(xml[end:]) + packer.flush())
    return larger


def measure_chain(sample: Path, copies: int, folder: Path) -> Chain:
    """One build in this process, with the parser and the cutter timed."""
    from factscore.knowledge.build import build_store
    from factscore.knowledge.dump import pages

    dump = enlarged(sample, copies, folder)
    began = time.process_time()
    xml = decompress(dump)
    decompression = time.process_time() - began
    with (
        timed(pages, "to_prose", lambda given, _: len(str(given[0]).encode())) as prose,
        timed(pages, "sections_text", lambda *_: 0) as sections,
        timed(pages, "cut_text", lambda _, texts: sum(len(text.encode()) for text in texts)) as cut,
    ):
        began = time.process_time()
        build_store([dump], folder / "dump.db")
        total = time.process_time() - began
    parsing = prose.seconds + sections.seconds
    return Chain(xml, prose.bytes, cut.bytes, decompression, parsing, cut.seconds, total)


def print_chain(chain: Chain, cores: int) -> None:
    ratio = chain.rest / chain.decompression
    print(f"XML                            {chain.xml / 1e6:10.1f} MB")
    print(f"wikitext of articles           {chain.wikitext / 1e6:10.1f} MB")
    print(f"text of passages               {chain.prose / 1e6:10.1f} MB")
    print(f"bare bz2 decompression         {chain.decompression:10.2f} core-s"
          f"  ({chain.xml / 1e6 / chain.decompression:.1f} MB/s)")  # fmt: skip
    print(f"all but parsing of wikitext    {chain.rest:10.2f} core-s"
          f"  = {ratio:.2f} x decompression (target {TARGET_CHAIN})"
          f"  {'ok' if ratio <= TARGET_CHAIN else 'MISSED'}")  # fmt: skip
    print(f"  of it cutting into passages  {chain.cutting:10.2f} core-s")
    rate = chain.wikitext / chain.parsing
    print(f"parsing of wikitext            {chain.parsing:10.2f} core-s"
          f"  ({rate / 1e6:.2f} MB of wikitext a core-second)")  # fmt: skip
    per_xml = ENGLISH_XML / chain.xml / 3600
    unpacking = chain.decompression * per_xml
    writing = (chain.rest - chain.cutting - chain.decompression) * per_xml
    articles = ENGLISH_XML * ENGLISH_ARTICLES_SHARE
    parsing = (chain.parsing + chain.cutting) * articles / chain.wikitext / (cores - 2) / 3600
    print(
        f"\nall of English Wikipedia on {cores} cores: {max(unpacking, writing, parsing):.1f} h,"
        " the longest of\n"
        f"  one core that decompresses {ENGLISH_XML / 1e9:.0f} GB of XML          "
        f"{unpacking:.1f} h\n"
        f"  one core that reads the XML and writes the store  {writing:.1f} h\n"
        f"  {cores - 2} cores that parse and cut {articles / 1e9:.0f} GB of wikitext    "
        f"{parsing:.1f} h\n"
        f"  assumed: {ENGLISH_PACKED / 1e9:.1f} GB of bz2, {ENGLISH_ARTICLES_SHARE:.0%} of its XML "
        "wikitext of articles, articles\n"
        "  like those measured, cores as fast as this one, and a disk that keeps up"
    )


def jsonl_lines(megabytes: float, seed: int) -> Iterator[bytes]:
    """Articles of invented words until their texts are so long; streamed."""
    draw = random.Random(seed)
    letters = "etaoinshrdlucmfwypvbgk"
    words = ["".join(draw.choices(letters, k=draw.randint(1, 11))) for _ in range(50_000)]
    common = [words[int(draw.paretovariate(0.8)) % len(words)] for _ in range(400_000)]
    left, number = megabytes * 1e6, 0
    while left > 0:
        number += 1
        sections = [
            _paragraph(common, draw) for _ in range(max(1, int(draw.lognormvariate(1.2, 0.9))))
        ]
        left -= sum(map(len, sections))
        title = f"{' '.join(draw.choices(words, k=2)).title()} {number}"
        yield json.dumps({"title": title, "text": sections}).encode() + b"\n"


def _paragraph(words: Sequence[str], draw: random.Random) -> str:
    sentences = []
    for _ in range(int(draw.lognormvariate(1.6, 0.7)) + 1):
        start = int(draw.random() * (len(words) - 40))
        chosen = words[start : start + int(draw.uniform(6, 40))]
        sentences.append(" ".join(chosen).capitalize() + ".")
    return " ".join(sentences)


BUILD = """
import resource, sys, time
from factscore.knowledge.build import build_store
began = time.process_time()
made = build_store(sys.argv[1:2], sys.argv[2])
unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
print(time.process_time() - began, peak, made.articles)
"""


def measure_jsonl(sizes: Sequence[float], folder: Path) -> None:
    print("text          articles   core-s   MB/core-s   peak memory   store")
    for size in sizes:
        source, target = folder / "articles.jsonl", folder / "articles.db"
        with source.open("wb") as out:
            out.writelines(jsonl_lines(size, seed=1))
        command = [sys.executable, "-c", BUILD, str(source), str(target)]
        told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        seconds, peak, articles = float(told[0]), float(told[1]), int(told[2])
        rate = size / seconds
        verdict = f"(target {TARGET_JSONL:g})  {'ok' if rate >= TARGET_JSONL else 'MISSED'}"
        numbers = f"{articles:12,} {seconds:8.1f} {rate:11.1f} {peak:10.0f} MB"
        print(f"{size:6.0f} MB {numbers} {target.stat().st_size / 1e6:7.0f} MB   {verdict}")


def main() -> None:
    parser = argparse.ArgumentParser(description="How fast stores are built.")
    parser.add_argument("what", choices=["dump", "jsonl"])
    parser.add_argument("dump", nargs="?", type=Path)
    parser.add_argument("--data", help="the folder of published data sets")
    parser.add_argument("--copies", type=int, default=4)
    parser.add_argument("--cores", type=int, default=16)
    parser.add_argument("--sizes", type=float, nargs="+", default=[100, 500])
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if given.what == "jsonl":
            measure_jsonl(given.sizes, folder)
            return
        dump = given.dump or data_folder(given.data) / SAMPLE
        print_chain(measure_chain(dump, given.copies, folder), given.cores)


if __name__ == "__main__":
    main()
