"""Prepare a database for the engine, which looks up states by the keys of its search."""

from typing import Any, Final

from zermelo.native import kernel
from zermelo.native.arrays import Array, key_at
from zermelo.native.items import row_for, state_of
from zermelo.search.engine.knownends import UNKNOWN as NOT_THERE
from zermelo.search.engine.knownends import AskedEndgames, Endgames, enter
from zermelo.search.engine.score import ENDLESS, lost_in, won_in
from zermelo.solver.keys.layouts import Packing
from zermelo.solver.probing.database import Database
from zermelo.solver.score import ENDLESS as NO_DISTANCE
from zermelo.solver.score import NOW
from zermelo.solver.store.numbers import TierStates

ENGINE_CHUNKS: Final = 256  # chunks of a database in memory, of one or two MiB each


def endgames(database: Database, *, native: bool = True) -> Endgames:
    """The database in the engine's form, for `analyze(..., endgames=...)`. Numbered states are read
    from disk, with at most 256 chunks in memory; states with keys are all loaded, in 32 to 64 bytes
    each, symmetric ones included.
    """
    game, first = database.game, database.first_tier
    if isinstance(database.states, TierStates):
        states = database.states.reader(ENGINE_CHUNKS)
        find = number_of.prepare(game, game.key(database.start)) if native else number_of

        def score(key: int) -> int:
            tier, number = find(game, key)
            known = states.at(tier, number) if tier in states.tiers else None
            return NOT_THERE if known is None else in_engine(known)

        return AskedEndgames(game, score, first)
    packing = database.states.packing
    keys, scores = database.states.part(0, database.states.places)
    images = sum(1 for _ in game.symmetries(database.start))
    known = Endgames(game, len(keys) * (1 + images), first)
    if native:
        enter_all.native(game, keys, scores, packing, known.words, known.slots)
    else:
        enter_all(game, keys, scores, packing, memoryview(known.words), known.slots)
    return known


@kernel
def number_of(game: Any, key: int) -> tuple[int, int]:
    """The tier and the number of the state with this key."""
    state = game.unkey(key)
    return game.tier(state), game.index(state)


@kernel
def enter_all(
    game: Any, keys: Array, scores: Array, packing: Packing, words: Any, slots: int
) -> None:
    """Write the states stored under `keys`, and their symmetric images, to the table `words`."""
    row = row_for(packing.layout)
    for index in range(len(keys)):
        state = state_of(game, key_at(keys, index), packing.example, packing.layout, row)
        turned = in_engine(int(scores[index]))
        enter(words, slots, game.key(state), turned)
        for image in game.symmetries(state):
            enter(words, slots, game.key(image), turned)


@kernel
def in_engine(score: int) -> int:
    """Convert the solver's score to the engine's."""
    if abs(score) <= NO_DISTANCE:
        return score * ENDLESS
    plies = NOW - abs(score)
    return won_in(plies) if score > 0 else lost_in(plies)
