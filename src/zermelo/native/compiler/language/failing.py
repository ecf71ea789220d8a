"""Notes made when a rule fails, so that Python can be asked."""

from __future__ import annotations

from zermelo.native.compiler.code import Code
from zermelo.native.compiler.faults import DEEP
from zermelo.native.compiler.kinds import BOOL, Int, State, Value, word_of
from zermelo.native.compiler.language.functions import Function
from zermelo.native.compiler.part import Part


class Failing(Part):
    """Notes of failures."""

    def check_depth(self) -> None:
        """A recursive function is an error before the stack is full."""
        code = self.code
        here = self.call_llvm("ptr", "frameaddress.p0", "i32 0")
        place = code.operation("getelementptr i8, ptr %ctx, i64 32")
        least = code.operation(f"load ptr, ptr {place}")
        code.fail_if(code.operation(f"icmp ult ptr {here}, {least}"), DEEP)

    def blame_lines(self, function: Function, bound: dict[str, Value]) -> list[str]:
        """After an error: note the rule, its state and its move, so that Python can be asked."""
        number = self.rule_number(function.rule)
        outer, self.code = self.code, Code("")
        code = self.code
        code.count = 1_000_000
        self.note_blame(number, bound)
        lines, self.code = code.lines, outer
        return lines

    def note_blame(self, number: int, bound: dict[str, Value]) -> None:
        code = self.code
        place = code.operation("getelementptr i8, ptr %ctx, i64 40")
        code.write(f"store i64 {number}, ptr {place}")
        at = 64
        for value in bound.values():
            if isinstance(value.kind, State) and value.kind.layout == self.layout:
                goal = code.operation(f"getelementptr i8, ptr %ctx, i64 {self.blame_offset}")
                self.copy_memory(goal, value.code, self.layout_memory(self.layout))
            elif isinstance(value.kind, (Int, type(BOOL))) and at < self.blame_offset:
                goal = code.operation(f"getelementptr i8, ptr %ctx, i64 {at}")
                if isinstance(value.kind, Int) and word_of(value.kind)[0] > 64:
                    continue
                word = self.word(self.as_int(value))
                code.write(f"store i64 {word}, ptr {goal}")
                at += 8
