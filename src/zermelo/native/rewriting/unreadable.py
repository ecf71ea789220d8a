"""Lines that no rewriting makes readable to the compiler, each refused with its reason."""

from __future__ import annotations

from types import FunctionType
from typing import Any


class UnreadableError(Exception):
    """A place in a rule, and why it does not compile with what to write instead."""

    def __init__(self, node: Any, reason: str) -> None:
        self.line, self.reason = node.lineno, reason
        super().__init__(reason)

    def placed(self, function: FunctionType) -> UnreadableError:
        """This one with its place in a function, as the compiler's own errors name theirs."""
        file = function.__code__.co_filename
        where = f'File "{file}", line {self.line}'
        self.args = (f"unreadable in {function.__name__}: {self.reason}\n{where}",)
        return self
