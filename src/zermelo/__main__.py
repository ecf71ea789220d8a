"""`python -m zermelo` is the command `zermelo`, which begins here."""

from __future__ import annotations

import gc
import sys

from zermelo.process.end import exit_status


def main() -> int:
    """Run the command to its end, by itself or by a signal, and return its exit status."""
    status = exit_status(_command)
    gc.freeze()  # a last look for garbage would take a sixth of a small command
    return status


def _command() -> int:
    from zermelo.cli import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
