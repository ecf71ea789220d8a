"""Functions inside functions, taken out of them: they are given what they used of the other's.

numba writes a function inside another out where it is called. It cannot where that function calls
itself, yields, or is called in a generator expression, which becomes a function of its own; and it
mistakes defaults. Then all of them become functions beside the other one here. Each call hands over
what the variables hold at that moment, which is what Python reads, too.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from types import CodeType
from typing import Any, Final, NamedTuple

from zermelo.native.rewriting.statements import placed
from zermelo.native.rewriting.templates import LIFTED
from zermelo.native.rewriting.unreadable import UnreadableError

_COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_SCOPES: Final = (*_COMPREHENSIONS, ast.Lambda, ast.FunctionDef)
_BINDING: Final = (ast.Nonlocal, ast.Global, ast.FunctionDef, ast.NamedExpr)
_ADDING: Final = ("append", "add", "insert", "extend", "update")


class _Inner(NamedTuple):
    """A function inside another, as a statement, and the variables of the other that it uses."""

    made: Any
    title: str  # of the function beside the other one
    captured: dict[str, str]  # each variable, with its name in here

    @property
    def parameters(self) -> list[str]:
        return [part.arg for part in (*self.made.args.args, *self.made.args.kwonlyargs)]

    def arguments(self, call: Any) -> list[Any] | None:
        """Those of a call in their order, with those left out; None where that is not sure."""
        args = self.made.args
        stars = any(isinstance(item, ast.Starred) for item in call.args)
        given = {item.arg: item.value for item in call.keywords}
        moved = sorted(given, key=self.parameters.index) != [*given]  # evaluated in another order
        moved = moved and any(isinstance(part, ast.Call) for part in _inside(call))
        if (
            stars
            or moved
            or len(call.args) > len(args.args)
            or not given.keys() <= {*self.parameters}
        ):
            return None
        behind = args.args[len(args.args) - len(args.defaults) :]
        pairs = [*zip(behind, args.defaults, strict=True)]
        pairs += zip(args.kwonlyargs, args.kw_defaults, strict=True)
        defaults = {part.arg: copy.deepcopy(value) for part, value in pairs if value is not None}
        given = {**defaults, **dict(zip(self.parameters, call.args, strict=False)), **given}
        return (
            [given[name] for name in self.parameters]
            if len(given) == len(self.parameters)
            else None
        )


class _UnfitError(Exception):
    """The name of a function that is called in a way that does not say all that it is given."""


def taken_out(function: Any) -> tuple[Any, list[Any]]:
    """A function without those inside it, if numba could not read it with them; and those."""
    left_in = set[str]()
    while True:
        whole = copy.deepcopy(function)
        inner = {
            name: _Inner(made, f"{LIFTED}{index}_{name}_{made.lineno}", {})
            for index, (name, made) in enumerate(_candidates(whole))
            if name not in left_in
        }
        if not any(_needs_it(whole, name, item.made) for name, item in inner.items()):
            _refuse_mistaken(function)
            return function, []
        _capture(whole, inner)
        try:
            taken = _parted(whole, inner)
        except _UnfitError as fault:
            left_in.add(str(fault))
        else:
            _refuse_mistaken(whole)
            return whole, taken


def _refuse_mistaken(function: Any) -> None:
    """numba gives a function that it writes out the defaults, whatever a call says by name."""
    calls = [part for part in _inside(function) if isinstance(part, ast.Call)]
    for part in _own(function):
        made, name = part, getattr(part, "name", "")
        if isinstance(part, ast.Assign):
            made, name = part.value, _name(part.targets[0])
        if not name or not isinstance(made, (ast.Lambda, ast.FunctionDef)):
            continue
        takes = {argument.arg for argument in made.args.args}
        for call in (call for call in calls if _name(call.func) == name):
            by_name = {item.arg for item in call.keywords}
            known = by_name <= takes and not (by_name and made.args.defaults)
            if not known or len(call.args) > len(takes):
                raise UnreadableError(call, f"give {name} all its arguments, without names")


def _parted(function: Any, inner: dict[str, _Inner]) -> list[Any]:
    """The functions inside one, taken out of it."""
    _begin_empty_ones(function, inner)
    _Removing(inner).visit(function)
    _Calling(inner, {}).all_in(function)
    for item in inner.values():
        _Calling(inner, item.captured).all_in(item.made)
    for item in inner.values():
        made, parameters = item.made, [ast.arg(name) for name in item.parameters]
        made.name = item.title
        for outer, name in item.captured.items():
            parameters.append(ast.arg(name))
            parameters[-1].outer = outer  # type: ignore[attr-defined]
        made.args = ast.arguments([], parameters, None, [], [], None, [])
        placed(made, made)
    return [item.made for item in inner.values()]


# Which ones --------------------------------------------------------------------------------------


def _candidates(function: Any) -> Iterator[tuple[str, Any]]:
    """The functions and named lambdas inside a function whose names mean nothing else."""
    bound = [*_bound(function)]
    for part in _own(function):
        name, made = getattr(part, "name", ""), part
        if isinstance(part, ast.Assign) and isinstance(part.value, ast.Lambda):
            name = getattr(part.targets[0], "id", "")
            body = [placed(ast.Return(part.value.body), part)]
            made = placed(ast.FunctionDef(name, part.value.args, body, []), part)
        if not isinstance(made, ast.FunctionDef) or bound.count(name) != 1 or made.decorator_list:
            continue
        args = made.args
        defaults = [value for value in (*args.defaults, *args.kw_defaults) if value is not None]
        plain = not (args.vararg or args.kwarg or args.posonlyargs)
        if (
            plain
            and all(map(_is_constant, defaults))
            and not any(isinstance(it, _BINDING) for it in _inside(made))
        ):
            yield name, made


def _needs_it(function: Any, name: str, made: Any) -> bool:
    """Whether numba would not write this function out where it is called, or not as it is."""
    if made.args.defaults or made.args.kwonlyargs:
        return True
    if any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in _inside(made)):
        return True
    calls = [part.func for part in _inside(function) if isinstance(part, ast.Call)]
    scopes = [part for part in _inside(function) if isinstance(part, _SCOPES)]
    inside = {id(part) for scope in scopes for part in _inside(scope)}
    return any(
        id(part) in inside or part not in calls
        for part in _inside(function)
        if isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Load)
    )


def _capture(function: Any, inner: dict[str, _Inner]) -> None:
    """See which variables of the function those inside it use, also through each other."""
    module = ast.fix_missing_locations(ast.Module([_with_functions(function, inner)], []))
    (code,) = (it for it in compile(module, "", "exec").co_consts if isinstance(it, CodeType))
    codes = {it.co_name: it for it in code.co_consts if isinstance(it, CodeType)}
    used = {name: {*codes[name].co_freevars} & {*code.co_cellvars} for name in inner}
    for _ in inner:
        for names in used.values():
            names.update(*(used[other] for other in names & inner.keys()))
    for name, item in inner.items():
        own = {*item.parameters, *_bound(item.made)}
        for each in sorted(used[name] - inner.keys()):
            item.captured[each] = f"__outer_{each}" if each in own else each


def _with_functions(function: Any, inner: dict[str, _Inner]) -> Any:
    """A copy of the function, with named lambdas as the functions that they are."""
    whole = _Removing(inner).visit(copy.deepcopy(function))
    whole.body = [*(copy.deepcopy(item.made) for item in inner.values()), *whole.body]
    return whole


# Taking them out ---------------------------------------------------------------------------------


class _Removing(ast.NodeTransformer):
    """Removes the functions where they were written; something is left in each block."""

    def __init__(self, inner: dict[str, _Inner]) -> None:
        self.inner = inner

    def visit_FunctionDef(self, node: Any) -> Any:
        """Nothing is left of one of them."""
        if node.name in self.inner:
            return placed(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_Assign(self, node: Any) -> Any:
        """Nor of a lambda with a name."""
        is_one = isinstance(node.value, ast.Lambda) and _name(node.targets[0]) in self.inner
        return placed(ast.Pass(), node) if is_one else self.generic_visit(node)


class _Calling(ast.NodeTransformer):
    """Calls the functions beside with all that they are given.

    captured  how variables of the function around are called in here, where they have other names
    """

    def __init__(self, inner: dict[str, _Inner], captured: dict[str, str]) -> None:
        self.inner, self.captured, self.hidden = inner, captured, list[str]()
        self.own: set[str] = set()

    def all_in(self, function: Any) -> None:
        """Rewrite all that is inside a function."""
        self.own = {*_bound(function)}
        super().generic_visit(function)

    def generic_visit(self, node: Any) -> Any:
        """Names that a scope binds hide the variables of the function around."""
        bound = [*_bound(node)] if isinstance(node, _SCOPES) else []
        self.hidden += bound
        super().generic_visit(node)
        del self.hidden[len(self.hidden) - len(bound) :]
        return node

    def _meant(self, node: Any) -> _Inner | None:
        """The function that a name stands for."""
        name = _name(node)
        return None if name in self.own or name in self.hidden else self.inner.get(name)

    def visit_Call(self, node: Any) -> Any:
        """A call of one of them."""
        item = self._meant(node.func)
        if item is None:
            return self.generic_visit(node)
        arguments = item.arguments(node)
        if arguments is None:
            raise _UnfitError(_name(node.func))
        return placed(self._called(_name(node.func), [self.visit(it) for it in arguments]), node)

    def visit_Name(self, node: Any) -> Any:
        """One of them as a value: a lambda that calls it."""
        item = self._meant(node)
        if item is None or not isinstance(node.ctx, ast.Load):
            return node
        args = item.made.args
        given = item.parameters[: len(args.args) - len(args.defaults)]
        call = ast.Call(node, [ast.Name(f"__{name}", ast.Load()) for name in given], [])
        arguments = item.arguments(call)
        if arguments is None:
            raise _UnfitError(node.id)
        args = ast.arguments([], [ast.arg(f"__{name}") for name in given], None, [], [], None, [])
        return placed(ast.Lambda(args, self._called(node.id, arguments)), node)

    def _called(self, name: str, arguments: list[Any]) -> Any:
        captured = self.inner[name].captured
        if not {*self.hidden}.isdisjoint(captured):
            raise _UnfitError(name)
        arguments += [ast.Name(self.captured.get(it, it), ast.Load()) for it in captured]
        return ast.Call(ast.Name(self.inner[name].title, ast.Load()), arguments, [])


# Lists, sets and dicts that begin empty ----------------------------------------------------------


def _begin_empty_ones(function: Any, inner: dict[str, _Inner]) -> None:
    """Say what lists, sets and dicts hold that begin empty and are filled in functions inside.

    It is ints, or tuples of as many as are written there; where that is wrong, it is refused.
    """
    captured = {name for item in inner.values() for name in item.captured}
    filled = {name for part in _own(function) for name, *_ in _filled(part)}
    kinds = {
        name: kind
        for item in inner.values()
        for part in _inside(item.made)
        for name, *kind in _filled(part)
        if name in captured - filled
    }
    for part in _own(function):
        if isinstance(part, ast.Assign) and (kind := kinds.get(_name(part.targets[0]))):
            part.value = _begun(part.value, *kind)


def _filled(part: Any) -> Iterator[tuple[Any, ...]]:
    """The variable that a part of the code puts something into, and that, behind its key."""
    function = getattr(part, "func", None)
    if getattr(function, "attr", "") in _ADDING and part.args:
        yield _name(function.value), part.args[-1]  # type: ignore[union-attr]
    target = part.targets[0] if isinstance(part, ast.Assign) else None
    if isinstance(target, ast.Subscript):
        yield _name(target.value), target.slice, part.value


def _begun(value: Any, *kind: Any) -> Any:
    """A list, set or dict whose kind the compiler sees, for an empty one; others as they are."""
    ints = [_ints(one) for one in kind]
    none = ast.Call(ast.Name("range", ast.Load()), [ast.Constant(0)], [])
    loops = [ast.comprehension(ast.Name("__none", ast.Store()), none, [], 0)]
    if isinstance(value, ast.List) and not value.elts:
        return placed(ast.ListComp(ints[-1], loops), value)
    if isinstance(value, ast.Dict) and not value.keys and len(ints) > 1:
        return placed(ast.DictComp(ints[0], ints[1], loops), value)
    if isinstance(value, ast.Call) and _name(value.func) == "set" and not value.args:
        return placed(ast.SetComp(ints[-1], loops), value)
    return value


def _ints(value: Any) -> Any:
    """An int for a value, or a tuple of ints where it is a tuple."""
    if isinstance(value, ast.Tuple):
        return ast.Tuple([_ints(item) for item in value.elts], ast.Load())
    return ast.Constant(0)


# Scopes ------------------------------------------------------------------------------------------


def _inside(node: Any) -> Iterator[Any]:
    """All that is written inside a part of the code."""
    return (part for part in ast.walk(node) if part is not node)


def _own(node: Any) -> Iterator[Any]:
    """The same without what has variables of its own; that itself is given."""
    for part in ast.iter_child_nodes(node):
        yield part
        if not isinstance(part, _SCOPES):
            yield from _own(part)


def _bound(node: Any) -> Iterator[str]:
    """The variables of a function, a lambda or a comprehension, each as often as it is bound."""
    if isinstance(node, _COMPREHENSIONS):
        parts = [part for loop in node.generators for part in ast.walk(loop.target)]
    else:
        yield from (part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg))
        parts = [*_own(node)]
    for part in parts:
        if isinstance(part, ast.FunctionDef):
            yield part.name
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id


def _is_constant(node: Any) -> bool:
    """Whether an expression is always the same: a number, or a tuple of those."""
    parts = (ast.Constant, ast.Tuple, ast.UnaryOp, ast.unaryop, ast.expr_context)
    return all(isinstance(part, parts) for part in ast.walk(node))


def _name(node: Any) -> str:
    return node.id if isinstance(node, ast.Name) else ""
