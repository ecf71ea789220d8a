"""The compiler: translates a Python function, given its arguments' kinds, to a module of LLVM IR.

Its passes, in order:

1. parse     the file of each function, see `syntax`
2. resolve   names to variables, closures and the module's values, see `syntax`
3. evaluate  the code over kinds instead of values, and write IR for it: `statements`,
             `expressions`, `loops`, `functions`, `builtins`, `methods`. Functions whose kinds have
             grown are rewritten until no kind grows, see `lattice`
4. finish    constant tables, look-ups by hash and the entry for Python, here
5. LLVM      optimises it and makes machine code, see `native.machine`
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final

from zermelo.native.compiler.arithmetic import Arithmetic
from zermelo.native.compiler.code import INLINED_FIRST, KEEPS_CALLS, Code
from zermelo.native.compiler.comparing import Comparing
from zermelo.native.compiler.containers import Containers
from zermelo.native.compiler.faults import FIRST_RAISED
from zermelo.native.compiler.floats import Floats
from zermelo.native.compiler.keying import Keying
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language.branches import Branches
from zermelo.native.compiler.language.builtins import Builtins
from zermelo.native.compiler.language.constructing import Constructing
from zermelo.native.compiler.language.converting import Converting
from zermelo.native.compiler.language.expressions import Expressions
from zermelo.native.compiler.language.functions import Frame, Function, Functions
from zermelo.native.compiler.language.iterators import Iterators
from zermelo.native.compiler.language.loops import Loops
from zermelo.native.compiler.language.methods import Methods
from zermelo.native.compiler.language.order import Order
from zermelo.native.compiler.language.statements import Statements
from zermelo.native.compiler.language.subscripts import Subscripts
from zermelo.native.compiler.language.writing import Writing
from zermelo.native.compiler.layouts import widest_int
from zermelo.native.compiler.masks import Masks
from zermelo.native.compiler.prelude import BLAME_STATE, NEEDED, PRELUDE
from zermelo.native.compiler.states import States
from zermelo.native.compiler.storage import Storage
from zermelo.native.compiler.syntax import Source, source_of
from zermelo.native.compiler.tables import Tables

CALLED: Final = re.compile(r"call [^@\n]*(@[\w.]+)\(")
SHORT_KERNEL: Final = 750  # lines; shorter recursive kernels get a copy, see `text_of`
PASSES: Final = 400  # rewrites of functions before the compiler gives up


class Compiler(
    Arithmetic, Storage, States, Containers, Comparing, Loops, Functions, Statements,
    Expressions, Builtins, Methods, Keying, Order, Iterators, Converting,
    Constructing, Subscripts, Floats,
    Tables, Masks, Writing, Branches,
):  # fmt: skip
    """The compiler's state for one module.

    game    the game whose rules the module calls, or None
    layout  the contract of the game's states
    bits    the width in bits of ints in rules; wider ints are errors
    symbols the texts and members of an Enum that states hold, with their numbers

    With `asks_host`, the module's host supplies the function `GO_ON`.
    """

    def __init__(
        self,
        game: Any,
        layout: Any,
        *,
        bits: int = 64,
        symbols: dict[Any, int] | None = None,
        asks_host: bool = False,
    ) -> None:
        self.game, self.layout = game, layout
        self.asks_host = asks_host
        self.blame_offset = BLAME_STATE
        self.state_bits = max(bits, widest_int(layout) if layout is not None else 64)
        self.slots: dict[Any, Any] = {}
        self.cells: dict[Any, Cell] = {}
        self.constant_cells: set[int] = set()
        self.tables: dict[Any, tuple[Container, str]] = {}
        self.table_values: list[tuple[Any, Container, str]] = []
        self.seen_tables: set[Any] = set()
        self.table_keys: dict[int, Any] = {}
        self.arrays: dict[int, Any] = {}
        self.shared: dict[str, Any] = {}
        self.kept: list[Any] = []
        self.symbols: dict[Any, int] = dict(symbols or {})
        self.hashes_symbols = False
        self.paths: dict[Any, int] = {}
        self.functions: dict[Any, Function] = {}
        self.nested_sources: dict[Any, Source] = {}
        self.finders: dict[Any, str] = {}
        self.finder_kinds: list[tuple[str, Container, Any]] = []
        self.declarations: set[str] = set(NEEDED)
        self.raised: dict[int, type[BaseException]] = {}
        self.rules: list[str] = []
        self.refined: dict[Any, tuple[int | None, int | None]] = {}
        self.read_whole: set[Any] = set()  # variables that a mask reads beyond 64 bits
        self.collections: dict[Any, int] = {}
        self.is_passing = False  # whether the value being made is used only once
        self.passing_node: Any = None  # the expression whose value is used only once
        self.loop_depth = 0
        self.unrolled: tuple[Any, ...] = ()
        self.uses: dict[int, Any] = {}  # the calls of each function, see `uses_of`
        self.here: Any = None  # the expression that is being written
        self.code: Code = Code("")
        self.frame: Any = None
        self.function: Any = None
        self.main: Any = None
        self.variables: dict[tuple[Source, str], list[Any]] = {}  # the kinds assigned to each
        self.text = ""

    # Services for the parts ----------------------------------------------------------------------

    def call_llvm(self, result: str, name: str, *operands: str) -> str:
        """Call an LLVM function; `result` is its type, and each operand starts with its type."""
        kinds = ", ".join(operand.partition(" ")[0] for operand in operands)
        self.declarations.add(f"declare {result} @llvm.{name}({kinds})")
        call = f"call {result} @llvm.{name}({', '.join(operands)})"
        if result != "void":
            return self.emit(call)
        self.code.write(call)
        return ""

    def error_number(self, owner: type[BaseException]) -> int:
        """The number of an exception class that the rules raise."""
        for number, known in self.raised.items():
            if known is owner:
                return number
        number = FIRST_RAISED + len(self.raised)
        self.raised[number] = owner
        if self.function is not None:
            self.function.is_settled = False  # handlers written earlier may catch this class
        return number

    def rule_number(self, name: str) -> int:
        """The number of a rule, from 1, which compiled code notes if the rule fails."""
        if name not in self.rules:
            self.rules.append(name)
        return self.rules.index(name) + 1

    def describe(self, kind: Any, whole: bool = False) -> str:
        """A kind in words; `whole` adds the range of an int and the items of a container."""
        owner = getattr(kind, "owner", None)
        if isinstance(kind, Maybe):
            return f"None or {self.describe(kind.of, whole)}"
        if owner is not None:
            return f"a {owner.__name__}"
        if isinstance(kind, Int):
            return described_range(kind) if whole else "an int"
        if isinstance(kind, Tuple):
            items = ", ".join(self.describe(item, whole) for item in kind.items)
            return f"tuple ({items})" if whole else f"a tuple of {len(kind.items)}"
        if isinstance(kind, Container):
            if not whole:
                return f"a {kind.form}"
            items = self.describe(kind.item, whole) if kind.item is not None else "nothing"
            return f"{kind.form} of {items}"
        if isinstance(kind, Static):
            return described_value(kind.value)
        if isinstance(kind, Plain):
            return kind.words
        words = {State: "a state", Array: "an array", Struct: "an array"}
        return words.get(type(kind), "a value")

    # The module ----------------------------------------------------------------------------------

    def module(self, function: Any, kinds: list[Any]) -> str:
        """The text of a module whose entry calls `function` with arguments of these kinds."""
        source = source_of(function)
        names = [argument.arg for argument in source.node.args.args]
        if len(names) != len(kinds):
            raise Unsupported(f"{source.name} takes {len(names)} arguments")
        bound = {name: Value(kind) for name, kind in zip(names, kinds, strict=True)}
        self.uses = {}
        main = self.main = self.function_for(source, bound, "")  # a function that may call itself
        main.known = {name: x for name, x in bound.items() if isinstance(x.kind, Static)}
        given = {name: value.kind for name, value in bound.items() if name not in main.known}
        joined = {name: self.join(main.kinds.get(name), kind) for name, kind in given.items()}
        if joined != main.kinds:
            main.kinds, main.is_settled = joined, False
            self.rewrite(main.callers)
        self.has_merged = True
        while self.has_merged or not all(x.is_settled for x in self.functions.values()):
            self.has_merged = False
            self.settle()
            finders = self.finder_texts()
            tables = self.table_text()
        entry = self.entry_text(main, [kind for kind in kinds if not isinstance(kind, Static)])
        functions = reachable([entry, *finders], self.functions.values())
        constants = [*tables, *self.array_texts(), *self.symbol_texts()]
        code = *finders, text_of(functions, main, entry)
        return "\n".join([PRELUDE, *sorted(self.declarations), *constants, *code])

    def settle(self) -> None:
        """Write functions until no kind grows any more."""
        for _ in range(PASSES):
            rest = [function for function in self.functions.values() if not function.is_settled]
            if not rest:
                return
            for function in reversed(rest):  # called functions before their callers
                if not function.is_settled:
                    self.collections.clear()
                    self.write_function(function)
        raise Unsupported("variables whose types never settle")

    def finder_texts(self) -> list[str]:
        """The texts of the functions that look up keys."""
        self.function = Cell.current = Function("@finders", self.main.source, {})
        self.frame = Frame(0, self.main.source, None, ())
        self.frame.is_exact = True
        return [self.finder_text(*each) for each in self.finder_kinds]  # a finder may add finders

    # The entry for Python ------------------------------------------------------------------------

    def entry_text(self, main: Function, kinds: list[Any]) -> str:
        """The text of `entry(context, arguments, results)`, which reads and writes memory."""
        self.code = code = Code("i64 @entry(ptr %ctx, ptr %args, ptr %results)")
        memory, given = self.memory(Tuple(tuple(kinds)), True), []
        for i, (kind, wanted) in enumerate(zip(kinds, main.kinds.values(), strict=True)):
            value = self.load(self.part_at("%args", memory, i), kind, True)
            given.append(self.coerce(value, wanted))
        result = self.write_call(main, given)
        self.store("%results", result, result.kind, True)
        code.end("ret i64 0")
        return code.text("  ret i64 1")


def reachable(texts: list[str], functions: Iterable[Function]) -> list[Function]:
    """The functions that these texts call, directly or through other functions."""
    written = {function.name: function for function in functions if function.text}
    left, found = [*texts], set[str]()
    for text in left:
        new = {*CALLED.findall(text)} & {*written} - found
        found |= new
        left += [written[name].text for name in new]
    return [function for name, function in written.items() if name in found]


def text_of(functions: list[Function], main: Function, entry: str) -> str:
    """The text of functions and the entry; kernels that are called in one place are inlined.

    A short `main` that calls itself gets a copy for the first call. Otherwise, LLVM would inline
    large rules into the recursion, their only caller, where they would take up the registers.
    """
    texts, copy = [function.text for function in functions], ""
    if main.is_recursive and main.text.count("\n") < SHORT_KERNEL:
        copy = main.text.replace(f"{main.name}(", "@first(", 1)
        entry = entry.replace(f"{main.name}(", "@first(", 1)
    calls = Counter(CALLED.findall("\n".join([copy, *texts, entry])))
    for i, function in enumerate(functions):
        if calls[function.name] == 1 and not function.source.is_exact:
            texts[i] = texts[i].replace(KEEPS_CALLS, INLINED_FIRST, 1)
    return "\n".join([copy, *texts, entry])


def type_in_words(compiler: Compiler, kinds: list[Any]) -> str:
    """The type of a variable with values of these kinds, in words for the rules' author."""
    ints = [kind for kind in kinds if isinstance(kind, Int) and kind.owner is None]
    others = [compiler.describe(kind, True) for kind in kinds if kind not in ints]
    if ints:
        low, high = min(kind.low for kind in ints), max(kind.high for kind in ints)
        others.insert(0, described_range(Int(low, high)))
    return " or ".join(dict.fromkeys(others))


def described_range(kind: Int) -> str:
    """The range of an int in words, or its width in bits if the range is large."""
    width, _ = word_of(kind)
    if width > 64:
        return f"wide int, {width} bits"
    if max(abs(kind.low), abs(kind.high)) >= 1 << 20:
        return f"int of {kind.high.bit_length()} bits"
    return str(kind.low) if kind.is_known else f"int {kind.low} … {kind.high}"


def described_value(value: Any) -> str:
    """A value known while compiling, in words."""
    if isinstance(value, Bound):
        return f"the method {getattr(value.function, '__name__', value.function)}"
    if isinstance(value, type):
        return f"the class {value.__name__}"
    for owner, words in (
        (type(None), "None"), (Source, "a function"), (Iteration, "an iterator"), (str, "a text"),
        (Callable, f"the function {getattr(value, '__name__', value)}"),
    ):  # fmt: skip
        if isinstance(value, owner):  # type: ignore[arg-type]
            return words
    return f"a {type(value).__name__}"
