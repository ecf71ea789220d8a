"""Whether a database that other code of a game has solved holds for its rules of today.

The fingerprint of rules changes with every line that is written in another way. The test is
whether the values in random games follow from the moves, and whether the database has every
position of these.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from zermelo.contract.game import ONGOING
from zermelo.solver.probing.probe import Solved, known_score, move_scores
from zermelo.solver.score import distance_of, end_score, worth_of

POSITIONS: Final = 500
GAMES: Final = 200  # from the start
LONGEST: Final = 200  # plies of one


def agrees(database: Solved) -> bool:
    """Whether its values are those that the rules make of it, as far as random games show."""
    try:
        return all(_follows(database, state) for state in _positions(database))
    except Exception:  # whatever rules raise for what is no state of theirs
        return False


def _positions(database: Solved) -> Iterator[Any]:
    """Positions of random games, each once."""
    game, chance, seen = database.game, random.Random(0), set()
    for _ in range(GAMES):
        state = database.start
        for _ in range(LONGEST):
            if state not in seen:
                seen.add(state)
                yield state
            if len(seen) == POSITIONS:
                return
            if game.outcome(state) != ONGOING:
                break
            state = game.play(state, chance.choice(list(game.moves(state))))


def _follows(database: Solved, state: Any) -> bool:
    """Whether the score of a position is that of its outcome, or what its moves make it."""
    game, known = database.game, known_score(database, state)
    over = game.outcome(state) != ONGOING
    made = (
        end_score(game, state, game.outcome(state))
        if over
        else max(score for _, score in move_scores(database, state))
    )
    plies = distance_of(game, known)  # which is None where outcomes alone are stored
    return worth_of(game, known) == worth_of(game, made) and plies in (
        None,
        distance_of(game, made),
    )
