"""Convert answers of a student's code to JSON, and compare them with right answers."""

from collections.abc import Iterable
from decimal import Decimal
from numbers import Real
from typing import Any, Final

from zermelo.errors import clip

DEEPEST: Final = 20  # the deepest nesting of lists in an answer
ROUNDING: Final = 1e-9  # the tolerated error of a number


def plain(value: Any, levels: int = DEEPEST) -> Any:
    """A value as JSON: numbers as ints or floats, arrays and tuples as lists, sets as sorted lists;
    other values, and lists nested deeper than `levels`, as their `repr`.
    """
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Real | Decimal):  # includes numpy's floats
        number = float(value)
        return int(number) if number.is_integer() else number
    if hasattr(value, "tolist"):  # numpy's other numbers, and arrays
        return plain(value.tolist(), levels)
    if levels and isinstance(value, list | tuple):
        return [plain(each, levels - 1) for each in value]
    if levels and isinstance(value, set | frozenset):
        return sorted(plain(each, levels - 1) for each in value)
    try:
        return clip(repr(value), 200)
    except Exception as error:  # a student's __repr__, or lists nested too deeply for repr
        return f"{type(value).__name__} without a text: {type(error).__name__}"


def equal(answer: Any, right: Any) -> bool:
    """Whether `answer`, a result of `plain`, equals `right`; as in Python, True equals 1."""
    if isinstance(right, int | float) and isinstance(answer, int | float):
        return answer == right or abs(answer - right) < ROUNDING
    if isinstance(right, list) and isinstance(answer, list):
        return len(answer) == len(right) and all(map(equal, answer, right))
    return bool(answer == right)


def first_objection(answers: Iterable[tuple[str, Any, Any]]) -> str | None:
    """Describe the first wrong answer, if any; `answers` has (subject, answer, right answer)."""
    for subject, answer, right in answers:
        if not equal(plain(answer), plain(right)):
            return f"{subject}: {plain(answer)}, not {plain(right)}"
    return None
