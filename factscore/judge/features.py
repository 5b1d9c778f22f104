"""All that the embedded judge weighs of a fact and its evidence, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields

from factscore.judge.binding import Binding, Bindings, Rival
from factscore.judge.signals import Signals, signals
from factscore.judge.windows import Window

MOST = 3.0
"""A rival that the network prefers by more than this counts no more."""

Logit = Callable[[str, Sequence[Window]], float | None]
"""The network: logit of support for a fact's text in windows, None where there are no words."""


@dataclass(frozen=True, slots=True)
class Contrast:
    """By how much the network prefers a rival in a value's place, between 0 and ``MOST``.

    That is the largest logit of the fact with a rival, less the fact's own logit; 0 where no
    rival is worth asking about.
    """

    rival_name: float
    rival_role: float


FEATURES = ("logit", *(f.name for part in (Signals, Binding, Contrast) for f in fields(part)))
"""Names of all features, in the order in which ``features`` gives them."""


def features(
    logit: Logit, topic: str, fact: str, windows: Sequence[Window]
) -> Mapping[str, float] | None:
    """The network's logit, shares, signs of binding and contrasts; None without words."""
    own = logit(fact, windows)
    if own is None:
        return None
    bindings = Bindings(topic, fact, windows)
    parts = (
        signals(topic, fact, windows),
        bindings.signs(),
        _contrast(bindings.rivals(), own, logit, windows),
    )
    return {"logit": own} | {name: value for part in parts for name, value in asdict(part).items()}


def _contrast(
    rivals: Iterable[Rival], own: float, logit: Logit, windows: Sequence[Window]
) -> Contrast:
    ahead = {"name": 0.0, "role": 0.0}
    for rival in rivals:
        asked = logit(rival.text, [windows[rival.window]])
        if asked is not None:
            ahead[rival.kind] = max(ahead[rival.kind], min(asked - own, MOST))
    return Contrast(ahead["name"], ahead["role"])
