"""What models think aloud in their replies, in the notations that are in use."""

from __future__ import annotations

import re

_NAMES = r"(?:\w{1,20}:)?(?:think(?:ing)?|thoughts?|reasoning|reflection|scratchpad|analysis)"
_STARTS = (
    rf"<{_NAMES}(?:\s[^<>\n]{{0,80}})?>",
    r"\[THINK(?:ING)?\]",
    r"◁think▷",
    r"<\|(?:begin_of_thought|START_THINKING)\|>",
    r"<\|channel\|>\s*(?:analysis|commentary)\b",
)
_ENDS = (
    rf"</{_NAMES}\s?>",
    r"\[/THINK(?:ING)?\]",
    r"◁/think▷",
    r"<\|(?:end_of_thought|END_THINKING)\|>",
    r"<\|channel\|>\s*final\b[^<]{0,40}<\|message\|>",
)
_MARK = re.compile(rf"(?P<start>{'|'.join(_STARTS)})|{'|'.join(_ENDS)}", re.IGNORECASE)


def without_thoughts(text: str) -> str:
    """A reply with what was thought aloud replaced by line breaks, so that offsets stay.

    A block that never ends goes on to the end of the reply. Before an end without a beginning
    all is thought, as some templates write the beginning themselves.

    Example:
        >>> without_thoughts("<think>Hm</think>True").lstrip()
        'True'
        >>> without_thoughts("[THINK]True or").strip()
        ''
    """
    kept: list[str] = []
    begun: int | None = None
    done = 0
    for mark in _MARK.finditer(text):
        if mark["start"] is None:
            if begun is None:
                kept = ["\n" * done]
            kept.append("\n" * (mark.end() - done))
            begun, done = None, mark.end()
        elif begun is None:
            begun = mark.start()
            kept.append(text[done:begun])
            done = begun
    kept.append(text[done:] if begun is None else "\n" * (len(text) - done))
    return "".join(kept)
