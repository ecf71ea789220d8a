"""A book's entry for one position, and the names of positions."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from zermelo.contract.analysis import FAR
from zermelo.contract.game import LOSS, WIN, Game


class Entry(NamedTuple):
    """A position's worth to the player to move there.

    value       −1 … 1
    exact       whether it is proven; otherwise it is an estimate
    remoteness  plies to the end under best play, of wins and losses where known
    depth       plies that the search behind an estimate looked ahead
    games       random games that it is the mean of, 0 of none
    """

    value: float
    exact: bool
    remoteness: int | None = None
    depth: int = 0
    games: int = 0

    def one_ply_before(self, same_player: bool) -> Entry:
        """The value of a move to this position for the player who makes it."""
        later = None if self.remoteness is None else self.remoteness + 1
        value = self.value if same_player else 0.0 - self.value  # no -0.0
        depth = 0 if self.games else self.depth + 1
        return Entry(value, self.exact, later, depth, self.games)


def canonical(game: Game, state: Any) -> Any:
    """One and the same state for all that are symmetric."""
    return min(game.symmetries(state))


def name_of(state: Any) -> str:
    """A state's ints as JSON, of any size."""
    return json.dumps(state, separators=(",", ":"))


def best_of(moves: Iterable[Entry]) -> Entry:
    """The entry of a position from the values of its moves for their player.

    A proven win needs no more than one of them, everything else that is proven needs them all.
    """
    entries = list(moves)
    best = max(entry.value for entry in entries)
    equal = [entry for entry in entries if entry.value == best]
    won = best == WIN and any(entry.exact for entry in equal)
    exact = won or all(entry.exact for entry in entries)
    depth = min((entry.depth for entry in entries if not entry.exact), default=0)
    return Entry(best, exact, _distance(equal, best) if exact else None, depth)


def _distance(equal: list[Entry], value: float) -> int | None:
    """Plies to the end of a win or a loss that is proven; None when that is not known."""
    plies = [entry.remoteness for entry in equal if entry.exact]
    known = [FAR if each is None else each for each in plies]
    if value == WIN:
        soonest = min(known)
        return None if soonest == FAR or FAR in known else soonest
    return max(known) if value == LOSS and FAR not in known else None
