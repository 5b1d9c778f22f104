"""What users see: exported names, help, the README, the tree of errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import factscore
from factscore import errors
from factscore.cli import cli

ROOT = Path(__file__).parent.parent


def commands() -> Iterator[tuple[str, click.Command]]:
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        if not isinstance(command, click.Group) or command.params:
            yield name, command
        if isinstance(command, click.Group):
            for inner, subcommand in command.commands.items():
                yield f"{name} {inner}", subcommand


def test_exported_names_exist() -> None:
    for name in factscore.__all__:
        assert getattr(factscore, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        factscore.nothing  # noqa: B018


def test_error_tree_is_drawn_whole() -> None:
    drawn = set(re.findall(r"[├└]── (\w+)", errors.__doc__ or ""))
    raised = {
        name
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, errors.FactscoreError)
    }
    assert drawn | {"FactscoreError"} == raised


@pytest.mark.parametrize(("name", "command"), list(commands()))
def test_every_command_and_option_has_help(name: str, command: click.Command) -> None:
    assert command.help
    for option in command.params:
        assert option.param_type_name == "argument" or getattr(option, "help", None), option.name


@pytest.mark.parametrize(("name", "command"), list(commands()))
def test_readme_names_every_command(name: str, command: click.Command) -> None:
    readme = (ROOT / "README.md").read_text()
    group, _, inner = name.partition(" ")
    subcommands = {
        word
        for found in re.findall(rf"factscore {group} ([a-z|]+)", readme)
        for word in found.split("|")
    }
    assert f"factscore {group}" in readme
    assert not inner or inner in subcommands


def test_readme_options_exist() -> None:
    readme = (ROOT / "README.md").read_text()
    options = [p.opts for _, command in commands() for p in command.params]
    known = {"--help", *(name for opts in options for name in opts)}
    mentioned = set(re.findall(r"(?<![\w-])--[a-z][a-z0-9-]+", readme))
    assert mentioned <= known
