"""Values in memory: the slots of variables, loads, stores and conversions between kinds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.native.compiler.faults import UNSET
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.lattice import PATIENCE, Lattice

COUNTED: Final = 1 << 62  # the greatest int assigned to a variable whose steps go unchecked


class Slot:
    """A variable: its kind so far, and its place in the function being written."""

    def __init__(self) -> None:
        self.kind: Any = None
        self.growth = 0
        self.seed: Any = None  # the joined kind of assigned values, except steps
        self.is_missed = False  # whether it was read before its kind was known
        self.place = ""
        self.flag = ""  # the place of a flag that says whether it has a value
        self.writing: Any = None  # the code that the places belong to


class Step(Value):
    """The next value of a counter, which changes by so little that the change is not checked."""


class Storage(Lattice):
    """Slots, loads, stores and coercion."""

    # Variables -----------------------------------------------------------------------------------

    def slot(self, key: Any) -> Slot:
        """The slot of a variable, with a place in the current function."""
        slot: Slot = self.slots.setdefault(key, Slot())
        if slot.writing is not self.code:
            slot.writing, slot.place, slot.flag = self.code, "", ""
        if not slot.place and slot.kind is not None:
            slot.place = self.code.alloca(self.memory(slot.kind))
        return slot

    def assign(self, key: Any, value: Value) -> None:
        """Assign to a variable, whose kind may grow."""
        if self.code.dead:
            return
        slot, is_step, is_exact = self.slot(key), isinstance(value, Step), self.frame.is_exact
        if is_exact and not is_step:
            self.sow(slot, value.kind)
        joined = self.join(slot.kind, value.kind)
        if joined != slot.kind:
            slot.growth += 1
            if (is_step or not is_exact) and self.loop_depth > 0 and slot.kind is not None:
                is_bounded = key in self.refined or self.unrolled  # as in `while i < 8: i += 1`
                slot.growth = max(slot.growth, PATIENCE + (not is_bounded))
            kind = self.widen(joined, slot.growth)
            if kind != slot.kind:
                if slot.kind is not None or slot.is_missed:
                    self.function.is_settled = slot.is_missed = False
                slot.kind, slot.place = kind, ""
                slot = self.slot(key)
        self.store(slot.place, self.coerce(value, slot.kind), slot.kind)

    def sow(self, slot: Slot, kind: Any) -> None:
        """Note the kind of an assigned value that is not a step."""
        before = self.is_counted(slot)
        ints = isinstance(kind, Int) and isinstance(slot.seed, Int)
        joined = self.join(kind, slot.seed) if ints else FLOAT
        slot.seed = kind if slot.seed is None else joined
        if before and not self.is_counted(slot):
            self.function.is_settled = False

    def is_counted(self, slot: Slot) -> bool:
        """Whether steps alone can never make a variable exceed a word."""
        seed = slot.seed
        return isinstance(seed, Int) and seed.low >= -COUNTED and seed.high <= COUNTED

    def step_variable(self, key: Any, sign: str, by: Value) -> Step | None:
        """The variable after a small step; None for a larger step.

        The step is not checked: small steps would need centuries to exceed a word.
        """
        slot, by = self.slot(key), self.as_int(by) if by.kind == BOOL else by
        if sign not in ("+", "-") or not isinstance(slot.kind, Int) or not self.is_counted(slot):
            return None
        if not isinstance(by.kind, Int) or by.kind.low < -STEP or by.kind.high > STEP:
            return None
        before = self.read(key)
        if before.kind.low < WORD.low or before.kind.high > WORD.high:
            return None
        ends = (by.kind.low, by.kind.high) if sign == "+" else (-by.kind.high, -by.kind.low)
        low = max(before.kind.low + ends[0], WORD.low)
        high = min(before.kind.high + ends[1], WORD.high)
        name = "add" if sign == "+" else "sub"
        word = self.emit(f"{name} nsw i64 {self.word(before)}, {self.word(by)}")
        made = self.int_of(word, 64, low, high)
        return Step(made.kind, made.code)

    def read(self, key: Any) -> Value:
        slot = self.slot(key)
        if slot.kind is None:
            slot.is_missed = True
            raise Unreached
        value = self.load(slot.place, slot.kind)
        if key in self.refined and isinstance(value.kind, Int):
            return self.narrow(value, *self.refined[key])
        return value

    def narrow(self, value: Value, low: int | None, high: int | None) -> Value:
        """The same int, now known to be from `low` to `high`; None stands for no limit."""
        kind = value.kind
        bottom = kind.low if low is None else max(low, kind.low)
        top = kind.high if high is None else min(high, kind.high)
        if bottom > top:
            raise Unreached
        width, _ = word_of(kind)
        made = self.int_of(self.word(value, width), width, bottom, top)
        return Value(Int(bottom, top, kind.owner), made.code)

    def keep(self, value: Value) -> Callable[[], Value]:
        """Store the value; return a function that loads it on any later path of the code."""
        if isinstance(value.kind, Static) or self.code.dead:
            return lambda: value
        place = self.code.alloca(self.memory(value.kind))
        self.store(place, value, value.kind)
        return lambda: self.load(place, value.kind)

    # Flags of variables that may have no value

    def flag_place(self, key: Any) -> str:
        slot = self.slot(key)
        if not slot.flag:
            slot.flag = self.code.alloca("i8")
            self.code.allocas.append(f"  store i8 0, ptr {slot.flag}")
        return slot.flag

    def set_flag(self, key: Any, value: int) -> None:
        """Note whether a variable has a value."""
        self.code.write(f"store i8 {value}, ptr {self.flag_place(key)}")

    def forget_values(self, frame: Any) -> None:
        """Mark the unsure variables of a function as unset: an earlier call may have set them."""
        for name in frame.source.unsure:
            self.set_flag((frame.path, name), 0)

    def check_set(self, frame: Any, name: str) -> None:
        """Unless a variable surely has a value, write code that fails if its flag is not set."""
        if (frame, name) in self.refined:
            return
        if name not in frame.source.unsure:
            frame.source.unsure.add(name)
            self.function.is_settled = False
        byte = self.emit(f"load i8, ptr {self.flag_place((frame.path, name))}")
        self.code.fail_if(self.emit(f"icmp eq i8 {byte}, 0"), UNSET)

    # Memory --------------------------------------------------------------------------------------

    def memory(self, kind: Any, small: bool = False) -> str:
        """The LLVM type that stores a kind in memory; `small` packs short ints as containers do."""
        if isinstance(kind, State):
            return self.memory(kind.layout, True)
        if isinstance(kind, Row):
            body = f"[{max(kind.room, 1)} x {self.memory(kind.item, True)}]"
            return body if kind.length is not None else f"{{ i64, {body} }}"
        if isinstance(kind, Int):
            return int_memory(kind, small)
        if (parts := parts_of(kind)) is not None:
            return f"{{ {', '.join(self.memory(part, small) for part in parts)} }}"
        if kind is None or isinstance(kind, Static):
            return "{}"
        return {BOOL: "i8", FLOAT: "double", SINGLE: "float", SYMBOL: "i64"}.get(kind, "ptr")

    def size_of(self, memory: str) -> str:
        """The size of an LLVM type in bytes, as a constant."""
        return f"ptrtoint (ptr getelementptr ({memory}, ptr null, i32 1) to i64)"

    def bytes_of(self, number: Any) -> int:
        """The size of an array's number in bytes."""
        memory = self.memory(number, True)
        return {"double": 8, "float": 4}.get(memory) or int(memory[1:]) // 8

    def part_at(self, place: str, memory: str, index: int) -> str:
        """The place of an item of a struct."""
        if index == 0:
            return place
        return self.emit(f"getelementptr inbounds {memory}, ptr {place}, i32 0, i32 {index}")

    def item_place(self, place: str, memory: str, index: str) -> str:
        """The place of an item of an array."""
        return self.emit(f"getelementptr inbounds {memory}, ptr {place}, i64 {index}")

    def load(self, place: str, kind: Any, small: bool = False) -> Value:
        """Load the value of this kind at a place."""
        code = self.code
        if isinstance(kind, Int):
            return self.load_int(place, kind, small)
        if kind == BOOL:
            byte = code.emit(f"load i8, ptr {place}")
            return Value(BOOL, code.emit(f"trunc i8 {byte} to i1"))
        if kind == SINGLE:
            short = code.emit(f"load float, ptr {place}")
            return Value(FLOAT, code.emit(f"fpext float {short} to double"))
        if isinstance(kind, State):
            return Value(kind, place)
        if kind is None:
            raise Unreached
        if isinstance(kind, Static):
            return Value(kind)
        memory, parts = self.memory(kind, small), parts_of(kind)
        if parts is None:
            return Value(kind, code.emit(f"load {memory}, ptr {place}"))
        loaded = [self.load(self.part_at(place, memory, i), x, small) for i, x in enumerate(parts)]
        return put_together(kind, loaded)

    def load_int(self, place: str, kind: Int, small: bool) -> Value:
        if kind.is_known:
            return Value(kind)
        memory, (width, _) = int_memory(kind, small), word_of(kind)
        if width > 64:
            return Value(kind, self.emit(f"load i{width}, ptr {place}, align 8"))
        word = self.emit(f"load {memory}, ptr {place}")
        if memory != f"i{width}":
            extend = "sext" if kind.low < 0 else "zext"
            word = self.emit(f"{extend} {memory} {word} to i{width}")
        return Value(kind, word)

    def store(self, place: str, value: Value, kind: Any, small: bool = False) -> None:
        """Store a value that was converted to this kind."""
        code = self.code
        if isinstance(kind, Int):
            self.store_int(place, value, kind, small)
        elif kind == BOOL:
            byte = {"true": "1", "false": "0"}.get(value.code)
            code.write(f"store i8 {byte or code.emit(f'zext i1 {value.code} to i8')}, ptr {place}")
        elif kind == SINGLE:
            short = code.emit(f"fptrunc double {value.code} to float")
            code.write(f"store float {short}, ptr {place}")
        elif isinstance(kind, State):
            self.copy_state(place, value.code, kind.layout)
        elif value.code is not None:
            memory = self.memory(kind, small)
            if (parts := parts_of(kind)) is None:
                return code.write(f"store {memory} {value.code}, ptr {place}")
            for i, (part, inner) in enumerate(zip(split_value(value), parts, strict=True)):
                if part.code is not None:
                    self.store(self.part_at(place, memory, i), part, inner, small)
        return None

    def store_int(self, place: str, value: Value, kind: Int, small: bool) -> None:
        if kind.is_known:
            return
        memory, width = int_memory(kind, small), word_of(kind)[0]
        word = self.word(value, width)
        if width > 64:
            return self.code.write(f"store i{width} {word}, ptr {place}, align 8")
        if memory != f"i{width}":
            short = int(memory[1:])
            if word.startswith("%"):
                word = self.emit(f"trunc i{width} {word} to {memory}")
            else:
                word = str(as_signed(int(word), short))
        return self.code.write(f"store {memory} {word}, ptr {place}")

    def copy_memory(self, place: str, source: str, memory: str) -> None:
        """Copy a struct to another place."""
        if place != source:
            self.copy_bytes(place, source, self.size_of(memory))

    def copy_bytes(self, goal: str, source: str, size: str, how: str = "memcpy") -> None:
        """Copy bytes to another place; `memmove` if they may overlap."""
        operands = f"ptr {goal}", f"ptr {source}", f"i64 {size}", "i1 false"
        self.call_llvm("void", f"{how}.p0.p0.i64", *operands)

    # Flags and errors ----------------------------------------------------------------------------

    def negate(self, flag: str) -> str:
        if flag in ("true", "false"):
            return "false" if flag == "true" else "true"
        return self.emit(f"xor i1 {flag}, true")

    def fail_here(self, error: int) -> None:
        """Write an error that occurs whenever control gets here."""
        self.code.fail(error)
        raise Unreached


def split_value(value: Value) -> list[Value]:
    """The parts of a value; if a `Maybe` is known to be None, its second part has no code."""
    kind = value.kind
    if isinstance(kind, Tuple):
        return list(value.code)
    first, rest = value.code
    if isinstance(kind, Maybe):
        return [Value(BOOL, first), rest if rest is not None else Value(kind.of)]
    if isinstance(kind, Array):
        return [Value(POINTER, first), *(Value(WORD, length) for length in rest)]
    return [Value(BOOL, first), Value(FLOAT, rest)]


def put_together(kind: Any, parts: list[Value]) -> Value:
    """Rebuild a value from its parts."""
    if isinstance(kind, Tuple):
        return Value(kind, parts)
    first, rest = parts[0].code, parts[1:]
    if isinstance(kind, Maybe):
        return Value(kind, (first, rest[0]))
    lengths = [part.code for part in rest]
    return Value(kind, (first, lengths if isinstance(kind, Array) else rest[0].code))
