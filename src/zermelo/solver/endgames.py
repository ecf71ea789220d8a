"""A database made ready for the engine: its states by the keys that a search has at hand."""

from __future__ import annotations

from typing import Any, Final

from zermelo.errors import UsageError
from zermelo.hardware import physical_memory
from zermelo.native import kernel
from zermelo.native.items import row_for, state_of
from zermelo.native.keys import key_at
from zermelo.search.engine.endgames import Endgames, enter
from zermelo.search.engine.score import ENDLESS, lost_in, won_in
from zermelo.solver.database import Database
from zermelo.solver.packing import Packing, state_for
from zermelo.solver.score import ENDLESS as NO_DISTANCE
from zermelo.solver.score import NOW, UNKNOWN
from zermelo.solver.tierstates import TierStates

Array = Any
SLOT_BYTES: Final = 16  # of a state in the engine's memory


def endgames(database: Database, *, native: bool = True) -> Endgames:
    """The database's states and values in memory, for `analyze(..., endgames=...)`.

    It takes 32 to 64 bytes a state, symmetric ones counted.
    """
    if isinstance(database.states, TierStates):
        return _by_number(database, database.states, native=native)
    game, packing = database.game, database.states.packing
    keys, scores = database.states.everything()
    images = sum(1 for _ in game.symmetries(database.start))
    known = Endgames(game, len(keys) * (1 + images), database.first_tier)
    if native:
        enter_all.native(game, keys, scores, packing, known.words, known.slots)
        return known
    words = memoryview(known.words.data)
    for index, score in enumerate(scores.tolist()):
        state = state_for(game, packing, key_at(keys, index))
        enter_images(game, state, score, words, known.slots)
    return known


def _by_number(database: Database, states: TierStates, *, native: bool) -> Endgames:
    """The same of a database whose states are numbers."""
    game, count = database.game, database.manifest["solution"]["states"]
    needed = SLOT_BYTES << (2 * count).bit_length()
    if needed > physical_memory() // 2:
        raise UsageError(
            f"{database.path} has {count:,} states, which take {needed >> 30:,} GiB in the engine: "
            "solve a smaller endgame for it, or play by the database itself"
        )
    known = Endgames(game, count, database.first_tier)
    for tier in states.tiers:
        words = known.words if native else memoryview(known.words.data)
        run = enter_tier.native if native else enter_tier
        run(game, states.cells.scores, tier, states.tier(tier), words, known.slots)
    return known


@kernel
def enter_tier(game: Any, scores: Array, tier: int, cells: Array, words: Array, slots: int) -> None:
    """Enter the states of a tier, given their cells, and those symmetric to them."""
    for number in range(len(cells)):
        score = int(scores[cells[number]])
        if score != UNKNOWN:
            enter_images(game, game.unindex(tier, number), score, words, slots)


@kernel
def enter_all(
    game: Any, keys: Array, scores: Array, packing: Packing, words: Array, slots: int
) -> None:
    """Enter the states stored under `keys`, and those symmetric to them."""
    row = row_for(packing.layout)
    for index in range(len(keys)):
        state = state_of(game, key_at(keys, index), packing.example, packing.layout, row)
        enter_images(game, state, int(scores[index]), words, slots)


@kernel
def enter_images(game: Any, state: Any, score: int, words: Array, slots: int) -> None:
    """Enter `state` and all symmetric to it, with the solver's score turned into the engine's."""
    turned = in_engine(score)
    enter(words, slots, game.key(state), turned)
    for image in game.symmetries(state):
        enter(words, slots, game.key(image), turned)


@kernel
def in_engine(score: int) -> int:
    """The solver's score as the engine has it."""
    if abs(score) <= NO_DISTANCE:
        return score * ENDLESS
    plies = NOW - abs(score)
    return won_in(plies) if score > 0 else lost_in(plies)
