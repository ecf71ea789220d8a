"""The time until the command answers: its help, and first answers with and without cached code.

    make bench NAME=starting

Each process is timed from start to end, in turns with `python -c "import numpy"`, the cost of
starting Python, with which all are compared.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median

NUMPY = ("-c", "import numpy")
HELP = ("-m", "zermelo", "--help")
SMALL = ("-m", "zermelo", "analyze", "tictactoe")
LARGE = ("-m", "zermelo", "analyze", "connectfour", "--nodes", "20000")  # it is compiled for


def measure(repeats: int) -> dict[str, float]:
    """The median seconds of each, the start of numpy first."""
    with tempfile.TemporaryDirectory() as kept:
        sides: dict[str, Callable[[], float]] = {
            "python -c 'import numpy'": lambda: run(NUMPY, kept),
            "zermelo --help": lambda: run(HELP, kept),
            "zermelo analyze tictactoe, warm cache": lambda: run(SMALL, kept),
            "zermelo analyze connectfour, warm cache": lambda: run(LARGE, kept),
            "zermelo analyze tictactoe, cold cache": lambda: run_cold(SMALL, kept),
            "zermelo analyze connectfour, cold cache": lambda: run_cold(LARGE, kept),
        }
        for side in sides.values():
            side()
        times: dict[str, list[float]] = {name: [] for name in sides}
        for _ in range(repeats):
            for name, side in sides.items():
                times[name].append(side())
    return {name: median(column) for name, column in times.items()}


def run(arguments: tuple[str, ...], kept: str, cache: str | None = None) -> float:
    """The seconds of one process that has bytecode and machine code in the given folders."""
    cached = {
        "ZERMELO_CACHE_DIR": cache or f"{kept}/machine",
        "PYTHONPYCACHEPREFIX": f"{kept}/bytes",
    }
    environment = os.environ | cached
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, *arguments], env=environment, stdout=subprocess.DEVNULL, check=True
    )
    return time.perf_counter() - began


def run_cold(arguments: tuple[str, ...], kept: str) -> float:
    """The seconds of one process without cached machine code."""
    with tempfile.TemporaryDirectory() as cache:
        return run(arguments, kept, cache)


def main() -> None:
    """Print the medians, also as multiples of numpy's start."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=5, help="runs per median")
    times = measure(parser.parse_args().repeat)
    numpy = next(iter(times.values()))
    for name, seconds in times.items():
        print(f"{name:<41}{1000 * seconds:8.0f} ms {seconds / numpy:7.2f}")


if __name__ == "__main__":
    main()
