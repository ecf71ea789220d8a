"""Run the command as a process, and look for processes that it leaves behind."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

import psutil

PATIENCE = 600  # seconds; only a test that hangs takes as long
NAP = 100_000 + os.getpid()  # seconds; other test runs on this machine use another number
SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143, signal.SIGHUP: 143}  # with their exit statuses


LEISURE = f"""
import sys
from zermelo import __main__
from zermelo.process import end
end.PATIENCE = {PATIENCE}
sys.exit(__main__.main())
"""


def command(
    *arguments: str,
    limits: Callable[[], None] = lambda: None,
    leisure: bool = False,
    **options: Any,
) -> subprocess.Popen[str]:
    """Start the command, which reacts to signals as in a terminal.

    limits   called in the new process first
    leisure  whether it may take long to print its results after a signal: the machine may be busy
    """
    program = ["-c", LEISURE] if leisure else ["-m", "zermelo"]

    def prepare() -> None:
        heeding_signals()
        limits()

    return subprocess.Popen(
        [sys.executable, *program, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=prepare,
        **options,
    )


def printed_by(*words: str, **options: Any) -> str:
    """Return the standard output of a fresh Python, which has to succeed.

    words    its arguments, for example "-c" and code
    options  further environment variables, in capitals, or options of `subprocess.run`
    """
    variables = {name: options.pop(name) for name in [*options] if name.isupper()}
    given = {"env": {**os.environ, **variables}, "timeout": PATIENCE, **options}
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, **given)
    assert done.returncode == 0, done.stderr
    return done.stdout


def python(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run a fresh Python; return its exit status and output."""
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8", **options}
    return subprocess.run([sys.executable, *arguments], check=False, **given)


def importing() -> dict[str, str]:
    """The environment in which a new Python finds the same modules as this one."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def heeding_signals() -> None:
    """Restore signals in a new process, because background jobs of a shell ignore some."""
    for one in SIGNALS:
        signal.signal(one, signal.SIG_DFL)


def computed(running: subprocess.Popen[str]) -> float:
    """CPU seconds of a process and its children, which do not depend on the load."""
    used = 0.0
    with contextlib.suppress(psutil.NoSuchProcess):
        parent = psutil.Process(running.pid)
        for each in (parent, *parent.children(recursive=True)):
            times = each.cpu_times()
            used += times.user + times.system
    return used


def read_up_to(stream: IO[str], words: str) -> str:
    """Read what a process writes, up to these words or to its end."""
    text = ""
    while not text.endswith(words) and (letter := stream.read(1)):
        text += letter
    return text


def sleepers(seconds: int) -> set[int]:
    """The processes that sleep for this number of seconds."""
    every = psutil.process_iter(["cmdline"])  # None where the process has ended
    return {each.pid for each in every if str(seconds) in (each.info["cmdline"] or ())}


def listening(process: subprocess.Popen[str]) -> bool:
    """Whether the process handles signals already; True if the system does not tell."""
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():
        return True
    (caught,) = re.findall(r"^SigCgt:\s*(\w+)", status.read_text(), re.MULTILINE)
    return bool(int(caught, 16) >> (signal.SIGTERM - 1) & 1)


def soon(condition: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Wait for a condition; return whether it became true in time."""
    ends = time.monotonic() + seconds
    while not condition() and time.monotonic() < ends:
        time.sleep(0.05)
    return condition()
