"""Talk with a program, line by line: an external player or a worker."""

from __future__ import annotations

import contextlib
import io
import os
import queue
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NoReturn

from zermelo.errors import Forfeit

SUPERVISOR: Final = str(Path(__file__).with_name("supervisor.py"))
UNHEARD: Final = 100  # lines that a program may send before it has to wait
LONGEST: Final = 1 << 24  # characters of a line; longer ones are split
LAST_WORDS: Final = 1.0  # seconds to read the last output of a program that ended
WAITED: Final = 0.05  # seconds between checks for a reader
ENDING: Final = 3.0  # seconds for a program's supervisor to end everything


class Program:
    """A running program that reads lines and answers with lines.

    It runs in a session of its own, so that Ctrl-C reaches this process alone, and under a
    supervisor, see `zermelo.players.supervisor`: at `stop`, or when this process ends, the program
    and all processes it started end, too.

    command      the program and its arguments
    hearer       called with each line of output, and None at its end; else `ask` returns them
    environment  its environment variables, by default those of this process
    heard        whether its standard error is shown
    """

    def __init__(
        self,
        command: Sequence[str],
        hearer: Callable[[str | None], None] | None = None,
        environment: dict[str, str] | None = None,
        heard: bool = True,
    ) -> None:
        self._lines: queue.Queue[str | None] = queue.Queue(UNHEARD)
        self._stopped = False
        kept, self._lifeline = os.pipe()
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-IS", SUPERVISOR, str(kept), *command],
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if heard else subprocess.DEVNULL,
                env=environment,
                pass_fds=(kept,),
                start_new_session=True,
            )
        finally:
            os.close(kept)
        assert self._process.stdin is not None
        self._ear = self._process.stdin.fileno()
        os.set_blocking(self._ear, False)
        self._room = select.poll()
        self._room.register(self._ear, select.POLLOUT)
        self._reader = threading.Thread(target=self._read, args=(hearer or self._keep,))
        self._reader.daemon = True  # a process that cannot be killed may hold the pipe open
        self._reader.start()

    def _read(self, hearer: Callable[[str | None], None]) -> None:
        """Read the pipe to its end and close it: closing elsewhere would wait for reads."""
        assert isinstance(self._process.stdout, io.RawIOBase)
        buffered = io.BufferedReader(self._process.stdout)
        with io.TextIOWrapper(buffered, encoding="utf-8", errors="replace") as output:
            while not self._stopped and (line := output.readline(LONGEST)):
                hearer(line.strip())
        hearer(None)

    def _keep(self, line: str | None) -> None:
        """Queue a line for `ask`, once there is room."""
        while not self._stopped:
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=WAITED)
                break

    def ask(self, line: str, seconds: float | None = None) -> str:
        """Send a line, return the answer; `TimeoutError` if late, `EOFError` at the end."""
        ends = None if seconds is None else time.monotonic() + seconds
        try:
            self.tell(line, seconds)
        except EOFError:  # it may have sent the reason
            with contextlib.suppress(TimeoutError):
                return self.hear(LAST_WORDS)
            raise
        return self.hear(_seconds_left(ends))

    def hear(self, seconds: float | None = None) -> str:
        """The next line of output; `TimeoutError` if late, `EOFError` if the program ended."""
        try:
            answer = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise TimeoutError from None
        if answer is None:
            raise EOFError(self._ending())
        return answer

    def tell(self, line: str, seconds: float | None = None) -> None:
        """Send a line; `TimeoutError` if it is not read in time, `EOFError` at the end."""
        ends = None if seconds is None else time.monotonic() + seconds
        left = f"{line}\n".encode()
        while left:
            if not self._room.poll(_seconds_left(ends, 1000)):
                raise TimeoutError
            try:
                left = left[os.write(self._ear, left) :]
            except OSError:
                raise EOFError(self._ending()) from None

    def _ending(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return f"the program ended with status {self._process.wait(timeout=1)}"
        return "the program stopped talking"

    def stop(self) -> None:
        """End the program and all processes it started."""
        self._stopped = True
        os.close(self._lifeline)
        try:
            self._process.wait(ENDING)
        except subprocess.TimeoutExpired:  # some process cannot be killed
            self._process.kill()
            self._process.wait()
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._reader.join(WAITED * 2)


class RunsProgram:
    """A player whose moves come from a program, started for the first game."""

    _program: Program | None = None

    def _forfeit(self, reason: str) -> NoReturn:
        """Lose the game, and stop the program, so that the next game starts a new one."""
        self.stop()
        raise Forfeit(reason)

    def stop(self) -> None:
        """Stop the program."""
        if self._program is not None:
            self._program.stop()
        self._program = None


def _seconds_left(ends: float | None, scale: float = 1) -> float | None:
    """The seconds left, times `scale`; None without an end."""
    return None if ends is None else max(0.0, ends - time.monotonic()) * scale
