"""What every test may use."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of published data sets; tests that need it skip where it is missing."""
    default = ROOT.parent / "shared" / "data"
    path = Path(os.environ.get("FACTSCORE_DATA", default))
    if not path.is_dir():
        pytest.skip(f"no published data at {path}; set FACTSCORE_DATA to its folder")
    return path


@pytest.fixture
def unprivileged(tmp_path: Path) -> Iterator[None]:
    """Run a test without root's right to write everywhere."""
    if os.geteuid() != 0:
        yield
        return
    nobody = 65534
    os.chown(tmp_path, nobody, nobody)
    for parent in tmp_path.parents:
        if parent.stat().st_uid == 0 and not parent.stat().st_mode & 0o001:
            parent.chmod(parent.stat().st_mode | 0o011)
    os.seteuid(nobody)
    try:
        yield
    finally:
        os.seteuid(0)
