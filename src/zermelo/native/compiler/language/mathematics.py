"""Arithmetic and range helpers, written in Python and compiled with the rules that call them."""

from typing import Any, Final

from zermelo.native.arrays import LOW, WORD_BITS

WORD: Final = (1 << 64) - 1


def clamp(value: int, count: int, least: int, most: int) -> int:
    """Convert an end of a slice to an index, at least `least`, at most `count - most`."""
    return max(min(value + count if value < 0 else value, count - most), least)


def split_int(item: Any, lowest: int, row: Any, index: int, count: int) -> None:
    """Write `item - lowest` to a row, split into `count` words, as `write_words` does."""
    rest = item - lowest
    first = index * count
    for place in range(first, first + count - 1):
        row[place] = rest & LOW
        rest >>= WORD_BITS
    row[first + count - 1] = max(min(rest, LOW), ~LOW)


def joined_words(lowest: int, row: Any, index: int, count: int) -> int:
    """Join `count` words of a row to an int, as `read_words` does."""
    whole = 0
    for place in range(count):
        whole |= int(row[index * count + place]) << WORD_BITS * place
    return whole + lowest


def is_in_range(item: Any, first: int, last: int, step: int) -> bool:
    """Whether a number is in a range."""
    return (first <= item < last if step > 0 else last < item <= first) and (
        (item - first) % step == 0
    )


def wide_float(number: int) -> float:
    """A wide int as a float: its 64 highest bits times 2**shift. Some LLVM targets can't do this.

    The lowest of the 64 bits is set if lower bits are lost, so that the float is rounded once.
    """
    size = abs(number)
    shift = max(size.bit_length() - 64, 0)
    top = (size >> shift) & WORD
    result = float(top | (top << shift != size)) * 2.0**shift
    return -result if number < 0 else result


def reversed_range(first: int, last: int, step: int) -> range:
    """The range with the same ints in reverse order."""
    return range(first + (range_length(first, last, step) - 1) * step, first - step, -step)


def range_length(first: int, last: int, step: int) -> int:
    """The number of items in a range."""
    return max(
        (last - first + (step - 1)) // step if step > 0 else (first - last - step - 1) // -step, 0
    )


def power(base: int, exponent: int) -> int:
    """A power with an exponent that is not negative."""
    result = 1
    while exponent > 1:
        if exponent & 1:
            result *= base
        base *= base
        exponent >>= 1
    return result * base if exponent else result


def power_modulo(base: int, exponent: int, modulus: int) -> int:
    """`pow` with three arguments; the exponent is not negative."""
    assert exponent >= 0, "a negative exponent needs an inverse: compiled code leaves it to Python"
    result, base = 1 % modulus, base % modulus
    while exponent:
        if exponent & 1:
            result = result * base % modulus
        base = base * base % modulus
        exponent >>= 1
    return result


def gcd(*numbers: int) -> int:
    """The greatest common divisor."""
    result = 0
    for number in numbers:
        rest = abs(number)
        while rest:
            result, rest = rest, result % rest
    return result


def lcm(*numbers: int) -> int:
    """The least common multiple."""
    result = 1
    for number in numbers:
        a, b = result, abs(number)
        while b:
            a, b = b, a % b
        result = result // a * abs(number) if a else 0
    return result


def factorial(number: int) -> int:
    """1 · 2 · … · number."""
    if number < 0:
        raise ValueError
    result = 1
    for factor in range(2, number + 1):
        result *= factor
    return result


def perm(count: int, chosen: Any = None) -> int:
    """The number of ordered choices of `chosen` items from `count`."""
    size = count if chosen is None else chosen
    if count < 0 or size < 0:
        raise ValueError
    result = 1
    for less in range(size):
        result *= max(count - less, 0)
    return result


def comb(count: int, chosen: int) -> int:
    """The number of choices of `chosen` items from `count`."""
    if count < 0 or chosen < 0:
        raise ValueError
    if chosen > count:
        return 0
    result = 1
    for less in range(min(chosen, count - chosen)):
        result = result * (count - less) // (less + 1)
    return result


def isqrt(number: int) -> int:
    """The square root, rounded down."""
    if number < 0:
        raise ValueError
    if number == 0:
        return 0
    guess = 1 << (number.bit_length() + 1) // 2
    while True:
        better = (guess + number // guess) // 2
        if better >= guess:
            return guess
        guess = better


def prod(items: Any, *, start: Any = 1) -> Any:
    """The product of all items."""
    result = start
    for item in items:
        result *= item
    return result
