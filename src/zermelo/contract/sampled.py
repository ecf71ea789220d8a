"""States as play shows them: some games of fixed seeds, by the rules as they are."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from zermelo.contract.game import ONGOING, Game


def random_games(
    game: Game[Any], games: int, most: int
) -> Iterator[tuple[Any, list[Any], Any, Any]]:
    """Each state of some random games, its moves, the move played, and the next state.

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


def random_game(
    game: Game[Any], chance: random.Random, start: Any = None
) -> Iterator[tuple[Any, list[Any]]]:
    """Each state of a random game with its moves, none at the end; goes on by one of them."""
    state = game.start() if start is None else start
    while True:
        moves = list(game.moves(state)) if game.outcome(state) == ONGOING else []
        yield state, moves
        if not moves:
            return
        state = game.play(state, chance.choice(moves))


def growing_games(
    game: Game[Any], games: int, most: int, size: Callable[[Any], Any]
) -> Iterator[Any]:
    """The states of some games in which each move makes the largest state, by `size`.

    The games end when they have looked at about `most` states.
    """
    chance, looked_at = random.Random(0), 0
    for _ in range(games):
        state = game.start()
        while looked_at < most and game.outcome(state) == ONGOING:
            children = [game.play(state, move) for move in game.moves(state)]
            if not children:
                break
            looked_at += len(children)
            sizes = [*map(size, children)]
            largest = max(sizes)
            pairs = zip(children, sizes, strict=True)
            state = chance.choice([child for child, grown in pairs if grown == largest])
            yield state
