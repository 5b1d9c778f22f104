"""Whether two names are of one file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from factscore.cli.output import refuse_overwriting, same_file
from factscore.errors import OutputError, UsageError


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sub").mkdir()
    Path("a").write_text("x")
    os.link("a", "hard")
    Path("soft").symlink_to("a")
    Path("dangling").symlink_to("new")
    Path("circle").symlink_to("circle")


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("a", "./sub/../a", True),
        ("a", "hard", True),
        ("soft", "a", True),
        ("new", "./new", True),
        ("new", "dangling", True),
        ("new/er", "new/./er", True),
        ("a", "sub/a", False),
        ("a", "new", False),
        ("a", "A", False),
        ("a", "no\0name", False),
        ("no\0name", "a", False),
        ("circle", "a", False),
        ("a/under", "a", False),
    ],
)
def test_same_file(first: str, second: str, same: bool) -> None:
    assert same_file(first, second) is same


def test_absolute_and_relative_names() -> None:
    assert same_file(str(Path.cwd() / "new"), "new")


@pytest.mark.parametrize("name", ["./a", "hard", "soft"])
def test_an_input_is_not_overwritten(name: str) -> None:
    with pytest.raises(UsageError, match=f"--html {name} would overwrite a; name another file"):
        refuse_overwriting(name, ["b", "a"], "--html")
    refuse_overwriting(name, ["b", "no\0name"], "--html")


def test_a_name_that_no_file_can_have() -> None:
    with pytest.raises(OutputError, match="cannot be written"):
        refuse_overwriting("no\0name", ["a"])
