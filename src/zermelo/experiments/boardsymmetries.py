"""Symmetries of a board as its picture shows them, tried in random games.

A turn or reflection of the picture is a symmetry of the game only if the rules agree. So games are
played twice, the second one as the picture of the first one turned: who moves, which positions each
move leads to, and how the games end have to correspond.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from itertools import product
from typing import Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.picture import Picture

GAMES: Final = 10  # that each symmetry is tried in
LONGEST: Final = 300  # plies of one
LARGEST: Final = 1_000  # points of a board

Permutation = tuple[int, ...]  # of the points of a board


def board_symmetries(game: Game, deadline: float) -> list[Permutation]:
    """The symmetries of the start that held in random games, the identity among them.

    None where there is no other one, or no time to try each in one game at least.
    """
    held = _turns(game.picture(game.start()))
    for number in range(GAMES):
        tried = []
        for turned in held:
            answer = _holds(game, turned, random.Random(number), deadline)
            if answer is None:
                return held if number else []
            tried += [turned] * answer
        held = tried
        if len(held) < 2:
            return []
    return held


def seen(picture: Picture, turned: Permutation) -> frozenset[tuple[int, str]]:
    """The pieces of a picture where a symmetry puts them."""
    return frozenset((turned[point], symbol) for point, symbol in picture.pieces.items())


def _turns(start: Picture) -> list[Permutation]:
    """The turns and reflections of the points that leave the start as it is."""
    points = list(start.points)
    if not 0 < len(points) <= LARGEST:
        return []
    places = {(float(x), float(y)): index for index, (x, y) in enumerate(points)}
    right, low = (sum(f(p[axis] for p in points) for f in (min, max)) for axis in (0, 1))
    turns: list[Permutation] = []
    for swap, across, down in product((False, True), (1, -1), (1, -1)):
        images = []
        for x, y in points:
            dx, dy = across * (2 * x - right), down * (2 * y - low)
            dx, dy = (dy, dx) if swap else (dx, dy)
            images.append(places.get(((dx + right) / 2, (dy + low) / 2), -1))
        if -1 not in images:
            turns.append(tuple(images))
    same = tuple(range(len(points)))
    return [
        turn for turn in turns if seen(start, turn) == seen(start, same) and _sides(start, turn)
    ]


def _sides(picture: Picture, turned: Permutation) -> bool:
    """Whether each player's sides of the board are mapped to sides of theirs."""
    before = {(player, frozenset(points)) for player, points in picture.sides}
    after = {(player, frozenset(turned[p] for p in points)) for player, points in picture.sides}
    return before == after


def _holds(game: Game, turned: Permutation, chance: random.Random, deadline: float) -> bool | None:
    """Whether a random game and its mirror image correspond to the end; None if time is up."""
    same = tuple(range(len(turned)))
    state = image = game.start()
    for _ in range(LONGEST):
        if time.process_time() > deadline:
            return None
        if game.outcome(state) != game.outcome(image) or game.player(state) != game.player(image):
            return False
        if game.outcome(state) != ONGOING:
            return True
        ways, mirrored = _ways(game, state, turned), _ways(game, image, same)
        if Counter(ways.values()) != Counter(mirrored.values()):
            return False
        move = chance.choice(list(ways))
        image = game.play(image, next(m for m, key in mirrored.items() if key == ways[move]))
        state = game.play(state, move)
    return True


def _ways(game: Game, state: Any, turned: Permutation) -> dict[int, Any]:
    """The turned picture after each move."""
    return {m: seen(game.picture(game.play(state, m)), turned) for m in game.moves(state)}
