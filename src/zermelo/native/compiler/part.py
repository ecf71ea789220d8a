"""The base of the compiler's parts, which are mixins of `compiler.Compiler`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from zermelo.native.compiler.syntax import source_of

if TYPE_CHECKING:
    from zermelo.native.compiler.code import Code
    from zermelo.native.compiler.kinds import Value


MANY: Final = 24  # rounds of a loop; if it has fewer, LLVM decides whether to unroll it
UNROLLED: Final = 1900  # the most lines of a loop that is written out round by round


class Part:
    """A part of the compiler; it calls the methods of other parts by name."""

    if TYPE_CHECKING:
        code: Code
        frame: Any
        function: Any
        refined: dict[Any, Any]
        unrolled: tuple[Any, ...]
        loop_depth: int
        is_passing: bool
        read_whole: set[Any]

        def __getattr__(self, name: str) -> Any:
            """Find a method or table of another part."""

    def emit(self, text: str) -> str:
        """Write an instruction that yields a value; return its name."""
        return self.code.emit(text)

    def call_library(self, function: Any, *args: Value, node: Any = None) -> Value:
        """Call a function of the library or another Python function."""
        made: Value = self.call_source(source_of(function), list(args), {}, node)
        return made

    @contextmanager
    def keep_apart(self, *key: Any) -> Iterator[None]:
        """Separate the variables of this copy of some code from those of other copies."""
        outer, self.unrolled = self.unrolled, (*self.unrolled, *key)
        try:
            yield
        finally:
            self.unrolled = outer

    def write_if(
        self, test: Any, then: Callable[[], Any], other: Callable[[], Any] | None = None
    ) -> None:
        """Write the branches after a flag or condition: `then` if it holds, `other` if not."""
        code = self.code
        yes, no, end = code.labels("yes", "no", "end")
        branch = code.branch if isinstance(test, str) else self.branch
        branch(test, yes, no if other else end)
        for label, write in ((yes, then), (no, other)):
            code.begin_only(label)
            if write is not None and not code.dead:
                write()
            code.jump(end)
        code.begin(end)

    def write_loop(
        self,
        first: str,
        goes_on: Callable[[str], str],
        after: Callable[[str], str],
        body: Callable[[str], Any],
        rounds: int = 0,
    ) -> None:
        """Write a loop: `body(word)` for successive words while `goes_on(word)`.

        A loop of many `rounds` (0 if unknown) with a short body, as over the lines of a board, is
        written out: otherwise, LLVM would unroll some rounds, and load items by their index.
        """
        code = self.code
        at, head, go, end = code.alloca("i64"), *code.labels("loop", "item", "end")
        code.write(f"store i64 {first}, ptr {at}")
        code.begin(head)
        self.loop_depth, begun = self.loop_depth + 1, len(code.lines) - 1
        word = code.emit(f"load i64, ptr {at}")
        code.branch(goes_on(word), go, end)
        code.begin_only(go)
        code.write(f"store i64 {after(word)}, ptr {at}")
        self.write_guarded(lambda: body(word))
        if rounds >= MANY and rounds * (len(code.lines) - begun) <= UNROLLED and not code.dead:
            code.repeat(begun, rounds)
            code.jump(end)
        code.jump(head)
        self.loop_depth -= 1
        code.begin_only(end)
