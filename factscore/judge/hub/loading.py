"""Config, tokenizer and weights from a folder or the hub; every fault told in one line.

No code that comes with a checkpoint is ever run.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pickle import UnpicklingError  # the error alone: nothing is unpickled here
from typing import Any

from factscore.errors import MissingDependency, ModelError
from factscore.judge.hub.batches import memory_is_full
from factscore.judge.hub.devices import Precision
from factscore.judge.hub.source import Source, problem

SMALLER = "end what else uses memory, or choose another device or a smaller model"
"""What to do where a model does not fit."""


def require_torch(model: str) -> None:
    """Make sure that torch and transformers are there, and quiet.

    Raises:
        MissingDependency: One of them is not installed; the message has the pip line.
    """
    try:
        import torch  # noqa: F401
        import transformers
    except ImportError as error:
        raise MissingDependency(f"the judge nli:{model}", "torch") from error
    _quiet(transformers.utils.logging)


def _quiet(logging: Any) -> None:
    """No load reports and no progress bars on standard error, which is ours."""
    logging.set_verbosity_error()
    logging.disable_progress_bar()


def load_config(source: Source, model: str) -> Any:
    """The settings as transformers reads them; ``model`` is the judge that needs them."""
    from transformers import AutoConfig

    with explained(model):
        return AutoConfig.from_pretrained(source.model, **_pinned(source))


def load_tokenizer(source: Source, model: str) -> Any:
    """The tokenizer; ``model`` is the judge that needs it."""
    from transformers import AutoTokenizer

    with explained(model):
        tokenizer = AutoTokenizer.from_pretrained(source.model, **_pinned(source))
    if len(tokenizer) <= len(tokenizer.all_special_ids):
        # Where the files are missing, transformers makes one up that knows no word at all.
        raise problem(
            model, "it comes without a vocabulary", "copy its tokenizer's files into the folder too"
        )
    return tokenizer


def load_network(source: Source, config: Any, name: str, precision: Precision) -> Any:
    """The network by the name of its class in transformers, on the CPU.

    Raises:
        ModelError: The weights cannot be read, or some of them are missing.
    """
    import transformers

    with explained(source.model):
        network, report = getattr(transformers, name).from_pretrained(
            source.model,
            config=config,
            output_loading_info=True,
            **_pinned(source),
            **dtype_argument(precision),
        )
    refuse_missing(source.model, sorted(report["missing_keys"]))
    return network.eval()


def refuse_missing(model: str, names: list[str]) -> None:
    """Raise ``ModelError`` where weights are missing: they would be random numbers."""
    if names:
        listed = ", ".join(names[:3]) + (", …" if len(names) > 3 else "")
        raise problem(
            model,
            f"its weights lack {listed}",
            "choose a model that was trained as a judge, not only pre-trained",
        )


def dtype_argument(precision: Precision) -> dict[str, Any]:
    """The argument of ``from_pretrained``, which has had two names."""
    import torch
    import transformers

    name = "torch_dtype" if transformers.__version__.startswith("4.") else "dtype"
    return {name: getattr(torch, precision)}


def _pinned(source: Source) -> dict[str, Any]:
    return {"trust_remote_code": False, **source.pinned}


@contextlib.contextmanager
def explained(model: str) -> Iterator[None]:
    """Whatever the libraries raise while they load, as a ``ModelError``."""
    from safetensors import SafetensorError

    try:
        yield
    except ModelError:
        raise
    except ImportError as error:
        remedy = "install what it needs: pip install 'factscore[torch]'"
        raise problem(model, str(error), remedy) from error
    except MemoryError as error:
        raise problem(model, "memory is full", SMALLER) from error
    except (OSError, ValueError, RuntimeError, LookupError, TypeError, EOFError) as error:
        if memory_is_full(error):
            raise problem(model, str(error), SMALLER) from error
        remedy = "give a local folder, or a model's name on the Hugging Face hub with access to it"
        raise problem(model, str(error), remedy) from error
    except (SafetensorError, UnpicklingError) as error:
        remedy = "its weights are damaged: download them again"
        raise problem(model, str(error), remedy) from error
