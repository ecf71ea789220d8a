"""Lines that no rewriting makes readable to the compiler, each refused with its reason."""

from __future__ import annotations

from typing import Any


class UnreadableError(Exception):
    """A place in a rule, and why it does not compile with what to write instead."""

    def __init__(self, node: Any, reason: str) -> None:
        self.line, self.reason = node.lineno, reason
        super().__init__(reason)

    def placed(self, file: str) -> UnreadableError:
        """This one with its place as the compiler's own errors name theirs."""
        self.args = (f'unreadable: {self.reason}\nFile "{file}", line {self.line}',)
        return self
