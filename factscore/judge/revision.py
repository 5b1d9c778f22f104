"""What pins a Hugging Face checkpoint: the contents of its folder, or its commit on the hub."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from factscore.errors import ModelError

_CHECKPOINT_FILES = ("*.json", "*.safetensors", "*.bin", "*.txt", "*.model")


def folder_digest(folder: Path) -> str:
    """SHA-256 over the names and contents of a checkpoint's settings, vocabulary and weights.

    Raises:
        ModelError: A file cannot be read.
    """
    digest = hashlib.sha256()
    names = {path for pattern in _CHECKPOINT_FILES for path in folder.glob(pattern)}
    for path in sorted(names):
        digest.update(f"{path.name}\0{path.stat().st_size}\0".encode())
        try:
            with path.open("rb") as file:
                while block := file.read(1 << 20):
                    digest.update(block)
        except OSError as error:
            raise ModelError(f"cannot read {path} ({error.strerror}); check its rights") from error
    return digest.hexdigest()


def cached_revision(model: str) -> str | None:
    """The commit of a hub model's main branch as last downloaded here, if it ever was."""
    home = Path(os.environ.get("HF_HOME", Path.home() / ".cache/huggingface"))
    hub = Path(os.environ.get("HF_HUB_CACHE", home / "hub"))
    reference = hub / f"models--{model.replace('/', '--')}" / "refs" / "main"
    try:
        return reference.read_text(encoding="utf-8").strip() or None
    except (OSError, ValueError):
        return None
