"""Output of commands: text, drawings, JSON, progress, and the exit status."""

from __future__ import annotations

import contextlib
import json
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zermelo.errors import ContractError, UsageError, steers, visible
from zermelo.naming import signed_text
from zermelo.process.resources import shortage
from zermelo.process.texts import is_unicode, seconds_text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status
    from rich.text import Text


FAULTY = 1  # the exit status when a check finds a fault
INTERRUPTED = 130  # the exit status after Ctrl-C, as in shells


def console(*, stderr: bool = False, quiet: bool = False) -> Console:
    """The console for commands: no markup or control codes, and whole lines in pipes and files."""
    from zermelo.reports.show import Screen

    pipe = not (sys.stderr if stderr else sys.stdout).isatty()
    return Screen(
        highlight=False, markup=False, emoji=False, stderr=stderr, quiet=quiet, soft_wrap=pipe
    )


@contextlib.contextmanager
def states_of(database: Path) -> Iterator[None]:
    """Report errors of the rules, which a forged database may cause, as `UsageError`."""
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
    text = json.dumps(result, ensure_ascii=not is_unicode(sys.stdout))
    if not text.isprintable():
        text = "".join(json.dumps(s)[1:-1] if steers(s) else s for s in text)
    print(text)


def print_lines(as_json: bool, result: dict[str, Any], *lines: str) -> None:
    """Print a result as JSON, or as lines of text."""
    if as_json:
        print_json(result)
    else:
        print(*lines, sep="\n")


def print_result(result: Any, as_json: bool, *, crop: bool = True) -> None:
    """Print a result as JSON or as its report; exit with 130 if Ctrl-C ended it."""
    if as_json:
        print_json(result.as_dict())
    else:
        from zermelo.reports.show import report_of

        console().print(report_of(result), crop=crop)
    exit_if(getattr(result, "interrupted", False))


def print_work(
    doing: str, work: Callable[..., Any], *given: Any, as_json: bool, crop: bool = True, **more: Any
) -> Any:
    """Call `work` and show its progress; print and return its result."""
    with Progress(doing) as progress:
        done = work(*given, progress=progress, **more)
    print_result(done, as_json, crop=crop)
    return done


def complain(message: object) -> None:
    """Print a mistake or a warning as one line on standard error."""
    print(f"zermelo: {visible(' '.join(str(message).split()))}", file=sys.stderr)


def exit_if(ended: bool, status: int = INTERRUPTED) -> None:
    """Exit with `status`, by default the one for Ctrl-C."""
    if ended:
        import typer

        raise typer.Exit(status)


@contextlib.contextmanager
def drawn_file(
    path: Path | None,
    draw: Callable[[Any], str],
    option: str = "--plot",
    page: Callable[[Any], str] | None = None,
) -> Iterator[Callable[[Any], object]]:
    """Yield a function that draws a result to `path`, if any; reject an unusable path at once. For
    a .html file, `page` makes the text.
    """
    if path is None:
        yield lambda done: None
        return
    from zermelo.draw.svg import figure_for
    from zermelo.process.files import whole_file

    figure: Callable[[str], bytes] = str.encode
    if page is not None and path.suffix == ".html":
        draw = page
    else:
        kinds = f"{'.html, ' if page else ''}.svg, .png, .pdf or .tex"
        figure = figure_for(path, f"{option} writes a {kinds} file")
    with whole_file(path) as draft:
        yield lambda done: draft.write(figure(draw(done)))


@contextlib.contextmanager
def warnings_on_one_line() -> Iterator[None]:
    """Print warnings like errors, on one line and without source code."""
    with warnings.catch_warnings():
        warnings.showwarning = lambda message, *_, **__: complain(message)
        yield


PATIENCE = 1.0  # seconds before the progress appears
EVERY = 10.0  # seconds between lines in a log


class Progress:
    """Shows the latest snapshot of a search on a terminal, after a second, or in a log, with the
    elapsed time, every ten seconds. A context manager around each search; leaving it clears the
    line.
    """

    def __init__(self, doing: str) -> None:
        self._doing, self._line = doing, ""
        self._began = time.monotonic()
        self._status: Status | None = None
        self._shower: threading.Thread | None = None
        self._over = threading.Event()

    def __call__(self, snapshot: Any) -> None:
        """Show a search's `Snapshot`, or any other object as its `str`."""
        line = str(snapshot)
        if hasattr(snapshot, "nodes"):
            rate = round(snapshot.nodes / max(snapshot.seconds, 1e-3))
            fast = f"{rate / 1e6:.1f} M/s" if rate >= 100_000 else f"{rate:,}/s"
            far = snapshot.note or f"depth {snapshot.depth}"
            line = f"{far}, {snapshot.nodes:,} nodes, {fast}" if snapshot.nodes else "compiling"
            if snapshot.nodes and snapshot.value is not None:
                line += f", value {signed_text(snapshot.value)} {' '.join(snapshot.line[:8])}"
        self._line = f"{self._doing}: {line}"
        if self._status is not None:
            self._status.update(_as_text(self._line))
        elif self._shower is None:
            self._shower = threading.Thread(target=self._show, args=(self._over,), daemon=True)
            self._shower.start()

    def _show(self, over: threading.Event) -> None:
        if sys.stderr.isatty():
            from zermelo.reports.show import Screen

            if not over.wait(self._began + PATIENCE - time.monotonic()):
                status = Screen(stderr=True).status(_as_text(self._line))
                status.start()
                self._status = status
            return
        with contextlib.suppress(OSError, ValueError):  # the log was closed
            while not over.wait(EVERY):
                spent = time.monotonic() - self._began
                complain(f"{self._line}, after {seconds_text(spent, 0)}")

    def __enter__(self) -> Progress:
        self._began = time.monotonic()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        if self._shower is not None and self._shower.is_alive():  # Ctrl-C may prevent its start
            self._shower.join()
        if self._status is not None:
            self._status.stop()
        self._status, self._shower, self._over = None, None, threading.Event()


def _as_text(line: str) -> Text:
    """A line without markup: rich would read brackets in a file's name as markup."""
    from rich.text import Text

    return Text(line)
