"""Arithmetic like Python's, with each operation in words wide enough for its range.

In rules, an int beyond the widest words is an error, and the rules then run in plain Python.
Kernels are written to stay within 64 bits and are not checked.
"""

from __future__ import annotations

import operator
from typing import Final

from zermelo.native.compiler.faults import OVERFLOW, SHIFT, UNEQUAL, ZERO
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language import mathematics
from zermelo.native.compiler.part import Part
from zermelo.native.compiler.syntax import NAMES, PYTHON

CLASSES: Final = (7, 15, 31, 32, 63, 64, 127, 255, 511, 1023)  # sizes in bits to widen ranges to
WIDEST: Final = 1024


def widened_range(low: int, high: int) -> tuple[int, int]:
    """Widen a range to one of `CLASSES`, so that ranges in loops soon stop growing."""
    top = next((1 << bits for bits in CLASSES if high < 1 << bits), high + 1)
    bottom = next((1 << bits for bits in CLASSES if -low <= 1 << bits), -low) if low < 0 else 0
    return -bottom, top - 1


class Arithmetic(Part):
    """Arithmetic and comparisons of numbers."""

    # Words ---------------------------------------------------------------------------------------

    def word(self, value: Value, width: int = 64) -> str:
        """An int as an LLVM operand of `width` bits."""
        kind = value.kind
        if kind.is_known:
            return str(as_signed(kind.low, width))
        have, _ = word_of(kind)
        if have == width:
            return value.code
        if have > width:
            return self.emit(f"trunc i{have} {value.code} to i{width}")
        extend, word = "sext" if kind.low < 0 else "zext", value.code
        if width > 256:  # stops LLVM 22 from widening the word's operands, which can abort
            word = self.emit(f"freeze i{have} {word}")
        return self.emit(f"{extend} i{have} {word} to i{width}")

    def int_of(self, word: str, width: int, low: int, high: int) -> Value:
        """The int that a word holds, known to be in this range."""
        if low == high:
            return known_int(low)
        kind = Int(low, high)
        want, _ = word_of(kind)
        if want < width:
            word = self.emit(f"trunc i{width} {word} to i{want}")
        return Value(kind, word)

    def index_word(self, value: Value) -> str:
        """An int as a signed word of 64 bits: an index or a count."""
        return self.word(self.within(self.as_int(value), WORD.low, WORD.high, OVERFLOW))

    def as_int(self, value: Value) -> Value:
        """An int or a bool as an int."""
        value = self.present(value)
        if value.kind == BOOL:
            if value.code in ("true", "false"):
                return known_int(value.code == "true")
            return Value(Int(0, 1), self.emit(f"zext i1 {value.code} to i64"))
        if isinstance(value.kind, Int):
            return value
        raise Unsupported(f"{self.describe(value.kind)} where an int is needed")

    # Operators -----------------------------------------------------------------------------------

    def is_number(self, value: Value) -> bool:
        """Whether a value is a bool, int or float."""
        return value.kind in (BOOL, FLOAT, NUMBER) or isinstance(value.kind, Int)

    def arithmetic(self, sign: str, a: Value, b: Value) -> Value:
        """`a sign b` for two numbers and an operator of Python."""
        a, b = self.present(a), self.present(b)
        if sign == "/" or FLOAT in (a.kind, b.kind):
            return self.float_arithmetic(sign, a, b)
        if NUMBER in (a.kind, b.kind):
            return self.number_arithmetic(sign, a, b)
        if a.kind == b.kind == BOOL and sign in "&|^":
            if {a.code, b.code} <= {"true", "false"}:
                return known_bool(PYTHON[sign](a.code == "true", b.code == "true"))
            return Value(BOOL, self.emit(f"{NAMES[sign]} i1 {a.code}, {b.code}"))
        a, b = self.as_int(a), self.as_int(b)
        if a.kind.is_known and b.kind.is_known:
            x, y = a.kind.low, b.kind.low
            if sign in ("//", "%") and y == 0:
                self.fail_here(ZERO)
            if sign in ("<<", ">>") and y < 0:
                self.fail_here(SHIFT)
            if (sign == "<<" and y > WIDEST) or (sign == "**" and not 0 <= y <= WIDEST):
                raise Unsupported(f"{x} {sign} {y}")
            return known_int(PYTHON[sign](x, y))
        if sign in "+-*":
            return self.add_ints(sign, a, b)
        if sign in "&|^":
            return self.combine(sign, a, b)
        if sign in ("//", "%"):
            return self.divide(sign, a, b)
        if sign == "**":
            return self.power(a, b)
        return self.shift_left(a, b) if sign == "<<" else self.shift_right(a, b)

    def limits(self, low: int, high: int, operands: int) -> tuple[int, int]:
        """Clip a range to the ints of a word that holds the states' ints and the operands."""
        bits = max(self.state_bits, operands)
        if low >= 0 and bits == 64:
            return low, min(high, (1 << 64) - 1)
        return max(low, -(1 << bits - 1)), min(high, (1 << bits - 1) - 1)

    def add_ints(self, sign: str, a: Value, b: Value) -> Value:
        """Add, subtract or multiply ints; in rules, fail if a word can't hold the result."""
        name, compute = NAMES[sign], PYTHON[sign]
        ends = [compute(x, y) for x in (a.kind.low, a.kind.high) for y in (b.kind.low, b.kind.high)]
        low, high = min(ends), max(ends)
        operands = width_of(min(a.kind.low, b.kind.low), max(a.kind.high, b.kind.high))
        if not self.frame.is_exact and operands == 64 and width_of(low, high) > 64:
            if sign == "+" and b.kind.is_known and 0 < b.kind.low <= STEP:
                name = "add nsw"  # the counters of kernels stay within a word
            word = self.emit(f"{name} i64 {self.word(a)}, {self.word(b)}")
            return self.int_of(word, 64, WORD.low, WORD.high)
        widest = max(word_of(a.kind)[0], word_of(b.kind)[0])
        bottom, top = self.limits(low, high, widest)
        if (bottom, top) == (low, high):
            is_positive = low >= 0 and high < 1 << 64 and sign != "-"
            width = 64 if is_positive else max(operands, width_of(low, high))
            word = self.emit(f"{name} i{width} {self.word(a, width)}, {self.word(b, width)}")
            return self.int_of(word, width, low, high)
        unsigned = min(a.kind.low, b.kind.low) >= 0 and sign != "-" and top < 1 << 64
        if unsigned or operands == width_of(bottom, top):
            width, prefix = (64, "u") if unsigned else (width_of(bottom, top), "s")
            kind, name = f"{{i{width}, i1}}", f"{prefix}{name}.with.overflow.i{width}"
            x, y = (f"i{width} {self.word(operand, width)}" for operand in (a, b))
            both = self.call_llvm(kind, name, x, y)
            self.code.fail_if(self.emit(f"extractvalue {kind} {both}, 1"), OVERFLOW)
            return self.int_of(self.emit(f"extractvalue {kind} {both}, 0"), width, bottom, top)
        width = max(operands, width_of(low, high))
        word = self.emit(f"{name} i{width} {self.word(a, width)}, {self.word(b, width)}")
        return self.within(self.int_of(word, width, low, high), bottom, top, OVERFLOW)

    def combine(self, sign: str, a: Value, b: Value) -> Value:
        ranges = (a.kind.low, a.kind.high, b.kind.low, b.kind.high)
        a_low, a_high, b_low, b_high = ranges
        bits = max(max(x, ~x) for x in ranges).bit_length()
        low, high = -(1 << bits), (1 << bits) - 1
        if sign == "&" and (a_low >= 0 or b_low >= 0):
            low = 0
            high = min(x for x, y in ((a_high, a_low), (b_high, b_low)) if y >= 0)
        elif a_low >= 0 and b_low >= 0:
            low = max(a_low, b_low) if sign == "|" else 0
        unsigned = all(0 <= x < 1 << 64 for x in ranges)
        width = 64 if unsigned else width_of(min(a_low, b_low), max(a_high, b_high))
        x, y = self.word(a, width), self.word(b, width)
        return self.int_of(self.emit(f"{NAMES[sign]} i{width} {x}, {y}"), width, low, high)

    def distance(self, b: Value) -> Value:
        """The distance of a shift; a negative distance is an error."""
        if b.kind.low >= 0:
            return b
        self.code.fail_if(self.order("lt", b, known_int(0)), SHIFT)
        return self.narrow(b, 0, None)

    def shift_left(self, a: Value, b: Value) -> Value:
        code, b = self.code, self.distance(b)
        top = min(b.kind.high, WIDEST)
        low, high = min(a.kind.low, a.kind.low << top), max(a.kind.high, a.kind.high << top)
        bottom, most = self.limits(low, high, word_of(a.kind)[0])
        own_width = width_of(a.kind.low, a.kind.high)
        if not self.frame.is_exact and width_of(low, high) > 64 == own_width:
            word = code.emit(f"shl i64 {self.word(a)}, {self.word(b)}")
            return self.int_of(word, 64, WORD.low, WORD.high)
        fits = (bottom, most) == (low, high)
        unsigned = low >= 0 and most < 1 << 64
        width = 64 if unsigned else max(width_of(bottom, most), own_width)
        x, y = self.word(a, width), self.word(b, width)
        if fits and b.kind.high < width:
            return self.int_of(code.emit(f"shl i{width} {x}, {y}"), width, low, high)
        if b.kind.high >= width:
            code.fail_if(code.emit(f"icmp uge i{width} {y}, {width}"), OVERFLOW)
        word = code.emit(f"shl i{width} {x}, {y}")
        back = code.emit(f"{'lshr' if unsigned else 'ashr'} i{width} {word}, {y}")
        code.fail_if(code.emit(f"icmp ne i{width} {back}, {x}"), OVERFLOW)
        return self.int_of(word, width, max(bottom, 0) if a.kind.low >= 0 else bottom, most)

    def shift_right(self, a: Value, b: Value) -> Value:
        code, b = self.code, self.distance(b)
        width, _ = word_of(a.kind)
        near, far = b.kind.low, min(b.kind.high, WIDEST)
        low = a.kind.low >> (near if a.kind.low < 0 else far)
        high = a.kind.high >> (near if a.kind.high >= 0 else far)
        name = "ashr" if a.kind.low < 0 else "lshr"
        x, y = self.word(a, width), self.word(b, width)
        if b.kind.high < width or not self.frame.is_exact:
            return self.int_of(code.emit(f"{name} i{width} {x}, {y}"), width, low, high)
        some = code.emit(f"icmp ult i{width} {y}, {width}")
        most = code.emit(f"select i1 {some}, i{width} {y}, i{width} {width - 1}")
        word = code.emit(f"{name} i{width} {x}, {most}")
        if a.kind.low >= 0:
            word = code.emit(f"select i1 {some}, i{width} {word}, i{width} 0")
        return self.int_of(word, width, low, high)

    def divide(self, sign: str, a: Value, b: Value) -> Value:
        """`a // b` or `a % b`, rounded down."""
        code = self.code
        a_low, a_high, b_low, b_high = a.kind.low, a.kind.high, b.kind.low, b.kind.high
        if b.kind.is_known and b_low and not abs(b_low) & abs(b_low) - 1:
            return self.divide_by_power(sign, a, b_low)
        ends = (a_low, a_high, b_low, b_high, *((-a_high, -a_low) if b_low <= 0 else ()))
        width = width_of(min(ends), max(ends))
        x, y = self.word(a, width), self.word(b, width)
        if b_low <= 0 <= b_high:
            code.fail_if(code.emit(f"icmp eq i{width} {y}, 0"), ZERO)
        if a_low >= 0 and b_low >= 0:
            word = code.emit(f"{'udiv' if sign == '//' else 'urem'} i{width} {x}, {y}")
            if width == 64 and not b.kind.is_known:  # else LLVM may divide in 256 bits and abort
                word = code.emit(f'call i64 asm "", "=r,0"(i64 {word})')
            if sign == "//":
                return self.int_of(word, width, a_low // max(b_high, 1), a_high // max(b_low, 1))
            return self.int_of(word, width, 0, max(min(a_high, b_high - 1), 0))
        quotient = code.emit(f"sdiv i{width} {x}, {y}")
        rest = code.emit(f"srem i{width} {x}, {y}")
        uneven = code.emit(f"icmp ne i{width} {rest}, 0")
        apart = code.emit(f"icmp slt i{width} {code.emit(f'xor i{width} {rest}, {y}')}, 0")
        fix = code.emit(f"and i1 {uneven}, {apart}")
        if sign == "%":
            more = code.emit(f"select i1 {fix}, i{width} {y}, i{width} 0")
            word = code.emit(f"add i{width} {rest}, {more}")
            return self.int_of(word, width, min(b_low + 1, 0), max(b_high - 1, 0))
        less = code.emit(f"sext i1 {fix} to i{width}")
        word = code.emit(f"add i{width} {quotient}, {less}")
        most = max(abs(a_low), abs(a_high)) + 1
        low, high = -most, most
        if b_low > 0:
            low, high = min(a_low // b_low, a_low // b_high), max(a_high // b_low, a_high // b_high)
        bottom, top = -(1 << width - 1), (1 << width - 1) - 1
        return self.int_of(word, width, max(low, bottom), min(high, top))

    def divide_by_power(self, sign: str, a: Value, divisor: int) -> Value:
        """Divide by ± 2ⁿ with shifts or masks: LLVM 22 aborts if it divides 256-bit ints by it."""
        if divisor < 0:
            word = self.divide_by_power(sign, self.arithmetic("-", known_int(0), a), -divisor)
            return word if sign == "//" else self.arithmetic("-", known_int(0), word)
        if sign == "//":
            return self.shift_right(a, known_int(divisor.bit_length() - 1))
        return self.arithmetic("&", a, known_int(divisor - 1))

    def power(self, a: Value, b: Value) -> Value:
        """`a ** b`: products for a small known exponent, a table for a known base, else a loop."""
        if b.kind.is_known and 0 <= b.kind.low <= 16:
            result = known_int(1)
            for _ in range(b.kind.low):
                result = self.arithmetic("*", result, a)
            return result
        if a.kind.is_known and b.kind.low >= 0 and b.kind.high <= 128:
            powers = tuple(a.kind.low**exponent for exponent in range(b.kind.high + 1))
            return self.subscript(static(powers), b)
        if a.kind.is_known and a.kind.low == 2 and b.kind.low >= 0:
            return self.shift_left(known_int(1), b)
        if b.kind.low < 0:  # a negative exponent gives a float
            self.code.fail_if(self.order("lt", b, known_int(0)), UNEQUAL)
            b = self.narrow(b, 0, None)
        return self.call_library(mathematics.power, a, b)

    # One operand ---------------------------------------------------------------------------------

    def negative(self, value: Value) -> Value:
        value = self.present(value)
        if value.kind == NUMBER:
            flag, operand = value.code
            return self.number_of(flag, self.emit(f"fneg double {operand}"))
        if value.kind == FLOAT:
            if value.code.startswith("0x"):
                return lift(-python_value(value))
            return Value(FLOAT, self.emit(f"fneg double {value.code}"))
        return self.arithmetic("-", known_int(0), value)

    def invert(self, value: Value) -> Value:
        """`~value`, which always fits in one more bit."""
        low, high = -1 - value.kind.high, -1 - value.kind.low
        width = max(width_of(low, high), word_of(value.kind)[0])
        word = self.emit(f"xor i{width} {self.word(value, width)}, -1")
        return self.int_of(word, width, low, high)

    def call_abs(self, value: Value) -> Value:
        value = self.present(value)
        if value.kind == NUMBER:
            return Value(NUMBER, (value.code[0], self.intrinsic("fabs", value.code[1])))
        if value.kind == FLOAT:
            return Value(FLOAT, self.intrinsic("fabs", value.code))
        return self.of_bits("abs", value)

    def of_bits(self, name: str, value: Value) -> Value:
        """`abs`, `bit_length` or `bit_count` of an int."""
        value = self.as_int(value)
        low, high = value.kind.low, value.kind.high
        if low == high:
            return known_int(abs(low) if name == "abs" else getattr(low, name)())
        most = max(abs(low), abs(high))
        least = 0 if low <= 0 <= high else min(abs(low), abs(high))
        width, _ = word_of(value.kind)
        if low < 0:
            width = max(width, width_of(0, most))
        word, kind = self.word(value, width), f"i{width}"
        if low < 0:
            word = self.call_llvm(kind, f"abs.{kind}", f"{kind} {word}", "i1 false")
        if name == "abs":
            return self.int_of(word, width, least, most)
        if name == "bit_count":
            top = most.bit_length()
            word = self.call_llvm(kind, f"ctpop.{kind}", f"{kind} {word}")
            word = self.emit(f"and {kind} {word}, {(1 << top.bit_length()) - 1}")  # a hint for LLVM
            return self.int_of(word, width, 0, top)
        word = self.call_llvm(kind, f"ctlz.{kind}", f"{kind} {word}", "i1 false")
        word = self.emit(f"sub {kind} {width}, {word}")
        return self.int_of(word, width, least.bit_length(), most.bit_length())

    # Order ---------------------------------------------------------------------------------------

    def order(self, name: str, a: Value, b: Value) -> str:
        """The flag of a comparison of numbers; `name` is one of LLVM's: eq, ne, lt, le, gt, ge."""
        a, b = self.present(a), self.present(b)
        if FLOAT in (a.kind, b.kind) or NUMBER in (a.kind, b.kind):
            x, y = self.exact_float(a).code, self.exact_float(b).code
            return self.emit(f"fcmp {'une' if name == 'ne' else 'o' + name} double {x}, {y}")
        a, b = self.as_int(a), self.as_int(b)
        answer = known_order(name, a.kind, b.kind)
        if answer is not None:
            return "true" if answer else "false"
        low, high = min(a.kind.low, b.kind.low), max(a.kind.high, b.kind.high)
        unsigned = low >= 0 and 1 << 63 <= high < 1 << 64
        width = 64 if unsigned else width_of(low, high)
        sign = "" if name in ("eq", "ne") else "u" if unsigned else "s"
        return self.emit(f"icmp {sign}{name} i{width} {self.word(a, width)}, {self.word(b, width)}")

    def within(self, value: Value, low: int, high: int, error: int) -> Value:
        """The same int, now known to be in a range; an int outside it is an error at run time."""
        kind = value.kind
        if low <= kind.low and kind.high <= high:
            return value
        for name, end in (("lt", low), ("gt", high)):
            self.code.doubt_or_fail(self.order(name, value, known_int(end)), error)
        bottom, top = max(low, kind.low), min(high, kind.high)
        if bottom > top:
            self.fail_here(error)
        width = max(word_of(kind)[0], word_of(Int(bottom, top))[0])
        return self.int_of(self.word(value, width), width, bottom, top)

    def lesser(self, a: Value, b: Value, name: str) -> Value:
        """The lesser (lt) or greater (gt) of two ints; `a` if they are equal."""
        a, b = self.present(a), self.present(b)
        flag = self.order(name, b, a)
        if flag in ("true", "false"):
            return b if flag == "true" else a
        pick, made = min if name == "lt" else max, self.select_int(flag, b, a)
        low, high = pick(a.kind.low, b.kind.low), pick(a.kind.high, b.kind.high)
        return self.int_of(made.code, word_of(made.kind)[0], low, high)

    def select_int(self, flag: str, a: Value, b: Value) -> Value:
        """The int `a` if the flag is set, else `b`."""
        low, high = min(a.kind.low, b.kind.low), max(a.kind.high, b.kind.high)
        width, _ = word_of(Int(low, high))
        words = ", ".join(f"i{width} {self.word(value, width)}" for value in (a, b))
        return Value(Int(low, high), self.emit(f"select i1 {flag}, {words}"))


def known_order(name: str, a: Int, b: Int) -> bool | None:
    """The result of a comparison if the ranges decide it, else None."""
    compare = getattr(operator, name)
    meet = a.low <= b.high and b.low <= a.high
    if name in ("eq", "ne") and meet and not a.low == a.high == b.low == b.high:
        return None
    answer: bool = compare(a.high, b.low)
    return answer if answer == compare(a.low, b.high) else None
