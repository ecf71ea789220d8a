"""Ends the command on a signal: Ctrl-C, SIGTERM or SIGHUP, at any moment.

The exit status is 130 after Ctrl-C, unless Ctrl-C is the normal end, as for a server, and 143
after the other signals. The first signal raises `KeyboardInterrupt`, so that the command prints its
results so far. If compiled code is running, or something swallows the exception, a thread ends the
process after `PATIENCE` seconds.
"""

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

from zermelo.process.resources import MEMORY, has_room, shortage
from zermelo.process.start import STATUS
from zermelo.process.texts import replace_unencodable

INTERRUPTED: Final = STATUS[signal.SIGINT]
MISTAKE: Final = 2
CLOSED: Final = 141  # status if the reader closed the pipe, as after SIGPIPE
PATIENCE: Final = 1.5  # seconds for the command to end by itself
IMPORTING: Final = "<frozen importlib"  # the start of the file name in frames of an import


def exit_status(command: Callable[[], int]) -> int:
    """Run the command and return its exit status; after a signal, end the process."""
    ending = Ending()
    _open_standard()
    replace_unencodable()
    try:
        ending.begin()
        status = _flush(command())
        ending.close(status)
    except BrokenPipeError:
        _hush()
        status = CLOSED
    except BaseException as error:
        if ending.status is None:
            _give_up(error)
            raise
        status = ending.status
    if ending.status is not None:
        with contextlib.suppress(Exception):  # the reader may be gone
            sys.stdout.flush()
        leave(status if ending.status == INTERRUPTED else ending.status)
    if not has_room():  # a normal end needs memory: Python would load a library or abort
        leave(status)
    return status


def _give_up(error: BaseException) -> None:
    """If the machine ran out of a resource, end the process with one line that says so."""
    try:
        lacking = shortage(error)
        if lacking is None and isinstance(error, Exception) and not has_room():
            lacking = MEMORY  # without memory, Python raises strange errors, like SyntaxError
        if lacking is not None:
            print(f"zermelo: {lacking}", file=sys.stderr)
    except MemoryError:  # not even enough memory for print
        lacking = MEMORY
        os.write(2, f"zermelo: {MEMORY}\n".encode())
    if lacking is not None:
        leave(MISTAKE)


def _flush(status: int) -> int:
    """Flush the output and return the exit status; 2 if flushing fails."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        if status == 0:
            print(f"zermelo: cannot print: {error.strerror}", file=sys.stderr)
        _hush()
        return MISTAKE
    return status


def _open_standard() -> None:
    """Replace closed standard streams: input is empty, output fails, errors are discarded.

    Otherwise, files opened later would get the streams' descriptors.
    """
    streams = ("stdin", "r", os.O_RDONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_RDWR)
    for number, (name, mode, flags) in enumerate(streams):
        if getattr(sys, name) is None:
            os.open(os.devnull, flags)  # gets `number`, the lowest free descriptor
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def _hush() -> None:
    """Discard remaining output, for example because the reader closed the pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def leave(status: int) -> None:
    """End the process at once, with its threads, but remove half-written files."""
    files = sys.modules.get("zermelo.process.files")
    if files is not None:
        files.remove_drafts()
    os._exit(status)


class Ending:
    """Handles signals while the command runs."""

    def __init__(self) -> None:
        self.status: int | None = None  # the exit status for the first signal
        self._ignored = sys.unraisablehook
        self._faults: list[Any] = []  # errors of destructors and threads

    def begin(self) -> None:
        """Let signals interrupt the command from now on."""
        sys.unraisablehook = self._faults.append
        signals, pipe = os.pipe()
        os.set_blocking(pipe, False)
        signal.set_wakeup_fd(pipe, warn_on_full_buffer=False)
        threading.Thread(target=self._watch, args=(signals,), daemon=True).start()
        for number in STATUS:
            if signal.getsignal(number) != signal.SIG_IGN:  # SIGHUP is ignored under nohup
                signal.signal(number, self._interrupt)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        """Interrupt the command at the first signal; later ones must not disturb its end."""
        if self.status is None:
            self.status = STATUS[number]
            while frame is not None and not frame.f_code.co_filename.startswith(IMPORTING):
                frame = frame.f_back
            if frame is not None:  # imports have no results to lose; C code would print an error
                leave(self.status)
            raise KeyboardInterrupt

    def _watch(self, signals: int) -> None:
        """End the process soon after a signal, even if the main thread does not."""
        while (number := os.read(signals, 1)[0]) not in STATUS:
            continue
        time.sleep(PATIENCE)
        leave(STATUS[number])

    def close(self, status: int) -> None:
        """Report kept errors; SIGINT and SIGTERM now end the process at once, SIGHUP is ignored."""
        if status != MISTAKE and self.status is None:
            for fault in self._faults:
                self._ignored(fault)
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
