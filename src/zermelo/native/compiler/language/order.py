"""Where the order of a set's items cannot make a difference, as the code itself shows.

Python goes through a set in an order of its own. A loop over one compiles if what its body does
comes to the same in every order: it adds up ints, adds to sets, marks places, looks for the least,
or stops with the same answer wherever it stops.
"""

from __future__ import annotations

import ast
import inspect
from types import FunctionType
from typing import Any, Final

from zermelo.native.compiler.comparing import SETS, form_of
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.syntax import Source, source_of, target_names

MUTATORS: Final = {
    "append", "add", "pop", "remove", "discard", "clear", "extend", "insert", "update", "sort",
    "reverse", "setdefault", "popitem", "appendleft", "popleft", "extendleft", "rotate",
    "difference_update", "intersection_update", "symmetric_difference_update", "subtract",
}  # fmt: skip
FRESH: Final = (
    ast.List,
    ast.ListComp,
    ast.Set,
    ast.SetComp,
    ast.Dict,
    ast.DictComp,
    ast.Call,
    ast.BinOp,
)
SUMS: Final = {
    ast.Add: "+", ast.Sub: "+", ast.BitOr: "|", ast.BitAnd: "&", ast.BitXor: "^", ast.Mult: "*",
}  # fmt: skip


class Body:
    """The effects of a loop's body, as far as it was looked at.

    writes   the names that it changes, each with the one way in which
    reads    the names that it reads for anything else
    leaves   the answers with which it returns
    is_free  False once something was found that depends on the order
    """

    def __init__(self, gives: bool) -> None:
        self.writes: dict[str, str] = {}
        self.reads: set[str] = set()
        self.temporary: set[str] = set()
        self.leaves: set[str] = set()
        self.constants: dict[str, str] = {}
        self.is_free, self.gives = True, gives

    def write(self, name: str, way: str) -> None:
        """Note a change; two ways to change one variable depend on their order."""
        self.is_free &= self.writes.setdefault(name, way) == way

    def hold(self, name: str, value: Any) -> None:
        """Note a constant that is written; two of them depend on their order."""
        text = ast.dump(value)
        self.is_free &= self.constants.setdefault(name, text) == text


class Order(Part):
    """Loops over sets."""

    def needs_order(self, value: Value) -> bool:
        """Whether a set may be what a loop goes through."""
        known = value.known
        return form_of(value) in SETS or (isinstance(known, Iteration) and known.passes_order)

    def is_free_loop(self, node: Any) -> bool:
        """Whether a `for` loop over a set comes to the same in every order of its items."""
        frame = self.frame
        if frame.source.in_any_order:
            return True
        body = Body(frame.gives_freely)
        body.temporary = target_names(node.target)
        self.look_at_block(node.body, body, {*body.temporary}, inner=False)
        if node.orelse or not body.is_free or body.reads & {*body.writes}:
            return False
        if body.leaves and (len(body.leaves) > 1 or {*body.writes.values()} - {"constant"}):
            return False
        later = {*loads_outside(frame.source.node, node, body.temporary)}
        return not later and all(self.is_number_sum(*item) for item in body.writes.items())

    def is_number_sum(self, name: str, way: str) -> bool:
        """Whether what is added up under a name are ints, or items of a set."""
        kind = self.variable_kind(ast.Name(name, ast.Load()))
        kind = kind.of if isinstance(kind, Maybe) else kind
        if way in ("constant", "mark", "least", "most") or kind is None:
            return not isinstance(kind, Container) or kind.form == "list"
        if isinstance(kind, Container) and way.endswith("[]"):
            return kind.form == "list" and (kind.item is None or isinstance(kind.item, Int))
        if isinstance(kind, Container):
            return kind.form == "set"
        return isinstance(kind, Int) or kind == BOOL

    # Statements ----------------------------------------------------------------------------------

    def look_at_block(self, nodes: list[Any], body: Body, known: set[str], *, inner: bool) -> None:
        """Look at statements; `known` are the variables that each item gives a value first."""
        for node in nodes:
            if not body.is_free:
                return
            method = getattr(self, f"look_at_{type(node).__name__}", None)
            if method is None:
                body.is_free = False
            else:
                method(node, body, known, inner)

    def look_at_Pass(self, node: Any, body: Body, known: set[str], inner: bool) -> None:
        """Nothing."""

    look_at_Continue = look_at_Pass

    def look_at_Break(self, node: Any, body: Body, known: set[str], inner: bool) -> None:
        if not inner:
            body.leaves.add("break")

    def look_at_Return(self, node: Any, body: Body, known: set[str], inner: bool) -> None:
        if node.value is not None:
            self.look_at_value(node.value, body, set())  # what belongs to no item
        body.leaves.add(ast.dump(node))

    def look_at_Expr(self, node: Any, body: Body, known: set[str], inner: bool) -> None:
        value = node.value
        if isinstance(value, ast.Yield) and body.gives:
            if value.value is not None:
                self.look_at_value(value.value, body, known)
        elif isinstance(value, ast.YieldFrom) and body.gives:
            self.look_at_value(value.value, body, known)
        elif (
            isinstance(value, ast.Call)
            and isinstance(value.func, ast.Attribute)
            and value.func.attr in ("add", "discard", "update")
            and isinstance(value.func.value, ast.Name)
            and not value.keywords
        ):
            body.write(value.func.value.id, "discard" if value.func.attr == "discard" else "add")
            for part in value.args:
                self.look_at_value(part, body, known)
        else:
            body.is_free &= isinstance(value, ast.Constant)

    def look_at_Assign(self, node: Any, body: Body, known: set[str], inner: bool) -> None:
        target = node.targets[0]
        if len(node.targets) > 1:
            body.is_free = False
        elif isinstance(target, ast.Subscript):
            self.look_at_mark(node, target, body, known)
        elif isinstance(target, ast.Name) and (way := extreme_of(target.id, node.value)):
            body.write(target.id, way)
            for part in node.value.args:
                if not (isinstance(part, ast.Name) and part.id == target.id):
                    self.look_at_value(part, body, known)
        elif (
            isinstance(target, ast.Name)
            and isinstance(node.value, ast.Constant)
            and target.id not in known
        ):
            body.write(target.id, "constant")
            body.hold(target.id, node.value)
        else:
            self.look_at_value(node.value, body, known)
            names = target_names(target)
            known |= names
            body.temporary |= names

    def look_at_AnnAssign(self, node: Any, body: Body, known: set[str], inner: bool) -> None:
        if node.value is not None:
            self.look_at_Assign(ast.Assign([node.target], node.value), body, known, inner)

    def look_at_mark(self, node: Any, target: Any, body: Body, known: set[str]) -> None:
        """`marks[cell] = 1`: the same place gets the same value in any order."""
        box = target
        while isinstance(box, ast.Subscript):
            self.look_at_value(box.slice, body, known)
            box = box.value
        if isinstance(box, ast.Name) and isinstance(node.value, ast.Constant):
            body.write(box.id, "mark")
            body.hold(box.id, node.value)
        else:
            body.is_free = False

    def look_at_AugAssign(self, node: Any, body: Body, known: set[str], inner: bool) -> None:
        target, way = node.target, SUMS.get(type(node.op), "")
        self.look_at_value(node.value, body, known)
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and way:
            self.look_at_value(target.slice, body, known)
            body.write(target.value.id, f"{way}[]")
        elif isinstance(target, ast.Name) and way and target.id not in known:
            body.write(target.id, way)
        elif isinstance(target, ast.Name) and target.id in known:
            pass  # a variable of this item alone
        else:
            body.is_free = False

    def look_at_If(self, node: Any, body: Body, known: set[str], inner: bool) -> None:
        if way := least_of(node):
            name, value = way
            body.write(name, "least" if is_less(node, name) else "most")
            self.look_at_value(value, body, known)
            return
        self.look_at_value(node.test, body, known)
        self.look_at_block(node.body, body, {*known}, inner=inner)
        self.look_at_block(node.orelse, body, {*known}, inner=inner)

    def look_at_For(self, node: Any, body: Body, known: set[str], inner: bool) -> None:
        self.look_at_value(node.iter, body, known)
        names = target_names(node.target)
        body.temporary |= names
        self.look_at_block(node.body, body, known | names, inner=True)
        self.look_at_block(node.orelse, body, {*known}, inner=inner)

    # Expressions ---------------------------------------------------------------------------------

    def look_at_value(self, node: Any, body: Body, known: set[str]) -> None:
        """Look at an expression: it has to change nothing, and to read what is sure."""
        body.is_free &= self.is_pure(node)
        own = {
            name
            for x in ast.walk(node)
            if isinstance(x, ast.comprehension)
            for name in target_names(x.target)
        }
        for item in ast.walk(node):
            if isinstance(item, ast.Lambda):
                own |= {argument.arg for argument in item.args.args}
        names = {x.id for x in ast.walk(node) if isinstance(x, ast.Name)} - own
        body.is_free &= not (names & body.temporary) - known
        body.reads |= names - known

    def is_pure(self, node: Any) -> bool:
        """Whether an expression changes no variable and nothing in memory."""
        for item in ast.walk(node):
            if isinstance(item, (ast.NamedExpr, ast.Yield, ast.YieldFrom)):
                return False
            if isinstance(item, ast.Call) and not self.is_pure_call(item):
                return False
        return True

    def is_pure_call(self, node: Any) -> bool:
        if isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
            return False
        kind = self.kind_of(node.func)
        called = kind.value if isinstance(kind, Static) else None
        if isinstance(called, Bound):
            called = called.function
        if called is next:
            return not isinstance(node.args[0], ast.Name)
        return self.is_pure_function(Value(Static(called)))

    def is_pure_function(self, function: Value) -> bool:
        """Whether a function changes nothing but what it has made itself."""
        called = function.known
        if isinstance(called, Bound):
            called = called.function
        called = getattr(called, "__wrapped__", called)
        if isinstance(called, FunctionType):
            try:
                called = source_of(called)
            except Unsupported:
                return False
        return not isinstance(called, Source) or is_pure_source(called, self.game, set())


def is_pure_source(source: Source, game: Any, seen: set[int]) -> bool:
    """Whether a function changes nothing but what it has made itself."""
    if id(source.node) in seen:
        return True
    seen.add(id(source.node))
    nodes = [*ast.walk(source.node)]
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
    """The name of what a node changes in place; empty without a name, None without a change."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, (ast.Store, ast.Del)):
        value = node.value
    elif (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in MUTATORS
    ):
        value = node.func.value
    else:
        return None
    while isinstance(value, (ast.Subscript, ast.Attribute)):
        value = value.value
    return value.id if isinstance(value, ast.Name) else ""


def called_by(func: Any, source: Source, game: Any) -> Source | None:
    """The function that a call in another is of, if that can be read off its name."""
    found: Any = None
    if isinstance(func, ast.Name) and func.id in source.values:
        found = source.values[func.id]
    elif (
        isinstance(func, ast.Attribute)
        and isinstance(func.value, ast.Name)
        and func.value.id == "self"
    ):
        found = inspect.getattr_static(type(game), func.attr, None)
    found = getattr(found, "__wrapped__", found)
    try:
        return source_of(found) if isinstance(found, FunctionType) else None
    except Unsupported:
        return None


def extreme_of(name: str, value: Any) -> str:
    """ "least" or "most" for `min(name, …)` or `max(name, …)`; empty for anything else."""
    called = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and not value.keywords
    if called and value.func.id in ("min", "max") and len(value.args) > 1:
        if any(isinstance(part, ast.Name) and part.id == name for part in value.args):
            return "least" if value.func.id == "min" else "most"
    return ""


def least_of(node: Any) -> tuple[str, Any] | None:
    """The variable and the value of `if value < name: name = value`."""
    test, only = node.test, node.body[0]
    if (
        node.orelse
        or len(node.body) > 1
        or not isinstance(only, ast.Assign)
        or len(only.targets) > 1
    ):
        return None
    target = only.targets[0]
    if not isinstance(test, ast.Compare) or len(test.ops) > 1 or not isinstance(target, ast.Name):
        return None
    if not isinstance(test.ops[0], (ast.Lt, ast.LtE, ast.Gt, ast.GtE)):
        return None
    sides, value = [ast.dump(test.left), ast.dump(test.comparators[0])], ast.dump(only.value)
    name = ast.dump(ast.Name(target.id, ast.Load()))
    return (target.id, only.value) if sorted(sides) == sorted([value, name]) else None


def is_less(node: Any, name: str) -> bool:
    """Whether `value < name`, not `value > name`, is what a condition asks."""
    left = isinstance(node.test.left, ast.Name) and node.test.left.id == name
    return isinstance(node.test.ops[0], (ast.Lt, ast.LtE)) != left


def loads_outside(function: Any, loop: Any, names: set[str]) -> set[str]:
    """The names that a function reads outside a loop that gives them values, but no other loop."""
    found: set[str] = set()

    def look(node: Any, names: set[str]) -> None:
        if node is loop or not names:
            return
        if isinstance(node, (ast.FunctionDef, ast.Lambda)) and node is not function:
            names = names - {argument.arg for argument in node.args.args}
        elif isinstance(node, ast.For):
            names = names - target_names(node.target)
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            names = names - {name for part in node.generators for name in target_names(part.target)}
        elif isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load):
            found.add(node.id)
        for part in ast.iter_child_nodes(node):
            look(part, names)

    look(function, names)
    return found
