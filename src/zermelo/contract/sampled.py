"""States as play shows them: some random games of fixed seeds, by the rules as they are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from zermelo.contract.game import ONGOING, Game


def random_games(
    game: Game[Any], games: int, most: int
) -> Iterator[tuple[Any, list[Any], Any, Any]]:
    """Each state of some random games, its moves, the one that is played, and the state after it.

    Where a game is over it is its own successor, by move 0, and has no moves. The games end when
    they have generated about `most` moves, and where a rule fails.
    """
    chance, generated = random.Random(0), 0
    for _ in range(games):
        state = game.start()
        while generated < most:
            try:
                goes_on = game.outcome(state) == ONGOING
                moves = list(islice(game.moves(state), most)) if goes_on else []
                move = chance.choice(moves) if moves else 0
                child = game.play(state, move) if moves else state
            except Exception:  # it shows when the game is played
                return
            generated += len(moves) + 1
            yield state, moves, move, child
            if not moves:
                break
            state = child
