"""A page of HTML that needs nothing but itself: no network, light and dark.

Whatever comes from input must pass ``escape``. The page's own policy forbids everything from
elsewhere, and every style and script but those of the page, which it names by their digests.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape as _escape
from string import Template

_HEAD = Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="$policy">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>$title</title>
<style>$style</style>
</head>
<body>
""")
_FOOT = "</body>\n</html>\n"

LIGHT = (
    "--ink: #1c1f23; --soft: #565d66; --paper: #ffffff; --line: #cfd4da; --good: #1a6e3c;"
    " --bad: #a8201a; --mark: #1f5fa8; --band: #eef1f4;"
)
DARK = (
    "--ink: #e8eaed; --soft: #a9b1ba; --paper: #16181b; --line: #3b4148; --good: #6fcf97;"
    " --bad: #ff8a80; --mark: #7ab8ff; --band: #22262b;"
)
"""The colours by their names, as declarations of CSS."""

_COLOURS = f"""
:root {{ {LIGHT} }}
@media (prefers-color-scheme: dark) {{ :root {{ {DARK} }} }}
"""
_STYLE = """body { margin: 0 auto; max-width: 70rem; padding: 1.5rem; color: var(--ink);
  background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
a { color: var(--mark); }
.wide { overflow-x: auto; }
.wide:focus-visible { outline: 2px solid var(--mark); }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding-bottom: .4rem; }
th, td { padding: .3rem .8rem; border-bottom: 1px solid var(--line); text-align: right;
  white-space: nowrap; }
th:first-child { text-align: left; font-weight: 600; position: sticky; left: 0;
  background: var(--paper); }
thead th { border-bottom: 2px solid var(--line); }
.soft { color: var(--soft); } .good { color: var(--good); } .bad { color: var(--bad); }
figure { margin: 1rem 0; } figure svg { max-width: 34rem; width: 100%; height: auto; }
blockquote { margin: .5rem 0; padding: .5rem 1rem; background: var(--band);
  border-left: 3px solid var(--line); }
.wrong > li { margin-bottom: 1.5rem; }
@media print { body { max-width: none; } .wide { overflow-x: visible; } }
"""


@dataclass(frozen=True, slots=True)
class Html:
    """Markup that is put into a page as it is; whoever makes one has escaped what is in it."""

    markup: str


def page(title: str, body: str) -> str:
    """A whole page without a script; ``body`` is HTML, ``title`` is not."""
    main = f"<main>\n<h1>{escape(title)}</h1>\n{body}\n</main>\n"
    return open_page(title) + main + close_page()


def open_page(title: str, *, style: str = "", script: str = "") -> str:
    """A page up to and including its ``<body>``.

    Args:
        title: text, not HTML.
        style: rules beside those that every page has.
        script: the one script that the page may run, which ``close_page`` must be given too;
            empty: none.

    Raises:
        ValueError: a style or script that would end its own element.
    """
    rules = _enclosed(_COLOURS + _STYLE + style, "style")
    policy = [
        "default-src 'none'",
        f"style-src '{_digest(rules)}'",
        *([f"script-src '{_digest(_enclosed(script, 'script'))}'"] if script else []),
        "base-uri 'none'",
        "form-action 'none'",
    ]
    return _HEAD.substitute(policy="; ".join(policy), title=escape(title), style=rules)


def close_page(script: str = "") -> str:
    """The end of a page, with its script."""
    return (f"<script>{_enclosed(script, 'script')}</script>\n" if script else "") + _FOOT


def _enclosed(text: str, element: str) -> str:
    """The content of an element that HTML reads to its end tag, whatever is in it."""
    # A comment's begin changes how scripts are read; a CR would be read as LF, with another digest.
    if any(mark in text.lower() for mark in (f"</{element}", "<!--", "\r")):
        raise ValueError(f"the {element} of a page must not hold </{element}, <!-- or a CR")
    return text


def _digest(text: str) -> str:
    """The name of a style or script in a Content-Security-Policy."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def escape(text: str) -> str:
    """Text as HTML shows it, in attributes too, and without what no page may hold.

    >>> escape('<b title="x">\\x00')
    '&lt;b title=&quot;x&quot;&gt; '
    """
    seen = "".join(c if c.isprintable() or c in "\n\t" else " " for c in text)
    return _escape(seen)


def table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str | Html]]) -> str:
    """A table whose first column names the rows; all of it is text, but what is ``Html``."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    lines = "\n".join(f"<tr>{_cells(row)}</tr>" for row in rows)
    return (
        f'<div class="wide" tabindex="0" role="group" aria-label="{escape(caption)}">\n'
        f"<table>\n<caption>{escape(caption)}</caption>\n"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{lines}\n</tbody>\n</table>\n</div>"
    )


def _cells(row: Sequence[str | Html]) -> str:
    first, *rest = row
    cells = "".join(f"<td>{_shown(value)}</td>" for value in rest)
    return f'<th scope="row">{_shown(first)}</th>{cells}'


def _shown(cell: str | Html) -> str:
    return cell.markup if isinstance(cell, Html) else escape(cell)
