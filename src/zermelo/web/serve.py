"""Serve the page: listen on a port, announce the address, and clean up at the end."""

import contextlib
import re
import socket
import sys
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from typing import Any, Final

from zermelo.errors import UsageError, clip, require_extra
from zermelo.process.resources import share_heaps

NAME: Final = re.compile(r"[A-Za-z0-9]([A-Za-z0-9_.-]{0,251}[A-Za-z0-9])?")
OUTSIDE: Final = ("192.0.2.1", 9)  # an address for documentation; no machine has it
PATIENCE: Final = 0.001  # seconds that a plain search may delay the event loop


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    names: Sequence[str] = (),
    token: str | None = None,
    proxies: Sequence[str] = (),
    ready: Callable[[str], None] = print,
    **given: Any,
) -> None:
    """Serve the page until Ctrl-C; call `ready` with the page's address when browsers can open it.

    The server answers to localhost, its own address and `names`. With a `token`, only clients that
    know the token are admitted; "new" makes one up. X-Forwarded-For is trusted only if it comes
    from an address in `proxies`. Port 0 chooses a free port. `given` has options of
    `zermelo.web.app.Web`.

    Raises `UsageError` for an unavailable address or an invalid name or token, and
    `CapabilityError` if the web page's libraries are not installed.
    """
    with require_extra("web", "the web page needs starlette and uvicorn"):
        from zermelo.web.app import Web
        from zermelo.web.guard import choose_token
        from zermelo.web.server import Server
    for name in names:
        require_name(name)
    for proxy in proxies:
        _require_address(proxy, "address of a proxy", "127.0.0.1")
    token = choose_token(token)
    web = Web(**given)
    listening = listener(host, port)
    web.reach = reach(host, listening.getsockname()[1])
    share_heaps()
    web.opponents.warm_up(web.catalogue.game("tictactoe"))  # loads the engine's libraries
    sys.setswitchinterval(PATIENCE)
    where = address(host, listening.getsockname()[1]) + (f"?token={token}" if token else "")
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl-C ends the server
        asked: dict[str, Any] = {"names": names, "token": token, "proxies": proxies}
        Server(web, **asked, ready=lambda: ready(where)).run([listening])


def listener(host: str, port: int) -> socket.socket:
    """A socket that listens at this host and port; raises `UsageError` if this is impossible."""
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


def exposure(host: str, token: str | None) -> str | None:
    """A warning about listening at `host`; None if only this machine can reach it."""
    if is_loopback(host):
        return None
    who = "everyone who can reach this machine" + (" and knows the token" if token else "")
    cure = "" if token else "; --token new admits only those who know a token"
    return f"{who} can play here and use its CPU; the connection is not encrypted{cure}"


def require_name(name: str) -> None:
    """Raise `UsageError` unless `name` is a host's name or address."""
    if not NAME.fullmatch(name):
        _require_address(name, "name of a host", "chess.example.org")


def _require_address(text: str, what: str, right: str) -> None:
    try:
        ip_address(text)
    except ValueError:
        raise UsageError(f"{clip(text)} is not the {what}; write one like {right}") from None


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def reach(host: str, port: int) -> str | None:
    """The address for other machines; None if only this machine can reach the server."""
    if is_loopback(host):
        return None
    if host not in ("0.0.0.0", "::"):
        return address(host, port)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(OUTSIDE)  # sends nothing, but finds this machine's address
        except OSError:
            return None
        return address(probe.getsockname()[0], port)


def address(host: str, port: int) -> str:
    """The address to open in a browser."""
    shown = "localhost" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"
