"""Output of commands: text, drawings, JSON, and the exit status."""

from __future__ import annotations

import contextlib
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.errors import ContractError, UsageError, steers, visible
from zermelo.process.resources import shortage
from zermelo.process.texts import is_unicode

if TYPE_CHECKING:
    from rich.console import Console

FAULTY = 1  # the exit status when a check finds a fault
INTERRUPTED = 130  # the exit status after Ctrl-C, as shells have it


def console(*, stderr: bool = False, quiet: bool = False) -> Console:
    """The console on which commands print, without markup, colours for numbers, or control codes.

    Lines are not wrapped in a pipe or a file, so that a position's text stays whole.
    """
    from zermelo.reports.show import Screen

    where = sys.stderr if stderr else sys.stdout
    return Screen(
        highlight=False,
        markup=False,
        emoji=False,
        stderr=stderr,
        quiet=quiet,
        soft_wrap=not where.isatty(),
    )


@contextlib.contextmanager
def states_of(database: Path) -> Iterator[None]:
    """Report an error of the rules, which a forged database may cause, as a `UsageError`."""
    try:
        yield
    except (UsageError, ContractError, OSError):
        raise
    except Exception as error:
        from zermelo.blame import own_fault

        if own_fault(error) is not None or shortage(error) is not None:
            raise
        raise UsageError(
            f"{database} contains states its game cannot reach; run zermelo verify"
        ) from error


def print_json(result: dict[str, Any]) -> None:
    """Print one JSON object."""
    import json

    text = json.dumps(result, ensure_ascii=not is_unicode(sys.stdout))
    if not text.isprintable():
        text = "".join(json.dumps(s)[1:-1] if steers(s) else s for s in text)
    print(text)


def print_result(result: Any, as_json: bool, *, crop: bool = True) -> None:
    """Print a result as JSON or as its report; exit with 130 if Ctrl-C ended it."""
    if as_json:
        print_json(result.as_dict())
    else:
        from zermelo.reports.show import report_of

        console().print(report_of(result), crop=crop)
    exit_if(getattr(result, "interrupted", False))


def complain(message: object) -> None:
    """Print a mistake or a warning as one line on standard error."""
    print(f"zermelo: {visible(' '.join(str(message).split()))}", file=sys.stderr)


def exit_if(ended: bool, status: int = INTERRUPTED) -> None:
    """Exit with `status`, by default that of a command that Ctrl-C ended."""
    if ended:
        import typer

        raise typer.Exit(status)


@contextlib.contextmanager
def drawn_file(
    path: Path | None, draw: Callable[[Any], str], option: str = "--plot"
) -> Iterator[Callable[[Any], object]]:
    """Yield a function that draws a result into `path`, if any; refuse an unusable path at once."""
    if path is None:
        yield lambda done: None
        return
    from zermelo.draw.svg import figure_for
    from zermelo.process.files import whole_file

    figure = figure_for(path, f"{option} writes a .svg, .png, .pdf or .tex file")
    with whole_file(path) as draft:
        yield lambda done: draft.write(figure(draw(done)))


@contextlib.contextmanager
def warnings_on_one_line() -> Iterator[None]:
    """Print warnings like mistakes: on one line, without source code."""

    def say(message: Warning | str, *_: Any, **__: Any) -> None:
        complain(message)

    with warnings.catch_warnings():
        warnings.showwarning = say
        yield
