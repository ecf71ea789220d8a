"""Thinking beside the kernel: on a thread of its own, ended when it has become pointless."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from zermelo.errors import Stopped


class Thought:
    """One piece of thinking, begun at once: `find` is called on a thread.

    finish  takes what was found, when that is asked for
    turn    held while it thinks, so that thoughts that share it follow one another

    The thread has the context of who asked: ipykernel finds there which cell output belongs to.
    """

    def __init__(
        self, find: Callable[[], Any], finish: Callable[[Any], object], turn: threading.Lock
    ) -> None:
        self.stopped = False
        self._find, self._finish, self._turn = find, finish, turn
        self._found: Future[Any] = Future()
        self._context = contextvars.copy_context()
        threading.Thread(target=self._context.copy().run, args=(self._run,), daemon=True).start()

    def stop(self) -> None:
        """Have the search end within a twentieth of a second; its result counts for nothing."""
        self.stopped = True

    def end(self) -> None:
        """Wait for what is found and finish with it; raises what finding raised."""
        self._finish(self._found.result())

    def then(self, heed: Callable[[Thought], object]) -> None:
        """Have `heed` called with this thought in the running event loop once there is a result."""
        loop = asyncio.get_running_loop()

        def tell(_: Future[Any]) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed, nobody is there
                loop.call_soon_threadsafe(heed, self, context=self._context)

        self._found.add_done_callback(tell)

    def _run(self) -> None:
        with self._turn:
            _thread.thought = self
            try:
                if self.stopped:
                    raise Stopped
                self._found.set_result(self._find())
            except BaseException as error:  # whatever it is, whoever waits for the result gets it
                self._found.set_exception(error)


_thread = threading.local()  # the thought that a thread is about


def watched(_: Any) -> None:
    """The progress of every search of a thought: ends the search when the thought is stopped."""
    if _thread.thought.stopped:
        raise Stopped


def in_event_loop() -> bool:
    """Whether an event loop runs here, as in a notebook's kernel."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
