"""Serving the page: finds a free port, says where, and stops without leaving anything behind."""

from __future__ import annotations

import contextlib
import socket
import sys
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from types import FrameType
from typing import Any, Final

from zermelo.errors import CapabilityError, UsageError

PATIENCE: Final = 0.001  # seconds that a plain search may keep the event loop waiting


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    own: Sequence[str] = (),
    databases: Sequence[str] = (),
    native: bool = True,
    ready: Callable[[str], None] = print,
) -> None:
    """Serve the page until Ctrl-C; `ready` is called with its address once it can be opened.

    Port 0 takes any free one. Raises `UsageError` for an address that can't be listened on,
    `CapabilityError` when the libraries of the web page are not installed.
    """
    try:
        import uvicorn

        from zermelo.web.app import Web
    except ImportError:
        raise CapabilityError(
            "the web page needs starlette and uvicorn: python -m pip install 'zermelo[web]'"
        ) from None
    listening = listener(host, port)
    web = Web(own, databases, native=native)
    web.opponents.warm_up(web.catalogue.game("tictactoe"))  # the engine's libraries are loaded now
    sys.setswitchinterval(PATIENCE)
    application = web.application(loopback=is_loopback(host))

    class Server(uvicorn.Server):
        """Tells where it listens, and lets go of the live streams before it waits for their end."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready(address(host, listening.getsockname()[1]))

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            web.rooms.close()
            super().handle_exit(sig, frame)

    settings: dict[str, Any] = {"log_level": "warning", "access_log": False}
    settings |= {"timeout_graceful_shutdown": 3, "timeout_keep_alive": 75}
    settings |= {"server_header": False, "ws": "none"}
    with contextlib.suppress(KeyboardInterrupt):  # the way to end it
        Server(uvicorn.Config(application, **settings)).run([listening])


def listener(host: str, port: int) -> socket.socket:
    """A socket that listens at the address."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
    except (OSError, OverflowError, UnicodeError) as error:
        listening.close()
        reason = error.strerror if isinstance(error, OSError) else error
        raise UsageError(f"cannot listen on {host} port {port}: {reason}") from None
    return listening


def is_loopback(host: str) -> bool:
    """Whether an address is reached from this machine only."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def address(host: str, port: int) -> str:
    """The address to open in a browser."""
    shown = "localhost" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"
