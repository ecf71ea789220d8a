"""Control flow: branches, loops, match and try, and the ranges that conditions imply."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from zermelo.native.compiler.faults import ENDLESS, EXCEPTIONS, ROUNDS
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language.converting import classes_in
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.syntax import MIRROR, OPERATORS, OPPOSITE, ORDERS, target_names


class Branches(Part):
    """Statements of control flow, and the ranges that their conditions imply."""

    def write_If(self, node: Any) -> None:
        ends: list[Any] = []

        def write(body: list[Any], holds: bool) -> None:
            with self.one_way(ends):
                self.refine(node.test, holds)
                self.block(body)

        self.write_if(node.test, lambda: write(node.body, True), lambda: write(node.orelse, False))
        if ends:
            (first, _), *others = ends
            alike = (k for k, v in first.items() if all(x.get(k) == v for x, _ in others))
            self.refined = {key: first[key] for key in alike}
            self.frame.statics = joined_statics([statics for _, statics in ends])

    @contextmanager
    def one_way(self, ends: list[Any]) -> Iterator[None]:
        """Write one branch; if control reaches its end, add the facts known there to `ends`."""
        frame, refined, statics = self.frame, self.refined, self.frame.statics
        self.refined, frame.statics = dict(refined), dict(statics)
        yield
        if not self.code.dead:
            ends.append((self.refined, frame.statics))
        self.refined, frame.statics = refined, statics

    def write_While(self, node: Any) -> None:
        code = self.code
        head, body, other, end = code.labels("while", "body", "other", "end")
        self.forget_changes(node)
        is_counted = self.frame.is_exact and not self.takes_bits(node)
        is_outermost = is_counted and not self.frame.rounds
        if is_outermost:
            self.frame.rounds = code.alloca("i64")
            code.write(f"store i64 {ROUNDS}, ptr {self.frame.rounds}")
        code.begin(head)
        self.loop_depth += 1
        before, known = dict(self.refined), self.known_names()
        self.branch(node.test, body, other)
        code.begin_only(body)
        if not code.dead:
            self.refine(node.test, True)
            again, begun = code.label("again"), len(code.lines)
            self.frame.loops.append((end, again, known))
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

    def known_names(self) -> set[str]:
        """The variables whose range or value is known before a loop; the loop may change it."""
        frame = self.frame
        return {name for owner, name in self.refined if owner is frame} | {*frame.statics}

    def takes_bits(self, node: Any) -> bool:
        """Whether a loop removes a bit from an int in each iteration until none is left."""
        name = getattr(node.test, "id", "")
        kind = self.variable_kind(node.test)
        return isinstance(kind, Int) and kind.low >= 0 and takes_bits(name, node.body)

    def count_round(self, node: Any) -> None:
        """Write code that counts iterations and, after `ROUNDS` of them, fails with `ENDLESS`."""
        code, place = self.code, self.frame.rounds
        if not code.dead:
            left = code.emit(f"sub i64 {code.emit(f'load i64, ptr {place}')}, 1")
            code.write(f"store i64 {left}, ptr {place}")
            self.note_line(node)
            code.fail_if(code.emit(f"icmp eq i64 {left}, 0"), ENDLESS)

    def write_For(self, node: Any) -> None:
        code, frame = self.code, self.frame
        end = code.label("done")
        values = self.evaluate_passing(node.iter)
        self.forget_changes(node)
        refined, known = dict(self.refined), self.known_names()

        def body(item: Value) -> None:
            again, begun = code.label("next"), len(code.lines)
            frame.loops.append((end, again, known))
            self.refined = dict(refined)
            frame.loop = node
            self.bind(node.target, item)
            frame.loop = None
            self.block(node.body)
            frame.loops.pop()
            code.begin(again)
            self.give_back_memory(begun)

        self.iterate(values, body, self.is_free_loop(values, node))
        self.refined = refined
        self.block(node.orelse)
        code.jump(end)
        code.begin(end)

    def give_back_memory(self, begun: int) -> None:
        """Write code that frees the memory of a loop's iteration, unless the kernel keeps it."""
        code = self.code
        if self.frame.is_exact or self.function.keeps or not code.allocates_since(begun):
            return
        place = code.emit("getelementptr i8, ptr %ctx, i64 16")
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

    def write_Match(self, node: Any) -> None:
        code = self.code
        subject = self.keep(self.storable(self.evaluate(node.subject)))
        self.forget_changes(node)
        end, ends = code.label("matched"), list[Any]()
        for case in node.cases:
            other = code.label("case")
            with self.one_way(ends):
                self.match_pattern(case.pattern, subject(), other)
                if case.guard is not None and not code.dead:
                    code.go_on_if(self.truth(self.evaluate(case.guard)), other)
                if not code.dead:
                    self.block(case.body)
            code.jump(end)
            code.begin_only(other)
            if code.dead:
                break
        statics = [known for _, known in ends] + [self.frame.statics] * (not code.dead)
        self.frame.statics = joined_statics(statics) if statics else self.frame.statics
        code.begin(end)

    def match_pattern(self, node: Any, value: Value, other: str) -> None:
        """Write the test of a pattern: continue if the value matches it, else jump to `other`."""
        if self.code.dead:
            return
        if isinstance(node, ast.MatchValue):
            self.code.go_on_if(self.compare("==", value, self.evaluate(node.value)).code, other)
        elif isinstance(node, ast.MatchSingleton):
            self.code.go_on_if(self.compare("is", value, lift(node.value)).code, other)
        elif isinstance(node, (ast.MatchAs, ast.MatchStar)):
            if isinstance(node, ast.MatchAs) and node.pattern is not None:
                self.match_pattern(node.pattern, value, other)
            if node.name and not self.code.dead:
                self.bind_name(node.name, value, self.frame)
        elif isinstance(node, ast.MatchSequence):
            self.match_sequence(node, value, other)
        elif isinstance(node, ast.MatchOr):
            done = self.code.label("any")
            for pattern in node.patterns:
                again = self.code.label("or")
                self.match_pattern(pattern, value, again)
                self.code.jump(done)
                self.code.begin_only(again)
            self.code.jump(other)
            self.code.begin(done)
        elif isinstance(node, ast.MatchClass):
            self.match_class(node, value, other)
        else:
            raise Unsupported("a mapping pattern: write an if statement")

    def match_sequence(self, node: Any, value: Value, other: str) -> None:
        if isinstance(value.kind, Static) and isinstance(value.kind.value, (str, type(None))):
            self.code.jump(other)
            return
        value, patterns = self.as_items(value), node.patterns
        stars = sum(isinstance(pattern, ast.MatchStar) for pattern in patterns)
        name, least = "ge" if stars else "eq", known_int(len(patterns) - stars)
        self.code.go_on_if(self.order(name, self.length(value), least), other)
        if not self.code.dead:
            for pattern, part in zip(patterns, self.parts_for(value, patterns), strict=True):
                self.match_pattern(pattern, part, other)

    def match_class(self, node: Any, value: Value, other: str) -> None:
        owner = self.evaluate(node.cls)
        flag = self.call(static(isinstance), [value, owner], {}, node)
        self.code.go_on_if(flag.code, other)
        if self.code.dead:
            return
        names = [*getattr(owner.kind.value, "__match_args__", ())][: len(node.patterns)]
        pairs = zip([*names, *node.kwd_attrs], [*node.patterns, *node.kwd_patterns], strict=False)
        if node.patterns and not names:  # int(x), str(x), …
            return self.match_pattern(node.patterns[0], value, other)
        for name, pattern in pairs:
            self.match_pattern(pattern, self.attribute(value, name, node), other)

    def write_Raise(self, node: Any) -> None:
        if node.exc is None:
            raise Unsupported("a bare raise: name the exception")
        called = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        value = self.evaluate(called).known
        if not (inspect.isclass(value) and issubclass(value, BaseException)):
            raise Unsupported("raising a value that is not an exception class")
        self.code.fail(self.error_number(value))

    def write_Try(self, node: Any) -> None:
        if node.finalbody:
            raise Unsupported("finally: write the statements after the try")
        code = self.code
        caught, other, end = code.labels("caught", "noerror", "tried")
        self.forget_changes(node)
        refined, frame, statics = dict(self.refined), self.frame, self.frame.statics
        code.handlers.append(caught)
        frame.statics = dict(statics)
        self.block(node.body)
        ends = [frame.statics]
        code.handlers.pop()
        code.jump(other)
        code.begin_only(caught)
        if not code.dead:
            number = code.emit("load i64, ptr %ctx")
            for handler in node.handlers:
                again = code.label("handler")
                code.go_on_if(self.is_caught(number, handler), again)
                self.refined, frame.statics = dict(refined), joined_statics([statics, ends[0]])
                if handler.name:
                    frame.statics[handler.name] = static(Exception)
                code.write("store i64 0, ptr %ctx")
                self.block(handler.body)
                if not code.dead:
                    ends.append(frame.statics)
                code.jump(end)
                code.begin_only(again)
            if not code.dead:
                code.to_handler()
        self.refined, frame.statics = refined, dict(ends[0])
        code.begin_only(other)
        self.block(node.orelse)
        frame.statics = joined_statics([frame.statics, *ends[1:]])
        code.jump(end)
        code.begin(end)

    def is_caught(self, number: str, handler: Any) -> str:
        """The flag that says whether a handler catches an error."""
        owners: Any = Exception
        if handler.type is not None:
            owners = classes_in(self.evaluate(handler.type))
        flag = "false"
        for error, owner in [*EXCEPTIONS.items(), *self.raised.items()]:
            if issubclass(owner, owners):
                flag = self.either(flag, self.emit(f"icmp eq i64 {number}, {error}"))
        return flag

    def forget_changes(self, loop: Any) -> None:
        """Drop the known ranges of variables that a loop or another node changes."""
        for name in target_names(loop):
            self.refined.pop((self.frame.path, name), None)

    def refine(self, test: Any, holds: bool) -> None:
        """Record the ranges that a condition implies for variables, until they change again."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            self.refine(test.operand, not holds)
        elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) == holds:
            for value in test.values:
                self.forget_changes(value)
                self.refine(value, holds)
        elif isinstance(test, ast.NamedExpr):
            self.refine(test.target, holds)
        elif isinstance(test, ast.Name):
            kind = self.variable_kind(test)
            if isinstance(kind, Int) and kind.low >= 0:
                ends = (1, kind.high) if holds else (0, 0)
                self.note((self.frame.path, test.id), *ends)
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
        own = self.frame.names - self.frame.source.shared
        if not isinstance(node, ast.Name) or node.id not in own:
            return None
        if node.id in self.frame.statics:
            return self.frame.statics[node.id].kind
        slot = self.slots.get((self.frame.path, node.id))
        return slot.kind if slot is not None else None

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
        """The kind of an expression, without writing its code; None if unknown."""
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


def takes_bits(name: str, body: list[Any]) -> bool:
    """Whether each iteration clears low bits of a variable ≥ 0, like `x &= x - 1` or `x >>= 1`."""
    changes = [step for step in body if name in target_names(step)]
    lowest = f"{name} & -{name}"
    kept = [step for step in body if isinstance(step, ast.Assign)]
    bits = [ast.unparse(step.targets[0]) for step in kept if ast.unparse(step.value) == lowest]
    for step in body:
        if isinstance(step, ast.AugAssign) and changes == [step]:
            sign, by = OPERATORS[type(step.op)], ast.unparse(step.value)
            if sign == ">>":
                return by.isdecimal() and int(by) > 0
            return by == f"{name} - 1" if sign == "&" else sign in "^-" and by in (lowest, *bits)
        if any(isinstance(part, ast.Continue) for part in ast.walk(step)):
            return False
    return False


def joined_statics(ends: list[dict[str, Value]]) -> dict[str, Value]:
    """The known values of variables where control flows together; `Unsure` if they differ."""
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
