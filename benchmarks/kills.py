"""The cost of solving a Morris endgame in runs that are killed.

    make bench NAME=kills

Each run is killed (SIGKILL) at a random moment; the next run resumes after the last finished tier.
In the end, the files are the same as those of a run that was not killed.
"""

from __future__ import annotations

import contextlib
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

KILLS = 20
ENDGAME = "4-3"


def solve(path: Path, seconds: float | None = None) -> None:
    """Solve into `path` in a process that is killed after `seconds`."""
    command = ["-m", "zermelo", "solve", "morris", "--endgame", ENDGAME, "--out", str(path)]
    quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with contextlib.suppress(subprocess.TimeoutExpired):
        subprocess.run([sys.executable, *command], timeout=seconds, check=True, **quiet)


def manifest(path: Path) -> dict[str, Any]:
    """The manifest in `path`; once the game is solved, it has checksums."""
    for name in ("zermelo.json", "progress.json"):
        if (path / name).exists():
            stored: dict[str, Any] = json.loads((path / name).read_bytes())
            return stored
    return {"tiers": []}


def main() -> None:
    """Kill and resume runs, then compare the files."""
    with tempfile.TemporaryDirectory() as folder:
        chance, whole, killed = random.Random(0), Path(folder) / "whole", Path(folder) / "killed"
        began = time.perf_counter()
        solve(whole)
        seconds = time.perf_counter() - began
        checksums, done, kills = manifest(whole)["checksums"], list[int](), 0
        while True:
            solve(killed, seconds * chance.random() if kills < KILLS else None)
            stored = manifest(killed)
            after = [tier["tier"] for tier in stored["tiers"]]
            if after[: len(done)] != done:
                sys.exit(f"tiers were lost: {done} before, {after} after")
            done = after
            if not (killed / "zermelo.json").exists():
                kills += 1
                continue
            if stored["checksums"] != checksums:
                sys.exit("the files are not those of the whole run")
            if kills == KILLS:
                break
            shutil.rmtree(killed)  # the run ended before it was killed
            done = []
        print(f"{ENDGAME}: {KILLS} kills, no finished tier lost, the same files ({seconds:.0f} s)")


if __name__ == "__main__":
    main()
