"""What lower rooms look up in upper ones: by name, and only once it is needed.

A result can print itself although it is made where nothing is known of printing, and a spec may
name a game of another library's. All such look-ups go through this table; `tests/test_layers.py`
lists them with those who use them.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Final

MODULES: Final = {
    "openspiel": "zermelo.bridges.openspielgame",
    "reports": "zermelo.reports.shown",
}


def look_up(name: str) -> ModuleType:
    """The module that the table has under `name`, imported now."""
    return importlib.import_module(MODULES[name])
