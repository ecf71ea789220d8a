"""The command `zermelo`: arguments only, what they ask for is done by the rest of the package.

Whatever is slow to import is imported by the command that needs it, so that `--help` and mistakes
are answered at once.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence

import typer

from zermelo.blame import own_fault
from zermelo.cli import (
    experiments,
    matches,
    playing,
    searching,
    serving,
    showing,
    solving,
    trees,
)
from zermelo.cli.output import complain, warnings_on_one_line
from zermelo.errors import UsageError, ZermeloError, clip
from zermelo.files import reason

COMMANDS: dict[str, Callable[..., None]] = {
    "games": searching.games,
    "analyze": searching.analyze,
    "play": playing.play,
    "serve": serving.serve,
    "show": showing.show,
    "tree": trees.tree,
    "solve": solving.solve,
    "estimate": solving.estimate,
    "probe": solving.probe,
    "verify": solving.verify,
    "audit": solving.audit,
    "match": matches.match,
    "tournament": matches.tournament,
    "tune": experiments.tune,
    "perft": searching.perft,
    "playouts": searching.playouts,
    "check": searching.check,
    "bench": searching.bench,
}
EXPERIMENTS: dict[str, Callable[..., None]] = {
    "depth": experiments.depth,
    "isolation": experiments.isolation,
    "weights": experiments.weights_against_weights,
    "strength": experiments.depth_against_depth,
}


def _application() -> typer.Typer:
    app = typer.Typer(
        help="Two-player games: play them, analyse them, solve them, count them.",
        rich_markup_mode=None,
        add_completion=False,
        pretty_exceptions_enable=False,
    )
    experiment = typer.Typer(help="Experiments on any game.", rich_markup_mode=None)
    for name, command in COMMANDS.items():
        app.command(name)(command)
    for name, command in EXPERIMENTS.items():
        experiment.command(name)(command)
    app.add_typer(experiment, name="experiment")
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status: 0, 2 for a mistake, 130 when interrupted."""
    asked = list(sys.argv[1:] if arguments is None else arguments)
    gc.set_threshold(100_000)  # a sixth of the start would go to seeking garbage among imports
    try:
        _require_texts(asked)
        with warnings_on_one_line():
            return (
                _application()(args=asked or ["--help"], prog_name="zermelo", standalone_mode=False)
                or 0
            )
    except (ZermeloError, typer.TyperException) as error:
        complain(getattr(error, "format_message", error.__str__)())
        return 2
    except SystemExit as left:  # typer's answer to a closed pipe
        if isinstance(left.__context__, BrokenPipeError):
            raise left.__context__ from None
        raise
    except OSError as error:  # a disk that fails, or fills up, at whatever instant
        if isinstance(error, BrokenPipeError):
            raise
        complain(f"{error.filename}: {reason(error)}" if error.filename else reason(error))
        return 2
    except Exception as error:
        if (fault := own_fault(error)) is None:
            raise
        complain(f"your own code fails: {fault}")
        return 2


def _require_texts(arguments: Sequence[str]) -> None:
    """Raise `UsageError` for what no shell can pass: a NUL, half of a pair of surrogates."""
    for text in arguments:
        try:
            passed = b"\0" not in os.fsencode(text)
        except UnicodeEncodeError:
            passed = False
        if not passed:
            raise UsageError(f"{clip(text)} is no name of a file, nor any other argument")
