"""What pins a Hugging Face checkpoint: the contents of its folder, or its commit on the hub."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from factscore.errors import ModelError

_CHECKPOINT_FILES = (
    "*.json",
    "*.safetensors",
    "*.bin",
    "*.txt",
    "*.model",
    "*.tiktoken",
    "*.jinja",
)


def folder_digest(folder: Path) -> str:
    """SHA-256 over names and contents of a checkpoint's settings, texts and weights.

    Raises:
        ModelError: A file cannot be read.
    """
    digest = hashlib.sha256()
    names = {path for pattern in _CHECKPOINT_FILES for path in folder.glob(pattern)}
    for path in sorted(names):
        try:
            digest.update(f"{path.name}\0{path.stat().st_size}\0".encode())
            with path.open("rb") as file:
                while block := file.read(1 << 20):
                    digest.update(block)
        except OSError as error:
            raise ModelError(f"cannot read {path} ({error.strerror}); check its rights") from error
    return digest.hexdigest()


def cached_revision(model: str) -> str | None:
    """The commit of a hub model's main branch as last downloaded here, if it ever was."""
    try:
        return (_home(model) / "refs" / "main").read_text(encoding="utf-8").strip() or None
    except (OSError, ValueError):
        return None


def cached_file(model: str, revision: str, name: str) -> Path | None:
    """A file of a hub model's revision, if it was downloaded here."""
    path = _home(model) / "snapshots" / revision / name
    return path if path.is_file() else None


def _home(model: str) -> Path:
    """Where the hub's own library keeps a model."""
    home = Path(os.environ.get("HF_HOME", Path.home() / ".cache/huggingface"))
    hub = Path(os.environ.get("HF_HUB_CACHE", home / "hub"))
    return hub / f"models--{model.replace('/', '--')}"
