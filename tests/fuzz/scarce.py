"""Run the command with too little memory or too few files: one line says so, no draft remains."""

import itertools
import os
import random
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from fuzz.laboratory import STUDY
from fuzz.outcome import Outcome, faults
from fuzz.texts import commands
from processes import heeding_signals

MEMORY = [mebibytes << 20 for mebibytes in range(60, 660, 30)]  # of address space
FILES = [5, 6, 7, 8, 9, 10, 12, 16, 24]
PATIENCE = 120.0  # seconds
PREPARING = commands("prepared_scarce")
SERVING = ["serve", "--port", "0"]
WORK = commands("scarce")
SETTINGS = {
    "ZERMELO_CACHE_DIR": "off",
    "ZERMELO_NATIVE": "off",
    "ARROW_DEFAULT_MEMORY_POOL": "system",  # other pools print a line of their own
}
PLAIN = """
import zermelo

class Plain(zermelo.Game):  # whose states no compiler takes, so that publishing is soon done
    def start(self):
        return "ooo"

    def player(self, state):
        return len(state) % 2

    def moves(self, state):
        yield from range(len(state))

    def play(self, state, move):
        return state[:move]

    def picture(self, state):
        points = [(x, 0) for x in range(3)]
        pieces = dict(enumerate(state))
        return zermelo.Picture(points, pieces, {move: (move,) for move in range(len(state))})
"""
Limit = tuple[int, int]  # a resource and its limit
Tried = tuple[list[str], list[str]]
UNBORN = ("Fatal Python error", "Could not find platform", "error while loading shared libraries")


def prepare(place: Path) -> None:
    """Make the files that the commands read."""
    (place / "plain.py").write_text(PLAIN)
    (place / "study.json").write_text(STUDY)
    for order in PREPARING:
        assert run(place, order).status == 0


def too_little_memory(place: Path, chance: random.Random) -> Iterator[Tried]:
    """Run every command with every limit of memory, in random order, without end."""
    return _tried(place, chance, [(resource.RLIMIT_AS, most) for most in MEMORY])


def too_few_files(place: Path, chance: random.Random) -> Iterator[Tried]:
    """Run every command with few descriptors."""
    return _tried(place, chance, [(resource.RLIMIT_NOFILE, most) for most in FILES])


def _tried(place: Path, chance: random.Random, limits: list[Limit]) -> Iterator[Tried]:
    """Yield command lines that were run within a limit, with their faults."""
    prepare(place)
    while True:
        every = list(itertools.product(limits, WORK))
        chance.shuffle(every)
        for limit, work in every:
            before = set(place.rglob("*"))
            done = run(place, work, limit)
            result = [] if _unborn(done) else faults(done, left(place, before, done.status))
            yield [str(limit[1]), *work], [f"{fault}: {done.err[-300:]}" for fault in result]


def left(place: Path, before: set[Path], status: int | None) -> list[str]:
    """Remove new files; return the names of drafts, and after a mistake of all other new files.

    Records, books and databases may stay, because the next run continues them.
    """
    after = set(place.rglob("*")) - before
    resumed = {path for path in after if path.parts[len(place.parts)] == "new"}
    drafts = {path for path in after if path.name.startswith(".") and ".new" not in path.name}
    whole = after - resumed if status else set()
    for path in sorted(after, reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    return sorted(path.name for path in drafts | whole)


def run(place: Path, arguments: list[str], limit: Limit | None = None) -> Outcome:
    """Run the command within a limit; a server gets Ctrl-C once it prints its address."""

    def keep_to_it() -> None:
        heeding_signals()
        if limit is not None:
            resource.setrlimit(limit[0], (limit[1], limit[1]))

    with subprocess.Popen(
        [sys.executable, "-m", "zermelo", *arguments],
        cwd=place,
        env={**os.environ, **SETTINGS},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=keep_to_it,
    ) as running:
        assert running.stdout is not None
        message = running.stdout.readline() if arguments == SERVING else ""
        if message:  # otherwise it is already ending
            running.send_signal(signal.SIGINT)
        try:
            out, err = running.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            running.kill()
            return Outcome(None, PATIENCE, "", "")
    return Outcome(running.returncode, 0.0, message + out, err)


def _unborn(done: Outcome) -> bool:
    """Whether Python itself could not start, so that no code of Zermelo ran."""
    return done.status in (1, 127, -6, -11) and (
        not done.err or any(words in done.err for words in UNBORN)
    )
