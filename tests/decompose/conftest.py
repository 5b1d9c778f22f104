"""The rules decomposer, loaded once for all tests."""

from __future__ import annotations

import pytest

from factscore.decompose.rules import RulesDecomposer


@pytest.fixture(scope="session")
def rules() -> RulesDecomposer:
    return RulesDecomposer()
