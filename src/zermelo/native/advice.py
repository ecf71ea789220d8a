"""What to write instead of the Python that does not compile: found in the source of a rule.

The compiler's own words are about its inside. So the line that it stumbled over is read again, and
the construct there that has a replacement is named with it; docs/contract.md has the same table.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple


class Advice(NamedTuple):
    """A construct that does not compile, and what does the same."""

    construct: str
    instead: str


def advice(file: str, line: int) -> tuple[int, str]:
    """The line of what does not compile at `line` of a file or near it, and one line about it."""
    try:
        text = Path(file).read_text(encoding="utf-8")
        tree = ast.parse(text)
    except (OSError, SyntaxError, ValueError):
        return line, "this does not compile"
    around = _function_at(tree, line)
    found = [] if around is None else list(_found(around, _lists(tree)))
    if not found:
        return line, f"`{_statement(text, line)}` does not compile"
    at, (construct, instead) = min(found, key=lambda entry: abs(entry[0] - line))
    return at, f"{construct} does not compile: write {instead}"


def _function_at(tree: ast.Module, line: int) -> ast.AST | None:
    """The innermost function around a line."""
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, functions) and node.lineno <= line <= (node.end_lineno or line)
    ]
    return max(around, key=lambda node: node.lineno, default=None)


def _lists(tree: ast.Module) -> set[str]:
    """The names of lists outside of all functions."""
    made = [node for node in tree.body if isinstance(node, ast.Assign)]
    lists = [node for node in made if isinstance(node.value, (ast.List, ast.ListComp))]
    return {name.id for node in lists for name in node.targets if isinstance(name, ast.Name)}


def _found(function: ast.AST, lists: set[str]) -> Iterator[tuple[int, Advice]]:
    """What of the table a function has, with its lines; `lists` are those outside of it."""
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id in lists:
            yield node.lineno, LIST
        for applies, told in TABLE:
            if isinstance(node, (ast.expr, ast.stmt)) and applies(node):
                yield node.lineno, told


def _statement(text: str, line: int) -> str:
    lines = text.splitlines()
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""


# The table ---------------------------------------------------------------------------------------


def _calls(node: Any, *names: str) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and (node.func.id in names)
    )


def _is_open_slice(node: Any) -> bool:
    """Whether a bound of a slice is no number; of a list such slices compile."""
    if not (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)):
        return False
    bounds = (node.slice.lower, node.slice.upper, node.slice.step)
    return any(not isinstance(bound, (ast.Constant, ast.UnaryOp)) for bound in bounds if bound)


def _unpacks_with_star(node: Any) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else []
    return any(isinstance(part, ast.Starred) for target in targets for part in ast.walk(target))


def _repeats_a_tuple(node: Any) -> bool:
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)):
        return False
    sides = (node.left, node.right)
    fixed = any(isinstance(side, ast.Constant) for side in sides)
    return not fixed and any(isinstance(side, ast.Tuple) for side in sides)


def _makes_a_tuple(node: Any) -> bool:
    return _calls(node, "tuple") and bool(node.args) and not isinstance(node.args[0], ast.Tuple)


def _replaces_an_item(node: Any) -> bool:
    """Whether it is `_replace` of what nobody can tell to be a state."""
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "_replace"
        and isinstance(node.value, ast.Subscript)
    )


LIST: Final = Advice("a list outside the rules", "a tuple")
TABLE: Final[tuple[tuple[Callable[[Any], bool], Advice], ...]] = (
    (_is_open_slice, Advice("a slice whose bounds vary", "a loop over range(first, last)")),
    (
        lambda node: isinstance(node, ast.GeneratorExp),
        Advice("a generator expression", "a list, [… for …], or a loop"),
    ),
    (
        lambda node: isinstance(node, ast.YieldFrom),
        Advice("yield from", "a loop that yields"),
    ),
    (lambda node: _calls(node, "reversed"), Advice("reversed", "range(last, first - 1, -1)")),
    (
        _replaces_an_item,
        Advice("_replace of what a list holds", "a new state, State(field, …)"),
    ),
    (_unpacks_with_star, Advice("unpacking with a star", "row[0] and row[1:]")),
    (lambda node: isinstance(node, ast.Try), Advice("try", "an if that looks first")),
    (_repeats_a_tuple, Advice("a tuple times a variable", "a tuple of a fixed length")),
    (_makes_a_tuple, Advice("tuple(…) of a list", "replaced(row, index, item), item by item")),
    (lambda node: isinstance(node, ast.NamedExpr), Advice(":=", "an assignment before it")),
)
