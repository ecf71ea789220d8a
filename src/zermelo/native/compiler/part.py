"""The base of the compiler's parts: each is a mixin of `compiler.Compiler`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from zermelo.native.compiler.code import Code


class Part:
    """A part of the compiler; it calls the others by their methods' names."""

    if TYPE_CHECKING:
        code: Code
        frame: Any
        function: Any
        refined: dict[Any, Any]
        unrolled: tuple[Any, ...]
        loop_depth: int
        nesting: int
        unordered: int
        read_whole: set[Any]

        def __getattr__(self, name: str) -> Any:
            """The methods and tables of the other parts."""
