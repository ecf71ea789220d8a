"""Talking with a program, a line at a time: an external player, or a worker of ours."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import Final

UNHEARD: Final = 100  # lines that a program may be ahead of what is asked; then it has to wait
LONGEST: Final = 1 << 24  # characters of a line; what is longer is taken for several


def same_python() -> dict[str, str]:
    """The environment in which another Python finds the modules that this one finds."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


class Program:
    """A running program that is told lines and answers with lines.

    It runs in a session of its own, so that Ctrl-C reaches this process alone, which then stops it
    with all that it has started. What it writes to standard error is shown.

    command      the program and its arguments
    hearer       called with each line it says, None at its end; by default `hear` waits for them
    environment  its environment variables, by default those of this process
    """

    def __init__(
        self,
        command: Sequence[str],
        hearer: Callable[[str | None], None] | None = None,
        environment: dict[str, str] | None = None,
    ) -> None:
        self._said: queue.Queue[str | None] = queue.Queue(UNHEARD)
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            env=environment,
            start_new_session=True,
        )
        hearer = hearer or self._said.put
        self._reader = threading.Thread(target=self._read, args=(hearer,), daemon=True)
        self._reader.start()

    def _read(self, hearer: Callable[[str | None], None]) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, ValueError):  # closed by `stop`
            while line := self._process.stdout.readline(LONGEST):
                hearer(line.strip())
        hearer(None)

    def tell(self, line: str) -> None:
        """Say one line; raises `EOFError` when the program has ended."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except OSError:
            raise EOFError(self._ending()) from None

    def hear(self, seconds: float | None = None) -> str:
        """The next line; `TimeoutError` when none comes in time, `EOFError` at its end."""
        try:
            line = self._said.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError from None
        if line is None:
            raise EOFError(self._ending())
        return line

    def _ending(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return f"the program ended with status {self._process.wait(timeout=1)}"
        return "the program stopped talking"

    def stop(self, *, gently: bool = False) -> None:
        """End it with all it has started; `gently` lets it first end what it has started."""
        with contextlib.suppress(OSError):
            if gently:
                self._process.terminate()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self._process.wait(timeout=3)
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.kill()
        self._process.wait()
        for _ in range(100):  # its reader may wait for room in the queue
            with contextlib.suppress(queue.Empty):
                while self._reader.is_alive():
                    self._said.get(timeout=0.01)
        for pipe in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()
