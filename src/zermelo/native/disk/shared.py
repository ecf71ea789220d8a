"""Large tables of games, which all compiled code reads in one place; see `zermelo.contract.tables`.

The code names a symbol in place of a table's address, so that it can be kept on disk.
Before the code is loaded, each symbol is given its address.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, Final

import llvmlite.binding
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.np.arrayobj import populate_array
from numba.np.numpy_support import from_dtype

from zermelo.contract.tables import table
from zermelo.native.ints.wide import INT64
from zermelo.native.proof.intervals import Interval
from zermelo.native.proof.meanings import Items

PREFIX: Final = "zermelo.table."
MEANING: Final = Items((Interval(0, (1 << 31) - 1),), 1 << 48)  # of a table, long enough for any
_known: dict[str, Any] = {}  # the tables whose symbols have an address, which are so kept alive


def is_table(owner: type, name: str) -> bool:
    """Whether a member of the class is a table; it need not be made for that."""
    return any(isinstance(vars(base).get(name), table) for base in owner.__mro__)


def table_type(items: memoryview) -> types.Array:
    """The compile-time type of a table."""
    return types.Array(from_dtype(np.dtype(items.format)), 1, "C", readonly=True)


def table_value(context: Any, builder: Any, game: Any, name: str) -> Any:
    """The code for the table `name` of a game, a compile-time type."""
    items = getattr(game.game, name)
    symbol = _symbol(game, name)
    _register(symbol, items)
    place = builder.module.globals.get(symbol)
    if place is None:
        place = ir.GlobalVariable(builder.module, ir.IntType(8), symbol)
    made = context.make_array(table_type(items))(context, builder)
    fill: Any = populate_array  # numba is not typed
    fill(
        made,
        data=builder.bitcast(place, made.data.type),
        shape=[INT64(len(items))],
        strides=[INT64(items.itemsize)],
        itemsize=INT64(items.itemsize),
        meminfo=None,
    )
    return made._getvalue()


def tables_in(library: Any) -> list[str]:
    """The symbols of the tables that compiled code reads."""
    names = (variable.name for variable in library._final_module.global_variables)
    return [name for name in names if name.startswith(PREFIX)]


def provide(symbols: list[str], games: Iterable[Any]) -> None:
    """Say what the symbols stand for in code from the disk; raises `KeyError` if no game knows."""
    known = {_digest(game): game for game in games}
    for symbol in symbols:
        digest, _, name = symbol.removeprefix(PREFIX).partition(".")
        _register(symbol, getattr(known[digest].game, name))


def _symbol(game: Any, name: str) -> str:
    return f"{PREFIX}{_digest(game)}.{name}"


def _digest(game: Any) -> str:
    return hashlib.sha256(game.name.encode()).hexdigest()[:16]


def _register(symbol: str, items: memoryview) -> None:
    if symbol not in _known:
        _known[symbol] = np.frombuffer(items, items.format)
        llvmlite.binding.add_symbol(symbol, _known[symbol].ctypes.data)
