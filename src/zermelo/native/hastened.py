"""Kernels compile faster: some steps of numba that are slow, or not needed, done otherwise."""

from __future__ import annotations

import contextlib
import gc
import importlib
import importlib.util
import sys
from collections.abc import Iterator
from typing import Any, Final
from weakref import WeakKeyDictionary

from numba.core import ir, types
from numba.core.types.functions import BaseFunction

YOUNG: Final = 1_000_000  # objects made before garbage is sought
ARRAYS, MATRICES = "numba.np.arraymath", "scipy.linalg"


@contextlib.contextmanager
def hastened() -> Iterator[None]:
    """Compile in less time; numba's own steps are as they were afterwards."""
    thresholds = gc.get_threshold()
    steps = [(owner, name, getattr(owner, name)) for owner, name, _ in _FASTER]
    # The compiler makes millions of small objects that live; seeking garbage takes an eighth.
    gc.set_threshold(max(thresholds[0], YOUNG), *thresholds[1:])
    for owner, name, faster in _FASTER:
        setattr(owner, name, faster)
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        for owner, name, step in steps:
            setattr(owner, name, step)


def _variables(instruction: Any, parts: dict[str, Any]) -> list[Any]:
    """The variables of an instruction with these parts, most of which are one or have none."""
    found = []
    for part in parts.values():
        if type(part) is ir.Var:
            found.append(part)
        elif type(part) not in _BARE:
            found += instruction._rec_list_vars(part)
    return found


_BARE: Final = {ir.Loc, str, int, bool, type(None), type(ir.UNDEFINED), type(len)}


def _call_type(function: Any, context: Any, arguments: Any, keywords: Any) -> Any:
    """The signature of a call; that of an operator of words is sought among all kinds only once."""
    if keywords or not all(isinstance(kind, _WORDS) for kind in arguments):
        return _sought(function, context, arguments, keywords)
    known = _signatures.setdefault(function, {})
    if arguments not in known:
        found = _sought(function, context, arguments, keywords)
        if function._impl_keys[found.args] is not function.typing_key:  # compiled for this call
            return found
        known[arguments] = found
    return known[arguments]


_WORDS: Final = (types.Integer, types.Boolean, types.IntegerLiteral, types.BooleanLiteral)
_sought: Final[Any] = BaseFunction.get_call_type
_signatures: WeakKeyDictionary[Any, dict[Any, Any]] = WeakKeyDictionary()


# The steps of numba's, and what takes their place.
_FASTER: Final[tuple[tuple[Any, str, Any], ...]] = (
    (ir.Stmt, "list_vars", lambda self: _variables(self, self.__dict__)),
    (ir.Expr, "list_vars", lambda self: _variables(self, self._kws)),
    (BaseFunction, "get_call_type", _call_type),
)


def load_arrays() -> None:
    """Load numba's arrays without matrices of scipy's, which take a fifth of a second to load.

    No kernel multiplies matrices; other code of numba's loads them where it does.
    """
    if ARRAYS in sys.modules or MATRICES in sys.modules:
        return
    sys.modules[MATRICES] = None  # type: ignore[assignment]
    try:
        arrays: Any = importlib.import_module(ARRAYS)
    finally:
        del sys.modules[MATRICES]
    arrays._HAVE_BLAS = importlib.util.find_spec("scipy") is not None
