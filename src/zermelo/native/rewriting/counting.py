"""`Counter` and `defaultdict` as dicts that are asked for what they may lack."""

from __future__ import annotations

import ast
import collections
import copy
import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any, Final

from zermelo.native.rewriting.filled import callee_of
from zermelo.native.rewriting.source import parsed
from zermelo.native.rewriting.statements import ITEM_AT, Statements, is_item_begun, placed
from zermelo.native.rewriting.unreadable import UnreadableError

_DEFAULTS: Final = {"int": "setdefault", "list": ITEM_AT, "set": ITEM_AT}  # of a `defaultdict`
_ADDING: Final = {  # to the list or set that a dict has at a key, in its place
    ast.Add: "extend",
    ast.BitOr: "update",
    ast.Sub: "difference_update",
    ast.BitAnd: "intersection_update",
    ast.BitXor: "symmetric_difference_update",
}


class Counting(Statements):
    """Rewrites statements that count; `counting` are the variables for dicts that do, and how."""

    counting: dict[str, str]
    rule: Any  # the function itself

    def meant(self, node: Any) -> Any:
        """The value of a name outside the function."""
        raise NotImplementedError

    def inside(self, node: Any) -> None:
        """Rewrite what is in a comprehension."""
        raise NotImplementedError

    def generating(self, rows: Any) -> Any:
        """The generator expression that something to loop over is."""
        raise NotImplementedError

    def lift(self, node: Any, generators: list[Any], template: str, **given: Any) -> Any:
        """A call of a new function, made by a template."""
        raise NotImplementedError

    def how_it_counts(self, node: Any) -> str:
        """How a dict that a call makes is asked for what it may lack; empty of other values."""
        if not isinstance(node, ast.Call):
            return self.counting.get(_name(node), "")
        callee = callee_of(node, self.rule)
        return returned(callee) if callee is not None else _how(node, self.meant(node.func))

    def visit_Delete(self, node: Any) -> Any:  # noqa: N802
        """`del row[place]` is a method, known of more dicts; a `Counter` may lack the key."""
        (target, *others) = node.targets
        if others or not isinstance(target, ast.Subscript) or isinstance(target.slice, ast.Slice):
            return self.generic_visit(node)
        lacked = [ast.Constant(0)] if self.how_it_counts(target.value) == "get" else []
        pop = ast.Attribute(target.value, "pop", ast.Load())
        call = ast.Call(pop, [target.slice, *lacked], [])
        return self.visit(placed(ast.Expr(call), node))

    def refuse_plain(self, node: Any) -> None:
        """Refuse what a `Counter` does and a dict does otherwise."""
        if isinstance(node, ast.Compare):
            sides = [_name(side) for side in (node.left, *node.comparators)]
            if any(self.counting.get(name) == "get" for name in sides) and any(
                isinstance(how, (ast.Eq, ast.NotEq)) for how in node.ops
            ):
                raise UnreadableError(node, "Counters that may hold 0: compare their items")
        elif _attribute(node.func) in ("update", "subtract"):
            if self.how_it_counts(node.func.value) == "get":
                raise UnreadableError(node, "update of a Counter: write a loop that counts")
        elif (callee := callee_of(node, self.rule)) is not None:
            names = asked(callee)
            for place, given in enumerate(node.args):
                if self.how_it_counts(given) and place in names:
                    why = f"{callee.__name__} asks a dict that counts: have it call .get(key, 0)"
                    raise UnreadableError(node, why)

    def is_builtin(self, node: Any, *names: str) -> bool:
        """Whether a name stands for one of these built-in functions."""
        raise NotImplementedError

    def visit_Subscript(self, node: Any) -> Any:  # noqa: N802
        """A key that a dict lacks which counts has 0, or a new list or set.

        A part of a range, such as `range(4)[::-1]`, is one of a list.
        """
        rows = getattr(node.value, "func", None)
        if isinstance(node.slice, ast.Slice) and self.is_builtin(rows, "range"):
            items = ast.Call(ast.Name("__list__", ast.Load()), [node.value], [])
            return self.generic_visit(placed(ast.Subscript(items, node.slice, node.ctx), node))
        how = self.how_it_counts(node.value)
        if isinstance(node.ctx, ast.Load) and how == ITEM_AT:
            called = ast.Call(ast.Name(ITEM_AT, ast.Load()), [node.value, node.slice], [])
            return self.visit(placed(called, node))
        if isinstance(node.ctx, ast.Load) and how:
            asked = ast.Attribute(node.value, how, ast.Load())
            return self.visit(placed(ast.Call(asked, [node.slice, ast.Constant(0)], []), node))
        return self.generic_visit(node)

    def visit_AugAssign(self, node: Any) -> Any:  # noqa: N802
        """`count[key] += 1`, of a dict that counts, is an assignment; a list there is extended."""
        target = node.target
        how = self.how_it_counts(target.value) if isinstance(target, ast.Subscript) else ""
        if how == ITEM_AT and type(node.op) in _ADDING:
            item = ast.Call(ast.Name(ITEM_AT, ast.Load()), [target.value, target.slice], [])
            method = ast.Attribute(item, _ADDING[type(node.op)], ast.Load())
            return self.visit(placed(ast.Expr(ast.Call(method, [node.value], [])), node))
        if how == ITEM_AT:
            place, times = ast.unparse(target), ast.unparse(node.value)
            why = f"this changes a list in its place: write {place} = {place} * {times}"
            raise UnreadableError(node, why)
        if how:
            before = copy.deepcopy(target)
            before.ctx = ast.Load()
            value = ast.BinOp(before, node.op, node.value)
            return self.visit(placed(ast.Assign([target], value), node))
        return super().visit_AugAssign(node)

    def counted(self, node: Any) -> Any:
        """`Counter` and `defaultdict` are dicts."""
        is_dict = any(isinstance(it, ast.Dict) or self.how_it_counts(it) for it in node.args)
        if node.keywords or is_dict:
            raise UnreadableError(node, "a Counter of a dict: write a loop that counts")
        if self.meant(node.func) is collections.defaultdict or not node.args:
            return placed(ast.Dict([], []), node)
        (first,) = node.args
        first = self.generating(first) or first
        if not isinstance(first, ast.GeneratorExp):
            if isinstance(first, (ast.Name, ast.Attribute, ast.Subscript)):
                first = ast.Call(ast.Name("__no_dict__", ast.Load()), [first], [])
            loop = ast.comprehension(ast.Name("__item", ast.Store()), first, [], 0)
            first = placed(ast.GeneratorExp(ast.Name("__item", ast.Load()), [loop]), node)
        self.inside(first)
        return self.lift(node, first.generators, "counter", ITEM=first.elt)


def _how(call: Any, meant: Any) -> str:
    """How the dict that a call makes is asked; `meant` is the function that it calls."""
    if meant is collections.defaultdict and len(call.args) == 1:
        return _DEFAULTS.get(_name(call.args[0]), "")
    return "get" if meant is collections.Counter else ""


@functools.cache
def returned(function: FunctionType) -> str:
    """How the dict that a function returns is asked for what it may lack; empty of others."""
    known = {"Counter", "defaultdict"}.isdisjoint(function.__code__.co_names)
    tree = None if known else parsed(function)
    if tree is None:
        return ""

    def how(node: Any) -> str:
        name = _name(getattr(node, "func", None)) or _attribute(getattr(node, "func", None))
        outside = function.__globals__.get(name, getattr(collections, name, None))
        return _how(node, outside) if isinstance(node, ast.Call) else ""

    kinds = assigned(tree, how)
    values = [part.value for part in ast.walk(tree) if isinstance(part, ast.Return)]
    found = [kinds.get(_name(value)) or how(value) for value in values]
    return next(filter(None, found), "")


@functools.cache
def asked(function: FunctionType) -> frozenset[int]:
    """The places of a function's arguments that it asks for a key, `self` left out."""
    tree = parsed(function)
    if tree is None:
        return frozenset()
    keyed = [part.value for part in ast.walk(tree) if isinstance(part, ast.Subscript)]
    names = {*map(_name, keyed)}
    given = [part.arg for part in tree.args.args if part.arg != "self"]
    return frozenset(place for place, name in enumerate(given) if name in names)


def surely_got(call: Any) -> Any:
    """`count.get(key, 0)` is no None, as numba has it; `setdefault(key, [])` is an item."""
    if is_item_begun(call):
        call.func, call.args = ast.Name(ITEM_AT, ast.Load()), [call.func.value, call.args[0]]
        return placed(call, call)
    got = isinstance(call.func, ast.Attribute) and call.func.attr in ("get", "setdefault")
    default = call.args[1] if got and len(call.args) == 2 else None
    if not isinstance(getattr(default, "value", None), int):
        return call
    return placed(ast.Call(ast.Name("__surely__", ast.Load()), [call], []), call)


def _name(node: Any) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _attribute(node: Any) -> str:
    return node.attr if isinstance(node, ast.Attribute) else ""


def assigned(function: Any, kind: Callable[[Any], str]) -> dict[str, str]:
    """The variables that are given values of a kind, each with that; also from each other."""
    found: dict[str, str] = {}
    parts = [part for part in ast.walk(function) if isinstance(part, (ast.Assign, ast.AnnAssign))]
    for part in parts:
        if of := kind(part.value) or found.get(_name(part.value), ""):
            targets = part.targets if isinstance(part, ast.Assign) else [part.target]
            found |= {target.id: of for target in targets if isinstance(target, ast.Name)}
    return found
