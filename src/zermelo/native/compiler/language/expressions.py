"""Expressions, with one method for each syntax node."""

from __future__ import annotations

import ast
import inspect
from typing import Any

from zermelo.native.compiler.comparing import SETS, form_of, own_method, owner_of
from zermelo.native.compiler.faults import UNEQUAL
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language.statements import APART
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.syntax import COMPARISONS, NAMES, OPERATORS, PYTHON


class Expressions(Part):
    """Writes expressions, and returns their values."""

    def evaluate(self, node: Any) -> Value:
        """Write an expression; return its value."""
        method = getattr(self, f"value_{type(node).__name__}", None)
        self.here, frame = node, self.frame
        try:
            if method is None:
                raise Unsupported(f"the expression {type(node).__name__}")
            value: Value = method(node)
            self.here = node
            return value
        except Unsupported as error:
            self.frame = frame
            self.locate(error, node)
            raise

    def evaluate_passing(self, node: Any) -> Value:
        """Evaluate an expression whose value is used only once, so rows need not be copied."""
        self.passing_node = node
        return self.evaluate(node)

    def storable(self, value: Value) -> Value:
        """A value that can be stored; for an iterator, the list of its items."""
        if isinstance(value.known, Iteration):
            if value.kind.value.passes:
                raise Unsupported("a stored group of groupby: make a list of it")
            return self.collect(value, "list")
        return value

    # Names and constants -------------------------------------------------------------------------

    def value_Constant(self, node: Any) -> Value:
        return lift(node.value)

    def value_Name(self, node: Any) -> Value:
        frame: Any = self.frame
        while frame is not None:
            if node.id in frame.statics:
                value = frame.statics[node.id]
                if isinstance(value.known, Unsure):
                    raise Unsupported(f"{node.id}, {APART}")
                key = frame.path, node.id
                if key in self.refined and isinstance(value.kind, Int):
                    return self.narrow(value, *self.refined[key])
                return value
            if node.id in frame.names:
                self.check_set(frame, node.id)
                return self.read((frame.path, node.id))
            source, frame = frame.source, frame.parent
        return lift(source.value_of(node.id))

    def value_JoinedStr(self, node: Any) -> Value:
        texts = []
        for part in node.values:
            value = self.evaluate(part.value if isinstance(part, ast.FormattedValue) else part)
            if not is_known(value) or getattr(part, "format_spec", None):
                raise Unsupported("a text made while playing: use numbers")
            texts.append(str(python_value(value)))
        return static("".join(texts))

    # Conditions ----------------------------------------------------------------------------------

    def branch(self, node: Any, yes: str, no: str) -> None:
        """Jump to one of two blocks, depending on a condition."""
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
            self.refined = before
            self.forget_changes(node)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.branch(node.operand, no, yes)
        elif isinstance(node, ast.Compare) and len(node.ops) > 1:
            self.write_guarded(lambda: self.branch_chain(node, yes, no))
        else:
            self.write_guarded(lambda: code.branch(self.truth(self.evaluate(node)), yes, no))

    def branch_chain(self, node: Any, yes: str, no: str) -> None:
        """`a < b < c`: evaluate each operand once, and only if it is needed."""
        code, left = self.code, self.evaluate(node.left)
        for i, (op, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            value = self.storable(self.evaluate(right))
            flag = self.compare(COMPARISONS[type(op)], left, value).code
            go = yes if i == len(node.ops) - 1 else code.label("chain")
            code.branch(flag, go, no)
            if go != yes:
                code.begin_only(go)
                if code.dead:
                    return
            left = value

    def condition(self, node: Any) -> Value:
        """Write a condition; return its value, a bool."""
        code, place = self.code, self.code.alloca("i8")
        yes, no = (f"store i8 {bit}, ptr {place}" for bit in (1, 0))
        self.write_if(node, lambda: code.write(yes), lambda: code.write(no))
        return self.load(place, BOOL)

    def value_BoolOp(self, node: Any) -> Value:
        """`a or b`, `a and b`: the value of one of the operands."""
        code, key, end = self.code, (self.sub_path(node), "or"), self.code.label("end")
        before = dict(self.refined)
        stops = isinstance(node.op, ast.Or)
        for i, part in enumerate(node.values):
            try:
                value = self.storable(self.evaluate(part))
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
            done, go = code.labels("done", "go")
            code.branch(flag, *((done, go) if stops else (go, done)))
            code.begin_only(done)
            value = self.present(value) if stops and isinstance(value.kind, Maybe) else value
            self.assign(key, value)
            code.jump(end)
            code.begin_only(go)
            self.refine(part, not stops)
        self.refined = before
        self.forget_changes(node)
        code.begin(end)
        return self.read(key)

    def value_UnaryOp(self, node: Any) -> Value:
        if isinstance(node.op, ast.Not):
            return Value(BOOL, self.negate(self.truth(self.evaluate(node.operand))))
        value = self.evaluate(node.operand)
        if isinstance(value.kind, Tuple) and isinstance(node.op, ast.USub):
            return self.special(value, "__neg__", [], node)
        if isinstance(node.op, ast.USub):
            return self.negative(value)
        if isinstance(node.op, ast.Invert):
            return self.invert(self.as_int(value))
        return self.as_int(value) if value.kind == BOOL else value

    def value_IfExp(self, node: Any) -> Value:
        code, key = self.code, (self.sub_path(node), "if")
        yes, no, end = code.labels("yes", "no", "end")
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
                self.assign(key, self.storable(value))
                code.jump(end)
            except Unreached:
                self.refined = before
                code.fail(UNEQUAL)
        code.begin(end)
        return self.read(key)

    def value_NamedExpr(self, node: Any) -> Value:
        value = self.storable(self.evaluate(node.value))
        frame = self.frame
        while node.target.id not in frame.names and frame.parent is not None:
            frame = frame.parent
        self.bind_name(node.target.id, value, frame)
        return value

    def value_Compare(self, node: Any) -> Value:
        if len(node.ops) > 1:
            return self.condition(node)
        left, right = self.evaluate(node.left), self.evaluate_passing(node.comparators[0])
        return self.compare(COMPARISONS[type(node.ops[0])], left, right)

    # Operators -----------------------------------------------------------------------------------

    def value_BinOp(self, node: Any) -> Value:
        sign = OPERATORS[type(node.op)]
        if sign == "&":
            masked = self.mask(node)
            if masked is not None:
                return masked
        return self.binary(sign, self.evaluate(node.left), self.evaluate(node.right), node)

    def binary(self, sign: str, a: Value, b: Value, node: Any) -> Value:
        """`a sign b` for values of any kind."""
        a, b = self.present(a), self.present(b)
        if self.is_number(a) and self.is_number(b):
            return self.arithmetic(sign, a, b)
        for value, other, name in ((a, b, f"__{NAMES[sign]}__"), (b, a, f"__r{NAMES[sign]}__")):
            if own_method(value.kind, name):
                return self.special(value, name, [other], node)
        if is_known(a) and is_known(b) and isinstance(a.known, str):
            if not isinstance(python_value(b), {"+": str, "*": int}.get(sign, ())):
                raise Unsupported(f"{sign} with texts")
            return lift(PYTHON[sign](a.known, python_value(b)))
        a, b = self.opened_if_state(a), self.opened_if_state(b)
        if sign == "*":
            return self.repeat(*((b, a) if self.is_number(a) else (a, b)), node)
        if sign == "+" and isinstance(a.kind, Tuple) and isinstance(b.kind, Tuple):
            return tuple_of([*a.code, *b.code])
        forms = form_of(a), form_of(b)
        if forms[0] in SETS or forms[1] in SETS or "dict" in forms:
            return self.combine_sets(sign, a, b, forms, node)
        if sign != "+" or forms[0] != forms[1] or not forms[0]:
            raise Unsupported(f"{self.describe(a.kind)} {sign} {self.describe(b.kind)}")
        if is_known(a) and is_known(b):
            return lift(python_value(a) + python_value(b))
        made: Value = self.empty_box(forms[0], node, "sum")
        for box in (a, b):
            self.iterate(box, lambda item: self.append(made, item))
        return made

    def special(self, value: Value, name: str, args: list[Value], node: Any) -> Value:
        """Call a special method, like `__add__`, that a record's class defines."""
        method = inspect.getattr_static(owner_of(value.kind), name)
        return self.call(static(Bound(method, value)), args, {}, node)

    def repeat(self, box: Value, count: Value, node: Any) -> Value:
        count, form = self.as_int(count), form_of(box)
        times = count.kind.low if count.kind.is_known else None
        if form not in ("list", "tuple"):
            raise Unsupported(f"{self.describe(box.kind)} * {self.describe(count.kind)}")
        if is_known(box) and times is not None:
            return lift(python_value(box) * times)
        if isinstance(box.kind, Tuple) and times is not None and len(box.code) * times <= 4:
            return tuple_of(list(box.code) * times)
        box = self.data(box)
        total = self.arithmetic("*", self.length(box), self.lesser(count, known_int(0), "gt"))
        room = total.kind.low if total.kind.is_known else self.index_word(total)
        cell = self.cell((self.sub_path(node), "times"))
        is_fixed = form == "tuple" and isinstance(room, int)
        made: Value = self.new_container(form, cell, room, fixed=is_fixed)
        self.each_index(count, lambda _: self.iterate(box, lambda item: self.append(made, item)))
        return made

    # Lambdas and generators ----------------------------------------------------------------------

    def value_Lambda(self, node: Any) -> Value:
        return static(self.nested_source(node))

    def value_Yield(self, node: Any) -> Value:
        self.give(self.evaluate(node.value) if node.value is not None else static(None))
        return static(None)

    def give(self, item: Value) -> None:
        """Pass an item to the loop over the generator."""
        frame: Any = self.frame
        while frame.on_yield is None:
            frame = frame.parent
        frame.on_yield(self.storable(item))

    def value_YieldFrom(self, node: Any) -> Value:
        self.iterate(self.evaluate(node.value), self.give)
        return static(None)

    def value_Starred(self, node: Any) -> Value:
        raise Unsupported("a star here")
