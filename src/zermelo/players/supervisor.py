"""Runs a program and, when asked or when its parent dies, ends it with all that it has started.

    python supervisor.py LIFELINE COMMAND...

`Program` runs this file as a process of its own. LIFELINE is the reading end of a pipe whose other
end the parent holds: it closes when the parent lets go or dies, of whatever. On Linux orphans are
adopted, so that what a program started in another session, or left behind at its own end, is found
and ended too; elsewhere its process group is. The supervisor leaves as the program did.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Iterator

ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER of prctl(2)
CANNOT_START = 127  # the status with which shells say so
ROUNDS, PAUSE = 200, 0.01  # of killing what is left; nobody waits for what cannot be killed


def keep(lifeline: int, command: list[str]) -> None:
    """Run `command` to its end or to that of the lifeline; this process ends in the same way."""
    os.set_inheritable(lifeline, False)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1, 0, 0, 0)
    heard = _signals()
    program = _start(command)
    _close_pipes()
    status = _status_of(program, lifeline, heard)
    _end_all(program)
    _leave(status)


def _signals() -> int:
    """Where the numbers of signals can be read as they come."""
    heard, pipe = os.pipe()
    os.set_blocking(pipe, False)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, lambda *_: None)
    signal.set_wakeup_fd(pipe)
    return heard


def _start(command: list[str]) -> int:
    """The program's process, the first of a group, or the player's word that there is none."""
    heeded = (signal.SIGPIPE, signal.SIGXFSZ)  # which Python ignores, and would have it ignore
    try:
        return os.posix_spawnp(command[0], command, os.environ, setpgroup=0, setsigdef=heeded)
    except OSError as error:
        print(f"! it cannot be started: {error.strerror}", flush=True)
        os._exit(CANNOT_START)


def _close_pipes() -> None:
    """So that they close with the program."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)


def _status_of(program: int, lifeline: int, heard: int) -> int:
    """The status of `waitpid` with which the program ended; 0 if it is still running."""
    while True:
        ready, _, _ = select.select([lifeline, heard], [], [])
        if lifeline in ready or set(os.read(heard, 4096)) != {signal.SIGCHLD}:
            return 0
        for child, status in _reap():
            if child == program:
                return status


def _reap() -> Iterator[tuple[int, int]]:
    """The children that have ended, with their statuses; `ChildProcessError` without children."""
    while (ended := os.waitpid(-1, os.WNOHANG)) != (0, 0):
        yield ended


def _end_all(program: int) -> None:
    """Kill the program's group and all below this process, until there is nobody left."""
    with contextlib.suppress(ChildProcessError):
        for _ in range(ROUNDS):
            for one in (-program, *_descendants()):
                with contextlib.suppress(OSError):
                    os.kill(one, signal.SIGKILL)
            time.sleep(PAUSE)
            list(_reap())


def _descendants() -> list[int]:
    """All processes below this one, as far as the system tells."""
    below: dict[int, list[int]] = {}
    with contextlib.suppress(OSError):
        for entry in os.scandir("/proc"):
            with contextlib.suppress(OSError, ValueError):
                process = int(entry.name)
                below.setdefault(_parent(process), []).append(process)
    processes = [os.getpid()]
    for one in processes:
        processes.extend(below.get(one, ()))
    return processes[1:]


def _parent(process: int) -> int:
    with open(f"/proc/{process}/stat", "rb") as stat:  # noqa: PTH123 - slow to import for so little
        return int(stat.read().rpartition(b")")[2].split()[1])


def _leave(status: int) -> None:
    """End as a process with this status of `waitpid` has ended."""
    if os.WIFSIGNALED(status):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    keep(int(sys.argv[1]), sys.argv[2:])
