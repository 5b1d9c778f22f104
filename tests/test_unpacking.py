"""Undoing compression."""

import bz2
import gzip
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore import unpacking, zstd
from factscore.unpacking import Unpacked, UnreadableText, packing_of


def zstd_compress(data):
    return zstd.ZstdCompressor().compress(data, zstd.ZstdCompressor.FLUSH_FRAME)


PACKERS = {"gzip": gzip.compress, "bzip2": bz2.compress, "zstd": zstd_compress}
every_packing = pytest.mark.parametrize("packing", PACKERS)


def unpack(data, packing, max_ratio=250.0):
    return io.BufferedReader(Unpacked(io.BytesIO(data), packing, max_ratio)).read()


@every_packing
def test_recognised_by_content(packing):
    assert packing_of(PACKERS[packing](b"text")) == packing
    assert packing_of(b"text") == ""


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=4), st.sampled_from(list(PACKERS)))
def test_streams_one_after_the_other(parts, packing):
    assert unpack(b"".join(map(PACKERS[packing], parts)), packing) == b"".join(parts)


@every_packing
def test_zeros_that_fill_up_a_file(packing):
    pack = PACKERS[packing]
    assert unpack(pack(b"a") + bytes(100_000) + pack(b"b") + bytes(10), packing) == b"ab"


@every_packing
def test_other_bytes_after_the_end(packing):
    with pytest.raises(UnreadableText, match=f"the {packing}-compressed data is damaged"):
        unpack(PACKERS[packing](b"text") + b"rubbish", packing)


@every_packing
@pytest.mark.parametrize("keep", [0.999, 0.5, 0.1])
def test_data_that_is_cut_off(packing, keep):
    data = PACKERS[packing](b"".join(b"%d " % (n * n) for n in range(50_000)))
    cut = int(len(data) * keep)
    with pytest.raises(UnreadableText, match=f"cut off; .*up to byte {cut:,}") as caught:
        unpack(data[:cut], packing)
    assert "\n" not in str(caught.value)


@every_packing
def test_a_bomb_is_stopped_before_it_goes_off(packing, monkeypatch):
    monkeypatch.setattr(unpacking, "UNSUSPECTED", 1 << 20)
    bomb = PACKERS[packing](bytes(1 << 23))
    source = Unpacked(io.BytesIO(bomb), packing)
    sizes = []
    chunks = iter(lambda: source.read(1 << 16), b"")
    with pytest.raises(UnreadableText, match=r"250 times its size, as a bomb does; .*--max-ratio"):
        sizes.extend(map(len, chunks))
    assert sum(sizes) < max(1 << 20, 250 * len(bomb)) + (1 << 16)


@every_packing
def test_the_limit_can_be_raised(packing, monkeypatch):
    monkeypatch.setattr(unpacking, "UNSUSPECTED", 1 << 20)
    content = bytes(1 << 23)
    assert unpack(PACKERS[packing](content), packing, 1e6) == content


@pytest.mark.parametrize(("head", "name"), [(b"7z\xbc\xaf", "7z"), (b"PK\x03\x04", "zip")])
def test_packings_that_are_not_read(head, name):
    with pytest.raises(UnreadableText, match=f"packed with {name}, which is not read"):
        Unpacked(io.BytesIO(head), packing_of(head))
