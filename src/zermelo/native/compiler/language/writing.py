"""Writes functions that have code of their own, until no kind grows; notes failed rules."""

from __future__ import annotations

from typing import Any, Final

from zermelo.native.compiler.code import Code
from zermelo.native.compiler.faults import DEEP
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language.functions import Frame, Function, is_unsigned
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.states import holds_containers, may_grow, state_layouts, states_in
from zermelo.native.compiler.storage import Slot

STATES: Final = {"play", "unkey", "unindex", "swapped", "other_to_move"}  # rules that return states


class Writing(Part):
    """Functions with their own code."""

    def write_function(self, function: Function) -> None:
        """Write the code of a function, and write it again as long as its kinds grow."""
        saved = self.code, self.frame, self.function, self.refined, self.loop_depth, self.unrolled
        function.is_writing = True
        for _ in range(40):
            function.is_settled = True
            self.write_once(function)
            if function.is_settled or function.result is None:
                break
        function.is_writing = False
        self.code, self.frame, self.function, self.refined, self.loop_depth, self.unrolled = saved
        Cell.current = self.function

    def write_once(self, function: Function) -> None:
        names = list(function.kinds)
        parameters: list[str] = []
        for name in names:
            kinds = enumerate(self.operand_kinds(function.kinds[name]))
            parameters += [f"{kind} %{name}.{i}" for i, kind in kinds]
        layouts = state_layouts(function.result)
        parameters += [f"ptr noalias %out.{i}" for i in range(len(layouts))]
        shape = ", ".join(["i64", *self.operand_kinds(function.result, False)])
        head = f"internal {{ {shape} }} {function.name}({', '.join(['ptr %ctx', *parameters])})"
        self.code = code = Code(head)
        self.function = Cell.current = function
        is_changed = any(map(may_grow, function.kinds.values()))
        function.escapes = is_changed or holds_containers(function.result)
        self.refined, self.loop_depth, self.unrolled = {}, 0, ()
        path = self.paths.setdefault(id(function), len(self.paths) + 1)
        frame = Frame(path, function.source, None, (function.source,))
        bound = dict(function.known)
        bound |= {name: self.rebuilt(function.kinds[name], f"{name}.") for name in names}
        self.frame = frame
        frame.result = (path, "return"), "returned"
        self.bind_helpers(frame)
        if function.result is not None and not function.source.is_exact:
            self.slots.setdefault((path, "return"), Slot()).kind = function.result
        if function.is_recursive:  # fail before the calls fill the stack
            here = self.call_llvm("ptr", "frameaddress.p0", "i32 0")
            place = code.emit("getelementptr i8, ptr %ctx, i64 32")
            least = code.emit(f"load ptr, ptr {place}")
            code.fail_if(code.emit(f"icmp ult ptr {here}, {least}"), DEEP)
        if not function.escapes:
            code.allocas.append("  %top.place = getelementptr i8, ptr %ctx, i64 16")
            code.allocas.append("  %top = load ptr, ptr %top.place")
        self.write_body(function, frame, bound)
        function.text = self.finish_function(function, layouts)

    def write_body(self, function: Function, frame: Frame, bound: dict[str, Value]) -> None:
        code = self.code
        if function.rule:  # after an error, Python runs the rule again
            self.code = Code("")
            self.code.count = 1_000_000
            self.note_blame(self.rule_number(function.rule), bound)
            code.on_trap += self.code.lines
            self.code = code
        for name, value in bound.items():
            self.bind_name(name, value, frame)
        if frame.source.yields:
            self.collect_generator(function, frame, bound)
        elif frame.source.expression is not None:
            self.write_guarded(lambda: self.give_back(self.evaluate(frame.source.expression)))
        else:
            self.block(frame.source.node.body)
            if not code.dead:
                self.give_back(static(None))
        code.begin("returned")

    def collect_generator(self, function: Function, frame: Frame, bound: dict[str, Value]) -> None:
        """Collect all items of a generator that calls itself."""
        inner = Frame(self.sub_path(frame.source.node, "all"), frame.source, None, frame.chain)
        inner.handlers_outside = list(self.code.handlers)
        made = self.new_container("list", self.cell((id(function), "all")), 0)
        kept = {name: self.keep(value) for name, value in bound.items()}
        self.loop_depth += 1
        self.run_generator(inner, kept, lambda item: self.append(made, self.storable(item)))
        self.loop_depth -= 1
        if not self.code.dead:
            self.give_back(made)

    def give_back(self, value: Value) -> None:
        """Return a value from the function being written."""
        if isinstance(value.known, Iteration):
            value = self.collect(value, "list")
        frame = self.frame
        if not frame.is_exact and is_unsigned(value.kind):
            value = self.as_word(value)
        if frame.result[1] == "returned" and self.function.rule in STATES:
            self.settle_result(State(self.layout))
            if "%out.0" in self.code.head:
                self.store_whole("%out.0", self.layout, value)
        else:
            self.assign(frame.result[0], value)
        self.code.jump(frame.result[1])

    def settle_result(self, kind: Any) -> None:
        """Note the kind of the result; callers are written again if the kind has grown."""
        function = self.function
        if function.result != kind:
            function.result = kind
            function.is_settled = False
            self.rewrite(function.callers)

    def finish_function(self, function: Function, layouts: list[Any]) -> str:
        """Write the end of a function, which passes its result to the caller; return the text."""
        code, leaves = self.code, None
        if not code.dead:
            leaves = []
            if function.rule not in STATES:
                key = self.frame.path, "return"
                kind = self.slots[key].kind if key in self.slots else None
                self.settle_result(kind)
                if kind is not None and len(state_layouts(kind)) == len(layouts):
                    value = self.read(key)
                    for i, state in enumerate(states_in(value)):
                        self.copy_state(f"%out.{i}", state.code, layouts[i])
                    leaves = self.operands(value, False)
            if not function.escapes and code.allocates_since(0):
                code.write("store ptr %top, ptr %top.place")
        return code.text_with_result(self.operand_kinds(function.result, False), leaves)

    def note_blame(self, number: int, bound: dict[str, Value]) -> None:
        """Write code that notes the failed rule and its arguments."""
        code = self.code
        place = code.emit("getelementptr i8, ptr %ctx, i64 40")
        code.write(f"store i64 {number}, ptr {place}")
        at = 64
        for value in bound.values():
            if isinstance(value.kind, State) and value.kind.layout == self.layout:
                goal = code.emit(f"getelementptr i8, ptr %ctx, i64 {self.blame_offset}")
                self.copy_memory(goal, value.code, self.memory(self.layout, True))
            elif isinstance(value.kind, (Int, type(BOOL))) and at < self.blame_offset:
                goal = code.emit(f"getelementptr i8, ptr %ctx, i64 {at}")
                if isinstance(value.kind, Int) and word_of(value.kind)[0] > 64:
                    continue
                word = self.word(self.as_int(value))
                code.write(f"store i64 {word}, ptr {goal}")
                at += 8
