"""What pins a checkpoint."""

from __future__ import annotations

from pathlib import Path

import pytest

from factscore.errors import ModelError
from factscore.judge.revision import cached_revision, folder_digest


def test_the_digest_of_a_folder_follows_its_contents(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    first = folder_digest(tmp_path)
    (tmp_path / "README.md").write_text("not part of what decides")
    assert folder_digest(tmp_path) == first
    (tmp_path / "config.json").write_text("{ }")
    assert folder_digest(tmp_path) != first


@pytest.mark.parametrize("name", ["chat_template.jinja", "model.safetensors", "spiece.model"])
def test_every_file_that_changes_what_is_read_counts(tmp_path: Path, name: str) -> None:
    (tmp_path / "config.json").write_text("{}")
    first = folder_digest(tmp_path)
    (tmp_path / name).write_text("{{ messages }}")
    assert folder_digest(tmp_path) != first


def test_a_file_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    (tmp_path / "config.json").symlink_to(tmp_path / "gone")
    with pytest.raises(ModelError, match="cannot read"):
        folder_digest(tmp_path)


def test_the_revision_is_read_from_the_hub_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reference = tmp_path / "models--some--model" / "refs" / "main"
    reference.parent.mkdir(parents=True)
    reference.write_text("0123abc\n")
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    assert cached_revision("some/model") == "0123abc"
    assert cached_revision("some/other") is None
