"""Which values the variables of a rule can have: interval analysis of its code (Cousot 1977).

Code is in numba's SSA form, where each variable is assigned once. Values flow forward from
constants, the fields of states and calls, through operators and loops, until nothing changes;
a branch (`while cells:`) narrows the values behind it. The results hold for the ints of *compiled*
code: where an operation raises `Overflow` rather than lose bits, nothing beyond its width comes
out.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from numba.core import ir
from numba.core.ir_utils import compute_cfg_from_blocks

from zermelo.native.ints.widths import WORD
from zermelo.native.proof.demand import OPERATIONS, Demand
from zermelo.native.proof.intervals import (
    ANY,
    BINARY,
    INFINITE,
    Interval,
    fitting,
    join,
    meet,
    result_of,
    widened,
)
from zermelo.native.proof.meanings import LOOPING, Meaning, joined, looped, meaning_of

MOST_ROUNDS: Final = 60  # of looking at all blocks; few need ten
_PATIENCE: Final = 3  # changes of a variable before its bounds take great steps

_OPPOSITE: Final = {
    operator.lt: operator.ge,
    operator.ge: operator.lt,
    operator.gt: operator.le,
    operator.le: operator.gt,
    operator.eq: operator.ne,
    operator.ne: operator.eq,
}
_SWAPPED: Final = {
    operator.lt: operator.gt,
    operator.gt: operator.lt,
    operator.le: operator.ge,
    operator.ge: operator.le,
}
CONSTANTS: Final = (ir.Const, ir.Global, ir.FreeVar)
Edge = tuple[int, int]  # the labels of two blocks
Facts = dict[str, Interval]  # what holds of single variables


class Operation(NamedTuple):
    """One operator of a rule: what goes in, and what comes out if nothing is lost."""

    operands: tuple[Interval, ...]
    exact: Interval


class Flow:
    """The values of all variables of a function.

    code       in SSA form
    arguments  what is known of its parameters
    game       what is known of the rest, see `contracts`
    demand     what may be lost
    """

    def __init__(self, code: Any, arguments: list[Meaning], game: Any, demand: Demand) -> None:
        self.blocks, self.arguments = code.blocks, arguments
        self.game, self.demand = game, demand
        self.made = demand.made
        self.values: dict[str, Meaning] = {}
        self.edges: dict[Edge, Facts] = {}
        self.changes: dict[str, int] = {}
        graph = compute_cfg_from_blocks(self.blocks)
        self.order = [label for label in graph.topo_order() if label in self.blocks]
        self.before = {
            label: [edge for edge, _ in graph.predecessors(label)] for label in self.order
        }
        self.known = True
        self.known = self._settle()

    def _settle(self) -> bool:
        """Look at all blocks until nothing changes; False if that takes too long."""
        for _ in range(MOST_ROUNDS):
            if not self._changes():
                return True
        self.values, self.edges = {}, {}
        return False

    def _changes(self) -> bool:
        changed = False
        for label in self.order:
            facts = self.facts_in(label)
            if facts is None:
                continue
            for statement in self.blocks[label].body:
                if isinstance(statement, ir.Assign):
                    changed |= self._assign(statement, label, facts)
            for target, learned in self._leaving(label, facts):
                edge = (label, target)
                if self.edges.get(edge) != learned:
                    self.edges[edge], changed = learned, True
        return changed

    def facts_in(self, label: int) -> Facts | None:
        """The facts at the beginning of a block; None if it is never reached."""
        if label == self.order[0]:
            return {}
        known = [
            self.edges[edge, label] for edge in self.before[label] if (edge, label) in self.edges
        ]
        if not known:
            return None
        shared = set(known[0]).intersection(*known[1:])
        facts = {}
        for name in shared:
            fact = known[0][name]
            for other in known[1:]:
                fact = join(fact, other[name])
            facts[name] = fact
        return facts

    # Looking up ----------------------------------------------------------------------------------

    def value(self, variable: Any, facts: Facts) -> Meaning | None:
        """The meaning of a variable where these facts hold; None if control never gets there."""
        if not self.known:
            return ANY
        name = self.origin(variable.name)
        meaning = self.values.get(name)
        if name in facts and isinstance(meaning, Interval):
            return meet(meaning, facts[name])
        return meaning

    def number(self, variable: Any, facts: Facts) -> Interval | None:
        """The same of an int: anything if the variable is something else."""
        meaning = self.value(variable, facts)
        return meaning if meaning is None or isinstance(meaning, Interval) else ANY

    def origin(self, name: str) -> str:
        """The variable that this one is a copy of."""
        while isinstance(self.made.get(name), ir.Var):
            name = self.made[name].name
        return name

    def source(self, variable: Any) -> Any:
        """The expression that makes a variable."""
        return self.made.get(self.origin(variable.name))

    # Statements ----------------------------------------------------------------------------------

    def _assign(self, statement: Any, label: int, facts: Facts) -> bool:
        name, value = statement.target.name, statement.value
        if isinstance(value, ir.Var) or (isinstance(value, CONSTANTS) and name in self.values):
            return False
        if isinstance(value, ir.Expr) and value.op == "phi":
            meaning = self._joined(name, value, label)
        else:
            meaning = self._evaluated(statement, facts)
        if meaning is None or meaning == self.values.get(name):
            return False
        self.values[name] = meaning
        return True

    def _joined(self, name: str, phi: Any, label: int) -> Meaning | None:
        """The meanings from all blocks before, joined; bounds that keep growing take big steps."""
        meaning = old = self.values.get(name)
        for variable, block in zip(phi.incoming_values, phi.incoming_blocks, strict=True):
            facts = self.edges.get((block, label))
            if facts is None or not isinstance(variable, ir.Var):
                continue
            value = self.value(variable, facts)
            if isinstance(value, Interval) and value.is_empty:
                continue
            meaning = joined(meaning, value)
        if meaning == old or not isinstance(meaning, Interval) or not isinstance(old, Interval):
            return meaning
        self.changes[name] = self.changes.get(name, 0) + 1
        return widened(old, meaning) if self.changes[name] > _PATIENCE else meaning

    def _evaluated(self, statement: Any, facts: Facts) -> Meaning | None:
        value = statement.value
        if isinstance(value, ir.Arg):
            return self.arguments[value.index]
        if isinstance(value, CONSTANTS):
            return meaning_of(value.value)
        if not isinstance(value, ir.Expr):
            return ANY
        if value.op in OPERATIONS:
            return self._operated(statement, facts)
        given = [self.value(variable, facts) for variable in value.list_vars()]
        if any(item is None for item in given):
            return None
        if value.op in LOOPING:
            return looped(value.op, given[0])
        return self.game.expression(self, value, facts)

    def operation(self, value: Any, facts: Facts) -> Operation | None:
        """An operator's operands, and its result if nothing is lost."""
        operands: Any = tuple(self.number(variable, facts) for variable in value.list_vars())
        if any(operand is None or operand.is_empty for operand in operands):
            return None
        exact = result_of(self.demand.operator_of(value), *operands)
        if exact.low == 0 and self._is_lowest_bit(value, operands):
            exact = exact._replace(low=1)
        return Operation(operands, exact)

    def _operated(self, statement: Any, facts: Facts) -> Meaning | None:
        value = statement.value
        if self.game.defines_operators:
            return ANY
        interval = self.operation(value, facts)
        if interval is None:
            return None
        width = max(interval.exact.width, self.game.width_at(value))
        if not self.game.is_guarded(value):
            keeps = self.demand.operator_of(value) in _KEEPING or interval.exact.fits(WORD)
            return interval.exact if keeps else ANY
        if interval.exact.fits(WORD):
            return interval.exact._replace(width=width)
        asked = self.demand.of(statement.target.name)
        if asked is not None:
            return fitting(width, width)
        return meet(interval.exact, fitting(width, width))._replace(width=width)

    def _is_lowest_bit(self, value: Any, operands: Any) -> bool:
        """Whether it is `x & -x` of a positive x, which is not 0."""
        if self.demand.operator_of(value) not in (operator.and_, operator.iand):
            return False
        pairs = list(zip(value.list_vars(), operands, strict=True))
        for (one, given), (other, _) in (pairs, pairs[::-1]):
            made = self.source(other)
            if getattr(made, "op", "") == "unary" and self.demand.operator_of(made) is operator.neg:
                return given.low > 0 and self.origin(made.value.name) == self.origin(one.name)
        return False

    # Branches ------------------------------------------------------------------------------------

    def _leaving(self, label: int, facts: Facts) -> Iterator[tuple[int, Facts]]:
        """The blocks that can come next, and what holds on the way there."""
        end = self.blocks[label].terminator
        if not isinstance(end, ir.Branch):
            yield from ((target, facts) for target in end.get_targets())
            return
        if end.truebr == end.falsebr:
            yield end.truebr, facts
            return
        for target, truth in ((end.truebr, True), (end.falsebr, False)):
            learned = dict(facts)
            if self._learn(learned, end.cond, truth=truth):
                yield target, learned

    def _learn(self, facts: Facts, condition: Any, *, truth: bool) -> bool:
        """Add what follows from a condition; False if it cannot be so."""
        made = self.source(condition)
        if getattr(made, "op", "") == "call" and len(made.args) == 1 and self._is_bool(made):
            return self._learn(facts, made.args[0], truth=truth)
        if getattr(made, "op", "") in OPERATIONS:
            function = self.demand.operator_of(made)
            if function is operator.not_:
                return self._learn(facts, made.value, truth=not truth)
            if function in _OPPOSITE:
                asked = function if truth else _OPPOSITE[function]
                return self._compare(facts, asked, made.lhs, made.rhs)
        value = self.value(condition, facts)
        if not isinstance(value, Interval) or value.width == INFINITE:
            return value is not None
        return self._narrow(facts, condition, _without_zero(value) if truth else meet(value, _ZERO))

    def _is_bool(self, call: Any) -> bool:
        made = self.source(call.func)
        return isinstance(made, ir.Global) and made.value is bool

    def _compare(self, facts: Facts, function: Any, left: Any, right: Any) -> bool:
        one, other = self.number(left, facts), self.number(right, facts)
        if one is None or other is None:
            return False
        if INFINITE in (one.width, other.width):  # perhaps a float, of which 0.5 lies between ints
            return True
        swapped = _SWAPPED.get(function, function)
        narrowed = _narrowed(function, one, other), _narrowed(swapped, other, one)
        return self._narrow(facts, left, narrowed[0]) and self._narrow(facts, right, narrowed[1])

    def _narrow(self, facts: Facts, variable: Any, fact: Interval) -> bool:
        name = self.origin(variable.name)
        if fact.is_empty:
            return False
        if isinstance(self.values.get(name), Interval) and fact != self.values[name]:
            facts[name] = fact
        return True


_KEEPING: Final = {
    function
    for function in BINARY
    if function.__name__.strip("_") in ("and", "or", "xor", "iand", "ior", "ixor")
} | {operator.invert, operator.pos, operator.not_, *_OPPOSITE}
_ZERO: Final = Interval(0, 0, INFINITE)


def _without_zero(value: Interval) -> Interval:
    low, high, width = value
    return Interval(1 if low == 0 else low, -1 if high == 0 else high, width)


def _narrowed(function: Any, one: Interval, other: Interval) -> Interval:
    """The part of `one` that compares like this with something in `other`."""
    low, high, width = one
    if function is operator.eq:
        return Interval(max(low, other.low), min(high, other.high), width)
    if function is operator.ne and other.low == other.high:
        low, high = low + (low == other.low), high - (high == other.low)
    elif function is operator.lt:
        high = min(high, other.high - 1)
    elif function is operator.le:
        high = min(high, other.high)
    elif function is operator.gt:
        low = max(low, other.low + 1)
    elif function is operator.ge:
        low = max(low, other.low)
    return Interval(low, high, width)
