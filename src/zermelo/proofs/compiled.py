"""The walk of `walk` once more, as a kernel: the same verdict on a proof, many times sooner.

Positions that were walked through are kept as rows of their ints: none is taken for another.
"""

from __future__ import annotations

import itertools
from typing import Any, Final

from zermelo.contract.bits import mixed
from zermelo.contract.game import ONGOING, Game
from zermelo.contract.ranges import DEEPEST
from zermelo.native import Place, array_at, kernel, runs_native
from zermelo.native.items import count_items, write_items
from zermelo.native.keys import LOW
from zermelo.native.words import new_record, new_words, place_of, words_of
from zermelo.proofs.claim import Goal
from zermelo.proofs.walk import may_repeat
from zermelo.search.clock import Clock
from zermelo.search.counters import COUNTERS, NO_LIMIT, Counts, check_limit, visit

HOLDS: Final = 0
FAILS: Final = 1
FULL: Final = 2  # more positions than there is room for
BEYOND: Final = 3  # a line too long for the stack, or an int too wide for a row
LEAST_ROOM: Final = 1 << 10  # positions
SEEN: Final = 1  # of a position: it is there,
MINE: Final = 2  # the claimant moves,
WHOLE: Final = 4  # all lines from it have been walked through


class Memory(Counts):
    """The fields; arrays with their shapes."""

    rows: Place  # [slots, width] the ints of positions, by hash; of symmetric ones the least
    marks: Place  # [slots] SEEN and more, 0 for an empty slot
    row: Place  # [2, width] room for two positions
    moves: Place  # [count] the claimant's moves
    slots: int  # a power of two
    width: int
    count: int
    next: int  # the next move
    known: int  # how many positions there are
    endless: int  # whether endless play reaches the goal


FIELDS: Final = (*(name for name in Memory.__annotations__ if name not in COUNTERS), *COUNTERS)


def compiled_walk(game: Game[Any], start: Any, goal: Goal, moves: Any) -> int | None:
    """How many positions the proof has that takes just these moves; None if it is not seen to
    hold: `walk` says why. None too where the rules cannot be compiled."""
    if not runs_native(game):
        return None
    width, arrays = count_items(start), {"moves": words_of(moves, native=True)}
    first = 4 << max(LEAST_ROOM, len(moves)).bit_length()
    for slots in (first << more for more in itertools.count()):
        sizes = {"rows": slots * width, "marks": slots, "row": 2 * width}
        arrays |= {name: new_words(size, native=True) for name, size in sizes.items()}
        memory: Any = new_record(FIELDS, native=True)
        for name, array in arrays.items():
            memory[name] = place_of(array, native=True)
        memory["slots"], memory["width"], memory["node_limit"] = slots, width, NO_LIMIT
        memory["count"], memory["endless"] = len(moves), int(may_repeat(game, goal))
        run = follow.prepare(game, start, *goal, 0, memory)
        if not runs_native(game):
            return None
        verdict = Clock(native=True, counts=memory).watch(run, game, start, *goal, 0, memory)
        if verdict != FULL:
            break
    taken = verdict == HOLDS and memory["next"] == len(moves)
    return int(memory["known"]) if taken else None


@kernel
def follow(game: Game[Any], state: Any, claimant: int, least: int, ply: int, memory: Memory) -> int:
    """Whether all lines from `state` reach the goal: HOLDS, FAILS, FULL or BEYOND."""
    visit(memory)
    outcome, mine = game.outcome(state), game.player(state) == claimant
    if outcome != ONGOING:
        worth = game.score(state) if game.by_score else outcome
        return HOLDS if (worth if mine else -worth) >= least else FAILS
    if ply >= DEEPEST or not write_row(game, state, memory):
        return BEYOND
    check_limit(memory)
    marks, slot = array_at(memory["marks"]), slot_of(mine, memory)
    if marks[slot] != 0:
        return HOLDS if marks[slot] & WHOLE or memory["endless"] else FAILS
    if 2 * memory["known"] >= memory["slots"]:
        return FULL
    keep(slot, mine, memory)
    chosen, tried = 0, 0
    if mine:
        if memory["next"] >= memory["count"]:
            return FAILS
        chosen = array_at(memory["moves"])[memory["next"]]
        memory["next"] += 1
    for move in game.moves(state):
        if not mine or move == chosen:
            tried += 1
            child = game.play(state, move)
            verdict = follow(game, child, claimant, least, ply + 1, memory)
            if verdict != HOLDS:
                return verdict
    if tried == 0:
        return FAILS
    marks[slot] |= WHOLE
    return HOLDS


@kernel
def write_row(game: Game[Any], state: Any, memory: Memory) -> bool:
    """Write the least of all symmetric positions to the row; whether all ints have room."""
    row, width, first = array_at(memory["row"]), memory["width"], True
    for image in game.symmetries(state):
        write_items(image, row, 0 if first else width)
        at = 0
        while not first and at < width and row[at] == row[width + at]:
            at += 1
        if not first and at < width and row[width + at] < row[at]:
            for other in range(width):
                row[other] = row[width + other]
        first = False
    for at in range(width):
        if row[at] == LOW or row[at] == ~LOW:
            return False
    return not first


@kernel
def slot_of(mine: bool, memory: Memory) -> int:
    """The slot of the position in the row, or the empty one in which it belongs."""
    row, rows, width = array_at(memory["row"]), array_at(memory["rows"]), memory["width"]
    marks, number, last = array_at(memory["marks"]), int(mine), memory["slots"] - 1
    for at in range(width):
        number = mixed(number ^ row[at])
    slot = number & last
    while marks[slot] != 0:
        at = 0
        while at < width and rows[slot * width + at] == row[at]:
            at += 1
        if at == width and (marks[slot] & MINE != 0) == mine:
            return slot
        slot = slot + 1 & last
    return slot


@kernel
def keep(slot: int, mine: bool, memory: Memory) -> None:
    """Keep the position in the row."""
    row, rows, width = array_at(memory["row"]), array_at(memory["rows"]), memory["width"]
    for at in range(width):
        rows[slot * width + at] = row[at]
    array_at(memory["marks"])[slot] = SEEN | MINE if mine else SEEN
    memory["known"] += 1
