"""The widths of the games of this process: measured once, then widened by what overflows."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from zermelo.game import Game
from zermelo.native.fingerprint import identity
from zermelo.native.measure import measured
from zermelo.native.remembered import remembered
from zermelo.native.widths import NO_INT, TOO_WIDE, WIDEST, Overflow, Widths, leaves, rounded

_known: dict[Game[Any], Widths] = {}
_lock = threading.RLock()


def known_widths(game: Game[Any]) -> Widths:
    """The widths with which `game` is to be compiled."""
    with _lock:
        if game not in _known:
            _known[game] = _found_out(game)
        return _known[game]


def _found_out(game: Game[Any]) -> Widths:
    """The widths measured; kept on disk unless they name lines, which move as a file is edited."""
    found: list[Widths] = []

    def as_data() -> Any:
        found.append(measured(game))
        widths = found[0]
        return None if widths.lines else [widths.items, widths.shifts, sorted(widths.free)]

    kept = remembered(f"widths of {identity(game)}", as_data)
    if kept is None:
        return found[0] if found else measured(game)
    items, shifts, free = kept
    return Widths(tuple(items), shifts, free=frozenset(free))


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
