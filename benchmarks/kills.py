"""The cost of solving a Morris endgame in runs that are killed.

    make bench NAME=kills

Each run is killed (SIGKILL) at a random moment; the next run resumes after the last finished tier.
In the end, the files are the same as those of a run that was not killed.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

KILLS = 20
ENDGAME = "4-3"


def solving(path: Path) -> subprocess.Popen[bytes]:
    """Start a run that solves into `path`."""
    command = ["-m", "zermelo", "solve", "morris", "--endgame", ENDGAME, "--out", str(path)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen([sys.executable, *command], **quiet)


def finished(path: Path) -> list[int]:
    """The finished tiers."""
    for name in ("zermelo.json", "progress.json"):
        if (path / name).exists():
            return [tier["tier"] for tier in json.loads((path / name).read_bytes())["tiers"]]
    return []


def digests(path: Path) -> dict[str, str]:
    """The digests of all files, from the manifest."""
    result: dict[str, str] = json.loads((path / "zermelo.json").read_bytes())["checksums"]
    return result


def killed(path: Path, seconds: float) -> list[int]:
    """Kill a run after `seconds`, unless it ends earlier; return the finished tiers."""
    run = solving(path)
    try:
        run.wait(seconds)
    except subprocess.TimeoutExpired:
        os.kill(run.pid, signal.SIGKILL)
        run.wait()
    return finished(path)


def main() -> None:
    """Kill and resume runs, then compare the files."""
    chance, place = random.Random(0), Path(tempfile.mkdtemp())
    try:
        began = time.perf_counter()
        if solving(place / "whole").wait():
            sys.exit("the run that is not killed has failed")
        whole = time.perf_counter() - began
        done: list[int] = []
        kills = 0
        while kills < KILLS:
            after = killed(place / "killed", whole * chance.random())
            if after[: len(done)] != done:
                sys.exit(f"tiers were lost: {done} before, {after} after")
            done = after
            if (place / "killed" / "zermelo.json").exists():  # it ended before it was killed
                same = digests(place / "killed") == digests(place / "whole")
                if not same:
                    sys.exit("the files are not those of the whole run")
                shutil.rmtree(place / "killed")
                done = []
            else:
                kills += 1
        if solving(place / "killed").wait():
            sys.exit("the last run has failed")
        if digests(place / "killed") != digests(place / "whole"):
            sys.exit("the files are not those of the whole run")
        print(f"{ENDGAME}: {KILLS} kills, no finished tier lost, the same files ({whole:.0f} s)")
    finally:
        shutil.rmtree(place)


if __name__ == "__main__":
    main()
