"""Markdown and citation marks, taken off with the way back to the source kept.

``blocks`` walks over a text line by line and yields the stretches that hold prose: a
paragraph, or one item of a list, each as a ``Block`` whose text is clean and whose
offsets lead back to the source. What holds no sentence to judge yields nothing:
headings (``#``, underlined, or a short line all in bold), horizontal rules, tables
(a row is cells, and what they say of each other stands in the header, not in a
sentence), fenced code, link definitions. A fence marked ``markdown``, ``md`` or
``text`` is only a wrapping and its content is read.

Inside a block these go: emphasis, backticks (the words stay), link targets, images,
HTML tags, tags in brackets (``[b]…[/b]``), and citation marks such as ``[1]``, ``[2, 3]``,
``[^4]`` and ``【5】``.

Does not handle: indented code (models indent lists), nested tables, HTML blocks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

_DROP, _KEEP, _SPACE = 0, 1, 2

_FENCE = re.compile(r"[ \t]{0,12}(```+|~~~+)[ \t]*([\w+-]*)[^\n`]*$")
_READABLE_FENCES = frozenset({"markdown", "md", "text", "txt", "plaintext"})
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}(?:[ \t]|$)")
_UNDERLINE = re.compile(r"[ \t]{0,3}(?:={3,}|-{3,})[ \t]*$")
_RULE = re.compile(r"[ \t]{0,3}(?:[-*_=][ \t]?){3,}$")
_BOLD_LINE = re.compile(r"[ \t]*(\*\*|__)(?![*_ ])([^*\n]{1,80}?):?(\1):?[ \t]*$")
_DEFINITION = re.compile(r"[ \t]{0,3}\[[^\]\n]{1,80}\]:[ \t]*\S*://\S*")
_TABLE_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$")
_TABLE_ROW = re.compile(r"[ \t]*\|.*\|[ \t]*$")
_ITEM = re.compile(
    r"[ \t]*(?:[-*+•‣▪●◦·–—][ \t]+|\(?\d{1,3}[.)][ \t]+|\(?[a-z]\)[ \t]+)(?:\[[ xX]\][ \t]+)?"
)
_QUOTE = re.compile(r"[ \t]{0,3}(?:>[ \t]?)+")
_LABEL = re.compile(r"[ \t]*(?:\*\*|__)?[A-Z][\w '’/()-]{0,40}:")
_UNFINISHED = frozenset(
    "a an the of in on at to for with by from and or but as his her their its was is were".split()
)
"""Words that no line ends with but a wrapped one."""
_ENDED = re.compile(r"[.!?…:;。！？｡][\"'”’»)\]」』*_`]*(?:[ ]?\[[\d, ]{1,12}\])*$")

_INLINE = re.compile(
    r"(?P<cite> ?(?:\[\^?\d{1,3}(?: ?[,;–-] ?\^?\d{1,3}){0,30}\](?!\()|【[^】\n]{1,60}】"
    r"|\[citation needed\]))"
    r"|(?P<image>!\[[^\[\]\n]{0,300}\]\([^()\n]{0,500}\))"
    r"|\[(?P<link>[^\[\]\n]{1,300})\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,500}(?: "
    r"\"[^\"\n]{0,200}\")?\)"
    r"|(?P<script><(?P<element>script|style)\b[^<>\n]{0,200}>[^<\n]{0,2000}</(?P=element)>)"
    r"|(?P<tag></?(?:a|b|i|u|em|strong|sup|sub|small|span|p|br|div|ul|ol|li)\b[^<>\n]{0,200}>"
    r"|</?[a-z][a-z0-9]{0,15}>)"
    r"|(?P<bracketed>\[(?P<name>[A-Za-z]{1,12})\](?=[^\n]{0,300}\[/(?P=name)\])"
    r"|\[/[A-Za-z]{1,12}\])"
    r"|`{1,2}(?P<code>[^`\n]{1,300})`{1,2}"
    r"|(?P<escape>\\(?=[*_`#\[\]()!~>+-]))"
)
_NUMBER_LINK = re.compile(r"\^?\d{1,3}$")
_EMPHASIS = re.compile(r"(?<![\\*_~])(\*{1,3}|_{1,3}|~~)(?![*_~])")
_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch of prose without its markup."""

    text: str
    """What is to be read; every run of white space is one space."""
    starts: tuple[int, ...]
    """Where each unbroken run begins in ``text``, ascending, the first at 0."""
    sources: tuple[int, ...]
    """Where each of these runs begins in the source."""

    def source(self, position: int) -> int:
        """Offset in the source of the character at ``position`` of ``text``."""
        run = bisect_right(self.starts, position) - 1
        return self.sources[run] + position - self.starts[run]


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def blocks(text: str) -> Iterator[Block]:
    """The prose of ``text`` in order, one paragraph or list item at a time.

    A line that goes on from the one before (a soft wrap) belongs to the same block.

    >>> [block.text for block in blocks("# Life\\n- **Born** in [Oslo](http://x.no)[1]\\n- Died")]
    ['Born in Oslo', 'Died']
    """
    pending: list[_Line] = []
    for line in _prose_lines(text):
        if line is None:
            yield from _joined(text, pending)
            pending = []
            continue
        item = _ITEM.match(line.text)
        if item:
            yield from _joined(text, pending)
            pending = [_Line(line.text[item.end() :], line.start + item.end())]
        elif pending and _goes_on(pending[-1].text, line.text):
            pending.append(line)
        else:
            yield from _joined(text, pending)
            pending = [line]
    yield from _joined(text, pending)


def _joined(text: str, lines: list[_Line]) -> Iterator[Block]:
    if lines:
        block = _clean(text[lines[0].start : lines[-1].end], lines[0].start)
        if block.text:
            yield block


def _goes_on(previous: str, line: str) -> bool:
    """Whether ``line`` is the same paragraph, wrapped, and not a new statement."""
    first = line.lstrip()[:1]
    if not first or not previous.strip():
        return False
    if _ENDED.search(previous.rstrip()[-40:]) or _LABEL.match(line):
        return False
    if previous.split()[-1].lower() in _UNFINISHED:
        return True
    return first.islower() or (len(previous.strip()) >= 50 and not _LABEL.match(previous))


def _lines(text: str) -> Iterator[_Line]:
    start = 0
    while start <= len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield _Line(text[start:end].rstrip("\r"), start)
        start = end + 1


def _prose_lines(text: str) -> Iterator[_Line | None]:
    """Lines that hold prose; ``None`` where anything else interrupts it."""
    held: _Line | None = None  # one line behind, because what follows may make it a heading
    for line in _outside_code(text):
        if line is not None and held is not None and _makes_heading(held.text, line.text):
            held = None
            yield None
            continue
        yield held
        held = _without_quote(line) if line is not None and _is_prose(line.text) else None
    yield held


def _makes_heading(line: str, following: str) -> bool:
    if _TABLE_RULE.match(following) and "|" in line:
        return True
    short = len(line) <= 80 and not _ENDED.search(line.rstrip()[-40:])
    return short and bool(_UNDERLINE.match(following))


def _is_prose(line: str) -> bool:
    if not line.strip() or _HEADING.match(line) or _RULE.match(line) or _DEFINITION.match(line):
        return False
    if _TABLE_ROW.match(line) or _TABLE_RULE.match(line):
        return False
    bold = _BOLD_LINE.match(line)
    return not (bold and not _ENDED.search(bold[2].rstrip(":")) and len(bold[2].split()) <= 10)


def _without_quote(line: _Line) -> _Line:
    mark = _QUOTE.match(line.text)
    return _Line(line.text[mark.end() :], line.start + mark.end()) if mark else line


def _outside_code(text: str) -> Iterator[_Line | None]:
    """All lines but those of code fences and rows of a table without outer bars."""
    fence = ""
    readable = table = False
    for line in _lines(text):
        mark = _FENCE.match(line.text) if "```" in line.text or "~~~" in line.text else None
        if mark and not fence:
            fence, readable = mark[1], mark[2].lower() in _READABLE_FENCES
            yield None
        elif mark and mark[1].startswith(fence) and not mark[2]:
            fence = ""
            yield None
        elif fence and not readable:
            yield None
        else:
            table = bool(_TABLE_RULE.match(line.text)) or (table and "|" in line.text)
            yield _Line("|---|---|", line.start) if table else line


def _clean(raw: str, offset: int) -> Block:
    mask = bytearray([_KEEP]) * len(raw)
    _mark_inline(raw, mask)
    _mark_emphasis(raw, mask)
    _mark_blanks(raw, mask)
    return _assemble(raw, mask, offset)


def _mark_inline(raw: str, mask: bytearray) -> None:
    for match in _INLINE.finditer(raw):
        inner = "link" if match["link"] is not None else "code" if match["code"] else ""
        if inner == "link" and _NUMBER_LINK.match(match["link"]):
            inner = ""
        _erase(mask, match.start(), match.end())
        if inner:
            mask[match.start(inner) : match.end(inner)] = bytes([_KEEP]) * len(match[inner])
        elif match["tag"] and match["tag"][1:3] in {"br", "p>", "/p", "li", "di"}:
            mask[match.start()] = _SPACE


def _erase(mask: bytearray, start: int, end: int) -> None:
    mask[start:end] = bytes(end - start)


def _mark_emphasis(raw: str, mask: bytearray) -> None:
    """Erase emphasis marks that come in pairs; a lone one ("103*", "M*A*S*H") is text."""
    opened: dict[str, list[int]] = {}
    for match in _EMPHASIS.finditer(raw):
        before, after = raw[match.start() - 1 : match.start()], raw[match.end() : match.end() + 1]
        waiting = opened.setdefault(match[1], [])
        if waiting and before.strip() and not _is_word(after):
            start = waiting.pop()
            _erase(mask, start, start + len(match[1]))
            _erase(mask, match.start(), match.end())
        elif after.strip() and not _is_word(before):
            waiting.append(match.start())


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _mark_blanks(raw: str, mask: bytearray) -> None:
    for match in _BLANKS.finditer(raw):
        if match[0] != " " and any(mask[match.start() : match.end()]):
            _erase(mask, match.start(), match.end())
            mask[match.start()] = _SPACE


def _assemble(raw: str, mask: bytearray, offset: int) -> Block:
    pieces: list[str] = []
    starts: list[int] = []
    sources: list[int] = []
    length = 0
    for run in re.finditer(rb"\x01+|\x02", bytes(mask)):
        piece = raw[run.start() : run.end()] if mask[run.start()] == _KEEP else " "
        after_space = not pieces or pieces[-1][-1] == " "
        stripped = piece.lstrip(" ") if after_space else piece  # marks must not leave two spaces
        if stripped:
            starts.append(length)
            sources.append(offset + run.start() + len(piece) - len(stripped))
            pieces.append(stripped)
            length += len(stripped)
    return Block("".join(pieces).rstrip(" "), tuple(starts), tuple(sources))
