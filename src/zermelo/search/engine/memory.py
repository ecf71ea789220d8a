"""The engine's memory: every field that one thread's search reads and writes.

For plain searches it is a dict, for compiled ones a record of 64-bit ints, which machine code gets
as one bare pointer. An array is stored as a `Place`; `array_at` turns that into the array.
"""

from __future__ import annotations

from typing import Annotated, Final, get_origin, get_type_hints

from zermelo.native import Asked, Place
from zermelo.search.counters import COUNTERS, Counts

DEEPEST: Final = 511  # plies below the root
ROOM: Final = 1 << 15  # the most moves of all states on the path
WEIGHTS: Final = 4096  # per player's history; two moves that share one are only ordered worse
CLAIMS: Final = 1 << 10  # states that all threads together can claim

NO_MOVE: Final = -1  # an empty killer slot
NO_KEY: Final = -1  # an empty slot for a state's key
NOWHERE: Final = DEEPEST + 1  # the ply of a repetition if there is none
BEFORE: Final = -1  # the ply of a repetition of a state from before the search
NEVER: Final = 1 << 20  # the ply of a match's draw if no search can reach one


class Memory(Counts):
    """The fields; arrays with their shapes. The counters come last."""

    # The transposition table, see `table`; shared by all threads
    table: Place  # [buckets, 4] two entries of two words each
    buckets: int  # the number of buckets that this thread uses, a power of two
    most: int  # the largest number of buckets
    filled: int  # entries written by this thread since the table last grew
    size: Annotated[Place, 1]  # the current number of buckets, for all threads
    load: int  # entries written per bucket before this thread grows the table; 0: it never does
    age: int  # of the table in this search
    tries: int  # states that may still probe the table for their children; below 0: pausing

    # Move ordering, see `ordering`
    killers: Annotated[Place, DEEPEST + 2, 2]  # by ply: two moves that caused cutoffs, or NO_MOVE
    history: Annotated[Place, 2, WEIGHTS]  # by player: credit of each move for its cutoffs
    moves: Annotated[Place, ROOM]  # a stack: the moves of the states on the path
    ranks: Annotated[Place, ROOM]  # their ranks
    top: int  # the top of both stacks, where the next state's moves begin

    # Selective search, see `ordering`
    selective: int  # whether late moves are searched less deep
    reductions: Place  # [DEPTHS, PLACES] plies less, by depth and place of a move

    # The basis of a result, see `search`
    open: int  # the number of estimates so far
    path: Annotated[Place, DEEPEST + 2]  # by ply: the keys of the states from the root to here
    repeated: Place  # [repeated_count + 1] keys of states that draw the match if they occur again
    repeated_count: int
    reached: int  # the highest ply whose state is repeated below here, or NOWHERE or BEFORE

    # The draws of a match, see `knownends`
    due: Annotated[Place, DEEPEST + 2]  # by ply of the path: the ply at which the match draws
    capped: int  # the ply at which the cap draws the game, or NEVER
    quiet: int  # the number of moves in a row without progress that draw, or 0

    # Several threads, see `table`
    claims: Annotated[Place, CLAIMS]  # by hash: keys of the states being searched now, or 0
    shared: int  # the number of other threads that this one shares the table with

    # Endgame tables, see `knownends`
    endgames: Place  # [slots, 2] by hash
    slots: int  # a power of two, or 0 without endgames
    asked: Asked  # the callback that looks a state up, or 0 if `endgames` holds all of them
    from_tier: int  # the lowest tier of these states


FIELDS: Final = (*(name for name in Memory.__annotations__ if name not in COUNTERS), *COUNTERS)
SHAPES: Final = {  # of the arrays with a fixed size
    name: kind.__metadata__
    for name, kind in get_type_hints(Memory, include_extras=True).items()
    if get_origin(kind) is Annotated
}
