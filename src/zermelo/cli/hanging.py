"""Watch for users' rules that never return: report them, and end a command whose time is up."""

import contextlib
import gc
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Final

from zermelo.cli.output import complain
from zermelo.errors import clip
from zermelo.process.end import leave

LOOK: Final = 1.0  # seconds between two looks
PATIENCE: Final = 10  # looks at one call of a rule before reporting it
LIMITED: Final = "analyze"  # the command that thinks 5 seconds by default
RARELY: Final = 30  # a call counts as ended if fewer than one look in this many has seen it
MISTAKE: Final = 2
MODULE: Final = "<module>"  # the name of a file's code during its import


@contextlib.contextmanager
def rules_watched(asked: Sequence[str]) -> Iterator[None]:
    """Report a rule that runs for ten seconds; end a command a few seconds after its limit."""
    limit = 5.0 if asked[:1] == [LIMITED] else None
    with contextlib.suppress(ValueError, IndexError):
        limit = float(asked[asked.index("--seconds") + 1])
    done, watch = threading.Event(), Watch(limit)

    def look() -> None:
        with contextlib.suppress(MemoryError):  # the command itself reports a lack of memory
            while not done.wait(LOOK):
                watch.look()

    threading.Thread(target=look, daemon=True).start()
    try:
        yield
    finally:
        done.set()


class Watch:
    """Finds rules that run for too long; `limit` is the command's time in seconds, or None."""

    def __init__(self, limit: float | None, end: Callable[[int], object] = leave) -> None:
        self._limit, self._end = limit, end
        self._looks, self._reported = 0, False
        self._calls: dict[FrameType, list[int]] = {}  # each call → the looks that saw it

    def look(self) -> None:
        """Look once at all threads. A call that several looks saw counts as running since the first
        of them, as a look may see a generator or only its caller; a search's generator of moves
        lives long, but few looks see it run.
        """
        self._looks += 1
        collects = gc.isenabled()
        gc.disable()  # finalizers may wait for threads, which cannot start or end in this call
        try:
            frames = sys._current_frames().values()
        finally:
            if collects:
                gc.enable()
        there = {rule: at for rule, at in map(_rule, frames) if rule is not None}
        for rule in there:
            self._calls.setdefault(rule, []).append(self._looks)
        for rule, seen in list(self._calls.items()):
            age = self._looks - seen[0] + 1
            if RARELY * len(seen) < age:
                del self._calls[rule]
            elif rule in there and age >= PATIENCE:
                self._judge(rule, there[rule], age)

    def _judge(self, rule: FrameType, at: FrameType, age: int) -> None:
        """Report the rule once, unless there is a time limit; well past it, end the command."""
        late = self._limit is not None and age * LOOK >= self._limit + PATIENCE / 2
        if late or (self._limit is None and not self._reported):
            self._reported = True
            place = f"{clip(at.f_code.co_filename, 200)} line {at.f_lineno}"
            name = "the file" if rule.f_code.co_name == MODULE else rule.f_code.co_name
            complain(f"{place}: {name} has been running for {age * LOOK:.0f} s and may never end")
        if late:
            self._end(MISTAKE)


def _rule(frame: FrameType) -> tuple[FrameType | None, FrameType]:
    """A thread's outermost call of a user's rule, or None, and its innermost of users' code."""
    from zermelo.contract.game import Game  # loaded late: most commands end before the first look
    from zermelo.spec import is_users

    inner = outer = None
    at: FrameType | None = frame
    while at is not None:
        module = sys.modules.get(at.f_globals.get("__name__", ""))
        if module is not None and is_users(module):
            inner = inner or at
            is_rule = isinstance(at.f_locals.get("self"), Game) or at.f_code.co_name == MODULE
            outer = at if is_rule else outer
        at = at.f_back
    return outer, inner or frame
