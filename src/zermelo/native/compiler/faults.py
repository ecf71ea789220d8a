"""Errors of compiled code, as Python's exceptions; advice for code that does not compile.

Numbers below `FIRST_RAISED` without an exception are limits of compiled code: the caller widens
the contract, or the rules run in plain Python.
"""

import re
from typing import Final

OVERFLOW: Final = 1  # an int beyond the widest words
CONTRACT: Final = 2  # a state outside its contract
MEMORY: Final = 3  # the arena is full
UNEQUAL: Final = 4  # compiled code cannot match Python here
ENDLESS: Final = 5  # a loop of the rules that has run `ROUNDS` times
ZERO, SHIFT, INDEX, NONE_USED, MISSING, VALUE = range(10, 16)
UNSET, TOO_LARGE, DEEP, ASSERTED, TYPE = range(16, 21)
FIRST_RAISED: Final = 100  # the first number for the rules' own exception classes
ROUNDS: Final = 1 << 26  # the most iterations of loops in one call of a rule

EXCEPTIONS: Final[dict[int, type[BaseException]]] = {
    ZERO: ZeroDivisionError,
    SHIFT: ValueError,
    INDEX: IndexError,
    NONE_USED: AttributeError,
    MISSING: KeyError,
    VALUE: ValueError,
    UNSET: UnboundLocalError,
    TOO_LARGE: OverflowError,
    DEEP: RecursionError,
    ASSERTED: AssertionError,
    TYPE: TypeError,
}


KINDS: Final = "ints, tuples, lists, dicts, sets, named tuples and frozen dataclasses"
CURES: Final = (
    ("a call to print", "leave it out of the rules"),
    ("a call to (get|set|has)attr|a call to vars", "write the attribute's name"),
    ("a call to the class type", "use isinstance"),
    ("a call to random", "rules must not be random: make every outcome a move"),
    ("a call to the class", f"use {KINDS}"),
    ("a call to (a|an|None) ", "only functions, methods and classes can be called"),
    ("a call to ", "write the computation with loops and operators"),
    ("pop from a set", "take min(…), and discard it"),
    (".* not constant", "write a number or a constant"),
    ("== between ranges", "compare them as tuples"),
    ("round with digits", "count in whole numbers, as in round(100 * x)"),
    (
        "a slice .*text|int of a text|.* with texts|a text [*+]",
        "keep numbers, and look texts up in a dict",
    ),
    ("a possibly negative index", "compute the item from the start of the range"),
    ("a variable that is", "use two variables, or one type"),
    ("variables whose types", "give each variable values of one type"),
    (".* as a value that varies", "choose it with an if around the call"),
    (".* in one place of a state|values of two types", "give each field values of one type"),
    ("play returns", "return the state's own class, with tuples in it"),
    (
        ".* takes a function or iterator, and calls itself",
        "give it a list, or write out the function",
    ),
    ("the name ", "define it, or import it at the top of the file"),
    (".* (takes|has no field|has only the fields|is called)", "pass the arguments it takes"),
    ("the method .* of a number", "compute it with operators"),
    ("the method ", f"use {KINDS}, and the features in docs/contract.md"),
    ("the attribute ", "use a field, property or method of the class"),
    ("iter with|next of", "write a loop"),
    ("a star here", "list the items"),
    ("raising ", "raise an exception class"),
    ("the (statement|expression) ", "use the features in docs/contract.md"),
    ("del of|an assignment to", "make a new value"),
    ("isinstance of", "give each variable values of one type"),
    (".* None", "first check whether it is None"),
)  # fmt: skip


class Unsupported(Exception):
    """The rules use something that does not compile; the message says what to write instead."""

    def __init__(self, text: str) -> None:
        fitting = (cure for pattern, cure in CURES if re.match(pattern, text))
        usual = "use values of one type there, and the features in docs/contract.md"
        super().__init__(text if ": " in text else f"{text}: {next(fitting, usual)}")


class Unreached(Exception):
    """Control never gets here, or nothing is known about the value yet."""
