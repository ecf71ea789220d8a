"""Functions for benchmarks that measure on one core."""

from __future__ import annotations

import argparse
import os


def one_core(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """Parse the options, including `--repeat`, and keep the process to one core from now on."""
    parser.add_argument("--repeat", type=int, default=5, metavar="N", help="repetitions per figure")
    options = parser.parse_args()
    if options.repeat < 1:
        parser.error(f"--repeat should be at least 1, not {options.repeat}")
    keep_to_one_core()
    return options


def keep_to_one_core() -> None:
    """Keep this process, and all that it starts, to one core from now on."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
