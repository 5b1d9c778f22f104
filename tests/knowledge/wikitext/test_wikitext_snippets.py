"""Wikitext and the prose it must leave, each pair worked out by hand."""

from __future__ import annotations

import pytest

from factscore.knowledge.wikitext import SiteInfo, to_prose

ENGLISH = SiteInfo(language="en")


def prose(wikitext: str, site: SiteInfo = ENGLISH) -> str:
    """The lead of a page."""
    return to_prose(wikitext, site).sections[0].text


LINKS = [
    ("Nothing to do here.", "Nothing to do here."),
    ("[[Bridge]] of stone", "Bridge of stone"),
    ("[[Bridge|The bridge]] of stone", "The bridge of stone"),
    ("two [[bridge]]s", "two bridges"),
    ("[[Mercury (planet)|]] is small", "Mercury is small"),
    ("[[Help:Links|]] tells", "Links tells"),
    ("[[Boston, Massachusetts|]] grew", "Boston grew"),
    ("see [[#Early life]]", "see Early life"),
    ("[[Harbour#Pier|the pier]]", "the pier"),
    ("[[snow_ball|Snow]] and [[snow_ball]]", "Snow and snow ball"),
    ("[[:Category:Bridges]] lists them", "Category:Bridges lists them"),
    ("[[:File:Map.svg|the map]] shows", "the map shows"),
    ("[[:fr:Pont|the French page]] tells", "the French page tells"),
    ("[[a|b ''c'' d]]", "b c d"),
    ("A.[[Category:Bridges]]", "A."),
    ("A.[[Category:Bridges|Sort key]]", "A."),
    ("A.\n[[fr:Pont]]\n[[zh-min-nan:Kiô]]", "A."),
    ("[[wikt:bridge|bridge]] is a word", "bridge is a word"),
    ("[[Media:Song.ogg|listen]] now", "listen now"),
    ("[[File:Pont.jpg|thumb|A [[bridge]] at [[night|dusk]]]]It stands.", "It stands."),
    ("[[Image:Pont.jpg|left|200px]]\nIt stands.", "It stands."),
    ("[[file:pont.jpg|thumb|See [http://x.example it]]]It stands.", "It stands."),
    ("[[Datei:Brücke.jpg|mini|Alt]]It stands.", "It stands."),
    ("[[Xyz:Pont.png|thumb|Unknown name of files]]It stands.", "It stands."),
    ("[[Dune: Part Two]] won", "Dune: Part Two won"),
    ("[[Logogram|[L]ogogram]]", "[L]ogogram"),
    ("[http://x.example a label] here", "a label here"),
    ("[//x.example a label] here", "a label here"),
    ("[http://x.example a [[bridge]] label] here", "a bridge label here"),
    ("It has a site [http://x.example].", "It has a site."),
    ("Its site, http://x.example/a?b=1, is old.", "Its site, is old."),
    ("[sic] and [1] stay", "[sic] and [1] stay"),
]

TYPE = [
    ("'''Ada''' is ''bold''", "Ada is bold"),
    ("'''''Ada''''' wrote", "Ada wrote"),
    ("the poet's ''work''", "the poet's work"),
    ("l'''amour''", "l'amour"),
    ("l'''''amour'''''", "lamour"),
    ("dell''''arte''''", "dell'arte'"),
    ("''Ada'''s notes", "Ada's notes"),
    ("the 1990s' bands", "the 1990s' bands"),
    ("un'''bold'''ed", "unbolded"),
    ("rock 'n' roll", "rock 'n' roll"),
    ("__TOC__Text __NOEDITSECTION__here", "Text here"),
    ("the method __init__ stays", "the method __init__ stays"),
    ("One.\n----\nTwo.", "One.\nTwo."),
]

TAGS = [
    ("One.<!-- hidden -->Two.", "One.Two."),
    ("One\n<!-- a line -->\ntwo.", "One two."),
    ("One.<!-- never closed", "One."),
    ("It rose.<ref>Smith, ''Rivers'', p. 3</ref> It fell.", "It rose. It fell."),
    ('It rose.<ref name="s"/> It fell.', "It rose. It fell."),
    ("It rose.<ref name=s>{{cite book|title=A}}</ref><ref name=t />", "It rose."),
    ("It rose <ref>a</ref>.", "It rose."),
    ("It rose<ref>a</ref>, then fell<ref>b</ref>.", "It rose, then fell."),
    ("One.<ref>never closed\nTwo.", "One. Two."),
    ("One.<ref>typo<ref> Two.\nThree.<ref>b</ref>", "One. Three."),
    ("One.<references><ref name=a>b</ref></references>", "One."),
    ("a <small>little</small> text", "a little text"),
    ("one<br>two<br />three</br>four", "one two three four"),
    ("<div class=x>One.</div>Two.", "One.\nTwo."),
    ("<span style='color:red'>red</span>", "red"),
    ('seen<span style="display:none">hidden</span>', "seen"),
    ("CO<sub>2</sub> and 5 km<sup>2</sup>", "CO2 and 5 km²"),
    ("10<sup>−6</sup> m", "10⁻⁶ m"),
    ("the 1<sup>st</sup>", "the 1st"),
    ("where <math>E=mc^2</math> holds", "where holds"),
    ("<math>x</math>\n\nText.", "Text."),
    ("a<gallery>\nFile:A.jpg|one\n</gallery>", "a"),
    ("<timeline>\nx\n</timeline>Text.", "Text."),
    ("Text.<syntaxhighlight lang=py>\nx = {{1}}\n</syntaxhighlight>", "Text."),
    ("Text.<score>c d e</score>", "Text."),
    ("<noinclude>Shown</noinclude><includeonly> not</includeonly>", "Shown"),
    ("<onlyinclude>Shown</onlyinclude> too", "Shown too"),
    ("<nowiki>[[a]] ''b'' {{c}}</nowiki>", "[[a]] ''b'' {{c}}"),
    ("L<nowiki/>'''a'''", "La"),
    ("a < b and c > d", "a < b and c > d"),
    ("<poem>\nOne line\nand more\n</poem>", "One line\nand more"),
    ("<table><tr><td>1<table><tr><td>2</table></table>Text.", "Text."),
    ("<blockquote>Said.</blockquote>", "Said."),
    ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>", "漢(かん)"),
]

ENTITIES = [
    ("5&nbsp;km", "5 km"),
    ("1900&ndash;1910", "1900–1910"),
    ("R&amp;D at AT&T", "R&D at AT&T"),
    ("&#8364;5 &#x20AC;6", "€5 €6"),
    ("&amp;nbsp;x", "x"),
    ("a &lt; b", "a < b"),
    ("&notes; stays", "&notes; stays"),
    ("co&shy;operate", "cooperate"),
    ("a&#10;b", "a b"),
    ("5\u202f000\u00a0km", "5 000 km"),
]

TABLES = [
    ("One.\n{| class=wikitable\n! a\n|-\n| b\n|}\nTwo.", "One.\nTwo."),
    ("One.\n{|\n| a\n{|\n| b\n|}\n| c\n|}\nTwo.", "One.\nTwo."),
    ("One.\n:{|\n| a\n|}\nTwo.", "One.\nTwo."),
    ("{|\n| never closed\nbut\n| rows\nText after it.", "Text after it."),
    ("{{Infobox\n| a = b\n| c = {{d}}\n}}\nText.", "Text."),
    ("{{Infobox\n| a = {{b\n| c = d\n}}\nText.", "Text."),
]

LISTS = [
    ("* one\n* two", "one\ntwo"),
    ("# one\n#* two", "one\ntwo"),
    ("; term : what it means", "term : what it means"),
    (": indented", "indented"),
    ("* [[a]]\n*\n* b", "a\nb"),
    ("One line\nand its end.\n\nAnother.", "One line and its end.\nAnother."),
    ("東京は\n都市である。", "東京は都市である。"),
    ("One\n{{unknown}}\ntwo.", "One two."),
    ("One.\n{{unknown}}\nTwo.", "One.\nTwo."),
]

TEMPLATES = [
    ("{{unknown|a|b=c}}Text.", "Text."),
    ("{{convert|5|km}} away", "5 km away"),
    ("{{Convert|1300|mi|km|abbr=on}} long", "1,300 mi long"),
    ("{{convert|6|ft|2|in|m}} tall", "6 ft 2 in tall"),
    ("{{convert|10|to|20|km2|sqmi}}", "10 to 20 km²"),
    ("{{lang|fr|mot}}", "mot"),
    ("{{Lang|la|[[Ab ovo]]}}", "Ab ovo"),
    ("{{lang-fr|mot}}", "French: mot"),
    ("{{langx|de|Wort}}", "German: Wort"),
    ("{{lang-fr|mot|label=none}}", "mot"),
    ("{{nowrap|a [[b]]}}", "a b"),
    ("{{nowrap|1={{lang|fr|mot}} x=y}}", "mot x=y"),
    ("{{birth date|1815|12|10}}", "10 December 1815"),
    ("{{birth date|mf=yes|1815|12|10}}", "December 10, 1815"),
    ("{{death date and age|1852|11|27|1815|12|10}}", "27 November 1852"),
    ("{{circa|1900}}", "c. 1900"),
    ("{{c.|1900|1910}}", "c. 1900 – c. 1910"),
    ("a{{ndash}}b", "a–b"),
    ("a{{spaced ndash}}b", "a – b"),
    ("{{'}}tis ''so''", "'tis so"),
    ("''Ada''{{'s}} notes", "Ada's notes"),
    ("{{transl|ar|al-Jabr}}", "al-Jabr"),
    ("{{nihongo|bayonet|銃剣|jūken}}", "bayonet (銃剣, jūken)"),
    ("{{quote|Words said.|Someone}}", "Words said."),
    ("{{hlist|one|two}}", "one, two"),
    ("{{frac|1|2}} and {{sfrac|3}}", "1/2 and 1/3"),
    ("{{val|6.02|e=23|u=mol}}", "6.02×10²³ mol"),
    ("{{chem|H|2|O}}", "H2O"),
    ("{{USS|Hornet|CV-12}}", "USS Hornet"),
    ("{{as of|2014|5|lc=y}}", "as of May 2014"),
    ("{{US$|1500}}", "US$1,500"),
    ("{{formatnum: 3003}}", "3003"),
    ("{{ill|Jo Doe|fr}} wrote", "Jo Doe wrote"),
    ("{{abbr|km|kilometre}}", "km"),
    ("{{sortname|Ada|Lovelace}}", "Ada Lovelace"),
    ("{{flagicon|FRA}} France", "France"),
    ("{{Template:nowrap|x}}", "x"),
    ("{{{1|default}}} stays", "default stays"),
    ("{{#if:x|y|z}}Text.", "Text."),
    ("{{citation|title=A|year=2000}}Text.", "Text."),
    ("He said {{citation|les mots}}.", "He said les mots."),
]

MENDED = [
    ("Ada ({{IPAc-en|eɪ|d|ə}}) was", "Ada was"),
    ("Ada ({{IPAc-en|eɪ|d|ə}}; born 1815) was", "Ada (born 1815) was"),
    ("Ada (born 1815; {{x}}) was", "Ada (born 1815) was"),
    ("Ada (a; {{x}}; b) was", "Ada (a; b) was"),
    ("Ada (pronounced {{IPA-en|x}}; 1815) was", "Ada (1815) was"),
    ("Ada ([[IPA]]: {{IPA-xx|x}}) was", "Ada was"),
    ("Ada (Greek: Αδα {{IPA-el|x}}) was", "Ada (Greek: Αδα) was"),
    ("landed in 1969 ({{age|1969|7|20}} years ago)", "landed in 1969"),
    ("Ada ({{lang-fr|Adé}}, {{x}}), of", "Ada (French: Adé), of"),
    ("It is {{x}}, and {{y}}.", "It is, and."),
    ("the word {{x}} , then", "the word, then"),
    ('He "{{x}}" said', "He said"),
    ("no breaks{{clarify}}in it", "no breaks in it"),
    ("エイダ（{{x}}、1815年）は", "エイダ（1815年）は"),
    ("calls main() now", "calls main() now"),
    ("* {{x}} – about a thing", "about a thing"),
    ("* {{x}}, {{y}}", ""),
]

BROKEN = [
    ("[[a|b and more", "b and more"),
    ("a]] and }} b", "a and b"),
    ("{{unknown and more", ""),
    ("{{lang|fr|mot and more", "fr mot and more"),
    ("[[File:A.jpg|thumb|never closed\nText.", "Text."),
    ("'''Ada was", "Ada was"),
    ("<b>Ada <i>was", "Ada was"),
    ("{{nowrap|[[a|b}} c", "b c"),
    ("[[a\nb]]", "a b"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("wikitext", "expected"),
    [*LINKS, *TYPE, *TAGS, *ENTITIES, *TABLES, *LISTS, *TEMPLATES, *MENDED, *BROKEN],
)
def test_prose(wikitext: str, expected: str) -> None:
    assert prose(wikitext) == expected


OTHER_WIKIS = [
    ("lv", {6: ("Attēls",)}, "[[Attēls:A.jpg|thumb|x]]Teksts.", "Teksts."),
    ("ltg", {14: ("Kategoreja",)}, "Teksts.[[Kategoreja:Tilti]]", "Teksts."),
    ("xx", {10: ("Taiss",)}, "{{Taiss:nowrap|x}}", "x"),
    ("bg", {}, "{{lang-en|word}}", "word"),
    ("bg", {}, "{{birth date|1815|12|10}}", "1815-12-10"),
    ("fr", {}, "{{date|10|décembre|1815}}", "10 décembre 1815"),
    ("de", {}, "{{convert|1500|km}}", "1500 km"),
    ("zh", {}, "-{zh-hans:鼠标; zh-hant:滑鼠}-好", "鼠标好"),
    ("zh", {}, "-{H|zh-hans:鼠标}-好", "好"),
    ("en", {}, "-{a}-", "-{a}-"),
]


@pytest.mark.parametrize(("language", "namespaces", "wikitext", "expected"), OTHER_WIKIS)
def test_other_wikis(
    language: str, namespaces: dict[int, tuple[str, ...]], wikitext: str, expected: str
) -> None:
    site = SiteInfo(namespaces=namespaces, language=language)
    assert prose(wikitext, site) == expected
