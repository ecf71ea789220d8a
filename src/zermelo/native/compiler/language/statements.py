"""Statements, with one method for each syntax node."""

from __future__ import annotations

import ast
from typing import Any, Final

from zermelo.native.compiler.comparing import SETS, form_of
from zermelo.native.compiler.faults import ASSERTED, UNEQUAL, VALUE
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language import library
from zermelo.native.compiler.language.functions import Frame, is_unsigned
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.storage import Step
from zermelo.native.compiler.syntax import OPERATORS, Source, reads_in

APART: Final = (
    "a function or iterator in one place and something else in another: "
    "use two variables, or move the code that uses it into the branches"
)
CURES: Final = {
    "AsyncFunctionDef": "a coroutine: write a plain function",
    "ClassDef": "a class inside a function: define it outside",
    "With": "a with statement: leave it out of the rules",
    "Import": "an import inside a function: write it at the top of the file",
    "ImportFrom": "an import inside a function: write it at the top of the file",
    "Global": "a global statement: pass the value as an argument",
}


class Statements(Part):
    """Writes statements."""

    def block(self, body: list[Any]) -> None:
        """Write statements in order, as far as control can reach."""
        frame = self.frame
        for node in body:
            if self.code.dead:
                return
            self.note_line(node)
            try:
                getattr(self, f"write_{type(node).__name__}", self.refuse)(node)
            except Unreached:
                self.code.fail(UNEQUAL)
            except Unsupported as error:
                self.frame = frame
                self.locate(error, node)
                raise
            except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as fault:
                if not frame.is_exact:
                    raise
                self.frame = frame
                why = f"code on which the compiler fails with {fault!r}"
                refused = Unsupported(f"{why}: write it in another way")
                self.locate(refused, node)
                raise refused from fault

    def note_line(self, node: Any) -> None:
        """Note the line for errors; library code has the line of the rule that calls it."""
        if not self.frame.source.is_library:
            self.code.line = node.lineno

    def locate(self, error: Any, node: Any) -> None:
        """Note the place of unsupported code, if it is not known yet."""
        known = hasattr(error, "node") or self.frame.source.is_library
        if not known and hasattr(node, "lineno"):
            error.node, error.source = node, self.frame.source

    def refuse(self, node: Any) -> None:
        name = type(node).__name__
        raise Unsupported(CURES.get(name, f"the statement {name.lower()}"))

    def write_Pass(self, node: Any) -> None:
        """Write nothing."""

    write_Nonlocal = write_Pass

    def write_Expr(self, node: Any) -> None:
        if not isinstance(node.value, ast.Constant):
            self.evaluate(node.value)

    def write_Assert(self, node: Any) -> None:
        self.write_if(node.test, lambda: None, lambda: self.code.fail(ASSERTED))
        self.refine(node.test, True)

    # Assignment ----------------------------------------------------------------------------------

    def write_Assign(self, node: Any) -> None:
        pairs = assigned_pairs(node)
        if any(is_step(*pair) for pair in pairs):  # all values are computed before any is assigned
            values = [self.value_for(*pair) for pair in pairs]
            for (target, _), value in zip(pairs, values, strict=True):
                self.bind(target, value)
            return
        if len(node.targets) > 1:
            value = self.storable(self.evaluate(node.value))
        else:
            low = self.assigned_low(getattr(node.targets[0], "id", ""), node.value)
            value = low or self.evaluate(node.value)
        for target in node.targets:
            self.bind(target, value)

    def value_for(self, target: Any, node: Any) -> Value:
        """The value to assign; a `Step` if the assignment counts up or down."""
        step = is_step(target, node) and self.step_of(target, OPERATORS[type(node.op)], node.right)
        return step or self.detach(self.storable(self.evaluate(node)))

    def write_AnnAssign(self, node: Any) -> None:
        if node.value is not None:
            self.bind(node.target, self.evaluate(node.value))

    def write_AugAssign(self, node: Any) -> None:
        sign, target = OPERATORS[type(node.op)], node.target
        if isinstance(target, ast.Subscript):
            box, index = self.evaluate(target.value), self.evaluate(target.slice)
            before = self.subscript(box, index)
            if not self.change_in_place(sign, before, node):
                value = self.binary(sign, before, self.evaluate(node.value), node)
                self.set_subscript(box, index, value)
            return
        if not isinstance(target, ast.Name):
            raise Unsupported("an assignment to an attribute: make a new value with _replace")
        name = ast.copy_location(ast.Name(target.id, ast.Load()), target)
        made = self.step_of(target, sign, node.value)
        made = made or self.assigned_low(target.id, ast.BinOp(name, node.op, node.value))
        if made is not None:
            return self.bind(target, made)
        before = self.evaluate(name)
        if not self.change_in_place(sign, before, node):
            self.bind(target, self.binary(sign, before, self.evaluate(node.value), node))

    def step_of(self, target: Any, sign: str, node: Any) -> Step | None:
        """The counter after `count += 1` or a similar step; None for other changes."""
        frame, name = self.frame, getattr(target, "id", "")
        own = (frame, name) in self.refined
        if not own or not frame.is_exact or not isinstance(node, (ast.Constant, ast.Name)):
            return None
        return self.step_variable((frame.path, name), sign, self.evaluate(node))

    def change_in_place(self, sign: str, before: Value, node: Any) -> bool:
        """Write `rows += […]` or `seen |= …` as a change of the container; return False for values
        that are not lists, sets or dicts.
        """
        kind = before.kind
        if not (isinstance(kind, Container) and kind.form in ("list", "set", "dict")):
            return False
        value = self.evaluate(node.value)
        if sign == "*":
            raise Unsupported("*= of a list: write a = a * n")
        if sign == "+" or (sign == "|" and kind.form != "list"):
            self.method(before, "extend" if sign == "+" else "update", [value], {}, node)
        else:
            made = self.binary(sign, before, value, node)
            self.empty(before)
            self.each_item(made, lambda item: self.append(before, item))
        return True

    def write_Delete(self, node: Any) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                self.refined.pop((self.frame, target.id), None)
                self.set_flag((self.frame.path, target.id), 0)
                continue
            if not isinstance(target, ast.Subscript):
                raise Unsupported("del of a target that is neither a variable nor an item")
            box = self.present(self.evaluate(target.value))
            if isinstance(target.slice, ast.Slice):
                self.set_slice(box, target.slice, static(()))
            elif not isinstance(box.kind, Container):
                raise Unsupported(f"del of an item of {self.describe(box.kind)}")
            elif box.kind.form == "dict":
                self.method(box, "pop", [self.evaluate(target.slice)], {}, target)
            else:
                self.close_gap(box, self.checked_index(box, self.evaluate(target.slice)))

    def bind(self, target: Any, value: Value) -> None:
        if isinstance(target, ast.Name):
            self.bind_name(target.id, value, self.frame)
        elif isinstance(target, (ast.Tuple, ast.List)):
            self.unpack(target.elts, value)
        elif isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            self.set_slice(self.evaluate(target.value), target.slice, value)
        elif isinstance(target, ast.Subscript):
            self.set_subscript(self.evaluate(target.value), self.evaluate(target.slice), value)
        elif isinstance(target, ast.Attribute):
            raise Unsupported("an assignment to an attribute: make a new value with _replace")
        else:
            raise Unsupported(f"an assignment to {type(target).__name__}")

    def set_slice(self, box: Value, cut: Any, value: Value) -> None:
        """`box[first:last] = value`, for a list or an array."""
        if isinstance(box.kind, Array):
            return self.set_row(self.array_slice(box, cut), value)
        if cut.step is not None or not isinstance(box.kind, Container) or box.kind.form != "list":
            raise Unsupported("a slice assignment with a step, or not to a list: make a new list")
        first, last = (None if x is None else self.evaluate(x) for x in (cut.lower, cut.upper))
        ends = self.ends_of(box, first, last)
        self.call_library(library.set_slice, box, *ends, value, node=cut)
        return None

    def bind_name(self, name: str, value: Value, frame: Frame) -> None:
        """Assign a value to a variable of a frame."""
        if isinstance(value, Step):
            self.assign((frame.path, name), value)
            self.refined.pop((frame.path, name), None)
            return
        if name in frame.source.outer:
            while frame.parent is not None and name not in frame.names:
                frame = frame.parent
        if name not in frame.names and name in frame.source.outer:
            raise Unsupported(f"an assignment to the global {name}: pass the value as an argument")
        self.refined.pop((frame.path, name), None)
        self.variables.setdefault((frame.source, name), []).append(value.kind)
        if not frame.is_exact:
            value = self.as_state(self.as_word(value) if is_unsigned(value.kind) else value)
        known_before = any(name in known for *_, known in frame.loops)
        if known_before and (is_fixed(value) or name in frame.statics):
            raise Unsupported(f"{name}, {APART}")
        if is_fixed(value):
            self.refuse_twice(name, value, frame)
            frame.statics[name] = value
            return
        if name not in frame.source.changing:  # a parameter that never changes
            frame.statics[name] = self.storable(value)
            return
        frame.statics.pop(name, None)
        self.refined[frame, name] = 1, None
        self.assign((frame.path, name), self.storable(value))
        if name in frame.source.unsure:
            self.set_flag((frame.path, name), 1)

    def refuse_twice(self, name: str, value: Value, frame: Frame) -> None:
        """Refuse an iterator that is read again after it is used up."""
        known = value.kind.value
        reads = frame.source.reads if frame.loop is None else reads_in(frame.loop)
        if isinstance(known, Iteration) and not known.again and reads.get(name, 0) > 1:
            raise Unsupported(f"the iterator {name}, which is read twice: make a list of it")

    def unpack(self, targets: list[Any], value: Value) -> None:
        """Bind each of several targets to an item of a value."""
        parts = [*map(self.detach, self.parts_for(self.as_items(value), targets))]
        for target, part in zip(targets, parts, strict=True):
            self.bind(target.value if isinstance(target, ast.Starred) else target, part)

    def detach(self, value: Value) -> Value:
        """Copy a state out of its variable, which may soon change; other values stay the same."""
        if not isinstance(value.kind, State):
            return value
        place = self.code.alloca(self.memory(value.kind.layout, True))
        self.copy_state(place, value.code, value.kind.layout)
        return Value(value.kind, place)

    def as_items(self, value: Value) -> Value:
        """Convert a value to a tuple or container, which can be unpacked."""
        value = self.as_sequence(value)
        if type(value.known) is tuple and len(value.kind.value) <= 16:
            return tuple_of([*map(lift, value.kind.value)])
        return self.data(value)

    def parts_for(self, value: Value, targets: list[Any]) -> list[Value]:
        """The items of a tuple or container, one for each target; a starred target gets a list."""
        starred = [isinstance(target, (ast.Starred, ast.MatchStar)) for target in targets]
        count, star = len(targets), starred.index(True) if any(starred) else None
        whole = isinstance(value.kind, Tuple)
        is_loose = form_of(value) in (*SETS, "dict") and (count > 1 or star is not None)
        if is_loose or not isinstance(value.kind, (Tuple, Container)):
            raise Unsupported(f"unpacking {self.describe(value.kind)}")
        length, least = self.length(value), known_int(count - (star is not None))
        is_wrong = self.order("ne" if star is None else "lt", length, least)
        if is_wrong == "true":
            self.fail_here(VALUE)
        self.code.fail_if(is_wrong, VALUE)

        def item(at: Value) -> Value:
            found: Value = value.code[at.kind.low] if whole else self.item_at(value, self.word(at))
            return found

        parts = [item(known_int(i)) for i in range(count if star is None else star)]
        if star is not None:
            after = count - 1 - star
            end = self.narrow(self.arithmetic("-", length, known_int(after)), 0, None)
            if whole:
                parts.append(self.collect(tuple_of(value.code[star : end.kind.low]), "list"))
            else:
                parts.append(self.slice_between(value, known_int(star), end, "list"))
            parts += [item(self.arithmetic("+", end, known_int(i))) for i in range(after)]
        return parts

    # Branches and loops --------------------------------------------------------------------------

    def write_Return(self, node: Any) -> None:
        frame = self.frame
        if frame.source.yields:
            self.code.jump(frame.result[1])
            return
        self.give_back(self.evaluate(node.value) if node.value is not None else static(None))

    def write_FunctionDef(self, node: Any) -> None:
        if node.decorator_list:
            raise Unsupported("a decorator of an inner function: leave it out")
        self.frame.statics[node.name] = static(self.nested_source(node))

    def nested_source(self, node: Any) -> Source:
        """A function or lambda nested in the function being written."""
        frame = self.frame
        key = frame.path, id(node)
        if key not in self.nested_sources:
            made = Source(node, frame.source.filename, frame.source.values)
            made.is_exact = frame.is_exact
            self.nested_sources[key] = made
        source: Source = self.nested_sources[key]
        source.parent = frame
        arguments = node.args
        names = [argument.arg for argument in arguments.posonlyargs + arguments.args]
        plain = [self.storable(self.evaluate(value)) for value in arguments.defaults]
        source.defaults = dict(zip(names[len(names) - len(plain) :], plain, strict=True))
        for argument, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            if value is not None:
                source.defaults[argument.arg] = self.storable(self.evaluate(value))
        source.defaults = {name: self.keep(value)() for name, value in source.defaults.items()}
        return source


def assigned_pairs(node: Any) -> list[tuple[Any, Any]]:
    """The targets of an assignment with their values; empty if the syntax does not pair them."""
    target, value = node.targets[0], node.value
    if len(node.targets) > 1:
        return []
    both = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
    if not both or len(target.elts) != len(value.elts):
        return [(target, value)]
    starred = any(isinstance(item, ast.Starred) for item in (*target.elts, *value.elts))
    return [] if starred else [*zip(target.elts, value.elts, strict=True)]


def is_step(target: Any, node: Any) -> bool:
    """Whether an assignment is `x = x + y` or `x = x - y`."""
    same = isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub))
    return same and isinstance(target, ast.Name) and getattr(node.left, "id", "") == target.id


def is_fixed(value: Value) -> bool:
    """Whether a value is known and not data: a function, iterator or object."""
    if not isinstance(value.kind, Static):
        return False
    known = value.kind.value
    return isinstance(known, (Source, Bound, Iteration)) or not isinstance(known, STATIC_DATA)
