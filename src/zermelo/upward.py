"""Look-ups by lower rooms in upper ones: by name, and only when needed.

For example, results print themselves with the help of a room above, and a spec may name another
library's game. All of these look-ups go through here; `tests/test_layers.py` lists them with their
users.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Final

MODULES: Final = {
    "fitting": "zermelo.tuning.winchance",
    "openspiel": "zermelo.bridges.openspiel",
    "reports": "zermelo.reports.show",
    "spec": "zermelo.spec",
    "whole": "zermelo.solver.whole",
}


def look_up(name: str) -> ModuleType:
    """Import and return the module with this `name` in the table."""
    return importlib.import_module(MODULES[name])
