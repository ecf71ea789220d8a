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
from statistics import median

SMALL = ("-m", "zermelo", "analyze", "tictactoe")
LARGE = ("-m", "zermelo", "analyze", "connectfour", "--nodes", "20000")  # enough nodes to compile
COMMANDS = {  # arguments of Python, and whether machine code is cached
    "python -c 'import numpy'": (("-c", "import numpy"), True),
    "zermelo --help": (("-m", "zermelo", "--help"), True),
    "zermelo analyze tictactoe, warm cache": (SMALL, True),
    "zermelo analyze connectfour, warm cache": (LARGE, True),
    "zermelo analyze tictactoe, cold cache": (SMALL, False),
    "zermelo analyze connectfour, cold cache": (LARGE, False),
}


def run(arguments: tuple[str, ...], machine_code: str, bytecode: str) -> float:
    """The seconds of one process that has machine code and bytecode in these folders."""
    cached = {"ZERMELO_CACHE_DIR": machine_code, "PYTHONPYCACHEPREFIX": bytecode}
    environment = os.environ | cached
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command, began = [sys.executable, *arguments], time.perf_counter()
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began


def main() -> None:
    """Print the median of each command, also as a multiple of numpy's start."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repeat", type=int, default=5, help="runs per median")
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as kept:
        for _ in range(1 + parser.parse_args().repeat):
            for name, (arguments, cached) in COMMANDS.items():
                with tempfile.TemporaryDirectory() as empty:
                    machine_code = f"{kept}/machine" if cached else empty
                    times[name].append(run(arguments, machine_code, f"{kept}/bytes"))
    medians = {name: median(column[1:]) for name, column in times.items()}  # the first fill caches
    for name, seconds in medians.items():
        numpy = medians["python -c 'import numpy'"]
        print(f"{name:<41}{1000 * seconds:8.0f} ms {seconds / numpy:7.2f}")


if __name__ == "__main__":
    main()
