"""`reduce`, and functions of `itertools` that take one, stop early or never end, as loops."""

from __future__ import annotations

import ast
import contextlib
import functools
import itertools
import operator
from collections.abc import Callable
from types import BuiltinFunctionType
from typing import Any, Final

from zermelo.native.rewriting.combining import called_with, operation
from zermelo.native.rewriting.counting import Counting
from zermelo.native.rewriting.statements import placed
from zermelo.native.rewriting.unreadable import UnreadableError

_GETTING: Final = (operator.itemgetter, operator.attrgetter, functools.partial)
_MOST_CHOSEN: Final = 6  # items of a combination or permutation


class Iterating(Counting):
    """Rewrites these calls; the subclass lifts what they become out of the rule."""

    def knowing(self, *names: str) -> contextlib.AbstractContextManager[None]:
        """While these, too, are variables."""
        raise NotImplementedError

    def keyed(self, key: Any) -> dict[str, Any]:
        """The key of an item, and the name that the item has in it."""
        raise NotImplementedError

    def iterated(self, node: Any) -> Any:
        """The code that takes the place of a call; None for calls of other functions."""
        meant = self.meant(node.func)
        is_one = isinstance(meant, (type, BuiltinFunctionType))
        make = MAKERS.get(meant) if is_one else None
        return make(self, node) if make is not None else None

    def getting(self, function: Any) -> Any:
        """`itemgetter`, `attrgetter` and `partial` as lambdas; other functions as they are."""
        meant = self.meant(function.func) if isinstance(function, ast.Call) else None
        if meant not in _GETTING or not function.args:
            return function
        item: Any = ast.Name("__item", ast.Load())
        if meant is functools.partial:
            first, *given = function.args
            parts: list[Any] = [ast.Call(first, [*given, item], function.keywords)]
        elif meant is operator.itemgetter:
            parts = [ast.Subscript(item, key, ast.Load()) for key in function.args]
        else:
            names = [getattr(key, "value", "") for key in function.args]
            parts = [ast.Attribute(item, name, ast.Load()) for name in names]
        body = parts[0] if len(parts) == 1 else ast.Tuple(parts, ast.Load())
        args = ast.arguments([], [ast.arg("__item")], None, [], [], None, [])
        return placed(ast.Lambda(args, body), function)

    def is_endless(self, node: Any) -> bool:
        """Whether a call makes what has no end."""
        meant = self.meant(node.func) if isinstance(node, ast.Call) else None
        alone = meant is itertools.repeat and len(node.args) == 1 and not node.keywords
        return alone or meant in (itertools.count, itertools.cycle)

    def ending(self, node: Any) -> None:
        """Refuse a call that makes what has no end, where all of it would be made."""
        if self.is_endless(node):
            name = ast.unparse(node.func)
            raise UnreadableError(node, f"{name} has no end: loop over it, and break")

    def visit_For(self, node: Any) -> Any:  # noqa: N802
        """A loop over `takewhile` breaks."""
        call = node.iter
        is_one = isinstance(call, ast.Call) and self.meant(call.func) is itertools.takewhile
        if not is_one or node.orelse or len(call.args) != 2:
            return super().visit_For(node)
        item = ast.Name("__taken", ast.Load())
        test = _applied(self.getting(call.args[0]), [item])
        node.body = [
            ast.If(ast.UnaryOp(ast.Not(), test), [ast.Break()], []),
            ast.Assign([node.target], item),
            *node.body,
        ]
        node.target, node.iter = ast.Name("__taken", ast.Store()), call.args[1]
        return self.visit_For(placed(node, node))

    def looped(self, rows: Any) -> tuple[Any, list[Any]]:
        """An item of what is looped over, and the loops: a generator expression has its own."""
        if isinstance(rows, ast.GeneratorExp):
            self.inside(rows)
            return rows.elt, rows.generators
        loop = ast.comprehension(ast.Name("__each", ast.Store()), self.visit(rows), [], 0)
        return ast.Name("__each", ast.Load()), [loop]


def _applied(function: Any, arguments: list[Any]) -> Any:
    """A call; that of a lambda is its body, if it names its arguments so."""
    if isinstance(function, ast.Lambda):
        names = [part.arg for part in function.args.args]
        given = dict(zip(names, arguments, strict=True))
        return _Named(given).visit(function.body)
    return called_with(function, arguments)


class _Named(ast.NodeTransformer):
    def __init__(self, given: dict[str, Any]) -> None:
        self.given = given

    def visit_Name(self, node: Any) -> Any:
        """The argument for a name."""
        return self.given.get(node.id, node)


def _given(call: Any) -> list[Any]:
    """The arguments of a call, those by name last."""
    return [*call.args, *(item.value for item in call.keywords)]


def _while(template: str) -> Callable[[Iterating, Any], Any]:
    """`takewhile` or `dropwhile`, of which all is used."""

    def make(self: Iterating, node: Any) -> Any:
        test, rows = node.args
        item, loops = self.looped(rows)
        if len(loops) > 1:
            return None
        return self.lift(node, loops, template, ITEM=item, **self.keyed(test))

    return make


def _islice(self: Iterating, node: Any) -> Any:
    rows, *limits = node.args
    if any(isinstance(part, ast.UnaryOp) for part in limits):
        return None
    if len(limits) == 1:
        item, loops = self.looped(rows)
        if len(loops) == 1:
            return self.lift(node, loops, "islice", ITEM=item, STOP=self.visit(limits[0]))
    self.ending(rows)
    items = ast.Call(ast.Name("__list__", ast.Load()), [rows], [])
    limits = limits if len(limits) > 1 else [None, *limits]
    part = ast.Slice(*(None if getattr(it, "value", 0) is None else it for it in limits))
    return self.visit(placed(ast.Subscript(items, part, ast.Load()), node))


def _accumulate(self: Iterating, node: Any) -> Any:
    options = {item.arg: item.value for item in node.keywords}
    rows, *functions = node.args
    functions += [options["func"]] if "func" in options else []
    if not functions and "initial" not in options:
        return None
    function = functions[0] if functions else None
    return _combined(self, node, function, rows, options.get("initial"), "accumulate")


def _reduce(self: Iterating, node: Any) -> Any:
    function, rows, *start = node.args
    return _combined(self, node, function, rows, start[0] if start else None, "reduce")


def _combined(
    self: Iterating, node: Any, function: Any, rows: Any, start: Any, template: str
) -> Any:
    """A loop that combines each item with what all before it have become; None adds them."""
    names, value = ["__one", "__other"], None
    if isinstance(function, ast.Lambda):
        names, value = [part.arg for part in function.args.args], function.body
    loaded: list[Any] = [ast.Name(name, ast.Load()) for name in names]
    meant = self.meant(function) if function is not None else operator.add
    value = value or operation(meant, *loaded) or ast.Call(function, loaded, [])
    loop = ast.comprehension(ast.Name(names[1], ast.Store()), self.visit(rows), [], 0)
    with self.knowing(*names):
        given = {"VALUE": self.visit(value), "ONE": ast.Name(names[0], ast.Store())}
    given |= {"START": self.visit(start or ast.Constant(None)), "OTHER": loaded[1]}
    return self.lift(node, [loop], template if start else f"{template}_all", **given)


def _starmap(self: Iterating, node: Any) -> Any:
    function, rows = node.args
    item: Any = ast.Name("__item", ast.Store())
    value: Any = ast.Call(function, [ast.Starred(ast.Name("__item", ast.Load()), ast.Load())], [])
    if isinstance(function, ast.Lambda):
        names = [part.arg for part in function.args.args]
        item = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
        value = function.body
    loop = ast.comprehension(item, rows, [], 0)
    return self.visit(placed(ast.GeneratorExp(value, [loop]), node))


def _repeat(self: Iterating, node: Any) -> Any:
    if self.is_endless(node):
        node.func = placed(ast.Name("__repeating__", ast.Load()), node.func)
        return self.generic_visit(node)
    times = node.args[1] if len(node.args) > 1 else node.keywords[0].value
    row = ast.List([node.args[0]], ast.Load())
    return self.visit(placed(ast.BinOp(row, ast.Mult(), times), node))


def _count(self: Iterating, node: Any) -> Any:
    options = {item.arg: item.value for item in node.keywords}
    given = dict(zip(("start", "step"), node.args, strict=False)) | options
    arguments = [given.get("start", ast.Constant(0)), given.get("step", ast.Constant(1))]
    call = ast.Call(ast.Name("__counting__", ast.Load()), arguments, [])
    return self.generic_visit(placed(call, node))


def _cycle(self: Iterating, node: Any) -> Any:
    self.ending(node.args[0])
    items = ast.Call(ast.Name("__list__", ast.Load()), [node.args[0]], [])
    call = ast.Call(ast.Name("__cycling__", ast.Load()), [items], [])
    return self.generic_visit(placed(call, node))


def _choosing(first: str, apart: bool) -> Callable[[Iterating, Any], Any]:
    """Combinations or permutations of a number of items that is written there: loops in loops.

    first  where the next index begins: behind the last one, at it, or at 0
    apart  whether an index comes once
    """

    def make(self: Iterating, node: Any) -> Any:
        rows, *counts = _given(node)
        count = getattr(counts[0], "value", 0) if counts else 0
        if not isinstance(count, int) or not 0 < count <= _MOST_CHOSEN:
            name = ast.unparse(node.func)
            raise UnreadableError(node, f"{name} needs a number of items from 1 to 6, as a number")
        self.ending(rows)
        names = [f"__at{place}" for place in range(count)]
        loops = []
        for place, name in enumerate(names):
            begin = first.replace("LAST", names[place - 1]) if place else "0"
            over = ast.parse(f"range({begin}, len(__found))", mode="eval").body
            tests = [f"{name} != {other}" for other in names[:place]] if apart else []
            ifs: list[Any] = [ast.parse(test, mode="eval").body for test in tests]
            loops.append(ast.comprehension(ast.Name(name, ast.Store()), over, ifs, 0))
        items = ", ".join(f"__found[{name}]" for name in names)
        value = ast.ListComp(ast.parse(f"({items},)", mode="eval").body, loops)
        return self.lift(node, [], "chosen", ITEM=self.visit(rows), VALUE=_moved(value, node))

    return make


def _moved(made: Any, node: Any) -> Any:
    """New code with the line of what it stands for."""
    for part in ast.walk(made):
        if "lineno" in part._attributes:
            ast.copy_location(part, node)
    return made


def _groupby(self: Iterating, node: Any) -> Any:
    rows, *keys = _given(node)
    self.ending(rows)
    if not getattr(node, "once", False):
        raise UnreadableError(node, "groupby: loop over it at once, and use each group once")
    key = keys[0] if keys else ast.Name("__identity__", ast.Load())
    return self.lift(node, [], "grouped", ITEM=self.visit(rows), **self.keyed(key))


def _partial(_self: Iterating, node: Any) -> Any:
    raise UnreadableError(node, "partial does not compile here: write a lambda that calls it")


MAKERS: Final[dict[Any, Callable[[Iterating, Any], Any]]] = {
    itertools.takewhile: _while("takewhile"),
    itertools.dropwhile: _while("dropwhile"),
    itertools.islice: _islice,
    itertools.accumulate: _accumulate,
    itertools.starmap: _starmap,
    itertools.repeat: _repeat,
    itertools.count: _count,
    itertools.cycle: _cycle,
    itertools.combinations: _choosing("LAST + 1", apart=False),
    itertools.combinations_with_replacement: _choosing("LAST", apart=False),
    itertools.permutations: _choosing("0", apart=True),
    itertools.groupby: _groupby,
    functools.partial: _partial,
    functools.reduce: _reduce,
}


# Groups ------------------------------------------------------------------------------------------


def mark_groups(function: Any, is_groupby: Callable[[Any], bool]) -> None:
    """Mark each call of `groupby` whose groups are used once: elsewhere they are used up."""
    for part in ast.walk(function):
        loops: list[Any] = [part] if isinstance(part, ast.For) else getattr(part, "generators", [])
        for loop in loops:
            names = [getattr(it, "id", "") for it in getattr(loop.target, "elts", [loop.target])]
            if is_groupby(loop.iter):
                loop.iter.once = _used_at_once(part, names[-1])


def _used_at_once(scope: Any, name: str) -> bool:
    """Whether a name is read at most once, and that by a call or a loop, not to be kept."""
    parts = [*ast.walk(scope)]
    read = [it for it in parts if isinstance(it, ast.Name) and it.id == name]
    read = [it for it in read if isinstance(it.ctx, ast.Load)]
    using = [it for part in parts if isinstance(part, ast.Call) for it in part.args]
    using += [part.iter for part in parts if isinstance(part, (ast.For, ast.comprehension))]
    return len(read) <= 1 and all(any(it is one for one in using) for it in read)
