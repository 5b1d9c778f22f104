"""Export XML → site and pages."""

import pytest
from dump_samples import SITE, export, page
from hypothesis import given
from hypothesis import strategies as st

from factscore.knowledge.dump import export as module
from factscore.knowledge.dump.export import BadExport, ExportPage, ExportSite, read_export


def parse(xml, size=1 << 16):
    data = xml if isinstance(xml, bytes) else xml.encode()
    return list(read_export(data[i : i + size] for i in range(0, len(data), size)))


def test_site_and_pages():
    site, first, second = parse(export(page("A & B", "x < y\n"), page("C", "z", 14)))
    names = {-1: "Spezial", 0: "", 1: "Diskussion", 14: "Kategorie"}
    assert site == ExportSite("de", True, names)
    assert first == ExportPage("A & B", 0, False, "", "x < y\n", 6, "wikitext", 12)
    assert (second.title, second.namespace, second.text, second.line) == ("C", 14, "z", 25)


def test_case_sensitive_titles():
    (site,) = parse(export(site=SITE.replace("<case>first-letter", "<case>case-sensitive")))
    assert not site.first_letter


def test_an_export_without_siteinfo():
    site, only = parse(export(page("A", "x"), site=""))
    assert site == ExportSite("de", True, {})
    assert only.title == "A"


@pytest.mark.parametrize("version", ["0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "0.10", "2"])
def test_any_version(version):
    assert [type(x) for x in parse(export(page("A", "x"), version=version))] == [
        ExportSite, ExportPage,
    ]  # fmt: skip


def test_what_old_versions_lack():
    old = (
        "<page><title>Diskussion:A</title><id>1</id><redirect /><revision><id>2</id>"
        '<text xml:space="preserve">#WEITERLEITUNG [[B]]</text></revision></page>'
    )
    _, found = parse(export(old, version="0.4"))
    assert (found.namespace, found.redirects, found.target, found.model) == (None, True, "", "")


def test_the_last_revision_counts():
    xml = export(page("A", "old")).replace(
        "  </page>", "<revision><text>new</text></revision>\n  </page>"
    )
    assert parse(xml)[1].text == "new"


def test_other_contents_of_a_revision_do_not():
    slot = "<content><role>aside</role><model>json</model><text>{}</text></content>"
    found = parse(export(page("A", "main", extra=slot)))[1]
    assert (found.text, found.model) == ("main", "wikitext")


def test_pages_without_text():
    deleted = page("B").replace("<text />", '<text deleted="deleted" />')
    assert [p.text for p in parse(export(page("A"), deleted))[1:]] == [None, None]


def test_a_redirect_names_its_target():
    found = parse(export(page("A", "#REDIRECT [[B#c]]", redirect="B & C")))[1]
    assert (found.redirects, found.target) == (True, "B & C")


def test_text_that_is_too_long_is_not_kept(monkeypatch):
    monkeypatch.setattr(module, "LONGEST_TEXT", 10)
    first, second = parse(export(page("A", "x" * 11), page("B", "y" * 10)))[1:]
    assert (first.text, first.length) == (None, 11)
    assert (second.text, second.length) == ("y" * 10, 10)


def test_a_page_of_20_mb():
    text = "Ein Satz mit & und < darin.\n" * 750_000
    assert parse(export(page("A", text)))[1].text == text


def test_utf16_that_was_recoded_may_still_say_so():
    xml = '<?xml version="1.0" encoding="UTF-16"?>\n' + export(page("Ä", "ö"))
    assert parse(xml)[1].title == "Ä"


@given(st.integers(1, 300))
def test_the_size_of_chunks_does_not_matter(size):
    xml = export(page("Ä", "x & y\n" * 20), page("B", "#WEITERLEITUNG [[Ä]]", redirect="Ä"))
    assert parse(xml, size) == parse(xml)


@given(st.integers(0, 980))
def test_a_cut_is_told(at):
    xml = export(page("A", "x & y\n" * 20)).encode()
    assert len(xml) > 990
    with pytest.raises(BadExport, match="is cut off at line") as caught:
        parse(xml[:at] if at else b"")
    assert "\n" not in str(caught.value)


def test_a_cut_names_the_page():
    xml = export(page("Der Anfang", "x"), page("Das Ende", "y"))
    with pytest.raises(BadExport, match="'Das Ende'; get the file again"):
        parse(xml[: xml.index("y</text>")])


@pytest.mark.parametrize(
    ("xml", "words"),
    [
        (export(page("A", "x")).replace("</page>", "</pge>", 1), "line 23, column 5 in the page"),
        ("<mediawiki>\0</mediawiki>", "not well-formed"),
        ("<rss><page/></rss>", "begins with <rss>"),
        (export() + "<mediawiki/>", "junk after document element"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><mediawiki>&a;</mediawiki>', "has a DOCTYPE"),
        ("<mediawiki>&lol;</mediawiki>", "undefined entity"),
        (b"<mediawiki>\xff</mediawiki>", "not well-formed"),
    ],
)
def test_what_is_no_export(xml, words):
    with pytest.raises(BadExport, match=words):
        parse(xml)
