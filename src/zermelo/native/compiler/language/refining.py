"""Ranges of variables that follow from conditions."""

from __future__ import annotations

import ast
from typing import Any, Final

from zermelo.native.compiler.kinds import Int, Static, Unreached, Unsupported, Unsure, Value, static
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.syntax import target_names

ORDERS: Final[dict[type, str]] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
MIRROR: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
OPPOSITE: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}


class Refining(Part):
    """Ranges that a condition narrows."""

    def forget_changes(self, loop: Any) -> None:
        """Forget what conditions before a loop said of variables that it changes."""
        for name in target_names(loop):
            self.refined.pop((self.frame.path, name), None)

    def refine(self, test: Any, holds: bool) -> None:
        """Note what a condition says of the ranges of variables, until they change again."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self.refine(test.operand, not holds)
        elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) == holds:
            for value in test.values:
                self.forget_changes(value)
                self.refine(value, holds)
        elif isinstance(test, ast.NamedExpr):
            self.refine(test.target, holds)
        elif isinstance(test, ast.Name):
            self.refine_truth(test, holds)
        elif isinstance(test, ast.Compare) and (holds or len(test.ops) == 1):
            sides = [test.left, *test.comparators]
            for a, op, b in zip(sides, test.ops, sides[1:], strict=False):
                sign = ORDERS.get(type(op))
                if sign is not None:
                    for x, y, order in ((a, b, sign), (b, a, MIRROR[sign])):
                        self.refine_side(x, y, order if holds else OPPOSITE[order])

    def variable_kind(self, node: Any) -> Any:
        """The kind of a variable of this frame; None for anything else."""
        if isinstance(node, ast.NamedExpr):
            node = node.target
        if (
            not isinstance(node, ast.Name)
            or node.id not in self.frame.names - self.frame.source.shared
        ):
            return None
        if node.id in self.frame.statics:
            return self.frame.statics[node.id].kind
        slot = self.slots.get((self.frame.path, node.id))
        return slot.kind if slot is not None else None

    def refine_truth(self, node: Any, holds: bool) -> None:
        kind = self.variable_kind(node)
        if isinstance(kind, Int) and kind.low >= 0:
            self.note((self.frame.path, node.id), 1 if holds else 0, kind.high if holds else 0)

    def refine_side(self, x: Any, y: Any, order: str) -> None:
        kind = self.variable_kind(x)
        simple = (ast.Constant, ast.Name, ast.Attribute, ast.BinOp, ast.UnaryOp)
        if not isinstance(kind, Int) or not isinstance(y, simple):
            return
        other = self.kind_of(y)
        if not isinstance(other, Int):
            return
        name = x.target.id if isinstance(x, ast.NamedExpr) else x.id
        low, high = {
            "<": (None, other.high - 1), "<=": (None, other.high), ">": (other.low + 1, None),
            ">=": (other.low, None), "==": (other.low, other.high), "!=": (None, None),
        }[order]  # fmt: skip
        if order == "!=" and other.is_known:
            known = self.refined.get((self.frame.path, name), (None, None))
            bottom = kind.low if known[0] is None else max(known[0], kind.low)
            top = kind.high if known[1] is None else min(known[1], kind.high)
            low = bottom + 1 if other.low == bottom else None
            high = top - 1 if other.low == top else None
        self.note((self.frame.path, name), low, high)

    def kind_of(self, node: Any) -> Any:
        """The kind of an expression, of which nothing is written; None if that is not known."""
        code = self.code
        lines, dead, fails = len(code.lines), code.dead, code.fails
        try:
            return self.evaluate(node).kind
        except (Unreached, Unsupported):
            return None
        finally:
            del code.lines[lines:]
            code.dead, code.fails = dead, fails

    def note(self, key: Any, low: int | None, high: int | None) -> None:
        before = self.refined.get(key, (None, None))
        low = max((x for x in (low, before[0]) if x is not None), default=None)
        high = min((x for x in (high, before[1]) if x is not None), default=None)
        self.refined[key] = low, high


def joined_statics(ends: list[dict[str, Value]]) -> dict[str, Value]:
    """The values still known of variables where control flows together."""
    joined = {}
    for name in {name for end in ends for name in end}:
        values = [end.get(name) for end in ends]
        first = values[0]
        alike = all(
            x is first or (x and first and isinstance(x.kind, Static) and x.kind == first.kind)
            for x in values
        )
        joined[name] = first if alike and first is not None else static(Unsure(name))
    return joined
