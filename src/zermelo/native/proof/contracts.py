"""The promises between the rules of a game: intervals for fields of states, and for helpers.

They come from the code of all rules, which is analysed until nothing changes: the intervals of the
ints that helpers take and return, and of the fields of states that `play` makes. Nothing rests on
that analysis, though. Each function is compiled with the promises made to it, and `rulecode` proves
in its code that it keeps its own promises to others. Where it cannot, it calls a version of the
helper without promises, or has a field checked at run time. Fields of states that come from outside
are checked, too; a field that breaks its promise is free of it from then on (`Widths.free`).
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Final, NamedTuple

from numba.core import ir

from zermelo.contract.bits import cells, hashed, mixed, product, replaced
from zermelo.native.ints.states import Replacing, StateMaker, word
from zermelo.native.ints.wideops import METHODS
from zermelo.native.ints.widths import WORD, leaves
from zermelo.native.proof.demand import ADDING, OPERATIONS, SUBTRACTING
from zermelo.native.proof.flow import Facts, Flow
from zermelo.native.proof.intervals import (
    ANY,
    BIT,
    INFINITE,
    Interval,
    counted,
    fitting,
    meet,
    of_int,
)
from zermelo.native.proof.meanings import (
    GAME,
    STATE,
    Attribute,
    Items,
    Known,
    Loop,
    Meaning,
    includes,
    items_of,
    joined,
    meaning_of,
)
from zermelo.native.proof.promises import STEP, Promises

_LONGEST: Final = 1 << 48  # what has a length has fewer items
_HASH: Final = Interval(0, (1 << 63) - 1)
_INT64: Final = fitting(WORD)


@dataclass
class Contract:
    """The arguments of a helper and its result, which is None as long as it is not known."""

    arguments: list[Meaning]
    result: Meaning | None = None


class Made(NamedTuple):
    """A state that a rule makes: what its fields are, and the variables they come from, if any."""

    fields: list[Meaning]
    variables: list[Any]


class Contracts:
    """The meanings of values in the rules of one game, a compile-time type."""

    def __init__(self, game: Any, promises: Promises) -> None:
        self.game, self.promises = game, promises
        self.example = game.game.start()
        self.form = inspect.signature(type(self.example))
        self.promised: dict[FunctionType, Contract] = {}
        self.opaque: set[FunctionType] = set()
        self.searching = True  # what helpers return is not known yet, see `exploring`
        self._members: dict[str, Meaning] = {}

    # States --------------------------------------------------------------------------------------

    def field(self, name: str) -> Meaning:
        """The meaning of a state's field, or of another attribute."""
        if name not in self.example._fields:
            return Attribute(STATE, name)
        return self.fields()[self.example._fields.index(name)]

    def fields(self) -> list[Meaning]:
        """The meanings of a state's fields, in their order."""
        promised = iter(self.promises.items)

        def shaped(value: Any) -> Meaning:
            if isinstance(value, tuple):
                return items_of(tuple(map(shaped, value)))
            return next(promised) or ANY

        return [shaped(value) for value in self.example]

    def unkept(self, flow: Flow, made: Made, facts: Facts) -> dict[int, Meaning]:
        """The items of a state, by their indices, that may not be as promised; what they are."""
        broken, index, counting = {}, 0, self.promises.counting
        for value, variable, meaning in zip(self.example, made.variables, made.fields, strict=True):
            counts = index in counting and self.counted_from(flow, variable, facts) in counting
            for item in _singly(value, meaning):
                if not self._is_kept(index, item) and not counts:
                    broken[index] = item
                index += 1
        return broken

    def _is_kept(self, index: int, value: Meaning) -> bool:
        promised = self.promises.at(index)
        if promised is None or not isinstance(value, Interval):
            return promised is None
        return bool(promised.low <= value.low and value.high <= promised.high)

    def counted_from(self, flow: Flow, variable: Any, facts: Facts) -> int | None:
        """The item that a variable is, or is by a little more or less; None if it is none."""
        made: Any = flow.source(variable) if isinstance(variable, ir.Var) else None
        kind = getattr(made, "op", "")
        if kind == "getattr":
            is_item = flow.value(made.value, facts) == STATE and made.attr in self.example._fields
            return self.place(made.attr) if is_item else None
        if kind not in OPERATIONS or kind == "unary":
            return None
        function = flow.demand.operator_of(made)
        pairs = [(made.lhs, made.rhs)] if function in ADDING | SUBTRACTING else []
        pairs += [(made.rhs, made.lhs)] if function in ADDING else []
        for item, change in pairs:
            number = flow.number(change, facts)
            small = number is not None and STEP.low <= number.low and number.high <= STEP.high
            if small and getattr(flow.source(item), "op", "") == "getattr":
                return self.counted_from(flow, item, facts)
        return None

    def place(self, name: str) -> int | None:
        """Where a field comes when items are counted singly; None if it is a tuple."""
        index = self.example._fields.index(name)
        if isinstance(self.example[index], tuple):
            return None
        return sum(1 for _ in leaves(self.example[:index]))

    def made(self, flow: Flow, call: Any, facts: Facts) -> Made | None:
        """The state that a call makes; None of other calls."""
        callee = flow.value(call.func, facts)
        maker = callee.value if isinstance(callee, Known) else None
        makes = isinstance(maker, StateMaker) and maker.kind.instance_class is type(self.example)
        if isinstance(maker, StateMaker) and makes and not call.vararg:
            try:
                variables = list(self.form.bind(*call.args, **dict(call.kws)).args)
            except TypeError:
                variables = [None] * len(self.example)
            return Made(
                [variable and flow.value(variable, facts) for variable in variables], variables
            )
        if isinstance(maker, Replacing) and flow.value(call.args[0], facts) == STATE:
            given = dict(zip(maker.fields, call.args[1:], strict=True))
            variables = [given.get(name) for name in self.example._fields]
            pairs = zip(variables, self.fields(), strict=True)
            fields = [flow.value(given, facts) if given else old for given, old in pairs]
            return Made(fields, variables)
        return None

    # Questions of flows --------------------------------------------------------------------------

    @property
    def defines_operators(self) -> bool:
        """Whether an operator may be one of a named tuple's."""
        return bool(self.game.defines_operators)

    def is_guarded(self, value: Any) -> bool:
        """Whether an operator belongs to the rules, so that it loses nothing unseen."""
        return hasattr(value.fn, "function")

    def width_at(self, value: Any) -> int:
        """The width of what an operator makes, at least."""
        return self.game.site_width(value)

    def expression(self, flow: Flow, value: Any, facts: Facts) -> Meaning | None:
        """The meaning of an expression that is no operator."""
        if value.op == "call":
            return self._call(flow, value, facts)
        if value.op == "build_tuple":
            return items_of(tuple(flow.value(item, facts) for item in value.items))
        if value.op not in ("getattr", "getitem", "static_getitem", "cast", "exhaust_iter"):
            return ANY
        owner = flow.value(value.value, facts)
        if value.op == "getattr":
            return self._attribute(owner, value.attr)
        if value.op in ("cast", "exhaust_iter"):
            return owner
        parts = items_of(tuple(self.fields())) if owner == STATE else owner
        if not isinstance(parts, Items):
            return ANY
        if value.op == "getitem":
            return parts.item
        return parts.at(value.index) if isinstance(value.index, int) else ANY

    def _attribute(self, owner: Meaning, name: str) -> Meaning:
        if owner == STATE:
            return self.field(name)
        if owner != GAME:
            return ANY
        if name not in self._members:
            member = self.game.member(name)
            known = (
                Attribute(GAME, name) if member is None else meaning_of(self.game.constant(member))
            )
            self._members[name] = known
        return self._members[name]

    def _call(self, flow: Flow, value: Any, facts: Facts) -> Meaning | None:
        called = self.callee(flow, value, facts)
        if called is not None:
            return self._returned(*called)
        callee = flow.value(value.func, facts)
        if self.made(flow, value, facts) is not None:
            return STATE
        if not isinstance(callee, Known) or value.kws or value.vararg:
            return ANY
        return _built_in(callee.value, [flow.value(variable, facts) for variable in value.args])

    def callee(self, flow: Flow, value: Any, facts: Facts) -> tuple[Any, list[Meaning]] | None:
        """The helper, or rule, that a call calls, with what it is given; None of other calls."""
        callee = flow.value(value.func, facts)
        given = [flow.value(variable, facts) for variable in value.args]
        function = None
        if isinstance(callee, Attribute) and callee.owner == GAME:
            function, given = self.game.rule(callee.name), [GAME, *given]
        elif isinstance(callee, Known):
            function = self.game.helped(callee.value)
        if not isinstance(function, FunctionType):
            return None
        if value.kws or value.vararg or len(given) != len(inspect.signature(function).parameters):
            return None
        return function, given

    def _returned(self, function: FunctionType, given: list[Meaning]) -> Meaning | None:
        contract = self.promised.get(function)
        if contract is None:
            return None if self.searching and function not in self.opaque else ANY
        if not self.searching and not self.keeps(function, given):
            return ANY
        return Loop(contract.result) if inspect.isgeneratorfunction(function) else contract.result

    def keeps(self, function: FunctionType, given: list[Meaning]) -> bool:
        """Whether a call with these arguments keeps the promises made to the helper."""
        contract = self.promised.get(function)
        return contract is not None and all(map(includes, contract.arguments, given))

    def evident(self, function: FunctionType) -> Contract | None:
        """The contract of a function to which its arguments' types promise the same."""
        contract = self.promised.get(function)
        evident = contract and all(given in (GAME, STATE) for given in contract.arguments)
        return contract if evident else None


def _singly(value: Any, meaning: Meaning) -> Iterator[Meaning]:
    """The meanings of the single items of a field whose shape is that of `value`."""
    if not isinstance(value, tuple):
        yield meaning
        return
    fits = isinstance(meaning, Items) and meaning.length == len(value)
    for index, item in enumerate(value):
        yield from _singly(item, meaning.at(index) if fits else ANY)


def given_back(blocks: Any) -> list[tuple[int, Any]]:
    """The variables that a function returns, or yields, each with the label of its block."""
    yields = [
        (label, statement.value.value)
        for label, block in blocks.items()
        for statement in block.find_insts(ir.Assign)
        if isinstance(statement.value, ir.Yield)
    ]
    ends = [(label, block.terminator) for label, block in blocks.items()]
    return yields or [(label, end.value) for label, end in ends if isinstance(end, ir.Return)]


def _built_in(function: Any, given: list[Meaning]) -> Meaning | None:
    """The result of a function that is built into compiled code."""
    if not given:
        return ANY
    numbers = [item if isinstance(item, Interval) else ANY for item in given]
    if function is bool:
        return BIT
    if function in METHODS.values():
        return counted(numbers[0], length=function is METHODS["bit_length"])
    if function is len:
        return of_int(given[0].length) if isinstance(given[0], Items) else Interval(0, _LONGEST)
    if function in (hashed, mixed, product):
        return _HASH
    if function is range:
        return Loop(_counter(numbers))
    if function is cells:
        bits = counted(numbers[0], length=True).high
        return Loop(Interval(0, bits - 1) if bits else None)
    if function is word:
        return numbers[0] if numbers[0].width == INFINITE else meet(numbers[0], _INT64)
    if function is int:
        return numbers[0]
    if function is replaced and isinstance(given[0], Items):
        return _replaced(given[0], given[2])
    if function in (min, max) and len(numbers) > 1:
        return _extreme(function, numbers)
    return ANY


def _counter(ends: list[Interval]) -> Interval:
    """The ints that `range` counts through."""
    first = of_int(0) if len(ends) == 1 else ends[0]
    last = ends[0] if len(ends) == 1 else ends[1]
    if INFINITE in (first.width, last.width):
        return _INT64
    step = ends[2] if len(ends) > 2 else of_int(1)
    if step.low > 0:
        interval = Interval(first.low, last.high - 1)
    elif step.high < 0:
        interval = Interval(last.low + 1, first.high)
    else:
        interval = Interval(min(first.low, last.low), max(first.high, last.high))
    return meet(interval, _INT64)


def _replaced(items: Items, item: Meaning) -> Items:
    return Items(tuple(joined(part, item) for part in items.parts), items.length)


def _extreme(function: Any, numbers: list[Interval]) -> Interval:
    width = max(number.width for number in numbers)
    if width == INFINITE:
        return ANY
    low, high = (function(bounds) for bounds in list(zip(*numbers, strict=True))[:2])
    return Interval(low, high, width)
