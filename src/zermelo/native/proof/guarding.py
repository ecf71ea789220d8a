"""Operators of rules get a guard where their operands are not proven to fit.

A pass of the compiler, once each variable is assigned once: only then is it clear where bits may be
lost without harm (`demand`) and where none can be lost (`flow`).
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from inspect import isgeneratorfunction
from typing import Any, Final

from numba.core import ir, types
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.errors import UnsupportedError
from numba.core.ir_utils import build_definitions, get_definition, guard

from zermelo.native.ints.guards import GUARDED, Site
from zermelo.native.ints.states import Promise, Replacing, kept
from zermelo.native.ints.wide import Wide
from zermelo.native.ints.wideops import METHODS, count_ones, length
from zermelo.native.ints.widths import UNPROVEN, WORD
from zermelo.native.proof.contracts import given_back
from zermelo.native.proof.demand import LEFT, OPERATIONS, RIGHT, Demand
from zermelo.native.proof.flow import Facts, Flow
from zermelo.native.proof.intervals import ANY, BIT, Interval, fitting, of_int
from zermelo.native.proof.meanings import GAME, STATE, Attribute, Known, Meaning, includes, items_of
from zermelo.native.proof.rulecode import RuleOperator, adopting_game, fresh

COUNTS: Final[dict[Any, Any]] = {  # what does for ints that are not negative
    METHODS["bit_count"]: count_ones,
    METHODS["bit_length"]: length,
}
_LARGEST_FLOATS: Final = Interval(-(1 << 53), 1 << 53)  # where ints are equal to floats


@register_pass(mutates_CFG=True, analysis_only=False)
class Guard(FunctionPass):
    """A pass of the compiler, for whatever has rules in it."""

    _name = "guard"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Guard the operators of rules, and the states they make."""
        game = adopting_game(state)
        if game is None:
            game = next((kind for kind in state.args if hasattr(kind, "is_rule")), None)
            if game is None:
                return False
        given = [_meaning_of_type(kind, game) for kind in state.args]
        contract = state.get("contract")
        if contract is not None:
            given = [
                promised if includes(known, promised) else known
                for known, promised in zip(given, contract.arguments, strict=True)
            ]
        guarding = _Guarding(state.func_ir, game, given, state.args)
        guarding.prove(contract or game.contracts.evident(state.func_id.func))
        guarding.rewrite()
        return True


def _meaning_of_type(kind: Any, game: Any) -> Meaning:
    """The meaning of a value of this compile-time type."""
    if kind == game:
        return GAME
    if kind == game.state:
        return STATE
    if isinstance(kind, types.Boolean):
        return BIT
    if isinstance(kind, types.IntegerLiteral):
        return of_int(kind.literal_value)
    if isinstance(kind, types.Integer) and kind.signed:
        return fitting(kind.bitwidth)
    if isinstance(kind, Wide):
        return fitting(kind.bits, kind.bits)
    if isinstance(kind, types.BaseTuple) and not isinstance(kind, types.BaseNamedTuple):
        return items_of(tuple(_meaning_of_type(item, game) for item in kind))
    return ANY


# Demand ------------------------------------------------------------------------------------------


def demand_in(code: Any, kinds: Any) -> Demand:
    """The bits that anything depends on in code in SSA form; `kinds` are its arguments' types."""
    code._definitions = build_definitions(code.blocks)
    return Demand(code.blocks, _plain_operator, dict(_constants_of_games(code, kinds)))


def _plain_operator(value: Any) -> Any:
    return getattr(value.fn, "function", value.fn)


def _constants_of_games(function: Any, kinds: Any) -> Iterator[tuple[str, Any]]:
    """The variables that hold parameters or properties of a game, with their values."""
    for block in function.blocks.values():
        for statement in block.find_insts(ir.Assign):
            value = statement.value
            if getattr(value, "op", "") == "getattr":
                owner: Any = guard(get_definition, function, value.value)
                game: Any = kinds[owner.index] if isinstance(owner, ir.Arg) else None
                if hasattr(game, "is_rule") and isinstance(
                    constant := game.member(value.attr), (int, tuple)
                ):
                    yield statement.target.name, constant


def width_of(game: Any, value: Any) -> int:
    """The width of what an operator of a rule makes, at least."""
    function, loc = _plain_operator(value), value.loc
    shift = function in (*LEFT, operator.pow)
    return game.widths.at((loc.filename, loc.line), shift=shift)


# Guarding ----------------------------------------------------------------------------------------


class _Guarding:
    """One function, whose statements are replaced one after the other."""

    def __init__(self, code: Any, game: Any, given: list[Meaning], kinds: Any) -> None:
        self.code, self.game, self.contracts = code, game, game.contracts
        self.demand = demand_in(code, kinds)
        self.flow = Flow(code, given, self.contracts, self.demand)

    def prove(self, contract: Any) -> None:
        """Prove what is promised of the results; should that fail, nothing is promised any more."""
        for label, variable in given_back(self.code.blocks) if contract is not None else ():
            facts = self.flow.facts_in(label)
            result = None if facts is None else self.flow.value(variable, facts)
            if result is not None and not includes(contract.result, result):
                raise UnsupportedError(UNPROVEN, self.code.loc)

    def rewrite(self) -> None:
        """Rewrite all statements."""
        for label, block in self.code.blocks.items():
            facts = self.flow.facts_in(label) or {}
            block.body = [
                rewritten
                for statement in block.body
                for rewritten in self._rewritten(statement, facts, block.scope)
            ]
        self.code._definitions = build_definitions(self.code.blocks)

    def _rewritten(self, statement: Any, facts: Facts, scope: Any) -> list[Any]:
        value: Any = getattr(statement, "value", None)
        kind = getattr(value, "op", "")
        if kind in OPERATIONS and isinstance(value.fn, RuleOperator):
            return self._guarded(statement, facts, scope)
        if kind == "call":
            return self._called(statement, facts, scope)
        return [statement]

    def _guarded(self, statement: Any, facts: Facts, scope: Any) -> list[Any]:
        """Make the operation of a statement a call of its guarded twin."""
        value, loc = statement.value, statement.value.loc
        twin = GUARDED[value.fn.function]
        called, called_variable = _named(scope, "$guarded", twin, loc)
        place, place_variable = _named(scope, "$site", self._site(statement, facts), loc)
        arguments = [place_variable, *value.list_vars()]
        statement.value = ir.Expr.call(called_variable, arguments, (), loc)
        return [called, place, statement]

    def _site(self, statement: Any, facts: Facts) -> Site:
        value, function = statement.value, statement.value.fn.function
        width, demanded = width_of(self.game, value), self.demand.of(statement.target.name)
        if self.game.defines_operators:
            return Site(width, rules=self.game)
        interval = self.flow.operation(value, facts) if self.flow.known else None
        if interval is None:
            return Site(width, demanded)
        second = interval.operands[-1]
        shifts = function in LEFT or function in RIGHT
        return Site(
            width,
            demanded,
            WORD if interval.exact.fits(WORD) else None,
            second.high if shifts and second.low >= 0 and second.fits(WORD) else None,
            not second.low <= 0 <= second.high,
            all(operand.low >= 0 for operand in interval.operands),
            all(_LARGEST_FLOATS.holds(operand) for operand in interval.operands),
        )

    def _called(self, statement: Any, facts: Facts, scope: Any) -> list[Any]:
        """Take what was promised something for what is called, and keep promises about states."""
        value, loc = statement.value, statement.value.loc
        callee = self.flow.value(value.func, facts) if self.flow.known else None
        if isinstance(callee, Known) and callee.value in COUNTS and len(value.args) == 1:
            number = self.flow.number(value.args[0], facts)
            if number is not None and number.low >= 0:
                called, variable = _named(scope, "$count", COUNTS[callee.value], loc)
                statement.value = ir.Expr.call(variable, value.args, (), loc)
                return [called, statement]
        made = self.contracts.made(self.flow, value, facts) if self.flow.known else None
        if made is not None:
            return self._made(statement, self.contracts.unkept(self.flow, made, facts), scope)
        if isinstance(callee, Known) and isinstance(callee.value, Replacing):
            return self._made(statement, range(len(self.contracts.promises.items)), scope)
        called_code = self.contracts.callee(self.flow, value, facts) if self.flow.known else None
        if called_code is not None and self._gains(*called_code):
            arguments = list(value.args)
            if isinstance(callee, Attribute):
                arguments = [self.flow.source(value.func).value, *arguments]
            called, variable = _named(scope, "$helper", self.game.promised(called_code[0]), loc)
            statement.value = ir.Expr.call(variable, arguments, (), loc)
            return [called, statement]
        return [statement]

    def _gains(self, function: Any, given: list[Meaning]) -> bool:
        """Whether a call keeps a contract that says more than the types of its arguments do."""
        contracts = self.contracts
        if None in given or not contracts.keeps(function, given) or contracts.evident(function):
            return False
        return not isgeneratorfunction(function)

    def _made(self, statement: Any, unkept: Any, scope: Any) -> list[Any]:
        """Have the items of a state looked at that are not proven to be as promised."""
        loc, target = statement.value.loc, statement.target
        bounds = tuple(item for item in self.contracts.promises.bounds if item[0] in unkept)
        if not bounds:
            return [statement]
        state = fresh(scope, "$state", loc)
        made = ir.Assign(statement.value, state, loc)
        called, called_variable = _named(scope, "$kept", kept, loc)
        place, place_variable = _named(scope, "$promise", Promise(bounds, self.game.state), loc)
        looked = ir.Expr.call(called_variable, [place_variable, state], (), loc)
        return [made, called, place, ir.Assign(looked, target, loc)]


def _named(scope: Any, name: str, value: Any, loc: Any) -> tuple[Any, Any]:
    """A statement that gives a value a variable, and the variable."""
    variable = fresh(scope, name, loc)
    return ir.Assign(ir.Global(name, value, loc), variable, loc), variable
