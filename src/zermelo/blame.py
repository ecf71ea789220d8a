"""Whose fault an error is: the line of a person's own file at which it came up."""

from __future__ import annotations

import sys
import traceback

from zermelo.errors import clip
from zermelo.spec import is_users


def own_fault(error: BaseException) -> str | None:
    """The message to a user whose rules or players have failed; None if the fault is elsewhere.

    The message has the file, the innermost line of it that was being run, and the reason.
    """
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        module = sys.modules.get(frame.f_globals.get("__name__", ""))
        if module is not None and is_users(module):
            message = f": {clip(str(error))}" if str(error) else ""
            return f"{clip(str(module.__file__), 200)} line {line}: {type(error).__name__}{message}"
    return None
