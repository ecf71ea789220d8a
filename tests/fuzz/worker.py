"""The command in a caged process, which is forked from one that has imported it already."""

import faulthandler
import os
import signal
import sys
from pathlib import Path
from typing import Any
from zlib import crc32

from fuzz.cage import environment, lock

OUT, ERR, STACKS = "out", "err", "stacks"  # files beside the directory in which the command runs


def run_command(home: Path, arguments: list[str], enough: float) -> None:
    """Run the command until Ctrl-C comes after `enough` seconds; half of the commands print ASCII.

    If the process hangs, SIGUSR1 makes it write the stacks of all threads.
    """
    from fuzz.preloaded import COMMANDS, options
    from zermelo.__main__ import main

    options.group = lambda *_: COMMANDS  # type: ignore[assignment]
    os.setsid()
    os.chdir(home / "place")
    settings = environment(home)
    os.environ.clear()
    os.environ.update(settings)
    sys.path.insert(0, str(home / "place"))
    encoding = ("utf-8", "ascii")[crc32(repr(arguments).encode()) % 2]
    for standard, path in enumerate((Path(os.devnull), home / OUT, home / ERR)):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC), standard)
    sys.stdin, sys.stdout = os.fdopen(0), os.fdopen(1, "w", encoding=encoding)
    sys.stderr = os.fdopen(2, "w", encoding=encoding, errors="backslashreplace")
    faulthandler.register(signal.SIGUSR1, (home / STACKS).open("w"), all_threads=True)
    lock(home)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    signal.signal(signal.SIGALRM, _interrupt)
    signal.setitimer(signal.ITIMER_REAL, enough)
    sys.argv = ["zermelo", *arguments]
    sys.exit(main())


def _interrupt(number: int, frame: Any) -> None:
    signal.raise_signal(signal.SIGINT)
