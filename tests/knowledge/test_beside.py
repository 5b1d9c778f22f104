"""What is written beside its place."""

import os

import pytest

from factscore.knowledge.beside import beside, remove_leftovers

NOBODY = 2_000_000_000
"""No process has this number."""


@pytest.mark.parametrize("name", ["s.db", "[s]*.db", "s"])
def test_leftovers_of_killed_processes_are_removed(tmp_path, name):
    place = tmp_path / name
    (tmp_path / f".{name}.{NOBODY}.new").write_text("left")
    (tmp_path / f".{name}.{NOBODY}.old").mkdir()
    (tmp_path / f".{name}.{NOBODY}.old" / "file").write_text("left")
    kept = {
        f".{name}.{os.getppid()}.new", f".{name}.{NOBODY}.other", f".x{name}.{NOBODY}.new",
        f".{name}.index.{NOBODY}.new", f".{name}.new",
    }  # fmt: skip
    for file in kept:
        (tmp_path / file).write_text("kept")
    remove_leftovers(place, (".new", ".old"))
    assert {file.name for file in tmp_path.iterdir()} == kept


def test_the_name_is_this_process_s(tmp_path):
    assert beside(tmp_path / "s.db", ".new") == tmp_path / f".s.db.{os.getpid()}.new"
