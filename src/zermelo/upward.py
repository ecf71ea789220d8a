"""Lets lower rooms import modules of upper rooms, by name and only when needed.

For example, a result prints itself with `reports`. `tests/test_layers.py` lists the importers.
"""

import importlib
from types import ModuleType
from typing import Final

MODULES: Final = {
    "fitting": "zermelo.tuning.winchance",
    "openspiel": "zermelo.bridges.openspiel",
    "reports": "zermelo.reports.show",
    "spec": "zermelo.spec",
    "whole": "zermelo.solver.solve",
}


def look_up(name: str) -> ModuleType:
    """Import and return the module with this `name` in the table."""
    return importlib.import_module(MODULES[name])
