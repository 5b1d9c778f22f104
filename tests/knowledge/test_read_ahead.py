"""Reading ahead: errors reach the reader, and nothing waits for ever."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from dump_samples import export, page

from factscore.knowledge.dump.ahead import chunks_of
from factscore.unpacking import UnreadableText

SCRIPT = """
import signal
import sys
from factscore.knowledge.build import build_store
from factscore.knowledge.options import ReadOptions
if __name__ == "__main__":
    # Where the tests run in the background, children inherit that SIGINT is ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    build_store([sys.argv[1]], "s.db", options=ReadOptions(workers=2), progress=lambda _: None)
"""


class Failing:
    """Gives one chunk, then fails."""

    def __init__(self, error):
        self.given, self.error = False, error

    def read(self, size):
        if self.given:
            raise self.error
        self.given = True
        return b"chunk"


@pytest.mark.parametrize(
    "error", [OSError("gone"), UnreadableText("damaged"), RuntimeError("bug"), MemoryError()]
)
@pytest.mark.parametrize("ahead", [True, False])
def test_every_error_reaches_the_reader(error, ahead):
    seen = []

    def read():
        try:
            with chunks_of(Failing(error), ahead=ahead) as chunks:
                seen.extend(chunks)
        except Exception as caught:
            seen.append(caught)

    thread = threading.Thread(target=read, daemon=True)  # it may wait for ever
    thread.start()
    thread.join(20)
    assert not thread.is_alive()
    # Without a thread the stream is asked for the first chunk and then fails.
    assert seen == [b"chunk", error]


@pytest.mark.parametrize("source", ["-", "/dev/stdin", "pipe"])
def test_ctrl_c_ends_a_build_whose_source_has_stalled(tmp_path, source):
    (tmp_path / "script.py").write_text(SCRIPT)
    begun = export(*(page(f"T{n}", "Some text. " * 300) for n in range(400))).encode()
    if source == "pipe":
        os.mkfifo(tmp_path / "pipe")
    command = [sys.executable, "script.py", source]
    ended = {"stdin": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": tmp_path}
    with subprocess.Popen(command, **ended) as child:
        writer = (tmp_path / "pipe").open("wb") if source == "pipe" else child.stdin
        # More than the pipe and all buffers hold: once it is written, the build is under way.
        writer.write(begun[:-1000])
        writer.flush()
        time.sleep(2)  # until all that was written is taken, and the rest is waited for
        child.send_signal(signal.SIGINT)
        try:
            child.wait(20)
        finally:
            child.kill()
            writer.close()
        assert child.returncode == -signal.SIGINT, child.stderr.read().decode()
    assert {file.name for file in tmp_path.iterdir()} - {"pipe", "script.py"} == set()
