"""Expressions, each in one place."""

from __future__ import annotations

import ast
import enum
import inspect
from collections import Counter
from types import FunctionType, MethodType, ModuleType
from typing import Any, Final

from zermelo.native.compiler.comparing import SETS, form_of
from zermelo.native.compiler.faults import INDEX, MISSING, NONE_USED, TYPE, UNEQUAL
from zermelo.native.compiler.functions import Frame
from zermelo.native.compiler.keying import SHARED
from zermelo.native.compiler.kinds import (
    BOOL,
    NONE,
    TABLES,
    WORD,
    Array,
    Binary,
    Bound,
    Container,
    Int,
    Iteration,
    Maybe,
    Spread,
    State,
    Static,
    Struct,
    Tuple,
    Unreached,
    Unsupported,
    Unsure,
    Value,
    field_names,
    is_known,
    is_range,
    is_record,
    known_int,
    lift,
    python_value,
    range_of,
    static,
    tuple_of,
)
from zermelo.native.compiler.layouts import Row, has_rows
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.statements import APART, OPERATORS
from zermelo.native.compiler.states import named_index
from zermelo.native.compiler.syntax import target_names

COMPARISONS: Final[dict[type, str]] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.In: "in", ast.NotIn: "not in", ast.Is: "is", ast.IsNot: "is not",
}  # fmt: skip
SPECIAL: Final = {  # operators that a record's class may define
    "+": "add", "-": "sub", "*": "mul", "//": "floordiv", "%": "mod", "/": "truediv",
    "|": "or", "&": "and", "^": "xor", "@": "matmul",
}  # fmt: skip


class Expressions(Part):
    """What each expression is."""

    def evaluate(self, node: Any) -> Value:
        """Write an expression; its value."""
        method = getattr(self, f"value_{type(node).__name__}", None)
        self.here = node
        try:
            if method is None:
                raise Unsupported(f"the expression {type(node).__name__}")
            return method(node)  # type: ignore[no-any-return]
        except Unsupported as error:
            self.locate(error, node)
            raise

    def evaluate_passing(self, node: Any) -> Value:
        """An expression whose value is used at once and then forgotten: a state's row needs no
        header that lasts."""
        if not isinstance(node, ast.Attribute):
            return self.evaluate(node)
        owner = self.evaluate(node.value)
        layout = owner.kind.layout if isinstance(owner.kind, State) else None
        index = named_index(layout.owner, node.attr) if is_record(getattr(layout, "owner", None)) else None
        if index is None or not isinstance(layout.items[index], Row) or has_rows(layout.items[index].item):
            return self.attribute(owner, node.attr, node)
        self.is_passing = True
        try:
            return self.state_item(owner, index)  # type: ignore[no-any-return]
        finally:
            self.is_passing = False

    def stored(self, value: Value) -> Value:
        """A value that can be kept: of an iterator, the list of its items."""
        if isinstance(value.kind, Static) and isinstance(value.kind.value, Iteration):
            if value.kind.value.passes:
                raise Unsupported("a group of groupby that is kept: make a list of it")
            return self.collected(value, "list")  # type: ignore[no-any-return]
        return value

    # Names and constants -------------------------------------------------------------------------

    def value_Constant(self, node: Any) -> Value:
        return lift(node.value)

    def value_Name(self, node: Any) -> Value:
        frame: Any = self.frame
        while frame is not None:
            if node.id in frame.statics:
                value = frame.statics[node.id]
                if isinstance(value.kind, Static) and isinstance(value.kind.value, Unsure):
                    raise Unsupported(f"{node.id}, which is not the same kind of thing everywhere: {APART}")
                key = frame.path, node.id
                if key in self.refined and isinstance(value.kind, Int):
                    return self.narrowed(value, *self.refined[key])  # type: ignore[no-any-return]
                return value  # type: ignore[no-any-return]
            if node.id in frame.names:
                if node.id in frame.source.unsure:
                    self.check_flag((frame.path, node.id))
                return self.read((frame.path, node.id))  # type: ignore[no-any-return]
            source, frame = frame.source, frame.parent
        return lift(source.value_of(node.id))

    def value_Tuple(self, node: Any) -> Value:
        parts = self.starred_parts(node.elts)
        if all(isinstance(part, Value) for part in parts):
            return tuple_of(parts)
        return self.gathered(parts, "tuple", node)

    def starred_parts(self, nodes: list[Any]) -> list[Any]:
        """The values of items; those of a starred one as `Spread` where their number is not known."""
        parts: list[Any] = []
        for item in nodes:
            if not isinstance(item, ast.Starred):
                parts.append(self.stored(self.evaluate(item)))
                continue
            value = self.opened_if_state(self.present(self.evaluate(item.value)))
            if is_known(value) and isinstance(value.kind, Static) and form_of(value) in ("list", "tuple"):
                value = tuple_of([*map(lift, value.kind.value)])
            if isinstance(value.kind, Tuple) and not is_range(value):
                parts += value.code
            else:
                parts.append(Spread(value))
        return parts

    def value_List(self, node: Any) -> Value:
        return self.gathered(self.starred_parts(node.elts), "list", node)

    def value_Set(self, node: Any) -> Value:
        return self.gathered(self.starred_parts(node.elts), "set", node)

    def gathered(self, parts: list[Any], form: str, node: Any) -> Value:
        """A new container with these items, some of them starred."""
        made: Value = self.new_container(form, self.cell((self.sub_path(node), form)), len(parts))
        if form != "set" and not any(isinstance(item, Spread) for item in parts):
            self.put_all(made, [self.stored(item) for item in parts])
            return made
        for number, item in enumerate(parts):
            outer, self.unrolled = self.unrolled, (*self.unrolled, "star", number)
            if isinstance(item, Spread):
                self.iterate(item.value, lambda value: self.add(made, value), form == "set")
            else:
                self.add(made, item)
            self.unrolled = outer
        return made

    def value_Dict(self, node: Any) -> Value:
        cell = self.cell((self.sub_path(node), "dict"))
        made: Value = self.new_container("dict", cell, len(node.keys))
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                self.method(made, "update", [self.evaluate(value)], {}, node)
            else:
                self.set_subscript(made, self.evaluate(key), self.evaluate(value))
        return made

    def value_JoinedStr(self, node: Any) -> Value:
        texts = []
        for part in node.values:
            value = self.evaluate(part.value if isinstance(part, ast.FormattedValue) else part)
            if not is_known(value) or getattr(part, "format_spec", None):
                raise Unsupported("a text made while playing: use numbers")
            texts.append(str(python_value(value)))
        return static("".join(texts))

    # Comprehensions ------------------------------------------------------------------------------

    def value_ListComp(self, node: Any, free: bool = False) -> Value:
        made: Value = self.new_container("list", self.cell((self.sub_path(node), "list")), 0)
        self.comprehend(node, lambda item: self.append(made, self.stored(item)), free=free)
        return made

    def value_SetComp(self, node: Any) -> Value:
        made: Value = self.new_container("set", self.cell((self.sub_path(node), "set")), 0)
        self.comprehend(node, lambda item: self.add(made, item), free=True)
        return made

    def value_DictComp(self, node: Any) -> Value:
        made: Value = self.new_container("dict", self.cell((self.sub_path(node), "dict")), 0)
        self.comprehend(node, lambda pair: self.set_subscript(made, *pair.code))
        return made

    def value_GeneratorExp(self, node: Any) -> Value:
        frame = self.frame
        first = self.evaluate(node.generators[0].iter)  # Python takes it at once

        def write(body: Any, free: bool) -> None:
            outer, self.frame = self.frame, frame

            def each(item: Value) -> None:
                inner, self.frame = self.frame, outer
                body(item)
                self.frame = inner

            self.comprehend(node, each, first, free=free)
            self.frame = outer

        return static(Iteration(write, passes_order=True))

    def comprehend(self, node: Any, body: Any, first: Value | None = None, *, free: bool = False) -> None:
        """Write the loops of a comprehension around what is done with each item."""
        code, outer = self.code, self.frame
        free = free and self.is_pure(node)
        frame = Frame(self.sub_path(node, "comprehension"), outer.source, outer, outer.chain)
        frame.names = {name for part in node.generators for name in target_names(part.target)}
        frame.is_exact, frame.result, frame.loop = outer.is_exact, outer.result, node

        def level(index: int) -> None:
            if index == len(node.generators):
                item = self.comprehended(node)
                self.frame = outer
                body(item)
                self.frame = frame
                return
            part = node.generators[index]
            source = first
            if index or source is None:
                self.frame = frame if index else outer
                source = self.evaluate_passing(part.iter)
            self.frame = frame

            def each(item: Value) -> None:
                self.frame = frame
                again, before = code.label("next"), dict(self.refined)
                self.bind_comprehended(part.target, item)
                for test in part.ifs:
                    go = code.label("if")
                    self.branch(test, go, again)
                    code.begin_only(go)
                    self.refine(test, True)
                if not code.dead:
                    level(index + 1)
                self.refined = before
                code.begin(again)

            self.iterate(source, each, free)

        level(0)
        self.frame = outer

    def comprehended(self, node: Any) -> Value:
        if isinstance(node, ast.DictComp):
            return tuple_of([self.stored(self.evaluate(part)) for part in (node.key, node.value)])
        return self.evaluate(node.elt)

    def bind_comprehended(self, target: Any, item: Value) -> None:
        """A comprehension's own variables change with each item alone."""
        if isinstance(target, ast.Name):
            self.refined.pop((self.frame.path, target.id), None)
            if is_passing(item):
                self.refuse_twice(target.id, item, self.frame)
                self.frame.statics[target.id] = item
            else:
                self.frame.statics[target.id] = self.stored(item)
        else:
            self.bind(target, item)

    # Conditions ----------------------------------------------------------------------------------

    def branch(self, node: Any, yes: str, no: str) -> None:
        """Go to one of two blocks, as a condition says."""
        code = self.code
        if isinstance(node, ast.BoolOp):
            before = dict(self.refined)
            is_and = isinstance(node.op, ast.And)
            for value in node.values[:-1]:
                go = code.label("and")
                self.branch(value, *((go, no) if is_and else (yes, go)))
                code.begin_only(go)
                if code.dead:
                    self.refined = before
                    return
                self.refine(value, is_and)
            self.branch(node.values[-1], yes, no)
            self.restore(before, node)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.branch(node.operand, no, yes)
        elif isinstance(node, ast.Compare) and len(node.ops) > 1:
            self.guarded(lambda: self.branch_chain(node, yes, no))
        else:
            self.guarded(lambda: code.branch(self.truth(self.evaluate(node)), yes, no))

    def branch_chain(self, node: Any, yes: str, no: str) -> None:
        """`a < b < c`: each operand is evaluated once, and only if it is needed."""
        code, left = self.code, self.evaluate(node.left)
        for i, (op, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            value = self.stored(self.evaluate(right))
            flag = self.compare(COMPARISONS[type(op)], left, value).code
            go = yes if i == len(node.ops) - 1 else code.label("chain")
            code.branch(flag, go, no)
            if go != yes:
                code.begin_only(go)
                if code.dead:
                    return
            left = value

    def condition(self, node: Any) -> Value:
        """A condition as a value."""
        code = self.code
        place, yes, no, end = code.alloca("i8"), code.label("true"), code.label("false"), code.label("end")
        self.branch(node, yes, no)
        for label, byte in ((yes, 1), (no, 0)):
            code.begin_only(label)
            code.write(f"store i8 {byte}, ptr {place}")
            code.jump(end)
        code.begin(end)
        return self.load(place, BOOL)  # type: ignore[no-any-return]

    def value_BoolOp(self, node: Any) -> Value:
        """`a or b` gives one of the values."""
        code, key, end = self.code, (self.sub_path(node), "or"), self.code.label("end")
        before = dict(self.refined)
        stops = isinstance(node.op, ast.Or)
        for i, part in enumerate(node.values):
            try:
                value = self.stored(self.evaluate(part))
            except Unreached:
                if i == 0:
                    raise
                code.fail(UNEQUAL)
                break
            if i == len(node.values) - 1:
                self.assign(key, value)
                break
            flag = self.truth(value)
            if flag in ("true", "false"):
                if (flag == "true") == stops:
                    if i == 0:
                        self.refined = before
                        return value
                    self.assign(key, value)
                    break
                continue
            done, go = code.label("done"), code.label("go")
            code.branch(flag, *((done, go) if stops else (go, done)))
            code.begin_only(done)
            self.assign(key, self.present(value) if stops and isinstance(value.kind, Maybe) else value)
            code.jump(end)
            code.begin_only(go)
            self.refine(part, not stops)
        self.restore(before, node)
        code.begin(end)
        return self.read(key)  # type: ignore[no-any-return]

    def value_UnaryOp(self, node: Any) -> Value:
        if isinstance(node.op, ast.Not):
            return Value(BOOL, self.negated(self.truth(self.evaluate(node.operand))))
        value = self.evaluate(node.operand)
        if isinstance(value.kind, Tuple) and isinstance(node.op, ast.USub):
            return self.special(value, "__neg__", [], node)
        if isinstance(node.op, ast.USub):
            return self.negative(value)  # type: ignore[no-any-return]
        if isinstance(node.op, ast.Invert):
            return self.inverted(self.as_int(value))  # type: ignore[no-any-return]
        return self.as_int(value) if value.kind == BOOL else value

    def value_IfExp(self, node: Any) -> Value:
        code, key = self.code, (self.sub_path(node), "if")
        yes, no, end = code.label("yes"), code.label("no"), code.label("end")
        self.branch(node.test, yes, no)
        reached = [label for label in (yes, no) if label in code.targets]
        for label, part in ((yes, node.body), (no, node.orelse)):
            code.begin_only(label)
            if code.dead:
                continue
            before = dict(self.refined)
            self.refine(node.test, label == yes)
            try:
                value = self.evaluate(part)
                self.refined = before
                if reached == [label]:
                    return value
                self.assign(key, self.stored(value))
                code.jump(end)
            except Unreached:
                self.refined = before
                code.fail(UNEQUAL)
        code.begin(end)
        return self.read(key)  # type: ignore[no-any-return]

    def value_NamedExpr(self, node: Any) -> Value:
        value = self.stored(self.evaluate(node.value))
        frame = self.frame
        while node.target.id not in frame.names and frame.parent is not None:
            frame = frame.parent
        self.bind_name(node.target.id, value, frame)
        return value

    def value_Compare(self, node: Any) -> Value:
        if len(node.ops) > 1:
            return self.condition(node)
        left, right = self.evaluate(node.left), self.evaluate_passing(node.comparators[0])
        return self.compare(COMPARISONS[type(node.ops[0])], left, right)  # type: ignore[no-any-return]

    # Operators -----------------------------------------------------------------------------------

    def value_BinOp(self, node: Any) -> Value:
        sign = OPERATORS.get(type(node.op), "@")
        if sign == "&":
            masked = self.masked(node)
            if masked is not None:
                return masked  # type: ignore[no-any-return]
        return self.binary(sign, self.evaluate(node.left), self.evaluate(node.right), node)

    def binary(self, sign: str, a: Value, b: Value, node: Any) -> Value:
        """`a sign b` of any values."""
        a, b = self.present(a), self.present(b)
        if self.is_number(a) and self.is_number(b):
            return self.arithmetic(sign, a, b)  # type: ignore[no-any-return]
        for value, other, name in ((a, b, f"__{SPECIAL.get(sign)}__"), (b, a, f"__r{SPECIAL.get(sign)}__")):
            if defines(value, name):
                return self.special(value, name, [other], node)
        if is_known(a) and is_known(b) and isinstance(a.kind, Static) and isinstance(a.kind.value, str):
            return lift(known_operation(sign, python_value(a), python_value(b)))
        a, b = self.opened_if_state(a), self.opened_if_state(b)
        if sign == "*":
            return self.repeated(*((b, a) if self.is_number(a) else (a, b)), node)
        if sign == "+" and isinstance(a.kind, Tuple) and isinstance(b.kind, Tuple):
            return tuple_of([*a.code, *b.code])
        forms = form_of(a), form_of(b)
        if forms[0] in SETS or forms[1] in SETS or "dict" in forms:
            return self.combined_sets(sign, a, b, forms, node)
        if sign != "+" or forms[0] != forms[1] or not forms[0]:
            raise Unsupported(f"{self.described(a.kind)} {sign} {self.described(b.kind)}")
        if is_known(a) and is_known(b):
            return lift(python_value(a) + python_value(b))
        made: Value = self.new_container(forms[0], self.cell((self.sub_path(node), "sum")), 0)
        for box in (a, b):
            self.iterate(box, lambda item: self.append(made, item))
        return made

    def special(self, value: Value, name: str, args: list[Value], node: Any) -> Value:
        """Call an operator that a record's class defines."""
        owner = value.kind.owner if isinstance(value.kind, Tuple) else value.kind.layout.owner
        return self.call(static(Bound(inspect.getattr_static(owner, name), value)), args, {}, node)  # type: ignore[no-any-return]

    def combined_sets(self, sign: str, a: Value, b: Value, forms: tuple[str, str], node: Any) -> Value:
        """Set operations, and the union of dicts."""
        if "dict" in forms:
            if sign != "|" or forms != ("dict", "dict"):
                raise Unsupported(f"{sign} of a dict")
            made = self.new_container("dict", self.cell((self.sub_path(node), "dict")), 0)
            for box in (a, b):
                self.method(made, "update", [box], {}, node)
            return made  # type: ignore[no-any-return]
        if not (forms[0] in SETS and forms[1] in SETS) or sign not in "|&-^":
            raise Unsupported(f"{self.described(a.kind)} {sign} {self.described(b.kind)}")
        return self.set_operation(sign, a, b, forms[0], node)

    def set_operation(self, sign: str, a: Value, b: Value, form: str, node: Any) -> Value:
        a, b = self.data(a), self.data(b)
        made: Value = self.new_container(form, self.cell((self.sub_path(node), form)), 0)
        if sign == "|":
            for box in (a, b):
                self.each_item(box, lambda item: self.add(made, item))
            return made
        self.filter_into(made, a, b, wanted=sign == "&")
        if sign == "^":
            self.filter_into(made, b, a, wanted=False)
        return made

    def filter_into(self, made: Value, box: Value, other: Value, *, wanted: bool) -> None:
        """Append the items of a set that are in another, or are not."""
        code = self.code

        def each(item: Value) -> None:
            yes, no = code.label("in"), code.label("out")
            code.branch(self.contains(other, item).code, *((yes, no) if wanted else (no, yes)))
            code.begin_only(yes)
            self.append(made, item)
            code.begin(no)

        self.each_item(box, each)

    def repeated(self, box: Value, count: Value, node: Any) -> Value:
        """`box * count`."""
        count = self.as_int(count)
        form = form_of(box)
        if form not in ("list", "tuple"):
            raise Unsupported(f"{self.described(box.kind)} * {self.described(count.kind)}")
        if is_known(box) and count.kind.is_known:
            return lift(python_value(box) * count.kind.low)
        small = isinstance(box.kind, Tuple) and count.kind.is_known and len(box.code) * count.kind.low <= 4
        if small:
            return tuple_of(list(box.code) * max(count.kind.low, 0))
        box = self.data(box)
        length = known_int(len(box.code)) if isinstance(box.kind, Tuple) else self.length(box)
        total = self.arithmetic("*", length, self.lesser(count, known_int(0), "gt"))
        room = total.kind.low if total.kind.is_known else self.index_word(total)
        made: Value = self.new_container(form, self.cell((self.sub_path(node), "times")), room,
                                         fixed=form == "tuple" and isinstance(room, int))
        again = range_of(known_int(0), count, known_int(1))
        self.iterate_range(again, lambda _: self.iterate(box, lambda item: self.append(made, item)))
        return made

    # Subscripts ----------------------------------------------------------------------------------

    def value_Subscript(self, node: Any) -> Value:
        box = self.evaluate_passing(node.value)
        if isinstance(node.slice, ast.Slice) and isinstance(box.kind, Array):
            return self.array_slice(box, node.slice)
        if isinstance(node.slice, ast.Slice):
            return self.sliced(box, node.slice, node)  # type: ignore[no-any-return]
        return self.subscript(box, self.evaluate(node.slice))

    def subscript(self, box: Value, index: Value) -> Value:
        """`box[index]`."""
        box = self.letters(self.present(box))
        if isinstance(box.kind, (Array, Struct)):
            return self.array_item(box, index.code if isinstance(index.kind, Tuple) else [index])
        if isinstance(box.kind, State):
            box = self.opened(box)
        if is_range(box):
            first, _, step = box.code
            word = self.range_index(box, index)
            return self.arithmetic("+", first, self.arithmetic("*", word, step))  # type: ignore[no-any-return]
        if is_known(box) and is_known(index) and not isinstance(box.kind, Tuple):
            try:
                return lift(python_value(box)[python_value(index)])
            except (LookupError, TypeError) as error:
                known: dict[type, int] = {KeyError: MISSING, IndexError: INDEX}
                self.fail_here(known.get(type(error), TYPE))
        if isinstance(box.kind, Tuple):
            index = self.as_int(index)
            if index.kind.is_known:
                return self.item_of(box.code, index.kind.low)  # type: ignore[no-any-return]
            box = self.passing(box)
        box = self.data(box)
        if isinstance(box.kind, Array):
            return self.array_item(box, index.code if isinstance(index.kind, Tuple) else [index])
        if not isinstance(box.kind, Container) or box.kind.form in SETS:
            raise Unsupported(f"a subscript of {self.described(box.kind)}")
        if getattr(box.kind, "factory", None) is not None:
            return self.counted(box, index)
        if box.kind.item is None:
            if box.kind.form == "dict":
                self.fail_here(MISSING)
            self.fail_here(INDEX)
        if box.kind.form == "dict":
            at = self.find(box, index)
            self.code.fail_if(self.code.operation(f"icmp slt i64 {at}, 0"), MISSING)
            return self.item_at(box, at).code[1]  # type: ignore[no-any-return]
        return self.item_at(box, self.checked_index(box, index))  # type: ignore[no-any-return]

    def counted(self, box: Value, key: Value) -> Value:
        """`box[key]` of a defaultdict, which gets the key, or of a Counter, which has 0 without it."""
        if box.kind.factory is Counter:
            return self.method(box, "get", [key, known_int(0)], {}, self.here)  # type: ignore[no-any-return]
        value = self.call(static(box.kind.factory), [], {}, self.here)
        return self.method(box, "setdefault", [key, value], {}, self.here)  # type: ignore[no-any-return]

    def range_index(self, box: Value, index: Value) -> Value:
        """An index into a range, checked."""
        length, index = self.length_of_range(box), self.as_int(index)
        if index.kind.low < 0:
            raise Unsupported("a subscript of a range that may be negative")
        self.code.fail_if(self.order("ge", index, length), INDEX)
        return index

    def set_subscript(self, box: Value, index: Value, value: Value) -> None:
        """`box[index] = value`."""
        box = self.present(box)
        if isinstance(box.kind, (Array, Struct)):
            self.set_array_item(box, index.code if isinstance(index.kind, Tuple) else [index], value)
            return
        if isinstance(box.kind, Static) and isinstance(box.kind.value, (list, dict)):
            box = self.data(box)
        if not isinstance(box.kind, Container) or box.kind.form not in ("list", "dict"):
            raise Unsupported(f"a change of {self.described(box.kind)}")
        if box.kind.form == "list":
            self.set_item(box, self.checked_index(box, index), self.stored(value))
        else:
            self.set_key(box, self.stored(index), self.stored(value))

    def set_key(self, box: Value, key: Value, value: Value) -> None:
        """Put a value under a key of a dict; the first equal key stays."""
        code = self.code
        self.may_change(box)
        pair = tuple_of([key, value])
        self.grow_cell(box.kind.cell, Tuple(tuple(self.data_or_none(item.kind) for item in pair.code)))
        at = self.find(box, key)
        new, old, end = code.label("new"), code.label("old"), code.label("end")
        code.branch(code.operation(f"icmp slt i64 {at}, 0"), new, old)
        code.begin_only(new)
        self.append(box, pair)
        code.jump(end)
        code.begin_only(old)
        kind = box.kind.item
        place = self.part_at(self.address(box, at), self.memory(kind, True), 1)
        self.store(place, self.coerce(value, kind.items[1]), kind.items[1], True)
        code.begin(end)

    def data_or_none(self, kind: Any) -> Any:
        return kind if kind == NONE else self.data_kind(kind)

    # Arrays and structs of kernels ---------------------------------------------------------------

    def array_item(self, box: Value, indices: list[Value]) -> Value:
        """An item of an array, a row of one, or a field of a struct."""
        if isinstance(box.kind, Struct):
            return self.struct_field(box, indices[0])
        place, kind, rest = self.array_place(box, indices)
        if rest:
            return Value(Array(kind, len(rest)), (place, rest))
        if isinstance(kind, Struct):
            return Value(kind, place)
        number = self.load_number(place, kind)
        if box.code[0].startswith(SHARED) and isinstance(number.kind, Int):
            return self.not_negative(number)  # type: ignore[no-any-return]
        return number

    def array_slice(self, box: Value, cut: Any) -> Value:
        """Some rows of an array, with ends that are in range."""
        pointer, lengths = box.code
        first, last = (part and self.as_int(self.evaluate(part)) for part in (cut.lower, cut.upper))
        if cut.step is not None or any(end is not None and end.kind.low < 0 and self.frame.is_exact for end in (first, last)):
            raise Unsupported("a slice of an array with a step, or from its end")
        end = self.word(last) if last is not None else lengths[0]
        if first is not None:
            pointer = self.array_place(box, [first])[0]
            end = self.code.operation(f"sub i64 {end}, {self.word(first)}")
        return Value(box.kind, (pointer, [end, *lengths[1:]]))

    def array_place(self, box: Value, indices: list[Value]) -> tuple[str, Any, list[str]]:
        """The place of an item or row, the items' kind, and the lengths of what is left."""
        code, (pointer, lengths) = self.code, box.code
        offset = ""
        for at, index in enumerate(indices):
            index = self.as_int(index)
            word = self.word(index)
            if index.kind.high < 0:
                word = code.operation(f"add i64 {word}, {lengths[at]}")
            elif index.kind.low < 0 and self.frame.is_exact:
                below = code.operation(f"icmp slt i64 {word}, 0")
                more = code.operation(f"select i1 {below}, i64 {lengths[at]}, i64 0")
                word = code.operation(f"add i64 {word}, {more}")
            if self.checks_bounds or self.frame.is_exact:
                code.fail_if(code.operation(f"icmp uge i64 {word}, {lengths[at]}"), INDEX)
            if offset:
                word = code.operation(f"add i64 {code.operation(f'mul i64 {offset}, {lengths[at]}')}, {word}")
            offset = word
        rest = lengths[len(indices) :]
        for length in rest:
            offset = code.operation(f"mul i64 {offset}, {length}")
        item = box.kind.item
        memory = f"[{item.size} x i8]" if isinstance(item, Struct) else number_memory(item)
        place = code.operation(f"getelementptr inbounds {memory}, ptr {pointer}, i64 {offset}")
        return str(place), item, rest

    def struct_field(self, box: Value, index: Value) -> Value:
        return self.load_number(*self.field_place(box, index))

    def field_place(self, box: Value, index: Value) -> tuple[str, str]:
        """The place of a named number, and its letter and bytes."""
        if not is_known(index):
            raise Unsupported("a field whose name is not known")
        name = python_value(index)
        for known, number, offset in box.kind.fields:
            if known == name:
                return self.code.operation(f"getelementptr inbounds i8, ptr {box.code}, i64 {offset}"), number
        raise Unsupported(f"no field {name!r}")

    def load_number(self, place: str, number: str) -> Value:
        memory, size = number_memory(number), 8 * int(number[1:])
        loaded = self.code.operation(f"load {memory}, ptr {place}")
        if number[0] == "f":
            if size == 32:
                loaded = self.code.operation(f"fpext float {loaded} to double")
            return self.float_value(loaded)  # type: ignore[no-any-return]
        signed = number[0] == "i"
        low, high = (-(1 << size - 1), (1 << size - 1) - 1) if signed else (0, (1 << size) - 1)
        if size < 64:
            loaded = self.code.operation(f"{'sext' if signed else 'zext'} {memory} {loaded} to i64")
        if number[0] == "b":
            return Value(BOOL, self.code.operation(f"icmp ne i64 {loaded}, 0"))
        return Value(Int(low, high), loaded)

    def set_array_item(self, box: Value, indices: list[Value], value: Value) -> None:
        code = self.code
        if isinstance(box.kind, Struct):
            place, number = self.field_place(box, indices[0])
        else:
            place, number, rest = self.array_place(box, indices)
            if isinstance(number, Struct) and isinstance(value.kind, Struct):
                self.copy_memory(place, value.code, f"[{number.size} x i8]")
                return
            if rest:
                self.set_row(Value(Array(number, len(rest)), (place, rest)), value)
                return
        memory, size = number_memory(number), 8 * int(number[1:])
        if number[0] == "f":
            word = self.as_float(value).code
            if size == 32:
                word = code.operation(f"fptrunc double {word} to float")
        else:
            word = self.word(self.as_int(value), 64)
            if size < 64:
                word = code.operation(f"trunc i64 {word} to {memory}") if word[0] == "%" else self.int_constant(int(word), memory)
        code.write(f"store {memory} {word}, ptr {place}")

    def set_row(self, row: Value, value: Value) -> None:
        """Fill a row of an array with a number, or copy another into it."""
        count = Value(Int(0, WORD.high), row.code[1][0])
        whole = isinstance(value.kind, Array)
        self.each_index(count, lambda index: self.set_array_item(
            row, [index], self.array_item(value, [index]) if whole else value))

    # Attributes ----------------------------------------------------------------------------------

    def value_Attribute(self, node: Any) -> Value:
        return self.attribute(self.evaluate(node.value), node.attr, node)

    def attribute(self, value: Value, name: str, node: Any) -> Value:
        """`value.name`."""
        value = self.present(value, NONE_USED)
        if isinstance(value.kind, Static):
            return self.static_attribute(value, name, node)
        if isinstance(value.kind, Array):
            return self.array_attribute(value, name)
        owner = value.kind.layout.owner if isinstance(value.kind, State) and isinstance(
            value.kind.layout, Tuple) else getattr(value.kind, "owner", None)
        if is_record(owner):
            index = named_index(owner, name)
            if index is not None and isinstance(value.kind, State):
                return self.state_item(value, index)  # type: ignore[no-any-return]
            if index is not None:
                return value.code[index]  # type: ignore[no-any-return]
            if name == "_fields":
                return static(field_names(owner))
        if isinstance(owner, type) and owner is not range:
            found = self.member_of(value, owner, name, node)
            if found is not None:
                return found
        return static(Bound(name, value))

    def member_of(self, value: Value, owner: type, name: str, node: Any) -> Value | None:
        """What the class of a record or of an IntEnum defines by this name."""
        if issubclass(owner, enum.IntEnum) and name == "value":
            return Value(Int(value.kind.low, value.kind.high), value.code)
        member = inspect.getattr_static(owner, name, None)
        if isinstance(member, property):
            return self.call(static(member.fget), [value], {}, node)  # type: ignore[no-any-return]
        if isinstance(member, FunctionType) and member.__module__ == owner.__module__:
            return static(Bound(member, value))
        if isinstance(member, staticmethod):
            return static(member.__func__)
        if isinstance(member, classmethod):
            return static(Bound(member.__func__, static(owner)))
        if member is not None and not callable(member) and not hasattr(member, "__get__"):
            return lift(member)
        return None

    def static_attribute(self, value: Value, name: str, node: Any) -> Value:
        known = value.kind.value
        if isinstance(known, (str, *TABLES, Iteration, Binary)) and not is_record(type(known)):
            return static(Bound(name, value))
        if isinstance(known, Bound) or known is None:
            raise Unsupported(f"the attribute {name} of {self.described(value.kind)}")
        if isinstance(known, super):
            found = getattr(known, name)
            if isinstance(found, MethodType):
                return static(Bound(found.__func__, static(found.__self__)))
            return lift(found)
        if isinstance(known, (type, ModuleType)):
            member = inspect.getattr_static(known, name, None)
            if isinstance(member, classmethod):
                return static(Bound(member.__func__, value))
            try:
                return lift(getattr(known, name))
            except AttributeError as error:
                raise Unsupported(str(error)) from None
        member = inspect.getattr_static(known, name, None)
        if isinstance(member, FunctionType):
            return static(Bound(member, value))
        if isinstance(member, staticmethod):
            return static(member.__func__)
        if isinstance(member, classmethod):
            return static(Bound(member.__func__, static(type(known))))
        wrapped = getattr(member, "__wrapped__", None)
        if isinstance(wrapped, FunctionType):
            return static(Bound(wrapped, value))
        try:
            found = getattr(known, name)
        except AttributeError as error:
            raise Unsupported(str(error)) from None
        if isinstance(found, memoryview) and known is self.game:
            return self.shared_table(name, found)  # type: ignore[no-any-return]
        return lift(found)

    def array_attribute(self, value: Value, name: str) -> Value:
        if name == "ndim":
            return known_int(value.kind.dimensions)
        if name == "itemsize":
            return known_int(int(value.kind.item[1:]))
        if name == "shape":
            return tuple_of([Value(Int(0, WORD.high), length) for length in value.code[1]])
        return static(Bound(name, value))

    # Others --------------------------------------------------------------------------------------

    def value_Lambda(self, node: Any) -> Value:
        return static(self.nested(node))

    def value_Yield(self, node: Any) -> Value:
        self.give(self.evaluate(node.value) if node.value is not None else static(None))
        return static(None)

    def give(self, item: Value) -> None:
        """Hand an item to the loop over the generator."""
        frame: Any = self.frame
        while frame.on_yield is None:
            frame = frame.parent
        frame.on_yield(self.stored(item))

    def value_YieldFrom(self, node: Any) -> Value:
        self.iterate(self.evaluate(node.value), self.give)
        return static(None)

    def value_Starred(self, node: Any) -> Value:
        raise Unsupported("a star here")

    def value_Slice(self, node: Any) -> Value:
        raise Unsupported("a slice among several indices")


def is_passing(value: Value) -> bool:
    """Whether it is a group of groupby."""
    known = value.kind.value if isinstance(value.kind, Static) else None
    return isinstance(known, Iteration) and known.passes


def defines(value: Value, name: str) -> bool:
    """Whether the class of a record defines an operator itself."""
    kind = value.kind
    owner = getattr(kind, "owner", None)
    if isinstance(kind, State):
        owner = getattr(kind.layout, "owner", None)
    return is_record(owner) and name in vars(owner)


def known_operation(sign: str, a: Any, b: Any) -> Any:
    """An operation on texts known while compiling."""
    if sign == "+" and isinstance(b, str):
        return a + b
    if sign == "*" and isinstance(b, int):
        return a * b
    raise Unsupported(f"{sign} of texts")


def number_memory(number: str) -> str:
    """The type of LLVM's for a number of an array, "i8" or "f8" for example."""
    if number[0] == "f":
        return "double" if number[1:] == "8" else "float"
    return f"i{8 * int(number[1:])}"


