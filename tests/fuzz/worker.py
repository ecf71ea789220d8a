"""A caged process that runs command lines one after the other and reports their results."""

import contextlib
import faulthandler
import io
import json
import os
import signal
import sys
import time
import traceback
from pathlib import Path
from typing import Any

from fuzz.cage import lock

STACKS = "stacks"  # the file to which a hanging worker writes its stacks


def main(home: Path) -> None:
    """Answer each line of standard input, [arguments, seconds], with an outcome; both are JSON."""
    orders = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    from zermelo import cli
    from zermelo.cli import options

    built = options.group()  # once for all lines
    options.group = lambda *_: built  # type: ignore[assignment]
    stacks = (home / STACKS).open("w")
    faulthandler.register(signal.SIGUSR1, stacks, all_threads=True)
    lock(home)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    signal.signal(signal.SIGALRM, _interrupt)
    for order in orders:
        print(json.dumps(_ran(cli.main, *json.loads(order))), file=answers, flush=True)


def _interrupt(number: int, frame: Any) -> None:
    signal.raise_signal(signal.SIGINT)


def _ran(command: Any, arguments: list[str], enough: float) -> dict[str, Any]:
    """Run a command line, interrupted after `enough` seconds; return its outcome."""
    out, err, began = io.StringIO(), io.StringIO(), time.monotonic()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            signal.setitimer(signal.ITIMER_REAL, enough)
            status: Any = command(arguments)
        except SystemExit as left:
            status = left.code
        except KeyboardInterrupt:
            status = 130
        except BaseException:
            traceback.print_exc(file=err)
            status = 1
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    seconds = time.monotonic() - began
    message = {"out": out.getvalue()[-2000:], "err": err.getvalue()[-4000:]}
    return {"status": status, "seconds": seconds, **message}


if __name__ == "__main__":
    main(Path(sys.argv[1]))
