"""The command line as typer reads it: the one command that is asked for, or all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import typer
from typer.core import TyperCommand, TyperGroup

from zermelo.cli.commands import ABOUT, COMMANDS, overview
from zermelo.cli.options import HEADINGS, heading_of
from zermelo.errors import UsageError


def run(arguments: Sequence[str]) -> int:
    """Run what the arguments ask for; the exit status, or `UsageError` for a mistake in them."""
    named = [name for name in arguments[:1] if name in COMMANDS]
    try:
        status: Any = group(*named)(
            args=list(arguments), prog_name="zermelo", standalone_mode=False
        )
    except typer.TyperException as error:
        raise UsageError(getattr(error, "format_message", error.__str__)()) from None
    return status or 0


def group(*names: str) -> TyperGroup:
    """The commands of these names; without any, all: reading a line takes longer with more."""
    app = typer.Typer(
        cls=_Overview, help=ABOUT, rich_markup_mode=None, pretty_exceptions_enable=False
    )  # which completes words for shells
    for name in names or COMMANDS:
        command = COMMANDS[name]
        app.command(name, short_help=command.about, cls=_Headed)(command.load(name))
    return typer.main.get_group(app) if names else cast(TyperGroup, typer.main.get_command(app))


class _Overview(TyperGroup):
    """All commands, whose help is one text, however it is asked for."""

    def get_help(self, ctx: Any) -> str:
        return overview()


class _Headed(TyperCommand):
    """A command whose help has its options under headings."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        records: dict[str, list[tuple[str, str]]] = {}
        for one in self.get_params(ctx):
            is_argument = one.param_type_name == "argument"
            heading = "Arguments" if is_argument else heading_of(one.opts[0].lstrip("-"))
            if (record := one.get_help_record(ctx)) is not None:
                records.setdefault(heading, []).append(record)
        for heading in ("Arguments", *HEADINGS, "Help"):
            if heading in records:
                with formatter.section(heading):
                    formatter.write_dl(records[heading])
