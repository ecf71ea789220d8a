"""What moves are worth, gathered at the points of a board where a click would choose them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

from zermelo.game import DRAW, Game
from zermelo.picture import Picture

FAR: Final = 10_000  # more plies than any game lasts


class Judgement(Protocol):
    """What is known of a position: an `Analysis`, a `Probe`, or an `Advice`.

    Each of its moves has a `move` text and a `value`, and as far as it is known whether that is
    `exact`, its `remoteness` and its `bound`.
    """

    @property
    def value(self) -> float | None:
        """What the position is worth to its mover."""

    @property
    def remoteness(self) -> int | None:
        """Plies to its end."""

    @property
    def best_moves(self) -> tuple[str, ...]:
        """The texts of the moves that reach the value."""

    @property
    def moves(self) -> tuple[Any, ...]:
        """The legal moves."""


class Worth(NamedTuple):
    """The value of a move for who makes it; `plies` from the position to the end where known."""

    value: float
    exact: bool = True
    plies: int | None = None

    @property
    def sooner(self) -> tuple[float, int]:
        """Bigger is better: wins soon and losses late, at an unknown distance the worst."""
        if self.value > DRAW:
            return self.value, -(FAR if self.plies is None else self.plies)
        return self.value, self.plies or 0

    def __str__(self) -> str:
        """As in "win in 3", "draw", or "about +0.25" for an estimate."""
        if not self.exact:
            return f"about {self.value:+.2f}"
        word = kind(self.value)
        return word if self.plies is None else f"{word} in {self.plies}"


def kind(value: float) -> str:
    """Whether a value is a "win", a "draw" or a "loss", or an estimate nearer to one."""
    return "win" if value > DRAW else "loss" if value < DRAW else "draw"


Worths = Mapping[int, Worth]  # by move


def worths(game: Game[Any], state: Any, found: Judgement) -> dict[int, Worth]:
    """What each move of `state` is worth as far as a search or a database has `found` out.

    A search knows the distance of its line only; bounds of worse moves are left out.
    """
    known: dict[int, Worth] = {}
    for entry in found.moves:
        if getattr(entry, "bound", "exact") != "exact":
            continue
        plies = getattr(entry, "remoteness", None)
        if entry.value == found.value and entry.move == _first_of_line(found):
            plies = found.remoteness
        move = game.parse_move(state, entry.move)
        known[move] = Worth(entry.value, getattr(entry, "exact", True), plies)
    return known


def recommended(game: Game[Any], state: Any, found: Judgement) -> tuple[int, ...]:
    """The moves to advise: the best ones, of won ones the soonest, of lost ones the latest."""
    known = worths(game, state, found)
    if len(known) < len(found.moves):
        return tuple(game.parse_move(state, text) for text in found.best_moves)
    best = max((worth.sooner for worth in known.values()), default=None)
    return tuple(move for move, worth in known.items() if worth.sooner == best)


def _first_of_line(found: Judgement) -> str | None:
    line = getattr(found, "line", ())
    return line[0] if line else None


def at_points(picture: Picture, known: Worths, clicked: tuple[int, ...] = ()) -> dict[int, Worth]:
    """For each point that may be clicked next, after `clicked`, the best that it can lead to.

    >>> picture = Picture.grid(3, 1, {}, {7: (0, 1), 8: (0, 2), 9: (2,)})
    >>> at_points(picture, {7: Worth(-1), 8: Worth(0), 9: Worth(1)})
    {0: Worth(value=0, exact=True, plies=None), 2: Worth(value=1, exact=True, plies=None)}
    """
    best: dict[int, Worth] = {}
    for move, clicks in picture.clicks.items():
        if move in known and clicks[: len(clicked)] == clicked and len(clicks) > len(clicked):
            point, worth = clicks[len(clicked)], known[move]
            if point not in best or worth.sooner > best[point].sooner:
                best[point] = worth
    return best
