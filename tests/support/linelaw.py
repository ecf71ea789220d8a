"""The law of an exact answer's line: each move keeps the value, and a distance is as long."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import zermelo
from walking import random_game
from zermelo import ONGOING, Game
from zermelo.contract.analysis import GOES_ON, Analysis
from zermelo.contract.points import value_by
from zermelo.search.textbook import utility

Truth = Callable[[Any], tuple[float, int | None] | None]


def line_faults(game: Game, state: Any, answer: Analysis, truth: Truth) -> Iterator[str]:
    """What is wrong with the line of an exact answer; none where all is well.

    truth  the value of a state for its mover and its remoteness, None for what is not known
    """
    if not answer.exact:
        return
    game, player, left = value_by(game, answer.by), answer.player, answer.remoteness
    moves = answer.line_moves
    if left is not None and len(moves) != left:
        yield f"{len(moves)} moves, {left} plies"
    for ply, text in enumerate(moves, 1):
        state = game.play(state, game.parse_move(state, text))
        side = 1 if game.player(state) == player else -1
        outcome = game.outcome(state)
        over = outcome != ONGOING
        known = (float(utility(game, state, outcome)), 0) if over else truth(state)
        if known is not None and side * known[0] != answer.value:
            yield f"{text} at ply {ply} leads to {side * known[0]}"
        if known is not None and left is not None and known[1] not in (None, left - ply):
            yield f"after ply {ply} there are {known[1]} plies"
        if over != (ply == len(moves) and answer.line[-1] != GOES_ON):
            yield f"the game {'is over' if over else 'goes on'} after ply {ply}"


def searched(game: Game, by: str = "outcome", nodes: int = 20_000) -> Truth:
    """The truth by a fresh search of each position, plain."""

    def truth(state: Any) -> tuple[float, int | None] | None:
        found = zermelo.analyze(game, state, nodes=nodes, by=by, ties=False, native=False)
        return (found.value, found.remoteness) if found.exact else None

    return truth


def near_the_end(game: Game, chance: random.Random, back: int, longest: int = 200) -> Any:
    """A position a few plies before the end of a random game."""
    states = list(random_game(game, chance, longest))
    return states[max(0, len(states) - 1 - back)]
