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

from zermelo.native.rewriting.changing import behind, called, names_in, repeated, uses
from zermelo.native.rewriting.combining import called_with, mapped
from zermelo.native.rewriting.counting import Counting
from zermelo.native.rewriting.statements import apart, is_star, placed, renamed
from zermelo.native.rewriting.unreadable import UnreadableError

_GETTING: Final = (operator.itemgetter, operator.attrgetter, functools.partial)
_MOST_CHOSEN: Final = 6  # items of a combination or permutation
_BINARY: Final = (
    *(operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, operator.pow),
    *(operator.lshift, operator.rshift, operator.and_, operator.or_, operator.xor),
)
_USING: Final = {  # what reads a group at once
    *("list", "tuple", "set", "sum", "any", "all", "min", "max", "sorted", "Counter"),
    *("map", "filter", "enumerate", "zip", "reduce"),
}


class Iterating(Counting):
    """Rewrites these calls; the subclass lifts what they become out of the rule."""

    known: list[str]  # the variables
    apart = 0  # how many generator expressions have got names of their own

    def knowing(self, *names: str) -> contextlib.AbstractContextManager[None]:
        """While these, too, are variables."""
        raise NotImplementedError

    def is_builtin(self, node: Any, *names: str) -> bool:
        """Whether a name stands for one of these built-in functions."""
        raise NotImplementedError

    def keyed(self, key: Any) -> dict[str, Any]:
        """The key of an item, and the name that the item has in it."""
        raise NotImplementedError

    def iterated(self, node: Any) -> Any:
        """The code that takes the place of a call; None for calls of other functions."""
        meant = self.meant(node.func)
        is_one = isinstance(meant, (type, BuiltinFunctionType))
        make = MAKERS.get(meant) if is_one else None
        try:
            return make(self, node) if make is not None else None
        except (IndexError, ValueError):
            name = ast.unparse(node.func)
            raise UnreadableError(
                node, f"{name} does not compile with these arguments: write a loop"
            ) from None

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
        alone = meant is itertools.repeat and len(node.args) + len(node.keywords) == 1
        return alone or meant in (itertools.count, itertools.cycle)

    def ending(self, node: Any) -> None:
        """Refuse a call that makes what has no end, where all of it would be made."""
        if self.is_endless(node):
            name = ast.unparse(node.func)
            raise UnreadableError(node, f"{name} has no end: loop over it, and break")

    def generating(self, rows: Any) -> Any:
        """The generator expression that something to loop over is; None of others."""
        if isinstance(rows, ast.GeneratorExp):
            return rows
        if not isinstance(rows, ast.Call) or len(rows.args) < 2:
            return None
        if self.is_builtin(rows.func, "map", "filter"):
            rows.args[0] = self.getting(rows.args[0])
            return mapped(rows)
        return _starred(self, rows) if self.meant(rows.func) is itertools.starmap else None

    def in_order(self, made: Any) -> Any:
        """A generator expression with the loops of those that it loops over among its own."""
        if not any(self.generating(loop.iter) for loop in made.generators):
            return made
        made, loops = self._apart(made), []
        for loop in made.generators:
            if (inner := self.generating(loop.iter)) is None:
                loops.append(loop)
                continue
            inner = self.in_order(self._apart(inner))
            item = ast.Tuple([inner.elt], ast.Load())
            last = placed(ast.comprehension(loop.target, item, loop.ifs, 0), inner)
            loops += [*inner.generators, last]
        made.generators = loops
        return made

    def _numbered(self, node: Any, made: Any) -> Any:
        """The loop over `enumerate` of a generator expression, which counts by itself."""
        self.apart += 1
        self.known.append(name := f"__number_{self.apart}")
        given = [*node.iter.args[1:], *(item.value for item in node.iter.keywords)]
        begun = ast.Assign([ast.Name(name, ast.Store())], (*given, ast.Constant(0))[0])
        number, item = node.target.elts
        given_out = ast.Assign([number], ast.Name(name, ast.Load()))
        more = ast.AugAssign(ast.Name(name, ast.Store()), ast.Add(), ast.Constant(1))
        loop = ast.For(item, made, [given_out, more, *node.body], node.orelse)
        return self._visited([placed(begun, node), placed(loop, node)])

    def _apart(self, made: Any) -> Any:
        self.apart += 1
        return apart(made, f"_{self.apart}")

    def visit_For(self, node: Any) -> Any:  # noqa: N802
        """A loop over `takewhile` breaks; one over a generator expression is a loop in loops."""
        self.known += names_in(node.target).difference(self.known)
        if (made := self.generating(node.iter)) is not None:
            return self.visit(placed(_nested(node, self._apart(made)), node))
        call = node.iter
        if isinstance(call, ast.Call) and self.is_builtin(call.func, "enumerate"):
            made = self.generating(call.args[0]) if call.args else None
            parts = getattr(node.target, "elts", ())
            if made is not None and len(parts) == 2 and not any(map(is_star, parts)):
                return self._numbered(node, made)
        is_one = isinstance(call, ast.Call) and self.meant(call.func) is itertools.takewhile
        if not is_one or node.orelse or len(call.args) != 2:
            return super().visit_For(node)
        item = ast.Name("__taken", ast.Load())
        test = self.getting(call.args[0])
        if isinstance(test, ast.Lambda):
            test = renamed(test.body, {test.args.args[0].arg: "__taken"})
        else:
            test = called_with(test, [item])
        node.body = [
            ast.If(ast.UnaryOp(ast.Not(), test), [ast.Break()], []),
            ast.Assign([node.target], item),
            *node.body,
        ]
        node.target, node.iter = ast.Name("__taken", ast.Store()), call.args[1]
        return self.visit_For(placed(node, node))

    def looped(self, rows: Any) -> tuple[Any, list[Any]]:
        """An item of what is looped over, and the loops: a generator expression has its own."""
        if (made := self.generating(rows)) is not None:
            made = self.in_order(made)
            self.inside(made)
            return made.elt, made.generators
        loop = ast.comprehension(ast.Name("__each", ast.Store()), self.visit(rows), [], 0)
        return ast.Name("__each", ast.Load()), [loop]


def _nested(loop: Any, made: Any) -> Any:
    """The loop over a generator expression as one over what that goes through.

    Where it breaks, those around it break, too.
    """
    body = [ast.Assign([loop.target], made.elt), *loop.body]
    breaks = any(isinstance(part, ast.Break) for it in loop.body for part in ast.walk(it))
    for place, part in reversed([*enumerate(made.generators)]):
        for condition in reversed(part.ifs):
            body = [ast.If(condition, body, [])]
        further: list[Any] = [ast.Continue()] if breaks else []
        whole = ast.For(part.target, part.iter, body, further if place else loop.orelse)
        body = [whole, ast.Break()] if place and breaks else [whole]
    return body[0]


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
    value = value or (
        ast.Call(function, loaded, []) if function else ast.BinOp(loaded[0], ast.Add(), loaded[1])
    )
    loop = ast.comprehension(ast.Name(names[1], ast.Store()), self.visit(rows), [], 0)
    with self.knowing(*names):
        given = {"VALUE": self.visit(value), "ONE": ast.Name(names[0], ast.Store())}
    given |= {"START": self.visit(start or ast.Constant(None)), "OTHER": loaded[1]}
    return self.lift(node, [loop], template if start else f"{template}_all", **given)


def _starmap(self: Iterating, node: Any) -> Any:
    return self.visit(_starred(self, node))


def _starred(self: Iterating, node: Any) -> Any:
    """`starmap` as a generator expression."""
    function, rows = node.args
    meant = self.meant(function)
    is_binary = isinstance(meant, BuiltinFunctionType) and meant in _BINARY
    names = ["__one", "__other"] if is_binary else []
    value: Any = ast.Call(function, [ast.Name(name, ast.Load()) for name in names], [])
    if isinstance(function, ast.Lambda):
        names, value = [part.arg for part in function.args.args], function.body
    item: Any = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
    if not names:
        item = ast.Name("__item", ast.Store())
        value.args = [ast.Starred(ast.Name("__item", ast.Load()), ast.Load())]
    loop = ast.comprehension(item, rows, [], 0)
    return placed(ast.GeneratorExp(value, [loop]), node)


def _repeat(self: Iterating, node: Any) -> Any:
    item, *times = _given(node)
    if not times:
        call = ast.Call(ast.Name("__repeating__", ast.Load()), [item], [])
        return self.generic_visit(placed(call, node))
    row = ast.List([item], ast.Load())
    return self.visit(placed(ast.BinOp(row, ast.Mult(), times[0]), node))


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
                loop.iter.once = _used_at_once(part, loop, names[-1])


def _used_at_once(scope: Any, loop: Any, name: str) -> bool:
    """Whether a name is read at most once, and that by a builtin or a loop, not to be kept."""
    inside = scope.body if loop is scope else behind(scope, loop)
    later = [part for part in inside if isinstance(part, ast.comprehension)]
    inside = [*loop.ifs, later[0].iter] if later else inside
    again = {key for part in inside for key in repeated(part)}
    once = {id(it) for part in inside for it in ast.walk(part)} - again
    parts = [*ast.walk(scope)]
    calls = [part for part in parts if isinstance(part, ast.Call) and called(part) in _USING]
    using = {id(it) for call in calls for it in call.args}
    using |= {id(part.iter) for part in parts if isinstance(part, (ast.For, ast.comprehension))}
    read = uses(name, scope)
    return len(read) <= 1 and all(id(it) in once & using for it in read)
