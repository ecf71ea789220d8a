"""The server's log of troubles: so many lines a minute, and nothing that steers a terminal."""

from __future__ import annotations

import logging
from typing import Final

from zermelo.errors import visible

LOGS: Final = ("uvicorn.error", "asyncio")
MOST: Final = 10  # messages a minute,
LONGEST: Final = 2000  # and characters of one, except the traceback of an internal error


def keep_log_short() -> None:
    """Have the server's logs say no more than a person may want to read."""
    sparing = Sparing()
    for name in LOGS:
        logging.getLogger(name).addFilter(sparing)


class Sparing(logging.Filter):
    """Lets some messages a minute through, and says of how many others there were."""

    def __init__(self) -> None:
        super().__init__()
        self._minute, self._written, self._omitted = 0.0, 0, 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to say it; then as it may be shown."""
        if record.created >= self._minute + 60 or record.created < self._minute:
            self._minute, self._written = record.created, 0
        self._written += 1
        if self._written > MOST:
            self._omitted += 1
            return False
        text = visible(record.getMessage())[:LONGEST]
        more = f" ({self._omitted} messages before it are left out)" if self._omitted else ""
        record.msg, record.args, self._omitted = text + more, (), 0
        return True
