"""`Counter` and `defaultdict` as dicts that are asked for what they may lack."""

from __future__ import annotations

import ast
import collections
import copy
from collections.abc import Callable, Iterator
from typing import Any, Final

from zermelo.native.rewriting.statements import ITEM_AT, Statements, is_item_begun, placed

_DEFAULTS: Final = {"int": "setdefault", "list": ITEM_AT, "set": ITEM_AT}  # of a `defaultdict`


class Counting(Statements):
    """Rewrites statements that count; `counting` are the variables for dicts that do, and how."""

    counting: dict[str, str]

    def meant(self, node: Any) -> Any:
        """The value of a name outside the function."""
        raise NotImplementedError

    def inside(self, node: Any) -> None:
        """Rewrite what is in a comprehension."""
        raise NotImplementedError

    def lift(self, node: Any, generators: list[Any], template: str, **given: Any) -> Any:
        """A call of a new function, made by a template."""
        raise NotImplementedError

    def how_it_counts(self, node: Any) -> str:
        """How a dict that a call makes is asked for what it may lack; empty of other values."""
        meant = self.meant(node.func) if isinstance(node, ast.Call) else None
        if meant is collections.defaultdict and len(node.args) == 1:
            return _DEFAULTS.get(_name(node.args[0]), "")
        return "get" if meant is collections.Counter else ""

    def visit_Subscript(self, node: Any) -> Any:  # noqa: N802
        """A key that a dict lacks which counts has 0, or a new list or set."""
        how = self.counting.get(_name(node.value)) or self.how_it_counts(node.value)
        if isinstance(node.ctx, ast.Load) and how == ITEM_AT:
            called = ast.Call(ast.Name(ITEM_AT, ast.Load()), [node.value, node.slice], [])
            return self.visit(placed(called, node))
        if isinstance(node.ctx, ast.Load) and how:
            asked = ast.Attribute(node.value, how, ast.Load())
            return self.visit(placed(ast.Call(asked, [node.slice, ast.Constant(0)], []), node))
        return self.generic_visit(node)

    def visit_AugAssign(self, node: Any) -> Any:  # noqa: N802
        """`count[key] += 1`, of a dict that counts, is an assignment."""
        target = node.target
        if isinstance(target, ast.Subscript) and _name(target.value) in self.counting:
            before = copy.deepcopy(target)
            before.ctx = ast.Load()
            value = ast.BinOp(before, node.op, node.value)
            return self.visit(placed(ast.Assign([target], value), node))
        return super().visit_AugAssign(node)

    def counted(self, node: Any) -> Any:
        """`Counter` and `defaultdict` are dicts."""
        if self.meant(node.func) is collections.defaultdict or not node.args:
            return placed(ast.Dict([], []), node)
        (first,) = node.args
        if not isinstance(first, ast.GeneratorExp):
            loop = ast.comprehension(ast.Name("__item", ast.Store()), first, [], 0)
            first = placed(ast.GeneratorExp(ast.Name("__item", ast.Load()), [loop]), node)
        self.inside(first)
        return self.lift(node, first.generators, "counter", ITEM=first.elt)


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


def assigned(function: Any, kind: Callable[[Any], str]) -> Iterator[tuple[str, str]]:
    """The variables that are given values of a kind, each with that."""
    for part in ast.walk(function):
        if isinstance(part, (ast.Assign, ast.AnnAssign)) and (of := kind(part.value)):
            for target in part.targets if isinstance(part, ast.Assign) else [part.target]:
                yield _name(target), of
