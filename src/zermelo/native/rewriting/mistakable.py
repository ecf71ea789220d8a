"""Code that rewriting would take for something else: each line is refused with what to write.

Functions are lifted out of generator expressions and lambdas, with the names of these, and what is
lazy in Python is made at once. Where names meet, or a loop changes what it reads, that shows.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, Final

from zermelo.native.rewriting.unreadable import UnreadableError

_COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_LIFTED: Final = {"min", "max", "next", "sum", "sorted", "any", "all", "reduce", "sort"}
_LAZY: Final = {
    *("map", "filter", "starmap", "accumulate", "takewhile", "dropwhile", "groupby", "chain"),
    *("from_iterable", "islice"),
}
_IN_LOOPS: Final = {"takewhile", "dropwhile"}  # are loops themselves, as lazy as Python's
_CHANGING: Final = {
    *("append", "appendleft", "extend", "insert", "remove", "pop", "popleft", "clear", "sort"),
    *("reverse", "add", "discard", "update", "setdefault"),
}


def refuse_mistakable(function: Any) -> None:
    """Raise `UnreadableError` for the first place that would be mistaken."""
    inner = {part.name: part for part in ast.walk(function) if isinstance(part, ast.FunctionDef)}
    for part in ast.walk(function):
        if isinstance(part, ast.Call) and _called(part) in _LIFTED | _LAZY:
            _refuse_shared_names(part)
        if isinstance(part, ast.For):
            _refuse_changed(part, inner)
        if isinstance(part, ast.AugAssign) and any(map(_takes, ast.walk(part.target))):
            raise UnreadableError(part, "what is popped is popped once: give it a name first")
        if isinstance(part, _COMPREHENSIONS):
            _refuse_seen_outside(part, function)
        if isinstance(part, ast.Assign) and _is_lazy(part.value):
            _refuse_used_twice(part, function)


def _refuse_shared_names(call: ast.Call) -> None:
    """`next((x for x in row), x)`: the two are not the same x."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    for part in given:
        if isinstance(part, ast.Lambda) and part.args.defaults:
            raise UnreadableError(call, "a lambda here has no defaults: write what it uses")
        others = {name for other in given if other is not part for name in _free(other)}
        if shared := sorted(_bound(part) & others):
            raise UnreadableError(call, f"{shared[0]} is two things here: give one another name")


def _refuse_changed(loop: ast.For, inner: dict[str, Any]) -> None:
    """A loop that changes what its generator reads while it goes on."""
    read = {name for part in _made_at_once(loop.iter, inner) for name in _free(part)}
    if changed := sorted(read & set(_changed(loop.body))):
        raise UnreadableError(
            loop, f"the loop changes {changed[0]}, which what it goes through reads: write an if"
        )


def _made_at_once(node: Any, inner: dict[str, Any]) -> Iterator[Any]:
    """The parts of what a loop goes through that Python would make item by item."""
    if isinstance(node, ast.GeneratorExp):
        yield node
    if isinstance(node, ast.Call):
        name = _called(node)
        if name in inner and any(isinstance(it, ast.Yield) for it in ast.walk(inner[name])):
            yield inner[name]
        for part in node.args:
            if name in _LAZY - _IN_LOOPS:
                yield part
            elif name in ("enumerate", "zip", "iter"):
                yield from _made_at_once(part, inner)


def _changed(body: list[Any]) -> Iterator[str]:
    """The variables that statements assign, or change what they are."""
    for part in (part for statement in body for part in ast.walk(statement)):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id
        target: Any = part
        if isinstance(part, ast.Call) and _called(part) in _CHANGING:
            target = getattr(part.func, "value", None)
        elif not (isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store)):
            continue
        while isinstance(target, (ast.Subscript, ast.Attribute)):
            target = target.value
        if isinstance(target, ast.Name):
            yield target.id


def _refuse_seen_outside(comprehension: Any, function: Any) -> None:
    """A variable that `:=` sets in a comprehension, and that is read after it."""
    inside = [*ast.walk(comprehension)]
    set_there = {part.target.id for part in inside if isinstance(part, ast.NamedExpr)}
    if not set_there:
        return
    kept = {id(part) for part in inside}
    for part in ast.walk(function):
        if isinstance(part, ast.Name) and part.id in set_there and id(part) not in kept:
            raise UnreadableError(
                comprehension, f"{part.id} is set in here and used outside: write a loop"
            )


def _refuse_used_twice(assigned: ast.Assign, function: Any) -> None:
    """A generator in a variable, which in Python is empty the second time."""
    (target, *_) = assigned.targets
    name = getattr(target, "id", "")
    loops = [part for part in ast.walk(function) if isinstance(part, (ast.For, ast.While))]
    repeated = {
        id(part) for loop in loops for statement in loop.body for part in ast.walk(statement)
    }
    uses = [
        part
        for part in ast.walk(function)
        if isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Load)
    ]
    again = any(id(use) in repeated for use in uses) and id(assigned) not in repeated
    if len(uses) > 1 or again:
        raise UnreadableError(assigned, f"{name} is empty once it is read: write list(…)")


def _is_lazy(node: Any) -> bool:
    made = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    return isinstance(node, ast.GeneratorExp) or (made and _called(node) in {"map", "filter"})


def _takes(node: Any) -> bool:
    return isinstance(node, ast.Call) and _called(node) in ("pop", "popleft")


def _called(call: ast.Call) -> str:
    """The last name of what is called."""
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def _bound(node: Any) -> set[str]:
    """The variables of a comprehension's or a lambda's own."""
    if isinstance(node, ast.Lambda):
        return {argument.arg for argument in node.args.args}
    parts = node.generators if isinstance(node, _COMPREHENSIONS) else []
    return {
        name.id for part in parts for name in ast.walk(part.target) if isinstance(name, ast.Name)
    }


def _free(node: Any) -> set[str]:
    """The variables that a part reads, but for those of its own."""
    parts = [*ast.walk(node)]
    read = {
        part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)
    }
    stored = {
        part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }
    arguments = {part.arg for part in parts if isinstance(part, ast.arg)}
    return read - stored - arguments
