"""Talk line by line with a program: an external player, a worker, or a student's code. `Program` is
the parent's side; `orders` and `voice` are the side of a child written in Python.
"""

from __future__ import annotations

import contextlib
import os
import queue
import select
import shlex
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from zermelo.errors import Forfeit, UsageError, clip

if TYPE_CHECKING:
    from zermelo.play.history import History

LONGEST: Final = 1 << 24  # the most bytes of a line; longer lines are split
GLANCE: Final = 0.1  # seconds between two checks whether the program has ended
SUPERVISOR: Final = str(Path(__file__).with_name("supervisor.py"))
LAST_WORDS: Final = 1.0  # seconds to read the last output of a program that ended


class Program:
    """A running program that reads and answers lines; its standard error is shown if `heard`. It
    runs in a session of its own, so that Ctrl-C reaches this process alone, and under a supervisor:
    at `stop`, or whenever this process ends, the program ends with everything it has started.
    """

    def __init__(
        self, command: Sequence[str], environment: dict[str, str] | None = None, heard: bool = True
    ) -> None:
        self._ended = False
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
        assert self._process.stdin is not None and self._process.stdout is not None
        self._ear, self._mouth = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._ear, False)
        self._room, self._said = select.poll(), select.poll()
        self._room.register(self._ear, select.POLLOUT)
        self._said.register(self._mouth, select.POLLIN)
        self._unread = b""

    def ask(self, line: str, seconds: float | None = None) -> str:
        """Send a line and return the answer; raises the errors of `tell` and `hear`."""
        ends = end_of(seconds)
        try:
            self.tell(line, seconds)
        except EOFError:  # the program may have sent the reason before it ended
            with contextlib.suppress(TimeoutError):
                return self.hear(LAST_WORDS)
            raise
        return self.hear(seconds_left(ends))

    def hear(self, seconds: float | None = None) -> str:
        """The next output line; `TimeoutError` if it is late, `EOFError` if the program ended."""
        ends = end_of(seconds)
        while b"\n" not in self._unread and len(self._unread) < LONGEST:
            left = seconds_left(ends)
            if self._said.poll(1000 * min(GLANCE if left is None else left, GLANCE)):
                part = os.read(self._mouth, 1 << 16)
            elif self._process.poll() is None:
                if left == 0:
                    raise TimeoutError
                continue
            else:  # a process that the program started may hold the pipe open
                part = b""
            if not part:
                break
            self._unread += part
        if not self._unread:
            raise EOFError(self._ending_text())
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode(errors="replace").strip()

    def tell(self, line: str, seconds: float | None = None) -> None:
        """Send a line; `TimeoutError` if it isn't read in time, `EOFError` if the program ended."""
        ends, rest = end_of(seconds), f"{line}\n".encode()
        while rest:
            left = seconds_left(ends)
            if not self._room.poll(None if left is None else 1000 * left):
                raise TimeoutError
            try:
                rest = rest[os.write(self._ear, rest) :]
            except OSError:
                raise EOFError(self._ending_text()) from None

    def _ending_text(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return f"the program ended with status {self._process.wait(timeout=1)}"
        return "the program closed its output"

    def kill(self) -> None:
        """End the program with everything it has started; `ask` then raises `EOFError`."""
        if not self._ended:
            self._ended = True
            os.close(self._lifeline)
        self._process.wait()

    def stop(self) -> None:
        """End the program with everything it has started, and close the pipes."""
        self.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()


def end_of(seconds: float | None) -> float | None:
    """The time of `time.monotonic` when these seconds are over; None without a limit."""
    return None if seconds is None else time.monotonic() + seconds


def seconds_left(ends: float | None) -> float | None:
    """The seconds until `ends`, a time of `time.monotonic`, at least 0; None without an end."""
    return None if ends is None else max(0.0, ends - time.monotonic())


def read_command(text: str, program: str, right: str) -> list[str]:
    """The words of a command; `UsageError`, with the advice `right`, for a missing program."""
    try:
        command = shlex.split(program)
    except ValueError as error:
        raise UsageError(f"{clip(text)} is not a command: {error}") from None
    if not command or shutil.which(command[0]) is None:
        raise UsageError(f"{clip(text)}: there is no such program; {right}")
    return command


class RunsProgram:
    """A player whose moves come from a program, started for the first game."""

    _program: Program | None = None
    _history: History | None = None

    def watch(self, history: History) -> None:
        """Receive the game so far, whose moves go to the program."""
        self._history = history

    def _forfeit(self, reason: str) -> NoReturn:
        """Lose the game, and stop the program, so that the next game starts a new one."""
        self.stop()
        raise Forfeit(reason)

    def stop(self) -> None:
        """Stop the program."""
        if self._program is not None:
            self._program.stop()
        self._program = None


# The child's side --------------------------------------------------------------------------------


def orders() -> Iterator[str]:
    """Yield the lines sent to this process, which exits at the end of its input."""
    lines = queue.SimpleQueue[str]()

    def read() -> None:
        for line in open(0, encoding="utf-8", errors="replace"):  # noqa: SIM115 - open until the end
            lines.put(line.rstrip("\n"))
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    while True:
        yield lines.get()


def voice() -> Callable[[str], None]:
    """Send standard output to standard error; return a function that sends the parent lines."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(line: str) -> None:
        try:
            print(line, file=output, flush=True)
        except BrokenPipeError:  # the parent is gone; `orders` has not noticed yet
            os._exit(0)

    return say
