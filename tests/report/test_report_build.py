"""The whole page: its frame, its policy, what it keeps, and that it is the same every time."""

from __future__ import annotations

import base64
import hashlib
import re
import tracemalloc
from dataclasses import replace

import pytest
from page_tags import PageTags
from results_files import SETUP

from factscore.read.stored import StoredItem
from factscore.records import (
    Fact,
    FactCounts,
    ItemResult,
    JsonValue,
    JudgedFact,
    Label,
    Partial,
    Passage,
    Reason,
    RunSetup,
    Status,
    Verdict,
)
from factscore.report.html.build import ReportBuilder
from factscore.report.page import Html, close_page, open_page, page, table
from factscore.score import model_scores

EVIL = "<script>alert('&\"')</script><!--<img src=x onerror=alert(1)>]]>\x1b[2J"


def stored(
    model: str = "m", topic: str = "Ada", text: str = "Ada flew.", setup: RunSetup | None = SETUP
) -> StoredItem:
    fact = Fact(text, text, 0, len(text))
    verdict = Verdict(Label.NOT_SUPPORTED, 0.1, Reason.NOT_FOUND, (Passage(topic, 0, text, 1.0),))
    item = ItemResult(
        model,
        topic,
        Status.SCORED,
        text,
        (JudgedFact(fact, verdict),),
        FactCounts(not_supported=1),
        score=0.0,
        init_score=0.0,
        extra={"cat": ["rare", "Europe"]},
    )
    return StoredItem(item, setup, "results.jsonl:1")


def built(*items: StoredItem, title: str = "Title") -> str:
    builder = ReportBuilder(title=title)
    for each in items:
        builder.add(each)
    parts: list[bytes] = []
    builder.write(parts.append)
    return b"".join(parts).decode()


def digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_frame() -> None:
    tags = PageTags(built(stored(), stored("n")))
    tags.check_access()
    assert [tags.count(tag) for tag in ("h1", "main", "header")] == [1, 1, 1]
    assert dict(tags.seen)["html"] == {"lang": "en"}
    links = tags.every("href")
    assert links[0] == "#main"
    assert {link[1:] for link in links if not link.startswith("#item-")} <= set(tags.every("id"))
    assert "2 models, 2 items (2 scored), 2 facts." in tags.text


def test_policy_names_the_style_and_the_script_and_nothing_else() -> None:
    text = built(stored())
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
    [style] = re.findall(r"<style>(.*?)</style>", text, re.S)
    [script] = re.findall(r"<script>(.*?)</script>", text, re.S)
    assert policy.split("; ") == [
        "default-src 'none'",
        f"style-src {digest(style)}",
        f"script-src {digest(script)}",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    assert "unsafe" not in policy


def test_page_needs_nothing() -> None:
    text = built(stored(text=EVIL, topic=EVIL, model=EVIL), title=EVIL)
    tags = PageTags(text)
    assert not {tag for tag, _ in tags.seen} & {"link", "img", "iframe", "object", "base", "embed"}
    assert "url(" not in text
    # One script runs; the others are data of a type that no browser runs.
    kinds = [attrs.get("type") for tag, attrs in tags.seen if tag == "script"]
    assert kinds.count(None) == 1
    assert all(kind is None or kind.startswith("application/octet-stream") for kind in kinds)
    assert "\x1b" not in text
    assert "<script>alert('&\"')</script>" in tags.text
    assert not any(tags.every(name) for name in ("src", "action", "onerror"))


def test_without_script_the_page_says_so() -> None:
    assert "noscript" in {tag for tag, _ in PageTags(built(stored())).seen}


def test_the_same_bytes_every_time() -> None:
    items = [stored(f"m{place % 3}", f"T{place}") for place in range(12)]
    assert built(*items) == built(*items)


def test_without_items() -> None:
    text = built()
    PageTags(text).check_access()
    assert "There are no items" in text


def test_remarks_are_those_of_the_page() -> None:
    builder = ReportBuilder()
    builder.add(stored("a"))
    builder.add(stored("b", setup=replace(SETUP, version="0.3")))
    assert builder.remarks() == ["not comparable: b against a: version of factscore: 9.1 and 0.3"]
    parts: list[bytes] = []
    builder.write(parts.append)
    assert "These scores are not comparable" in b"".join(parts).decode()


def test_items_that_are_there_twice_are_told() -> None:
    builder = ReportBuilder()
    for name, model in (("a", "m"), ("copy", "m"), ("copy", "other")):
        builder.add(replace(stored(model), source=f"{name}.jsonl:1"))
    told = (
        "1 of 3 rows is equal to an earlier row of the same model in topic and text"
        " (the first: copy.jsonl:1 equals a.jsonl:1)"
    )
    assert builder.remarks() == [told]
    parts: list[bytes] = []
    builder.write(parts.append)
    assert told in PageTags(b"".join(parts).decode()).text


def test_numbers_that_are_known_better() -> None:
    one = stored()
    partial = Partial(0.4321, None, 1, 4)
    models = [replace(each, partial=partial) for each in model_scores([one.item])]
    builder = ReportBuilder()
    builder.add(one)
    parts: list[bytes] = []
    builder.write(parts.append, models)
    assert "43.2" in PageTags(b"".join(parts).decode()).text


def test_texts_do_not_stay_in_memory() -> None:
    builder = ReportBuilder()
    tracemalloc.start()
    try:
        for place in range(200):
            builder.add(stored(topic=f"T{place}", text=f"Item {place} says the same again. " * 600))
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # 200 texts of about 20 kB, four times each, as text, fact, sentence and passage.
    assert kept < 4_000_000


def test_carried_texts_do_not_stay_in_memory() -> None:
    builder = ReportBuilder()
    tracemalloc.start()
    try:
        for place in range(200):
            said = f"Context {place} says the same again. " * 600
            row: dict[str, JsonValue] = {
                "prompt": said,
                "messages": [{"role": "user", "content": said}],
                "meta": {"contexts": [said, said], "cat": ["rare", "freq"][place % 2]},
            }
            made = stored(topic=f"T{place}")
            builder.add(replace(made, item=replace(made.item, extra=row)))
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # 200 rows of about 80 kB.
    assert kept < 2_000_000
    parts: list[bytes] = []
    builder.write(parts.append)
    tags = PageTags(b"".join(parts).decode())
    assert "m: score by meta.cat" in tags.text
    assert tags.text.count("rare 100 100 0.0") == 1


def test_a_field_with_a_dot_in_its_name() -> None:
    made = stored()
    rows: list[dict[str, JsonValue]] = [
        {"meta": {"lang.code": code}, "a.b": code} for code in ("en", "de", "de")
    ]
    page = built(*(replace(made, item=replace(made.item, extra=row)) for row in rows))
    text = PageTags(page).text
    assert 'm: score by meta."lang.code"' in text
    assert "m: score by a.b" in text


def test_page_without_script() -> None:
    text = page("T & t", "<p>b</p>")
    assert "script-src" not in text
    assert "<title>T &amp; t</title>" in text
    assert close_page() == "</body>\n</html>\n"
    assert "<main>\n<h1>T &amp; t</h1>\n<p>b</p>\n</main>" in text


@pytest.mark.parametrize("script", ["a</script >", "a = '<!--'", "a\r\nb"])
def test_a_script_that_would_end_too_soon_is_refused(script: str) -> None:
    with pytest.raises(ValueError, match="must not hold"):
        open_page("t", script=script)


def test_a_style_that_would_end_too_soon_is_refused() -> None:
    with pytest.raises(ValueError, match="must not hold"):
        open_page("t", style="</STYLE>")


def test_table_takes_markup_only_where_it_is_named_so() -> None:
    made = table("c", ["a", "b"], [(Html("<b>x</b>"), "<i>")])
    assert '<th scope="row"><b>x</b></th><td>&lt;i&gt;</td>' in made
