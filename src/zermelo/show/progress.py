"""A sign of life on standard error while something takes longer than a second."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.status import Status

PATIENCE = 1.0  # seconds before anything is shown


class Snapshot(Protocol):
    """What a running search reports: plies reached, nodes so far, the value so far, seconds."""

    @property
    def depth(self) -> int:
        """Plies."""

    @property
    def nodes(self) -> int:
        """States visited so far."""

    @property
    def seconds(self) -> float:
        """Time so far."""


class Progress:
    """Call it with a search's snapshots, or `say` something: shown on a terminal after a second.

    A context manager: what it shows is gone when it ends, whatever ended it.
    """

    def __init__(self, doing: str) -> None:
        self._doing = doing
        self._began = time.monotonic()
        self._status: Status | None = None

    def __call__(self, snapshot: Snapshot) -> None:
        """Show how far a search has come."""
        self.say(f"depth {snapshot.depth}, {snapshot.nodes:,} nodes, {snapshot.seconds:.0f} s")

    def say(self, text: str) -> None:
        """Show `text` beside what is being done."""
        if time.monotonic() - self._began < PATIENCE or not sys.stderr.isatty():
            return
        if self._status is None:
            from rich.console import Console

            self._status = Console(stderr=True).status("")
            self._status.start()
        self._status.update(f"{self._doing}: {text}")

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._status is not None:
            self._status.stop()
