"""The server process: it announces when it listens, and closes the live streams at its end.

There are only so many connections, and each has only so long for a request. When there are too
many, one that has not yet sent a whole request gives way to the new one: requests that are sent by
halves keep nobody out. The log has a few lines a minute, and nothing that steers a terminal.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import FrameType
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from zermelo.errors import visible
from zermelo.web.app import Web

MOST_OPEN: Final = 400  # in all; a process may often have no more than 1,024 files open
MOST_FROM_ONE: Final = 150  # from one address, behind which there may be a lecture hall; a proxy
# that the server knows of has as many as there are
TO_ASK: Final = 20.0  # seconds from the beginning of a request to its end
LOGS: Final = ("uvicorn.error", "asyncio")
MOST: Final = 10  # messages a minute,
LONGEST: Final = 2000  # and characters of one, except the traceback of an internal error


class Connection(H11Protocol):
    """One connection, which knows of the others."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take it in, if there is room or can be made."""
        super().connection_made(transport)
        self.since = self.loop.time()
        self.address = self.client[0] if self.client else ""
        self._deadline: asyncio.TimerHandle | None = None
        self._await_request()
        others = [one for one in self.connections if one is not self]
        near = [one for one in others if getattr(one, "address", None) == self.address]
        if self.address in (self.config.forwarded_allow_ips or ()):
            near = []
        if not (_has_room(near, MOST_FROM_ONE) and _has_room(others, MOST_OPEN)):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._await_nothing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in more of a request."""
        super().data_received(data)
        if not self.asking:
            self._await_nothing()
        elif self._deadline is None:
            self.since = self.loop.time()
            self._await_request()

    @property
    def asking(self) -> bool:
        """Whether no request of it is being answered: it has sent none, or none to its end."""
        cycle = self.cycle
        return cycle is None or cycle.response_complete or cycle.more_body

    def _await_request(self) -> None:
        self._deadline = self.loop.call_later(TO_ASK, self.transport.abort)

    def _await_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None


def _has_room(connections: Iterable[Any], most: int) -> bool:
    """Whether there is room for one more: the one goes that has been asking longest."""
    there = [one for one in connections if not one.transport.is_closing()]
    asking = [one for one in there if one.asking]
    if len(there) >= most and asking:
        min(asking, key=lambda one: one.since).transport.abort()
    return len(there) < most or bool(asking)


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
