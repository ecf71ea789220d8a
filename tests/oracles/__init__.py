"""Slow, obvious oracles: each game once more, as functions of its moves, sharing no code.

Rules here get the moves so far, a tuple of texts, and rebuild everything from them.
`moves(history)` lists the legal move texts in order, `outcome(history)` is 1, 0, −1 for the player
to move, or 2 while the game goes on, and `text(history)` is the position as people write it.
"""

from oracles.chess import Chess
from oracles.connectfour import ConnectFour
from oracles.graphs import drawn_by_match, limited, points_all_round, retrograde
from oracles.isolation import Isolation
from oracles.mnk import Mnk
from oracles.morris import Morris
from oracles.nim import Nim
from oracles.rules import History, Rules
from oracles.search import (
    at_random,
    descend,
    every_position,
    is_proof,
    mirrored,
    multiplied_with_carry,
    points_of,
    scaled,
    sequences,
    solve,
    solved,
    worth_of,
)

__all__ = [
    "Chess", "ConnectFour", "History", "Isolation", "Mnk", "Morris", "Nim", "Rules", "at_random",
    "descend", "drawn_by_match", "every_position", "is_proof", "limited", "mirrored",
    "multiplied_with_carry", "points_all_round", "points_of", "retrograde", "scaled", "sequences",
    "solve", "solved", "worth_of",
]  # fmt: skip
