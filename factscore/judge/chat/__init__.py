"""The judges ``openai:MODEL``, ``anthropic:MODEL`` and ``scripted:FILE``: a chat model."""

from __future__ import annotations

from factscore.judge.chat.judge import ChatJudge

__all__ = ["ChatJudge"]
