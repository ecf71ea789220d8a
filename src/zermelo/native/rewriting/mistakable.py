"""Code that rewriting would take for something else: each line is refused with what to write.

Functions are lifted out of generator expressions and lambdas, with the names of these, and what is
lazy in Python is made at once. Where names meet, or a loop changes what it reads, that shows.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any, Final

from zermelo.native.rewriting.changing import (
    COMPREHENSIONS,
    behind,
    bound,
    called,
    changed,
    changed_on_the_way,
    free,
    repeated,
    root,
    uses,
)
from zermelo.native.rewriting.effects import note_effects
from zermelo.native.rewriting.filled import callee_of
from zermelo.native.rewriting.source import parsed
from zermelo.native.rewriting.unreadable import UnreadableError

_LIFTED: Final = {"min", "max", "next", "sum", "sorted", "any", "all", "reduce", "sort"}
_MAPPED: Final = {"map", "filter", "starmap", "takewhile"}  # become loops, as lazy as in Python
_LAZY: Final = {
    *("accumulate", "dropwhile", "groupby", "chain", "from_iterable", "islice", "pairwise"),
}
_CHOOSING: Final = {  # copy what they are given, in Python, too
    *("product", "combinations", "permutations", "combinations_with_replacement"),
}
_READ_ONCE: Final = {*_MAPPED, *_LAZY, *_CHOOSING, "reversed"}  # in Python, and lists here


def refuse_mistakable(function: Any, outside: FunctionType) -> None:
    """Raise `UnreadableError` for the first place that would be mistaken.

    outside  the function itself
    """
    inner = {part.name: part for part in ast.walk(function) if isinstance(part, ast.FunctionDef)}
    names = {**outside.__globals__, **inner}
    for part in ast.walk(function):
        if isinstance(part, ast.Call):
            part.known = _known(part, names)  # type: ignore[attr-defined]
    note_effects(function, outside, inner)
    assigned = [part for part in ast.walk(function) if isinstance(part, ast.Assign)]
    late = {root(part.targets[0]) for part in assigned if _is_lazy(part.value)} - {""}
    for part in ast.walk(function):
        if isinstance(part, ast.Call) and _known_as(part) in _LIFTED | _READ_ONCE:
            _refuse_shared_names(part)
            _refuse_moved(part)
        if isinstance(part, ast.Call):
            _refuse_handed_on(part, late, outside)
        if isinstance(part, (ast.Call, ast.AugAssign)):
            _refuse_grown_by_itself(part)
        if isinstance(part, ast.For):
            _refuse_changed(part, inner)
        if isinstance(part, ast.AugAssign) and any(map(_takes, ast.walk(part.target))):
            raise UnreadableError(part, "what is popped is popped once: give it a name first")
        if isinstance(part, COMPREHENSIONS):
            _refuse_seen_outside(part, function)
            _refuse_taken(part, inner)
        if isinstance(part, ast.Assign) and _is_lazy(part.value):
            _refuse_read_late(part, function)


def _known(call: ast.Call, names: dict[str, Any]) -> str:
    """The name of a function of Python's that a call calls; empty of others.

    names  the values of names, but for those of builtins
    """
    function = call.func
    if isinstance(function, ast.Name):
        own = isinstance(names.get(function.id), (FunctionType, ast.FunctionDef))
        return "" if own else function.id
    owner = names.get(getattr(getattr(function, "value", None), "id", ""))
    of_module = isinstance(owner, ModuleType) or owner is itertools.chain
    return called(call) if of_module or called(call) == "sort" else ""


def _known_as(node: Any) -> str:
    return getattr(node, "known", "")


def _refuse_shared_names(call: ast.Call) -> None:
    """`next((x for x in row), x)`: the two are not the same x."""
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    for part in given:
        if isinstance(part, ast.Lambda) and part.args.defaults:
            raise UnreadableError(call, "a lambda here has no defaults: write what it uses")
        others = {name for other in given if other is not part for name in free(other)}
        if shared := sorted(bound(part) & others):
            raise UnreadableError(call, f"{shared[0]} is two things here: give one another name")


def _refuse_moved(call: ast.Call) -> None:
    """`next(rows, stack.pop())`: what is given besides is evaluated elsewhere, or never."""
    if _known_as(call) in ("min", "max") and not call.keywords:
        return
    rows = 1 if _known_as(call) in ("map", "filter", "starmap", "takewhile", "reduce") else 0
    for part in (*call.args[rows + 1 :], *(keyword.value for keyword in call.keywords)):
        sets = any(isinstance(it, ast.NamedExpr) for it in ast.walk(part))
        scoped = isinstance(part, (*COMPREHENSIONS, ast.Lambda))
        if not scoped and (sets or changed_on_the_way(part)):
            raise UnreadableError(part, "this changes something on its way: do it a line before")


def _refuse_handed_on(call: ast.Call, late: set[str], outside: FunctionType) -> None:
    """A function that reads twice what is given to it, which is a generator.

    late  the variables that are one
    """
    lazy = [_is_lazy(given) or getattr(given, "id", "") in late for given in call.args]
    callee = callee_of(call, outside) if any(lazy) else None
    tree = parsed(callee) if callee is not None else None
    names = [part.arg for part in tree.args.args] if tree is not None else []
    names = names[1:] if isinstance(call.func, ast.Attribute) else names
    for name, is_one in zip(names, lazy, strict=False):
        if is_one and _is_read_again(uses(name, tree), repeated(tree)):
            raise UnreadableError(call, f"{name} is empty once it is read: give it list(…)")


def _refuse_grown_by_itself(node: Any) -> None:
    """`row.extend(x for x in LINE if x not in row)`, which sees what it has added."""
    target, given = getattr(node, "target", None), getattr(node, "value", None)
    if isinstance(node, ast.Call):
        adds = called(node) in ("extend", "update") and node.args
        target, given = (getattr(node.func, "value", None), node.args[0]) if adds else (None, None)
    name = root(target)
    if given is not None and _is_lazy(given) and name in free(given):
        raise UnreadableError(node, f"{name} grows while it is read: write a loop that adds")


def _refuse_changed(loop: ast.For, inner: dict[str, Any]) -> None:
    """A loop that changes what it goes through, where that is made before."""
    parts, read = [loop.iter], set[str]()
    if isinstance(loop.iter, ast.GeneratorExp):
        parts = [one.iter for one in loop.iter.generators]
    elif isinstance(loop.iter, ast.Call) and _known_as(loop.iter) in _MAPPED:
        function, *parts = loop.iter.args
        if not isinstance(function, ast.Lambda):  # which reads as late as what it becomes
            read |= free(function)
    read |= {name for it in parts for part in _made_at_once(it, inner) for name in free(part)}
    if both := sorted(read & {*changed(loop.body)}):
        raise UnreadableError(
            loop, f"the loop changes {both[0]}, which what it goes through reads: write an if"
        )


def _made_at_once(node: Any, inner: dict[str, Any]) -> Iterator[Any]:
    """The parts of what a loop goes through that Python would make item by item."""
    if isinstance(node, ast.GeneratorExp):
        yield node
    if isinstance(node, ast.Call):
        name, own = _known_as(node), inner.get(called(node))
        code = ast.walk(own) if own is not None else ()
        if any(isinstance(it, (ast.Yield, ast.YieldFrom)) for it in code):
            yield own
        for part in node.args:
            copies = name == "reversed" and isinstance(part, ast.Call)  # a range, say
            if (name in _READ_ONCE - _CHOOSING and not copies) or isinstance(part, ast.Starred):
                yield part
            elif name in ("enumerate", "zip", "iter"):
                yield from _made_at_once(part, inner)


def _refuse_taken(comprehension: Any, inner: dict[str, Any]) -> None:
    """`[stack.pop() + x for x in (stack.pop() for …)]`, where the two take turns in Python."""
    for loop in comprehension.generators:
        read = {name for it in _made_at_once(loop.iter, inner) for name in free(it)}
        taken = {name for it in behind(comprehension, loop) for name in changed_on_the_way(it)}
        if both := sorted(read & taken):
            raise UnreadableError(
                comprehension, f"{both[0]} changes while it is read: write a loop"
            )


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


def _refuse_read_late(assigned: ast.Assign, function: Any) -> None:
    """A generator in a variable, which in Python is empty the second time, and reads late."""
    name = getattr(assigned.targets[0], "id", "")
    read, again = uses(name, function), repeated(function)
    if id(assigned) in again:
        loops = [part for part in ast.walk(function) if isinstance(part, (ast.For, ast.While))]
        around = [loop for loop in loops if any(it is assigned for it in ast.walk(loop))]
        again = {key for part in around[-1].body for key in repeated(part)}
    if _is_read_again(read, again):
        raise UnreadableError(assigned, f"{name} is empty once it is read: write list(…)")
    over = [part for part in ast.walk(function) if isinstance(part, ast.For)]
    for use in read:
        whole = next((loop for loop in over if any(it is use for it in ast.walk(loop.iter))), use)
        first = assigned.end_lineno or 0, assigned.end_col_offset or 0
        last = whole.end_lineno, whole.end_col_offset
        exprs = [part for part in ast.walk(function) if isinstance(part, ast.expr)]
        between = [part for part in exprs if first < (part.lineno, part.col_offset) < last]
        if both := sorted(free(assigned.value) & {*changed(between)}):
            raise UnreadableError(
                assigned, f"{name} is read when {both[0]} has changed: write list(…)"
            )


def _is_read_again(read: list[Any], again: set[int]) -> bool:
    """Whether a variable is read twice, or where the code may run again."""
    return len(read) > 1 or any(id(use) in again for use in read)


def _is_lazy(node: Any) -> bool:
    return isinstance(node, ast.GeneratorExp) or _known_as(node) in _READ_ONCE


def _takes(node: Any) -> bool:
    taking = isinstance(node, ast.Call) and called(node) in ("pop", "popleft")
    return taking or bool(getattr(node, "changes", ()))
