"""What a command says that was interrupted, and how a run's last line counts."""

from __future__ import annotations

import click
import pytest

from factscore import cli
from factscore.cli.progress import show_progress


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            ["score", "a.jsonl"],
            "interrupted; the same command goes on from what its cache has, if it has one",
        ),
        (
            ["knowledge", "build", "a.jsonl"],
            "interrupted; an older store is replaced only by one that is complete",
        ),
        (["knowledge", "info"], "interrupted"),
        (["compare", "a", "b"], "interrupted"),
    ],
)
def test_the_words_fit_the_command(
    arguments: list[str],
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupt(*given: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(click.Group, "invoke", interrupt)
    assert cli.run(arguments) == cli.INTERRUPTED
    assert capsys.readouterr().err.strip() == words


def test_one_item_is_no_plural(capsys: pytest.CaptureFixture[str]) -> None:
    with show_progress(1, quiet=False) as progress:
        progress.item()
        progress.facts(2)
    assert capsys.readouterr().err.startswith("1 item, 2 facts in ")
