"""Lists keep what is put into them: numba would cut a float, or make a bool of an int."""

from __future__ import annotations

from typing import Any, Final

from numba.core import ir, types
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.errors import TypingError

from zermelo.native.ints.states import is_int

_WORDS: Final = ("bools", "ints", "floats")  # each has room for those before it


def refuse_cut(items: Any, given: Any, loc: Any = None) -> None:
    """Raise `TypingError` where a list of `items` would not keep a value of the type `given`."""
    room, needed = (_rank(getattr(kind, "type", kind)) for kind in (items, given))
    if getattr(given, "literal_value", None) in (0, 1):
        needed = 0
    if 0 <= room < needed:
        kind, other = _WORDS[room], _WORDS[needed]
        raise TypingError(f"refused: a list of {kind} is given {other}: begin it with {other}", loc)


def _rank(kind: Any) -> int:
    if isinstance(kind, types.Boolean):
        return 0
    if is_int(types.unliteral(kind)):
        return 1
    return 2 if isinstance(kind, types.Float) else -1


@register_pass(mutates_CFG=False, analysis_only=True)
class Store(FunctionPass):
    """A pass of the compiler, once types are known."""

    _name = "store"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Look at each `row[place] = value`."""
        for block in state.func_ir.blocks.values():
            for statement in block.body:
                if isinstance(statement, (ir.SetItem, ir.StaticSetItem)):
                    items = state.typemap[statement.target.name]
                    if isinstance(items, types.List):
                        given = state.typemap[statement.value.name]
                        refuse_cut(items.dtype, given, statement.loc)
        return False
