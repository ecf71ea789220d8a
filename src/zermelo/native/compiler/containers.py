"""Lists, tuples, sets and dicts in memory.

A container has a header: the address of its items, their number, the room for them, and a hash
index, which sets and dicts get once they have more than a few items. Headers and items are in the
arena until the rule returns; small containers created once in a call are on the stack.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.native.compiler.code import Code
from zermelo.native.compiler.comparing import own_method
from zermelo.native.compiler.faults import INDEX
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.prelude import NO_INDEX
from zermelo.native.compiler.states import CHANGING, holds_containers
from zermelo.native.compiler.tables import FEW, has_floats_alike

OUTSIDE: Final = "a change to a list, set or dict outside the function: make one inside it"
HEADER: Final = 32  # bytes of a header; the container's items follow it
TOO_MANY: Final = 1 << 29  # more items than the arena can hold
COUNT, ROOM, INDEX_AT = 1, 2, 3  # fields of a header; field 0 is the items' address


class Containers(Part):
    """Containers in memory, and look-ups of keys: a scan of few items, or a hash index for more."""

    def new_container(
        self, form: str, cell: Cell, room: int | str, *, fixed: bool = False
    ) -> Value:
        """An empty container with room for some items; `fixed` if it will get exactly that many."""
        code, item = self.code, cell.find().kind
        if not self.is_passing:
            self.keep_memory()
        memory = self.memory(item, True)
        once = self.is_passing or (self.loop_depth == 0 and not self.function.escapes)
        once = once and isinstance(room, int)
        if once and form in ("list", "tuple"):
            head = code.alloca("%Header")
            data = code.alloca(f"[{max(int(room), 1)} x {memory}]")
        else:
            count = self.call_llvm("i64", "umin.i64", f"i64 {room}", f"i64 {TOO_MANY}")
            size = code.emit(f"mul i64 {count}, {self.size_of(memory)}")
            head = self.allocate(code.emit(f"add i64 {size}, {HEADER}"))
            data = code.emit(f"getelementptr i8, ptr {head}, i64 {HEADER}") if room else "null"
        self.fill_header(head, data, "0", str(room))
        length = int(room) if fixed and isinstance(room, int) else None
        return Value(Container(form, cell, length), head)

    def empty_box(self, form: str, node: Any, name: str = "") -> Value:
        """An empty container that an expression makes."""
        return self.new_container(form, self.cell((self.sub_path(node), name or form)), 0)

    def keep_memory(self) -> None:
        """Note that a kernel allocates memory that later iterations of its loops may use."""
        if not self.frame.is_exact and not self.function.keeps:
            self.function.keeps = True
            self.function.is_settled = False

    def header(self, data: str, length: str, room: str) -> str:
        """A header for items that are already in memory."""
        head: str
        if not self.is_passing and (self.function.escapes or self.loop_depth):
            head = self.allocate(str(HEADER))
        else:
            head = self.code.alloca("%Header")
        self.fill_header(head, data, length, room)
        return head

    def allocate(self, size: str) -> str:
        """Allocate bytes in the arena; an error if it is full."""
        place = self.emit(f"call ptr @allocate(ptr %ctx, i64 {size})")
        self.code.fail_if(self.emit(f"icmp eq ptr {place}, null"), None)
        return place

    def fill_header(self, head: str, data: str, length: str, room: str) -> None:
        self.code.write(f"store ptr {data}, ptr {head}")
        fields = (COUNT, "i64", length), (ROOM, "i64", room), (INDEX_AT, "ptr", NO_INDEX)
        for at, kind, word in fields:
            self.code.write(f"store {kind} {word}, ptr {self.field(head, at)}")

    def field(self, head: str, at: int) -> str:
        return self.emit(f"getelementptr inbounds %Header, ptr {head}, i32 0, i32 {at}")

    def length(self, box: Value) -> Value:
        """The number of items in a value that can be indexed."""
        if isinstance(box.kind, Static):
            is_endless = isinstance(box.known, Iteration)
            return known_int(1 << 62 if is_endless else len(box.known))
        if isinstance(box.kind, Tuple):
            return self.length_of_range(box) if is_range(box) else known_int(len(box.code))
        if isinstance(box.kind, Array):
            return Value(Int(0, 1 << 62), box.code[1][0])
        known = known_length(box)
        if known is not None:
            return known_int(known)
        place = box.code if isinstance(box.kind, State) else self.field(box.code, COUNT)
        return Value(LENGTH, self.emit(f"load i64, ptr {place}"))

    def last_index(self, box: Value) -> str:
        """The index of the last item; −1 if there is none."""
        return self.emit(f"sub i64 {self.word(self.length(box))}, 1")

    def set_length(self, box: Value, word: str) -> None:
        self.code.write(f"store i64 {word}, ptr {self.field(box.code, COUNT)}")

    def address(self, box: Value, index: str) -> str:
        data = self.emit(f"load ptr, ptr {box.code}")
        return self.item_place(data, self.memory(box.kind.item, True), index)

    def item_at(self, box: Value, index: str) -> Value:
        """The item at an index in range; for a dict, the pair of key and value."""
        if box.kind.item is None:
            raise Unreached
        return self.load(self.address(box, index), box.kind.item, True)

    # Changes -------------------------------------------------------------------------------------

    def may_change(self, box: Value) -> None:
        """Reject changes to a constant of the module."""
        is_constant = id(box.kind.cell.find()) in self.constant_cells
        if is_constant and box.kind.form in CHANGING:
            raise Unsupported(OUTSIDE)

    def set_item(self, box: Value, index: str, item: Value) -> None:
        """Put an item at an index that is in range."""
        self.may_change(box)
        item = self.storable(item)
        self.grow_cell(box.kind.cell, item.kind)
        kind = box.kind.item
        self.store(self.address(box, index), self.coerce(item, kind), kind, True)

    def append(self, box: Value, item: Value) -> None:
        code, item = self.code, self.storable(item)
        self.may_change(box)
        self.grow_cell(box.kind.cell, item.kind)
        kind = box.kind.item
        item = self.coerce(item, kind)
        length = code.emit(f"load i64, ptr {self.field(box.code, COUNT)}")
        room = code.emit(f"load i64, ptr {self.field(box.code, ROOM)}")
        full = code.emit(f"icmp eq i64 {length}, {room}")
        go, more = code.labels("go", "more")
        code.branch(full, more, go)
        code.begin_only(more)
        size = self.size_of(self.memory(kind, True))
        code.pass_on(code.emit(f"call i64 @enlarge(ptr %ctx, ptr {box.code}, i64 {size})"))
        code.begin(go)
        self.store(self.address(box, length), item, kind, True)
        self.set_length(box, code.emit(f"add i64 {length}, 1"))

    def put_all(self, box: Value, items: list[Value]) -> None:
        """Fill an empty container that has room for these items."""
        for item in items:
            self.grow_cell(box.kind.cell, item.kind)
        kind = box.kind.item
        for index, item in enumerate(items):
            self.store(self.address(box, str(index)), self.coerce(item, kind), kind, True)
        self.set_length(box, str(len(items)))

    def passing_container(self, value: Value) -> Value:
        """A tuple as a container for one use, on the stack if possible."""
        kind = self.container_kind(value.kind)
        self.is_passing = not holds_containers(kind.item)
        try:
            return self.coerce(value, kind)
        finally:
            self.is_passing = False

    def add(self, box: Value, item: Value) -> None:
        """Append to a list, add to a set."""
        if box.kind.form not in ("set", "frozenset"):
            return self.append(box, item)
        item = self.storable(item)
        get = self.keep(item)
        self.grow_cell(box.kind.cell, item.kind)
        is_new = self.negate(self.contains(box, item).code)
        return self.write_if(is_new, lambda: self.append(box, get()))

    def forget_index(self, box: Value) -> None:
        """Drop the hash index; the next look-up builds a new index."""
        if box.kind.form in ("set", "frozenset", "dict"):
            self.code.write(f"store ptr {NO_INDEX}, ptr {self.field(box.code, INDEX_AT)}")

    def empty(self, box: Value) -> None:
        self.may_change(box)
        self.set_length(box, "0")
        self.forget_index(box)

    def close_gap(self, box: Value, at: str) -> None:
        """Remove an item and move the later ones down by one place."""
        code = self.code
        self.may_change(box)
        last = self.last_index(box)
        count = code.emit(f"sub i64 {last}, {at}")
        self.move_items(box, count, code.emit(f"add i64 {at}, 1"), at)
        self.set_length(box, last)
        self.forget_index(box)

    def move_items(self, box: Value, count: str, source: str, goal: str) -> None:
        """Move items from one index to another; the two ranges may overlap."""
        memory = self.memory(box.kind.item, True)
        size = self.emit(f"mul i64 {count}, {self.size_of(memory)}")
        self.copy_bytes(self.address(box, goal), self.address(box, source), size, "memmove")

    def copy_container(
        self, box: Value, form: str, cell: Cell, first: Value | None = None, count: Any = None
    ) -> Value:
        """A new container with the items of another, or `count` of them from `first` on."""
        if box.kind.item is not None:
            self.grow_cell(cell, box.kind.item)
        if count is None:
            known = box.kind.length
            count = known if known is not None else self.word(self.length(box))
        is_known = isinstance(count, int)
        made: Value = self.new_container(form, cell, count, fixed=form == "tuple" and is_known)
        if box.kind.item is None or count == 0:
            return made
        first = known_int(0) if first is None else first
        if cell.find().kind != box.kind.item:
            end = self.emit(f"add i64 {self.index_word(first)}, {count}")
            places = range_of(first, Value(LENGTH, end), known_int(1))
            self.iterate_range(
                places, lambda i: self.append(made, self.item_at(box, self.index_word(i)))
            )
            return made
        size = self.emit(f"mul i64 {count}, {self.size_of(self.memory(box.kind.item, True))}")
        goal = self.emit(f"load ptr, ptr {made.code}")
        self.copy_bytes(goal, self.address(box, self.index_word(first)), size)
        self.set_length(made, str(count))
        return made

    def checked_index(self, box: Value, index: Value) -> str:
        """Convert an index from either end to an index from the start; fail if out of range."""
        index, length = self.as_int(index), self.word(self.length(box))
        word = self.from_beginning(index, self.index_word(index), length)
        known = known_length(box)
        if index.kind.low < 0 or known is None or index.kind.high >= known:
            self.code.fail_if(self.emit(f"icmp uge i64 {word}, {length}"), INDEX)
        return word

    def from_beginning(self, index: Value, word: str, length: str) -> str:
        """Convert an index from either end, a word, to an index from the start, without a check."""
        if index.kind.low >= 0:
            return word
        if index.kind.high >= 0:
            below = self.emit(f"icmp slt i64 {word}, 0")
            length = self.emit(f"select i1 {below}, i64 {length}, i64 0")
        return self.emit(f"add i64 {word}, {length}")

    # Looking keys up -----------------------------------------------------------------------------

    def find(self, box: Value, key: Value) -> str:
        """The index of an item or of a dict's key; −1 if it is missing."""
        code = self.code
        if box.kind.item is None:
            return "-1"
        key = self.data(self.storable(key))
        if own_method(key.kind, "__eq__") or own_method(key.kind, "__hash__"):
            raise Unsupported(f"{self.describe(key.kind)} with its own hash as a key: use a tuple")
        kept = box.kind.item.items[0] if box.kind.form == "dict" else box.kind.item
        hashed = self.is_hashed(key.kind) and has_floats_alike(key.kind, kept)
        if box.kind.form in ("list", "tuple") or not hashed:
            return self.scan(box, key)
        name = self.finder(box.kind, key.kind)
        given = "".join(f", {part}" for part in self.operands(key))
        return code.emit(f"call i64 {name}(ptr %ctx, ptr {box.code}{given})")

    def find_or_fail(self, box: Value, key: Value, error: int) -> str:
        """The index of an item or of a dict's key; an error if it is missing."""
        at = self.find(box, key)
        self.code.fail_if(self.emit(f"icmp slt i64 {at}, 0"), error)
        return at

    def scan(self, box: Value, key: Value) -> str:
        """The index of the first equal item, found by comparing each one; −1 if there is none."""
        code, at, get = self.code, self.code.alloca("i64"), self.keep(key)
        code.write(f"store i64 -1, ptr {at}")
        end = code.label("end")

        def look(index: Value) -> None:
            word, found, more = self.word(index), code.label("found"), code.label("more")
            item = self.item_at(box, word)
            code.branch(self.equal(item.code[0] if is_dict else item, get()), found, more)
            code.begin_only(found)
            code.write(f"store i64 {word}, ptr {at}")
            code.jump(end)
            code.begin_only(more)

        is_dict = box.kind.form == "dict"
        self.each_index(self.length(box), look)
        code.begin(end)
        return code.emit(f"load i64, ptr {at}")

    def is_hashed(self, kind: Any) -> bool:
        """Whether values of this kind can be hashed so that equal values have equal hashes."""
        if isinstance(kind, (Int, Plain)) or kind == NONE:
            return True
        if isinstance(kind, State):
            return self.is_hashed(kind.layout)
        if isinstance(kind, Maybe):
            return self.is_hashed(kind.of)
        if isinstance(kind, (Container, Row)):
            return kind.form == "tuple" and self.is_hashed(kind.item)
        return isinstance(kind, Tuple) and all(map(self.is_hashed, kind.items))

    def finder(self, box: Container, key: Any) -> str:
        """The name of the function that finds a key in these containers; it is written later."""
        name = box.cell.find(), box.form == "dict", repr(self.shape(key))
        if name not in self.finders:
            self.finders[name] = f"@find{len(self.finders)}"
            self.finder_kinds.append((self.finders[name], box, key))
        return self.finders[name]

    def shape(self, kind: Any) -> Any:
        """The part of a key's kind that the code of its finder depends on."""
        if isinstance(kind, Container):
            return kind.form, kind.length, id(kind.cell.find())
        if isinstance(kind, Tuple):
            return [self.shape(item) for item in kind.items]
        return kind

    def finder_text(self, name: str, box: Container, key: Any) -> str:
        """The text of a finder: it scans up to `FEW` items, and looks up by hash in more."""
        parameters = [f"{kind} %p{i}" for i, kind in enumerate(self.operand_kinds(key))]
        head = ", ".join(["ptr %ctx", "ptr %box", *parameters])
        self.code = code = Code(f"internal i64 {name}({head})")
        whole, wanted = Value(Container(box.form, box.cell), "%box"), self.rebuilt(key, "p")
        is_dict = box.form == "dict"

        def key_at(index: str) -> Value:
            item = self.item_at(whole, index)
            return item.code[0] if is_dict else item

        length = self.word(self.length(whole))
        few, hashed = code.labels("few", "hashed")
        code.branch(code.emit(f"icmp sle i64 {length}, {FEW}"), few, hashed)
        code.begin_only(few)
        code.end(f"ret i64 {self.scan(whole, wanted)}")
        code.begin_only(hashed)
        index = self.complete_index(length, key_at)
        self.probe(index, self.hash_of(wanted), lambda at: self.equal(key_at(at), wanted))
        return code.text("  ret i64 -1")

    def complete_index(self, length: str, key_at: Callable[[str], Value]) -> str:
        """Write code that completes the hash index, or builds a larger one; return its address."""
        code = self.code
        place = code.emit(f"call ptr @index_for(ptr %ctx, ptr %box, i64 {length})")
        code.fail_if(code.emit(f"icmp eq ptr {place}, null"), None)
        done_at = self.item_place(place, "i64", "1")
        head, add, done = code.labels("head", "add", "done")
        code.begin(head)
        at = code.emit(f"load atomic i64, ptr {done_at} acquire, align 8")
        code.branch(code.emit(f"icmp slt i64 {at}, {length}"), add, done)
        code.begin_only(add)
        code.write(f"call void @index_add(ptr {place}, i64 {self.hash_of(key_at(at))}, i64 {at})")
        after = code.emit(f"add i64 {at}, 1")
        code.write(f"store atomic i64 {after}, ptr {done_at} release, align 8")
        code.jump(head)
        code.begin_only(done)
        return place

    def probe(self, index: str, number: str, is_same: Callable[[str], str]) -> None:
        """Write a search of the index from a key's hash on; it returns the item's index, or −1."""
        code = self.code
        mask = code.emit(f"load i64, ptr {index}")
        at = code.alloca("i64")
        code.write(f"store i64 {code.emit(f'and i64 {number}, {mask}')}, ptr {at}")
        head, some, none, found, more = code.labels("probe", "some", "none", "found", "more")
        code.begin(head)
        here = code.emit(f"load i64, ptr {at}")
        slot = code.emit(f"getelementptr i32, ptr {index}, i64 {code.emit(f'add i64 {here}, 4')}")
        entry = code.emit(f"load i32, ptr {slot}")
        code.branch(code.emit(f"icmp eq i32 {entry}, 0"), none, some)
        code.begin_only(some)
        item = code.emit(f"zext i32 {code.emit(f'sub i32 {entry}, 1')} to i64")
        code.branch(is_same(item), found, more)
        code.begin_only(more)
        after = code.emit(f"and i64 {code.emit(f'add i64 {here}, 1')}, {mask}")
        code.write(f"store i64 {after}, ptr {at}")
        code.jump(head)
        code.begin_only(none)
        code.end("ret i64 -1")
        code.begin_only(found)
        code.end(f"ret i64 {item}")

    def hash_of(self, value: Value) -> str:
        """The hash of a value, the same for equal values."""
        code, kind = self.code, value.kind
        if kind == NONE:
            return "1"
        if isinstance(kind, State):
            return self.hash_of(self.open_state(value))
        if kind in (FLOAT, NUMBER):  # 0.0 and -0.0 are equal
            number = code.emit(f"fadd double {self.as_float(value).code}, 0.0")
            return self.mixed_hash("9", code.emit(f"bitcast double {number} to i64"))
        if isinstance(kind, Maybe):
            flag, inner = value.code
            some = self.hash_of(inner) if inner is not None else "1"
            return code.emit(f"select i1 {flag}, i64 {some}, i64 1")
        if isinstance(kind, Tuple):
            number = "7"
            for item in value.code:
                number = self.mixed_hash(number, self.hash_of(item))
            return number
        if isinstance(kind, Container):
            at = code.alloca("i64")
            code.write(f"store i64 7, ptr {at}")

            def each(item: Value) -> None:
                before = code.emit(f"load i64, ptr {at}")
                code.write(f"store i64 {self.mixed_hash(before, self.hash_of(item))}, ptr {at}")

            self.each_item(value, each)
            return code.emit(f"load i64, ptr {at}")
        if kind == SYMBOL:
            return self.mixed_hash("3", value.code)
        return self.mixed_hash("5", self.word(self.as_int(value), 64))

    def mixed_hash(self, number: str, other: str) -> str:
        code = self.code
        number = code.emit(f"xor i64 {other}, {code.emit(f'mul i64 {number}, 31')}")
        number = code.emit(f"mul i64 {number}, -7046029254386353131")
        return code.emit(f"xor i64 {number}, {code.emit(f'lshr i64 {number}, 32')}")


def known_length(box: Value) -> int | None:
    """The length of a container or a row of a state; None if its kind leaves it open."""
    length: int | None = (box.kind.layout if isinstance(box.kind, State) else box.kind).length
    return length
