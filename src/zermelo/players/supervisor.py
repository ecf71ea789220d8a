"""Run a program, and end it with all its processes, on request or when the parent exits.

    python supervisor.py LIFELINE COMMAND...

`Program` runs this file as a process of its own. LIFELINE is the reading end of a pipe whose other
end the parent holds: it closes when the parent closes it or exits for any reason. On Linux, the
supervisor adopts orphans, and so finds and ends processes in other sessions and those that outlive
the program; elsewhere, it ends the process group. It exits with the program's status.
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
CANNOT_START = 127  # as in shells
ROUNDS, PAUSE = 200, 0.01  # of killing the remaining processes, before giving up


def keep(lifeline: int, command: list[str]) -> None:
    """Run `command` until it ends or the lifeline closes; exit with its status."""
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
    """A descriptor from which the numbers of signals can be read."""
    heard, pipe = os.pipe()
    os.set_blocking(pipe, False)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, lambda *_: None)
    signal.set_wakeup_fd(pipe)
    return heard


def _start(command: list[str]) -> int:
    """Start the program in a process group of its own, or print the player's forfeit."""
    heeded = (signal.SIGPIPE, signal.SIGXFSZ)  # ignored by Python, and inherited
    try:
        return os.posix_spawnp(command[0], command, os.environ, setpgroup=0, setsigdef=heeded)
    except OSError as error:
        print(f"! it cannot be started: {error.strerror}", flush=True)
        os._exit(CANNOT_START)


def _close_pipes() -> None:
    """Close this process's ends of the pipes, so that they close with the program."""
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)


def _status_of(program: int, lifeline: int, heard: int) -> int:
    """Wait for the program, and return its status of `waitpid`; 0 if it still runs."""
    while True:
        ready, _, _ = select.select([lifeline, heard], [], [])
        if lifeline in ready or set(os.read(heard, 4096)) != {signal.SIGCHLD}:
            return 0
        for child, status in _reap():
            if child == program:
                return status


def _reap() -> Iterator[tuple[int, int]]:
    """Yield children that ended, with statuses; `ChildProcessError` if there are no children."""
    while (ended := os.waitpid(-1, os.WNOHANG)) != (0, 0):
        yield ended


def _end_all(program: int) -> None:
    """Kill the program's group and all descendants of this process, until none is left."""
    with contextlib.suppress(ChildProcessError):
        for _ in range(ROUNDS):
            for one in (-program, *_descendants()):
                with contextlib.suppress(OSError):
                    os.kill(one, signal.SIGKILL)
            time.sleep(PAUSE)
            list(_reap())


def _descendants() -> list[int]:
    """All descendants of this process, as far as /proc shows them."""
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
    """Exit in the way that this status of `waitpid` describes."""
    if os.WIFSIGNALED(status):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    keep(int(sys.argv[1]), sys.argv[2:])
