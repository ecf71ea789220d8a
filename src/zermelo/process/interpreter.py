"""Start this Python once more, to run a module of this package."""

from __future__ import annotations

import os
import sys


def module_command(module: str, *arguments: str) -> list[str]:
    """The command that runs a module of this package, with the safe path of `python -P`."""
    return [sys.executable, "-P", "-m", module, *arguments]


def same_python() -> dict[str, str]:
    """The environment variables with which another Python finds the same modules."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
