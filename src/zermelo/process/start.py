"""The first moments of the command: a signal ends it quietly before it can do so by itself.

Loaded before everything else. In another program's process, which may well import Zermelo, signals
are left alone. `zermelo.process.end` takes over as soon as it is loaded.
"""

import _signal  # type: ignore[import-not-found] # `signal` makes enumerations first, slowly
import os
import sys

# The exit status: as shells have it, but that SIGHUP is taken for a SIGTERM.
STATUS = {_signal.SIGINT: 130, _signal.SIGTERM: 143, _signal.SIGHUP: 143}


def _is_command() -> bool:
    """Whether this process is being started as `zermelo` or `python -m zermelo`."""
    program: str = getattr(sys, "argv", [""])[0]
    if program == "-m":
        return "zermelo" in sys.orig_argv[1:]
    return program.rpartition("/")[2] == "zermelo"


def _leave_out_current_folder() -> None:
    """`python -m` would import from it first: a stranger's `queue.py` in place of Python's own."""
    home = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))  # noqa: PTH120 - as above
    if sys.argv[0] == "-m" and not sys.flags.safe_path and sys.path[0] != home:
        del sys.path[0]


if _is_command():
    _leave_out_current_folder()
    # OpenBLAS waits forever for a thread that memory has no room for; Zermelo needs none of them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for one in STATUS:
        if _signal.getsignal(one) != _signal.SIG_IGN:  # as it is under nohup
            _signal.signal(one, lambda number, frame: os._exit(STATUS[number]))
