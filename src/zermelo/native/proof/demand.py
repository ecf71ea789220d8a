"""How much of each int anything depends on: where bits may be lost without harm.

A board shifted to the left and masked with another board loses nothing that counts: of `x << 8`,
of sums, products and complements the lowest n bits follow from the lowest n bits of `x`. So ints
are followed backwards from their uses: what is masked by an int of n bits that is not negative is
asked for n bits, what is compared, shifted to the right, stored or handed on is asked for all.
(LLVM calls this demanded bits.) Both passes are least fixed points over numba's code in SSA form.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator
from typing import Any, Final

from numba.core import ir

from zermelo.native.ints.wide import WideConstant
from zermelo.native.ints.wideops import METHODS
from zermelo.native.opentuple import Ragged

ALL: Final = math.inf
Bits = dict[str, float]  # by the name of a variable
Operator = Callable[[Any], Any]  # Python's operator of an expression

AND: Final = {operator.and_, operator.iand}
EITHER: Final = {operator.or_, operator.ior, operator.xor, operator.ixor}
RIGHT: Final = {operator.rshift, operator.irshift}
LEFT: Final = {operator.lshift, operator.ilshift}
ADDING: Final = {operator.add, operator.iadd}
SUBTRACTING: Final = {operator.sub, operator.isub}
RINGS: Final = {
    *EITHER,
    *ADDING,
    *SUBTRACTING,
    *(operator.mul, operator.imul),
    *(operator.neg, operator.invert, operator.pos),
}
OPERATIONS: Final = ("binop", "inplace_binop", "unary")
COUNT: Final = 11  # bits of what `bit_count` and `bit_length` can return


class Demand:
    """The bits that are asked for of each variable of a function.

    operator   tells Python's operator of an expression
    constants  the values of variables that are constants of the game, by name
    """

    def __init__(self, blocks: Any, operator_of: Operator, constants: dict[str, Any]) -> None:
        self.operator_of = operator_of
        self.statements = [item for block in blocks.values() for item in block.body]
        self.made = {
            item.target.name: item.value for item in self.statements if isinstance(item, ir.Assign)
        }
        self.constants = constants
        self.most = self._fixed_point(self._bits_of)
        self.asked = self._asked()

    def of(self, name: str) -> int | None:
        """How many of the lowest bits of a variable anything depends on; None for all."""
        bits = self.asked.get(name, 0)
        return None if bits == ALL else int(bits)

    def _fixed_point(self, transfer: Callable[[Any, Bits, str], float]) -> Bits:
        demanded: Bits = dict.fromkeys(self.made, 0)
        changed = True
        while changed:
            changed = False
            for name, value in self.made.items():
                bits = transfer(value, demanded, name)
                if bits > demanded[name]:
                    demanded[name], changed = bits, True
        return demanded

    # The most bits of ints that are surely not negative, ALL of others ---------------------------

    def _bits_of(self, value: Any, bits: Bits, name: str) -> float:
        if name in self.constants:
            return size(self.constants[name])
        if isinstance(value, ir.Var):
            return bits.get(value.name, ALL)
        if isinstance(value, (ir.Const, ir.Global, ir.FreeVar)):
            return size(value.value)
        if not isinstance(value, ir.Expr):
            return ALL
        if value.op == "phi":
            known = [item.name for item in value.incoming_values if isinstance(item, ir.Var)]
            return max((bits.get(item, ALL) for item in known), default=ALL)
        if value.op == "cast":
            return bits.get(value.value.name, ALL)
        if value.op in ("getitem", "static_getitem"):
            return self._bits_of_item(value)
        if value.op == "call":
            called: Any = self.made.get(value.func.name)
            counts = isinstance(called, ir.Global) and called.value in METHODS.values()
            return COUNT if counts else ALL
        return self._bits_of_operation(value, bits)

    def _bits_of_item(self, value: Any) -> float:
        table = self.constants.get(value.value.name)
        return size(table) if isinstance(table, (tuple, Ragged)) else ALL

    def _bits_of_operation(self, value: Any, bits: Bits) -> float:
        if value.op not in ("binop", "inplace_binop"):
            return ALL
        function = self.operator_of(value)
        first, second = (bits.get(item.name, ALL) for item in (value.lhs, value.rhs))
        if function in AND:
            return min(first, second)
        if function in EITHER:
            return max(first, second)
        return first if function in RIGHT else ALL

    # Demands of uses ----------------------------------------------------------------------------

    def _asked(self) -> Bits:
        asked: Bits = {}
        changed = True
        while changed:
            changed = False
            for statement in reversed(self.statements):
                for name, bits in self._asks(statement, asked):
                    if bits > asked.get(name, 0):
                        asked[name], changed = bits, True
        return asked

    def _asks(self, statement: Any, asked: Bits) -> Iterator[tuple[str, float]]:
        """The bits that a statement demands of the variables that it uses."""
        if not isinstance(statement, ir.Assign):
            if not isinstance(statement, ir.Del):
                yield from ((item.name, ALL) for item in statement.list_vars())
            return
        wanted, value = asked.get(statement.target.name, 0), statement.value
        if isinstance(value, ir.Var):
            yield value.name, wanted
        elif isinstance(value, ir.Expr) and value.op in ("phi", "cast"):
            yield from ((item.name, wanted) for item in value.list_vars())
        elif isinstance(value, ir.Expr) and value.op in OPERATIONS:
            yield from self._asks_of_operands(value, wanted)
        elif isinstance(value, (ir.Expr, ir.Yield)):
            yield from ((item.name, ALL) for item in value.list_vars())

    def _asks_of_operands(self, value: Any, wanted: float) -> Iterator[tuple[str, float]]:
        function, operands = self.operator_of(value), value.list_vars()
        if function in AND:
            for item, mask in ((value.lhs, value.rhs), (value.rhs, value.lhs)):
                yield item.name, min(wanted, self.most.get(mask.name, ALL))
        elif function in LEFT:
            yield value.lhs.name, wanted
            yield value.rhs.name, ALL
        else:
            yield from ((item.name, wanted if function in RINGS else ALL) for item in operands)


def size(value: Any) -> float:
    """The bits of an int, of the greatest one in a tuple; ALL if one is negative or no int."""
    if isinstance(value, WideConstant):
        return size(value.value)
    if isinstance(value, Ragged):
        return size(value.values)
    if isinstance(value, tuple):
        return max(map(size, value), default=0)
    return value.bit_length() if isinstance(value, int) and value >= 0 else ALL
