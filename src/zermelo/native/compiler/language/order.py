"""Detects loops over sets whose result does not depend on the order of the items.

Python iterates over a set in an arbitrary order. A loop over a set compiles if its body gives the
same result in every order: it adds up ints, adds to sets, marks places, finds the least item, or
returns the same answer wherever it stops.
"""

from __future__ import annotations

import ast
import inspect
from types import FunctionType
from typing import Any, Final

from zermelo.native.compiler.comparing import SETS, form_of
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.syntax import ORDERS, Source, free_names, source_of, target_names, walk

MUTATORS: Final = {
    "append", "add", "pop", "remove", "discard", "clear", "extend", "insert", "update", "sort",
    "reverse", "setdefault", "popitem", "appendleft", "popleft", "extendleft", "rotate",
    "difference_update", "intersection_update", "symmetric_difference_update", "subtract",
}  # fmt: skip
FRESH: Final = (  # expressions that make new objects
    ast.List, ast.ListComp, ast.Set, ast.SetComp, ast.Dict, ast.DictComp, ast.Call, ast.BinOp,
)  # fmt: skip
ADDING: Final = ("add", "discard", "update")
SUMS: Final = {
    ast.Add: "+", ast.Sub: "+", ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^", ast.Mult: "*",
}  # fmt: skip


class Body:
    """The effects of the part of a loop's body read so far.

    writes   the names that it changes, each in only one way
    reads    the names that it reads, except to change them
    leaves   the ways in which it leaves the loop: "break", or a return statement's text
    is_free  whether no part read so far depends on the order
    """

    def __init__(self, gives: bool) -> None:
        self.writes: dict[str, str] = {}
        self.reads: set[str] = set()
        self.temporary: set[str] = set()
        self.leaves: set[str] = set()
        self.constants: dict[str, str] = {}
        self.is_free, self.gives = True, gives

    def write(self, name: str, way: str) -> None:
        """Note a change: a variable that is changed in two ways depends on the order."""
        self.is_free &= self.writes.setdefault(name, way) == way

    def hold(self, name: str, way: str, value: Any) -> None:
        """Note the assignment of a constant: with two constants, the value depends on the order."""
        self.write(name, way)
        text = ast.dump(value)
        self.is_free &= self.constants.setdefault(name, text) == text


class Order(Part):
    """Decides which loops over sets do not depend on the order."""

    def is_free_loop(self, value: Value, node: Any) -> bool:
        """Whether a `for` loop may iterate over a set and has the same effect in every order."""
        known, frame = value.known, self.frame
        if not (form_of(value) in SETS or (isinstance(known, Iteration) and known.passes_order)):
            return False
        if frame.source.in_any_order:
            return True
        body = Body(frame.gives_freely)
        body.temporary = {*target_names(node.target)}
        self.look_at_block(node.body, body, {*body.temporary}, inner=False)
        if node.orelse or not body.is_free or body.reads & {*body.writes}:
            return False
        if body.leaves and (len(body.leaves) > 1 or {*body.writes.values()} - {"constant"}):
            return False
        later = {name for part in frame.source.node.body for name in free_names(part, node)}
        free = (self.is_free_change(*change) for change in body.writes.items())
        return not later & body.temporary and all(free)

    def is_free_change(self, name: str, way: str) -> bool:
        """Whether changes of this variable in this `way` may come in any order."""
        kind = self.variable_kind(ast.Name(name, ast.Load()))
        kind = kind.of if isinstance(kind, Maybe) else kind
        if way in ("constant", "mark", "min", "max") or kind is None:
            return not isinstance(kind, Container) or kind.form == "list"
        if isinstance(kind, Container) and way.endswith("[]"):
            return kind.form == "list" and (kind.item is None or isinstance(kind.item, Int))
        if isinstance(kind, Container):
            return kind.form == "set"
        return isinstance(kind, Int) or kind == BOOL

    # Statements ----------------------------------------------------------------------------------

    def look_at_block(self, nodes: list[Any], body: Body, known: set[str], *, inner: bool) -> None:
        """Read statements; `known` holds the variables already assigned for this item."""
        for node in nodes:
            if not body.is_free:
                return
            match node:
                case ast.Pass() | ast.Continue() | ast.Expr(ast.Constant()):
                    continue
                case ast.Break():
                    body.leaves |= set() if inner else {"break"}
                case ast.Return(value):
                    self.look_at_value(value, body, set())  # the answer must not depend on the item
                    body.leaves.add(ast.dump(node))
                case ast.Expr(ast.Yield(value) | ast.YieldFrom(value)) if body.gives:
                    self.look_at_value(value, body, known)
                case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), way), args, [])) if (
                    way in ADDING
                ):
                    body.write(name, "discard" if way == "discard" else "add")
                    for part in args:
                        self.look_at_value(part, body, known)
                case ast.Assign([target], value) | ast.AnnAssign(target, _, value):
                    self.look_at_assignment(target, value, body, known)
                case ast.AugAssign(target, op, value):
                    self.look_at_value(value, body, known)
                    self.look_at_step(target, SUMS.get(type(op), ""), body, known)
                case ast.If(test, then, other):
                    if extreme := least_of(node):
                        body.write(*extreme[:2])
                        test, then = extreme[2], []
                    self.look_at_value(test, body, known)
                    self.look_at_block(then, body, {*known}, inner=inner)
                    self.look_at_block(other, body, {*known}, inner=inner)
                case ast.For(target, values, block, other):
                    self.look_at_value(values, body, known)
                    names = target_names(target)
                    body.temporary |= names
                    self.look_at_block(block, body, known | names, inner=True)
                    self.look_at_block(other, body, {*known}, inner=inner)
                case _:
                    body.is_free = False

    def look_at_assignment(self, target: Any, value: Any, body: Body, known: set[str]) -> None:
        match target, value:
            case _, None:  # an annotation alone
                return
            case ast.Subscript(), ast.Constant():  # `marks[cell] = 1`: the same in any order
                while isinstance(target, ast.Subscript):
                    self.look_at_value(target.slice, body, known)
                    target = target.value
                body.is_free &= isinstance(target, ast.Name)
                body.hold(getattr(target, "id", ""), "mark", value)
            case ast.Name(name), ast.Call(ast.Name("min" | "max" as way), args, []) if len(
                args
            ) > 1 and any(is_name(part, name) for part in args):
                body.write(name, way)
                for part in args:
                    if not is_name(part, name):
                        self.look_at_value(part, body, known)
            case ast.Name(name), ast.Constant() if name not in known:
                body.hold(name, "constant", value)
            case ast.Subscript(), _:
                body.is_free = False
            case _:
                self.look_at_value(value, body, known)
                names = target_names(target)
                known |= names
                body.temporary |= names

    def look_at_step(self, target: Any, way: str, body: Body, known: set[str]) -> None:
        """Read a step like `count += 1`; variables assigned for each item may change freely."""
        match target:
            case ast.Subscript(ast.Name(name), index) if way:
                self.look_at_value(index, body, known)
                body.write(name, f"{way}[]")
            case ast.Name(name) if name in known:
                return
            case ast.Name(name) if way:
                body.write(name, way)
            case _:
                body.is_free = False

    # Expressions ---------------------------------------------------------------------------------

    def look_at_value(self, node: Any, body: Body, known: set[str]) -> None:
        """Read an expression, which must change nothing and read no variable of an earlier item."""
        if node is None:
            return
        body.is_free &= self.is_pure(node)
        names = free_names(node)
        body.is_free &= not (names & body.temporary) - known
        body.reads |= names - known

    def is_pure(self, node: Any) -> bool:
        """Whether an expression changes no variable and nothing in memory."""
        for item in walk(node):
            if isinstance(item, (ast.NamedExpr, ast.Yield, ast.YieldFrom)):
                return False
            if isinstance(item, ast.Call) and not self.is_pure_call(item):
                return False
        return True

    def is_pure_call(self, node: Any) -> bool:
        if isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
            return False
        kind = self.kind_of(node.func)
        if kind == Static(next):
            return not isinstance(node.args[0], ast.Name)
        return self.is_pure_function(Value(kind))

    def is_pure_function(self, function: Value) -> bool:
        """Whether a function changes nothing but its own new objects."""
        called = function.known
        source = readable_source(called.function if isinstance(called, Bound) else called)
        return source is None or is_pure_source(source, self.game, set())


def is_pure_source(source: Source, game: Any, seen: set[int]) -> bool:
    """Whether a function changes nothing but its own new objects."""
    if id(source.node) in seen:
        return True
    seen.add(id(source.node))
    nodes = [*walk(source.node)]
    if any(isinstance(item, (ast.Nonlocal, ast.Global)) for item in nodes):
        return False
    made: dict[str, bool] = {}
    for item in nodes:
        if isinstance(item, ast.Assign):
            for target in item.targets:
                if isinstance(target, ast.Name):
                    made[target.id] = made.get(target.id, True) and isinstance(item.value, FRESH)
    for item in nodes:
        if (box := changed_box(item)) is not None and not made.get(box, False):
            return False
        if isinstance(item, ast.Call):
            inner = called_by(item.func, source, game)
            if inner is not None and not is_pure_source(inner, game, seen):
                return False
    return True


def changed_box(node: Any) -> str | None:
    """The name of the container that a node changes; empty if unnamed, None if nothing changes."""
    match node:
        case ast.Subscript(value, _, ast.Store() | ast.Del()):
            pass
        case ast.Call(ast.Attribute(value, name)) if name in MUTATORS:
            pass
        case _:
            return None
    while isinstance(value, (ast.Subscript, ast.Attribute)):
        value = value.value
    return value.id if isinstance(value, ast.Name) else ""


def called_by(func: Any, source: Source, game: Any) -> Source | None:
    """The called function; None if its name does not show which function it is."""
    found: Any = None
    match func:
        case ast.Name(name) if name in source.values:
            found = source.values[name]
        case ast.Attribute(ast.Name("self"), name):
            found = inspect.getattr_static(type(game), name, None)
    return readable_source(found)


def readable_source(function: Any) -> Source | None:
    """The source of a function written in Python; None for anything else."""
    if isinstance(function, Source):
        return function
    function = getattr(function, "__wrapped__", function)
    try:
        return source_of(function) if isinstance(function, FunctionType) else None
    except Unsupported:
        return None


def is_name(node: Any, name: str) -> bool:
    """Whether a node is the variable of this name."""
    return isinstance(node, ast.Name) and node.id == name


def least_of(node: Any) -> tuple[str, str, Any] | None:
    """For `if value < name: name = value`: the name, "min" or "max", and the value; else None."""
    match node:
        case ast.If(ast.Compare(a, [op], [b]), [ast.Assign([ast.Name(name)], value)], []):
            sign, is_left = ORDERS.get(type(op), "="), is_name(a, name)
            same = ast.dump(b if is_left else a) == ast.dump(value)
            if sign[0] in "<>" and same and (is_left or is_name(b, name)):
                return name, "max" if (sign[0] == "<") == is_left else "min", value
    return None
