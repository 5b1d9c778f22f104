"""Stores know nothing of what is built upon them."""

import ast
from pathlib import Path

import pytest

import factscore.knowledge

HOME = Path(factscore.knowledge.__file__).parent
ABOVE = ("cache", "cli", "decompose", "judge", "pipeline", "retrieval", "score", "topics")


def imported(file):
    """Names of all modules that a file imports, within functions too."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


@pytest.mark.parametrize("above", ABOVE)
def test_nothing_from_above_is_imported(above):
    whole = f"factscore.{above}."
    guilty = [
        str(file.relative_to(HOME))
        for file in sorted(HOME.rglob("*.py"))
        if any(f"{name}.".startswith(whole) for name in imported(file))
    ]
    assert guilty == []
