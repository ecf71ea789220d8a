"""The engine's memory: all that one thread's search reads and writes, declared here and only here.

Plain searches have it as a dict, compiled ones as a record of 64-bit ints, which machine code gets
as one bare pointer. An array is a `Place` in it: `array_at` makes an array of that.
"""

from __future__ import annotations

from typing import Annotated, Final, get_origin, get_type_hints

from zermelo.native import Asked, Place
from zermelo.search.counters import COUNTERS, Counts

DEEPEST: Final = 511  # plies below the root
ROOM: Final = 1 << 15  # moves of all states on the path at most
WEIGHTS: Final = 4096  # of each player's history; moves that share one are only ordered worse
CLAIMS: Final = 1 << 10  # states that all threads together can claim

NO_MOVE: Final = -1  # in the place of a killer
NO_KEY: Final = -1  # in the place of a state's key
NOWHERE: Final = DEEPEST + 1  # as a ply that was reached: none
BEFORE: Final = -1  # as one: that of all states which were met before the search began
NEVER: Final = 1 << 20  # as a ply at which a match draws: none that a search comes to


class Memory(Counts):
    """The fields, arrays with their shapes; the counters of every search come last."""

    # The transposition table, see `table`; shared by all threads
    table: Place  # [buckets, 4] two entries of two words each
    buckets: int  # a power of two, as far as this thread knows
    most: int  # buckets that the table may grow to
    filled: int  # entries that this thread has written since it last grew
    size: Annotated[Place, 1]  # of all threads: the buckets there are
    crowd: int  # entries that this thread writes for each bucket before it has the table grow, or 0
    age: int  # of the table in this search
    tries: int  # so many states may ask it about their children; below 0, rest

    # The order of moves, see `ordering`
    killers: Annotated[Place, DEEPEST + 2, 2]  # by ply: two moves that cut there, or NO_MOVE
    history: Annotated[Place, 2, WEIGHTS]  # by player: how much a move has cut
    moves: Annotated[Place, ROOM]  # of the states on the path, one state's after the other's
    ranks: Annotated[Place, ROOM]  # their ranks
    top: int  # where in these two the next state's begin

    # What results rest on, see `search`
    open: int  # estimates so far
    path: Annotated[Place, DEEPEST + 2]  # by ply: the keys of the states from the root to here
    repeated: Place  # [repeated_count + 1] keys of states that draw the match when met once more
    repeated_count: int
    reached: int  # the highest ply whose state was met again below here; or NOWHERE, BEFORE

    # The draws of a match, see `matchdraws`
    due: Annotated[Place, DEEPEST + 2]  # by ply of the path: the ply at which the match draws
    capped: int  # the ply at which it does so whatever is played, or NEVER
    quiet: int  # so many moves in a row without progress draw, or 0

    # More threads, see `sharing`
    claims: Annotated[Place, CLAIMS]  # by hash: keys of states that are searched now, or 0
    shared: int  # whether more threads than one search

    # States whose values are known, see `endgames`
    endgames: Place  # [slots, 2] by hash
    slots: int  # a power of two, or 0 without endgames
    asked: Asked  # a function that knows all of them, or 0 when `endgames` has them all
    from_tier: int  # the lowest tier of these states


# Counters last: numba takes a record that begins as another one does for a kind of that one, and
# would call kernels compiled for counters alone, or not, depending on what ran before.
FIELDS: Final = (*(name for name in Memory.__annotations__ if name not in COUNTERS), *COUNTERS)
SHAPES: Final = {  # of the arrays whose sizes are always the same
    name: kind.__metadata__
    for name, kind in get_type_hints(Memory, include_extras=True).items()
    if get_origin(kind) is Annotated
}
