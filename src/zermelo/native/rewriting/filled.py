"""Lists and sets that begin empty and that a helper fills: its code tells what they hold.

They hold ints, or tuples of ints where the code shows that it puts these in. Where that is wrong,
the compiler refuses it.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any, Final

from zermelo.native.rewriting.source import parsed
from zermelo.native.rewriting.statements import placed

_PUTTING: Final = ("append", "add", "insert", "extend", "update")
_DEPTH: Final = 3  # of helpers that hand on what they are given


def fill(function: Any, outside: FunctionType) -> None:
    """Say what it holds, in the code of a function; `outside` is the function itself."""
    _default(function, outside)
    _fill_elsewhere(function, outside)


# `if seen is None: seen = set()` -----------------------------------------------------------------


def _default(function: Any, outside: FunctionType) -> None:
    """Have what a function gets, and a default made in it, be variables of their own."""
    optional = function.args.args[len(function.args.args) - len(outside.__defaults__ or ()) :]
    for parameter, default in zip(optional, outside.__defaults__ or (), strict=True):
        name, own = parameter.arg, f"__own_{parameter.arg}"
        using = (i for i, it in enumerate(function.body) if name in map(name_of, ast.walk(it)))
        place = next(using, None)
        if place is None or default is not None or not _sets_default(function.body[place], name):
            continue
        statement = function.body[place]
        (made,) = statement.body
        if is_set(made.value) or is_list(made.value):
            put = (item for part in ast.walk(function) for to, item in put_into(part) if to == name)
            kind = like(next(put, None), function)
            made.value = placed(none_like(made.value, kind), made.value)
        made.targets = [placed(ast.Name(own, ast.Store()), made)]
        given = ast.Assign([ast.Name(own, ast.Store())], ast.Name(name, ast.Load()))
        statement.orelse = [placed(given, statement)]
        for part in function.body[place + 1 :]:
            _Renaming(name, own).visit(part)


def _sets_default(statement: Any, name: str) -> bool:
    match statement:
        case ast.If(
            test=ast.Compare(ast.Name(asked), [ast.Is()], [ast.Constant(None)]),
            body=[ast.Assign([ast.Name(made)])],
            orelse=[],
        ):
            return asked == made == name
    return False


class _Renaming(ast.NodeTransformer):
    def __init__(self, name: str, other: str) -> None:
        self.name, self.other = name, other

    def visit_Name(self, node: Any) -> Any:
        """The variable by its other name."""
        node.id = self.other if node.id == self.name else node.id
        return node


# `seen = set(); self.fill(cell, seen)` -----------------------------------------------------------


def _fill_elsewhere(function: Any, outside: FunctionType) -> None:
    """Say what an empty list or set holds that only a helper fills."""
    parts = [*ast.walk(function)]
    here = {name for part in parts for name, _ in put_into(part)}
    for part in [*begins(function, is_set), *begins(function, is_list)]:
        name = name_of(part.targets[0])
        if name in here:
            continue
        calls = [call for call in parts if isinstance(call, ast.Call) and name in _given(call)]
        if calls:
            kind = _kind_put(calls[0], name, function, outside, _DEPTH)
            part.value = placed(none_like(part.value, kind), part.value)
    for call in parts:
        if isinstance(call, ast.Call) and callee_of(call, outside):
            for index, given in enumerate(call.args):
                if is_list(given) or is_set(given):
                    kind = _kind_at(call, index, function, outside, _DEPTH)
                    call.args[index] = placed(none_like(given, kind), given)


def _given(call: Any) -> list[str]:
    return [name_of(given) for given in call.args]


def _kind_put(call: Any, name: str, function: Any, outside: FunctionType, depth: int) -> Any:
    return _kind_at(call, _given(call).index(name), function, outside, depth)


def _kind_at(call: Any, index: int, function: Any, outside: FunctionType, depth: int) -> Any:
    """The like of what the callee puts into its argument at an index: 0, or a tuple of zeros."""
    callee = callee_of(call, outside)
    tree = parsed(callee) if callee is not None and depth else None
    if callee is None or tree is None:
        return ast.Constant(0)
    parameters = [part.arg for part in tree.args.args]
    offset = int(isinstance(call.func, ast.Attribute) and parameters[:1] == ["self"])
    if index + offset >= len(parameters):
        return ast.Constant(0)
    name = parameters[index + offset]
    for part in ast.walk(tree):
        for put, item in put_into(part):
            if put == name:
                kind = like(item, tree)
                if name_of(item) in parameters[offset:] and isinstance(kind, ast.Constant):
                    place = parameters.index(name_of(item)) - offset
                    return like(call.args[place], function) if place < len(call.args) else kind
                return kind
    for part in ast.walk(tree):
        if (
            isinstance(part, ast.Call)
            and name in _given(part)
            and callee_of(part, callee) != callee
        ):
            return _kind_put(part, name, tree, callee, depth - 1)
    return ast.Constant(0)


def callee_of(call: Any, outside: FunctionType) -> FunctionType | None:
    """The function, or method of the same class, that a call calls."""
    names = outside.__globals__
    if isinstance(call.func, ast.Name):
        found = names.get(call.func.id)
    elif isinstance(call.func, ast.Attribute) and name_of(call.func.value) == "self":
        owner = names.get(outside.__qualname__.split(".")[0])
        found = inspect.getattr_static(owner, call.func.attr, None)
    else:
        found = None
    return found if isinstance(found, FunctionType) else None


def put_into(node: Any) -> Iterator[tuple[str, Any]]:
    """The variables that a part of the code puts something into, each with that."""
    method = node.func if isinstance(node, ast.Call) and node.args else None
    if isinstance(method, ast.Attribute) and method.attr in _PUTTING:
        yield name_of(method.value), _first(node.args[-1], method.attr)
    if isinstance(node, ast.AugAssign):
        yield name_of(node.target), _first(node.value, "update")


def _first(item: Any, how: str) -> Any:
    """The item that a method puts in, or the first of a collection."""
    if how in ("extend", "update") and isinstance(item, (ast.Set, ast.List, ast.Tuple)):
        return item.elts[0] if item.elts else item
    return getattr(item, "elt", item)


def like(value: Any, function: Any) -> Any:
    """0, or a tuple of zeros, like a value in the code of a function."""
    if isinstance(value, ast.Tuple):
        return ast.Tuple([like(item, function) for item in value.elts], ast.Load())
    if isinstance(value, ast.Call) and name_of(value.func) == "tuple" and value.args:
        none = none_like(ast.List([], ast.Load()), ast.Constant(0))
        return ast.Call(value.func, [none], [])
    name = name_of(value)
    for part in ast.walk(function) if name else ():
        if not isinstance(part, ast.Assign):
            continue
        (target,) = part.targets[:1]
        if name_of(target) == name and isinstance(part.value, ast.Tuple):
            return like(part.value, function)
        if name_of(part.value) == name and isinstance(target, ast.Tuple):
            return ast.Tuple([ast.Constant(0) for _ in target.elts], ast.Load())
    return ast.Constant(0)


# Expressions -------------------------------------------------------------------------------------


def none_like(empty: Any, kind: Any) -> Any:
    """An empty list or set, of values like `kind`."""
    comprehension: Any = ast.SetComp if is_set(empty) else ast.ListComp
    none = ast.Call(ast.Name("range", ast.Load()), [ast.Constant(0)], [])
    return comprehension(kind, [ast.comprehension(ast.Name("__none", ast.Store()), none, [], 0)])


def begins(function: Any, is_empty: Callable[[Any], bool]) -> Iterator[Any]:
    """The statements that set a variable to something empty."""
    parts: list[Any] = [*ast.walk(function)]
    for part in parts:
        alone = isinstance(part, ast.Assign) and len(part.targets) == 1
        if alone and name_of(part.targets[0]) and is_empty(part.value):
            yield part


def is_list(node: Any) -> bool:
    """Whether an expression is `[]`."""
    return isinstance(node, ast.List) and not node.elts


def is_set(node: Any) -> bool:
    """Whether it is `set()`."""
    return isinstance(node, ast.Call) and name_of(node.func) == "set" and not node.args


def name_of(node: Any) -> str:
    """The name of a variable; empty of other expressions."""
    return node.id if isinstance(node, ast.Name) else ""
