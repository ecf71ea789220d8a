"""Calls that change what they are given: helpers that take a card of the deck they are handed.

Where the compiler moves an expression, a call in it would come too early or too late.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator, Mapping
from types import FunctionType
from typing import Any, Final

from zermelo.native.rewriting.changing import behind, called, changed_on_the_way, root
from zermelo.native.rewriting.filled import callee_of
from zermelo.native.rewriting.source import parsed

_DEPTH: Final = 4  # of helpers that hand on what they are given
_FIRST: Final = {  # functions of Python's that change their first argument
    *("heappush", "heappop", "heapify", "heapreplace", "heappushpop", "insort", "next"),
}


def note_effects(function: Any, outside: FunctionType, inner: Mapping[str, Any]) -> None:
    """Note at each call in the code of a function the variables whose values it changes.

    outside  the function itself
    inner    the functions inside it, by name
    """
    _note(function, outside, inner, _DEPTH)


def _note(function: Any, outside: FunctionType, inner: Mapping[str, Any], depth: int) -> None:
    for call in (part for part in ast.walk(function) if isinstance(part, ast.Call)):
        call.changes = {*_changes(call, outside, inner, depth)} - {""}  # type: ignore[attr-defined]


def _changes(
    call: Any, outside: FunctionType, inner: Mapping[str, Any], depth: int
) -> Iterator[str]:
    if called(call) in _FIRST and call.args:
        yield root(call.args[0])
    if (own := inner.get(getattr(call.func, "id", ""))) is not None:
        names = _names_changed(own)
        parameters = [part.arg for part in ast.walk(own.args) if isinstance(part, ast.arg)]
        yield from names.difference(parameters)
    elif (callee := callee_of(call, outside)) is not None and depth:
        parameters, names = _parameters_changed(callee, depth)
        parameters = parameters[isinstance(call.func, ast.Attribute) :]
    else:
        return
    given = [*zip(parameters, call.args, strict=False)]
    given += [(item.arg, item.value) for item in call.keywords]
    for name, value in given:
        if name in names:
            yield root(value)


@functools.cache
def _parameters_changed(function: FunctionType, depth: int) -> tuple[list[str], set[str]]:
    """The parameters of a function, and the variables whose values it changes."""
    tree = parsed(function)
    if tree is None:
        return [], set()
    _note(tree, function, {}, depth - 1)
    return [part.arg for part in tree.args.args], _names_changed(tree)


def _names_changed(function: Any) -> set[str]:
    """The variables of a function whose values it changes, but for those that it made itself."""
    made = {
        target.id
        for part in function.body
        if isinstance(part, ast.Assign) and not isinstance(part.value, (ast.Name, ast.Subscript))
        for target in part.targets
        if isinstance(target, ast.Name)
    }
    names = changed_on_the_way(function)
    for part in ast.walk(function):
        if isinstance(part, ast.Subscript) and isinstance(part.ctx, (ast.Store, ast.Del)):
            names.add(root(part))
        if isinstance(part, ast.AugAssign) and not _is_number(part.value):
            names.add(root(part.target))
        if isinstance(part, ast.Nonlocal):
            names.update(part.names)
    return names - made


def _is_number(node: Any) -> bool:
    """Whether an expression is arithmetic, so that what it is added to is a number."""
    if isinstance(node, ast.BinOp):
        return _is_number(node.left) or _is_number(node.right)
    return isinstance(node, (ast.Constant, ast.Compare, ast.UnaryOp))


def may_raise(made: Any) -> bool:
    """Whether a generator expression may fail: it divides, calls, or asks for an item."""
    dividing = ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.LShift, ast.RShift
    parts = [part for it in behind(made, made.generators[0]) for part in ast.walk(it)]
    return any(isinstance(part, (ast.Call, ast.Subscript, *dividing)) for part in parts)
