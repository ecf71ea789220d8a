"""Arithmetic of floats, with the same results as Python's."""

from __future__ import annotations

from typing import Final

from zermelo.native.compiler.faults import OVERFLOW, TOO_LARGE, UNEQUAL, VALUE, ZERO
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.language import mathematics
from zermelo.native.compiler.part import Part

EXACT: Final = 1 << 53  # floats represent all ints up to here


class Floats(Part):
    """Operations on floats."""

    def as_float(self, value: Value) -> Value:
        value = self.present(value)
        if value.kind == FLOAT:
            return value
        if value.kind == NUMBER:
            return Value(FLOAT, value.code[1])
        value = self.as_int(value)
        if value.kind.is_known:
            return self.compute_now(float, value.kind.low)
        width, signed = word_of(value.kind)
        if width > 128:
            return self.call_library(mathematics.wide_float, value)
        name = "sitofp" if signed else "uitofp"
        return Value(FLOAT, self.emit(f"{name} i{width} {value.code} to double"))

    def exact_float(self, value: Value) -> Value:
        """A number as a float; an error if the float differs from it."""
        value = self.present(value)
        if value.kind not in (FLOAT, NUMBER):
            value = self.within(self.as_int(value), -EXACT, EXACT, UNEQUAL)
        return self.as_float(value)

    # Ints or floats ------------------------------------------------------------------------------

    def as_number(self, value: Value) -> Value:
        """Convert a number to the kind NUMBER, which may be an int or a float."""
        value = self.present(value)
        if value.kind == NUMBER:
            return value
        flag = "false" if value.kind == FLOAT else "true"
        return Value(NUMBER, (flag, self.exact_float(value).code))

    def number_arithmetic(self, sign: str, a: Value, b: Value) -> Value:
        """`a sign b` where one number is a NUMBER and the other is an int or a NUMBER."""
        (of_a, x), (of_b, y) = self.as_number(a).code, self.as_number(b).code
        made = self.float_arithmetic(sign, Value(FLOAT, x), Value(FLOAT, y))
        flag = self.both(of_a, of_b)
        if sign == "**":  # a negative power of an int is a float
            flag = self.both(flag, self.emit(f"fcmp oge double {y}, 0.0"))
        return self.number_of(flag, made.code)

    def number_of(self, flag: str, operand: str) -> Value:
        """A NUMBER; if the flag says that it is an int, -0.0 becomes 0, and a large int fails."""
        code, size = self.code, self.intrinsic("fabs", operand)
        large = code.emit(f"fcmp ogt double {size}, {float_text(float(EXACT))}")
        code.fail_if(self.both(flag, large), UNEQUAL)
        whole = code.emit(f"fadd double {operand}, 0.0")
        number = code.emit(f"select i1 {flag}, double {whole}, double {operand}")
        return Value(NUMBER, (flag, number))

    # Floats --------------------------------------------------------------------------------------

    def float_arithmetic(self, sign: str, a: Value, b: Value) -> Value:
        code = self.code
        is_exact = sign == "/" and FLOAT not in (a.kind, b.kind)
        convert = self.exact_float if is_exact else self.as_float
        x, y = convert(a).code, convert(b).code
        if sign in ("/", "//", "%"):
            code.fail_if(code.emit(f"fcmp oeq double {y}, 0.0"), ZERO)
        plain = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}.get(sign)
        if plain is not None:
            return Value(FLOAT, code.emit(f"{plain} double {x}, {y}"))
        if sign == "**":
            return self.float_power(x, y)
        if sign not in ("//", "%"):
            raise Unsupported(f"{sign} with floats")
        return self.float_division(sign, x, y)

    def float_division(self, sign: str, x: str, y: str) -> Value:
        """The quotient or remainder, rounded as CPython does."""
        code = self.code
        rest = code.emit(f"frem double {x}, {y}")
        some = code.emit(f"fcmp une double {rest}, 0.0")
        below, under = (code.emit(f"fcmp olt double {number}, 0.0") for number in (y, rest))
        apart = code.emit(f"xor i1 {below}, {under}")
        fix = code.emit(f"and i1 {some}, {apart}")
        moved = code.emit(f"fadd double {rest}, {y}")
        rest = code.emit(f"select i1 {fix}, double {moved}, double {rest}")
        if sign == "%":
            copied = self.intrinsic("copysign", "0.0", y)
            return Value(FLOAT, code.emit(f"select i1 {some}, double {rest}, double {copied}"))
        quotient = code.emit(f"fdiv double {code.emit(f'fsub double {x}, {rest}')}, {y}")
        floor = self.intrinsic("floor", quotient)
        above = code.emit(f"fcmp ogt double {code.emit(f'fsub double {quotient}, {floor}')}, 0.5")
        more = code.emit(f"fadd double {floor}, 1.0")
        return Value(FLOAT, code.emit(f"select i1 {above}, double {more}, double {floor}"))

    def float_power(self, x: str, y: str) -> Value:
        """A power of floats; fails where Python raises an error or returns a complex number."""
        code = self.code
        whole = code.emit(f"fcmp oeq double {self.intrinsic('floor', y)}, {y}")
        negative = code.emit(f"fcmp olt double {x}, 0.0")
        odd = code.emit(f"and i1 {negative}, {self.negate(whole)}")
        code.fail_if(odd, UNEQUAL)
        zero = code.emit(f"fcmp oeq double {x}, 0.0")
        below = code.emit(f"fcmp olt double {y}, 0.0")
        code.fail_if(code.emit(f"and i1 {zero}, {below}"), ZERO)
        result = self.intrinsic("pow", x, y)
        too_large = self.is_infinite(result)
        for operand in (x, y):
            too_large = code.emit(f"and i1 {too_large}, {self.negate(self.is_infinite(operand))}")
        code.fail_if(too_large, TOO_LARGE)
        return Value(FLOAT, result)

    def is_infinite(self, operand: str) -> str:
        size = self.intrinsic("fabs", operand)
        return self.emit(f"fcmp oeq double {size}, 0x7FF0000000000000")

    def intrinsic(self, name: str, *operands: str) -> str:
        """Call one of LLVM's functions on floats."""
        given = (f"double {operand}" for operand in operands)
        return self.call_llvm("double", f"{name}.f64", *given)

    def round_number(self, value: Value, how: str) -> Value:
        """A number as an int; `how` tells how to round a float."""
        code, value = self.code, self.present(value)
        if value.kind not in (FLOAT, NUMBER):
            return self.as_int(value)
        operand = self.intrinsic(how, self.as_float(value).code)
        code.fail_if(code.emit(f"fcmp uno double {operand}, {operand}"), VALUE)
        code.fail_if(self.is_infinite(operand), TOO_LARGE)
        size = self.intrinsic("fabs", operand)
        code.fail_if(code.emit(f"fcmp oge double {size}, {float_text(2.0**62)}"), OVERFLOW)
        return Value(Int(-(1 << 62), 1 << 62), code.emit(f"fptosi double {operand} to i64"))
