"""`python -m zermelo`, the same as the command `zermelo`, which starts here."""

import gc
import sys

from zermelo.process.end import exit_status


def main() -> int:
    """Run the command until it ends or a signal stops it, and return its exit status."""
    status = exit_status(_command)
    gc.freeze()  # a final garbage collection would take a sixth of a small command's time
    return status


def _command() -> int:
    from zermelo.cli import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
