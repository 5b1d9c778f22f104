"""Zstandard, wherever this Python has it: its own from 3.14 on, the same as a package before."""

from __future__ import annotations

import sys

if sys.version_info >= (3, 14):
    from compression.zstd import (
        ZstdCompressor,
        ZstdDecompressor,
        ZstdDict,
        ZstdError,
        compress,
        decompress,
        train_dict,
    )
else:
    from backports.zstd import (
        ZstdCompressor,
        ZstdDecompressor,
        ZstdDict,
        ZstdError,
        compress,
        decompress,
        train_dict,
    )

__all__ = [
    "ZstdCompressor",
    "ZstdDecompressor",
    "ZstdDict",
    "ZstdError",
    "compress",
    "decompress",
    "train_dict",
]
