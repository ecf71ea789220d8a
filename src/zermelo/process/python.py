"""Other processes that run Python: they import what this process imports, from the same places.

None of them imports from the current folder, where a file of anybody's may be called like a module.
"""

from __future__ import annotations

import os
import sys


def module_command(module: str, *arguments: str) -> list[str]:
    """The command that runs a module of this package, with the safe path of `python -P`."""
    return [sys.executable, "-P", "-m", module, *arguments]


def same_python() -> dict[str, str]:
    """The environment in which another Python finds the modules that this one finds."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
