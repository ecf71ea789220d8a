"""How long Zermelo takes to start: importing it, and a first analysis with warm and cold cache."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from statistics import median

IMPORT = """
import sys, time
start = time.perf_counter()
import zermelo
print(time.perf_counter() - start)
sys.exit("importing zermelo loaded numba" if "numba" in sys.modules else 0)
"""
ANALYZE = """
import sys
from zermelo.cli import main
sys.argv = ["zermelo", "analyze", "tictactoe"]
main()
"""


def measure(repeats: int) -> dict[str, float]:
    """Median seconds of each; an analysis is timed from the start of its process to its end."""
    with tempfile.TemporaryDirectory() as cache:
        analyze(cache)
        warm = [analyze(cache) for _ in range(repeats)]
    return {
        "import zermelo": median(imported() for _ in range(repeats)),
        "zermelo analyze tictactoe, warm cache": median(warm),
        "zermelo analyze tictactoe, cold cache": median(analyze_cold() for _ in range(repeats)),
    }


def imported() -> float:
    return float(subprocess.check_output([sys.executable, "-c", IMPORT]))


def analyze(cache: str) -> float:
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", ANALYZE],
        env=os.environ | {"ZERMELO_CACHE_DIR": cache},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - start


def analyze_cold() -> float:
    with tempfile.TemporaryDirectory() as cache:
        return analyze(cache)
