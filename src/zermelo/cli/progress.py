"""Show on standard error how far a command is, once it takes longer than a second."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

from zermelo.cli.output import complain
from zermelo.naming import signed_text
from zermelo.process.texts import seconds_text

if TYPE_CHECKING:
    from rich.status import Status
    from rich.text import Text

    from zermelo.search.clock import Snapshot

PATIENCE = 1.0  # seconds before anything is shown
EVERY = 10.0  # seconds between two lines where there is no terminal


class Progress:
    """Shows the latest snapshot of a search on a terminal, after a second.

    Where standard error is no terminal, but a log, it writes a line every ten seconds, with the
    time since the block began. Use it as a context manager around each search: the second counts
    from its start, and its end clears the line.
    """

    def __init__(self, doing: str) -> None:
        self._doing, self._line = doing, ""
        self._began = time.monotonic()
        self._status: Status | None = None
        self._shower: threading.Thread | None = None
        self._over = threading.Event()

    def __call__(self, snapshot: Any) -> None:
        """Show a search's `Snapshot`, or any other object as its `str`."""
        line = _progress_reached(snapshot) if hasattr(snapshot, "nodes") else str(snapshot)
        self._line = f"{self._doing}: {line}"
        if self._status is not None:
            self._status.update(_as_text(self._line))
        elif self._shower is None:
            show = self._start_status if sys.stderr.isatty() else self._write_lines
            self._shower = threading.Thread(target=show, args=(self._over,), daemon=True)
            self._shower.start()

    def _start_status(self, over: threading.Event) -> None:
        from zermelo.reports.show import Screen

        if not over.wait(self._began + PATIENCE - time.monotonic()):
            status = Screen(stderr=True).status(_as_text(self._line))
            status.start()
            self._status = status

    def _write_lines(self, over: threading.Event) -> None:
        with contextlib.suppress(OSError, ValueError):  # a log that was closed
            while not over.wait(EVERY):
                spent = time.monotonic() - self._began
                complain(f"{self._line}, after {seconds_text(spent, 0)}")

    def __enter__(self) -> Progress:
        self._began = time.monotonic()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        if self._shower is not None and self._shower.is_alive():  # Ctrl-C may stop its start
            self._shower.join()
        if self._status is not None:
            self._status.stop()
        self._status, self._shower, self._over = None, None, threading.Event()


def _progress_reached(snapshot: Snapshot) -> str:
    if snapshot.nodes == 0:
        return "compiling"
    rate = round(snapshot.nodes / max(snapshot.seconds, 1e-3))
    far = snapshot.note or f"depth {snapshot.depth}"
    fast = f"{rate / 1e6:.1f} M/s" if rate >= 100_000 else f"{rate:,}/s"
    line = f"{far}, {snapshot.nodes:,} nodes, {fast}"
    if snapshot.value is not None:
        line += f", value {signed_text(snapshot.value)} {' '.join(snapshot.line[:8])}"
    return line


def _as_text(line: str) -> Text:
    """A line without markup: rich would read brackets in a file's name as markup."""
    from rich.text import Text

    return Text(line)
