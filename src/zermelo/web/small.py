"""Databases of small games, made when a game is opened, so that all its values are soon exact.

A separate process solves a game in seconds. The databases are deleted when the server ends.
"""

from __future__ import annotations

import contextlib
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.errors import ZermeloError
from zermelo.play.thinking import Job
from zermelo.process.interpreter import module_command, same_python
from zermelo.spec import format_game, runs_a_file
from zermelo.web.thinking import SharedThinker

if TYPE_CHECKING:
    from zermelo.solver.probing.probe import Solved

MOST_STATES: Final = 20_000
MOST_LOOKS: Final = 256  # games that are tried,
MOST_WAITING: Final = 16  # and of these, games that wait
LOOK: Final = 0.3  # seconds of CPU time to count the states
PATIENCE: Final = 120.0  # seconds for a process on a busy machine
LIMITS: Final = ("--plain", "--threads", "1", "--memory", "200MiB")


class SmallGames:
    """Solves small games one after the other; `know` is called with each database."""

    def __init__(self, know: Callable[[Solved], None]) -> None:
        self._know = know
        self._seen: set[Game] = set()
        self._solver = SharedThinker(1)
        self._closed = False
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._solving: subprocess.Popen[bytes] | None = None

    def look(self, game: Game, asker: str = "") -> None:
        """Solve a game on a thread, unless it was tried before, is large, or runs a file.

        Does nothing after many games, or while many wait. `asker` is the client's address.
        """
        if game.by_score or game in self._seen or runs_a_file(spec := format_game(game)):
            return
        if len(self._seen) < MOST_LOOKS and self._solver.running < MOST_WAITING:
            self._seen.add(game)
            self._solver.begin(Job(partial(self._solve, game, spec), owner=(asker, "")))

    def close(self) -> None:
        """Stop the solving process, and delete the databases."""
        self._closed = True
        if self._solving is not None:
            self._solving.kill()
        if self._folder is not None:
            self._folder.cleanup()

    def _solve(self, game: Game, spec: str) -> None:
        # After a failure (a full disk, odd rules, too little memory) the engine plays as before.
        failures = OSError, MemoryError, ImportError, ZermeloError, subprocess.SubprocessError
        with contextlib.suppress(*failures):
            if self._closed or not is_small(game):
                return
            from zermelo.solver.probing.database import Database

            self._folder = self._folder or tempfile.TemporaryDirectory(prefix="zermelo-")
            out = Path(self._folder.name) / str(len(self._seen))
            command = module_command("zermelo", "solve", spec, "--out", str(out), *LIMITS)
            quiet = subprocess.DEVNULL
            with subprocess.Popen(
                command, stdin=quiet, stdout=quiet, stderr=quiet, env=same_python()
            ) as self._solving:
                if self._closed:  # meanwhile
                    self._solving.kill()
                done = self._solving.wait(PATIENCE)
            self._solving = None
            if done == 0:
                self._know(Database(out, game))


def is_small(game: Game) -> bool:
    """Whether a game has few enough states to be solved at once, as counted in plain Python.

    >>> import zermelo
    >>> is_small(zermelo.game("nim(rows=[1, 2])")), is_small(zermelo.game("chess"))
    (True, False)
    """
    began, waiting = time.thread_time(), [game.start()]
    seen = {waiting[0]}
    while waiting:
        state = waiting.pop()
        if len(seen) > MOST_STATES or time.thread_time() - began > LOOK:
            return False
        if game.outcome(state) == ONGOING:
            after = {game.play(state, move) for move in game.moves(state)} - seen
            seen |= after
            waiting += after
    return True
