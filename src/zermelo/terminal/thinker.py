"""What thinks while the screen stays alive: one search after another, on a thread of its own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from zermelo.errors import Stopped

if TYPE_CHECKING:
    from zermelo.search.limits import Snapshot


class Thought(NamedTuple):
    """What came of one question: `result`, or the error that ended it."""

    ticket: int
    then: Callable[[Any], None]
    result: Any = None
    error: Exception | None = None


class Thinker:
    """Answers one question at a time; a new one, or `drop`, ends the search for the one before.

    Nothing is answered before `start`. Searches have to take this object as their `progress`: so
    it knows how far they are, and ends them. The thread never keeps a program from ending.
    """

    def __init__(self) -> None:
        self.snapshot: Snapshot | None = None
        self.busy = False
        self._asked = 0  # the ticket of the latest question
        self._answering = 0
        self._questions: queue.SimpleQueue[tuple[int, Callable[[], Any], Callable[[Any], None]]]
        self._questions = queue.SimpleQueue()

    def start(self, deliver: Callable[[Thought], object]) -> None:
        """Call `deliver` on the thread with each `Thought`; `wants` says whether it matters."""
        threading.Thread(target=self._work, args=(deliver,), daemon=True).start()

    def ask(self, question: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Have `question` called on the thread; `then` is for the result, where it is wanted."""
        self.drop()
        self.busy = True
        self._questions.put((self._asked, question, then))

    def drop(self) -> None:
        """Forget what was asked."""
        self._asked += 1
        self.busy, self.snapshot = False, None

    def wants(self, thought: Thought) -> bool:
        """Whether the thought answers the latest question, which is then done with."""
        if thought.ticket != self._asked:
            return False
        self.busy = False
        return True

    def __call__(self, snapshot: Any) -> None:
        """Take note of how far a search is; raises `Stopped` when nobody waits for it any more."""
        if self._answering != self._asked:
            raise Stopped
        self.snapshot = snapshot

    def _work(self, deliver: Callable[[Thought], object]) -> None:
        while True:
            ticket, question, then = self._questions.get()
            self._answering = ticket
            if ticket == self._asked:
                deliver(_answered(ticket, question, then))


def _answered(ticket: int, question: Callable[[], Any], then: Callable[[Any], None]) -> Thought:
    try:
        return Thought(ticket, then, question())
    except Exception as error:  # which the screen shows
        return Thought(ticket, then, error=error)
