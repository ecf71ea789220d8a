"""Python's operators: their signs, syntax nodes, the functions that compute them, and names."""

from __future__ import annotations

import ast
import operator
from typing import Any, Final

_BINARY: Final = (
    ("+", ast.Add, operator.add), ("-", ast.Sub, operator.sub), ("*", ast.Mult, operator.mul),
    ("/", ast.Div, operator.truediv), ("//", ast.FloorDiv, operator.floordiv),
    ("%", ast.Mod, operator.mod), ("**", ast.Pow, operator.pow),
    ("<<", ast.LShift, operator.lshift), (">>", ast.RShift, operator.rshift),
    ("&", ast.BitAnd, operator.and_), ("|", ast.BitOr, operator.or_),
    ("^", ast.BitXor, operator.xor), ("@", ast.MatMult, operator.matmul),
)  # fmt: skip
_ORDERS: Final = (
    ("==", ast.Eq, operator.eq), ("!=", ast.NotEq, operator.ne), ("<", ast.Lt, operator.lt),
    ("<=", ast.LtE, operator.le), (">", ast.Gt, operator.gt), (">=", ast.GtE, operator.ge),
)  # fmt: skip
OPERATORS: Final[dict[type, str]] = {node: sign for sign, node, _ in _BINARY}
SIGNS: Final[dict[Any, str]] = {function: sign for sign, _, function in _BINARY}
ORDERS: Final[dict[type, str]] = {node: sign for sign, node, _ in _ORDERS}
COMPARED: Final[dict[Any, str]] = {function: sign for sign, _, function in _ORDERS}
PYTHON: Final[dict[str, Any]] = {sign: function for sign, _, function in _BINARY + _ORDERS}
NAMES: Final = {sign: function.__name__.strip("_") for sign, function in PYTHON.items()}
COMPARISONS: Final[dict[type, str]] = {
    **ORDERS, ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
}  # fmt: skip
MIRROR: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
OPPOSITE: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
