"""The code of rules, rewritten before numba infers types: what belongs to them is marked.

`Adopt` marks it, `Guard` (see `guarding`) puts guarded operators in the places of those that are
marked. A rule that is inlined into a kernel is adopted by itself, so that the kernel's own
arithmetic stays bare.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from enum import IntEnum
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final

from numba.core import ir
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import build_definitions, get_definition, guard, mk_unique_var
from numba.core.postproc import PostProcessor

from zermelo.native.constants import ragged
from zermelo.native.ints.guards import GUARDED
from zermelo.native.ints.states import replacing, word
from zermelo.native.ints.wideops import METHODS
from zermelo.native.proof.demand import OPERATIONS
from zermelo.native.proof.maybenone import ASKED_OF_NONE, PARTED, may_be_none, surely
from zermelo.native.proof.recursing import calls_itself, method_of

CONSTANTS: Final = (FunctionType, int, tuple, list, dict, set, frozenset)  # of classes, modules
MOVES: Final = ("moves", "candidates")  # rules that yield ints of one word
_OF_MATH: Final = (math.prod, math.isqrt, math.comb)  # which have stand-ins
NUMBERS: Final = (  # and those that return them, or floats
    *("player", "outcome", "evaluate", "order", "foresee", "assured", "reply", "move_count"),
    *("move_at", "action", "remaining", "tier", "key", "score", "tier_size", "index"),
    "stabiliser",
)


class RuleOperator:
    """An operator in the code of a rule, before it is known what it may lose."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def __repr__(self) -> str:
        return f"{self.function.__name__} of a rule"


def adopting_game(state: Any) -> Any:
    """The compile-time type of the game whose rule, or helper of a rule, is compiled; or None."""
    game = state.get("rules_of")
    if game is not None or not state.args:
        return game
    first = state.args[0]
    is_rule = getattr(first, "is_rule", None)
    return first if is_rule is not None and is_rule(state.func_id.func) else None


@register_pass(mutates_CFG=True, analysis_only=False)
class Adopt(FunctionPass):
    """A pass of the compiler, for rules that are compiled by themselves."""

    _name = "adopt"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Adopt the function if it is a rule."""
        game = adopting_game(state)
        if game is None:
            return False
        adopt(state.func_ir, game)
        return True


# Adopting ----------------------------------------------------------------------------------------


def adopt(function: Any, game: Any) -> None:
    """Rewrite a function of the rules of `game`, a compile-time type."""
    name = function.func_id.func_name if game.is_rule(function.func_id.func) else ""
    for block in function.blocks.values():
        block.body = [
            rewritten
            for statement in block.body
            for rewritten in _adopted(function, game, statement, name, block.scope)
        ]
    function._definitions = build_definitions(function.blocks)
    PostProcessor(function).run()


def _adopted(function: Any, game: Any, statement: Any, name: str, scope: Any) -> Iterator[Any]:
    """The statements that take the place of one in the rule `name`."""
    value = getattr(statement, "value", None)
    if isinstance(statement, ir.Return) and name in NUMBERS:
        yield from _called(word, statement, "value", scope)
    elif isinstance(value, ir.Yield) and name in MOVES:
        yield from _called(word, value, "value", scope, statement.loc)
    elif isinstance(value, (ir.Global, ir.FreeVar, ir.Const)):
        statement.value = _constant(game, value)
    elif isinstance(value, ir.Expr):
        if value.op in PARTED and may_be_none(function, game, value.value):
            yield from _called(surely, value, "value", scope)
        yield from _adopted_expression(function, game, statement, scope)
    yield statement


def _called(marker: Any, holder: Any, field: str, scope: Any, loc: Any = None) -> Iterator[Any]:
    """Put `marker(x)` in the place of the variable x in a field of a statement or value."""
    loc = loc or holder.loc
    called, result = (fresh(scope, name, loc) for name in ("$marker", "$marked"))
    yield ir.Assign(ir.Global(repr(marker), marker, loc), called, loc)
    yield ir.Assign(ir.Expr.call(called, [getattr(holder, field)], (), loc), result, loc)
    setattr(holder, field, result)


def fresh(scope: Any, name: str, loc: Any) -> Any:
    """A variable of this name, which no other has."""
    return scope.define(mk_unique_var(name), loc)


def _constant(game: Any, value: Any) -> Any:
    """A constant of the code as the compiler should see it."""
    meant = game.constant(value.value)
    if meant is value.value:
        return value
    if isinstance(value, ir.Const):
        return ir.Global("constant", meant, value.loc)
    return ir.Global(value.name, meant, value.loc)


def _adopted_expression(function: Any, game: Any, statement: Any, scope: Any) -> Iterator[Any]:
    """Mark an operator, or find the function that a module holds; else leave as it is."""
    value = statement.value
    if value.op in OPERATIONS and (stand_in := ASKED_OF_NONE.get(value.fn)):
        operands = [value.value] if value.op == "unary" else [value.lhs, value.rhs]
        if any(may_be_none(function, game, operand) for operand in operands):
            called = fresh(scope, "$asked", value.loc)
            yield ir.Assign(ir.Global(stand_in.__name__, stand_in, value.loc), called, value.loc)
            statement.value = ir.Expr.call(called, operands, (), value.loc)
    elif value.op in OPERATIONS and value.fn in GUARDED:
        value.fn = RuleOperator(value.fn)
        if value.op == "inplace_binop":
            value.immutable_fn = RuleOperator(value.immutable_fn)
    elif value.op == "getattr" and value.attr in METHODS:
        statement.value = ir.Global(value.attr, METHODS[value.attr], value.loc)
    elif value.op == "getattr" and value.attr == "_replace":
        statement.value = ir.Const(None, value.loc)  # the call finds it by its definition
    elif value.op == "getattr" and (method := _of_tuple(function, game, value)) is not None:
        if not isinstance(method, (property, FunctionType)):
            statement.value = _constant(game, ir.Global(value.attr, method, value.loc))
        elif isinstance(method, property):
            called = fresh(scope, "$property", value.loc)
            asked = ir.Global(value.attr, game.constant(method.fget), value.loc)
            yield ir.Assign(asked, called, value.loc)
            statement.value = ir.Expr.call(called, [value.value], (), value.loc)
        else:
            statement.value = ir.Global(value.attr, game.constant(method), value.loc)
    elif value.op == "getattr" and (method := _recursive(function, game, value)) is not None:
        statement.value = ir.Global(value.attr, game.constant(method), value.loc)
    elif value.op == "getattr":
        owner: Any = guard(get_definition, function, value.value)
        constant = _outside(owner)
        if isinstance(constant, tuple) and value.attr in ("index", "count"):
            items = ragged(constant)
            if items is not None:  # numba knows each item by itself, and no method of those
                value.value = fresh(scope, "$items", value.loc)
                yield ir.Assign(ir.Global("items", items, value.loc), value.value, value.loc)
        if isinstance(constant, (ModuleType, type)):
            member = getattr(constant, value.attr, None)
            if isinstance(member, MethodType):  # of the class
                member = member.__func__
            if isinstance(member, CONSTANTS) or any(member is known for known in _OF_MATH):
                statement.value = _constant(game, ir.Global(value.attr, member, value.loc))
    elif value.op == "call" and (made := _operation(function, value)) is not None:
        statement.value = made
    elif value.op == "call" and (left_out := _left_out(function, value)):
        for name, default in left_out.items():
            given = fresh(scope, "$default", value.loc)
            yield ir.Assign(ir.Global(name, game.constant(default), value.loc), given, value.loc)
            value.kws = [*value.kws, (name, given)]
    elif value.op == "call" and _is_enum(guard(get_definition, function, value.func)):
        value.func = fresh(scope, "$int", value.loc)
        yield ir.Assign(ir.Global("int", int, value.loc), value.func, value.loc)
    elif value.op == "call" and (owner := _owner(function, game, value.func)) is not None:
        value.args = [owner, *value.args]
    elif value.op == "call" and not value.vararg:
        yield from _adopted_method(function, statement, scope)


def _operation(function: Any, call: Any) -> Any:
    """The operator that a call of a function of the module `operator` is, or None."""
    called: Any = guard(get_definition, function, call.func)
    meant = _outside(called)
    if getattr(called, "op", "") == "getattr":
        owner = _outside(guard(get_definition, function, called.value))
        meant = getattr(owner, called.attr, None) if isinstance(owner, ModuleType) else None
    if not isinstance(meant, BuiltinFunctionType) or meant not in GUARDED or call.vararg:
        return None
    alone = len(call.args) == 1
    made = (ir.Expr.unary if alone else ir.Expr.binop)(meant, *call.args, call.loc)
    made.fn = RuleOperator(meant)
    return made


def _left_out(function: Any, call: Any) -> dict[str, Any]:
    """The fields of a named tuple that a call of its class leaves to their defaults."""
    called: Any = _outside(guard(get_definition, function, call.func))
    if call.vararg or not isinstance(called, type) or not hasattr(called, "_field_defaults"):
        return {}
    given = {*called._fields[: len(call.args)], *dict(call.kws)}
    return {name: value for name, value in called._field_defaults.items() if name not in given}


def _is_enum(called: Any) -> bool:
    """Whether it is a class of named ints, which are plain ints in compiled code."""
    outside = _outside(called)
    return isinstance(outside, type) and issubclass(outside, IntEnum)


def _of_tuple(function: Any, game: Any, asked: Any) -> Any:
    """The method or property of a named tuple of the game that a `getattr` asks for, or None."""
    member = game.tuple_members.get(asked.attr)
    owner: Any = guard(get_definition, function, asked.value)
    is_game = isinstance(owner, ir.Arg) and owner.name == "self"
    is_game = is_game and hasattr(type(game.game), asked.attr)
    return None if member is None or is_game or isinstance(_outside(owner), type) else member


def _recursive(function: Any, game: Any, asked: Any) -> Any:
    """The method of the game, one that calls itself, that a `getattr` asks for; else None."""
    owner: Any = guard(get_definition, function, asked.value)
    is_game = isinstance(owner, ir.Arg) and owner.name == "self"
    kind: Any = type(game.game)
    return method_of(kind, asked.attr) if is_game and calls_itself(kind, asked.attr) else None


def _owner(function: Any, game: Any, called: Any) -> Any:
    """The game, named tuple or class of which a call calls a method as a function; else None."""
    method: Any = guard(get_definition, function, called)
    if getattr(method, "op", "") != "getattr":
        return None
    if _recursive(function, game, method) is not None:
        return method.value
    above = _outside(guard(get_definition, function, method.value))
    if isinstance(above, type) and isinstance(getattr(above, method.attr, None), MethodType):
        return method.value
    owner = _of_tuple(function, game, method)
    return method.value if isinstance(owner, FunctionType) else None


def _outside(made: Any) -> Any:
    """The value of a variable from outside the function; else None."""
    return made.value if isinstance(made, (ir.Global, ir.FreeVar)) else None


def _adopted_method(function: Any, statement: Any, scope: Any) -> Iterator[Any]:
    """A method of ints, which is a function by now, or a named tuple with fields replaced."""
    value = statement.value
    method: Any = guard(get_definition, function, value.func)
    owner = method.value if getattr(method, "op", "") == "getattr" and not value.args else None
    if owner is not None and method.attr in METHODS and not value.kws:
        value.args = [owner]
    elif value.kws and (
        (owner is not None and method.attr == "_replace") or _is_replace(function, method)
    ):
        fields, items = zip(*value.kws, strict=True)
        marker, called = replacing(fields), fresh(scope, "$marker", value.loc)
        yield ir.Assign(ir.Global(repr(marker), marker, value.loc), called, value.loc)
        replaced = value.args if owner is None else [owner]
        statement.value = ir.Expr.call(called, [*replaced, *items], (), value.loc)


def _is_replace(function: Any, called: Any) -> bool:
    """Whether it is `dataclasses.replace`, which compiled code asks of named tuples."""
    if getattr(called, "op", "") == "getattr" and called.attr == "replace":
        return _outside(guard(get_definition, function, called.value)) is dataclasses
    return _outside(called) is dataclasses.replace
