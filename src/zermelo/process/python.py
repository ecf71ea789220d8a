"""Start other Python processes, which import modules from the same places as this one.

None imports from the current folder, where any file could have the name of a module.
"""

from __future__ import annotations

import os
import sys


def module_command(module: str, *arguments: str) -> list[str]:
    """The command that runs a module of this package, with the safe path of `python -P`."""
    return [sys.executable, "-P", "-m", module, *arguments]


def same_python() -> dict[str, str]:
    """The environment variables with which another Python finds the same modules."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
