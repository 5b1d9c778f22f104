"""Kind → family."""

from __future__ import annotations

from factscore.judge.hub.classifiers import Classifier, MiniCheck
from factscore.judge.hub.family import Family
from factscore.judge.hub.generators import Chat, MiniCheckT5, TrueNli
from factscore.judge.hub.hhem import Hhem
from factscore.judge.hub.kinds import Kind
from factscore.judge.hub.source import Source

FAMILIES: dict[Kind, type[Family]] = {
    Kind.CLASSIFIER: Classifier,
    Kind.MINICHECK: MiniCheck,
    Kind.MINICHECK_T5: MiniCheckT5,
    Kind.TRUE: TrueNli,
    Kind.HHEM: Hhem,
    Kind.CAUSAL: Chat,
}


def open_family(source: Source, kind: Kind) -> Family:
    """The family of a kind, with config and tokenizer loaded.

    Raises:
        ModelError: They cannot be loaded.
    """
    return FAMILIES[kind](source)
