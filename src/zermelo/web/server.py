"""The server process: it announces when it listens, and closes the live streams at its end.

Its log of troubles has so many lines a minute, and nothing that steers a terminal.
"""

from __future__ import annotations

import contextlib
import logging
import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any, Final

import uvicorn

from zermelo.errors import visible
from zermelo.web.app import Web
from zermelo.web.connections import Connection

SETTINGS: dict[str, Any] = {
    "http": Connection,
    "backlog": 128,  # so many are accepted before the first of them may give way
    "log_level": "warning",
    "access_log": False,
    "server_header": False,
    "ws": "none",
    "timeout_keep_alive": 75,
    "timeout_graceful_shutdown": 3,
}
LOGS: Final = ("uvicorn.error", "asyncio")
MOST: Final = 10  # messages a minute,
LONGEST: Final = 2000  # and characters of one, except the traceback of an internal error


class Server(uvicorn.Server):
    """Serves `web`; `ready` is called once it can be asked.

    names    the names that it answers to beside localhost
    token    what lets in, None for everybody
    proxies  the addresses of proxies, which say whose requests they hand on
    """

    def __init__(
        self,
        web: Web,
        *,
        names: Sequence[str] = (),
        token: str | None = None,
        proxies: Sequence[str] = (),
        ready: Callable[[], None] = lambda: None,
    ) -> None:
        behind: dict[str, Any] = {"proxy_headers": bool(proxies), "forwarded_allow_ips": [*proxies]}
        app = web.application(names=names, token=token)
        super().__init__(uvicorn.Config(app, **SETTINGS, **behind))
        keep_log_short()
        self._web, self._ready = web, ready
        self._failed: Exception | None = None  # what `ready` raised

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until a signal, which may come before the event loop has begun."""
        with self.capture_signals():
            super().run(sockets)
        if self._failed is not None:
            raise self._failed

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen; where `ready` fails, end as at a signal, or else uvicorn logs it."""
        await super().startup(sockets)
        try:
            self._ready()
        except Exception as error:
            self._failed, self.should_exit = error, True

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """While it serves, end at SIGHUP as it does at SIGTERM."""
        with super().capture_signals():
            before = signal.getsignal(signal.SIGHUP)
            ours = threading.current_thread() is threading.main_thread()
            if ours and before != signal.SIG_IGN:
                signal.signal(signal.SIGHUP, self.handle_exit)
            try:
                yield
            finally:
                if ours:
                    signal.signal(signal.SIGHUP, before)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Asked to end: no page is listened to any longer, else their streams would hold it up.

        Asked again, it goes on ending: uvicorn would leave the application's end out, which then
        fails with a traceback.
        """
        self._web.rooms.close()
        if not self.should_exit:
            super().handle_exit(sig, frame)


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
