"""Handles signals while the command starts: they end it quietly. Also starts this Python again.

It is imported first. Programs that merely import Zermelo keep their own signal handlers.
`zermelo.process.end` takes over once it is imported.
"""

import _signal  # type: ignore[import-not-found] # `signal` makes enumerations first, slowly
import os
import sys

# Exit statuses as in shells, except that SIGHUP counts as SIGTERM.
STATUS = {_signal.SIGINT: 130, _signal.SIGTERM: 143, _signal.SIGHUP: 143}


def _is_command() -> bool:
    """Whether this process is being started as `zermelo` or `python -m zermelo`."""
    program: str = getattr(sys, "argv", [""])[0]
    if program == "-m":
        return "zermelo" in sys.orig_argv[1:]
    return program.rpartition("/")[2] == "zermelo"


def _leave_out_current_folder() -> None:
    """Stop `python -m` from importing, say, a stranger's `queue.py` from the current folder."""
    home = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))  # noqa: PTH120 - as above
    if sys.argv[0] == "-m" and not sys.flags.safe_path and sys.path[0] != home:
        del sys.path[0]


def module_command(module: str, *arguments: str) -> list[str]:
    """The command that runs a module of this package, with the safe path of `python -P`."""
    return [sys.executable, "-P", "-m", module, *arguments]


def same_python() -> dict[str, str]:
    """The environment variables with which another Python finds the same modules."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


if _is_command():
    _leave_out_current_folder()
    # OpenBLAS waits forever for a thread if memory is short; Zermelo needs none of them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for one in STATUS:
        if _signal.getsignal(one) != _signal.SIG_IGN:  # as it is under nohup
            _signal.signal(one, lambda number, frame: os._exit(STATUS[number]))
