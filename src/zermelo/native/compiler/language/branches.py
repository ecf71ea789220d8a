"""Branches and loops."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.native.compiler.faults import ENDLESS, ROUNDS
from zermelo.native.compiler.kinds import Int, Value
from zermelo.native.compiler.language.refining import joined_statics
from zermelo.native.compiler.part import Part


class Branches(Part):
    """Where control goes."""

    def write_If(self, node: Any) -> None:
        code = self.code
        yes, no, end = code.label("then"), code.label("else"), code.label("fi")
        self.branch(node.test, yes, no)
        after: list[dict[Any, Any]] = []
        frame, statics, ends = self.frame, self.frame.statics, []
        for label, body in ((yes, node.body), (no, node.orelse)):
            code.begin_only(label)
            if code.dead:
                continue
            before, frame.statics = dict(self.refined), dict(statics)
            self.refine(node.test, label == yes)
            self.block(body)
            if not code.dead:
                after.append(self.refined)
                ends.append(frame.statics)
            self.refined = before
            code.jump(end)
        frame.statics = joined_statics(ends) if ends else statics
        if after:
            known = after[0].items()
            self.refined = {k: v for k, v in known if all(other.get(k) == v for other in after)}
        code.begin(end)

    def write_While(self, node: Any) -> None:
        code = self.code
        head, body, other, end = (code.label(x) for x in ("while", "body", "other", "end"))
        self.forget_changes(node)
        is_counted = self.frame.is_exact and not self.takes_bits(node)
        is_outermost = is_counted and not self.frame.rounds
        if is_outermost:
            self.frame.rounds = code.alloca("i64")
            code.write(f"store i64 {ROUNDS}, ptr {self.frame.rounds}")
        code.begin(head)
        self.loop_depth += 1
        before = dict(self.refined)
        self.branch(node.test, body, other)
        code.begin_only(body)
        if not code.dead:
            self.frame.loops.append((end, head))
            self.refine(node.test, True)
            again, begun = code.label("again"), len(code.lines)
            self.frame.loops[-1] = end, again
            self.block(node.body)
            code.begin(again)
            self.give_back_memory(begun)
            if is_counted:
                self.count_round(node)
            code.jump(head)
            self.frame.loops.pop()
        if is_outermost:
            self.frame.rounds = ""
        self.loop_depth -= 1
        self.refined = before
        code.begin_only(other)
        self.block(node.orelse)
        code.jump(end)
        code.begin(end)

    def takes_bits(self, node: Any) -> bool:
        """Whether it is a loop that takes a bit from an int in each round, until none is left."""
        name = getattr(node.test, "id", "")
        slot = self.slots.get((self.frame.path, name))
        kind = slot.kind if slot is not None else None
        return isinstance(kind, Int) and kind.low >= 0 and takes_bits(name, node.body)

    def count_round(self, node: Any) -> None:
        """An error where the loops of one call have gone round too often ever to end."""
        code, place = self.code, self.frame.rounds
        if not code.dead:
            left = code.operation(f"sub i64 {code.operation(f'load i64, ptr {place}')}, 1")
            code.write(f"store i64 {left}, ptr {place}")
            code.line = node.lineno
            code.fail_if(code.operation(f"icmp eq i64 {left}, 0"), ENDLESS)

    def write_For(self, node: Any) -> None:
        code, frame = self.code, self.frame
        end = code.label("done")
        values = self.evaluate_passing(node.iter)
        self.forget_changes(node)
        refined = dict(self.refined)

        def body(item: Value) -> None:
            again, begun = code.label("next"), len(code.lines)
            frame.loops.append((end, again))
            self.refined = dict(refined)
            frame.loop = node
            self.bind(node.target, item)
            frame.loop = None
            self.block(node.body)
            frame.loops.pop()
            code.begin(again)
            self.give_back_memory(begun)

        self.iterate(values, body, self.needs_order(values) and self.is_free_loop(node))
        self.refined = refined
        self.block(node.orelse)
        code.jump(end)
        code.begin(end)

    def give_back_memory(self, begun: int) -> None:
        """Free the arena memory that one iteration of a kernel's loop allocated.

        A kernel with containers of its own keeps the memory until it returns.
        """
        code = self.code
        if self.frame.is_exact or self.function.keeps or not code.allocates_since(begun):
            return
        place = code.operation("getelementptr i8, ptr %ctx, i64 16")
        top = code.name()
        code.lines[begun:begun] = [
            f"  {place}.at = getelementptr i8, ptr %ctx, i64 16",
            f"  {top} = load ptr, ptr {place}.at",
        ]
        code.write(f"store ptr {top}, ptr {place}")

    def write_Break(self, node: Any) -> None:
        self.code.jump(self.frame.loops[-1][0])

    def write_Continue(self, node: Any) -> None:
        self.code.jump(self.frame.loops[-1][1])


def takes_bits(name: str, body: list[Any]) -> bool:
    """Whether each round of a loop takes the lowest bit, or some, from a variable that is not
    negative: `x &= x - 1`, `x ^= x & -x`, `x >>= 1`."""
    changes = [
        inner
        for inner in body
        for part in ast.walk(inner)
        if isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Store)
    ]
    lowest = f"{name} & -{name}"
    bits = {lowest} | {
        ast.unparse(step.targets[0])
        for step in body
        if isinstance(step, ast.Assign) and ast.unparse(step.value) == lowest
    }
    for step in body:
        if isinstance(step, ast.AugAssign) and changes == [step]:
            by = ast.unparse(step.value)
            return (
                (isinstance(step.op, ast.BitAnd) and by == f"{name} - 1")
                or (isinstance(step.op, (ast.BitXor, ast.Sub)) and by in bits)
                or (isinstance(step.op, ast.RShift) and by.isdecimal() and int(by) > 0)
            )
        if any(isinstance(part, ast.Continue) for part in ast.walk(step)):
            return False
    return False
