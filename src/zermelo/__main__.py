"""`python -m zermelo` is the command `zermelo`, which begins here."""

from __future__ import annotations

import sys

from zermelo.ending import ended_well


def main() -> int:
    """Run the command to its end, by itself or by a signal, and return its exit status."""
    return ended_well(_command)


def _command() -> int:
    from zermelo.cli import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
