"""Which devices a judge runs on, how precisely, and how much at once."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

Precision: TypeAlias = Literal["float32", "bfloat16"]
"""Of weights and activations. float16 is not among them: T5 overflows in it."""

CPU_TOKENS = 1536
"""Tokens in one run on a CPU: more of them leave its caches, and cost time."""
GPU_TOKENS = 16_384
CPU_CLAIMS = 64
"""Claims between two commits to the cache on a CPU: seconds to minutes of work."""
GPU_CLAIMS = 1024
CPU_SLAB = 32
"""Claims tokenised and sorted by length together, while those before them are computed."""
GPU_SLAB = 256
_AMPERE = 80
"""Ten times the compute capability from which on GPUs have bfloat16."""


def has_gpu(environ: Mapping[str, str] = os.environ, nodes: Path = Path("/dev")) -> bool:
    """Whether there is an NVIDIA GPU that this process may use, without importing torch.

    What cannot be seen so cheaply (another make, another system) still runs on the GPU if
    torch finds it, in single precision.
    """
    visible = environ.get("CUDA_VISIBLE_DEVICES", "all").strip()
    return visible not in ("", "-1") and any(nodes.glob("nvidia[0-9]*"))


def choose_devices(asked: Sequence[str] | None, gpus: int) -> tuple[str, ...]:
    """Devices as torch names them: those asked for, else every GPU, else the CPU.

    Example:
        >>> choose_devices(None, gpus=2)
        ('cuda:0', 'cuda:1')
    """
    if asked:
        return tuple(asked)
    return tuple(f"cuda:{number}" for number in range(gpus)) or ("cpu",)


def choose_precision(asked: Sequence[str] | None, *, bfloat16: bool) -> Precision:
    """The one precision of a judge, whatever its devices; float32 where in doubt.

    It is part of the cache key, which is made before torch is imported; so it depends on
    nothing that only torch knows.

    Args:
        asked: Devices as torch names them, if they were chosen.
        bfloat16: Whether all GPUs have it (``has_bfloat16``).

    Example:
        >>> choose_precision(("cuda:0", "cpu"), bfloat16=True)
        'float32'
    """
    only_cuda = asked is None or all(device.startswith("cuda") for device in asked)
    return "bfloat16" if bfloat16 and only_cuda else "float32"


def has_bfloat16() -> bool:
    """Whether torch is built for CUDA here and every NVIDIA GPU computes in bfloat16.

    Neither is torch imported nor a GPU started for it.
    """
    capabilities = compute_capabilities() if has_gpu() and is_built_for_cuda(_torch()) else ()
    return bool(capabilities) and min(capabilities) >= _AMPERE


def _torch() -> Path | None:
    spec = importlib.util.find_spec("torch")
    return Path(spec.origin).parent if spec and spec.origin else None


def is_built_for_cuda(torch: Path | None) -> bool:
    """Whether the torch in a folder is, from its ``version.py``."""
    if torch is None:
        return False
    try:
        text = (torch / "version.py").read_text(encoding="utf-8")
    except (OSError, ValueError):
        return False
    return bool(re.search(r"^cuda\b[^=\n]*=\s*['\"]\d", text, re.MULTILINE))


def compute_capabilities(library: str = "libnvidia-ml.so.1") -> tuple[int, ...]:
    """Ten times the compute capability of every NVIDIA GPU, as its driver says.

    Empty where the driver does not answer for all of them.
    """
    try:
        return _ask(ctypes.CDLL(library))
    except (OSError, AttributeError):  # no driver, or one without these functions
        return ()


def _ask(driver: ctypes.CDLL) -> tuple[int, ...]:
    if driver.nvmlInit_v2() != 0:
        return ()
    try:
        count = ctypes.c_uint(0)
        failed = driver.nvmlDeviceGetCount_v2(ctypes.byref(count))
        found = [_capability(driver, number) for number in range(count.value)]
    finally:
        driver.nvmlShutdown()
    return () if failed or None in found else tuple(each for each in found if each is not None)


def _capability(driver: ctypes.CDLL, number: int) -> int | None:
    device, major, minor = ctypes.c_void_p(), ctypes.c_int(), ctypes.c_int()
    failed = driver.nvmlDeviceGetHandleByIndex_v2(
        ctypes.c_uint(number), ctypes.byref(device)
    ) or driver.nvmlDeviceGetCudaComputeCapability(device, ctypes.byref(major), ctypes.byref(minor))
    return None if failed else 10 * major.value + minor.value


def share_threads(threads: int, workers: int) -> int:
    """CPU threads of each of several workers, at least one."""
    return max(1, threads // workers)
