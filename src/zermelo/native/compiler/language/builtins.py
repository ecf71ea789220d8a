"""Calls of classes, builtins, and functions of the standard library."""

from __future__ import annotations

import ast
import builtins
import collections
import copy
import dataclasses
import functools
import inspect
import itertools
import math
import operator
import sys
from collections.abc import Callable, Iterator
from types import BuiltinMethodType, FunctionType
from typing import Any, Final

from zermelo.contract import bits, flatstates
from zermelo.contract.game import Game
from zermelo.native import arrays, items
from zermelo.native.arrays import array_at, new_words, prefetch
from zermelo.native.compiler.faults import EXCEPTIONS, TOO_LARGE, VALUE
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language import library, mathematics
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.states import is_row
from zermelo.native.compiler.syntax import COMPARED, SIGNS, Source, source_of
from zermelo.native.kernel import ask, empty_table, may_go_on

CONTAINERS: Final[dict[Any, str]] = {
    list: "list", tuple: "tuple", set: "set", frozenset: "frozenset", collections.deque: "list",
}  # fmt: skip
ROUNDING: Final[dict[Any, str]] = {math.floor: "floor", math.ceil: "ceil", math.trunc: "trunc"}
OF_FLOATS: Final[dict[Any, str]] = {
    math.exp: "exp", math.sin: "sin", math.cos: "cos", math.fabs: "fabs", math.log2: "log2",
    math.log10: "log10", math.sqrt: "sqrt",
}  # fmt: skip
FREE: Final = [Static(f) for f in (len, sorted, set, frozenset, sum, any, all, min, max)]
LOOKING: Final = [*FREE, Static(list), Static(tuple)]  # functions that read rows but keep none
ALIKE: Final = {  # maps Python's functions to the library's functions of the same name
    getattr(owner, name): function
    for owner, module in ((itertools, library), (math, mathematics))
    for name, function in vars(module).items()
    if hasattr(owner, name) and getattr(function, "__module__", "") == module.__name__
}
LIBRARY: Final[dict[Any, Any]] = {
    **ALIKE, itertools.chain.from_iterable: library.chain_rows, filter: library.filter_items,
    any: library.any_item, all: library.all_items,
}  # fmt: skip
FOLDED: Final = (  # functions that are computed while compiling if all arguments are known
    itertools.product, itertools.combinations, itertools.permutations, int, float, str, bin, sorted,
)  # fmt: skip
SPECIAL: Final = frozenset((  # functions for which the compiler has a method `call_…`
    functools.reduce, itertools.product, itertools.combinations, itertools.chain,
    itertools.repeat, itertools.count, itertools.groupby, itertools.cycle,
    bits.cells, bits.hashed, bits.replaced,
    flatstates.parts_of, dataclasses.replace, getattr(copy, "replace", None), copy.copy,
    copy.deepcopy, math.log,
    array_at, prefetch, ask, may_go_on, empty_table, items.write_items,
    items.write_words, items.read_items, items.read_words, arrays.key_at, arrays.as_key,
    arrays.with_bits, arrays.bits_at, new_words,
))  # fmt: skip
OUTSIDE: Final = (print, input, breakpoint, exec, eval, setattr, delattr, id)  # impure functions
TAKING_ANY: Final = (print, functools.partial)  # accept all keywords; print is refused elsewhere
MODULES: Final = ("builtins", "itertools", "math", "functools", "_functools", "collections")
ONE, NOTHING = known_int(1), static(None)
signature_of = functools.cache(inspect.signature)


class Builtins(Part):
    """Calls of classes, functions and methods."""

    def value_Call(self, node: Any) -> Value:
        match node:
            case ast.Call(
                ast.Attribute(ast.Call(ast.Name("bin"), [number]), "count"), [ast.Constant("1")]
            ):
                return self.of_bits("bit_count", self.evaluate(number))
        called = self.evaluate(node.func)
        args: list[Value] = []
        for part in node.args:
            if isinstance(part, ast.Starred):
                for item in self.spread(part):
                    is_one = isinstance(item, Value)
                    args += [item] if is_one else self.spread_items(called, item, len(args))
            elif isinstance(part, ast.ListComp) and called.kind in FREE and not node.keywords:
                args.append(self.value_ListComp(part, True))
            else:
                write = self.evaluate_passing if called.kind in LOOKING else self.evaluate
                args.append(write(part))
        if any(part.arg is None for part in node.keywords):
            raise Unsupported("** in a call: name the arguments")
        kwargs = {part.arg: self.evaluate(part.value) for part in node.keywords}
        return self.call(called, args, kwargs, node)

    def spread_items(self, called: Value, spread: Spread, before: int) -> list[Value]:
        """The items of `*value`, as many as the function accepts."""
        if called.kind == Static(zip):
            return [static(spread)]
        if called.kind in (Static(max), Static(min)):
            return [iteration(lambda body: self.iterate(spread.value, body))]
        if not is_record(called.known):
            raise Unsupported("* in a call: name the arguments")
        value = self.as_items(spread.value)
        kind = Tuple((value.kind.item,) * (len(field_names(called.known)) - before))
        return list(self.coerce(value, kind, VALUE).code)

    def call(self, called: Value, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        if not isinstance(called.kind, Static):
            raise Unsupported(f"a call to {self.describe(called.kind)}")
        function = called.kind.value
        if isinstance(function, Bound):
            if isinstance(function.function, str):
                return self.method(function.owner, function.function, args, kwargs, node)
            game = function.owner.known
            if function.function.__name__ == "has" and isinstance(game, Game):
                return known_bool(game.has(python_value(args[0])))
            return self.call(static(function.function), [function.owner, *args], kwargs, node)
        if isinstance(function, Source):
            return self.call_source(function, args, kwargs, node)
        function = getattr(function, "__wrapped__", function)
        if isinstance(function, functools.partial):
            words = {name: lift(value) for name, value in function.keywords.items()}
            function = Partial(lift(function.func), [*map(lift, function.args)], words)
        if isinstance(function, Partial):
            given, words = [*function.args, *args], function.kwargs | kwargs
            return self.call(function.function, given, words, node)
        if function in FOLDED and all(map(is_known, (*args, *kwargs.values()))):
            words = {name: python_value(value) for name, value in kwargs.items()}
            return self.compute_now(function, *map(python_value, args), **words)
        if getattr(type(function), "__hash__", None) is None:  # unhashable, so in no table
            raise Unsupported(f"a call to {getattr(function, '__name__', function)!s}")
        name = getattr(function, "__name__", "")
        own = getattr(self, f"call_{name}", None)
        is_own = function in SPECIAL or getattr(builtins, name, None) is function
        if own is not None and is_own:
            return self.call_own(own, f"a call to {name}", args, kwargs, node)
        if function in LIBRARY:
            return self.call_source(source_of(LIBRARY[function]), args, kwargs, node)
        if isinstance(function, FunctionType):
            module = function.__module__ or ""
            if module.partition(".")[0] in sys.stdlib_module_names and module != "__main__":
                raise Unsupported(f"a call to {module}.{function.__name__}")
            return self.call_source(source_of(function), args, kwargs, node)
        if kwargs and getattr(function, "__module__", "") in MODULES and function not in TAKING_ANY:
            raise Unsupported(keyword_refused(min(kwargs), f"a call to {name}"))
        if function in CONTAINERS:
            return self.container_from(CONTAINERS[function], args, node)
        if function is super and not args:
            return self.super_here()
        if isinstance(function, type):
            return self.construct(function, args, kwargs, node)
        return self.call_known(function, args, kwargs, node)

    def call_own(
        self, own: Any, what: str, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        """Call the compiler's method for a function or method, which `what` names in messages."""
        parameters = signature_of(own.__func__).parameters
        extra = {"node": node} if "node" in parameters else {}
        self.here = node
        try:
            result = own(*args, **kwargs, **extra)
        except TypeError as error:
            if error.__traceback__ is not None and error.__traceback__.tb_next is not None:
                raise  # the error is inside the function
            if unknown := set(kwargs) - {*parameters}:
                raise Unsupported(keyword_refused(min(unknown), what)) from None
            raise Unsupported(f"{what} with these arguments") from None
        return static(None) if result is None else result

    def super_here(self) -> Value:
        frame = self.frame
        while frame.parent is not None:
            frame = frame.parent
        owner = self.evaluate(ast.Name(frame.source.node.args.args[0].arg, ast.Load()))
        if not isinstance(owner.kind, Static) or "__class__" not in frame.source.values:
            raise Unsupported("super() here: name the class")
        return static(super(frame.source.values["__class__"], owner.kind.value))

    def call_known(
        self, function: Any, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        if function in SIGNS:
            return self.binary(SIGNS[function], args[0], args[1], node)
        if function in COMPARED:
            return self.compare(COMPARED[function], args[0], args[1])
        if function in ROUNDING:
            return self.round_number(args[0], ROUNDING[function])
        if function in OF_FLOATS and not all(map(is_known, args)):
            return self.of_float(OF_FLOATS[function], self.as_float(args[0]))
        name = getattr(function, "__name__", "")
        if name in ("empty", "zeros") and getattr(function, "__module__", "") == "numpy":
            example = sys.modules["numpy"].empty(0, args[1].known if len(args) > 1 else float)
            item = array_kind(memoryview(example)).item
            return self.new_array(args[0], item, zero=name == "zeros")
        owner = getattr(function, "__self__", None)
        if isinstance(getattr(function, "__func__", None), FunctionType):
            return self.call(static(function.__func__), [static(owner), *args], kwargs, node)
        if name == "fromkeys" and isinstance(owner, type) and issubclass(owner, dict):
            made = self.empty_box("dict", node)
            value = self.storable(args[1]) if len(args) > 1 else static(None)
            self.iterate(args[0], lambda key: self.set_key(made, self.storable(key), value))
            return made
        if isinstance(function, BuiltinMethodType) and isinstance(owner, (str, *TABLES)):
            return self.method(static(owner), name, args, kwargs, node)
        if isinstance(function, operator.itemgetter) and len(args) == 1:
            places = function.__reduce__()[1]
            items = [self.subscript(args[0], lift(place)) for place in places]
            return items[0] if len(items) == 1 else tuple_of(items)
        if isinstance(function, operator.attrgetter) and len(args) == 1:
            return self.attribute(args[0], function.__reduce__()[1][0], node)
        pure = getattr(function, "__module__", None) in ("math", "builtins", "operator")
        if pure and function not in OUTSIDE and all(map(is_known, args)) and not kwargs:
            return self.compute_now(function, *map(python_value, args))
        raise Unsupported(f"a call to {getattr(function, '__name__', function)!s}")

    def of_float(self, name: str, value: Value) -> Value:
        """Write a call of a function of one float, which fails where Python raises an error."""
        if name in ("log", "log2", "log10", "sqrt"):
            order = "olt" if name == "sqrt" else "ole"
            self.code.fail_if(self.emit(f"fcmp {order} double {value.code}, 0.0"), VALUE)
        elif name in ("sin", "cos"):
            self.code.fail_if(self.is_infinite(value.code), VALUE)
        made = self.intrinsic(name, value.code)
        if name == "exp":
            large = self.both(self.is_infinite(made), self.negate(self.is_infinite(value.code)))
            self.code.fail_if(large, TOO_LARGE)
        return Value(FLOAT, made)

    def compute_now(self, function: Any, *given: Any, **words: Any) -> Value:
        """Call a Python function while compiling; return its result, or write its error as code."""
        try:
            made = function(*given, **words)
            made = tuple(made) if isinstance(made, Iterator) else made
            if type(made) is list:  # each call must make a new list
                cell = self.cell((self.sub_path(self.here), "computed"))
                return self.copy_container(self.data(static(tuple(made))), "list", cell)
            return lift(made)
        except Exception as error:
            for number, owner in EXCEPTIONS.items():
                if type(error) is owner:
                    self.fail_here(number)
            self.fail_here(self.error_number(type(error)))
        raise AssertionError

    # Builtins ------------------------------------------------------------------------------------

    def call_len(self, value: Value) -> Value:
        value = value if is_row(value) else self.opened_if_state(self.present(value))
        sized = isinstance(value.kind, (Static, Tuple, Array, Container, State))
        if not sized or isinstance(value.known, Iteration):
            raise Unsupported(f"len of {self.describe(value.kind)}")
        return self.length(value)

    def call_range(self, first: Value, last: Value | None = None, step: Value = ONE) -> Value:
        first, last = (known_int(0), first) if last is None else (first, last)
        return range_of(*map(self.as_int, (first, last, step)))

    # Functions of the standard library and of the kit ---------------------------------------------

    def call_groupby(self, items: Value, key: Value = NOTHING, *, node: Any) -> Value:
        groups = self.call_library(library.groupby, items, key, node=node)

        def write(body: Any) -> None:
            def each(group: Value) -> None:
                rank, items = self.as_items(group).code
                passing = Iteration(lambda inner: self.iterate(items, inner), passes=True)
                body(tuple_of([rank, static(passing)]))

            self.iterate(groups, each)

        return iteration(write)

    def each_bit(self, word: str, body: Callable[[str], Any]) -> None:
        """Loop over the set bits of a word, from the lowest; `body(number)` writes the body."""

        self.write_loop(
            word,
            lambda rest: self.emit(f"icmp ne i64 {rest}, 0"),
            lambda rest: self.emit(f"and i64 {rest}, {self.emit(f'sub i64 {rest}, 1')}"),
            lambda rest: body(self.call_llvm("i64", "cttz.i64", f"i64 {rest}", "i1 true")),
        )


class Partial:
    """A function with some arguments bound, as `functools.partial` makes it at run time."""

    def __init__(self, function: Value, args: list[Value], kwargs: dict[str, Value]) -> None:
        self.function, self.args, self.kwargs = function, args, kwargs


def keyword_refused(name: str, what: str) -> str:
    """The message about a keyword argument that compiled calls do not accept."""
    return f"{name}= in {what}: leave out the name, or the argument"
