"""What commands import, for the process from which those under test are forked."""

from importlib import import_module

import zermelo
from zermelo.cli import options
from zermelo.games import BUILT_IN

for part in ("zarr", "zermelo.reports.show", "zermelo.solver.store.arrays", "zermelo.trees.page"):
    import_module(part)
for name in zermelo.__all__:
    getattr(zermelo, name)
for name in BUILT_IN:
    zermelo.game(name)
COMMANDS = options.group()
