"""Runs a program, and ends it with all its children when the parent asks or exits.

    python supervisor.py LIFELINE COMMAND...

`Program` runs this file as a separate process. LIFELINE is the reading end of a pipe; the parent
holds the other end, which closes however the parent ends. On Linux the supervisor adopts orphans,
and so finds processes in other sessions and those that outlive the program; elsewhere it ends the
program's group. It exits with the program's status or signal.
"""

import _thread
import contextlib
import ctypes
import os
import resource
import signal
import sys
import time
from pathlib import Path

ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER of prctl(2)
CANNOT_START = 127  # the exit status of shells for a command that cannot start
ROUNDS, PAUSE = 200, 0.01  # attempts to kill the remaining processes, and the seconds between them
DEFAULTS = (signal.SIGPIPE, signal.SIGXFSZ)  # Python ignores these, and so would its children


def supervise(lifeline: int, command: list[str]) -> int:
    """Run `command` until it ends or the lifeline closes; return its exit status, -9 if killed."""
    os.set_inheritable(lifeline, False)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1, 0, 0, 0)
    try:
        program = os.posix_spawnp(command[0], command, os.environ, setpgroup=0, setsigdef=DEFAULTS)
    except OSError as error:
        print(f"! it cannot be started: {error.strerror}", flush=True)
        return CANNOT_START
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)  # so that the pipes close when the program ends
    os.dup2(nothing, 1)
    _thread.start_new_thread(_end_with, (lifeline, program))
    ended, status = 0, 0
    while ended != program:
        ended, status = os.waitpid(-1, 0)
    _end_all(program)
    return os.waitstatus_to_exitcode(status)


def _end_with(lifeline: int, program: int) -> None:
    os.read(lifeline, 1)
    with contextlib.suppress(OSError):
        os.kill(program, signal.SIGKILL)


def _end_all(program: int) -> None:
    """Kill the program's process group and all descendants of this process."""
    with contextlib.suppress(ChildProcessError):
        for _ in range(ROUNDS):
            for one in (-program, *_descendants()):
                with contextlib.suppress(OSError):
                    os.kill(one, signal.SIGKILL)
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
            time.sleep(PAUSE)


def _descendants() -> list[int]:
    """All descendants of this process, as far as /proc shows them."""
    below: dict[int, list[int]] = {}
    with contextlib.suppress(OSError):
        for name in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208
            with contextlib.suppress(OSError), Path(f"/proc/{name}/stat").open("rb") as stat:
                parent = int(stat.read().rpartition(b")")[2].split()[1])
                below.setdefault(parent, []).append(int(name))
    found = [os.getpid()]
    for one in found:
        found.extend(below.get(one, ()))
    return found[1:]


def _leave(status: int) -> None:
    if status < 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if status != -signal.SIGKILL:
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status)


if __name__ == "__main__":
    _leave(supervise(int(sys.argv[1]), sys.argv[2:]))
