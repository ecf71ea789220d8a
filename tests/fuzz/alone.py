"""Run the command in a cage in a process of its own: `python -m fuzz.alone HOME ARGUMENTS…`."""

import sys
from pathlib import Path

from fuzz.cage import lock

if __name__ == "__main__":
    lock(Path(sys.argv.pop(1)))
    from zermelo.__main__ import main

    sys.exit(main())
