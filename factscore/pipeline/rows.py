"""What a run is given, looked at before anything is done with it."""

from __future__ import annotations

from dataclasses import replace

from factscore.errors import InputError, UsageError
from factscore.knowledge.spellings import unwrapped
from factscore.records import Generation


def writable(generation: Generation) -> Generation:
    """The generation, if none of its texts has half a character in it.

    Raises:
        UsageError: it is no ``Generation``.
        InputError: a text of it has a lone surrogate.
    """
    if not isinstance(generation, Generation):
        raise UsageError(
            f"evaluate() takes Generation objects, not {type(generation).__name__}; make them with"
            " read_generations(FILES) or Generation(text=…, topic=…)"
        )
    facts = [fact.text for fact in generation.facts or ()]
    texts = (generation.text, generation.topic or "", generation.model, *facts)
    try:
        "".join(texts).encode("utf-8")
    except UnicodeEncodeError as error:
        where = generation.source or repr(generation.topic)
        raise InputError(
            [f"{where}: a lone surrogate ({error.reason}); decode the text again, or replace it"]
        ) from error
    return generation


def named(generation: Generation) -> Generation:
    """The generation with its topic as a name: decomposers put it in place of pronouns.

    >>> named(Generation("She won.", topic="https://en.wikipedia.org/wiki/Ada_Lovelace")).topic
    'Ada Lovelace'
    """
    if generation.topic is None:
        return generation
    return replace(generation, topic=unwrapped(generation.topic))
