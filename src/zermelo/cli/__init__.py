"""The command `zermelo`: it parses the arguments, and calls the rest of the package.

Each command imports its own slow modules, so that `--help` and error messages appear at once.
"""

import gc
import os
import sys
import warnings
from collections.abc import Sequence
from typing import Final

from zermelo import __version__
from zermelo.cli.commands import overview
from zermelo.cli.hanging import rules_watched
from zermelo.cli.output import complain, warnings_on_one_line
from zermelo.errors import UsageError, ZermeloError, clip
from zermelo.process.resources import shortage

HELP: Final[tuple[list[str], ...]] = ([], ["--help"])
COMPLETING: Final = "_ZERMELO_COMPLETE"  # set by shells that request completions


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 0, or 1 if it finds faults, 2 for a mistake, 130 for Ctrl-C."""
    asked = list(sys.argv[1:] if arguments is None else arguments)
    gc.set_threshold(100_000)  # otherwise, collecting garbage takes a sixth of the startup time
    with warnings_on_one_line():
        return _run(asked)


def _run(asked: list[str]) -> int:
    try:
        _require_texts(asked)
        if asked in HELP and COMPLETING not in os.environ:
            print(overview(), flush=True)
            return 0
        if asked == ["--version"]:
            print(f"zermelo {__version__}", flush=True)
            return 0
        with rules_watched(asked):
            from zermelo.cli.options import run

            return run(asked)
    except ZermeloError as error:
        return _mistake(shortage(error) or error)
    except SystemExit as left:  # typer reacts to a closed pipe in this way
        if isinstance(left.__context__, BrokenPipeError):
            raise left.__context__ from None
        raise
    except OSError as error:  # a disk has failed or is full
        if isinstance(error, BrokenPipeError):
            raise
        from zermelo.process.files import reason

        return _mistake(f"{error.filename}: {reason(error)}" if error.filename else reason(error))
    except Exception as error:
        from zermelo.blame import own_fault

        if (fault := own_fault(error)) is not None:
            return _mistake(f"your own code failed: {fault}")
        if (lacking := shortage(error)) is not None:
            return _mistake(lacking)
        from zermelo.laws.check import breach_behind

        if (breach := breach_behind(error)) is not None:
            return _mistake(breach)
        raise


def _mistake(message: object) -> int:
    """Print the message, silence later warnings, and return the exit status of a mistake."""
    complain(message)
    warnings.simplefilter("ignore")
    return 2


def _require_texts(arguments: Sequence[str]) -> None:
    """Raise `UsageError` for texts that no shell can pass, with a NUL or half a surrogate pair."""
    for text in arguments:
        try:
            passed = b"\0" not in os.fsencode(text)
        except UnicodeEncodeError:
            passed = False
        if not passed:
            raise UsageError(f"{clip(text)} contains characters that are not allowed in arguments")
