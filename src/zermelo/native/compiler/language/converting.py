"""Conversions and functions of numbers: int, round, isinstance, math, and the words of kernels."""

from __future__ import annotations

from typing import Any, Final

from zermelo.contract import bits
from zermelo.native import arrays
from zermelo.native.compiler.comparing import SETS
from zermelo.native.compiler.faults import SHIFT, VALUE
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language import library, mathematics
from zermelo.native.compiler.part import Part

SYMBOL_HASHES: Final = "@symbol.hashes"  # the table with the hash of each symbol
GO_ON: Final = "@zermelo_go_on"  # asks the host at a search's limit, in browsers


class Converting(Part):
    """Conversions."""

    def call_abs(self, args: Any, kwargs: Any, node: Any) -> Value:
        return self.magnitude(args[0])

    def call_pow(self, args: Any, kwargs: Any, node: Any) -> Value:
        if len(args) > 2:
            return self.call_library(mathematics.power_modulo, *args, node=node)
        return self.arithmetic("**", args[0], args[1])

    def call_divmod(self, args: Any, kwargs: Any, node: Any) -> Value:
        return tuple_of([self.arithmetic("//", *args), self.arithmetic("%", *args)])

    def call_int(self, args: Any, kwargs: Any, node: Any) -> Value:
        if not args:
            return known_int(0)
        value = self.present(args[0])
        if is_known(value):
            return self.compute_now(int, *map(python_value, args))
        if value.kind == SYMBOL:
            raise Unsupported("int of a text that is not known: keep numbers in the state")
        value = self.round_number(value, "trunc")
        return Value(Int(value.kind.low, value.kind.high), value.code)

    def call_round(self, args: Any, kwargs: Any, node: Any) -> Value:
        if len(args) > 1:
            raise Unsupported("round with digits")
        return self.round_number(args[0], "roundeven")

    def round_number(self, value: Value, how: str) -> Value:
        """A number as an int."""
        value = self.present(value)
        is_float = value.kind in (FLOAT, NUMBER)
        return self.int_of_float(self.as_float(value), how) if is_float else self.as_int(value)

    def call_bool(self, args: Any, kwargs: Any, node: Any) -> Value:
        return Value(BOOL, self.truth(args[0])) if args else known_bool(False)

    def call_float(self, args: Any, kwargs: Any, node: Any) -> Value:
        if args and is_known(args[0]):
            return self.compute_now(float, python_value(args[0]))
        return self.as_float(args[0]) if args else lift(0.0)

    def call_str(self, args: Any, kwargs: Any, node: Any) -> Value:
        if args and is_known(args[0]):
            return static(str(python_value(args[0])))
        if args and args[0].kind == SYMBOL:
            return args[0]
        raise Unsupported("a text made while playing: use numbers")

    def call_dict(self, args: Any, kwargs: Any, node: Any) -> Value:
        made: Value = self.empty_box("dict", node)
        if args:
            self.method(made, "update", args, {}, node)
        for name, value in kwargs.items():
            self.set_key(made, static(name), self.storable(value))
        return made

    def call_isinstance(self, args: Any, kwargs: Any, node: Any) -> Value:
        owners, kind = classes_in(args[1]), args[0].kind
        if isinstance(kind, Maybe):
            some = args[0].code[1] or Value(kind.of)
            inner = self.call_isinstance([some, args[1]], {}, node)
            flag = args[0].code[0] if inner.code == "true" else "false"
            return Value(BOOL, flag)
        if kind == NUMBER and issubclass(int, owners) != issubclass(float, owners):
            flag = args[0].code[0]
            return Value(BOOL, flag if issubclass(int, owners) else self.negate(flag))
        owner = int if kind == NUMBER else class_of(kind)
        if owner is None:
            raise Unsupported(f"isinstance of {self.describe(kind)}")
        return known_bool(issubclass(owner, owners))

    def call_hash(self, args: Any, kwargs: Any, node: Any) -> Value:
        raise Unsupported("hash: use zermelo.hashed")

    def call_cells(self, args: Any, kwargs: Any, node: Any) -> Value:
        """`cells(board)`: the numbers of the set bits."""
        board = self.as_int(args[0])
        if board.kind.low < 0:
            self.code.fail_if(self.order("lt", board, known_int(0)), SHIFT)
            board = self.not_negative(board)
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

    def call_hashed(self, args: Any, kwargs: Any, node: Any) -> Value:
        """`hashed(items)`, without a call for each tuple inside."""
        return self.hash63(self.opened_if_state(args[0]), node)

    def hash63(self, value: Value, node: Any) -> Value:
        """The hash of a value; the hash of an unnamed tuple begins with its length."""
        value = self.data(value)
        if isinstance(value.kind, Maybe):
            return self.hash_of_maybe(value, node)
        if value.kind == NONE:
            return self.mix(known_int(bits.NOTHING), node)
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
            return self.mix(self.arithmetic("&", value, known_int(arrays.LOW)), node)
        return self.call_library(bits.hashed_int, value, node=node)

    def symbol_texts(self) -> list[str]:
        """The constant memory for hashes of symbols."""
        if not self.hashes_symbols:
            return []
        hashes = ", ".join(f"i64 {bits.digest(symbol)}" for symbol in self.symbols)
        count = len(self.symbols)
        return [f"{SYMBOL_HASHES} = internal constant [{count} x i64] [{hashes}]"]

    def hash_of_maybe(self, value: Value, node: Any) -> Value:
        (flag, inner), key = value.code, (self.sub_path(node, "maybe"), "hash63")
        self.assign(key, self.hash63(static(None), node))
        if inner is not None:
            self.write_if(flag, lambda: self.assign(key, self.hash63(inner, node)))
        return self.read(key)

    def mix(self, value: Value, node: Any) -> Value:
        return self.call(static(bits.mixed), [value], {}, node)

    def call_sqrt(self, args: Any, kwargs: Any, node: Any) -> Value:
        value = self.as_float(args[0])
        self.code.fail_if(self.emit(f"fcmp olt double {value.code}, 0.0"), VALUE)
        return Value(FLOAT, self.intrinsic("sqrt", value.code))

    def call_log(self, args: Any, kwargs: Any, node: Any) -> Value:
        if len(args) > 1:
            return self.arithmetic(
                "/", self.call_log(args[:1], {}, node), self.call_log(args[1:], {}, node)
            )
        return self.of_float("log", self.as_float(args[0]))

    def call_copy(self, args: Any, kwargs: Any, node: Any) -> Value:
        """`copy.copy`, and `copy.deepcopy` of values without nested containers."""
        value = self.present(args[0])
        if not isinstance(value.kind, Container):
            return value
        return self.method(value, "copy", [], {}, node)

    def call_deepcopy(self, args: Any, kwargs: Any, node: Any) -> Value:
        value = self.present(args[0])
        if isinstance(value.kind, Container) and isinstance(value.kind.item, Container):
            made: Value = self.empty_box(value.kind.form, node, "deep")
            self.each_item(value, lambda x: self.append(made, self.call_deepcopy([x], {}, node)))
            return made
        return self.call_copy(args, kwargs, node)

    def call_array_at(self, args: Any, kwargs: Any, node: Any) -> Value:
        """The words at an address; their number is unknown."""
        pointer = self.emit(f"inttoptr i64 {self.word(self.as_int(args[0]))} to ptr")
        return Value(Array("i8", 1), (pointer, [str(1 << 62)]))

    def call_prefetch(self, args: Any, kwargs: Any, node: Any) -> Value:
        place, index = (self.word(self.as_int(value)) for value in args)
        pointer = self.emit(f"inttoptr i64 {place} to ptr")
        at = self.emit(f"getelementptr i64, ptr {pointer}, i64 {index}")
        self.call_llvm("void", "prefetch.p0", f"ptr {at}", "i32 0", "i32 3", "i32 1")
        return static(None)

    def call_ask(self, args: Any, kwargs: Any, node: Any) -> Value:
        """Call a Python function by its address."""
        place, number = (self.word(self.as_int(value)) for value in args)
        pointer = self.emit(f"inttoptr i64 {place} to ptr")
        return Value(WORD, self.emit(f"call i64 {pointer}(i64 {number})"))

    def call_empty_table(self, args: Any, kwargs: Any, node: Any) -> Value:
        """An empty dict; its kinds become known as it is filled."""
        return self.empty_box("dict", node)

    def call_may_go_on(self, args: Any, kwargs: Any, node: Any) -> Value:
        """Ask the host, which only browsers have; elsewhere threads watch searches."""
        if not self.asks_host:
            return known_bool(False)
        answer = self.emit(f"call i64 {GO_ON}()")
        return Value(BOOL, self.emit(f"icmp ne i64 {answer}, 0"))


def classes_in(value: Value) -> Any:
    """A class, or a tuple of classes."""
    is_tuple = isinstance(value.kind, Tuple)
    return tuple(item.kind.value for item in value.code) if is_tuple else value.kind.value


def class_of(kind: Any) -> type | None:
    """The class of values of a kind; None where it is not known."""
    if isinstance(kind, Int):
        return kind.owner or int
    if kind == BOOL:
        return bool
    if kind == FLOAT:
        return float
    if isinstance(kind, Tuple):
        return kind.owner or tuple
    if isinstance(kind, Container):
        return FORMS[kind.form]
    if isinstance(kind, Static):
        return type(kind.value)
    if isinstance(kind, State):
        return getattr(kind.layout, "owner", None)
    return None
