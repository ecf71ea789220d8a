"""Methods that call themselves, directly or through others: compiled as functions are.

numba compiles a method again wherever it is called, and so without end.
"""

from __future__ import annotations

import dis
import functools
import inspect
from collections.abc import Iterator
from types import CodeType, FunctionType


@functools.cache
def calls_itself(owner: type, name: str) -> bool:
    """Whether the method `name` of a class can come to call itself, and is no generator."""
    method = method_of(owner, name)
    if method is None or inspect.isgeneratorfunction(method):
        return False
    waiting, seen = [name], set[str]()
    while waiting:
        for called in _called(owner, waiting.pop()):
            if called == name:
                return True
            if called not in seen:
                seen.add(called)
                waiting.append(called)
    return False


def method_of(owner: type, name: str) -> FunctionType | None:
    """The method of this name that a class or one above it defines; None of other members."""
    member = inspect.getattr_static(owner, name, None)
    made = member if isinstance(member, FunctionType) else getattr(member, "__wrapped__", None)
    return made if isinstance(made, FunctionType) else None  # also one with a cache around it


@functools.cache
def _called(owner: type, name: str) -> list[str]:
    """The methods that one asks `self` for."""
    method = method_of(owner, name)
    asked = _asked(method.__code__) if method else ()
    return [other for other in asked if method_of(owner, other)]


def _asked(code: CodeType) -> Iterator[str]:
    of_self = False
    for step in dis.get_instructions(code):
        if of_self and step.opname in ("LOAD_METHOD", "LOAD_ATTR"):
            yield step.argval
        names = step.argval if isinstance(step.argval, tuple) else (step.argval,)
        of_self = step.opname.startswith(("LOAD_FAST", "LOAD_DEREF")) and names[-1] == "self"
        if isinstance(step.argval, CodeType):
            yield from _asked(step.argval)
