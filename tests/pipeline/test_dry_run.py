"""What a dry run announces, against what the run then asks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from doubles import TalkingJudge, TalkingModel
from scripted_facts import write_facts_script, write_judge_script

from factscore import Generation, Settings, read_generations
from factscore.errors import InputError
from factscore.llm.base import Reply
from factscore.pipeline import Pipeline, open_pipeline
from factscore.pipeline.stand_ins import Fineness
from factscore.records import Fact

ROOT = Path(__file__).parents[2]
BIOS = [ROOT / "benchmarks" / "bios" / f"{name}.jsonl" for name in ("breezy-1b", "steady-7b")]


class Scripted:
    """Runs in which a script tells people's facts, and another what is true."""

    def __init__(self, rows: Sequence[Generation], store: Path, folder: Path) -> None:
        self.rows = rows
        self._store = store
        self._folder = folder
        write_facts_script(folder / "facts.jsonl", [row for row in rows if row.facts])
        write_judge_script(folder / "judge.jsonl")

    def _open(self) -> object:
        specs = [f"scripted:{self._folder / name}" for name in ("facts.jsonl", "judge.jsonl")]
        return open_pipeline(*specs, self._store, self._folder / "c.db", Settings())

    def expected(self) -> int:
        """Tokens in of both stages, by a dry run."""
        with self._open() as pipeline:  # type: ignore[attr-defined]
            return sum(row.usage.input_tokens for row in pipeline.estimate(self.rows))

    def asked(self, first: int | None = None) -> int:
        """The same of the run itself, over the first rows or all."""
        with self._open() as pipeline:  # type: ignore[attr-defined]
            assert isinstance(pipeline, Pipeline)
            for _ in pipeline.run(self.rows[:first]):
                pass
            return sum(row.usage.input_tokens for row in pipeline.usage())


def test_the_sample(tmp_path: Path) -> None:
    rows = [row for path in BIOS for row in read_generations([path])[:12]]
    # Equal texts from two models follow each other, so that five of both are scored first.
    rows = [row for pair in zip(rows[:12], rows[12:], strict=True) for row in pair]
    runs = Scripted(rows, ROOT / "knowledge" / "sample.jsonl", tmp_path)
    fresh = runs.expected()
    begun = runs.asked(10)
    rest = runs.expected()
    asked = runs.asked()
    # The sample's facts are coarser than those of models; once some are known, it is right.
    assert fresh == pytest.approx(begun + asked, rel=0.16)
    assert rest == pytest.approx(asked, rel=0.1)
    assert runs.expected() == 0


def test_people_s_facts(data_dir: Path, tmp_path: Path) -> None:
    data = data_dir / "factscore"
    rows = [row for row in read_generations([data / "labeled" / "ChatGPT.jsonl"]) if row.facts]
    runs = Scripted(rows[:30], data / "passages.jsonl", tmp_path)
    expected = runs.expected()
    assert expected == pytest.approx(runs.asked(), rel=0.1)


SENTENCE = "Ada Lee was born in Leeds, studied law at Girton, and moved to Rome in May 1901."
"""Seventeen words: at 25 facts a hundred words four facts."""


def test_the_longest_is_halved_until_there_are_enough() -> None:
    found = [Fact("Ada Lee was born in Leeds.", SENTENCE, 0), Fact("Ada Lee sang.", SENTENCE, 0)]
    quarter = Fineness(facts=25, words=100)
    texts = [fact.text for fact in quarter.cut(found)]
    assert texts == ["Ada Lee", "was", "born in Leeds.", "Ada Lee sang."]


def test_as_many_as_there_are_stay() -> None:
    found = [Fact(f"Fact number {n}.", SENTENCE, 0) for n in range(9)]
    assert Fineness().cut(found) == found
    assert Fineness().cut([]) == []


def test_a_word_is_not_cut() -> None:
    (one,) = Fineness(facts=90, words=100).cut([Fact("Sang.", SENTENCE, 0)])
    assert one.text == "Sang."


def test_texts_that_are_known_show_how_finely_a_model_cuts() -> None:
    fineness = Fineness(facts=20, words=100)
    fineness.learn([Fact("A.", SENTENCE, 0), Fact("B.", SENTENCE, 0)])
    fineness.learn([Fact("C.", SENTENCE, 40)])
    assert (fineness.facts, fineness.words) == (23, 100 + 2 * 17)


def test_what_was_opened_is_closed_where_a_row_is_broken(tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_text('{"title": "Ada", "text": "Ada wrote."}\n')
    model = TalkingModel(lambda text: Reply("yes"))
    with (
        open_pipeline(
            "rules", TalkingJudge(model=model), tmp_path / "s.jsonl", None, Settings()
        ) as pipeline,
        pytest.raises(InputError, match="surrogate"),
    ):
        pipeline.estimate([Generation("Ada \ud800 wrote.", "Ada")])
    assert model.closed == 1
