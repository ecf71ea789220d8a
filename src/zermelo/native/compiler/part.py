"""What the parts of the compiler have in common: each is a mixin of `compiler.Compiler`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any


class Part:
    """A part of the compiler; it calls the others by their methods' names."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The methods and tables of the other parts."""
