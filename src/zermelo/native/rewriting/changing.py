"""The names that code changes and reads, and the parts of it that run more than once."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Any, Final

COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_CHANGING: Final = {
    *("append", "appendleft", "extend", "insert", "remove", "pop", "popleft", "clear", "sort"),
    *("reverse", "add", "discard", "update", "setdefault"),
}


def changed(parts: Iterable[Any]) -> Iterator[str]:
    """The variables that parts of the code assign, or change what they are."""
    for part in (part for whole in parts for part in ast.walk(whole)):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id
        if isinstance(part, ast.Subscript) and isinstance(part.ctx, (ast.Store, ast.Del)):
            yield root(part)
        if isinstance(part, ast.Call):
            yield from _changed_by(part)


def changed_on_the_way(node: Any) -> set[str]:
    """The variables that an expression changes, as `stack.pop()` does."""
    calls = [part for part in ast.walk(node) if isinstance(part, ast.Call)]
    return {name for call in calls for name in _changed_by(call)}


def _changed_by(call: Any) -> set[str]:
    """The variable of whose value a call is a method, and those that `note_effects` noted."""
    own = {root(getattr(call.func, "value", None))} if called(call) in _CHANGING else set[str]()
    return own | getattr(call, "changes", set())


def root(node: Any) -> str:
    """The variable that an item or a field is of, or itself; empty of others."""
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def called(call: ast.Call) -> str:
    """The last name of what is called."""
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def bound(node: Any) -> set[str]:
    """The variables of a comprehension's or a lambda's own."""
    if isinstance(node, ast.Lambda):
        return {argument.arg for argument in node.args.args}
    parts = node.generators if isinstance(node, COMPREHENSIONS) else []
    return {name for part in parts for name in names_in(part.target)}


def names_in(node: Any) -> set[str]:
    """The names in a part of the code."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def free(node: Any) -> set[str]:
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


def uses(name: str, whole: Any) -> list[Any]:
    """Where a variable is read."""
    names = [part for part in ast.walk(whole) if isinstance(part, ast.Name) and part.id == name]
    return [part for part in names if isinstance(part.ctx, ast.Load)]


def repeated(whole: Any) -> set[int]:
    """The `id` of each part of the code that may run more often than the whole."""
    parts: list[Any] = []
    for part in ast.walk(whole):
        if isinstance(part, (ast.For, ast.While)):
            parts += [*part.body, *([part.test] if isinstance(part, ast.While) else [])]
        elif isinstance(part, (ast.Lambda, ast.FunctionDef)) and part is not whole:
            parts += part.body if isinstance(part.body, list) else [part.body]
        elif isinstance(part, COMPREHENSIONS):
            parts += behind(part, part.generators[0])
    return {id(part) for begun in parts for part in ast.walk(begun)}


def behind(comprehension: Any, loop: Any) -> list[Any]:
    """The parts of a comprehension for each item of one of its loops; the loops behind it, too."""
    place = comprehension.generators.index(loop)
    made = [getattr(comprehension, name, None) for name in ("elt", "key", "value")]
    return [*loop.ifs, *comprehension.generators[place + 1 :], *filter(None, made)]
