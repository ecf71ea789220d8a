"""The widths of the games of this process: measured once, then widened by what overflows."""

from __future__ import annotations

import hashlib
import sys
import threading
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from zermelo.contract.game import Game
from zermelo.native.disk.fingerprint import identity
from zermelo.native.disk.remembered import remembered
from zermelo.native.ints.measure import measured
from zermelo.native.ints.widths import NO_INT, TOO_WIDE, WIDEST, Overflow, Widths, leaves, rounded

_known: dict[Game[Any], Widths] = {}
_lock = threading.RLock()


def known_widths(game: Game[Any]) -> Widths:
    """The widths with which `game` is to be compiled."""
    with _lock:
        if game not in _known:
            _known[game] = _measured_once(game)
        return _known[game]


def _measured_once(game: Game[Any]) -> Widths:
    """The widths measured, or those that were measured before and are kept on disk."""
    widths: list[Widths] = []

    def as_data() -> Any:
        widths.append(measured(game))
        return widths_as_data(widths[0])

    module = getattr(sys.modules.get(type(game).__module__), "__file__", None) or ""
    kept = remembered(f"widths of {identity(game)} in {_digest(module)}", as_data)
    return widths[0] if widths else widths_from_data(kept) or measured(game)


def widths_as_data(widths: Widths) -> Any:
    """Widths as lists, with a digest of each file whose lines they name: lines move by editing."""
    lines = sorted((file, line, width) for (file, line), width in widths.lines)
    files = {file: _digest(file) for file, _, _ in lines}
    return [widths.items, widths.shifts, sorted(widths.free), lines, files]


def widths_from_data(data: Any) -> Widths | None:
    """The widths kept as these lists; None if a file has been edited or cannot be read."""
    items, shifts, free, lines, files = data
    if any(digest is None or digest != _digest(file) for file, digest in files.items()):
        return None
    named = frozenset(((file, line), width) for file, line, width in lines)
    return Widths(tuple(items), shifts, named, frozenset(free))


def _digest(file: str) -> str | None:
    """Of what stands in a file; None if it cannot be read."""
    try:
        return hashlib.sha256(Path(file).read_bytes()).hexdigest()
    except (OSError, ValueError):
        return None


def widen(game: Game[Any], tried: Widths, fault: Overflow) -> bool:
    """Have `game` compiled wider after `fault`; False when that would not help.

    tried  the widths with which it happened; another thread may have widened them meanwhile
    """
    with _lock:
        if _known[game] == tried:
            wider = tried.wider(fault)
            if wider is None:
                return False
            _known[game] = wider
        return True


def cover(game: Game[Any], states: Iterable[Any]) -> None:
    """Have `game` compiled so that these states fit; `Overflow` if they are too wide for that."""
    widths = known_widths(game)
    for state in states:
        items = tuple(map(_wider, widths.items, leaves(state)))
        if items != widths.items:
            widths = replace(widths, items=items)
    if widths.widest > WIDEST:
        raise Overflow(TOO_WIDE)
    with _lock:
        _known[game] = widths


def _wider(width: int, item: Any) -> int:
    return NO_INT if width == NO_INT else max(width, rounded(item.bit_length()))
