"""The backward pass through a tier without moves inside it: each state from those it leads to."""

from __future__ import annotations

from typing import Any, Final

from zermelo.game import ONGOING, Game
from zermelo.native import kernel
from zermelo.native.items import row_for, state_of
from zermelo.native.keys import key_at
from zermelo.solver.keyset import EMPTY, find
from zermelo.solver.packing import Packing, canonical
from zermelo.solver.score import UNKNOWN, end_score, one_ply_before

Array = Any
SOUND: Final = 0
STUCK: Final = 1  # a state that is not over has no moves
LOST: Final = 2  # a state that follows is in no tier


@kernel
def score_layer(
    game: Game[Any],
    packing: Packing,
    keys: Array,
    above: tuple[Array, Array, int, int],
    scores: Array,
) -> tuple[int, int]:
    """Score the states of `keys` when all states they lead to are in tiers already scored.

    above   the table of those: slots, scores, bits, region bits
    scores  int16 (keys), written: the score of each key's state

    Returns SOUND, or the fault of the game and the index of the state that shows it.
    """
    row = row_for(packing.layout)
    slots, known, bits, region_bits = above
    for i in range(len(keys)):
        state = state_of(game, key_at(keys, i), packing.example, packing.layout, row)
        outcome = game.outcome(state)
        if outcome != ONGOING:
            scores[i] = end_score(game, state, outcome)
            continue
        player, best = game.player(state), UNKNOWN
        for move in game.moves(state):
            child = game.play(state, move)
            slot = find(slots, bits, region_bits, canonical(game, child, packing, row))
            if key_at(slots, slot) == EMPTY:
                return LOST, i
            score = one_ply_before(game, int(known[slot]), game.player(child) == player)
            best = max(best, score)
        if best == UNKNOWN:
            return STUCK, i
        scores[i] = best
    return SOUND, 0
