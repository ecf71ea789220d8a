"""What the benchmarks that measure on one core have in common."""

from __future__ import annotations

import argparse
import os


def one_core(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """The options, `--repeat` among them; from here on the process keeps to one core."""
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="repetitions of each")
    options = parser.parse_args()
    if options.repeat < 1:
        parser.error(f"--repeat should be at least 1, not {options.repeat}")
    keep_to_one_core()
    return options


def keep_to_one_core() -> None:
    """From here on the process keeps to one core, with all that it starts."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
