"""Games of random moves, looked at closely: how many choices there are, move by move."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Final

from zermelo.contract.game import ONGOING, Game, moves_of

CAP: Final = 1000  # plies, as in a match
MOST: Final = 1000  # games


@dataclass(frozen=True)
class Played:
    """One game: the number of choices at each ply, and what it was worth to player 0.

    worth  1, 0 or −1; None when it was cut after CAP plies
    """

    choices: tuple[int, ...]
    worth: int | None


def random_games(game: Game, seed: int, deadline: float, most: int = MOST) -> list[Played]:
    """Games of moves that are all alike likely, at least one, until `deadline` or `most`."""
    chance, played = random.Random(seed), list[Played]()
    while not played or (len(played) < most and time.process_time() < deadline):
        played.append(_one(game, chance))
    return played


def _one(game: Game, chance: random.Random) -> Played:
    state, choices = game.start(), list[int]()
    while (outcome := game.outcome(state)) == ONGOING:
        if len(choices) == CAP:
            return Played(tuple(choices), None)
        moves = moves_of(game, state)
        choices.append(len(moves))
        state = game.play(state, chance.choice(moves))
    return Played(tuple(choices), outcome if game.player(state) == 0 else -outcome)
