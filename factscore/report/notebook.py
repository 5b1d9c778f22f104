"""A run in a notebook: the ranked chart and the table of the models, without a script.

The style holds for this fragment alone. Colours follow the theme of JupyterLab and VS Code
where they tell it, else what the reader's system prefers.
"""

from __future__ import annotations

import hashlib

from factscore.ranking import rank_models
from factscore.records import RunResult
from factscore.report.html.ranked import ranked_chart, ranked_table
from factscore.report.page import DARK, LIGHT

_NAME = "factscore-run"
_STYLE = f"""
.{_NAME} {{ {LIGHT} color: var(--ink); background: var(--paper); padding: 1rem;
  max-width: 66rem; font: 14px/1.5 system-ui, sans-serif; }}
@media (prefers-color-scheme: dark) {{ .{_NAME} {{ {DARK} }} }}
[data-jp-theme-light="true"] .{_NAME}, .vscode-light .{_NAME} {{ {LIGHT} }}
[data-jp-theme-light="false"] .{_NAME}, .vscode-dark .{_NAME} {{ {DARK} }}
.{_NAME} .wide {{ overflow-x: auto; }}
.{_NAME} svg {{ width: 100%; max-width: 61rem; height: auto; }}
.{_NAME} table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 0;
  color: var(--ink); background: none; font-size: 13px; }}
.{_NAME} caption {{ text-align: left; color: var(--soft); padding: .5rem 0; }}
.{_NAME} tr {{ background: none !important; }}
.{_NAME} :is(th, td) {{ padding: .2rem .6rem; border: 0; border-bottom: 1px solid var(--line);
  text-align: right; white-space: nowrap; }}
.{_NAME} th:first-child {{ text-align: left; font-weight: 600; padding-left: 0; }}
.{_NAME} th[scope="row"] {{ white-space: normal; overflow-wrap: anywhere; min-width: 10em; }}
"""


def run_html(result: RunResult) -> str:
    """The run's models as a fragment of HTML, best first; a pure function of the result."""
    f1_k = None if result.setup is None else result.setup.f1_k
    ranked = rank_models(result.models)
    if not ranked:
        body = "<p>There are no items in this run.</p>"
    else:
        # Two outputs of one notebook must not share an id, unless they are the same.
        digest = hashlib.sha256(repr(result.models).encode("utf-8", "replace")).hexdigest()
        body = f"{ranked_chart(ranked, f'{_NAME}-{digest[:12]}')}\n{ranked_table(ranked, f1_k)}"
    return f'<div class="{_NAME}">\n<style>{_STYLE}</style>\n{body}\n</div>'
