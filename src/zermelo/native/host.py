"""The host that lets a search go on where no other thread can watch it, as in a browser."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

_asked: list[Callable[[], bool]] = []  # the last one is


@contextlib.contextmanager
def asking(host: Callable[[], bool]) -> Iterator[None]:
    """Have `host` asked meanwhile by the searches of this process, plain ones and WebAssembly's.

    It is called when a search has visited as many nodes as its limit says, raises nothing, and
    returns whether to go on, for which it has raised the limit.
    """
    _asked.append(host)
    try:
        yield
    finally:
        _asked.remove(host)


def may_go_on() -> bool:
    """Whether a search that is at its limit may go on: never where threads watch searches."""
    return bool(_asked) and _asked[-1]()
