"""Python functions of an int that kernels call: slow beside their own code, and seldom needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

Asked: TypeAlias = Callable[[int], int] | int  # plain the function, in native runs its address


class Callback:
    """A function as kernels are given it. It must not raise, and live as long as they run."""

    def __init__(self, function: Callable[[int], int]) -> None:
        self.function = function
        self._made: Any = None

    def place(self, *, native: bool) -> Asked:
        """The argument of `ask` in kernels."""
        if not native:
            return self.function
        import ctypes

        if self._made is None:
            self._made = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(self.function)
        return int(ctypes.cast(self._made, ctypes.c_void_p).value or 0)


def ask(place: Asked, number: int) -> int:
    """The answer of the function at `place`; compiled code takes Python's lock for it."""
    return place(number)  # type: ignore[operator]
