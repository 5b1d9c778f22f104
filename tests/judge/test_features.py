"""All that the judge weighs: contrasts from a network that is a plain function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from factscore.judge.features import FEATURES, MOST, Logit, features
from factscore.judge.windows import Window

ARLES = "Ada painted in Arles."
OSLO = "Ada painted in Oslo."
LUND = "Ada painted in Lund."
# painted 2, Oslo or Lund 4: both have 1 / (1 + 2/4), and Arles is nowhere.
WINDOWS = [Window("", OSLO, 0), Window("", LUND, 1)]

Asked = list[tuple[str, list[Window]]]


def network(answers: Mapping[str, float | None], asked: Asked | None = None) -> Logit:
    """Answers by the fact's text; a text that is not there must not be asked."""

    def logit(text: str, windows: Sequence[Window]) -> float | None:
        if asked is not None:
            asked.append((text, list(windows)))
        return answers[text]

    return logit


def measure(
    answers: Mapping[str, float | None],
    *,
    topic: str = "Ada",
    fact: str = ARLES,
    windows: Sequence[Window] = WINDOWS,
) -> Mapping[str, float]:
    found = features(network(answers), topic, fact, windows)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("own", "oslo", "lund", "contrast"),
    [
        (-1.0, 0.5, 1.25, 2.25),  # the larger: 1.25 + 1
        (-1.0, 1.25, 0.5, 2.25),  # in either order
        (-1.0, -2.0, -0.75, 0.25),
        (2.0, 1.0, -3.0, 0.0),  # the fact itself is preferred
        (1.0, 1.0, 1.0, 0.0),
        (-4.0, 5.0, -4.0, MOST),  # 9 is clipped
        (-4.0, 5.0, 6.0, MOST),
        (-1.0, 2.0, 0.0, MOST),  # 3 is just not
        (-1.0, None, 0.5, 1.5),  # a rival without words does not count
        (-1.0, None, None, 0.0),
    ],
)
def test_contrast_is_the_largest_lead_of_a_rival(
    own: float, oslo: float | None, lund: float | None, contrast: float
) -> None:
    found = measure({ARLES: own, OSLO: oslo, LUND: lund})
    assert (found["logit"], found["rival_name"], found["rival_role"]) == (own, contrast, 0.0)


def test_a_role_is_contrasted_by_itself() -> None:
    # mother 2, taught 3: the mother has 1 / (1 + 1/4), and a father is nowhere.
    fact, rival = "Ada's father taught her.", "Ada's mother taught her."
    window = Window("", "Her mother taught her.", 0)
    found = measure({fact: 0.5, rival: 2.0}, fact=fact, windows=[window])
    assert (found["rival_name"], found["rival_role"]) == (0.0, 1.5)


def test_a_name_and_a_role_have_each_their_own_contrast() -> None:
    # mother 2, died 3, in 4, Oslo 5. Beside "died", Oslo has 1/1.5; beside it, a mother 1/1.25.
    fact = "Ada's father died in Lund."
    answers = {fact: 0.0, "Ada's mother died in Lund.": 1.0, "Ada's father died in Oslo.": 2.0}
    found = measure(answers, fact=fact, windows=[Window("", "Her mother died in Oslo.", 0)])
    assert (found["rival_name"], found["rival_role"]) == (2.0, 1.0)


def test_the_fact_is_asked_on_all_windows_and_a_rival_on_its_own() -> None:
    asked: Asked = []
    answers = {ARLES: 0.0, OSLO: 0.0, LUND: 0.0}
    windows = [Window("", "She slept.", 0), *WINDOWS]
    features(network(answers, asked), "Ada", ARLES, windows)
    assert asked == [(ARLES, windows), (OSLO, [windows[1]]), (LUND, [windows[2]])]


def test_where_there_are_no_words_no_rival_is_asked() -> None:
    asked: Asked = []
    assert features(network({ARLES: None}, asked), "Ada", ARLES, WINDOWS) is None
    assert asked == [(ARLES, WINDOWS)]


def test_a_fact_that_the_evidence_has_is_asked_alone() -> None:
    found = measure({OSLO: 1.5}, fact=OSLO)
    assert (found["logit"], found["rival_name"], found["rival_role"]) == (1.5, 0.0, 0.0)


def test_without_windows_there_are_no_rivals() -> None:
    found = measure({ARLES: 0.25}, windows=[])
    # Of the fact's words nothing is there; its numbers, of which it has none, all are.
    assert found == dict.fromkeys(FEATURES, 0.0) | {"logit": 0.25, "numbers": 1.0}


def test_features_have_their_order_and_are_those_of_the_parts() -> None:
    found = measure({ARLES: -1.0, OSLO: -1.0, LUND: 0.0})
    assert tuple(found) == FEATURES
    assert len(set(FEATURES)) == len(FEATURES)
    # Of painted and Arles the evidence has one; the one name is not there. Nothing holds
    # once, is a number, or is negated.
    assert found == dict.fromkeys(FEATURES, 0.0) | {
        "logit": -1.0,
        "words": 0.5,
        "window": 0.5,
        "sentence": 0.5,
        "numbers": 1.0,
        "rival_name": 1.0,
    }


def test_what_is_bound_is_among_the_features() -> None:
    # born 3, Oslo 5: 1 / (1 + 2/4) for "born" beside Oslo.
    fact = "Ada was born in Oslo."
    found = measure({fact: 0.0}, fact=fact, windows=[Window("", fact, 0)])
    assert found["bound_roles"] == pytest.approx(2 / 3)
    assert (found["misplaced"], found["misplaced_once"]) == (0.0, 0.0)
