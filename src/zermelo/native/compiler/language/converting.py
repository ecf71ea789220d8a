"""Conversions and functions of numbers: int, round, isinstance, math, and the words of kernels."""

from __future__ import annotations

from typing import Any, Final

from zermelo.contract import bits
from zermelo.native.compiler.comparing import SETS
from zermelo.native.compiler.faults import SHIFT, VALUE
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language import library
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.syntax import source_of

SYMBOL_HASHES: Final = "@symbol.hashes"  # the table with the hash of each symbol
GO_ON: Final = "@zermelo_go_on"  # the function that a browser's code asks at a search's limit


class Converting(Part):
    """Conversions."""

    def call_abs(self, args: Any, kwargs: Any, node: Any) -> Value:
        return self.magnitude(args[0])

    def call_pow(self, args: Any, kwargs: Any, node: Any) -> Value:
        if len(args) > 2:
            return self.call_source(source_of(library.power_modulo), args, kwargs, node)
        return self.arithmetic("**", args[0], args[1])

    def call_divmod(self, args: Any, kwargs: Any, node: Any) -> Value:
        return tuple_of([self.arithmetic("//", *args), self.arithmetic("%", *args)])

    def call_int(self, args: Any, kwargs: Any, node: Any) -> Value:
        if not args:
            return known_int(0)
        value = self.present(args[0])
        if is_known(value):
            return self.compute_now(int, *map(python_value, args))
        if value.kind in (FLOAT, NUMBER):
            return self.int_of_float(self.as_float(value))
        if value.kind == SYMBOL:
            raise Unsupported("int of a text that is not known: keep numbers in the state")
        value = self.as_int(value)
        return Value(Int(value.kind.low, value.kind.high), value.code)

    def call_round(self, args: Any, kwargs: Any, node: Any) -> Value:
        if len(args) > 1:
            raise Unsupported("round with digits")
        value = self.present(args[0])
        if value.kind in (FLOAT, NUMBER):
            return self.int_of_float(self.as_float(value), "roundeven")
        return self.as_int(value)

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
        made: Value = self.new_container("dict", self.cell((self.sub_path(node), "dict")), 0)
        if args:
            self.method(made, "update", args, {}, node)
        for name, value in kwargs.items():
            self.set_key(made, static(name), self.storable(value))
        return made

    def call_isinstance(self, args: Any, kwargs: Any, node: Any) -> Value:
        owners = (
            python_value(args[1])
            if is_known(args[1])
            else args[1].kind.value
            if isinstance(args[1].kind, Static)
            else tuple(item.kind.value for item in args[1].code)
        )
        kind = args[0].kind
        if isinstance(kind, Maybe):
            inner = self.call_isinstance([kind_value(kind.of), args[1]], {}, node)
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
        """`cells(board)`: the numbers of the bits that are set."""
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
                place = code.operation(f"getelementptr i64, ptr {words}, i64 {self.word(index)}")
                word = code.operation(f"load i64, ptr {place}")

                def give(bit: str) -> None:
                    first = code.operation(f"shl i64 {self.word(at())}, 6")
                    body(self.int_of(code.operation(f"or i64 {first}, {bit}"), 64, 0, most - 1))

                self.each_bit(word, give)

            self.each_index(known_int(-(-most // 64)), each)

        return static(Iteration(write, most))

    def call_hashed(self, args: Any, kwargs: Any, node: Any) -> Value:
        """`hashed(items)`, without a call for each tuple in it."""
        return self.hash63(self.opened_if_state(args[0]), node)

    def hash63(self, value: Value, node: Any) -> Value:
        """The hash of a value; that of a tuple without names begins with its length."""
        value = self.data(value)
        if isinstance(value.kind, Maybe):
            return self.hash_of_maybe(value, node)
        if value.kind == NONE:
            return self.mix(known_int(bits.NOTHING), node)
        if isinstance(value.kind, Tuple):
            number = known_int(len(value.code) if value.kind.owner is None else 0)
            for item in reversed(value.code):
                number = self.hash_chained(self.hash63(item, node), number, node)
            return number
        if isinstance(value.kind, Container):
            return self.hash_of_container(value, node)
        if value.kind == SYMBOL:
            self.hashes_symbols = True
            at = self.code.operation(f"getelementptr i64, ptr {SYMBOL_HASHES}, i64 {value.code}")
            word = self.code.operation(f"load i64, ptr {at}")
            return Value(Int(0, (1 << 63) - 1), word)
        value = self.as_int(value)
        if (
            width_of(value.kind.low, value.kind.high) == 64
            and value.kind.high < 1 << 63
            and value.kind.low >= -(1 << 63)
        ):
            return self.mix(self.low_bits(value), node)
        return self.call_source(source_of(bits.hashed_int), [value], {}, node)

    def symbol_texts(self) -> list[str]:
        """The constant memory of the hashes of symbols."""
        if not self.hashes_symbols:
            return []
        hashes = ", ".join(f"i64 {bits.digest(symbol)}" for symbol in self.symbols)
        count = len(self.symbols)
        return [f"{SYMBOL_HASHES} = internal constant [{count} x i64] [{hashes}]"]

    def hash_of_maybe(self, value: Value, node: Any) -> Value:
        code, (flag, inner) = self.code, value.code
        key, some, none, end = (
            (self.sub_path(node, "maybe"), "hash63"),
            *map(code.label, ("some", "none", "end")),
        )
        code.branch(flag, some, none)
        for label, part in ((some, inner), (none, static(None))):
            code.begin_only(label)
            if not code.dead and part is not None:
                self.assign(key, self.hash63(part, node))
                code.jump(end)
        code.begin(end)
        return self.read(key)

    def hash_of_container(self, value: Value, node: Any) -> Value:
        """The hash of a row, or of a frozenset: then it says nothing of the order."""
        is_set, slot = value.kind.form in SETS, (self.sub_path(node, self.nesting), "hash63")
        self.assign(slot, Value(Int(0, (1 << 63) - 1), self.word(self.length(value))))
        self.nesting += 1

        def each(item: Value) -> None:
            inner, before = self.hash63(item, node), self.read(slot)
            if is_set:
                made = self.low_bits(self.arithmetic("+", self.mix(inner, node), before))
            else:
                made = self.hash_chained(inner, before, node)
            self.assign(slot, made)

        if is_set:
            self.iterate(value, each, True)
        else:
            self.iterate(self.call_reversed([value], {}, node), each)
        self.nesting -= 1
        made = self.read(slot)
        return self.mix(made, node) if is_set else made

    def mix(self, value: Value, node: Any) -> Value:
        return self.call(static(bits.mixed), [value], {}, node)

    def low_bits(self, value: Value) -> Value:
        """The lowest 63 bits of an int."""
        return self.arithmetic("&", value, known_int((1 << 63) - 1))

    def hash_chained(self, first: Value, rest: Value, node: Any) -> Value:
        after = self.call(static(bits.product), [rest, known_int(bits.REST)], {}, node)
        return self.call(static(bits.mixed), [self.arithmetic("^", first, after)], {}, node)

    def call_sqrt(self, args: Any, kwargs: Any, node: Any) -> Value:
        value = self.as_float(args[0])
        self.code.fail_if(self.code.operation(f"fcmp olt double {value.code}, 0.0"), VALUE)
        return Value(FLOAT, self.intrinsic("sqrt", value.code))

    def call_log(self, args: Any, kwargs: Any, node: Any) -> Value:
        if len(args) > 1:
            return self.arithmetic(
                "/", self.call_log(args[:1], {}, node), self.call_log(args[1:], {}, node)
            )
        return self.of_float("log", self.as_float(args[0]))

    def call_copy(self, args: Any, kwargs: Any, node: Any) -> Value:
        """`copy.copy` and, of what holds no further containers, `copy.deepcopy`."""
        value = self.present(args[0])
        if not isinstance(value.kind, Container):
            return value
        return self.method(value, "copy", [], {}, node)

    def call_deepcopy(self, args: Any, kwargs: Any, node: Any) -> Value:
        value = self.present(args[0])
        if isinstance(value.kind, Container) and isinstance(value.kind.item, Container):
            made: Value = self.new_container(
                value.kind.form, self.cell((self.sub_path(node), "deep")), 0
            )
            self.each_item(
                value, lambda item: self.append(made, self.call_deepcopy([item], {}, node))
            )
            return made
        return self.call_copy(args, kwargs, node)

    def call_array_at(self, args: Any, kwargs: Any, node: Any) -> Value:
        """The words at an address, whose number is unknown."""
        pointer = self.code.operation(f"inttoptr i64 {self.word(self.as_int(args[0]))} to ptr")
        return Value(Array("i8", 1), (pointer, [str(1 << 62)]))

    def call_prefetch(self, args: Any, kwargs: Any, node: Any) -> Value:
        place, index = (self.word(self.as_int(value)) for value in args)
        pointer = self.code.operation(f"inttoptr i64 {place} to ptr")
        at = self.code.operation(f"getelementptr i64, ptr {pointer}, i64 {index}")
        self.call_llvm("void", "prefetch.p0", f"ptr {at}", "i32 0", "i32 3", "i32 1")
        return static(None)

    def call_ask(self, args: Any, kwargs: Any, node: Any) -> Value:
        """Ask a function of Python's by its address."""
        place, number = (self.word(self.as_int(value)) for value in args)
        pointer = self.code.operation(f"inttoptr i64 {place} to ptr")
        return Value(WORD, self.code.operation(f"call i64 {pointer}(i64 {number})"))

    def call_empty_table(self, args: Any, kwargs: Any, node: Any) -> Value:
        """An empty dict; the kinds of what it holds come as it is filled."""
        return self.new_container("dict", self.cell((self.sub_path(node), "table")), 0)

    def call_may_go_on(self, args: Any, kwargs: Any, node: Any) -> Value:
        """Only in a browser there is somebody to ask: elsewhere threads watch searches."""
        if not self.asks_host:
            return known_bool(False)
        answer = self.code.operation(f"call i64 {GO_ON}()")
        return Value(BOOL, self.code.operation(f"icmp ne i64 {answer}, 0"))


def kind_value(kind: Any) -> Value:
    """Some value of a kind; only its kind matters."""
    return Value(kind, "undef")


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
        return {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset, "dict": dict}[
            kind.form
        ]
    if isinstance(kind, Static):
        return type(kind.value)
    if isinstance(kind, State):
        return getattr(kind.layout, "owner", None)
    return None
