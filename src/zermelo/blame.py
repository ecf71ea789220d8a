"""Find the line of a user's own file that raised an error."""

import sys
import traceback
from types import FrameType

from zermelo.errors import clip
from zermelo.spec import is_users


def own_fault(error: BaseException) -> str | None:
    """A message about an error in a user's own rules or players; None if the fault is elsewhere.

    The message names the file, the innermost line that was running there, and the reason.
    """
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        if (file := own_file(frame)) is not None:
            message = f": {clip(str(error))}" if str(error) else ""
            return f"{clip(file, 200)} line {line}: {type(error).__name__}{message}"
    return None


def own_traceback(error: BaseException) -> str:
    """The traceback of `error`, from the first call in a user's own file."""
    trace = error.__traceback__
    while trace is not None and own_file(trace.tb_frame) is None:
        trace = trace.tb_next
    return "".join(traceback.format_exception(error.with_traceback(trace or error.__traceback__)))


def own_file(frame: FrameType) -> str | None:
    """The user's file in which a frame runs; None if it runs elsewhere."""
    module = sys.modules.get(frame.f_globals.get("__name__", ""))
    return str(module.__file__) if module is not None and is_users(module) else None
