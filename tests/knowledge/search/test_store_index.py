"""The index beside a store: whose it is, and what becomes of it."""

import os
import resource
import shutil
import signal
import subprocess
import sys
import time

import orjson
import pytest
from knowledge_samples import make_store, write_jsonl
from search_samples import PEOPLE, built, places

from factscore import open_store
from factscore.errors import StoreError
from factscore.knowledge.build import build_store
from factscore.knowledge.search import StoreSearch, build_index

MAKE = r"factscore knowledge index \S*store\.db"


def folder_of(store):
    return store.with_name(f"{store.name}.index")


def find(store, question="mosses"):
    with open_store(store) as opened:
        search = StoreSearch(opened)
        search.check()
        return places(search.top(question, 1))


def test_what_is_made(tmp_path):
    store = built(tmp_path, PEOPLE, index=False)
    told = []
    summary = build_index(store, progress=lambda *so_far: told.append(so_far))
    assert summary.path == str(folder_of(store))
    assert (summary.articles, summary.passages) == (8, 9)
    assert summary.text_bytes == sum(len(p.encode()) for row in PEOPLE for p in row["passages"])
    assert summary.size == sum(file.stat().st_size for file in folder_of(store).iterdir())
    assert told == [(n, 8) for n in range(1, 9)]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "store.db", "store.db.index", "store.jsonl",
    ]  # fmt: skip


def test_the_index_holds_no_text(tmp_path):
    store = built(tmp_path, [{"title": "A", "passages": ["zeugma and syllepsis differ"]}])
    content = b"".join(file.read_bytes() for file in folder_of(store).iterdir())
    assert b"zeugma and" not in content


def test_the_index_is_small(tmp_path):
    vocabulary = [f"w{n * n % 997}" for n in range(5000)]
    rows = [
        {"title": f"Page {n}", "passages": [" ".join(vocabulary[n * 7 : n * 7 + 150])] * 3}
        for n in range(600)
    ]
    store = built(tmp_path, rows, index=False)
    summary = build_index(store)
    assert summary.size <= 0.3 * summary.text_bytes


def test_without_an_index(tmp_path):
    with pytest.raises(StoreError, match=rf"has no index.*{MAKE}"):
        find(built(tmp_path, PEOPLE, index=False))


def test_a_store_that_changed(tmp_path):
    store = built(tmp_path, PEOPLE)
    more = write_jsonl(tmp_path / "more.jsonl", [*PEOPLE, {"title": "X", "passages": ["mosses"]}])
    build_store([more], store)
    with pytest.raises(StoreError, match=rf"belongs to another state of the store.*{MAKE}"):
        find(store)
    build_index(store)
    assert find(store, "x mosses") == [("X", 0)]


def test_a_store_that_was_built_again_in_another_order(tmp_path):
    """The articles are the same, so the index is still right."""
    store = built(tmp_path, PEOPLE)
    build_store([write_jsonl(tmp_path / "b.jsonl", PEOPLE[::-1])], store)
    assert find(store) == [("Vera Lind", 0)]


def test_another_stores_index(tmp_path):
    store = built(tmp_path, PEOPLE, index=False)
    other = built(tmp_path, PEOPLE[:2], name="other")
    shutil.copytree(folder_of(other), folder_of(store))
    with pytest.raises(StoreError, match="or to another store"):
        find(store)


def test_an_index_of_another_version(tmp_path):
    store = built(tmp_path, PEOPLE)
    marker = folder_of(store) / "factscore.json"
    content = orjson.loads(marker.read_bytes())
    marker.write_bytes(orjson.dumps({**content, "search": 99, "version": "9.9", "new": 1}))
    with pytest.raises(StoreError, match=rf"another version of factscore \(9\.9\).*{MAKE}"):
        find(store)
    build_index(store)
    assert find(store) == [("Vera Lind", 0)]


def test_a_folder_that_is_no_index_is_left_alone(tmp_path):
    store = built(tmp_path, PEOPLE, index=False)
    folder_of(store).mkdir()
    (folder_of(store) / "thesis.txt").write_text("years of work")
    with pytest.raises(StoreError, match="is no index of a store; move it away"):
        find(store)
    with pytest.raises(StoreError, match="is no index of a store; move it away"):
        build_index(store)
    assert (folder_of(store) / "thesis.txt").read_text() == "years of work"


@pytest.mark.parametrize("kind", ["json", "idx", "term", "store", "fieldnorm"])
def test_a_damaged_index(tmp_path, kind):
    store = built(tmp_path, PEOPLE)
    for file in list(folder_of(store).iterdir()):
        if file.suffix == f".{kind}" and file.name != ".managed.json":
            file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(StoreError, match=rf"cannot be read \(.*{MAKE}"):
        find(store)
    build_index(store)
    assert find(store) == [("Vera Lind", 0)]


def test_an_index_with_other_bytes_in_its_middle(tmp_path):
    """There the engine panics, which is no ordinary exception."""
    store = built(tmp_path, PEOPLE)
    for file in folder_of(store).glob("*.store"):
        content = bytearray(file.read_bytes())
        content[10:30] = b"\xff" * 20
        file.write_bytes(content)
    with pytest.raises(StoreError, match=rf"cannot be read \(.*{MAKE}"):
        find(store)


@pytest.mark.parametrize("content", [b"[]", b"{}", b'{"search": 1}', b"\xff", b""])
def test_a_damaged_marker(tmp_path, content):
    store = built(tmp_path, PEOPLE)
    (folder_of(store) / "factscore.json").write_bytes(content)
    with pytest.raises(StoreError, match=rf"cannot be read \(.*{MAKE}"):
        find(store)


def test_an_original_database(tmp_path):
    path = make_store("original", tmp_path, PEOPLE)
    build_index(path)
    assert find(path) == [("Vera Lind", 0)]


def test_articles_in_memory_need_no_index(tmp_path):
    path = write_jsonl(tmp_path / "a.jsonl", PEOPLE)
    with pytest.raises(StoreError, match=r"need no index.*factscore knowledge build"):
        build_index(path)
    assert find(path) == [("Vera Lind", 0)]


def test_a_link_to_a_store_finds_the_index_beside_the_store(tmp_path):
    (tmp_path / "far").mkdir()
    store = built(tmp_path / "far", PEOPLE)
    (tmp_path / "store.db").symlink_to(store)
    assert find(tmp_path / "store.db") == [("Vera Lind", 0)]


def test_other_users_can_read_it(tmp_path):
    store = built(tmp_path, PEOPLE)
    modes = {file.stat().st_mode & 0o777 for file in folder_of(store).iterdir()}
    assert modes == {store.with_name("store.jsonl").stat().st_mode & 0o777}


@pytest.mark.usefixtures("unprivileged")
def test_a_folder_that_cannot_be_written(tmp_path):
    store = built(tmp_path, PEOPLE)
    folder_of(store).chmod(0o555)
    tmp_path.chmod(0o555)
    try:
        assert find(store) == [("Vera Lind", 0)]
        with pytest.raises(StoreError, match="cannot be written"):
            build_index(store)
        assert find(store) == [("Vera Lind", 0)]
    finally:
        tmp_path.chmod(0o755)
        folder_of(store).chmod(0o755)


def test_a_full_disk(tmp_path):
    """Files may not grow: the build ends with a word, and the older index stays."""
    store = built(tmp_path, PEOPLE)
    code = (
        "import sys\nfrom factscore.knowledge.search import build_index\n"
        "from factscore.errors import StoreError\n"
        "try:\n    build_index(sys.argv[1])\n"
        "except StoreError as error:\n    print(error)\n"
    )

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))

    done = subprocess.run(
        [sys.executable, "-c", code, str(store)],
        capture_output=True, text=True, check=True, preexec_fn=limit,
    )  # fmt: skip
    assert "store.db.index: cannot be written (" in done.stdout
    assert "free space" in done.stdout
    assert find(store) == [("Vera Lind", 0)]
    assert not list(tmp_path.glob(".*"))


def test_a_killed_build_leaves_the_older_index(tmp_path):
    store = built(tmp_path, PEOPLE)
    code = (
        "import sys, time\nfrom factscore.knowledge.search import build_index\n"
        "def tell(done, total):\n    print(done, flush=True)\n    time.sleep(60)\n"
        "build_index(sys.argv[1], progress=tell)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(store)], stdout=subprocess.PIPE, text=True
    ) as build:
        assert build.stdout is not None
        assert build.stdout.readline() == "1\n"
        build.send_signal(signal.SIGKILL)
    assert find(store) == [("Vera Lind", 0)]
    assert list(tmp_path.glob(".*.indexing"))
    build_index(store)
    assert not list(tmp_path.glob(".*"))
    assert find(store) == [("Vera Lind", 0)]


def test_what_a_running_build_writes_is_left_alone(tmp_path):
    store = built(tmp_path, PEOPLE)
    running = tmp_path / f".store.db.index.{os.getppid()}.indexing"
    running.mkdir()
    build_index(store)
    assert running.exists()


def test_an_index_that_is_replaced_still_answers_who_has_it_open(tmp_path):
    store = built(tmp_path, PEOPLE)
    with open_store(store) as opened:
        search = StoreSearch(opened)
        first = search.top("mosses", 5)
        build_index(store)
        time.sleep(0.01)
        assert search.top("mosses", 5) == first
