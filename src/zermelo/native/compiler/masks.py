"""Ints of which a mask takes the lowest bits: computed modulo 2^64."""

from __future__ import annotations

import ast
from typing import Any, Final

from zermelo.native.compiler.kinds import BOOL, Int, Value, word_of
from zermelo.native.compiler.part import Part

LARGEST: Final = (1 << 64) - 1
SIMPLE: Final = (ast.Constant, ast.Attribute, ast.Name)  # the more certainly a mask, the earlier

LOW: Final[dict[type, str]] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "and", ast.BitOr: "or",
    ast.BitXor: "xor",
}  # fmt: skip


class Masks(Part):
    """What & leaves."""

    def low_word(self, node: Any) -> str:
        """The lowest 64 bits of an expression: all that matters where a mask takes only those."""
        code = self.code
        sign = LOW.get(type(getattr(node, "op", None)))
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Invert)):
            word = self.low_word(node.operand)
            if isinstance(node.op, ast.USub):
                return code.operation(f"sub i64 0, {word}")
            return code.operation(f"xor i64 {word}, -1")
        if isinstance(node, ast.BinOp) and sign is not None:
            x = self.low_word(node.left)
            return code.operation(f"{sign} i64 {x}, {self.low_word(node.right)}")
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
            x, by = self.low_word(node.left), self.distance(self.as_int(self.evaluate(node.right)))
            if by.kind.high < 64:
                return code.operation(f"shl i64 {x}, {self.word(by)}")
            width, _ = word_of(by.kind)
            y = self.word(by, width)
            some = code.operation(f"icmp ult i{width} {y}, 64")
            short = code.operation(f"and i64 {self.word(by)}, 63")
            return code.operation(
                f"select i1 {some}, i64 {code.operation(f'shl i64 {x}, {short}')}, i64 0"
            )
        if isinstance(node, ast.IfExp):
            return self.low_choice(node)
        value = self.evaluate(node)
        if not (isinstance(value.kind, Int) or value.kind == BOOL):
            raise NotLow
        return self.word(self.as_int(value), 64)

    def low_choice(self, node: Any) -> str:
        """The lowest 64 bits of one of two expressions."""
        code = self.code
        place, yes, no, end = code.alloca("i64"), *(code.label(x) for x in ("yes", "no", "end"))
        self.branch(node.test, yes, no)
        for label, part in ((yes, node.body), (no, node.orelse)):
            code.begin_only(label)
            if not code.dead:
                code.write(f"store i64 {self.low_word(part)}, ptr {place}")
                code.jump(end)
        code.begin(end)
        return code.operation(f"load i64, ptr {place}")

    def assigned_low(self, name: str, node: Any) -> Value | None:
        """The lowest 64 bits of what a variable is given, if all that read it take only those and
        the whole might be larger; else None."""
        frame = self.frame
        masked = name in frame.source.low_reads and (frame.source, name) not in self.read_whole
        if not (masked and frame.is_exact and name in frame.names and may_outgrow(node)):
            return None
        lines = len(self.code.lines)
        try:
            return self.int_of(self.low_word(node), 64, 0, LARGEST)
        except NotLow:
            del self.code.lines[lines:]
            return None

    def check_mask(self, node: Any, mask: Any) -> None:
        """Have variables computed whole that a mask of this `&` takes more than 64 bits of."""
        source = self.frame.source
        masked = {(source, name) for name, masks in source.low_reads.items() if node in masks}
        if not masked <= self.read_whole:
            kind = self.kind_of(mask)
            if isinstance(kind, Int) and not (kind.low >= 0 and kind.high <= LARGEST):
                self.read_whole |= masked
                self.function.is_settled = False

    def masked(self, node: Any) -> Value | None:
        """`a & b` where one is simple and takes only the lowest 64 bits of the other; else None."""
        if sides := mask_and_other(node):
            self.check_mask(node, sides[0])
        for mask, other in ((node.right, node.left), (node.left, node.right)):
            if not isinstance(other, (ast.BinOp, ast.UnaryOp, ast.IfExp)):
                continue
            kind = self.kind_of(mask) if isinstance(mask, SIMPLE) else None
            if isinstance(kind, Int) and kind.low >= 0 and kind.high <= LARGEST:
                lines = len(self.code.lines)
                try:
                    word = self.low_word(other)
                except NotLow:
                    del self.code.lines[lines:]
                    return None
                value = self.as_int(self.evaluate(mask))
                low = int(kind.low > 0 and is_negative_of(other, mask))  # x & -x is 0 for 0 alone
                word = self.code.operation(f"and i64 {word}, {self.word(value)}")
                return self.int_of(word, 64, low, kind.high)
        return None


def is_negative_of(node: Any, name: Any) -> bool:
    """Whether a node is `-name`."""
    negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    return negated and isinstance(name, ast.Name) and getattr(node.operand, "id", "") == name.id


class NotLow(Exception):
    """An operand of & turns out to be no int."""


# Variables of which only the lowest bits are read ------------------------------------------------


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
