"""The remarks at the end of a run: short, and no kind of message hidden by another."""

from __future__ import annotations

import pytest

from factscore.cli.unscored import Unscored
from factscore.records import Fact, ItemResult, JudgedFact, Label, Reason, Status, Verdict

TOO_LONG = "openai:m: the prompt is longer than the model's context: 400 maximum is {} tokens"


def _say(capsys: pytest.CaptureFixture[str], *details: str, reason: Reason) -> list[str]:
    """What is said of an item whose facts have no verdict for these reasons."""
    unscored = Unscored()
    for number, detail in enumerate(details, 1):
        judged = JudgedFact(
            Fact(f"Fact {number}."), Verdict(Label.UNSCORED, None, reason, (), detail)
        )
        unscored.add(_item(number, facts=(judged,)))
    unscored.say()
    return capsys.readouterr().err.splitlines()


def _item(
    number: int,
    status: Status = Status.SCORED,
    detail: str = "",
    facts: tuple[JudgedFact, ...] = (),
) -> ItemResult:
    return ItemResult(
        model="m",
        topic="Ada",
        status=status,
        detail=detail,
        facts=facts,
        source=f"a.jsonl:{number}",
    )


def test_one_kind_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    details = [TOO_LONG.format(number) for number in (9001, 9002)]
    assert _say(capsys, *details, reason=Reason.CALL_FAILED) == [
        "2 facts have no verdict (call_failed), first a.jsonl:1, 'Fact 1.': "
        + TOO_LONG.format(9001)
    ]


def test_another_message_is_not_hidden(capsys: pytest.CaptureFixture[str]) -> None:
    html = "openai:m: 200 not the JSON that was expected: <html>"
    details = [html, TOO_LONG.format(9001), html, TOO_LONG.format(9002)]
    assert _say(capsys, *details, reason=Reason.CALL_FAILED) == [
        f"4 facts have no verdict (call_failed), first a.jsonl:1, 'Fact 1.': {html}",
        f"  2 of them otherwise, first a.jsonl:2, 'Fact 2.': {TOO_LONG.format(9001)}",
    ]


def test_quotations_are_no_difference(capsys: pytest.CaptureFixture[str]) -> None:
    details = ["the reply was 'May be.'", 'the reply was "It\'s open."', "the reply was ''"]
    assert len(_say(capsys, *details, reason=Reason.PARSE_FAILED)) == 1


def test_three_are_told_and_the_rest_counted(capsys: pytest.CaptureFixture[str]) -> None:
    details = ["no", "not now", "never", "go away", "no", "leave me"]
    lines = _say(capsys, *details, reason=Reason.CALL_FAILED)
    assert [line.partition(", first")[0] for line in lines] == [
        "6 facts have no verdict (call_failed)",
        "  1 of them otherwise",
        "  1 of them otherwise",
        "  2 of them with messages of more kinds",
    ]


def test_items_too(capsys: pytest.CaptureFixture[str]) -> None:
    unscored = Unscored()
    for number, titles in enumerate((["A"], ["B", "C"], []), 1):
        named = f"; nearest: {', '.join(map(repr, titles))}" if titles else ""
        unscored.add(_item(number, Status.TOPIC_NOT_FOUND, f"no article 'Ada'{named}"))
    unscored.say()
    assert capsys.readouterr().err.splitlines() == [
        "3 items have no evidence, first a.jsonl:1: no article 'Ada'; nearest: 'A'"
    ]
