"""kill -9 during builds of a dump."""

import random
import signal
import subprocess
import sys
import time

import pytest
from dump_samples import page, write_export

from factscore.knowledge import open_store
from factscore.knowledge.build import build_store

SCRIPT = """
import sys
from factscore.knowledge.build import build_store
from factscore.knowledge.options import ReadOptions
if __name__ == "__main__":
    print("begun", flush=True)
    build_store(["d.xml"], "s.db", options=ReadOptions(workers=int(sys.argv[1])))
"""


@pytest.mark.parametrize("workers", ["1", "2"])
def test_killed_builds_leave_the_older_store_and_the_next_one_completes(tmp_path, workers):
    pages = [page(f"T{n}", f"'''T{n}''' is here. " + "A sentence. " * 40) for n in range(3000)]
    write_export(tmp_path / "d.xml", *pages)
    write_export(tmp_path / "old.xml", *pages[:3])
    expected = build_store([tmp_path / "d.xml"], tmp_path / "whole.db").fingerprint
    old = build_store([tmp_path / "old.xml"], tmp_path / "s.db").fingerprint
    (tmp_path / "script.py").write_text(SCRIPT)
    command = [sys.executable, "script.py", workers]
    draw = random.Random(7)
    ended = []
    # At the first sign of the new store, so that one kill at least meets a build; then anywhere.
    for delay in (0, draw.uniform(0, 0.5), draw.uniform(0, 1)):
        with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE) as child:
            child.stdout.readline()
            while not list(tmp_path.glob(f".s.db.{child.pid}.building")) and child.poll() is None:
                time.sleep(0.005)
            try:
                child.wait(delay)
            except subprocess.TimeoutExpired:
                child.send_signal(signal.SIGKILL)
        ended.append(child.returncode)
        with open_store(tmp_path / "s.db") as store:
            assert store.fingerprint in (old, expected)
            assert store.verify() == []
    assert ended[0] == -signal.SIGKILL
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    with open_store(tmp_path / "s.db") as store:
        assert store.fingerprint == expected
        assert store.verify() == []
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "d.xml", "old.xml", "s.db", "script.py", "whole.db",
    ]  # fmt: skip
