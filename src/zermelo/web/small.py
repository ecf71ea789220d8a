"""Databases of small games, made when somebody opens one, so that all its values are exact at once.

A process of its own solves a game in seconds; the server's own work goes on. The databases last as
long as the server does.
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
from zermelo.players.program import module_command, same_python
from zermelo.spec import format_game, runs_a_file
from zermelo.web.thinking import SharedThinker

if TYPE_CHECKING:
    from zermelo.solver.probing.probe import Solved

MOST_STATES: Final = 20_000
MOST_LOOKS: Final = 256  # games,
MOST_WAITING: Final = 16  # and those of them at once
LOOK: Final = 0.3  # seconds of a processor in which they have to be counted
PATIENCE: Final = 120.0  # seconds for a process on a busy machine
LIMITS: Final = ("--plain", "--threads", "1", "--memory", "200MiB")


class SmallGames:
    """Has small games solved, one after the other; `know` is called with each database."""

    def __init__(self, know: Callable[[Solved], None]) -> None:
        self._know = know
        self._seen: set[Game] = set()
        self._solver = SharedThinker(1)
        self._closed = False
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._solving: subprocess.Popen[bytes] | None = None

    def look(self, game: Game, asker: str = "") -> None:
        """Have a game solved on a thread, unless it was looked at, is large, or runs a file.

        Nothing is done once many games were looked at, or while many wait. `asker` is the address
        that takes its turn.
        """
        if game.by_score or game in self._seen or runs_a_file(spec := format_game(game)):
            return
        if len(self._seen) < MOST_LOOKS and self._solver.running < MOST_WAITING:
            self._seen.add(game)
            self._solver.begin(Job(partial(self._solve, game, spec), owner=(asker, "")))

    def close(self) -> None:
        """End the process that solves, and remove the databases."""
        self._closed = True
        if self._solving is not None:
            self._solving.kill()
        if self._folder is not None:
            self._folder.cleanup()

    def _solve(self, game: Game, spec: str) -> None:
        # Failures leave the game to the engine: a full disk, odd rules, too little memory, even to
        # import a library.
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
    """Whether a game's states are few enough to be solved at once, as plain Python counts them.

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
