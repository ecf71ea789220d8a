"""The server process: one that says when it listens, and lets go of the live streams at its end."""

from __future__ import annotations

import socket
from collections.abc import Callable
from types import FrameType
from typing import Any

import uvicorn

from zermelo.web.app import Web

SETTINGS: dict[str, Any] = {
    "log_level": "warning",
    "access_log": False,
    "server_header": False,
    "ws": "none",
    "timeout_keep_alive": 75,
    "timeout_graceful_shutdown": 3,
}


class Server(uvicorn.Server):
    """Serves `web`; `ready` is called once it can be asked."""

    def __init__(self, web: Web, *, loopback: bool, ready: Callable[[], None]) -> None:
        super().__init__(uvicorn.Config(web.application(loopback=loopback), **SETTINGS))
        self._web, self._ready = web, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Asked to end: no page is listened to any longer, else their streams would hold it up."""
        self._web.rooms.close()
        super().handle_exit(sig, frame)
