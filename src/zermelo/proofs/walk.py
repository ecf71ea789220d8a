"""A proof: a walk through all moves of the other player, with one reply of the claimant to each.

The walk starts at the position of the claim, and goes depth first. Where the claimant moves, it
takes one given move; where the other player moves, all moves, in the game's order. Every end must
reach the goal. A position that is symmetric or equal to an earlier one is not walked through again;
a line that returns to its own positions proves nothing, unless endless play reaches the goal. So
the claimant's moves alone, in the order of the walk, are the whole proof.

`walk` is plain Python, and says where a proof fails. `walker` makes a kernel for the same walk,
with the same verdict, but much faster: a check gives it all the claimant's moves, a search chooses
them on the way. The kernel stores all ints of visited positions, so it never confuses positions.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from zermelo.contract.arguments import DEEPEST
from zermelo.contract.bits import mixed
from zermelo.contract.game import ONGOING, Game
from zermelo.errors import ZermeloError, clip
from zermelo.native import Place, array_at, kernel, runs_native
from zermelo.native.arrays import LOW, new_record, new_words, place_of, words_of
from zermelo.native.items import count_items, write_items
from zermelo.proofs.certificate import Goal, Moves
from zermelo.search.clock import Clock
from zermelo.search.counters import COUNTERS, NO_LIMIT, Counts, check_limit, visit

Choose = Callable[[Any], int]


class Unproven(ZermeloError):  # noqa: N818 - a verdict, not an error
    """A walk proves nothing; the message says where it fails."""


def walk(game: Game, start: Any, goal: Goal, choose: Choose) -> int:
    """Walk through a proof of `goal` from `start`, and return its number of positions. `choose`
    returns the claimant's move in a position, once for all symmetric ones. Raises `Unproven` if a
    move is illegal, or an end or endless play misses the goal.
    """
    whole: dict[Any, bool] = {}  # whether the walk has finished all lines from a position
    path: list[Any] = []
    waiting: list[Iterator[Any]] = [iter((start,))]
    while waiting:
        state = next(waiting[-1], None)
        if state is None:
            waiting.pop()
            if path:
                whole[path.pop()] = True
        elif (outcome := game.outcome(state)) != ONGOING:
            worth = game.score(state) if game.by_score else outcome
            if (worth if game.player(state) == goal.claimant else -worth) < goal.least:
                raise Unproven(f"the goal is missed in {position_text(game, state)}")
        else:
            mine = game.player(state) == goal.claimant
            name = min(game.symmetries(state)), mine
            if whole.get(name) is False and not may_repeat(game, state, *goal):
                raise Unproven(f"a line leads back to {position_text(game, state)}")
            if name not in whole:
                whole[name] = False
                path.append(name)
                waiting.append(next_states(game, state, choose if mine else None))
    return len(whole)


@kernel
def may_repeat(game: Game, state: Any, claimant: int, least: int) -> bool:
    """Whether endless play through `state` reaches the goal of a proof by outcome."""
    mine = game.player(state) == claimant
    return not game.by_score and game.endless_value(state) * (1 if mine else -1) >= least


def next_states(game: Game, state: Any, choose: Choose | None) -> Iterator[Any]:
    """The state after the claimant's move, or after each move of the other player."""
    moves = list(game.moves(state))
    if choose is not None:
        move = choose(state)
        if move not in moves:
            raise Unproven(f"{clip(str(move))} is not a legal move in {position_text(game, state)}")
        moves = [move]
    if not moves:
        raise Unproven(f"the game goes on without a legal move in {position_text(game, state)}")
    return (game.play(state, move) for move in moves)


def position_text(game: Game, state: Any) -> str:
    """The text of a position in a message."""
    return clip(game.format_state(state) if game.has("format_state") else str(state), 200)


HOLDS: Final = 0
FAILS: Final = 1
FULL: Final = 2  # more positions than there is room for
BEYOND: Final = 3  # a line too long for the stack, or an int too wide for a row
SPENT: Final = 4  # more moves than there is room for
LEAST_ROOM: Final = 1 << 10  # the least room, in moves
SEEN: Final = 1  # a flag of a position: it was reached
MINE: Final = 2  # a flag of a position: the claimant moves
WHOLE: Final = 4  # a flag of a position: all lines from it have been walked through


class Memory(Counts):
    """The memory of a walk: numbers, and arrays with their shapes."""

    rows: Place  # [slots, width] a hash table: the ints of each position's least symmetric image
    marks: Place  # [slots] the flags of each position, 0 for an empty slot
    row: Place  # [2, width] buffers for two positions
    moves: Place  # [room] the claimant's moves, `count` of them
    slots: int  # a power of two
    width: int
    room: int
    count: int
    next: int  # the number of the next move
    known: int  # the number of positions stored


FIELDS: Final = (*(name for name in Memory.__annotations__ if name not in COUNTERS), *COUNTERS)


def compiled_walk(game: Game, start: Any, goal: Goal, moves: Moves) -> int | None:
    """The number of positions of the proof with these moves; None unless it holds and compiles."""
    if any(move.bit_length() > 63 for move in moves):
        return None
    done = chosen_walk(game, start, goal, moves, _check, None, None)
    return done[0] if done is not None and len(done[1]) == len(moves) else None


def chosen_walk(
    game: Game, start: Any, goal: Goal, moves: Moves, follow: Any, chooser: Any, clock: Clock | None
) -> tuple[int, Moves] | None:
    """Walk through a proof that begins with these moves; return its number of positions and all its
    moves, or None if it does not hold or the game does not compile. `follow`, from `walker`,
    chooses further moves with the data in `chooser`, which has the clock's counts. Raises
    `Stopped` when the clock's time is up.
    """
    verdict, size = FULL, max(LEAST_ROOM, len(moves)).bit_length() + 1
    while runs_native(game) and verdict in (FULL, SPENT):
        slots, room, width = 4 << size, 1 << size, count_items(start)
        sizes = {"rows": slots * width, "marks": slots, "row": 2 * width, "moves": room}
        arrays = {name: new_words(size) for name, size in sizes.items()}
        arrays["moves"][: len(moves)] = words_of(moves)
        memory: Any = new_record(FIELDS, native=True)
        for name, array in arrays.items():
            memory[name] = place_of(array, native=True)
        memory["slots"], memory["width"], memory["node_limit"] = slots, width, NO_LIMIT
        memory["room"], memory["count"] = room, len(moves)
        arguments = (game, start, *goal, 0, memory, memory if chooser is None else chooser)
        run = follow.prepare(*arguments)
        if not runs_native(game):
            return None
        verdict = (clock or Clock(native=True, counts=memory)).watch(run, *arguments)
        moves = [int(move) for move in arrays["moves"][: memory["count"]]]
        if verdict == HOLDS and memory["next"] == len(moves):
            return int(memory["known"]), moves
        size += 1
    return None


def walker(choose: Any) -> Any:
    """The kernel that walks; after the given moves, it asks `choose(game, state, claimant, least,
    chooser)` for the claimant's moves.
    """

    @kernel
    def follow(
        game: Game, state: Any, claimant: int, least: int, ply: int, memory: Memory, chooser: Any
    ) -> int:
        """HOLDS if all lines from `state` reach the goal; else FAILS, FULL, BEYOND or SPENT."""
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
            enough = marks[slot] & WHOLE or may_repeat(game, state, claimant, least)
            return HOLDS if enough else FAILS
        if 2 * memory["known"] >= memory["slots"]:
            return FULL
        keep(slot, mine, memory)
        chosen, tried = 0, 0
        if mine:
            moves = array_at(memory["moves"])
            if memory["next"] == memory["count"]:
                if memory["count"] == memory["room"]:
                    return SPENT
                moves[memory["count"]] = choose(game, state, claimant, least, chooser)
                memory["count"] += 1
            chosen = moves[memory["next"]]
            memory["next"] += 1
        for move in game.moves(state):
            if not mine or move == chosen:
                tried += 1
                child = game.play(state, move)
                verdict = follow(game, child, claimant, least, ply + 1, memory, chooser)
                if verdict != HOLDS:
                    return verdict
        if tried == 0:
            return FAILS
        marks[slot] |= WHOLE
        return HOLDS

    return follow


@kernel
def no_move(game: Game[Any], state: Any, claimant: int, least: int, chooser: Memory) -> int:
    """Return no move: a check is given all moves, so none may be missing."""
    return -1


_check: Final = walker(no_move)


@kernel
def write_row(game: Game[Any], state: Any, memory: Memory) -> bool:
    """Write the least of the symmetric positions to `row`; return whether all ints fit."""
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
    """The slot that has the position in `row`, or else the empty slot for it."""
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
    """Copy the position in `row` to its slot."""
    row, rows, width = array_at(memory["row"]), array_at(memory["rows"]), memory["width"]
    for at in range(width):
        rows[slot * width + at] = row[at]
    array_at(memory["marks"])[slot] = SEEN | MINE if mine else SEEN
    memory["known"] += 1
