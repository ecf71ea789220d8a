"""`itertools`, `deque`, `map` and `functools.reduce` as lists and loops, which compile."""

from __future__ import annotations

import ast
import collections
import functools
import itertools
from collections.abc import Callable
from typing import Any, Final

from zermelo.native.rewriting.statements import placed

Maker = Callable[[list[Any], dict[str, Any]], Any]


def neighbours(items: Any) -> Any:
    """`pairwise(items)`."""
    return [(items[i], items[i + 1]) for i in range(len(items) - 1)]


def grouped(items: Any, keys: Any) -> Any:
    """`groupby(items)`, with the keys of the items."""
    size = len(items)
    starts = [place for place in range(size) if place == 0 or keys[place] != keys[place - 1]]
    ends = starts[1:] + [size][: len(starts)]
    return [(keys[start], tuple(items[start:end])) for start, end in zip(starts, ends)]  # noqa: B905


def identity(item: Any) -> Any:
    """The key of `groupby` where none is given."""
    return item


def counting(start: Any, step: Any) -> Any:
    """`count(start, step)`."""
    while True:
        yield start
        start += step


def cycling(items: Any) -> Any:
    """`cycle(items)`."""
    while items:
        for item in items:  # noqa: UP028 - numba has no `yield from`
            yield item


def repeating(item: Any) -> Any:
    """`repeat(item)`."""
    while True:
        yield item


HELPERS: Final = {
    f"__{helper.__name__}__": helper
    for helper in (neighbours, grouped, identity, counting, cycling, repeating)
}


def _called(name: str, *arguments: Any) -> Any:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _product(rows: list[Any], options: dict[str, Any]) -> Any:
    repeat = getattr(options.get("repeat", ast.Constant(1)), "value", None)
    if not isinstance(repeat, int) or not rows:
        return None
    rows = rows * repeat
    names = [f"__part{index}" for index in range(len(rows))]
    loops = [
        ast.comprehension(ast.Name(name, ast.Store()), row, [], 0)
        for name, row in zip(names, rows, strict=True)
    ]
    return ast.ListComp(
        ast.Tuple([ast.Name(name, ast.Load()) for name in names], ast.Load()), loops
    )


def _of_list(helper: str) -> Maker:
    def make(arguments: list[Any], options: dict[str, Any]) -> Any:
        alone = len(arguments) == 1 and not options
        return _called(helper, _called("__list__", arguments[0])) if alone else None

    return make


def _chain(rows: list[Any], _options: dict[str, Any]) -> Any:
    lists = [
        _flat([row.value], {}) if isinstance(row, ast.Starred) else _called("__list__", row)
        for row in rows
    ]
    return functools.reduce(lambda one, other: ast.BinOp(one, ast.Add(), other), lists)


def _flat(arguments: list[Any], _options: dict[str, Any]) -> Any:
    row, item = ast.Name("__row", ast.Load()), ast.Name("__part", ast.Load())
    loops = [
        ast.comprehension(ast.Name("__row", ast.Store()), arguments[0], [], 0),
        ast.comprehension(ast.Name("__part", ast.Store()), row, [], 0),
    ]
    return ast.ListComp(item, loops)


def _deque(arguments: list[Any], options: dict[str, Any]) -> Any:
    if options or len(arguments) > 1:
        return None
    return _called("__list__", arguments[0]) if arguments else ast.List([], ast.Load())


FROM_LEFT: Final = {"popleft": "pop", "appendleft": "insert"}  # of deques, which are lists here


def from_left(call: Any) -> None:
    """Have a method of a deque be that of a list."""
    call.func.attr = FROM_LEFT[call.func.attr]
    call.args.insert(0, ast.copy_location(ast.Constant(0), call))


MADE: Final[dict[Any, Maker]] = {
    collections.deque: _deque,
    itertools.product: _product,
    itertools.pairwise: _of_list("__neighbours__"),
    itertools.chain: _chain,
    itertools.chain.from_iterable: _flat,
}


def called_with(function: Any, arguments: list[Any]) -> Any:
    """A call; that of a method `__getitem__` is an index."""
    if getattr(function, "attr", "") == "__getitem__":
        return ast.Subscript(function.value, arguments[0], ast.Load())
    return ast.Call(function, arguments, [])


def mapped(node: Any) -> Any:
    """`map` or `filter` as a generator expression."""
    function, *rows = node.args
    items = [f"__item{index}" for index in range(len(rows))]
    if isinstance(function, ast.Lambda):
        items = [part.arg for part in function.args.args]
    loaded: list[Any] = [ast.Name(name, ast.Load()) for name in items]
    stored: list[Any] = [ast.Name(name, ast.Store()) for name in items]
    target, over = stored[0], rows[0]
    if len(rows) > 1:
        target = ast.Tuple(stored, ast.Store())
        over = ast.Call(ast.Name("zip", ast.Load()), rows, [])
    if isinstance(function, ast.Lambda):
        value = function.body
    elif isinstance(function, ast.Constant) and function.value is None:
        value = loaded[0]
    else:
        value = called_with(function, loaded)
    is_map = node.func.id == "map"
    loop = ast.comprehension(target, over, [] if is_map else [value], 0)
    return placed(ast.GeneratorExp(value if is_map else loaded[0], [loop]), node)
