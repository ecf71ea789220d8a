"""Faults of a state, and the laws that report them."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.errors import Outgrown, clip
from zermelo.laws.subject import Subject

NO_ERROR: Final = "no error"
RULES: Final = ("zermelo.games", "zermelo.kit")
MACHINERY: Final = {"zermelo", "numpy", *sys.stdlib_module_names}


class Violation(NamedTuple):
    """The expectation of a law about a state, and the observation."""

    expected: str
    seen: str


Law = Callable[[Subject, Any], Iterator[Violation]]


def violation_of(law: Law, subject: Subject, state: Any) -> Violation | None:
    """How `state` breaks `law`, if it does; an error that the game raises does, too."""
    try:
        return next(law(subject, state), None)
    except Outgrown:
        raise
    except Exception as error:
        return Violation(NO_ERROR, message_of(error))


def message_of(error: Exception) -> str:
    """An error in one line, with the line of the rules it comes from, if it comes up in them."""
    what = f"{type(error).__name__}{{}}: {clip(str(error))}"
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        name = frame.f_globals.get("__name__", "")
        if name.startswith(RULES) or name.partition(".")[0] not in MACHINERY:
            return what.format(f" in {Path(frame.f_code.co_filename).name}:{line}")
    return what.format(" from what a rule returns")
