"""Ints that note, while rules run plain, which lines make more bits than a word has.

Only bits that something depends on count. Bits shifted beyond a word and then masked away do no
harm in compiled code either, which computes modulo a power of two (see `demand`). So a traced int
carries the lines that made it big. They are noted when it is used outside the arithmetic that
tolerates the loss.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, ClassVar, Final

from zermelo.native.ints.widths import WORD, Line

Operation = Callable[..., Any]
LARGEST: Final = WORD - 1  # bits of an int of one word, without its sign
OWN_FILE: Final = "zermelo/contract/bits.py"  # compiled code has its own way of what it computes


class Record:
    """The notes of all traced ints.

    lines   for each line that makes big ints the most bits anything depends on
    shifts  for each line with a shift to the left the most bits that it makes
    count   how many operations were traced
    """

    def __init__(self) -> None:
        self.lines: dict[Line, int] = {}
        self.shifts: dict[Line, int] = {}
        self.count = 0


class Traced(int):
    """An int that traces itself.

    sure  whether the code alone says that it is not negative: constants are, parameters are not
    made  the lines that made this more than a word, each with the bits
    """

    record: ClassVar[Record] = Record()
    sure = False
    made: ClassVar[dict[Line, int]] = {}

    def __bool__(self) -> bool:
        return bool(int(_used(self)))

    def __hash__(self) -> int:
        return int.__hash__(self)

    def bit_count(self) -> int:
        """As of an int."""
        return traced(int.bit_count(_used(self)), sure=True)

    def bit_length(self) -> int:
        """As of an int."""
        return traced(int.bit_length(_used(self)), sure=True)


def traced(value: int, *, sure: bool = False) -> int:
    """`value`, tracing itself."""
    number = Traced(value)
    if sure and value >= 0:
        number.sure = True
    return number


def use(value: Any) -> None:
    """Note that something depends on every bit of `value`, an int or a tuple of ints."""
    if isinstance(value, tuple):
        for item in value:
            use(item)
    elif isinstance(value, Traced):
        _used(value)


def _used(value: Any) -> Any:
    for line, bits in getattr(value, "made", {}).items():
        lines = Traced.record.lines
        lines[line] = max(bits, lines.get(line, 0))
    return value


def _masked(self: int, other: int) -> Any:
    """Both bits set; a mask that is surely not negative hides what was lost above it."""
    result = int.__and__(self, other)
    if result is NotImplemented:
        return result
    made: dict[Line, int] = {}
    for value, mask in ((self, other), (other, self)):
        most = mask.bit_length() if is_sure(mask) else None
        _join(made, value, most)
    return _result(result, made, sure=is_sure(self) or is_sure(other))


def is_sure(value: int) -> bool:
    """Whether the code alone says that `value` is not negative; plain ints are its constants."""
    return value.sure if isinstance(value, Traced) else value >= 0


def _join(made: dict[Line, int], value: Any, most: int | None = None) -> None:
    """Add to `made` the lines that made `value`, of which at most `most` bits are left."""
    for line, bits in getattr(value, "made", {}).items():
        left = bits if most is None else min(bits, most)
        if left > LARGEST:
            made[line] = max(left, made.get(line, 0))


def _result(value: int, made: dict[Line, int], *, sure: bool = False) -> int:
    Traced.record.count += 1
    number = Traced(value)
    number.sure = sure
    if made:
        number.made = made  # type: ignore[misc]
    return number


def _line(depth: int) -> Line | None:
    frame = sys._getframe(depth + 1)
    file = frame.f_code.co_filename
    return None if file.endswith(OWN_FILE) else (file, frame.f_lineno)


# Operations --------------------------------------------------------------------------------------


def _passing(name: str, *, grows: bool) -> Operation:
    """Arithmetic through which lost bits pass unharmed, and which may make more if it `grows`."""
    plain = getattr(int, name)

    def operation(*operands: Any) -> Any:
        result = plain(*operands)
        if result is NotImplemented:
            return result
        made: dict[Line, int] = {}
        for operand in operands:
            _join(made, operand)
        if grows and result.bit_length() > LARGEST and (line := _line(1)):
            made[line] = result.bit_length()
        sure = not grows and len(operands) == 2 and all(map(is_sure, operands))
        return _result(result, made, sure=sure)

    return operation


def _shifting(name: str, value: int) -> Operation:
    """A shift to the left; `value` is the index of the operand that is shifted."""
    plain = getattr(int, name)

    def operation(*operands: Any) -> Any:
        result = plain(*operands)
        if result is NotImplemented:
            return result
        _used(operands[1 - value])
        made: dict[Line, int] = {}
        _join(made, operands[value])
        if line := _line(1):
            bits, shifts = result.bit_length(), Traced.record.shifts
            shifts[line] = max(bits, shifts.get(line, 0))
            if bits > LARGEST:
                made[line] = bits
        return _result(result, made)

    return operation


def _using(name: str) -> Operation:
    """The operation of this name, which depends on every bit of its operands."""
    plain = getattr(int, name)

    def operation(*operands: Any) -> Any:
        for operand in operands:
            _used(operand)
        result = plain(*operands)
        if type(result) is not int:
            return result
        made: dict[Line, int] = {}
        if result.bit_length() > LARGEST and (line := _line(1)):
            made[line] = result.bit_length()
        return _result(result, made, sure=name == "__rshift__" and is_sure(operands[0]))

    return operation


def _install() -> None:
    for method in ("__and__", "__rand__"):
        setattr(Traced, method, _masked)
    for name in ("add", "sub", "mul"):
        for method in (f"__{name}__", f"__r{name}__"):
            setattr(Traced, method, _passing(method, grows=True))
    for name in ("or", "xor"):
        for method in (f"__{name}__", f"__r{name}__"):
            setattr(Traced, method, _passing(method, grows=False))
    Traced.__neg__ = _passing("__neg__", grows=True)  # type: ignore[method-assign]
    Traced.__invert__ = _passing("__invert__", grows=False)  # type: ignore[method-assign]
    Traced.__lshift__ = _shifting("__lshift__", 0)  # type: ignore[method-assign]
    Traced.__rlshift__ = _shifting("__rlshift__", 1)  # type: ignore[method-assign]
    for name in ("rshift", "floordiv", "mod", "truediv", "pow", "divmod"):
        for method in (f"__{name}__", f"__r{name}__"):
            setattr(Traced, method, _using(method))
    for name in ("abs", "eq", "ne", "lt", "le", "gt", "ge", "float"):
        setattr(Traced, f"__{name}__", _using(f"__{name}__"))


_install()
