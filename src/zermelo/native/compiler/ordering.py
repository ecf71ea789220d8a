"""The order of numbers, and ints within bounds."""

from __future__ import annotations

from zermelo.native.compiler.kinds import (
    FLOAT,
    Int,
    Value,
    known_int,
    width_of,
    word_of,
)
from zermelo.native.compiler.part import Part


class Ordering(Part):
    """Comparisons of numbers."""

    def order(self, name: str, a: Value, b: Value) -> str:
        """Whether `a name b` of numbers; the names are LLVM's: eq, ne, lt, le, gt, ge."""
        a, b = self.present(a), self.present(b)
        if FLOAT in (a.kind, b.kind):
            x, y = self.exact_float(a).code, self.exact_float(b).code
            return self.code.operation(
                f"fcmp {'une' if name == 'ne' else 'o' + name} double {x}, {y}"
            )
        a, b = self.as_int(a), self.as_int(b)
        answer = known_order(name, a.kind, b.kind)
        if answer is not None:
            return "true" if answer else "false"
        low, high = min(a.kind.low, b.kind.low), max(a.kind.high, b.kind.high)
        unsigned = low >= 0 and 1 << 63 <= high < 1 << 64
        width = 64 if unsigned else width_of(low, high)
        sign = "" if name in ("eq", "ne") else "u" if unsigned else "s"
        return self.code.operation(
            f"icmp {sign}{name} i{width} {self.word(a, width)}, {self.word(b, width)}"
        )

    def within(self, value: Value, low: int, high: int, error: int) -> Value:
        """The same int, checked to be in a range."""
        kind = value.kind
        if low <= kind.low and kind.high <= high:
            return value
        if kind.low < low:
            self.code.fail_if(self.order("lt", value, known_int(low)), error)
        if kind.high > high:
            self.code.fail_if(self.order("gt", value, known_int(high)), error)
        bottom, top = max(low, kind.low), min(high, kind.high)
        if bottom > top:
            self.fail_here(error)
        width = max(word_of(kind)[0], word_of(Int(bottom, top))[0])
        return self.int_of(self.word(value, width), width, bottom, top)

    def lesser(self, a: Value, b: Value, name: str) -> Value:
        """The lesser (lt) or greater (gt) of two ints, the first of equal ones."""
        a, b = self.present(a), self.present(b)
        pick = min if name == "lt" else max
        kind = Int(pick(a.kind.low, b.kind.low), pick(a.kind.high, b.kind.high))
        flag = self.order(name, b, a)
        if flag in ("true", "false"):
            return b if flag == "true" else a
        width = width_of(min(a.kind.low, b.kind.low), max(a.kind.high, b.kind.high))
        x, y = self.word(a, width), self.word(b, width)
        word = self.code.operation(f"select i1 {flag}, i{width} {y}, i{width} {x}")
        return self.int_of(word, width, kind.low, kind.high)


def known_order(name: str, a: Int, b: Int) -> bool | None:
    """The answer, if the ranges give it."""
    if a.high < b.low:
        return name in ("lt", "le", "ne")
    if a.low > b.high:
        return name in ("gt", "ge", "ne")
    if a.low == a.high == b.low == b.high:
        return name in ("eq", "le", "ge")
    if name in ("le", "gt") and a.high <= b.low:
        return name == "le"
    if name in ("ge", "lt") and a.low >= b.high:
        return name == "ge"
    return None
