"""Generator expressions, and what else numba does not read, written as it reads it.

`any(board[i] == 1 for i in line)` becomes a call of a function of its own, given the variables
that it uses, which loops and returns as soon as it knows. Stars, `yield from`, `map`, keys to sort
by and `:=` are written out as well. A function that has none of that stays as it is; lines keep
their numbers, so that messages name those of the user's file.
"""

from __future__ import annotations

import ast
import builtins
import collections
import contextlib
import functools
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final

from zermelo.native.proof.maybenone import differs, same, surely
from zermelo.native.rewriting import standins
from zermelo.native.rewriting.closures import taken_out
from zermelo.native.rewriting.combining import (
    FROM_LEFT,
    HELPERS,
    MADE,
    called_with,
    from_left,
    mapped,
)
from zermelo.native.rewriting.counting import assigned, surely_got
from zermelo.native.rewriting.effects import may_raise
from zermelo.native.rewriting.empties import begin
from zermelo.native.rewriting.filled import fill
from zermelo.native.rewriting.growing import grow_by_items
from zermelo.native.rewriting.idioms import in_other_words
from zermelo.native.rewriting.iterating import Iterating, mark_groups
from zermelo.native.rewriting.matching import Unmatched
from zermelo.native.rewriting.mistakable import refuse_mistakable
from zermelo.native.rewriting.narrowing import narrow
from zermelo.native.rewriting.needed import may_need_it
from zermelo.native.rewriting.source import cells, compiled, parsed
from zermelo.native.rewriting.standins import by_keys, columns
from zermelo.native.rewriting.statements import Statements, no_ints, open_keywords, placed
from zermelo.native.rewriting.teaching import name_empty_lists, open_yields, teach_dicts
from zermelo.native.rewriting.templates import LIFTED, LOOPS
from zermelo.native.rewriting.unreadable import UnreadableError

_NAMES: Final = {
    "__by_keys__": by_keys,
    "__list__": list,
    "__tuple__": tuple,
    "__set__": set,
    "__columns__": columns,
    "__listed__": standins.listed,
    "__no_ints__": standins.no_ints,
    "__no_dict__": standins.no_dict,
    "__no_items__": standins.no_items,
    "__no_set__": standins.no_set,
    "__item_at__": standins.item_at,
    "__surely__": surely,
    "__same__": same,
    "__differs__": differs,
    **HELPERS,
}
_COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(frozen=True)
class Inherited:
    """The method that `super().name` is, in a method of the class `owner`."""

    owner: type
    name: str


@functools.cache
def rewritten(function: FunctionType) -> FunctionType:
    """The function as the compiler can read it: itself, if it can already."""
    tree = parsed(function) if may_need_it(function) else None
    if tree is None:
        return function
    before = ast.dump(tree)
    cell = cells(function).get("__class__")
    owner = cell and cell.cell_contents
    try:
        refuse_mistakable(tree, function)
        tree = Unmatched(function.__globals__).visit(tree)
        fill(tree, function)
        defaults = open_keywords(tree, function.__defaults__ or (), function.__kwdefaults__ or {})
        tree, lifted = taken_out(tree)
        names: dict[str, Any] = {**_NAMES}
        counting = _Lifter(function, tree, owner, lifted).counting
        for part in (*lifted, tree):
            names |= _read(function, part, owner, lifted, counting)
        for part in (*lifted, tree):
            _refuse_set_midway(part)
    except UnreadableError as error:
        raise error.placed(function) from None
    if ast.dump(tree) == before:
        return function
    made = compiled(function, [*lifted, tree], names)
    made.__defaults__ = defaults
    made.__kwdefaults__ = function.__kwdefaults__ if tree.args.kwonlyargs else None
    return made


def _read(
    function: FunctionType, part: Any, owner: Any, lifted: list[Any], counting: dict[str, str]
) -> dict[str, Inherited]:
    """Rewrite one of the functions that `function` has become; the methods above that it calls."""
    narrow(part, function)
    begin(part)
    lifter = _Lifter(function, part, owner, lifted)
    for argument in part.args.args:
        if how := counting.get(getattr(argument, "outer", "")):
            lifter.counting[argument.arg] = how
    mark_groups(part, lifter.is_groupby)
    lifter.generic_visit(part)
    grow_by_items(part)
    name_empty_lists(part)
    open_yields(part)
    teach_dicts(part)
    return lifter.inherited


def _refuse_set_midway(function: Any) -> None:
    """A `:=` that could not be put before its statement, which numba does not read."""
    for part in ast.walk(function):
        if isinstance(part, ast.NamedExpr):
            name = part.target.id
            raise UnreadableError(part, f"{name} is set midway in a line: set it a line before")


class _Lifter(Iterating):
    """Rewrites one function; `lifted` are the functions that it and others call then."""

    def __init__(
        self, outside: FunctionType, function: Any, owner: type | None, lifted: list[Any]
    ) -> None:
        self.rule, self.outside, self.lifted = outside, outside.__globals__, lifted
        self.owner, self.inherited = owner, dict[str, Inherited]()
        parameters = [part.arg for part in ast.walk(function.args) if isinstance(part, ast.arg)]
        self.known = [*parameters, *_stored(function)]
        self.counting = {}
        self.counting = assigned(function, self.how_it_counts)

    def is_builtin(self, node: Any, *names: str) -> bool:
        """Whether a name is that of one of these built-in functions, and stands for it."""
        name = getattr(node, "id", None)
        if name not in names or name in self.known or not hasattr(builtins, name):
            return False
        plain = getattr(builtins, name, None)
        return plain is not None and self.outside.get(name, plain) is plain

    def meant(self, node: Any) -> Any:
        """The value of a name outside the function, or of one in a module; None of others."""
        if isinstance(node, ast.Attribute):
            owner = self.meant(node.value)
            has_it = isinstance(owner, ModuleType) or _is_enum(owner) or owner is itertools.chain
            return getattr(owner, node.attr, None) if has_it else None
        name = getattr(node, "id", None)
        return None if name is None or name in self.known else self.outside.get(name)

    def is_groupby(self, node: Any) -> bool:
        """Whether it is a call of `itertools.groupby`."""
        return isinstance(node, ast.Call) and self.meant(node.func) is itertools.groupby

    # Expressions ---------------------------------------------------------------------------------

    def visit_GeneratorExp(self, node: Any) -> Any:  # noqa: N802 - as `ast` calls it
        """Where nothing loops over it at once it is a list."""
        for loop in node.generators:
            self.ending(loop.iter)
        self.inside(node)
        return placed(ast.ListComp(node.elt, node.generators), node)

    def visit_ListComp(self, node: Any) -> Any:  # noqa: N802
        """numba knows these, but not of what the lists are in `[[] for …]`: of ints."""
        self.inside(node)
        if isinstance(node.elt, ast.List) and not node.elt.elts:
            node.elt = no_ints(node.elt)
        if any(isinstance(part, ast.NamedExpr) for part in ast.walk(node)):
            return self.lift(node, node.generators, "kept", ITEM=node.elt)
        return node

    def visit_SetComp(self, node: Any) -> Any:  # noqa: N802
        """A loop that adds to a set."""
        self.inside(node)
        return self.lift(node, node.generators, "set", ITEM=node.elt)

    def visit_DictComp(self, node: Any) -> Any:  # noqa: N802
        """A loop that fills a dict."""
        self.inside(node)
        return self.lift(node, node.generators, "dict", ITEM=node.key, VALUE=node.value)

    def visit_Set(self, node: Any) -> Any:  # noqa: N802
        """That of a list: numba takes constants, and tuples of them, for types of their own."""
        items = self.visit(placed(ast.List(node.elts, ast.Load()), node))
        return placed(ast.Call(ast.Name("__set__", ast.Load()), [items], []), node)

    def visit_Compare(self, node: Any) -> Any:  # noqa: N802
        """A search in a set of constants needs no set: a tuple does; an `IntEnum` is an int."""
        for index, (how, other) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if isinstance(how, (ast.Is, ast.IsNot)) and isinstance(self.meant(other), IntEnum):
                node.ops[index] = ast.Eq() if isinstance(how, ast.Is) else ast.NotEq()
            if isinstance(how, (ast.In, ast.NotIn)) and isinstance(other, ast.Set):
                node.comparators[index] = placed(ast.Tuple(other.elts, ast.Load()), other)
        self.refuse_plain(node)
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: Any) -> Any:  # noqa: N802
        """A function inside has variables of its own."""
        parameters = [part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)]
        with self.knowing(*parameters, *_stored(node)):
            self.generic_visit(node)
        return node

    def visit_Lambda(self, node: Any) -> Any:  # noqa: N802
        """Its parameters are variables in it."""
        with self.knowing(*(arg.arg for arg in node.args.args)):
            self.generic_visit(node)
        return node

    def visit_Call(self, node: Any) -> Any:  # noqa: N802
        """Built-in functions of generator expressions, and with keys; `super().name`."""
        above = node.func.value if isinstance(node.func, ast.Attribute) else None
        if self.owner is not None and self.is_builtin(getattr(above, "func", None), "super"):
            name = f"__super_{node.func.attr}__"
            self.inherited[name] = Inherited(self.owner, node.func.attr)
            node.func = placed(ast.Name(name, ast.Load()), node.func)
            node.args = [ast.Name(self.known[0], ast.Load()), *node.args]
            placed(node, node)
        if self.is_builtin(node.func, "map", "filter") and len(node.args) > 1:
            node.args[0] = self.getting(node.args[0])
            return self.visit(mapped(node))
        options = {item.arg: item.value for item in node.keywords}
        if (made := in_other_words(node, self.is_builtin)) is not None:
            return self.visit(made)
        if (made := self.iterated(node)) is not None:
            return made
        meant = self.meant(node.func)
        if isinstance(meant, (type, BuiltinFunctionType)) and (make := MADE.get(meant)):
            made = make(node.args, options)
            return self.visit(placed(made, node)) if made is not None else node
        if meant in (collections.Counter, collections.defaultdict) and self.how_it_counts(node):
            return self.counted(node)
        self.refuse_plain(node)
        if isinstance(node.func, ast.Name) or getattr(above, "id", "") == "self":
            node.args = [self._typed(item) for item in node.args]
        if getattr(node.func, "attr", "") in FROM_LEFT:
            from_left(node)
        if self.is_builtin(node.func, "zip"):
            node.args, node.keywords = [self._as_asked(item) for item in node.args], []
            if len(node.args) == 1 and isinstance(node.args[0], ast.Starred):
                node.func = placed(ast.Name("__columns__", ast.Load()), node.func)
                node.args = [node.args[0].value]
        elif self.is_builtin(node.func, "enumerate") and "start" in options:
            node.args, node.keywords = [*node.args, options["start"]], []
        elif self.is_builtin(node.func, "sum") and _is_joined(node.args):
            return self._joined(node)
        elif self.is_builtin(node.func, "sorted") and "key" in options:
            return self._sorted(node, options)
        elif self.is_builtin(node.func, *LOOPS) and node.args:
            return self._looped(node, options)
        self.generic_visit(node)
        return surely_got(node)

    def _looped(self, node: Any, options: dict[str, Any]) -> Any:
        """A builtin such as `any`, `sum` or `min` of a generator, or with a key: a loop."""
        name, (first, *rest) = node.func.id, node.args
        if name in ("sorted", "dict"):
            return self._made(node, first)
        of_all = name in ("min", "max") and (options or isinstance(first, ast.GeneratorExp))
        if name == "next" and isinstance(first, ast.Call):
            of_all = True
            first = first.args[0] if self.is_builtin(first.func, "iter") else first
        if name in ("min", "max") and rest:
            first, rest = ast.Tuple(node.args, ast.Load()), []
        first = self.generating(first) or first
        if not of_all and not isinstance(first, ast.GeneratorExp):
            self.generic_visit(node)
            return node
        if not isinstance(first, ast.GeneratorExp):
            loop = ast.comprehension(ast.Name("__item", ast.Store()), first, [], 0)
            first = ast.GeneratorExp(ast.Name("__item", ast.Load()), [loop])
            first = placed(first, node)
        first = self.in_order(first)
        self.inside(first)
        given: dict[str, Any] = {"ITEM": first.elt}
        if rest:
            given["START" if name == "sum" else "DEFAULT"] = self.visit(rest[0])
        if "start" in options:
            given["START"] = self.visit(options["start"])
        if "default" in options:
            given["DEFAULT"] = self.visit(options["default"])
        if "key" in options:
            given |= self.keyed(options["key"])
        return self.lift(node, first.generators, name, **given)

    def _made(self, node: Any, first: Any) -> Any:
        """`dict` of pairs is a dict comprehension; `sorted` is numba's."""
        pair: Any = getattr(first, "elt", None)
        if node.func.id == "dict" and isinstance(first, ast.GeneratorExp) and _is_pair(pair):
            return self.visit(
                placed(ast.DictComp(pair.elts[0], pair.elts[1], first.generators), node)
            )
        self.generic_visit(node)
        return node

    def _as_asked(self, rows: Any) -> Any:
        """A generator expression that may fail, for `zip`, which may not ask for all of it."""
        made = self.generating(rows)
        if made is None or not may_raise(made):
            return rows
        made = self.in_order(made)
        self.inside(made)
        return self.lift(rows, made.generators, "yielded", ITEM=made.elt)

    def _typed(self, given: Any) -> Any:
        """An empty list or set that a function is given: of ints, for nothing says of what."""
        is_set = self.is_builtin(getattr(given, "func", None), "set") and not given.args
        if is_set:
            return placed(ast.Call(ast.Name("__no_set__", ast.Load()), [], []), given)
        return no_ints(given) if isinstance(given, ast.List) and not given.elts else given

    def _joined(self, node: Any) -> Any:
        """`sum(rows, ())`, and that of lists."""
        rows, start = node.args
        made = MADE[itertools.chain.from_iterable]([rows], {})
        if isinstance(start, ast.Tuple):
            made = ast.Call(ast.Name("__tuple__", ast.Load()), [made], [])
        return self.visit(placed(made, node))

    def _sorted(self, node: Any, options: dict[str, Any]) -> Any:
        backward = options.get("reverse") or ast.Constant(False)
        given = {"ITEM": node.args[0], "BACKWARD": backward}
        given = {name: self.visit(value) for name, value in given.items()}
        return self.lift(node, [], "sorted", **self.keyed(options["key"]), **given)

    def keyed(self, key: Any) -> dict[str, Any]:
        """The key of an item, and the name that the item has in it."""
        key = self.getting(key)
        if isinstance(key, ast.Lambda) and len(key.args.args) == 1:
            name = key.args.args[0].arg
            with self.knowing(name):
                return {"KEY": self.visit(key.body), "NAMED": ast.Name(name, ast.Store())}
        item = ast.Name("__item", ast.Load())
        call = called_with(self.visit(key), [item])
        return {"KEY": call, "NAMED": ast.Name("__item", ast.Store())}

    @contextlib.contextmanager
    def knowing(self, *names: str) -> Iterator[None]:
        """While these, too, are variables."""
        known, self.known = self.known, [*self.known, *names]
        yield
        self.known = known

    def inside(self, node: Any) -> None:
        """Rewrite what is in a comprehension, which has variables of its own."""
        with self.knowing(*_targets(node.generators)):
            self.generic_visit(node)

    def lift(self, node: Any, generators: list[Any], template: str, **given: Any) -> Any:
        """A call of a new function, made by a template, with the variables that it uses."""
        name = f"{LIFTED}{len(self.lifted)}_{template}_{node.lineno}"
        made = placed(LOOPS[template](name, generators, given), node)
        if any(isinstance(part, ast.NamedExpr) for part in ast.walk(made)):
            made = Statements().visit(made)
        names = [part for part in ast.walk(made) if isinstance(part, ast.Name)]
        bound = {part.id for part in names if isinstance(part.ctx, ast.Store)}
        wanted = {part.id for part in names} - bound
        wanted |= {item.id for part in generators[:1] for item in _names(part.iter)}
        given_names = [name for name in dict.fromkeys(self.known) if name in wanted]
        made.args.args = [placed(ast.arg(name), node) for name in given_names]
        self.lifted.append(made)
        arguments: list[Any] = [ast.Name(name, ast.Load()) for name in given_names]
        return placed(ast.Call(ast.Name(name, ast.Load()), arguments, []), node)


def _is_enum(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, IntEnum)


def _is_joined(given: list[Any]) -> bool:
    """Whether what is given to `sum` are rows to join, not numbers to add."""
    return len(given) == 2 and isinstance(given[1], (ast.List, ast.Tuple)) and not given[1].elts


def _is_pair(node: Any) -> bool:
    return isinstance(node, ast.Tuple) and len(node.elts) == 2


def _names(node: Any) -> list[Any]:
    return [part for part in ast.walk(node) if isinstance(part, ast.Name)]


def _targets(generators: list[Any]) -> list[str]:
    """The variables of a comprehension."""
    return [name.id for part in generators for name in _names(part.target)]


def _stored(function: Any) -> Iterator[str]:
    """The variables of a function, but for those of comprehensions in it."""
    for part in ast.iter_child_nodes(function):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id
        if isinstance(part, ast.FunctionDef):
            yield part.name
        if not isinstance(part, (*_COMPREHENSIONS, ast.Lambda)):
            yield from _stored(part)
