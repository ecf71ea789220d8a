"""The time for the designer's report on each game, with an empty cache.

    make bench NAME=reports [BENCH="morris amazons"]

Each report is a separate command with an empty cache of machine code, so its time includes
compiling. On an otherwise idle machine with two cores, none should take a minute.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence

from zermelo.games import BUILT_IN

MOST = 60.0  # seconds


def measured(spec: str) -> tuple[float, float]:
    """The wall and processor seconds of one report."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["report", spec, "--out", f"{folder}/report.html"]
        environment = {**os.environ, "ZERMELO_CACHE_DIR": f"{folder}/cache"}
        before, began = _spent(), time.perf_counter()
        subprocess.run([sys.executable, "-m", "zermelo", *command], env=environment, check=True)
        return time.perf_counter() - began, _spent() - before


def _spent() -> float:
    """Processor seconds of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row for each game; return 1 if a report takes too long."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=list(BUILT_IN), help="specs of games")
    late = 0
    print(f"{'report':20}{'seconds':>10}{'processor':>12}")
    for spec in parser.parse_args(arguments).game:
        taken, spent = measured(spec)
        late += taken > MOST
        print(f"{spec:20}{taken:10.1f}{spent:12.1f}", flush=True)
    return 1 if late else 0


if __name__ == "__main__":
    raise SystemExit(main())
