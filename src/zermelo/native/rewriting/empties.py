"""Lists, sets and tuples that begin empty, written so that the compiler sees what they hold.

numba learns what `[]` and `set()` hold from what is put into them. It does not see that of
`x = ()`, of `found if found else []`, of `seen |= more`, and of a list that is set to another one.
"""

from __future__ import annotations

import ast
import copy
from typing import Any

from zermelo.native.rewriting.changing import root
from zermelo.native.rewriting.filled import (
    begins,
    is_list,
    is_set,
    like,
    name_of,
    none_like,
    put_into,
)
from zermelo.native.rewriting.statements import placed


def begin(function: Any) -> None:
    """Rewrite what begins empty in the code of a function."""
    _Choices().visit(function)
    _join_sets(function)
    _open_tuples(function)
    _set_again(function)
    _fill_with_none(function)


# `found if found else []` ------------------------------------------------------------------------


class _Choices(ast.NodeTransformer):
    """Writes `x if test else []`, where it is returned, assigned or looped over, as an `if`."""

    def visit_Return(self, node: Any) -> Any:
        """`return x if test else []`."""
        return self._parted(node, lambda value: [ast.Return(value)])

    def visit_Assign(self, node: Any) -> Any:
        """`found = x if test else []`."""
        (target, *others) = node.targets
        if others or not isinstance(target, ast.Name):
            return node
        return self._parted(node, lambda value: [ast.Assign([copy.deepcopy(target)], value)])

    def visit_For(self, node: Any) -> Any:
        """`for item in (x if test else []):`."""
        self.generic_visit(node)
        choice = node.iter
        if not _is_choice(choice) or node.orelse:
            return node
        if is_list(choice.orelse):
            node.iter, test = choice.body, choice.test
        else:
            node.iter, test = choice.orelse, ast.UnaryOp(ast.Not(), choice.test)
        return placed(ast.If(test, [node], []), node)

    def _parted(self, node: Any, made: Any) -> Any:
        choice = node.value
        if not _is_choice(choice):
            return node
        other = choice.body if is_list(choice.orelse) else choice.orelse
        listed = ast.Call(ast.Name("__listed__", ast.Load()), [other], [])
        empty, full = made(ast.List([], ast.Load())), made(listed)
        if isinstance(empty[0], ast.Assign):
            item = ast.Subscript(copy.deepcopy(listed), ast.Constant(0), ast.Load())
            empty.append(_never(name_of(empty[0].targets[0]), item))
        parts = (full, empty) if other is choice.body else (empty, full)
        return placed(ast.If(choice.test, *parts), node)


def _is_choice(node: Any) -> bool:
    """Whether one of two values is an empty list, and the other is not."""
    return isinstance(node, ast.IfExp) and is_list(node.body) is not is_list(node.orelse)


def _never(name: str, item: Any) -> Any:
    """`if len(name) < 0: name.append(item)`: what numba learns from, and nothing runs."""
    items = ast.Name(name, ast.Load())
    call = ast.Call(ast.Attribute(items, "append", ast.Load()), [item], [])
    size = ast.Call(ast.Name("len", ast.Load()), [items], [])
    return ast.If(ast.Compare(size, [ast.Lt()], [ast.Constant(0)]), [ast.Expr(call)], [])


# `seen |= more` ----------------------------------------------------------------------------------


def _join_sets(function: Any) -> None:
    """`seen |= more` is a method, which numba learns from; for `seen = seen | more` it is ints."""
    begun = [*begins(function, is_set)]
    if not begun:
        return
    names = {name_of(part.targets[0]) for part in begun}
    joined = {
        name_of(part.targets[0])
        for part in ast.walk(function)
        if isinstance(part, ast.Assign) and isinstance(part.value, ast.BinOp)
        if name_of(part.targets[0]) == name_of(part.value.left)
    }
    for part in begun:
        if name_of(part.targets[0]) in joined:
            part.value = placed(none_like(part.value, ast.Constant(0)), part.value)
    _Joining(names).visit(function)


class _Joining(ast.NodeTransformer):
    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_AugAssign(self, node: Any) -> Any:
        """The same, as a method."""
        name = name_of(node.target)
        if name not in self.names or not isinstance(node.op, ast.BitOr):
            return node
        update = ast.Attribute(ast.Name(name, ast.Load()), "update", ast.Load())
        return placed(ast.Expr(ast.Call(update, [node.value], [])), node)


# `kept = ()` -------------------------------------------------------------------------------------


def _open_tuples(function: Any) -> None:
    """Have `kept = ()` be a tuple of open length where others are joined to it."""
    growing = {_grown(part)[0] for part in ast.walk(function)} - {""}
    begun = [part for part in begins(function, _is_tuple) if name_of(part.targets[0]) in growing]
    names = {name_of(part.targets[0]) for part in begun}
    for part in begun:
        items = ast.Name(_kept(name_of(part.targets[0])), ast.Load())
        part.value = placed(ast.Call(ast.Name("__tuple__", ast.Load()), [items], []), part.value)
    if names:
        _Opening(names).visit(function)
        function.body[:0] = [placed(part, function) for part in _lists(names)]


def _kept(name: str) -> str:
    """The list that teaches numba what a variable holds."""
    return f"__kept_{name}"


def _lists(names: set[str]) -> list[Any]:
    return [
        ast.Assign([ast.Name(_kept(name), ast.Store())], ast.List([], ast.Load()))
        for name in sorted(names)
    ]


class _Opening(ast.NodeTransformer):
    """Puts before `kept += (item,)`, and other ways to say so, what numba learns from."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_AugAssign(self, node: Any) -> Any:
        """`kept += (item,)`."""
        return self._with_item(node)

    def visit_Assign(self, node: Any) -> Any:
        """`kept = kept + (item,)`, `kept = (*kept, item)`."""
        return self._with_item(node)

    def _with_item(self, node: Any) -> Any:
        name, item = _grown(node)
        if name not in self.names:
            return node
        return [placed(_never(_kept(name), copy.deepcopy(item)), node), node]


def _grown(node: Any) -> tuple[str, Any]:
    """The name of a tuple that a statement makes longer, and an item that it gets then."""
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
        return name_of(node.target), _item_of(node.value)
    if not isinstance(node, ast.Assign):
        return "", None
    name, value = name_of(node.targets[0]), node.value
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        for one, other in ((value.left, value.right), (value.right, value.left)):
            if name_of(one) == name:
                return name, _item_of(other)
    parts = value.elts if isinstance(value, ast.Tuple) else []
    if any(isinstance(part, ast.Starred) and name_of(part.value) == name for part in parts):
        items = [part for part in parts if not isinstance(part, ast.Starred)]
        return (name, items[0]) if items else ("", None)
    return "", None


def _item_of(items: Any) -> Any:
    if isinstance(items, ast.Tuple) and items.elts and not isinstance(items.elts[0], ast.Starred):
        return items.elts[0]
    return ast.Subscript(items, ast.Constant(0), ast.Load())


# `best = []`, and again `best = [move]`, `best = self.row(move)` --------------------------------


def _set_again(function: Any) -> None:
    """Have a list that begins empty, and is set to another one, learn from that and its items."""
    parts = [*ast.walk(function)]
    begun = [*begins(function, is_list)]
    full = {name_of(part.targets[0]) for part in begins(function, _is_full)}
    filled = {name for part in parts for name, _ in put_into(part)}
    made = {name_of(part.targets[0]) for part in begins(function, _is_made)}
    names = {name_of(part.targets[0]) for part in begun} & (full & filled | made - filled)
    for part in begun:
        if name_of(part.targets[0]) in names:
            kept = ast.Name(_kept(name_of(part.targets[0])), ast.Load())
            part.value = placed(ast.Subscript(kept, ast.Slice(), ast.Load()), part.value)
    if names:
        _Refilling(names).visit(function)
        function.body[:0] = [placed(part, function) for part in _lists(names)]


class _Refilling(ast.NodeTransformer):
    def __init__(self, names: set[str]) -> None:
        self.names = names

    def visit_Assign(self, node: Any) -> Any:
        """`best = [move]`, `best = self.row(move)`."""
        name, value = name_of(node.targets[0]), node.value
        if name not in self.names or not (_is_full(value) or _is_made(value)):
            return node
        item = value.elts[0] if _is_full(value) else _item_of(value)
        return [placed(_never(_kept(name), copy.deepcopy(item)), node), node]


# `best = [None] * 9` -----------------------------------------------------------------------------


def _fill_with_none(function: Any) -> None:
    """Have a list full of None be one of what is put into it, too: `[[None, 0][0]] * 9`."""
    put: dict[str, Any] = {}
    parts = [part for part in ast.walk(function) if isinstance(part, ast.Assign)]
    for part in parts:
        target = part.targets[0]
        if isinstance(target, ast.Subscript) and not _is_none(part.value):
            put.setdefault(root(target), part.value)
    for part in parts:
        value = put.get(name_of(part.targets[0]))
        for made in ast.walk(part.value) if value is not None else ():
            if isinstance(made, ast.ListComp) and _is_none(made.elt):
                made.elt = placed(_none_or(value, function), made)
            elif isinstance(made, ast.List) and len(made.elts) == 1 and _is_none(made.elts[0]):
                made.elts = [placed(_none_or(value, function), made)]


def _none_or(value: Any, function: Any) -> Any:
    """None, in a type that has room for a value, too."""
    both = ast.List([ast.Constant(None), like(value, function)], ast.Load())
    return ast.Subscript(both, ast.Constant(0), ast.Load())


def _is_none(node: Any) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_full(node: Any) -> bool:
    return isinstance(node, ast.List) and bool(node.elts)


def _is_made(node: Any) -> bool:
    """Whether it may be a list that a function or method of the game returns."""
    match node:
        case ast.Call(ast.Attribute(ast.Name("self")) | ast.Name()):
            return True
    return False


def _is_tuple(node: Any) -> bool:
    return isinstance(node, ast.Tuple) and not node.elts
