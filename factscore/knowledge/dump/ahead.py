"""Reading ahead in a thread: decompression, which needs no lock, beside all other work."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

_CHUNK = 1 << 18
_AHEAD = 16
"""Chunks that wait to be taken: 4 MB."""


@contextmanager
def chunks_of(stream: BinaryIO, *, ahead: bool) -> Iterator[Iterator[bytes]]:
    """The content in chunks; with ``ahead`` a thread reads them before they are asked for.

    Args:
        stream: what is read.
        ahead: only for streams that never wait, as files do not: nothing can wake the
            thread while it waits for a pipe, not even Ctrl-C.

    Raises:
        Exception: whatever the stream raises, when its turn comes.
    """
    if not ahead:
        yield iter(lambda: stream.read(_CHUNK), b"")
        return
    ready: queue.Queue[bytes | Exception] = queue.Queue(_AHEAD)
    stopped = threading.Event()
    thread = threading.Thread(target=_fill, args=(stream, ready, stopped), daemon=True)
    thread.start()
    try:
        yield _drain(ready)
    finally:
        stopped.set()
        thread.join()  # not for long: streams that may have nothing to give are not read ahead


def _fill(
    stream: BinaryIO, ready: queue.Queue[bytes | Exception], stopped: threading.Event
) -> None:
    """Reads until the end, an error, or the word to stop."""
    more: bytes | Exception = b"more"
    while more and not isinstance(more, Exception):
        try:
            more = stream.read(_CHUNK)
        except Exception as error:  # whoever waits for the chunk gets it, or waits for ever
            more = error
        while not stopped.is_set():
            try:
                ready.put(more, timeout=0.1)
                break
            except queue.Full:
                continue
        if stopped.is_set():
            return


def _drain(ready: queue.Queue[bytes | Exception]) -> Iterator[bytes]:
    while more := ready.get():
        if isinstance(more, Exception):
            raise more
        yield more
