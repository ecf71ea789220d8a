"""Advice on Python that does not compile: what to write instead, read from the source of a rule.

The compiler's own messages are about its internals. So the line at which it failed is read again. A
construct there that has a replacement is named with it; docs/contract.md has the same table. All
other messages are put into the terms of the rules.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.native.rewriting.changing import root


class Advice(NamedTuple):
    """A construct that does not compile, and what does the same."""

    construct: str
    instead: str


def advice(file: str, line: int, error: str = "") -> tuple[int, str]:
    """The line of what does not compile at `line` of a file or near it, and one line about it."""
    try:
        text = Path(file).read_text(encoding="utf-8")
        tree = ast.parse(text)
    except (OSError, SyntaxError, ValueError):
        return line, "this does not compile"
    around = _function_at(tree, line)
    constructs = [] if around is None else list(_constructs(around))
    here = [entry for entry in constructs if entry[0] == line]
    if not here and (reason := _reason(error, text)):
        return line, reason
    if not constructs:
        return line, f"`{_statement(text, line)}` does not compile"
    at, (construct, instead) = min(constructs, key=lambda entry: abs(entry[0] - line))
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


def _constructs(function: ast.AST) -> Iterator[tuple[int, Advice]]:
    """The constructs of the table in a function, with their lines."""
    for node in ast.walk(function):
        for applies, advice in TABLE:
            if isinstance(node, (ast.expr, ast.stmt)) and applies(node):
                yield node.lineno, advice


def _statement(text: str, line: int) -> str:
    lines = text.splitlines()
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""


# The compiler's words ----------------------------------------------------------------------------


REASONS: Final = (
    (r"unreadable in \w+: (.+)", "{0}"),
    (r"refused: (.+)", "{0}"),
    (
        r"Untyped global name '(\w+)'.*<class 'dict'>",
        "{0} does not compile: its keys should be ints, tuples of ints, or texts, and what they "
        "have numbers, tuples, lists, sets or dicts, all of one kind",
    ),
    (
        r"Untyped global name '(\w+)'.*<class 'type'>",
        "{0} is a class, whose objects do not compile: write a NamedTuple, or functions",
    ),
    (
        r"Untyped global name '(\w+)'.*<class '(\w+)'>",
        "{0}, a {1}, does not compile: write ints and tuples of one kind",
    ),
    (
        r"Cannot unify (.+?) and (.+?) for '(\w+)",
        "{2} is once {0} and once {1}: keep it of one kind",
    ),
    (
        r"Unknown attribute '(\w+)' of type array",
        "no .{0} of a numpy array is known to compiled code: write a loop over a tuple",
    ),
    (r"Unknown attribute '(\w+)' of type (.+)", "no .{0} of {1} is known to compiled code"),
    (
        r"untyped-list-problem|Type of variable '.+' cannot be determined",
        "nothing says what a list holds that begins empty: begin it with an item",
    ),
)
_KINDS: Final = (  # numba's types in the words of Python
    (r"reflected list\(.*\)|[Ll]ist\(.*\)", "a list"),
    (r"opentuple\(.*\)|UniTuple\(.*\)|Tuple\(.*\)", "a tuple"),
    (r"Literal\[int\]\(.*\)|u?int\d+|wide\d+", "an int"),
    (r"float\d+", "a float"),
    (r"bool(ean)?|Literal\[bool\]\(.*\)", "a bool"),
    (r"none", "None"),
    (r"unicode_type|Literal\[str\]\(.*\)", "a text"),
)


def _reason(error: str, text: str) -> str:
    """The compiler's words in those of the rules, as far as they are known; else nothing.

    text  the file; a global of another one, a library's, says nothing to its author
    """
    for pattern, words in REASONS:
        match = re.search(pattern, error)
        if match and ("global" not in pattern or match[1] in text):
            return words.format(*(_kind(part) for part in match.groups()))
    return ""


def _kind(name: str) -> str:
    for pattern, words in _KINDS:
        if re.fullmatch(pattern, name.strip()):
            return words
    return name


# The table ---------------------------------------------------------------------------------------


def _calls(node: Any, *names: str) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and (node.func.id in names)
    )


def _is_of_self(node: Any) -> bool:
    """Whether a statement changes the game itself, or an item of what it has."""
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    fields = (ast.Attribute, ast.Subscript)
    return any(isinstance(it, fields) and root(it) == "self" for it in targets)


def _takes_by_name(node: Any) -> bool:
    """Whether a call or a function has two stars."""
    named = isinstance(node, ast.Call) and any(item.arg is None for item in node.keywords)
    return named or (isinstance(node, ast.FunctionDef) and node.args.kwarg is not None)


TABLE: Final[tuple[tuple[Callable[[Any], bool], Advice], ...]] = (
    (lambda node: isinstance(node, ast.Try), Advice("try", "an if that looks first")),
    (
        lambda node: isinstance(node, ast.Global),
        Advice("global", "a variable of the rule, or a field of the state"),
    ),
    (_is_of_self, Advice("a change of self", "a variable of the rule, or a field of the state")),
    (_takes_by_name, Advice("**", "the arguments one by one")),
    (
        lambda node: _calls(node, "frozenset"),
        Advice("frozenset", "set(…), or a sorted tuple"),
    ),
)
