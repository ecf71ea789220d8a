"""The HTTP server, which announces that it is listening and closes live streams at the end.

The number of connections and the time for requests are limited. A new connection beyond the limit
replaces one without a complete request, so that half-sent requests keep nobody out. The log gets
only a few lines a minute, without control characters.
"""

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
from starlette.middleware.gzip import GZipMiddleware
from uvicorn.logging import DefaultFormatter
from uvicorn.protocols.http.h11_impl import H11Protocol

from zermelo.errors import visible
from zermelo.web.app import Web

MOST_OPEN: Final = 400  # connections; many systems limit a process to 1,024 open files
MOST_FROM_ONE: Final = 150  # connections from one address, like a lecture hall's; not for proxies
TO_ASK: Final = 20.0  # seconds in which a client must send a complete request
LOGS: Final = ("uvicorn.error", "asyncio")
MOST: Final = 10  # the most messages to log in a minute
LONGEST: Final = 2000  # characters of a message to log, not counting a traceback


class Connection(H11Protocol):
    """A connection; the number of connections and the time for a request are limited."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection if there is room."""
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
        """Cancel the deadline for a request."""
        self._await_nothing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receive a part of a request; cancel the deadline when the request is complete."""
        super().data_received(data)
        if not self.asking:
            self._await_nothing()
        elif self._deadline is None:
            self.since = self.loop.time()
            self._await_request()

    @property
    def asking(self) -> bool:
        """Whether the server waits for a request or for the rest of one."""
        cycle = self.cycle
        return cycle is None or cycle.response_complete or cycle.more_body

    def _await_request(self) -> None:
        self._deadline = self.loop.call_later(TO_ASK, self.transport.abort)

    def _await_nothing(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None


def _has_room(connections: Iterable[Any], most: int) -> bool:
    """Whether one more connection fits, if need be after closing one with an unfinished request."""
    there = [one for one in connections if not one.transport.is_closing()]
    asking = [one for one in there if one.asking]
    if len(there) >= most and asking:
        min(asking, key=lambda one: one.since).transport.abort()
    return len(there) < most or bool(asking)


SETTINGS: dict[str, Any] = {
    "http": Connection,
    "backlog": 128,  # connections that may wait to be accepted
    "log_config": None,  # uvicorn's default would close all log handlers of the process
    "log_level": "warning",
    "access_log": False,
    "server_header": False,
    "ws": "none",
    "timeout_keep_alive": 75,
    "timeout_graceful_shutdown": 3,
}


class Server(uvicorn.Server):
    """Serves `web`, also under further `names`; calls `ready` when it can answer. Clients need the
    `token`, if any; X-Forwarded-For is trusted if it comes from `proxies`.
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
        app = GZipMiddleware(web.application(names=names, token=token), compresslevel=6)
        super().__init__(uvicorn.Config(app, **SETTINGS, **behind))
        set_up_log()
        self._web, self._ready = web, ready
        self._failed: Exception | None = None  # the error that `ready` raised

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until a signal, which may arrive before the event loop starts."""
        with self.capture_signals():
            super().run(sockets)
        if self._failed is not None:
            raise self._failed

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening and call `ready`; if this fails, stop, and let `run` raise the error."""
        await super().startup(sockets)
        try:
            self._ready()
        except Exception as error:
            self._failed, self.should_exit = error, True

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """While serving, treat SIGHUP like SIGTERM."""
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
        """Close live streams, which would delay the end, and stop. Ignore further signals, which
        would make uvicorn skip the application's shutdown and fail with a traceback.
        """
        self._web.rooms.close()
        if not self.should_exit:
            super().handle_exit(sig, frame)


def set_up_log() -> None:
    """Log to standard error; limit the number and the length of messages."""
    handler = logging.StreamHandler()
    handler.setFormatter(DefaultFormatter("%(levelprefix)s %(message)s"))
    logger = logging.getLogger("uvicorn")
    logger.handlers, logger.propagate = [handler], False
    sparing = Sparing()
    for name in LOGS:
        logging.getLogger(name).addFilter(sparing)


class Sparing(logging.Filter):
    """Logs only a few messages a minute, and counts the others."""

    def __init__(self) -> None:
        super().__init__()
        self._minute, self._written, self._omitted = 0.0, 0, 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether to log a message; makes the message printable and short."""
        if record.created >= self._minute + 60 or record.created < self._minute:
            self._minute, self._written = record.created, 0
        self._written += 1
        if self._written > MOST:
            self._omitted += 1
            return False
        text = visible(record.getMessage())[:LONGEST]
        more = f" ({self._omitted} earlier messages omitted)" if self._omitted else ""
        record.msg, record.args, self._omitted = text + more, (), 0
        return True
