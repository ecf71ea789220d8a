"""Code that numba learns from what an empty list or dict holds, where nothing else says so.

It is put behind `if len(row) < 0`, which never is so: numba reads it, and nothing runs it.
"""

from __future__ import annotations

import ast
import copy
from typing import Any

from zermelo.native.rewriting.filled import is_list
from zermelo.native.rewriting.statements import ITEM_AT, no_ints, placed


def name_empty_lists(function: Any) -> None:
    """Have `return []` return a variable that the compiler learns the type of.

    It is that of the other lists returned, one of which would be added to it if it were of
    negative length; of ints where these are not known before the function itself is.
    """
    returned = [part for part in ast.walk(function) if isinstance(part, ast.Return)]
    empty = [part for part in returned if is_list(part.value)]
    others = [part for part in returned if part not in empty and part.value is not None]
    if not empty or not others:
        return
    if all(function.name in map(_called, ast.walk(part)) for part in others):
        for part in empty:
            part.value = no_ints(part.value)
        return
    for part in empty:
        part.value = ast.copy_location(ast.Name("__empty", ast.Load()), part)
    _Teaching().visit(function)
    function.body[:0] = [placed(part, function) for part in ast.parse("__empty = []").body]


def open_yields(function: Any) -> None:
    """Have a generator that yields lists among other things yield tuples of open length."""
    yields: list[Any] = [part for part in ast.walk(function) if isinstance(part, ast.Yield)]
    lists = [part for part in yields if isinstance(part.value, (ast.List, ast.ListComp))]
    if len(lists) == len(yields):
        return
    for part in lists:
        call = ast.Call(ast.Name("__tuple__", ast.Load()), [part.value], [])
        part.value = placed(call, part)


def teach_dicts(function: Any) -> None:
    """Have the compiler see what a dict that begins empty holds before it is asked for a key.

    `count.get(key, 0)` is that of no type else, if what it returns is what is put into it.
    """
    parts = [part for part in ast.walk(function) if isinstance(part, (ast.Assign, ast.AnnAssign))]
    empty = {
        getattr(target, "id", "")
        for part in parts
        if isinstance(part.value, ast.Dict) and not part.value.keys
        for target in (part.targets if isinstance(part, ast.Assign) else [part.target])
    } - {""}
    if empty:
        _TeachingDicts(empty).visit(function)


class _TeachingDicts(ast.NodeTransformer):
    """Puts `if len(count) < 0: count[key] = 0` before the statements that ask."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def generic_visit(self, node: Any) -> Any:
        """Statements with what they ask before them."""
        super().generic_visit(node)
        for field in ("body", "orelse"):
            body = getattr(node, field, None)
            if isinstance(body, list):
                setattr(node, field, [made for part in body for made in self._taught(part)])
        return node

    def _taught(self, statement: Any) -> list[Any]:
        if not isinstance(statement, (ast.Assign, ast.Expr, ast.Return)):
            return [statement]
        made: list[Any] = []
        parts: list[Any] = [*ast.walk(statement)]
        for part in parts:
            items, *put = _put_in(part)
            if getattr(items, "id", "") in self.names:
                key, value = map(copy.deepcopy, put)
                inside = ast.Assign([ast.Subscript(items, key, ast.Store())], value)
                size = ast.Call(ast.Name("len", ast.Load()), [items], [])
                test = ast.Compare(size, [ast.Lt()], [ast.Constant(0)])
                made.append(placed(ast.If(test, [inside], []), statement))
        return [*made, statement]


def _put_in(part: Any) -> tuple[Any, ...]:
    """The dict, the key and the value, of a call that says what a dict holds; None of others."""
    if not isinstance(part, ast.Call) or not part.args:
        return (None,)
    owner = part.func.value if isinstance(part.func, ast.Attribute) else None
    if _called(part) in ("get", "setdefault") and len(part.args) > 1:
        return owner, *part.args
    adds = _called(part) in ("append", "add", "extend", "update")
    if adds and isinstance(owner, ast.Subscript):
        row, key = owner.value, owner.slice
    elif adds and _called(owner) == ITEM_AT:
        row, key = owner.args  # type: ignore[union-attr]
    else:
        return (None,)
    value: Any = ast.List([part.args[0]], ast.Load())
    if _called(part) in ("extend", "update"):
        value = ast.Call(ast.Name("__list__", ast.Load()), [part.args[0]], [])
    if _called(part) in ("add", "update"):
        value = ast.Call(ast.Name("__set__", ast.Load()), [value], [])
    return row, key, value


class _Teaching(ast.NodeTransformer):
    def visit_Return(self, node: Any) -> Any:
        """Have the compiler see what a list has in it."""
        if getattr(node.value, "id", "") == "__empty":
            return node
        text = "__given = 0\nif len(__given) < 0:\n    __empty.append(__given[0])\nreturn __given"
        made: Any = ast.parse(text).body
        made[0].value = node.value
        return [placed(_unplaced(part, node.value), node) for part in made]


def _unplaced(made: Any, but: Any) -> Any:
    """Code without its places, but for a part of it."""
    kept = {id(part) for part in ast.walk(but)}
    for part in ast.walk(made):
        for name in part._attributes if id(part) not in kept else ():
            if hasattr(part, name):
                delattr(part, name)
    return made


def _called(node: Any) -> str:
    """The name of the function or method that a call calls."""
    function = getattr(node, "func", None)
    return getattr(function, "attr", getattr(function, "id", ""))
