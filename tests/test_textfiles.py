"""Bytes of files → UTF-8."""

from __future__ import annotations

import bz2
import gzip
import io
import os
import threading
from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from factscore.textfiles import UnreadableText, as_utf8

PACKERS = (bytes, gzip.compress, bz2.compress)


def utf8_of(content: bytes) -> bytes:
    with as_utf8(io.BytesIO(content)) as text:
        return text.read()


@given(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\ufeff")),
    st.sampled_from(["utf-8-sig", "utf-16", "utf-32"]),
    st.sampled_from(PACKERS),
)
def test_text_is_the_same_in_every_encoding(
    text: str, encoding: str, pack: Callable[[bytes], bytes]
) -> None:
    # UTF-16's mark and a null character are UTF-32's mark: nobody can tell them apart.
    assume(not text.startswith("\0"))
    assert utf8_of(pack(text.encode(encoding))) == text.encode()


@pytest.mark.parametrize("pack", PACKERS)
def test_more_than_any_buffer_holds(pack: Callable[[bytes], bytes]) -> None:
    content = b"".join(b"%d\n" % number for number in range(200_000))
    with as_utf8(io.BytesIO(pack(content))) as text:
        assert text.peek(4096)[:4] == b"0\n1\n"
        assert b"".join(text) == content


def test_bytes_without_a_mark_are_handed_on() -> None:
    assert utf8_of(b"") == b""
    assert utf8_of(b"a") == b"a"
    assert utf8_of(b"\xe9\xff") == b"\xe9\xff"


def test_a_pipe_that_gives_byte_by_byte() -> None:
    content = gzip.compress(b"\xef\xbb\xbf" + b"some text\n" * 20)
    out, into = os.pipe()

    def write() -> None:
        with open(into, "wb", buffering=0) as sink:
            for byte in content:
                sink.write(bytes([byte]))

    writer = threading.Thread(target=write)
    writer.start()
    with open(out, "rb") as stream, as_utf8(stream) as text:
        assert text.read() == b"some text\n" * 20
    writer.join()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (gzip.compress(b"text" * 99)[:-9], "the gzip-compressed data is damaged or cut off; copy"),
        (gzip.compress(b"text" * 99)[:12] + b"\xff" * 20, "the gzip-compressed data is damaged"),
        (bz2.compress(b"text" * 99)[:-9], "the bzip2-compressed data is damaged or cut off; copy"),
        (bz2.compress(b"text" * 99)[:12] + b"\xff" * 20, "the bzip2-compressed data is damaged"),
        (b"\xfd7zXZ\0", "packed with xz, which is not read; unpack it"),
        (b"PK\x03\x04", "packed with zip, which is not read; unpack it"),
        (b"\xff\xfea", "not valid utf-16-le at byte 2; save it as UTF-8"),
    ],
)
def test_what_no_text_can_be_made_of(content: bytes, words: str) -> None:
    with pytest.raises(UnreadableText, match=words):
        utf8_of(content)


def test_errors_of_the_system_are_left_to_the_caller() -> None:
    class Broken(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: object) -> int:
            raise OSError(5, "Input/output error")

    with pytest.raises(OSError, match="Input/output error"), as_utf8(io.BufferedReader(Broken())):
        pass
