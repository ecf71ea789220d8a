"""Calls of functions: inlined, or compiled to code of their own.

A small function is inlined into its caller, which knows its arguments best. Large ones with
several callers, recursive ones, kernels, and the rules that kernels call get code of their own:
a `Function`, whose parameters have the joined kinds of all its calls.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

from zermelo.native.compiler.faults import OVERFLOW, UNEQUAL
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.states import state_layouts
from zermelo.native.compiler.syntax import Source, walk

LARGE: Final = 2500  # lines of code that all inlined copies of a function may take
PROMISED: Final[dict[Any, Any]] = {int: WORD, bool: BOOL, None: NONE, float: FLOAT}
PROMISED.update({str(getattr(each, "__name__", each)): kind for each, kind in PROMISED.items()})


class Frame:
    """One activation of a function, lambda or comprehension while its code is written.

    `path` distinguishes its variables from those of other activations. `parent` is the frame of the
    enclosing function in the source; `chain` has the functions being inlined, the outermost first.
    `statics` are variables with known values; `loops` has, for each loop, the labels for break and
    continue, and the names known before it; `result` has the key of the slot for the result, and
    the label at the function's end.
    """

    def __init__(
        self, path: int, source: Source, parent: Frame | None, chain: tuple[Any, ...]
    ) -> None:
        self.path, self.source, self.parent, self.chain = path, source, parent, chain
        self.names = source.names
        self.is_exact = source.is_exact
        self.statics: dict[str, Value] = {}
        self.loops: list[tuple[str, str, set[str]]] = []
        self.result: Any = None
        self.on_yield: Callable[[Value], None] | None = None
        self.handlers_outside: list[str] = []
        self.rounds = ""  # the place that counts iterations of its `while` loops
        self.loop: Any = None  # the loop or comprehension whose target is being bound
        self.gives_freely = False  # whether a generator's items may come in any order


class Function:
    """A function that is compiled separately, not inlined.

    `known` has arguments known while compiling; `kinds` has the kinds of the others. `result` is
    the kind of its result, None while unknown. It `keeps` memory if it is a kernel with its own
    containers or arrays, and `escapes` if containers that it makes may outlive the call, in its
    result or in arguments. Until it `is_settled`, its code is written again. `copying` has the
    paths of generators that get a copy of the loop's body at each yield.
    """

    def __init__(self, name: str, source: Source, known: dict[str, Value], rule: str = "") -> None:
        self.name, self.source, self.known, self.rule = name, source, known, rule
        self.kinds: dict[str, Any] = {}
        self.growth: dict[str, int] = {}
        self.result: Any = None
        self.escapes = self.keeps = self.is_settled = self.is_writing = False
        self.callers: set[Any] = set()
        self.copying: set[int] = set()
        self.text = ""
        self.is_recursive = False


class Functions(Part):
    """Calls, and the functions they call."""

    # Calls ---------------------------------------------------------------------------------------

    def sub_path(self, node: Any, extra: Any = None) -> int:
        """A number that identifies the code for a node in this frame."""
        key = self.frame.path, id(node), extra, self.unrolled
        return self.paths.setdefault(key, len(self.paths) + 1)

    def call_source(
        self, source: Source, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        """Call a function written in Python."""
        bound = self.arguments(source, args, kwargs)
        owner, rule = bound.get("self"), ""  # the rule's name, if a kernel calls a rule of the game
        if owner is not None and owner.kind == Static(self.game) and source.is_exact:
            rule = "" if self.frame.is_exact else source.name
        if rule and not source.yields:
            bound = {name: self.as_state(value) for name, value in bound.items()}
            return self.as_word(self.call_function(source, bound, rule))
        if source.lifted is None and source.parent is not None:
            named = (x.id for x in ast.walk(source.node) if isinstance(x, ast.Name))
            if source in self.frame.chain or source.name in named:  # the function calls itself
                source.lifted = self.lift(source)
        if source.lifted is not None:
            names = ((name, ast.Name(name, ast.Load())) for name in source.lifted.holds)
            held = {name: self.value_Name(node) for name, node in names}
            return self.call_function(source.lifted, bound | held, "")
        is_recursive = source in self.frame.chain and not source.is_library
        if is_recursive or self.is_outlined(source, bound, node):
            return self.call_function(source, bound, "")
        path = self.sub_path(node, id(source.node))
        frame = Frame(path, source, source.parent, (*self.frame.chain, source))
        if source.yields:
            kept = {name: self.keep(value) for name, value in bound.items()}
            return iteration(
                lambda body, free: self.write_generator(frame, kept, body, rule, free),
                passes_order=True,
            )
        before = len(self.code.lines)
        result = self.inline(frame, bound)
        uses = self.uses_of(source)
        uses.lines = max(uses.lines, len(self.code.lines) - before)
        return result

    def lift(self, source: Source) -> Source:
        """Turn a nested function that calls itself into a separate function.

        Callers also pass the outer variables that it, or a nested function that it calls, uses.
        """
        made = Source(source.node, source.filename, source.values)
        made.is_exact, made.defaults, made.lifted = source.is_exact, source.defaults, made
        left = [source]
        for inner in left:
            if inner.outer:
                raise Unsupported(
                    f"a nonlocal name in {inner.name}, called by {source.name}: use a list"
                )
            for name, value in variables_around(inner):
                if name in made.helpers or name in made.holds:
                    continue
                helper = value.known if value is not None else None
                if helper is source:
                    made.helpers[name] = made
                elif isinstance(helper, Source):
                    twin = made.helpers[name] = Source(helper.node, helper.filename, helper.values)
                    twin.is_exact, twin.defaults = helper.is_exact, helper.defaults
                    left.append(helper)
                else:
                    made.holds.append(name)
        made.names |= {*made.holds}
        return made

    def bind_helpers(self, frame: Frame) -> None:
        """Let the nested functions that `frame` calls find their outer variables in `frame`."""
        for name, helper in frame.source.helpers.items():
            frame.statics[name] = static(helper)
            helper.parent = None if helper is frame.source else frame

    def write_generator(
        self, frame: Frame, kept: dict[str, Any], body: Any, rule: str, free: bool = False
    ) -> None:
        """Write a generator around the code for its items; if it is a rule, note where it fails."""
        code, outside = self.code, list(self.code.handlers)
        frame.handlers_outside = outside
        label, end = code.labels("blame", "end")
        if rule:
            code.handlers = [*outside, label]
        self.run_generator(frame, kept, body, free)
        code.handlers = outside
        if rule and label in code.targets:
            code.jump(end)
            code.begin_only(label)
            self.note_blame(self.rule_number(rule), {name: get() for name, get in kept.items()})
            code.to_handler()
            code.begin(end)

    def as_word(self, value: Value) -> Value:
        """A rule's int as a word, which kernels compute with; other values unchanged.

        Keys of two words belong to solvers and never come from rules.
        """
        kind = value.kind
        if kind == NUMBER:
            return self.as_float(value)
        if not isinstance(kind, Int) or kind.is_known:
            return value
        if is_unsigned(kind):
            return Value(WORD, value.code)
        return self.within(value, WORD.low, WORD.high, OVERFLOW)

    def as_state(self, value: Value) -> Value:
        """A tuple of a state's fields as a state in memory; other values unchanged."""
        owner = getattr(self.layout, "owner", None)
        if not isinstance(value.kind, Tuple) or owner is None or value.kind.owner is not owner:
            return value
        place = self.code.alloca(self.memory(self.layout, True))
        self.store_whole(place, self.layout, value)
        return Value(State(self.layout), place)

    def is_outlined(self, source: Source, bound: dict[str, Value], node: Any) -> bool:
        """Record a call of a function; return whether to compile it separately, not inline it."""
        if source.parent is not None or source.yields or source.expression is not None:
            return False
        local: tuple[type, ...] = (Iteration, Source, Bound, *((tuple,) * source.is_library))
        if any(isinstance(v.known, local) for v in bound.values()):
            return False
        if not source.is_exact:
            return not source.is_library
        uses = self.uses_of(source)
        uses.sites.add((self.frame.path, id(node)))
        uses.is_outlined |= len(uses.sites) > 1 and len(uses.sites) * uses.lines > LARGE
        if not uses.is_outlined:
            return False
        function = self.function_for(source, bound, "")  # its code must take these arguments, too
        free = (pair for pair in bound.items() if pair[0] not in function.known)
        return all(self.is_joinable(function.kinds.get(name), value.kind) for name, value in free)

    def uses_of(self, source: Source) -> Any:
        """The places that call a function, and the lines of code in one inlined copy."""
        none = SimpleNamespace(sites=set(), lines=0, is_outlined=False)
        return self.uses.setdefault(id(source.node), none)

    def is_joinable(self, a: Any, b: Any, depth: int = 0) -> bool:
        """Whether one kind can hold values of both kinds; the check unifies no containers."""
        a, b = (kind.of if isinstance(kind, Maybe) else kind for kind in (a, b))
        if a is None or b is None or a == b or NONE in (a, b) or depth > 8:
            return True
        if isinstance(a, Container) and isinstance(b, Container):
            alike = a.form == b.form and a.factory is b.factory
            return alike and self.is_joinable(a.item, b.item, depth + 1)
        if isinstance(a, Tuple) and isinstance(b, Tuple) and len(a.items) == len(b.items):
            pairs = zip(a.items, b.items, strict=True)
            return all(self.is_joinable(*pair, depth + 1) for pair in pairs)
        return all(isinstance(kind, Int) or kind in (BOOL, FLOAT, NUMBER) for kind in (a, b))

    def arguments(
        self, source: Source, args: list[Value], kwargs: dict[str, Value]
    ) -> dict[str, Value]:
        """The values of a function's parameters in a call."""
        spec = source.node.args
        names = [argument.arg for argument in spec.posonlyargs + spec.args]
        if len(args) > len(names) and not spec.vararg:
            raise Unsupported(f"{source.name} takes fewer than {len(args)} arguments")
        bound = dict(source.defaults) | dict(zip(names, args, strict=False)) | kwargs
        if spec.vararg:
            bound[spec.vararg.arg] = tuple_of(args[len(names) :])
        if spec.kwarg:
            raise Unsupported(f"{source.name} takes **{spec.kwarg.arg}: name its parameters")
        every = {*names, *(argument.arg for argument in spec.kwonlyargs)}
        if missing := [name for name in every if name not in bound]:
            raise Unsupported(f"{source.name} is called without {missing[0]}")
        if unknown := [name for name in kwargs if name not in every]:
            raise Unsupported(f"{source.name} takes no argument {unknown[0]}")
        return bound

    def inline(self, frame: Frame, bound: dict[str, Value]) -> Value:
        """Inline a function into its caller."""
        code, outer = self.code, self.frame
        source = frame.source
        frame.result = (frame.path, "return"), code.label("returned")
        self.forget_values(frame)
        for name, value in bound.items():
            self.bind_name(name, value, frame)
        self.frame = frame
        if source.expression is not None:
            try:
                return self.evaluate(source.expression)
            finally:
                self.frame = outer
        line = code.line
        self.block(source.node.body)
        if not code.dead:
            self.give_back(static(None))
        code.begin(frame.result[1])
        for name in frame.names:
            self.refined.pop((frame, name), None)
        self.frame, code.line = outer, line
        if code.dead:
            raise Unreached
        return self.read(frame.result[0])

    # Functions with code of their own ------------------------------------------------------------

    def call_function(self, source: Source, bound: dict[str, Value], rule: str) -> Value:
        """Call a function that has its own code."""
        if source.parent is not None:
            raise Unsupported(
                f"{source.name} calls itself inside another function: define it outside"
            )
        function = self.function_for(source, bound, rule)
        free = (pair for pair in bound.items() if pair[0] not in function.known)
        given = [self.argument(function, *pair) for pair in free]
        if not function.text and not function.is_writing:
            self.write_function(function)
        function.callers.add(self.function)
        if function.is_writing and not function.is_recursive:
            function.is_recursive, function.is_settled = True, False
        made = self.write_call(function, given)
        if function.result is None:  # the function always raises an error
            self.code.fail(UNEQUAL)
            raise Unreached
        return made

    def function_for(self, source: Source, bound: dict[str, Value], rule: str) -> Function:
        known = {n: v for n, v in bound.items() if isinstance(v.kind, Static) and not is_known(v)}
        identity = tuple(sorted((name, id(value.kind.value)) for name, value in known.items()))
        parts = (part for value in bound.values() for part in every_kind(value.kind))
        arrays = tuple(part if isinstance(part, (Array, Struct)) else None for part in parts)
        key = id(source.node), id(source.values), identity, arrays, rule
        if key not in self.functions:
            if any(isinstance(x.kind.value, (Iteration, Source)) for x in known.values()):
                raise Unsupported(f"{source.name} takes a function or iterator, and calls itself")
            name = f"@{source.name if source.name.isidentifier() else 'f'}.{len(self.functions)}"
            made = self.functions[key] = Function(name, source, known, rule)
            made.result = PROMISED.get(source.returns)
        return self.functions[key]

    def argument(self, function: Function, name: str, value: Value) -> Value:
        """Convert an argument to the kind of its parameter, which grows if necessary."""
        value = self.storable(value)
        kind = self.data_kind(value.kind)
        if isinstance(kind, Int) and not function.source.is_exact and not kind.is_known:
            if WORD.low <= kind.low and kind.high < 1 << 64:
                kind, value = WORD, Value(WORD, self.word(value))
            else:
                kind = self.join(WORD, kind)
        before = function.kinds.get(name)
        joined = self.join(before, kind)
        if joined != before:
            growth = function.growth[name] = function.growth.get(name, 0) + 1
            function.kinds[name] = self.widen(joined, growth)
            if function.kinds[name] != before:
                function.is_settled = False
                self.rewrite(function.callers)
        return self.coerce(value, function.kinds[name])

    def write_call(self, function: Function, given: list[Value]) -> Value:
        code, kind = self.code, function.result
        operands = [operand for value in given for operand in self.operands(value)]
        layouts = state_layouts(kind)
        if function.escapes:
            code.taking.append(len(code.lines))
            if not function.rule:
                self.keep_memory()
        places = [code.alloca(self.memory(layout, True)) for layout in layouts]
        operands += [f"ptr {place}" for place in places]
        leaves = self.operand_kinds(kind, False)
        shape = f"{{ {', '.join(['i64', *leaves])} }}"
        made = code.emit(f"call {shape} {function.name}({', '.join(['ptr %ctx', *operands])})")
        code.pass_on(code.emit(f"extractvalue {shape} {made}, 0"))
        names = [code.emit(f"extractvalue {shape} {made}, {i + 1}") for i in range(len(leaves))]
        return self.assemble(kind, iter(names), iter(places))


def is_unsigned(kind: Any) -> bool:
    """Whether ints of this kind are unsigned words of 64 bits."""
    return isinstance(kind, Int) and not kind.is_known and word_of(kind) == (64, False)


def variables_around(source: Source) -> list[tuple[str, Value | None]]:
    """The variables of enclosing functions that a function uses; their values, None if unknown."""
    found: dict[str, Value | None] = {}
    for node in walk(source.node):
        if isinstance(node, ast.Name) and node.id not in source.names | {*found}:
            frame = source.parent
            while frame is not None and node.id not in frame.names and node.id not in frame.statics:
                frame = frame.parent
            if frame is not None:
                found[node.id] = frame.statics.get(node.id)
    return [*found.items()]
