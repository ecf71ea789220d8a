"""Functions as their source says: the first two passes, parse and resolve.

A file is parsed once; a function is found in it by its line. Names are resolved to the function's
own variables, those of functions around it, and what its closure and module hold.
"""

from __future__ import annotations

import ast
import builtins
import functools
import linecache
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any, Final

from zermelo.native.compiler.assignment import LowReads, walk
from zermelo.native.compiler.kinds import Unsupported, Value, lift

WRITTEN_WITH_CARE: Final = ("zermelo.native.items", "zermelo.native.keys")  # as kernels are
INNER: Final = (ast.FunctionDef, ast.Lambda)
DECLARED: Final = (ast.Nonlocal, ast.Global)


class Source:
    """A function, lambda or nested function, resolved.

    names     its own variables
    changing  those that are given a value in its code, as parameters mostly are not
    unsure    those that had no value, perhaps, when they were read
    defaults  the values of parameters that have one
    is_exact  whether ints are checked, as in rules; kernels run in words, unchecked
    """

    def __init__(
        self, node: Any, filename: str, values: dict[str, Any], parent: Any = None
    ) -> None:
        self.node, self.filename, self.values, self.parent = node, filename, values, parent
        self.name = getattr(node, "name", "<lambda>")
        self.defaults: dict[str, Value] = {}
        self.is_exact = True
        self.in_any_order = False  # whether its loops go through sets in any order
        self.returns = ""  # what a kernel says that it returns
        nodes = list(own_nodes(node))
        self.outer = {name for item in nodes if isinstance(item, DECLARED) for name in item.names}
        self.names = own_names(node, nodes) - self.outer
        self.unsure: set[str] = set()
        self.changing = changing_names(node)
        self.yields = sum(isinstance(item, (ast.Yield, ast.YieldFrom)) for item in nodes)
        self.shared = {
            x for item in walk(node) if isinstance(item, ast.Nonlocal) for x in item.names
        }
        self.repeats_body = False  # of a generator: its yields are of different kinds
        self.lifted: Any = None  # of one inside another that calls itself: its twin outside
        self.holds: list[str] = []  # of a lifted twin: the variables that it is handed
        self.helpers: dict[str, Any] = {}

    @functools.cached_property
    def reads(self) -> dict[str, int]:
        """How often each variable is read, those in a loop twice."""
        return reads_in(self.node)

    @functools.cached_property
    def low_reads(self) -> dict[str, list[Any]]:
        """See `LowReads`: variables of which only the lowest bits are read, and where."""
        return LowReads(self.node).masks()

    def value_of(self, name: str) -> Any:
        """The meaning of a name that is no variable; raises `Unsupported` for an unknown one."""
        if name in self.values:
            return self.values[name]
        if hasattr(builtins, name):
            return getattr(builtins, name)
        raise Unsupported(f"the name {name} is not defined")


class Scope(dict[str, Any]):
    """The names of a function's closure, and behind it those of its module."""

    def __init__(self, function: FunctionType) -> None:
        cells = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        super().__init__()
        for name, cell in cells:
            try:
                self[name] = cell.cell_contents
            except ValueError:  # not filled yet
                continue
        self.module = function.__globals__

    def __contains__(self, name: object) -> bool:
        return dict.__contains__(self, name) or name in self.module

    def __missing__(self, name: str) -> Any:
        return self.module[name]


_sources: dict[FunctionType, Source] = {}


def source_of(function: Any) -> Source:
    """The source of a function; raises `Unsupported` where there is none to read."""
    if function not in _sources:
        node = node_of(function.__code__, function.__globals__)
        source = Source(node, function.__code__.co_filename, Scope(function))
        source.is_exact = not (
            hasattr(function, "native") or function.__module__ in WRITTEN_WITH_CARE
        )
        source.returns = function.__annotations__.get("return", "") if not source.is_exact else ""
        source.in_any_order = hasattr(function, "in_any_order")
        arguments = node.args
        names = [argument.arg for argument in arguments.posonlyargs + arguments.args]
        plain = function.__defaults__ or ()
        given = dict(zip(names[len(names) - len(plain) :], plain, strict=True))
        given |= function.__kwdefaults__ or {}
        source.defaults = {name: lift(value) for name, value in given.items()}
        _sources[function] = source
    return _sources[function]


def node_of(code: CodeType, module: dict[str, Any]) -> Any:
    """The tree of a function, found by its line."""
    linecache.checkcache(code.co_filename)  # which may have been written and loaded again
    text = "".join(linecache.getlines(code.co_filename, module))
    if not text:
        raise Unsupported(f"{code.co_name} has no source to read: write it in a file")
    name = "<lambda>" if code.co_name == "<lambda>" else code.co_name
    found = functions_at(text).get((code.co_firstlineno, name), [])
    if len(found) > 1:
        wanted = code.co_code, code.co_varnames
        found = [node for node in found if compiled_alike(node, wanted)] or found[:1]
    if not found:
        raise Unsupported(f"the source of {code.co_name} has changed: start again")
    return found[0]


@functools.lru_cache(maxsize=256)
def functions_at(text: str) -> dict[tuple[int, str], list[Any]]:
    """The functions of a file by their first line, that of a decorator perhaps, and their name."""
    found: dict[tuple[int, str], list[Any]] = {}
    for node in walk(ast.parse(text)):
        if isinstance(node, INNER):
            decorators = getattr(node, "decorator_list", [])
            line = min([node.lineno, *(decorator.lineno for decorator in decorators)])
            found.setdefault((line, getattr(node, "name", "<lambda>")), []).append(node)
    return found


def compiled_alike(node: Any, wanted: tuple[Any, ...]) -> bool:
    """Whether a lambda compiles to the same bytecode."""
    if not isinstance(node, ast.Lambda):
        return True
    whole = compile(ast.fix_missing_locations(ast.Expression(node)), "", "eval")
    inner = next(item for item in whole.co_consts if isinstance(item, CodeType))
    return (inner.co_code, inner.co_varnames) == wanted


def reads_in(node: Any) -> dict[str, int]:
    """How often each name is read, those in a loop twice."""
    found: dict[str, int] = {}
    count_reads(node, found, 1)
    return found


def count_reads(node: Any, found: dict[str, int], weight: int) -> None:
    """Count how often names are read."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        found[node.id] = found.get(node.id, 0) + weight
    loops = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    inner: dict[str, int] = {}
    for part in ast.iter_child_nodes(node):
        outside = not isinstance(node, loops) or part is getattr(node, "iter", None)
        count_reads(part, found if outside else inner, weight)
    own = target_names(node) if inner else set()
    for name, count in inner.items():  # once for each round, unless each round has its own
        found[name] = found.get(name, 0) + (count if name in own else 2 * count)


# Facts of a function's own code ------------------------------------------------------------------


def own_nodes(node: Any) -> Iterator[Any]:
    """The nodes of a function, in their order, without those of functions in it."""
    left = list(reversed(node.body)) if isinstance(node.body, list) else [node.body]
    while left:
        item = left.pop()
        yield item
        if not isinstance(item, INNER):
            left.extend(reversed([*ast.iter_child_nodes(item)]))


def target_names(node: Any) -> set[str]:
    """The names that a target gives a value to."""
    return {x.id for x in walk(node) if isinstance(x, ast.Name) and not isinstance(x.ctx, ast.Load)}


def own_names(node: Any, nodes: list[Any]) -> set[str]:
    """The variables of a function, its parameters among them."""
    arguments = node.args
    parameters = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    parameters += [extra for extra in (arguments.vararg, arguments.kwarg) if extra]
    inner = {
        id(x) for item in nodes if isinstance(item, ast.comprehension) for x in walk(item.target)
    }
    bound = (name for item in nodes if id(item) not in inner for name in names_bound_by(item))
    return {argument.arg for argument in parameters} | {*bound}


def changing_names(node: Any) -> set[str]:
    """The variables that a function, or one inside it, gives a value."""
    body = node.body if isinstance(node.body, list) else [node.body]
    return {name for part in body for item in walk(part) for name in names_bound_by(item)}


def names_bound_by(node: Any) -> list[str]:
    """The variables that a node itself gives a value, or takes it from."""
    if isinstance(node, ast.Name):
        return [] if isinstance(node.ctx, ast.Load) else [node.id]
    if isinstance(node, (ast.FunctionDef, ast.MatchAs, ast.MatchStar, ast.ExceptHandler)):
        return [node.name] if node.name else []
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [alias.asname or alias.name for alias in node.names]
    return []
