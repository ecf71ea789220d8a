"""Comparisons with values that may be None, which numba refuses or fails at."""

from __future__ import annotations

import dis
import functools
import inspect
import operator
from itertools import pairwise
from types import FunctionType
from typing import Any, Final

from numba.core import ir
from numba.core.ir_utils import get_definition, guard


def same(one: Any, other: Any) -> bool:
    """`==`, where one may be None."""
    return bool(one == other)


def differs(one: Any, other: Any) -> bool:
    """`!=`, where one may be None."""
    return bool(one != other)


def is_false(value: Any) -> bool:
    """`not`, of what may be None."""
    return not value


def surely(value: Any) -> Any:
    """A value whose items or fields are asked for, so it is not None."""
    return value


PARTED: Final = (  # what asks for those
    *("static_getitem", "getitem", "exhaust_iter", "getiter", "getattr"),
)
ASKED_OF_NONE: Final = {operator.eq: same, operator.ne: differs, operator.not_: is_false}


def may_be_none(function: Any, game: Any, variable: Any) -> bool:
    """Whether a variable may be None, besides others: it is set to it, or a function returns it."""
    names, seen = [variable.name], set[str]()
    while names:
        name = names.pop()
        for made in function._definitions.get(name, ()) if name not in seen else ():
            if isinstance(made, ir.Var):
                names.append(made.name)
            if isinstance(made, ir.Const) and made.value is None:
                return True
            if getattr(made, "op", "") == "call":
                called = _called_function(function, game, made.func)
                if called is not None and returns_none(called):
                    return True
        seen.add(name)
    return False


def _called_function(function: Any, game: Any, called: Any) -> FunctionType | None:
    """The function of the rules that a variable stands for, or None."""
    made: Any = _meaning(function, called)
    owner: Any = _meaning(function, made.value) if _is_getattr(made) else None
    code = game.rule(made.attr) if isinstance(owner, ir.Arg) else getattr(made, "value", None)
    return code if isinstance(code, FunctionType) else None


def _meaning(function: Any, variable: Any) -> Any:
    return guard(get_definition, function, variable)  # type: ignore[no-untyped-call]


def _is_getattr(made: Any) -> bool:
    return getattr(made, "op", "") == "getattr"


@functools.cache
def returns_none(function: FunctionType) -> bool:
    """Whether a function may return None: at its end, or a variable that it has set to it."""
    steps = list(dis.get_instructions(function))
    return not function.__code__.co_flags & inspect.CO_GENERATOR and any(
        step.argval is None
        and (step.opname == "RETURN_CONST" or (step.opname == "LOAD_CONST" and _is_kept(after)))
        for step, after in pairwise([*steps, *steps[-1:]])
    )


def _is_kept(step: dis.Instruction) -> bool:
    """Whether a constant is returned, perhaps behind a jump, or set to a variable."""
    return step.opname.startswith(("RETURN", "JUMP", "STORE_FAST"))
