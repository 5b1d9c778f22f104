"""Keys of requests in a batch, and cutting requests into batches."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore.llm.base import ChatRequest, Message
from factscore.llm.batching import BatchLimit, batches, custom_id, entry_size, key_of
from factscore.llm.openai_wire import chat_body


def _request(text: str) -> ChatRequest:
    return ChatRequest((Message("user", text),), 10)


@given(st.from_regex(r"[a-z0-9]{1,9}:[0-9a-f]{64}", fullmatch=True))
def test_identifiers_are_undone(key: str) -> None:
    identifier = custom_id(key)
    assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", identifier)
    assert key_of(identifier) == key


@pytest.mark.parametrize("key", ["", "f1:" + "0" * 63, "f1:" + "G" * 64, "question-1", "ä"])
def test_other_keys_are_refused(key: str) -> None:
    with pytest.raises(ValueError, match="no key for a request"):
        custom_id(key)


@pytest.mark.parametrize("identifier", ["", "x", "c-f1-short", "p-abc", "c-" + "ä" * 44])
def test_identifiers_of_others(identifier: str) -> None:
    assert key_of(identifier) is None


def test_cut_by_count() -> None:
    requests = {str(number): _request("x") for number in range(5)}
    parts = list(batches(requests, BatchLimit(requests=2, bytes=10**6)))
    assert [list(part) for part in parts] == [["0", "1"], ["2", "3"], ["4"]]
    assert list(batches({}, BatchLimit(2, 10))) == []


def test_cut_by_size() -> None:
    requests = {"a": _request("x"), "b": _request("x" * 5000), "c": _request("x")}
    parts = list(batches(requests, BatchLimit(requests=9, bytes=2000)))
    assert [list(part) for part in parts] == [["a"], ["b"], ["c"]]


@given(st.text())
def test_no_entry_is_larger_than_its_size(text: str) -> None:
    request = ChatRequest((Message("system", text), Message("user", text)), 10, 0.5, 20)
    entry = {
        "custom_id": "c-f1-" + "x" * 43,
        "method": "POST",
        "url": "/v1/chat/completions",
        "body": chat_body("a-model-of-some-company-2026-11-30", request),
    }
    assert len(json.dumps(entry)) + 1 <= entry_size(request)
