"""The result of a command line, and its faults."""

from collections.abc import Iterable
from typing import NamedTuple

STATUSES = (0, 1, 2, 130, 141, 143)
HANG = 10.0  # seconds after it was told to end


class Outcome(NamedTuple):
    """The result of a command; `status` is None if it was killed after `HANG` seconds."""

    status: int | None
    seconds: float
    out: str
    err: str


def faults(done: Outcome, left: Iterable[str] = (), executed: bool = False) -> list[str]:
    """List the faults of an outcome.

    left      names of files that it should not have left
    executed  whether data was run as code
    """
    collected = []
    if done.status is None:
        collected.append(f"it hung {done.err}".rstrip())
    elif done.status not in STATUSES:
        collected.append(f"status {done.status}")
    if "Traceback" in done.err + done.out or "Exception ignored" in done.err:
        collected.append("a traceback")
    if done.status == 2 and not _one_line(done.err):
        collected.append("a mistake that is not one line")
    if any(steering(text) for text in (done.out, done.err)):
        collected.append("control characters")
    collected += [f"left {name}" for name in left]
    return collected + ["data was executed"] * executed


def _one_line(err: str) -> bool:
    """Whether all lines are messages of the command: warnings, then the mistake."""
    lines = err.splitlines()
    return bool(lines) and all(line.startswith("zermelo: ") for line in lines)


def steering(text: str) -> bool:
    """Whether a text contains control characters for a terminal."""
    return any(symbol < " " and symbol not in "\n\t\r" for symbol in text)
