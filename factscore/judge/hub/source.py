"""Where a checkpoint is, what its ``config.json`` says, and what pins it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from factscore.errors import MissingDependency, ModelError
from factscore.judge.revision import cached_file, cached_revision

CONFIG = "config.json"


@dataclass(frozen=True, slots=True)
class Source:
    """A checkpoint in a folder (``revision`` is ``None``) or on the hub."""

    model: str
    """As the user names it."""
    config: Mapping[str, Any]
    revision: str | None

    @property
    def pinned(self) -> dict[str, str]:
        """The argument that makes transformers load this and no other revision."""
        return {} if self.revision is None else {"revision": self.revision}


def find_source(model: str) -> Source:
    """Read a model's ``config.json`` from its folder, the hub's cache here, or the hub.

    Raises:
        MissingDependency: It must be fetched, and the extra is not installed.
        ModelError: There is no such folder or model, or its config cannot be read.
    """
    folder = Path(model)
    if folder.is_dir():
        return Source(model, _read(model, folder / CONFIG), None)
    if folder.exists() or model.count("/") > 1 or model.startswith(("/", ".", "~")):
        reason = "a file, not a folder" if folder.exists() else "there is no such folder"
        raise problem(model, reason, "give a folder as save_pretrained writes it")
    revision = cached_revision(model)
    path = cached_file(model, revision, CONFIG) if revision else None
    if path is None or revision is None:
        path = _fetch(model)
        revision = path.parent.name
    return Source(model, _read(model, path), revision)


def _read(model: str, path: Path) -> Mapping[str, Any]:
    try:
        config = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise problem(
            model, f"there is no {path}", "give a folder as save_pretrained writes it"
        ) from error
    except (OSError, ValueError) as error:
        raise problem(model, f"{path}: {error}", "download the model again") from error
    if not isinstance(config, dict):
        raise problem(model, f"{path} is not a JSON object", "download the model again")
    return config


def _fetch(model: str) -> Path:
    try:
        from huggingface_hub import hf_hub_download
        from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError
        from huggingface_hub.utils import logging
    except ImportError as error:
        raise MissingDependency(f"the judge nli:{model}", "torch") from error
    # One error at the end, not a line for each attempt.
    logging.set_verbosity_error()  # type: ignore[no-untyped-call]  # the library has no types here
    try:
        return Path(hf_hub_download(model, CONFIG))
    except LocalEntryNotFoundError as error:
        raise problem(
            model,
            "no such folder, not in the cache of the Hugging Face hub on this machine, and the "
            "hub cannot be reached",
            "connect once, or run 'hf download' elsewhere, copy the folder and give its path",
        ) from error
    except (HfHubHTTPError, OSError, ValueError) as error:
        remedy = "give a local folder, or a model's name on the Hugging Face hub with access to it"
        raise problem(model, str(error), remedy) from error


def problem(model: str, reason: str, remedy: str) -> ModelError:
    """The error for a model that cannot be loaded, in one line."""
    # The first sentence says it; what follows is advice about the library's own options.
    first = re.split(r"(?<=\w)[.!] ", " ".join(reason.split()), maxsplit=1)[0][:300]
    return ModelError(f"cannot load the judge nli:{model} ({first}); {remedy}")
