"""Computes ints modulo 2^64 if a mask keeps only their lowest bits."""

import ast
from typing import Any, Final

from zermelo.native.compiler.kinds import BOOL, Int, Value, word_of
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.syntax import LOW, SIMPLE, mask_and_other, may_outgrow

LARGEST: Final = (1 << 64) - 1


class Masks(Part):
    """The operands of &, reduced to the bits that the mask keeps."""

    def low_word(self, node: Any) -> str:
        """The lowest 64 bits of an expression, which suffice if masks keep only these bits."""
        match node:
            case ast.UnaryOp(ast.USub(), operand):
                return self.emit(f"sub i64 0, {self.low_word(operand)}")
            case ast.UnaryOp(ast.Invert(), operand):
                return self.emit(f"xor i64 {self.low_word(operand)}, -1")
            case ast.BinOp(left, op, right) if type(op) in LOW:
                x = self.low_word(left)
                return self.emit(f"{LOW[type(op)]} i64 {x}, {self.low_word(right)}")
            case ast.BinOp(left, ast.LShift(), right):
                return self.low_shift(self.low_word(left), right)
            case ast.IfExp():
                return self.low_choice(node)
        value = self.evaluate(node)
        if not (isinstance(value.kind, Int) or value.kind == BOOL):
            raise NotLow
        return str(self.word(self.as_int(value), 64))

    def low_shift(self, x: str, node: Any) -> str:
        """The lowest 64 bits of a word shifted left."""
        by = self.distance(self.as_int(self.evaluate(node)))
        if by.kind.high < 64:
            return self.emit(f"shl i64 {x}, {self.word(by)}")
        width, _ = word_of(by.kind)
        some = self.emit(f"icmp ult i{width} {self.word(by, width)}, 64")
        short = self.emit(f"and i64 {self.word(by)}, 63")
        return self.emit(f"select i1 {some}, i64 {self.emit(f'shl i64 {x}, {short}')}, i64 0")

    def low_choice(self, node: Any) -> str:
        """The lowest 64 bits of a choice between two expressions."""
        code, place = self.code, self.code.alloca("i64")

        def store(part: Any) -> None:
            code.write(f"store i64 {self.low_word(part)}, ptr {place}")

        self.write_if(node.test, lambda: store(node.body), lambda: store(node.orelse))
        return code.emit(f"load i64, ptr {place}")

    def assigned_low(self, name: str, node: Any) -> Value | None:
        """The lowest 64 bits of a variable's new value, if its readers keep only these bits.

        None if some reader needs all bits, or if the whole value is no larger.
        """
        frame = self.frame
        masked = name in frame.source.low_reads and (frame.source, name) not in self.read_whole
        if not (masked and frame.is_exact and name in frame.names and may_outgrow(node)):
            return None
        word = self.try_low(node)
        return self.int_of(word, 64, 0, LARGEST) if word is not None else None

    def try_low(self, node: Any) -> str | None:
        """The lowest 64 bits of an expression; None, and no code, if an operand is not an int."""
        lines = len(self.code.lines)
        try:
            return self.low_word(node)
        except NotLow:
            del self.code.lines[lines:]
            return None

    def check_mask(self, node: Any, mask: Any) -> None:
        """If this `&` keeps more than 64 bits of variables, compute all their bits."""
        source = self.frame.source
        masked = {(source, name) for name, masks in source.low_reads.items() if node in masks}
        if not masked <= self.read_whole:
            kind = self.kind_of(mask)
            if isinstance(kind, Int) and not (kind.low >= 0 and kind.high <= LARGEST):
                self.read_whole |= masked
                self.function.is_settled = False

    def mask(self, node: Any) -> Value | None:
        """`a & b` if a simple operand masks the other to at most 64 bits; else None."""
        if sides := mask_and_other(node):
            self.check_mask(node, sides[0])
        for mask, other in ((node.right, node.left), (node.left, node.right)):
            if not isinstance(other, (ast.BinOp, ast.UnaryOp, ast.IfExp)):
                continue
            kind = self.kind_of(mask) if isinstance(mask, SIMPLE) else None
            if isinstance(kind, Int) and kind.low >= 0 and kind.high <= LARGEST:
                if (word := self.try_low(other)) is None:
                    return None
                value = self.as_int(self.evaluate(mask))
                is_negative = isinstance(mask, ast.Name) and ast.unparse(other) == f"-{mask.id}"
                low = int(kind.low > 0 and is_negative)  # x & -x is 0 only if x is 0
                word = self.emit(f"and i64 {word}, {self.word(value)}")
                return self.int_of(word, 64, low, kind.high)
        return None


class NotLow(Exception):
    """An operand of & is not an int."""
