"""Variables of which masks take only a few bits."""

from __future__ import annotations

import ast
from typing import Any, Final

SIMPLE: Final = (ast.Constant, ast.Attribute, ast.Name)  # the more certainly a mask, the earlier
LOW: Final[dict[type, str]] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or",
    ast.BitXor: "xor",
}  # fmt: skip


def walk(node: Any) -> list[Any]:
    """A node and all in it, as `ast.walk` has them, several times as fast."""
    found = [node]
    for item in found:
        for value in vars(item).values():
            if isinstance(value, list):
                found += [part for part in value if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                found.append(value)
    return found


def mask_and_other(node: Any) -> tuple[Any, Any] | None:
    """The simpler side of `a & b`, a mask perhaps, and the other; None if neither is simple."""
    sides = (node.right, node.left), (node.left, node.right)
    simple = (pair for kind in SIMPLE for pair in sides if isinstance(pair[0], kind))
    return next(simple, None)


def may_outgrow(node: Any) -> bool:
    """Whether an expression may be larger than the variables in it: shifted up, and not masked."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Invert) or may_outgrow(node.operand)
    if isinstance(node, ast.IfExp):
        return may_outgrow(node.body) or may_outgrow(node.orelse)
    if not isinstance(node, ast.BinOp):
        return False
    if isinstance(node.op, (ast.LShift, ast.Mult)):
        return True
    sides = may_outgrow(node.left), may_outgrow(node.right)
    return all(sides) if isinstance(node.op, ast.BitAnd) else type(node.op) in LOW and any(sides)


class LowReads(ast.NodeVisitor):
    """The reads of a function's variables: which of them take only the lowest bits, and where.

    reads  for each variable where it is read: below an `&` that may mask it, in what another
           variable is given, by name, or None: whole
    low    while it looks at an operand of which only the lowest bits count: the `&` or the name
    """

    def __init__(self, function: Any) -> None:
        self.reads: dict[str, list[Any]] = {}
        self.outgrowing: set[str] = set()
        self.low: Any = None
        for statement in function.body if isinstance(function.body, list) else []:
            self.visit(statement)

    def masks(self) -> dict[str, list[Any]]:
        """Of each variable of which only the lowest bits are read, and which may be larger, the
        `&`s that read it."""
        found = {name: self.masks_of(name, {name}) for name in self.outgrowing & {*self.reads}}
        return {name: masks for name, masks in found.items() if None not in masks}

    def masks_of(self, name: str, seen: set[str]) -> list[Any]:
        """The `&`s that read a variable, or what is made of it; None among them for other reads."""
        masks = []
        for place in self.reads.get(name, []):
            if not isinstance(place, str):
                masks.append(place)
            elif place not in seen:
                seen.add(place)
                masks += self.masks_of(place, seen)
        return masks

    def look(self, node: Any, low: Any) -> None:
        before, self.low = self.low, low
        self.visit(node)
        self.low = before

    def generic_visit(self, node: Any) -> None:
        for part in ast.iter_child_nodes(node):
            self.look(part, None)

    def visit_Name(self, node: Any) -> None:
        if isinstance(node.ctx, ast.Load):
            self.reads.setdefault(node.id, []).append(self.low)

    def visit_UnaryOp(self, node: Any) -> None:
        self.look(node.operand, self.low if isinstance(node.op, (ast.USub, ast.Invert)) else None)

    def visit_IfExp(self, node: Any) -> None:
        for part, low in ((node.test, None), (node.body, self.low), (node.orelse, self.low)):
            self.look(part, low)

    def visit_BinOp(self, node: Any) -> None:
        if isinstance(node.op, ast.BitAnd) and self.low is None and (sides := mask_and_other(node)):
            self.look(sides[0], None)
            self.look(sides[1], node)
        else:
            is_low = type(node.op) in LOW
            self.look(node.left, self.low if is_low or isinstance(node.op, ast.LShift) else None)
            self.look(node.right, self.low if is_low else None)

    def visit_Assign(self, node: Any) -> None:
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, ast.Name):
            return self.generic_visit(node)
        self.outgrowing |= {target.id} if may_outgrow(node.value) else set()
        return self.look(node.value, target.id)

    def visit_AugAssign(self, node: Any) -> None:
        if not isinstance(node.target, ast.Name):
            return self.generic_visit(node)
        name = node.target.id
        whole = ast.BinOp(ast.Name(name, ast.Load()), node.op, node.value)
        self.outgrowing |= {name} if may_outgrow(whole) else set()
        return self.look(whole, name)
