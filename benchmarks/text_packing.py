"""Ways of keeping articles' texts compressed: size, speed, time to read one back.

    python benchmarks/text_packing.py [DUMP] [--data FOLDER]

DUMP is a MediaWiki export (default: the English sample of the published data). Compared
are zlib and zstd, alone and with a dictionary made of one half of the texts and used on
the other, for whole articles, for pieces as long as a usual article (three passages), and
for leads. A store uses what is called "zstd 3, dictionary" here.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import tempfile
import time
import zlib
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from data_folder import data_folder

from factscore import zstd
from factscore.knowledge.build import build_store
from factscore.knowledge.connect import connect
from factscore.knowledge.packing import TextCodec, make_dictionary
from factscore.knowledge.passages import cut_text
from factscore.knowledge.texts import StoredTexts

SAMPLE = Path("wikipedia", "enwiki-shortened-pages-articles.xml.bz2")


def measure_texts(dump: Path, folder: Path, data: str | None) -> None:
    """Articles of the dump, leads, and pieces as long as a usual article."""
    build_store([dump], folder / "dump.db")
    with closing(connect(str(folder / "dump.db"))) as connection:
        texts = StoredTexts(connection)
        rows = connection.execute("SELECT first_passage, passages FROM articles")
        whole = [texts.of_article(first, count) for first, count in rows]
    with gzip.open(data_folder(data) / "wikipedia" / "vital-leads.jsonl.gz") as lines:
        leads = [tuple(cut_text([json.loads(line)["text"]])) for line in lines]
    pieces = [article[at : at + 3] for article in whole for at in range(0, len(article), 3)]
    for name, kind in (("articles", whole), ("3 passages each", pieces), ("leads", leads)):
        random.Random(1).shuffle(kind)
        half = len(kind) // 2
        packed = [json.dumps(text, ensure_ascii=False).encode() for text in kind]
        dictionary = make_dictionary(packed[:half])
        print(f"\n{name}: {len(packed) - half:,}, {sum(map(len, packed[half:])) / 1e6:.1f} MB")
        plain = TextCodec()
        _compare("zlib 6", packed[half:], lambda text: zlib.compress(text, 6), zlib.decompress)
        _compare("zstd 3", packed[half:], plain.pack_json, zstd.decompress)
        _compare("zstd 12", packed[half:], partial(zstd.compress, level=12), zstd.decompress)
        if dictionary is not None:
            codec = TextCodec(dictionary)
            _compare("zstd 3, dictionary", packed[half:], codec.pack_json, codec.unpack)


def _compare(
    name: str, texts: list[bytes], pack: Callable[[bytes], bytes], unpack: Callable[[bytes], object]
) -> None:
    began = time.process_time()
    packed = [pack(text) for text in texts]
    seconds = time.process_time() - began
    reads = []
    for data in packed:
        start = time.perf_counter()
        unpack(data)
        reads.append(time.perf_counter() - start)
    reads.sort()
    total = sum(map(len, texts))
    print(f"  {name:20} {total / sum(map(len, packed)):5.2f} x smaller {total / 1e6 / seconds:7.0f}"
          f" MB/s   read p95 {reads[int(len(reads) * 0.95)] * 1e6:6.0f} us")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="Ways of keeping texts compressed.")
    parser.add_argument("dump", nargs="?", type=Path)
    parser.add_argument("--data", help="the folder of published data sets")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        dump = given.dump or data_folder(given.data) / SAMPLE
        measure_texts(dump, Path(name), given.data)


if __name__ == "__main__":
    main()
