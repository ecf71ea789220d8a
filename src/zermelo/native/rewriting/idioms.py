"""Calls in words that compile: `bin(x).count("1")`, and dicts with the keys of a row."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from zermelo.native.rewriting.statements import placed


def in_other_words(node: Any, is_builtin: Callable[..., bool]) -> Any:
    """The expression that says the same as a call; None where there is none.

    is_builtin  whether an expression, the first argument, is one of the builtins named behind it
    """
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Call(func=called, args=[number]), attr="count"),
            args=[ast.Constant("1")],
        ) if is_builtin(called, "bin"):
            ones = ast.Attribute(number, "bit_count", ast.Load())
            return placed(ast.Call(ones, [], []), node)
        case ast.Call(func=called, args=[ast.Call(args=[_]) as keys]) if is_builtin(
            called, "list", "tuple"
        ):
            if (row := _keys(keys, is_builtin)) is not None:
                return placed(ast.Call(called, [_with(row, ast.Constant(0))], []), node)
        case ast.Call(args=[_, ast.Constant() | ast.Name() as value]):
            if (row := _keys(node, is_builtin)) is not None:
                return placed(_with(row, value), node)
    return None


def _keys(call: Any, is_builtin: Callable[..., bool]) -> Any:
    """The row that `dict.fromkeys` is given; None of other expressions."""
    match call:
        case ast.Call(func=ast.Attribute(value=owner, attr="fromkeys"), args=[row, *_]):
            return row if is_builtin(owner, "dict") else None
    return None


def _with(row: Any, value: Any) -> Any:
    """The dict with the items of a row as keys."""
    loop = ast.comprehension(ast.Name("__key", ast.Store()), row, [], 0)
    return ast.DictComp(ast.Name("__key", ast.Load()), value, [loop])
