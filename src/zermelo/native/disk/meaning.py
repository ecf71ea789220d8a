"""The meaning of a function's source as nested tuples: the same by every version of Python."""

from __future__ import annotations

import ast
from typing import Any, Final

DROPPED: Final = {
    *("annotation", "returns", "type_params", "type_comment"),
    *("decorator_list", "ctx", "kind"),
}
UNNAMING: Final = (
    ast.Name,
    ast.Attribute,
    ast.Constant,
    ast.keyword,
)  # their texts name no variable


def meaning(function: Any) -> Any:
    """The parameters and the body of a function's tree, without what has no effect.

    That is its own name, decorators (which show in what a rule reaches), docstrings, annotations,
    and the names of variables, which are numbered.
    """
    own = own_variables(function)

    def plain(value: Any) -> Any:
        if isinstance(value, list):
            return tuple(plain(item) for item in value if not is_docstring(item))
        if isinstance(value, ast.Name) and value.id in own:
            return own[value.id]
        if isinstance(value, ast.AnnAssign) and value.value:
            value = ast.Assign([value.target], value.value)
        if not isinstance(value, ast.AST):
            return value
        fields = (field for field in ast.iter_fields(value) if field[0] not in DROPPED)
        said = ((name, plain(item)) for name, item in fields if item is not None and item != [])
        return (type(value).__name__, *said)

    return plain(function.args), plain(function.body)


def own_variables(function: Any) -> dict[str, int]:
    """The variables that it gives values, numbered; those with a name that else counts left out."""
    nodes = [*ast.walk(function)]
    fields = (
        value
        for node in nodes
        if not isinstance(node, UNNAMING)
        for _, value in ast.iter_fields(node)
    )
    kept = {
        text for value in fields for text in (value if isinstance(value, list) else [value])
        if isinstance(text, str)
    }  # fmt: skip
    names = (x.id for x in nodes if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store))
    return {name: number for number, name in enumerate(dict.fromkeys(names)) if name not in kept}


def is_docstring(statement: Any) -> bool:
    """Whether it is a text that nothing is done with."""
    constant = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return constant and isinstance(statement.value.value, str)
