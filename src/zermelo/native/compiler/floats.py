"""Floats as Python computes them."""

from __future__ import annotations

from typing import Final

from zermelo.native.compiler.faults import OVERFLOW, TOO_LARGE, UNEQUAL, VALUE, ZERO
from zermelo.native.compiler.kinds import *
from zermelo.native.compiler.part import Part

EXACT: Final = 1 << 53  # up to here floats have all ints


class Floats(Part):
    """Operations on floats."""

    def as_float(self, value: Value) -> Value:
        """A number as a float."""
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
            return Value(FLOAT, self.wide_float(value.code, width))
        name = "sitofp" if signed else "uitofp"
        return Value(FLOAT, self.code.operation(f"{name} i{width} {value.code} to double"))

    def wide_float(self, operand: str, width: int) -> str:
        """An int that LLVM doesn't convert for every machine: its 64 highest bits, times 2**shift.

        The lowest of them is set where bits beneath are lost, so that the float is rounded once.
        """
        write, kind = self.code.operation, f"i{width}"
        is_negative = write(f"icmp slt {kind} {operand}, 0")
        opposite = write(f"sub {kind} 0, {operand}")
        size = write(f"select i1 {is_negative}, {kind} {opposite}, {kind} {operand}")
        zeros = self.call_llvm(kind, f"ctlz.{kind}", f"{kind} {size}", "i1 false")
        beyond = write(f"sub {kind} {width - 64}, {zeros}")
        is_long = write(f"icmp sgt {kind} {beyond}, 0")
        shift = write(f"select i1 {is_long}, {kind} {beyond}, {kind} 0")
        top = write(f"lshr {kind} {size}, {shift}")
        is_cut = write(f"icmp ne {kind} {write(f'shl {kind} {top}, {shift}')}, {size}")
        bits = write(
            f"or i64 {write(f'trunc {kind} {top} to i64')}, {write(f'zext i1 {is_cut} to i64')}"
        )
        exponent = write(f"add i64 {write(f'trunc {kind} {shift} to i64')}, 1023")
        scale = write(f"bitcast i64 {write(f'shl i64 {exponent}, 52')} to double")
        result = write(f"fmul double {write(f'uitofp i64 {bits} to double')}, {scale}")
        return write(
            f"select i1 {is_negative}, double {write(f'fneg double {result}')}, double {result}"
        )

    def exact_float(self, value: Value) -> Value:
        """A number as a float; an error where the float is another number."""
        value = self.present(value)
        if value.kind not in (FLOAT, NUMBER):
            value = self.within(self.as_int(value), -EXACT, EXACT, UNEQUAL)
        return self.as_float(value)

    # Ints or floats ------------------------------------------------------------------------------

    def as_number(self, value: Value) -> Value:
        """A number as one that may be an int or a float."""
        value = self.present(value)
        if value.kind == NUMBER:
            return value
        flag = "false" if value.kind == FLOAT else "true"
        return Value(NUMBER, (flag, self.exact_float(value).code))

    def number_arithmetic(self, sign: str, a: Value, b: Value) -> Value:
        """`a sign b` where one may be an int or a float, and the other is no float."""
        (of_a, x), (of_b, y) = self.as_number(a).code, self.as_number(b).code
        made = self.float_arithmetic(sign, Value(FLOAT, x), Value(FLOAT, y))
        flag = self.both(of_a, of_b)
        if sign == "**":  # a negative power of an int is a float
            flag = self.both(flag, self.code.operation(f"fcmp oge double {y}, 0.0"))
        return self.number_of(flag, made.code)

    def number_of(self, flag: str, operand: str) -> Value:
        """A result that is an int where the flag is set: then it is exact, and no -0.0."""
        code, size = self.code, self.intrinsic("fabs", operand)
        large = code.operation(f"fcmp ogt double {size}, {float_text(float(EXACT))}")
        code.fail_if(self.both(flag, large), UNEQUAL)
        whole = code.operation(f"fadd double {operand}, 0.0")
        return Value(
            NUMBER, (flag, code.operation(f"select i1 {flag}, double {whole}, double {operand}"))
        )

    # Floats --------------------------------------------------------------------------------------

    def float_arithmetic(self, sign: str, a: Value, b: Value) -> Value:
        code = self.code
        convert = (
            self.exact_float if sign == "/" and FLOAT not in (a.kind, b.kind) else self.as_float
        )
        x, y = convert(a).code, convert(b).code
        if sign in ("/", "//", "%"):
            code.fail_if(code.operation(f"fcmp oeq double {y}, 0.0"), ZERO)
        plain = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}.get(sign)
        if plain is not None:
            return Value(FLOAT, code.operation(f"{plain} double {x}, {y}"))
        if sign == "**":
            return self.float_power(x, y)
        if sign not in ("//", "%"):
            raise Unsupported(f"{sign} of floats")
        return self.float_division(sign, x, y)

    def float_division(self, sign: str, x: str, y: str) -> Value:
        """The quotient or rest, rounded as CPython rounds it."""
        code = self.code
        rest = code.operation(f"frem double {x}, {y}")
        some = code.operation(f"fcmp une double {rest}, 0.0")
        apart = code.operation(
            f"xor i1 {code.operation(f'fcmp olt double {y}, 0.0')}, "
            f"{code.operation(f'fcmp olt double {rest}, 0.0')}"
        )
        fix = code.operation(f"and i1 {some}, {apart}")
        moved = code.operation(f"fadd double {rest}, {y}")
        rest = code.operation(f"select i1 {fix}, double {moved}, double {rest}")
        if sign == "%":
            copied = self.intrinsic("copysign", "0.0", y)
            return Value(FLOAT, code.operation(f"select i1 {some}, double {rest}, double {copied}"))
        quotient = code.operation(f"fdiv double {code.operation(f'fsub double {x}, {rest}')}, {y}")
        floor = self.intrinsic("floor", quotient)
        above = code.operation(
            f"fcmp ogt double {code.operation(f'fsub double {quotient}, {floor}')}, 0.5"
        )
        more = code.operation(f"fadd double {floor}, 1.0")
        return Value(FLOAT, code.operation(f"select i1 {above}, double {more}, double {floor}"))

    def float_power(self, x: str, y: str) -> Value:
        """A power of floats; where Python has a complex number or an error, an error."""
        code = self.code
        whole = code.operation(f"fcmp oeq double {self.intrinsic('floor', y)}, {y}")
        negative = code.operation(f"fcmp olt double {x}, 0.0")
        odd = code.operation(f"and i1 {negative}, {self.negate(whole)}")
        code.fail_if(odd, UNEQUAL)
        zero, below = (
            code.operation(f"fcmp {t}") for t in (f"oeq double {x}, 0.0", f"olt double {y}, 0.0")
        )
        code.fail_if(code.operation(f"and i1 {zero}, {below}"), ZERO)
        result = self.intrinsic("pow", x, y)
        too_large = self.is_infinite(result)
        for operand in (x, y):
            too_large = code.operation(
                f"and i1 {too_large}, {self.negate(self.is_infinite(operand))}"
            )
        code.fail_if(too_large, TOO_LARGE)
        return Value(FLOAT, result)

    def is_infinite(self, operand: str) -> str:
        size = self.intrinsic("fabs", operand)
        return self.code.operation(f"fcmp oeq double {size}, 0x7FF0000000000000")

    def intrinsic(self, name: str, *operands: str) -> str:
        """A function of floats that LLVM knows."""
        given = (f"double {operand}" for operand in operands)
        return self.call_llvm("double", f"{name}.f64", *given)

    def int_of_float(self, value: Value, rounding: str = "trunc") -> Value:
        """A float rounded to an int."""
        code = self.code
        operand = self.intrinsic(rounding, value.code)
        code.fail_if(code.operation(f"fcmp uno double {operand}, {operand}"), VALUE)
        code.fail_if(self.is_infinite(operand), TOO_LARGE)
        size = self.intrinsic("fabs", operand)
        code.fail_if(code.operation(f"fcmp oge double {size}, {float_text(2.0**62)}"), OVERFLOW)
        return Value(Int(-(1 << 62), 1 << 62), code.operation(f"fptosi double {operand} to i64"))
