"""Where the published data sets are: the argument, FACTSCORE_DATA, or ../shared/data."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def data_folder(given: str | Path | None = None) -> Path:
    """The folder of published data sets; ends the program with a word where there is none."""
    default = os.environ.get("FACTSCORE_DATA") or ROOT.parent / "shared" / "data"
    path = Path(given or default)
    if not path.is_dir():
        sys.exit(f"no published data at {path}; name its folder as the argument")
    return path
