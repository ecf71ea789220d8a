"""Connections to the server: how many there may be, and how long each has for a request.

When there are too many, one that has not yet sent a whole request gives way to the new one:
requests that are sent by halves keep nobody out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST: Final = 400  # in all; a process may often have no more than 1,024 files open
MOST_FROM_ONE: Final = 150  # from one address, behind which there may be a lecture hall; a proxy
# that the server knows of has as many as there are
TO_ASK: Final = 20.0  # seconds from the beginning of a request to its end


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
        if not (_has_room(near, MOST_FROM_ONE) and _has_room(others, MOST)):
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
