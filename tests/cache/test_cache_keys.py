"""The key's form is a contract: these hashes may never change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore.cache import canonical_json, content_key

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("abcé"), inner),
    max_leaves=10,
)


def test_canonical_json_by_hand() -> None:
    assert (
        canonical_json({"b": None, "a": ["ü", 1.5, True]})
        == b'{"a":["\xc3\xbc",1.5,true],"b":null}'
    )


def test_key_is_pinned() -> None:
    # printf '{"request":{"fact":"Zoë lived.","k":5},"stage":"judge"}' | sha256sum
    expected = "f1:5a1758da40d96ae094ced653c06bc230ee0275291a0aee9299d935901c4e824f"
    assert content_key("judge", {"k": 5, "fact": "Zoë lived."}) == expected


@given(JSON, JSON)
def test_equal_spelling_means_equal_value(first: object, second: object) -> None:
    assert (canonical_json(first) == canonical_json(second)) == (
        repr_sorted(first) == repr_sorted(second)
    )


def test_stage_is_part_of_the_key() -> None:
    assert content_key("judge", {}) != content_key("decompose", {})


def test_no_nan() -> None:
    with pytest.raises(ValueError, match="Out of range"):
        canonical_json({"score": float("nan")})


def repr_sorted(value: object) -> str:
    """An independent spelling that keeps types apart (True is not 1)."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{k!r}:{repr_sorted(value[k])}" for k in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(repr_sorted, value)) + "]"
    return f"{type(value).__name__}:{value!r}"
