"""A judge against people, as table, JSON and page."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from page_tags import PageTags

from factscore.agreement import AgreementResult, ComparedFact, ComparedItem, WrongFact
from factscore.agreement import measure_items as measured
from factscore.records import KnowledgeInfo, Label, Passage, Reason
from factscore.report.agreement import describe_group, print_agreement, table_rows
from factscore.report.agreement_html import agreement_html
from factscore.report.agreement_json import agreement_json
from factscore.report.excerpt import best_excerpt
from factscore.report.page import escape
from factscore.report.reliability_svg import reliability_svg

EVIL = "<script>alert('&\"')</script>\x1b[2J"


def one(*facts: tuple[bool, bool, float | None]) -> ComparedItem:
    made = tuple(ComparedFact(*fact) for fact in facts)
    return ComparedItem(made, labelled=len(made), supported=sum(f.supported for f in made))


GOOD = [one((True, True, 0.9), (False, False, 0.1)), one((True, True, 0.8), (False, True, 0.7))]
PLAIN = [one((True, True, None))]
LEFT = ComparedItem(labelled=3, supported=3, irrelevant=1, unscored={"no_evidence": 3})
WRONG = WrongFact(
    file="a.jsonl",
    model="m",
    topic="Ada",
    source="a.jsonl:3",
    fact="Ada flew.",
    sentence="",
    label=Label.NOT_SUPPORTED,
    label_reason=Reason.IRRELEVANT,
    judged=Label.SUPPORTED,
    probability=0.97,
    confidence=0.97,
    evidence=(Passage("Ada", 2, "Ada walked. Ada never flew.", 1.5),),
)
RESULT = AgreementResult(
    judge="nli",
    identity={"judge": "nli"},
    knowledge=KnowledgeInfo("k.db", "abc", 7),
    irrelevant="not-supported",
    overall=measured([*GOOD, *PLAIN, LEFT], name="overall"),
    files=(
        measured(GOOD, name="a", file="a.jsonl"),
        measured([*PLAIN, LEFT], name="b", file="b.jsonl"),
    ),
    by="cat",
    groups=(measured(GOOD, name="rare"), measured(PLAIN, name=None)),
    wrong=(WRONG,),
)


def printed(result: AgreementResult, width: int | None = None) -> str:
    stream = io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        if width:
            patch.setenv("COLUMNS", str(width))
        else:
            patch.delenv("COLUMNS", raising=False)
        print_agreement(result, stream)
    return stream.getvalue()


def test_rows_by_hand() -> None:
    rows = {row.title: row.cells for row in table_rows(RESULT.files)}
    assert rows["items compared"] == ("2 of 2", "1 of 2")
    assert rows["facts compared"] == ("4 of 4", "1 of 4")
    assert rows["coverage %"] == ("100.0", "25.0")
    # Items are right on 2 of 2 and on 1 of 2: resamples reach from one to the other.
    assert rows["accuracy %"] == ("75.0 (50.0–100.0)", "100.0")
    assert rows["AUC"] == ("1.000 (1.000–1.000)", "–")
    assert rows["Brier score"][1] == "–"
    assert rows["people's score %"] == ("50.0 (50.0–50.0)", "100.0")
    assert rows["judge's score %"] == ("75.0 (50.0–100.0)", "100.0")
    assert rows["score error, points"] == ("+25.0 (+0.0 to +50.0)", "+0.0")


def test_table() -> None:
    text = printed(RESULT)
    heads = [line.split() for line in text.splitlines() if line.split()[-1:] == ["overall"]]
    assert heads == [["a", "b", "overall"]]
    assert ["by", "cat", "rare", "(no", "cat)"] in [line.split() for line in text.splitlines()]
    assert "wrong on 1 of 5 facts; 1 of them, surest first:" in text
    assert "✓ 0.97  Ada flew.  [people say not supported, irrelevant]" in text
    assert "Ada (m), a.jsonl:3" in text
    assert "Ada, passage 2: Ada walked. Ada never flew." in text


def test_a_single_file_needs_no_overall() -> None:
    single = replace(RESULT, files=RESULT.files[:1], by=None, groups=(), wrong=())
    assert "overall" not in printed(single)
    assert "wrong on" not in printed(single)


def test_remarks() -> None:
    assert describe_group(RESULT, RESULT.files[0]) == (
        "a: 2 items (2 compared); 4 facts with labels (4 compared); no interval of precision of"
        " not supported: too few items: many resamples do not have the number"
    )
    assert describe_group(RESULT, RESULT.files[1]) == (
        "b: 2 items (1 compared, 1 without verdict); 4 facts with labels (1 compared,"
        " 3 without verdict: no evidence); 1 irrelevant, counted as not supported;"
        " people's score over all labelled facts 100.0 %;"
        " no balanced accuracy: all labels are alike;"
        " no precision of not supported: the judge calls every fact supported;"
        " no recall of not supported: people call every fact supported;"
        " no AUC, calibration error, Brier score: the judge gives no probabilities;"
        " no interval of accuracy, people's score, judge's score, score error:"
        " an interval needs at least two items"
    )
    dropped = replace(RESULT, irrelevant="drop")
    assert "1 irrelevant, left out" in describe_group(dropped, RESULT.files[1])


@pytest.mark.parametrize("width", [20, 40, 70, 100])
def test_no_number_is_cut_in_a_narrow_terminal(width: int) -> None:
    text = printed(RESULT, width)
    assert "…" not in text
    assert text.count("75.0 (50.0–100.0)") >= 2
    assert text.count("+25.0 (+0.0 to +50.0)") >= 2


def test_many_groups_make_several_tables() -> None:
    groups = tuple(replace(RESULT.groups[0], name=f"g{n}") for n in range(14))
    lines = [line.split() for line in printed(replace(RESULT, groups=groups)).splitlines()]
    heads = [line[2:] for line in lines if line[:2] == ["by", "cat"]]
    assert [len(head) for head in heads] == [6, 6, 2]
    assert [name for head in heads for name in head] == [f"g{n}" for n in range(14)]


def test_nothing_moves_the_cursor() -> None:
    assert "\x1b" not in printed(evil())


def test_json() -> None:
    whole = json.loads(agreement_json(RESULT, settings={"top_k": 5}))
    assert list(whole) == [
        *("version", "settings", "judge", "identity", "knowledge"),
        *("overall", "files", "by", "groups", "wrong"),
    ]
    assert whole["settings"]["bins"] == 10
    assert whole["knowledge"] == {"path": "k.db", "fingerprint": "abc", "articles": 7}
    first, second = whole["files"]
    assert (first["file"], first["n"], first["accuracy"]) == ("a.jsonl", 4, 0.75)
    assert first["ci95"]["accuracy"] == [0.5, 1]
    assert list(first["missing"]) == ["precision_not_supported"]
    assert second["missing"].keys() == first["ci95"].keys()
    assert second["auc"] is None
    assert second["ci95"]["auc"] is None
    assert second["missing"]["auc"] == "the judge gives no probabilities"
    assert second["missing"]["accuracy"] == "an interval needs at least two items"
    assert second["facts"]["without_verdict"] == {"no_evidence": 3}
    assert second["coverage"] == 0.25
    assert [each["facts"] for each in first["reliability"]] == [0, 1, 0, 0, 0, 0, 0, 1, 1, 1]
    assert [group["name"] for group in whole["groups"]] == ["rare", None]
    assert whole["wrong"][0]["evidence"][0]["passage"] == 2
    assert b"NaN" not in agreement_json(RESULT, settings={})


def evil() -> AgreementResult:
    passage = Passage(EVIL, 0, EVIL, 1.0)
    wrong = replace(WRONG, fact=EVIL, topic=EVIL, model=EVIL, source=EVIL, evidence=(passage,))
    groups = tuple(replace(group, name=EVIL) for group in RESULT.groups)
    return replace(
        RESULT,
        judge=EVIL,
        knowledge=KnowledgeInfo(EVIL, EVIL, 1),
        files=tuple(replace(file, name=EVIL, file=EVIL) for file in RESULT.files),
        by=EVIL,
        groups=groups,
        wrong=(wrong,),
    )


def test_page_has_the_numbers_of_the_table() -> None:
    text = PageTags(agreement_html(RESULT).decode()).text
    for row in table_rows([*RESULT.files, RESULT.overall]):
        assert row.title in text
        for shown in row.cells:
            assert shown in text
    assert "Ada flew." in text
    assert "Ada walked. Ada never flew." in text
    assert "1 irrelevant, counted as not supported" in text


def test_page_needs_nothing_and_runs_nothing() -> None:
    for result in (RESULT, evil()):
        text = agreement_html(result).decode()
        tags = {tag for tag, _ in PageTags(text).seen}
        assert not tags & {"script", "link", "img", "iframe", "object", "form", "base"}
        assert "http:" not in text
        assert "https:" not in text
        assert "url(" not in text
        assert "\x1b" not in text
        assert "default-src 'none'" in text


def test_page_is_accessible() -> None:
    seen = PageTags(agreement_html(RESULT).decode()).seen
    names = [tag for tag, _ in seen]
    assert dict(seen)["html"] == {"lang": "en"}
    assert {"title", "main", "h1", "caption", "figcaption"} <= set(names)
    assert names.count("caption") == names.count("table") == 3
    assert all(attrs.get("scope") in ("row", "col") for tag, attrs in seen if tag == "th")
    assert "prefers-color-scheme: dark" in agreement_html(RESULT).decode()
    assert 'name="viewport"' in agreement_html(RESULT).decode()


def test_page_of_a_judge_without_probabilities() -> None:
    plain = measured(PLAIN * 2, name="b", file="b.jsonl")
    text = agreement_html(replace(RESULT, overall=plain, files=(plain,), wrong=())).decode()
    assert "<svg" not in text
    assert "the judge gives no probabilities" in text


def points_of(svg: str) -> Iterator[tuple[float, float]]:
    for element in ElementTree.fromstring(svg).iter("circle"):
        yield float(element.attrib["cx"]), float(element.attrib["cy"])


def test_picture_by_hand() -> None:
    bins = RESULT.overall.reliability
    # Facts at .1, .7, .8 and .9, of which the last two are supported; side 320 from (60, 12).
    expected = [(60 + 32, 332), (60 + 224, 332), (60 + 256, 12), (60 + 288, 12)]
    drawn = list(points_of(reliability_svg(bins, "t")))
    assert drawn == expected


def test_picture_tells_its_numbers() -> None:
    root = ElementTree.fromstring(reliability_svg(RESULT.overall.reliability, EVIL[:-4]))
    assert root.attrib["role"] == "img"
    named = {child.attrib["id"]: child.text for child in root if "id" in child.attrib}
    assert set(root.attrib["aria-labelledby"].split()) == set(named)
    assert named["rt"] == EVIL[:-4]
    assert "mean probability 70 %, supported 0 % of 1 facts" in (named["rd"] or "")


def test_escape() -> None:
    assert escape("a & <b> \"c\" 'd'\x00\x1b\n") == (
        "a &amp; &lt;b&gt; &quot;c&quot; &#x27;d&#x27;  \n"
    )


def test_excerpt_finds_the_place() -> None:
    filler = " ".join(f"word{n}" for n in range(100))
    passages = [
        Passage("A", 0, filler, 2.0),
        Passage("A", 1, f"{filler} Ada flew in 1901. {filler}", 1.0),
    ]
    found = best_excerpt("Ada flew in 1901.", passages)
    assert found is not None
    assert found.passage.index == 1
    assert "Ada flew in 1901." in found.text
    assert re.fullmatch(r"… .* …", found.text)
    assert len(found.text.split()) == 42


def test_excerpt_of_little() -> None:
    assert best_excerpt("Ada flew.", []) is None
    empty = best_excerpt("Ada flew.", [Passage("A", 0, "", 0.0)])
    assert empty is not None
    assert empty.text == ""
    short = best_excerpt("!", [Passage("A", 0, "one two", 0.0), Passage("A", 1, "three", 0.0)])
    assert short is not None
    assert short.text == "one two"
