"""The values of moves, gathered at the points of a board where a click would choose them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zermelo.contract.analysis import Analysis, MoveValue
from zermelo.contract.game import Game
from zermelo.contract.picture import Picture

Worths = Mapping[int, MoveValue]  # by move


def worths(game: Game, state: Any, analysis: Analysis) -> dict[int, MoveValue]:
    """The value of each move of `state`, as far as it is in `analysis`; bounds are left out.

    >>> import zermelo
    >>> nim = zermelo.game("nim(rows=[1, 2])")
    >>> known = worths(nim, nim.start(), zermelo.analyze(nim, native=False))
    >>> [(nim.format_move(nim.start(), move), entry.value) for move, entry in known.items()]
    [('0,1', -1.0), ('1,1', 1.0), ('1,2', -1.0)]
    """
    return {
        game.parse_move(state, entry.move): entry
        for entry in analysis.moves
        if entry.bound == "exact"
    }


def at_points(
    picture: Picture, known: Worths, clicked: tuple[int, ...] = ()
) -> dict[int, MoveValue]:
    """For each point that may be clicked next, after `clicked`, the best that it can lead to.

    >>> picture = Picture.grid(3, 1, {}, {7: (0, 1), 8: (0, 2), 9: (2,)})
    >>> known = {7: MoveValue("a", -1), 8: MoveValue("b", 0), 9: MoveValue("c", 1)}
    >>> {point: worth.move for point, worth in at_points(picture, known).items()}
    {0: 'b', 2: 'c'}
    """
    best: dict[int, MoveValue] = {}
    for move, clicks in picture.clicks.items():
        if move in known and clicks[: len(clicked)] == clicked and len(clicks) > len(clicked):
            point, worth = clicks[len(clicked)], known[move]
            if point not in best or worth.sooner > best[point].sooner:
                best[point] = worth
    return best
