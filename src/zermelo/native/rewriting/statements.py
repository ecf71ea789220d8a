"""Statements, stars and `:=` written as numba reads them."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Iterator
from typing import Any, Final

from zermelo.native.rewriting.changing import changed_on_the_way, names_in
from zermelo.native.rewriting.unreadable import UnreadableError

ITEM_AT: Final = "__item_at__"  # of a dict of lists or sets: a new one where there is none
_NEW_SCOPES: Final = (
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    *(ast.Lambda, ast.FunctionDef),
)


class Statements(ast.NodeTransformer):
    """Rewrites statements; expressions inside them are left to the subclass."""

    def visit_Expr(self, node: Any) -> Any:
        """`yield from`, and `items.sort(key=…)`."""
        value = node.value
        if isinstance(value, ast.YieldFrom):
            item = ast.Name("__item", ast.Load())
            given = ast.Expr(ast.Yield(item))
            loop = ast.For(ast.Name("__item", ast.Store()), value.value, [given], [])
            return self._visited([placed(loop, node)])
        if isinstance(value, ast.Call) and value.keywords and _attribute(value.func) == "sort":
            assert isinstance(value.func, ast.Attribute)
            items = value.func.value
            whole = ast.Subscript(items, ast.Slice(), ast.Store())
            call = ast.Call(ast.Name("sorted", ast.Load()), [items], value.keywords)
            return self._visited([placed(ast.Assign([whole], call), node)])
        return self._hoisted(node, "value")

    def visit_Assign(self, node: Any) -> Any:
        """`first, *rest = row`, `rows[0] = []`, and `groups = {0: [], 1: []}`."""
        target = node.targets[0]
        if filled := _filled(node):
            return self._visited([placed(statement, node) for statement in filled])
        if isinstance(target, ast.Subscript) and is_new(node.value) and not _calls(target):
            rows = copy.deepcopy(target.value)
            node.value = ast.Call(ast.Name("__no_items__", ast.Load()), [rows], [])
            if isinstance(target.slice, ast.Slice):
                node.value = ast.Subscript(rows, ast.Slice(None, ast.Constant(0)), ast.Load())
            return self.generic_visit(placed(node, node))
        parts = getattr(target, "elts", [])
        stars = [index for index, part in enumerate(parts) if isinstance(part, ast.Starred)]
        if len(node.targets) > 1 or not stars:
            return self._hoisted(node, "value")
        (star,), row = stars, ast.Name("__row", ast.Load())
        statements: list[Any] = [ast.Assign([ast.Name("__row", ast.Store())], node.value)]
        for index, part in enumerate(parts):
            behind = len(parts) - 1 - index
            if index == star:
                last = ast.UnaryOp(ast.USub(), ast.Constant(behind)) if behind else None
                rest = ast.Subscript(row, ast.Slice(ast.Constant(index), last), ast.Load())
                value: Any = ast.Call(ast.Name("__list__", ast.Load()), [rest], [])
                part = part.value
            else:
                place = index if index < star else index - len(parts)
                value = ast.Subscript(row, _number(place), ast.Load())
            statements.append(ast.Assign([part], value))
        return self._visited([placed(statement, node) for statement in statements])

    def visit_For(self, node: Any) -> Any:
        """`for first, *rest in rows`."""
        if any(map(is_star, getattr(node.target, "elts", ()))):
            parts = ast.Assign([node.target], ast.Name("__parts", ast.Load()))
            node.target, node.body = ast.Name("__parts", ast.Store()), [parts, *node.body]
            placed(node, node)
        return self.generic_visit(node)

    def visit_AugAssign(self, node: Any) -> Any:
        """As other assignments."""
        return self._hoisted(node, "value")

    def visit_Return(self, node: Any) -> Any:
        """As assignments."""
        return self._hoisted(node, "value")

    def visit_If(self, node: Any) -> Any:
        """`if one and (x := two)` is an `if` in an `if`."""
        test = node.test
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) and not node.orelse:
            later = next((i for i, part in enumerate(test.values[1:], 1) if any(_named(part))), 0)
            if later:
                first, second = test.values[:later], test.values[later:]
                inner = ast.If(_all(second), node.body, [])
                outer = ast.If(_all(first), [placed(inner, node)], [])
                return self.visit(placed(outer, node))
        return self._hoisted(node, "test")

    def visit_While(self, node: Any) -> Any:
        """`while x := …` asks inside the loop."""
        test = node.test
        if not node.orelse and any(isinstance(part, ast.NamedExpr) for part in ast.walk(test)):
            all_of = isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And)
            parts = [ast.UnaryOp(ast.Not(), part) for part in (test.values if all_of else [test])]
            ends = [ast.If(part, [ast.Break()], []) for part in parts]
            node.test, node.body = ast.Constant(True), [*ends, *node.body]
            placed(node, node)
        self.generic_visit(node)
        return node

    def visit_List(self, node: Any) -> Any:
        """`[*row, x]` is a sum of lists; in `[[], []]` nothing says of what: of ints."""
        node.elts = [no_ints(item) if _is_empty(item) else item for item in node.elts]
        return self._unstarred(node, "__list__")

    def visit_Tuple(self, node: Any) -> Any:
        """`(*row, x)` is a sum of tuples."""
        return self._unstarred(node, "__tuple__")

    def _unstarred(self, node: Any, name: str) -> Any:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Store) or not any(map(is_star, node.elts)):
            return node
        parts: list[Any] = []
        for item in node.elts:
            if isinstance(item, ast.Starred):
                parts.append(ast.Call(ast.Name(name, ast.Load()), [item.value], []))
            elif parts and isinstance(parts[-1], type(node)):
                parts[-1].elts.append(item)
            else:
                parts.append(type(node)([item], ast.Load()))
        whole = parts[0]
        for part in parts[1:]:
            whole = ast.BinOp(whole, ast.Add(), part)
        return placed(whole, node)

    # := ------------------------------------------------------------------------------------------

    def _hoisted(self, node: Any, field: str) -> Any:
        """Put what `:=` assigns in an expression that is always evaluated before the statement."""
        before = []
        value = getattr(node, field)
        read = names_in(node.target) if isinstance(node, ast.AugAssign) else set[str]()
        for named in list(_named(value, read)) if value is not None else []:
            assigned = ast.Assign([ast.Name(named.target.id, ast.Store())], named.value)
            before.append(placed(assigned, node))
            setattr(node, field, _Without(named).visit(getattr(node, field)))
        self.generic_visit(node)
        return [*self._visited(before), node] if before else node

    def _visited(self, statements: list[Any]) -> list[Any]:
        visited: list[Any] = []
        for statement in statements:
            made = self.visit(statement)
            visited += made if isinstance(made, list) else [made]
        return visited


class _Without(ast.NodeTransformer):
    def __init__(self, named: Any) -> None:
        self.named = named

    def visit_NamedExpr(self, node: Any) -> Any:
        """The variable alone."""
        name = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
        return name if node is self.named else node


def _named(node: Any, read: Iterable[str] = ()) -> Iterator[Any]:
    """Each `:=` in an expression that is surely evaluated, and before which nothing reads it.

    read  the names that are read before the expression
    """
    seen, changed = {*read}, set[str]()

    def search(part: Any) -> Iterator[Any]:
        if isinstance(part, ast.Name):
            seen.add(part.id)
        if isinstance(part, ast.NamedExpr) and part.target.id not in seen:
            if changed or not seen.isdisjoint(changed_on_the_way(part.value)):
                name = part.target.id
                raise UnreadableError(part, f"{name} is set behind a change: set it a line before")
            if not list(search(part.value)):
                yield part
            changed.clear()  # it all goes before the statement
            return
        sure = [*_surely_evaluated(part)]
        for child in sure:
            yield from search(child)
        for child in ast.iter_child_nodes(part):
            if child not in sure:
                seen.update(names_in(child))
                changed.update(changed_on_the_way(child))
        if isinstance(part, ast.Call):
            changed.update(changed_on_the_way(part))

    return search(node)


def _surely_evaluated(part: Any) -> Iterator[Any]:
    """The parts of an expression that are always evaluated, once, in their order."""
    if isinstance(part, _NEW_SCOPES):
        return
    if isinstance(part, ast.Dict):
        pairs = zip(part.keys, part.values, strict=True)
        yield from (it for pair in pairs for it in pair if it is not None)
    elif isinstance(part, ast.BoolOp):
        yield part.values[0]
    elif isinstance(part, ast.IfExp):
        yield part.test
    elif isinstance(part, ast.Compare):
        yield from (part.left, part.comparators[0])
    else:
        yield from ast.iter_child_nodes(part)


def open_keywords(function: Any, defaults: tuple[Any, ...], named: dict[str, Any]) -> Any:
    """Have a function take by place, too, what it only takes by name; returned are its defaults.

    named  the defaults of what it takes by name; those that have none, and need one now, get None
    """
    args = function.args
    if not args.kwonlyargs or args.vararg:
        return defaults
    names = [part.arg for part in args.kwonlyargs]
    args.args, args.kwonlyargs, args.kw_defaults = [*args.args, *args.kwonlyargs], [], []
    needless = 0 if defaults else next((i for i, it in enumerate(names) if it in named), len(names))
    defaults = (*defaults, *(named.get(name) for name in names[needless:]))
    args.defaults = [ast.Constant(None) for _ in defaults]
    return defaults


def _all(values: list[Any]) -> Any:
    return values[0] if len(values) == 1 else ast.BoolOp(ast.And(), values)


def _number(value: int) -> Any:
    return ast.UnaryOp(ast.USub(), ast.Constant(-value)) if value < 0 else ast.Constant(value)


def _filled(node: Any) -> list[Any]:
    """A dict of empty lists or sets that a variable is given, as one that is filled."""
    target, made = node.targets[0], node.value
    is_one = isinstance(made, ast.Dict) and made.values and all(map(is_new, made.values))
    loops = made.generators if isinstance(made, ast.DictComp) and is_new(made.value) else []
    if not isinstance(target, ast.Name) or not (is_one or len(loops) == 1):
        return []
    if len(node.targets) > 1 or target.id in names_in(made):
        raise UnreadableError(
            node, f"{target.id} is made of itself, or not alone: give it another name"
        )
    begun = ast.Assign([target], ast.Dict([], []))
    if is_one:
        pairs = zip(made.keys, made.values, strict=True)
        return [begun, *(_put(target.id, key, value) for key, value in pairs)]
    (loop,) = apart(made, "_").generators
    inside = _put(target.id, made.key, made.value)
    for condition in loop.ifs:
        inside = ast.If(condition, [inside], [])
    return [begun, ast.For(loop.target, loop.iter, [inside], [])]


def _put(name: str, key: Any, value: Any) -> Any:
    return ast.Assign([ast.Subscript(ast.Name(name, ast.Load()), key, ast.Store())], value)


def apart(made: Any, mark: str) -> Any:
    """A comprehension whose variables have names that nothing else has; `mark` ends them."""
    first = copy.deepcopy(made.generators[0].iter)  # which does not see them
    names = {name for loop in made.generators for name in names_in(loop.target)}
    made = renamed(made, {name: f"__{name}{mark}" for name in names})
    made.generators[0].iter = first
    return made


def renamed(node: Any, names: dict[str, str]) -> Any:
    """Code whose variables have other names."""
    return _Renaming(names).visit(node)


class _Renaming(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: Any) -> Any:
        """One of them."""
        return ast.copy_location(ast.Name(self.names.get(node.id, node.id), node.ctx), node)

    def visit_arg(self, node: Any) -> Any:
        """A lambda's own one, which hides it."""
        return ast.copy_location(ast.arg(self.names.get(node.arg, node.arg)), node)


def is_new(node: Any) -> bool:
    """Whether it is `[]` or `set()`."""
    called = isinstance(node, ast.Call) and not node.args and not node.keywords
    return _is_empty(node) or (called and getattr(node.func, "id", "") == "set")


def is_item_begun(call: Any) -> bool:
    """Whether a call is `groups.setdefault(key, [])`."""
    asked = _attribute(call.func) == "setdefault" and len(call.args) == 2 and not call.keywords
    return asked and is_new(call.args[1])


def _attribute(node: Any) -> str:
    return node.attr if isinstance(node, ast.Attribute) else ""


def _is_empty(node: Any) -> bool:
    return isinstance(node, ast.List) and not node.elts


def _calls(node: Any) -> bool:
    return any(isinstance(part, ast.Call) for part in ast.walk(node))


def no_ints(node: Any) -> Any:
    """An empty list of ints, in the place of one of which nothing says what it holds."""
    return placed(ast.Call(ast.Name("__no_ints__", ast.Load()), [], []), node)


def is_star(node: Any) -> bool:
    """Whether it is `*rest`."""
    return isinstance(node, ast.Starred)


def placed(made: Any, node: Any) -> Any:
    """New code with the line numbers of the code that it replaces, where it has none."""
    for part in ast.walk(made):
        if "lineno" in part._attributes and not hasattr(part, "lineno"):
            ast.copy_location(part, node)
    return made
