"""Facts by a chat model: what is asked, how replies are read, and how facts are cleaned."""

from __future__ import annotations

from factscore.decompose.chat.decomposer import ChatDecomposer

__all__ = ["ChatDecomposer"]
