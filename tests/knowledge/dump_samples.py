"""Small exports as MediaWiki writes them, from version 0.3 to 0.11."""

from html import escape
from pathlib import Path

SITE = """  <siteinfo>
    <sitename>Probewiki</sitename>
    <case>first-letter</case>
    <namespaces>
      <namespace key="-1" case="first-letter">Spezial</namespace>
      <namespace key="0" case="first-letter" />
      <namespace key="1" case="first-letter">Diskussion</namespace>
      <namespace key="14" case="first-letter">Kategorie</namespace>
    </namespaces>
  </siteinfo>
"""


def page(title, text=None, ns=0, redirect=None, extra="", model="wikitext"):
    """A page of a newer export; ``redirect``: what its element says."""
    named = "" if redirect is None else f'    <redirect title="{escape(redirect)}" />\n'
    kind = f"<model>{model}</model><format>text/x-wiki</format>"
    body = "<text />" if text is None else f'<text xml:space="preserve">{escape(text)}</text>'
    return (
        f"  <page>\n    <title>{escape(title)}</title>\n    <ns>{ns}</ns>\n    <id>7</id>\n{named}"
        f"    <revision>\n      <id>8</id>\n      <contributor><username>Eve</username>"
        f"<id>9</id></contributor>\n      <comment>a comment</comment>\n      {kind}\n"
        f"      {body}\n{extra}    </revision>\n  </page>\n"
    )


def export(*pages, version="0.11", site=SITE, language="de"):
    """An export of such pages."""
    space = f"http://www.mediawiki.org/xml/export-{version}/"
    head = f'<mediawiki xmlns="{space}" version="{version}" xml:lang="{language}">\n'
    return head + site + "".join(pages) + "</mediawiki>\n"


def write_export(path: Path, *pages, **options) -> Path:
    path.write_text(export(*pages, **options), "utf-8")
    return path
