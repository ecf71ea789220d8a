"""The decorator that gives a plain function its compiled twin, without loading the compiler."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from typing import Any, Final, ParamSpec, Protocol, TypeVar, cast

IN_BROWSER: Final = sys.platform == "emscripten"  # without threads, and without LLVM

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result", covariant=True)


class Kernel(Protocol[Arguments, Result]):
    """A plain function that can be called as it is, or compiled as `kernel.native(...)`."""

    __name__: str

    def __call__(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        """Run the function as the plain Python it is."""

    def native(self, *args: Any) -> Any:
        """Run it compiled; games whose rules cannot compile run plain, after one warning."""

    def prepare(self, *args: Any) -> Callable[..., Any]:
        """Make it ready for arguments of these types; returns the function to call with them."""


def switched_off() -> bool:
    """Whether `ZERMELO_NATIVE=off` asks for plain runs, to debug or to see coverage."""
    return os.environ.get("ZERMELO_NATIVE") == "off"


def runs_native(game: Any) -> bool:
    """Whether kernels run compiled for `game`, as far as is known by now."""
    if switched_off():
        return False
    return bool(_bridge().is_native(game))


def _bridge() -> Any:
    """The compiler's side, imported when first needed; in a browser, that of compiled modules."""
    name = "zermelo.native.wasm.browser" if IN_BROWSER else "zermelo.native.running"
    return importlib.import_module(name)


def load() -> None:
    """Load the compiler's side early, where it will be needed soon."""
    if not switched_off():
        _bridge()


def kernel(function: Callable[Arguments, Result]) -> Kernel[Arguments, Result]:
    """Mark `function` as one that also runs compiled, as `function.native(...)`.

    The function itself is returned, so that a plain call costs nothing extra. Inside a kernel,
    calls of other kernels, and of itself, are compiled with it.

    function  a function of games, ints, floats, tuples and arrays of numpy

    >>> import zermelo
    >>> @zermelo.kernel
    ... def doubled(number):
    ...     return 2 * number
    >>> doubled(4), hasattr(doubled, "native")
    (8, True)
    """

    plain: Any = function

    def native(*arguments: Any) -> Any:
        if switched_off():
            return plain(*arguments)
        return _bridge().run(function, *arguments)

    def prepare(*arguments: Any) -> Any:
        return plain if switched_off() else _bridge().prepare(function, *arguments)

    function.native = native  # type: ignore[attr-defined]
    function.prepare = prepare  # type: ignore[attr-defined]
    return cast(Kernel[Arguments, Result], function)
