"""Look-ups in sets and dicts: few items one by one, more by hash."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.native.compiler.code import Code
from zermelo.native.compiler.comparing import own_method
from zermelo.native.compiler.containers import INDEX_AT, INDEXED
from zermelo.native.compiler.kinds import (
    BOOL,
    NONE,
    Container,
    Int,
    Maybe,
    Symbol,
    Tuple,
    Unsupported,
    Value,
)
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.tables import FEW


class Lookups(Part):
    """Finding keys."""

    def find(self, box: Value, key: Value) -> str:
        """The index of an item, or of a dict's key; −1 where there is none."""
        code = self.code
        if box.kind.item is None:
            return "-1"
        key = self.data(self.stored(key))
        if own_method(key.kind, "__eq__") or own_method(key.kind, "__hash__"):
            raise Unsupported(
                f"{self.described(key.kind)} with a hash of its own as a key: use a tuple"
            )
        if box.kind.form in ("list", "tuple") or not self.is_hashed(key.kind):
            return self.scan(box, key)
        name = self.finder(box.kind, key.kind)
        given = "".join(f", {part}" for part in self.operands(key))
        return code.operation(f"call i64 {name}(ptr %ctx, ptr {box.code}{given})")

    def scan(self, box: Value, key: Value) -> str:
        """Look through all items for one that is equal."""
        code = self.code
        at, get = code.alloca("i64"), self.keep(key)
        code.write(f"store i64 0, ptr {at}")
        head, look, more, end, none = (
            code.label(x) for x in ("scan", "look", "more", "end", "none")
        )
        code.begin(head)
        index = code.operation(f"load i64, ptr {at}")
        left = code.operation(f"icmp slt i64 {index}, {self.word(self.length(box))}")
        code.branch(left, look, none)
        code.begin_only(look)
        item = self.item_at(box, index)
        same = self.equal(item.code[0] if box.kind.form == "dict" else item, get())
        code.branch(same, end, more)
        code.begin_only(more)
        code.write(f"store i64 {code.operation(f'add i64 {index}, 1')}, ptr {at}")
        code.jump(head)
        code.begin_only(none)
        code.write(f"store i64 -1, ptr {at}")
        code.begin(end)
        return code.operation(f"load i64, ptr {at}")

    def is_hashed(self, kind: Any) -> bool:
        """Whether values of this kind have a hash, the same for all that are equal."""
        if isinstance(kind, (Int, Symbol)) or kind in (BOOL, NONE):
            return True
        if isinstance(kind, Maybe):
            return self.is_hashed(kind.of)
        if isinstance(kind, Container):
            return kind.form == "tuple" and self.is_hashed(kind.item)
        return isinstance(kind, Tuple) and all(map(self.is_hashed, kind.items))

    def finder(self, box: Container, key: Any) -> str:
        """The function that finds a key in containers like this one; it is written at the end."""
        name = box.cell.find(), box.form == "dict", repr(self.shape(key))
        if name not in self.finders:
            self.finders[name] = f"@find{len(self.finders)}", box, key
        return str(self.finders[name][0])

    def shape(self, kind: Any) -> Any:
        """A kind as what tells apart the code for it."""
        if isinstance(kind, Container):
            return kind.form, kind.length, id(kind.cell.find())
        if isinstance(kind, Tuple):
            return [self.shape(item) for item in kind.items]
        return kind

    def finder_text(self, name: str, box: Container, key: Any) -> str:
        """The text of a finder: few items are looked through, more have an index by hash."""
        parameters = [f"{kind} %p{i}" for i, kind in enumerate(self.operand_kinds(key))]
        head = ", ".join(["ptr %ctx", "ptr %box", *parameters])
        self.code = code = Code(f"internal i64 {name}({head})")
        whole, wanted = Value(Container(box.form, box.cell), "%box"), self.rebuilt(key, "p")
        is_dict = box.form == "dict"

        def key_at(index: str) -> Value:
            item = self.item_at(whole, index)
            return item.code[0] if is_dict else item

        length = self.word(self.length(whole))
        few, hashed = code.label("few"), code.label("hashed")
        code.branch(code.operation(f"icmp sle i64 {length}, {FEW}"), few, hashed)
        code.begin_only(few)
        code.end(f"ret i64 {self.scan(whole, wanted)}")
        code.begin_only(hashed)
        self.bring_index_up_to_date(whole, length, key_at)
        index = code.operation(f"load ptr, ptr {self.field('%box', INDEX_AT)}")
        self.probe(index, self.hash_of(wanted), lambda at: self.equal(key_at(at), wanted))
        return code.text("ret i64 -1")

    def bring_index_up_to_date(
        self, box: Value, length: str, key_at: Callable[[str], Value]
    ) -> None:
        """Give an index to the items that have none yet; a fuller one is built again."""
        code = self.code
        place = code.operation(f"call ptr @index_for(ptr %ctx, ptr %box, i64 {length})")
        code.pass_on(
            code.operation(f"zext i1 {code.operation(f'icmp eq ptr {place}, null')} to i64")
        )
        head, add, done = code.label("head"), code.label("add"), code.label("done")
        code.begin(head)
        at = code.operation(f"load i64, ptr {self.field('%box', INDEXED)}")
        code.branch(code.operation(f"icmp slt i64 {at}, {length}"), add, done)
        code.begin_only(add)
        code.write(f"call void @index_add(ptr {place}, i64 {self.hash_of(key_at(at))}, i64 {at})")
        code.write(
            f"store i64 {code.operation(f'add i64 {at}, 1')}, ptr {self.field('%box', INDEXED)}"
        )
        code.jump(head)
        code.begin_only(done)

    def probe(self, index: str, number: str, is_same: Callable[[str], str]) -> None:
        """Look for the key of this hash from its place on, until a place is free."""
        code = self.code
        mask = code.operation(f"load i64, ptr {index}")
        at = code.alloca("i64")
        code.write(f"store i64 {code.operation(f'and i64 {number}, {mask}')}, ptr {at}")
        head, some, none, found, more = (
            code.label(x) for x in ("probe", "some", "none", "found", "more")
        )
        code.begin(head)
        here = code.operation(f"load i64, ptr {at}")
        slot = code.operation(
            f"getelementptr i32, ptr {index}, i64 {code.operation(f'add i64 {here}, 2')}"
        )
        entry = code.operation(f"load i32, ptr {slot}")
        code.branch(code.operation(f"icmp eq i32 {entry}, 0"), none, some)
        code.begin_only(some)
        item = code.operation(f"zext i32 {code.operation(f'sub i32 {entry}, 1')} to i64")
        code.branch(is_same(item), found, more)
        code.begin_only(more)
        after = code.operation(f"and i64 {code.operation(f'add i64 {here}, 1')}, {mask}")
        code.write(f"store i64 {after}, ptr {at}")
        code.jump(head)
        code.begin_only(none)
        code.end("ret i64 -1")
        code.begin_only(found)
        code.end(f"ret i64 {item}")

    def hash_of(self, value: Value) -> str:
        """A number that is the same for equal values."""
        code, kind = self.code, value.kind
        if kind == NONE:
            return "1"
        if isinstance(kind, Maybe):
            flag, inner = value.code
            some = self.hash_of(inner) if inner is not None else "1"
            return code.operation(f"select i1 {flag}, i64 {some}, i64 1")
        if isinstance(kind, Tuple):
            number = "7"
            for item in value.code:
                number = self.mixed_hash(number, self.hash_of(item))
            return number
        if isinstance(kind, Container):
            at = code.alloca("i64")
            code.write(f"store i64 7, ptr {at}")

            def each(item: Value) -> None:
                before = code.operation(f"load i64, ptr {at}")
                code.write(f"store i64 {self.mixed_hash(before, self.hash_of(item))}, ptr {at}")

            self.each_item(value, each)
            return code.operation(f"load i64, ptr {at}")
        if isinstance(kind, Symbol):
            return self.mixed_hash("3", value.code)
        return self.mixed_hash("5", self.word(self.as_int(value), 64))

    def mixed_hash(self, number: str, other: str) -> str:
        code = self.code
        number = code.operation(f"xor i64 {other}, {code.operation(f'mul i64 {number}, 31')}")
        number = code.operation(f"mul i64 {number}, -7046029254386353131")
        return code.operation(f"xor i64 {number}, {code.operation(f'lshr i64 {number}, 32')}")
