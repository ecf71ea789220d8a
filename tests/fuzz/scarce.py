"""The command with too little memory, or too few open files: one line, and nothing half-written."""

from __future__ import annotations

import os
import random
import resource
import subprocess
import sys
from pathlib import Path

from fuzz.outcome import Outcome, faults

MEMORY = [mebibytes << 20 for mebibytes in range(60, 660, 30)]  # of address space
FILES = [5, 6, 7, 8, 9, 10, 12, 16, 24]
PATIENCE = 120.0  # seconds
NIM = "nim(rows=[1, 2])"
PREPARING = [["solve", NIM, "--out", "nim", "--plain"]]
WORK = [
    ["analyze", NIM, "--plain"],
    ["audit", "nim", "--player", "random", "--positions", "3", "--plain"],
    ["book", NIM, "--plies", "1", "--exact", "--plain", "--out", "new"],
    ["check", NIM, "--plain"],
    ["engine", "nim", "--plain"],
    ["estimate", NIM, "--plain"],
    ["games"],
    ["match", NIM, "first", "random", "--games", "2", "--records", "new", "--plain"],
    ["match", NIM, "first", "random", "--games", "2", "--export", "new", "--plain"],
    ["perft", NIM, "2", "--plain"],
    ["play", "nim", "--plain", "--depth", "1"],
    ["playouts", NIM, "--seconds", "0.1", "--plain"],
    ["probe", "nim", "--state", "1,2 A"],
    ["show", "morris", "--svg", "new"],
    ["solve", NIM, "--out", "new", "--plain"],
    ["tree", NIM, "--out", "new.html"],
    ["verify", "nim"],
]
UNBORN = ("Fatal Python error", "Could not find platform", "error while loading shared libraries")


def prepared(place: Path) -> None:
    """Make the files that are read."""
    for order in PREPARING:
        assert run(place, order).status == 0


def tried(place: Path, chance: random.Random) -> tuple[list[str], list[str]]:
    """A command line that was short of something, and what is wrong with what came of it."""
    work = chance.choice(WORK)
    kind, most = chance.choice(
        [
            (resource.RLIMIT_AS, chance.choice(MEMORY)),
            (resource.RLIMIT_NOFILE, chance.choice(FILES)),
        ]
    )
    before = set(place.rglob("*"))
    done = run(place, work, kind, most)
    said = [str(most), *work]
    found = [] if _unborn(done) else faults(done, left(place, before, done.status))
    return said, [f"{fault}: {done.err[-300:]}" for fault in found]


def left(place: Path, before: set[Path], status: int | None) -> list[str]:
    """Names of files that should not be there: any draft, and after a mistake any new file at all.

    Records, books and databases stay, as the next run goes on with them.
    """
    after = set(place.rglob("*")) - before
    resumed = {path for path in after if path.parts[len(place.parts)] == "new"}
    drafts = {path for path in after if path.name.startswith(".") and ".new" not in path.name}
    whole = after - resumed if status else set()
    for path in sorted(after, reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    return sorted(path.name for path in drafts | whole)


def run(place: Path, arguments: list[str], kind: int | None = None, most: int = 0) -> Outcome:
    """Run the command within a limit."""

    def limit() -> None:
        if kind is not None:
            resource.setrlimit(kind, (most, most))

    done = subprocess.run(
        [sys.executable, "-m", "zermelo", *arguments],
        cwd=place,
        env={**os.environ, "ZERMELO_CACHE_DIR": "off", "ZERMELO_NATIVE": "off"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        preexec_fn=limit,
        check=False,
    )
    return Outcome(done.returncode, 0.0, done.stdout, done.stderr)


def _unborn(done: Outcome) -> bool:
    """Whether Python itself could not start: nothing of ours had run by then."""
    return done.status in (1, 127, -6, -11) and (
        not done.err or any(words in done.err for words in UNBORN)
    )
