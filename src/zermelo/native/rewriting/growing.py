"""Lists that begin empty and grow by whole lists: item by item, so that their types are known."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.native.rewriting.statements import placed


def grow_by_items(function: Any) -> None:
    """Write `items += more` and `items.extend(more)` as a loop, for lists that begin as `[]`."""
    begun = {
        target.id
        for part in ast.walk(function)
        if isinstance(part, (ast.Assign, ast.AnnAssign))
        and isinstance(part.value, ast.List)
        and not part.value.elts
        for target in (part.targets if isinstance(part, ast.Assign) else [part.target])
        if isinstance(target, ast.Name)
    }
    if begun:
        _Growing(begun).visit(function)


class _Growing(ast.NodeTransformer):
    def __init__(self, begun: set[str]) -> None:
        self.begun = begun

    def visit_AugAssign(self, node: Any) -> Any:
        """`items += more`."""
        return self._grown(node, node.target, node.value) if isinstance(node.op, ast.Add) else node

    def visit_Expr(self, node: Any) -> Any:
        """`items.extend(more)`."""
        match node.value:
            case ast.Call(func=ast.Attribute(value=items, attr="extend"), args=[more], keywords=[]):
                return self._grown(node, items, more)
        return node

    def _grown(self, statement: Any, items: Any, more: Any) -> Any:
        read = {part.id for part in ast.walk(more) if isinstance(part, ast.Name)}
        if not isinstance(items, ast.Name) or items.id not in self.begun - read:
            return statement
        if isinstance(more, ast.Name):  # it may be the same list under another name
            more = ast.Call(ast.Name("__list__", ast.Load()), [more], [])
        append = ast.Attribute(ast.Name(items.id, ast.Load()), "append", ast.Load())
        call = ast.Call(append, [ast.Name("__more", ast.Load())], [])
        loop = ast.For(ast.Name("__more", ast.Store()), more, [ast.Expr(call)], [])
        return placed(loop, statement)
