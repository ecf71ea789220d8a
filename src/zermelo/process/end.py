"""How the command ends on a signal: Ctrl-C, SIGTERM or SIGHUP, at any instant.

The exit status is 130 after Ctrl-C, unless that is the ordinary end as it is for a server, and 143
after the others. The first signal raises `KeyboardInterrupt`, so that the work ends with what is
known. Work that does not hear it, because it is machine code or swallows the exception, is ended by
a thread a little later.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

from zermelo.process.shortage import MEMORY, has_room, shortage
from zermelo.process.signs import replace_unencodable
from zermelo.process.start import STATUS

INTERRUPTED: Final = STATUS[signal.SIGINT]
MISTAKE: Final = 2
CLOSED: Final = 141  # when nobody reads what is printed any longer, as after SIGPIPE
PATIENCE: Final = 1.5  # seconds for the work to end with what is known


def _install(handler: Callable[[int, Any], Any]) -> None:
    """Have `handler` called by the signals, except by those that are ignored, as under nohup."""
    for number in STATUS:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)


def exit_status(command: Callable[[], int]) -> int:
    """The exit status of the command when it is done; after a signal, the process ends with it."""
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
        with contextlib.suppress(Exception):  # there may be nobody left to say it to
            sys.stdout.flush()
        leave(status if ending.status == INTERRUPTED else ending.status)
    if not has_room():  # to end threads at its own end, Python loads a library, or else aborts
        leave(status)
    return status


def _give_up(error: BaseException) -> None:
    """End the process with one line if the machine gives no more, whatever that has broken off."""
    try:
        lacking = shortage(error)
        if lacking is None and isinstance(error, Exception) and not has_room():
            lacking = MEMORY  # the parser without memory raises a SyntaxError, for one
        if lacking is not None:
            print(f"zermelo: {lacking}", file=sys.stderr)
    except MemoryError:  # not even for this
        lacking = MEMORY
        os.write(2, f"zermelo: {MEMORY}\n".encode())
    if lacking is not None:
        leave(MISTAKE)


def _flush(status: int) -> int:
    """The exit status of the command once all that it has printed is out; 2 when that fails."""
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
    """Where standard streams are closed, have input that ends and output that fails.

    Errors go nowhere then. No file that is opened later takes their places.
    """
    streams = ("stdin", "r", os.O_RDONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_RDWR)
    for number, (name, mode, flags) in enumerate(streams):
        if getattr(sys, name) is None:
            os.open(os.devnull, flags)  # it gets the lowest number that is free, which is this one
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def _hush() -> None:
    """Nobody listens: discard the remaining output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def leave(status: int) -> None:
    """End the process, whatever its other threads are at, and leave no file half written."""
    files = sys.modules.get("zermelo.process.files")
    if files is not None:
        files.remove_drafts()
    os._exit(status)


def _importing(frame: FrameType | None) -> bool:
    """Whether a module is being imported: no result is known then that could be lost."""
    while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    return frame is not None


class Ending:
    """Watches for signals from the beginning of the command to its end.

    status  the exit status of the command after a signal
    """

    def __init__(self) -> None:
        self.status: int | None = None
        self._ignored = sys.unraisablehook
        self._faults: list[Any] = []

    def begin(self) -> None:
        """From here on signals interrupt the work."""
        sys.unraisablehook = self._unraisable
        signals, pipe = os.pipe()
        os.set_blocking(pipe, False)
        signal.set_wakeup_fd(pipe, warn_on_full_buffer=False)
        threading.Thread(target=self._watch, args=(signals,), daemon=True).start()
        _install(self._interrupt)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        """The first signal interrupts the work; what follows must not interrupt its ending."""
        if self.status is None:
            self.status = STATUS[number]
            if _importing(frame):  # C code would print what it cannot pass on
                leave(self.status)
            raise KeyboardInterrupt

    def _watch(self, signals: int) -> None:
        """See to it that the process ends after a signal, whatever the main thread is at."""
        while (number := os.read(signals, 1)[0]) not in STATUS:
            continue
        time.sleep(PATIENCE)
        leave(STATUS[number])

    def _unraisable(self, fault: Any) -> None:
        """Ignore further errors when the command fails, or has to end."""
        self._faults.append(fault)

    def close(self, status: int) -> None:
        """The command is done: what is left is for Python to do, and may be killed."""
        if status != MISTAKE and self.status is None:
            for fault in self._faults:
                self._ignored(fault)
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
