"""Conversions and functions of numbers, like int, round and math; functions for kernels."""

from __future__ import annotations

from typing import Any, Final

from zermelo.contract import bits
from zermelo.native import arrays
from zermelo.native.compiler.comparing import SETS
from zermelo.native.compiler.faults import SHIFT
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language import library, mathematics
from zermelo.native.compiler.part import Part

SYMBOL_HASHES: Final = "@symbol.hashes"  # the table with the hash of each symbol
NO, ZERO = known_bool(False), known_int(0)
GO_ON: Final = "@zermelo_go_on"  # in browsers, asks the host whether a search at its limit goes on


class Converting(Part):
    """Calls of functions that convert values, and of functions for kernels."""

    def call_pow(self, base: Value, exp: Value, mod: Value | None = None, *, node: Any) -> Value:
        if mod is not None:
            return self.call_library(mathematics.power_modulo, base, exp, mod, node=node)
        return self.arithmetic("**", base, exp)

    def call_divmod(self, a: Value, b: Value) -> Value:
        return tuple_of([self.arithmetic("//", a, b), self.arithmetic("%", a, b)])

    def call_int(self, value: Value = ZERO) -> Value:
        value = self.present(value)
        if value.kind == SYMBOL:
            raise Unsupported("int of a text that is not constant: keep numbers in the state")
        value = self.round_number(value, "trunc")
        return Value(Int(value.kind.low, value.kind.high), value.code)

    def call_round(self, number: Value, ndigits: Value | None = None) -> Value:
        if ndigits is not None:
            raise Unsupported("round with digits")
        return self.round_number(number, "roundeven")

    def call_bool(self, value: Value = NO) -> Value:
        return Value(BOOL, self.truth(value))

    def call_float(self, value: Value = ZERO) -> Value:
        return self.as_float(value)

    def call_str(self, value: Value) -> Value:
        if value.kind == SYMBOL:
            return value
        raise Unsupported("a text made while playing: use numbers")

    def call_dict(self, *given: Value, **kwargs: Value) -> Value:
        made: Value = self.empty_box("dict", self.here)
        self.method(made, "update", [*given], {}, self.here)
        for name, value in kwargs.items():
            self.set_key(made, static(name), self.storable(value))
        return made

    def call_isinstance(self, value: Value, given: Value) -> Value:
        owners, kind = classes_in(given), value.kind
        if isinstance(kind, Maybe):
            inner = self.call_isinstance(value.code[1] or Value(kind.of), given)
            return Value(BOOL, value.code[0] if inner.code == "true" else "false")
        if kind == NUMBER and issubclass(int, owners) != issubclass(float, owners):
            flag = value.code[0]
            return Value(BOOL, flag if issubclass(int, owners) else self.negate(flag))
        owner = int if kind == NUMBER else class_of(kind)
        if owner is None:
            raise Unsupported(f"isinstance of {self.describe(kind)}")
        return known_bool(issubclass(owner, owners))

    def call_hash(self, value: Value) -> Value:
        raise Unsupported("hash: use zermelo.hashed")

    def call_cells(self, board: Value) -> Value:
        """`cells(board)`: the numbers of the set bits."""
        board = self.as_int(board)
        if board.kind.low < 0:
            self.code.fail_if(self.order("lt", board, known_int(0)), SHIFT)
            board = self.narrow(board, 0, None)
        if board.kind.high == 0:
            return static(())
        width, most = word_of(board.kind)[0], board.kind.high.bit_length()

        def write(body: Any) -> None:
            code = self.code
            if width == 64:
                self.each_bit(self.word(board), lambda bit: body(self.int_of(bit, 64, 0, most - 1)))
                return
            words = code.alloca(f"[{width // 64} x i64]")
            code.write(f"store i{width} {self.word(board, width)}, ptr {words}, align 8")

            def each(index: Value) -> None:
                at = self.keep(index)
                place = code.emit(f"getelementptr i64, ptr {words}, i64 {self.word(index)}")
                word = code.emit(f"load i64, ptr {place}")

                def give(bit: str) -> None:
                    first = code.emit(f"shl i64 {self.word(at())}, 6")
                    body(self.int_of(code.emit(f"or i64 {first}, {bit}"), 64, 0, most - 1))

                self.each_bit(word, give)

            self.each_index(known_int(-(-most // 64)), each)

        return iteration(write, most)

    def call_hashed(self, items: Value, *, node: Any) -> Value:
        """`hashed(items)`, without a function call for each inner tuple."""
        return self.hash63(self.opened_if_state(items), node)

    def hash63(self, value: Value, node: Any) -> Value:
        """The hash of a value; it depends on the length of a plain tuple, but not of a record."""
        value = self.data(value)
        if isinstance(value.kind, Maybe):
            (flag, inner), key = value.code, (self.sub_path(node, "maybe"), "hash63")
            self.assign(key, self.hash63(static(None), node))
            if inner is not None:
                self.write_if(flag, lambda: self.assign(key, self.hash63(inner, node)))
            return self.read(key)
        if value.kind == NONE:
            return self.call_library(bits.mixed, known_int(bits.NOTHING), node=node)
        if isinstance(value.kind, Tuple):
            number = known_int(len(value.code) if value.kind.owner is None else 0)
            for at, item in reversed([*enumerate(value.code)]):
                with self.keep_apart(*(() if self.is_number(item) else ("hash", at))):
                    first = self.hash63(item, node)
                number = self.call_library(library.chain_hashes, first, number)
            return number
        if isinstance(value.kind, Container):
            write = library.hash_set if value.kind.form in SETS else library.hash_row
            return self.call_library(write, value, node=node)
        if value.kind == SYMBOL:
            self.hashes_symbols = True
            at = self.emit(f"getelementptr i64, ptr {SYMBOL_HASHES}, i64 {value.code}")
            word = self.emit(f"load i64, ptr {at}")
            return Value(Int(0, (1 << 63) - 1), word)
        value = self.as_int(value)
        if WORD.low <= value.kind.low and value.kind.high <= WORD.high:
            value = self.arithmetic("&", value, known_int(arrays.LOW))
            return self.call_library(bits.mixed, value, node=node)
        return self.call_library(bits.hashed_int, value, node=node)

    def symbol_texts(self) -> list[str]:
        """The constant memory for hashes of symbols."""
        if not self.hashes_symbols:
            return []
        hashes = ", ".join(f"i64 {bits.digest(symbol)}" for symbol in self.symbols)
        count = len(self.symbols)
        return [f"{SYMBOL_HASHES} = internal constant [{count} x i64] [{hashes}]"]

    def call_log(self, value: Value, base: Value | None = None) -> Value:
        if base is not None:
            return self.arithmetic("/", self.call_log(value), self.call_log(base))
        return self.of_float("log", self.as_float(value))

    def call_copy(self, value: Value, *, node: Any) -> Value:
        """`copy.copy`, and `copy.deepcopy` of values without nested containers."""
        value = self.present(value)
        if not isinstance(value.kind, Container):
            return value
        return self.method(value, "copy", [], {}, node)

    def call_deepcopy(self, value: Value, *, node: Any) -> Value:
        value = self.present(value)
        if isinstance(value.kind, Container) and isinstance(value.kind.item, Container):
            made: Value = self.empty_box(value.kind.form, node, "deep")
            self.each_item(value, lambda x: self.append(made, self.call_deepcopy(x, node=node)))
            return made
        return self.call_copy(value, node=node)

    def call_array_at(self, place: Value) -> Value:
        """An array of words at an address; the number of words is unknown."""
        pointer = self.emit(f"inttoptr i64 {self.word(self.as_int(place))} to ptr")
        return Value(Array(WORD, 1), (pointer, [str(1 << 62)]))

    def call_prefetch(self, place: Value, index: Value) -> Value:
        array = self.call_array_at(place)
        at = self.item_place(array.code[0], "i64", self.word(self.as_int(index)))
        self.call_llvm("void", "prefetch.p0", f"ptr {at}", "i32 0", "i32 3", "i32 1")
        return static(None)

    def call_ask(self, place: Value, number: Value) -> Value:
        """Call a Python function by its address."""
        pointer, word = self.call_array_at(place).code[0], self.word(self.as_int(number))
        return Value(WORD, self.emit(f"call i64 {pointer}(i64 {word})"))

    def call_empty_table(self, key: Value, value: Value, *, node: Any) -> Value:
        """An empty dict; the kinds of its keys and values become known when it is filled."""
        return self.empty_box("dict", node)

    def call_may_go_on(self) -> Value:
        """Whether a search may go on: in a browser, the host decides; elsewhere, it may not."""
        if not self.asks_host:
            return known_bool(False)
        answer = self.emit(f"call i64 {GO_ON}()")
        return Value(BOOL, self.emit(f"icmp ne i64 {answer}, 0"))


def classes_in(value: Value) -> Any:
    """The class or tuple of classes that a value stands for."""
    is_tuple = isinstance(value.kind, Tuple)
    return tuple(item.kind.value for item in value.code) if is_tuple else value.kind.value


def class_of(kind: Any) -> type | None:
    """The class of a kind's values; None if it is not known."""
    if isinstance(kind, (Int, Tuple)):
        return kind.owner or (int if isinstance(kind, Int) else tuple)
    if isinstance(kind, Container):
        return FORMS[kind.form]
    if isinstance(kind, Static):
        return type(kind.value)
    if isinstance(kind, State):
        return getattr(kind.layout, "owner", None)
    return {BOOL: bool, FLOAT: float}.get(kind)
