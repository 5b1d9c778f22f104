"""The guard before the parser: brackets that pair, not too deep, and nothing unseen.

mwparserfromhell needs time that grows with the square of the length where brackets are
left open (5 s for 16 kB of "{{a|"), and leaves what is deeper than a hundred levels as it
is. One walk with a stack, in time that grows with the length, pairs the brackets first:
those without a partner go, templates that leave no text go with all they hold, as do
pictures and categories. What is left is short, shallow and balanced.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from factscore.knowledge.wikitext.marks import SILENT, VALUE

_MARK = re.compile(r"\{{2,}|\}{2,}|\[\[|\[(?=(?:https?|ftps?|mailto|ircs?|news|gopher):|//)|\]\]?")
_TEMPLATE = "{"
_LINK = "[["
_EXTERNAL = "["
MAX_DEPTH = 20
"""Templates nested deeper go, links nested deeper leave their label."""
MAX_OPEN = 50
"""Brackets opened inside more open ones are read as text, and so are their partners."""
_NAMED = re.compile(r"\|[^|=\n]*=")
_ROWS = re.compile(r"(?:[ \t]*[|!}][^\n]*(?:\n|$))*")


@dataclass(slots=True)
class _Frame:
    """An opening bracket that waits for its partner."""

    kind: str
    braces: int
    parts: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Rules:
    """What the walk asks about a pair of brackets."""

    template: Callable[[str], str | None]
    """From a template's content: None where the parser is to read it, else what is left."""
    link_is_shown: Callable[[str], bool]


def prune(text: str, rules: Rules) -> str:
    """The wikitext with only paired brackets around what leaves text.

    Args:
        text: wikitext without comments, references and tables.
        rules: which templates and links are kept.
    """
    walk = _Walk(rules)
    position = 0
    while match := _MARK.search(text, position):
        walk.add(text[position : match.start()])
        position = walk.mark(match)
    walk.add(text[position:])
    return walk.finish()


class _Walk:
    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._stack = [_Frame("", 0)]
        self._templates = 0
        self._beyond = 0

    def add(self, text: str) -> None:
        if text:
            self._stack[-1].parts.append(text)

    def mark(self, match: re.Match[str]) -> int:
        """Takes one mark in; where to go on."""
        run, end = match[0], match.end()
        if self._is_beyond(run):
            return end
        if run[0] == "{":
            self._stack.append(_Frame(_TEMPLATE, len(run)))
            self._templates += 1
        elif run[0] == "}":
            self._close_templates(len(run))
        elif run == _LINK:
            self._stack.append(_Frame(_LINK, 0))
        elif run == _EXTERNAL:
            self._drop_open(_EXTERNAL)
            self._stack.append(_Frame(_EXTERNAL, 0))
        elif self._stack[-1].kind == _EXTERNAL:
            self._close_external()
            return match.start() + 1
        elif run == "]]":
            self._close_link()
        else:
            self.add("]")
        return end

    def _is_beyond(self, run: str) -> bool:
        """Counts brackets beyond the limit in and out, so that the others still pair."""
        opening = run[0] in "{["
        if (opening and len(self._stack) > MAX_OPEN) or (not opening and self._beyond):
            self._beyond += 1 if opening else -1
            return True
        return False

    def finish(self) -> str:
        while len(self._stack) > 1:
            self._abandon()
        return "".join(self._stack[0].parts)

    def _close_templates(self, braces: int) -> None:
        while braces > 1 and self._templates:
            while self._stack[-1].kind != _TEMPLATE:
                self._abandon()
            frame = self._stack.pop()
            self._templates -= 1
            pair = 3 if min(braces, frame.braces) > 2 else 2
            result = self._replaced("".join(frame.parts), pair)
            braces -= pair
            self._reopen(frame.braces - pair, result)

    def _reopen(self, braces: int, result: str) -> None:
        """Puts back the braces of an opening run that have no partner yet."""
        if braces > 1:
            self._stack.append(_Frame(_TEMPLATE, braces, [result]))
            self._templates += 1
        else:
            self.add(result)

    def _replaced(self, content: str, pair: int) -> str:
        if pair == 3:
            default = content.partition("|")[2]
            return default or VALUE
        kept = self._rules.template(content)
        if kept is not None:
            return kept
        return "{{" + content + "}}" if len(self._stack) <= MAX_DEPTH else VALUE

    def _close_link(self) -> None:
        if self._stack[-1].kind != _LINK:
            return
        content = "".join(self._stack.pop().parts)
        if not self._rules.link_is_shown(content):
            self.add(SILENT)
        elif len(self._stack) > MAX_DEPTH:
            self.add(content.rpartition("|")[2])
        else:
            self.add("[[" + content + "]]")

    def _close_external(self) -> None:
        content = "".join(self._stack.pop().parts)
        self.add("[" + content + "]" if "\n" not in content else content + "]")

    def _drop_open(self, kind: str) -> None:
        if self._stack[-1].kind == kind:
            self._abandon()

    def _abandon(self) -> None:
        """Takes the last open bracket away and keeps what is prose behind it."""
        frame = self._stack.pop()
        content = "".join(frame.parts)
        if frame.kind == _TEMPLATE:
            self._templates -= 1
            content = _behind_open_template(content)
        elif frame.kind == _LINK:
            content = self._behind_open_link(content)
        self.add(content)

    def _behind_open_link(self, content: str) -> str:
        line, end, rest = content.partition("\n")
        if not self._rules.link_is_shown(line):
            return SILENT + end + rest
        return line.partition("|")[2] + end + rest if "|" in line else content


def _behind_open_template(content: str) -> str:
    """What stays of a template that is not closed.

    Within a line of prose the text behind its name stays; a name with a line to itself
    or with named values goes with the line and the rows of values below it.
    """
    line, end, rest = content.partition("\n")
    name, pipe, values = line.partition("|")
    if not pipe and len(name) > 60:
        return content
    if pipe and not _NAMED.match(pipe + values):
        return values.replace("|", " ") + end + rest
    rows = _ROWS.match(rest)
    return SILENT + end + rest[rows.end() if rows else 0 :]
