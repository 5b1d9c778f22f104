"""``factscore.calibrate`` with a judge that asks a chat model."""

from __future__ import annotations

from pathlib import Path

import pytest
from doubles import TalkingJudge, TalkingModel

from factscore.calibration.run import calibrate
from factscore.llm.base import Reply
from factscore.records import Fact, Generation, Label
from factscore.settings import Calling

FACTS = (
    Fact("Ada lived in London.", label=Label.SUPPORTED),
    Fact("Ada lived in Paris.", label=Label.NOT_SUPPORTED),
)


@pytest.mark.parametrize("most", [1, 2])
def test_it_is_called_as_told(most: int, tmp_path: Path) -> None:
    (tmp_path / "store.jsonl").write_text('{"title": "Ada", "text": "Ada lived in London."}\n')
    model = TalkingModel(lambda text: Reply("yes" if "London" in text else "no"), delay=0.01)
    calibration = calibrate(
        [Generation(f"Text {n}.", "Ada", "m", FACTS) for n in range(2)],
        judge=TalkingJudge(model=model),
        knowledge=tmp_path / "store.jsonl",
        cache=None,
        calling=Calling(concurrency=most),
    )
    assert len(calibration.items) == 2
    assert model.most == most
