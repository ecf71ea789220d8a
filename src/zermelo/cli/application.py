"""The command line as typer reads it: the one command that is asked for, or all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import typer
from typer.core import TyperGroup

from zermelo.cli.commands import (
    ABOUT,
    ABOUT_EXPERIMENTS,
    COMMANDS,
    EXPERIMENT,
    EXPERIMENTS,
    Command,
    overview,
)
from zermelo.errors import UsageError


def run(arguments: Sequence[str]) -> int:
    """Run what the arguments ask for; the exit status, or `UsageError` for a mistake in them."""
    named = [name for name in arguments[:1] if name in COMMANDS or name == EXPERIMENT]
    try:
        status: Any = group(*named)(
            args=list(arguments), prog_name="zermelo", standalone_mode=False
        )
    except typer.TyperException as error:
        raise UsageError(getattr(error, "format_message", error.__str__)()) from None
    return status or 0


def group(*names: str) -> TyperGroup:
    """The commands of these names; without any, all: to read a line takes longer with more."""
    asked = names or (*COMMANDS, EXPERIMENT)
    app = _typer({name: COMMANDS[name] for name in asked if name in COMMANDS}, ABOUT, _Overview)
    if EXPERIMENT in asked:
        app.add_typer(_typer(EXPERIMENTS, ABOUT_EXPERIMENTS, TyperGroup), name=EXPERIMENT)
    return typer.main.get_group(app)


def _typer(commands: dict[str, Command], about: str, kind: type[TyperGroup]) -> typer.Typer:
    app = typer.Typer(
        cls=kind,
        help=about,
        rich_markup_mode=None,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    for name, command in commands.items():
        app.command(name, short_help=command.about)(command.load())
    return app


class _Overview(TyperGroup):
    """All commands, whose help is one text, however it is asked for."""

    def get_help(self, ctx: Any) -> str:
        return overview()
