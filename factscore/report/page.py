"""A page of HTML that needs nothing but itself: no network, no script, light and dark.

Whatever comes from input must pass ``escape``; the page's own policy forbids scripts and
everything from elsewhere besides.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape as _escape
from string import Template

_PAGE = Template("""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>$title</title>
<style>
:root { --ink: #1c1f23; --soft: #565d66; --paper: #ffffff; --line: #cfd4da; --good: #1a6e3c;
  --bad: #a8201a; --mark: #1f5fa8; --band: #eef1f4; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8eaed; --soft: #a9b1ba; --paper: #16181b; --line: #3b4148; --good: #6fcf97;
    --bad: #ff8a80; --mark: #7ab8ff; --band: #22262b; }
}
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem; color: var(--ink);
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
</style>
</head>
<body>
<main>
<h1>$title</h1>
$body
</main>
</body>
</html>
""")


def page(title: str, body: str) -> str:
    """A whole page; ``body`` is HTML, ``title`` is not."""
    return _PAGE.substitute(title=escape(title), body=body)


def escape(text: str) -> str:
    """Text as HTML shows it, in attributes too, and without what no page may hold.

    >>> escape('<b title="x">\\x00')
    '&lt;b title=&quot;x&quot;&gt; '
    """
    seen = "".join(c if c.isprintable() or c in "\n\t" else " " for c in text)
    return _escape(seen)


def table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table whose first column names the rows; all of it is text, not HTML."""
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heads)
    lines = "\n".join(f"<tr>{_cells(row)}</tr>" for row in rows)
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(caption)}">\n'
        f"<table>\n<caption>{escape(caption)}</caption>\n"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{lines}\n</tbody>\n</table>\n</div>"
    )


def _cells(row: Sequence[str]) -> str:
    first, *rest = row
    cells = "".join(f"<td>{escape(value)}</td>" for value in rest)
    return f'<th scope="row">{escape(first)}</th>{cells}'
