"""Ends the command quietly if a signal arrives while it starts; helps to start another Python.

This module is imported first. Programs that merely import Zermelo keep their signal handlers.
As soon as `zermelo.process.end.exit_status` runs, that module handles signals.
"""

import _signal  # type: ignore[import-not-found] # `signal` makes enumerations first, slowly
import os
import sys

# Exit statuses as in shells, except that SIGHUP counts as SIGTERM.
STATUS = {_signal.SIGINT: 130, _signal.SIGTERM: 143, _signal.SIGHUP: 143}


def module_command(module: str, *arguments: str) -> list[str]:
    """The command that runs a module of this package, with `python -P` for a safe path."""
    return [sys.executable, "-P", "-m", module, *arguments]


def same_python() -> dict[str, str]:
    """Environment variables that let another Python find the same modules."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


# The program that this process runs, or "-m" while `python -m` looks for its module.
program: str = getattr(sys, "argv", [""])[0]
if "zermelo" in (sys.orig_argv[1:] if program == "-m" else [program.rpartition("/")[2]]):
    # `python -m` would import, say, a stranger's `queue.py` from the current folder.
    home = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))  # noqa: PTH120 - slow import
    if sys.argv[0] == "-m" and not sys.flags.safe_path and sys.path[0] != home:
        del sys.path[0]
    # If memory is short, OpenBLAS waits forever for its threads, which Zermelo does not need.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for one in STATUS:
        if _signal.getsignal(one) != _signal.SIG_IGN:  # SIGHUP is ignored under nohup
            _signal.signal(one, lambda number, frame: os._exit(STATUS[number]))
