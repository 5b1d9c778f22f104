"""Lines and headings, met one after the other, put together to sections."""

from __future__ import annotations


class Sections:
    """Collects a document's text; white space becomes one space within a line."""

    def __init__(self) -> None:
        self._done: list[str] = []
        self._lines: list[str] = []
        self._line: list[str] = []
        self._in_heading = False

    def add(self, text: str) -> None:
        """More of the current line."""
        self._line.append(text)

    def end_line(self) -> None:
        """The line, if it holds anything, is complete; headings are never broken."""
        if self._in_heading:
            self._line.append(" ")
            return
        line = " ".join("".join(self._line).split()).removesuffix(" |").removeprefix("| ")
        self._line.clear()
        if line and line != "|":
            self._lines.append(line)

    def begin_cell(self) -> None:
        """Another cell of a table's row."""
        if "".join(self._line).strip():
            self._line.append(" | ")

    def begin_heading(self) -> None:
        """A section ends, and the heading of the next begins."""
        self.end_line()
        self._end_section()
        self._in_heading = True

    def end_heading(self) -> str:
        """The heading is complete."""
        self._in_heading = False
        heading = " ".join("".join(self._line).split())
        self.end_line()
        return heading

    def finish(self, title: str = "") -> tuple[str, ...]:
        """All sections; a heading that only repeats the title is left out."""
        self.end_line()
        self._end_section()
        bare = (section.removeprefix(title).lstrip("\n") if section.split("\n")[0] == title
                else section for section in self._done)  # fmt: skip
        return tuple(section for section in bare if section)

    def _end_section(self) -> None:
        if self._lines:
            self._done.append("\n".join(self._lines))
            self._lines.clear()
