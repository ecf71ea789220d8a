"""Depth-first proof-number search: proves or refutes that a player gets at least a value.

The *proof number* of a position says how much work is left to prove that the claimant gets its
least value; the *disproof number* how much to refute it. Where the claimant moves, one good move is
enough: the proof number is the least of the children's, the disproof number the sum of theirs.
Where the other player moves, the roles are reversed. The search descends to the child with the
least work left, and stays below it until a number exceeds its limit (df-pn: Nagai 2002). The limit
is a quarter above the second-best child's number, so that the search does not jump back and forth
(1 + ε: Pawlewicz and Lew 2007). A new position begins with the number of its candidates, scaled by
the game's evaluation: moves that force replies, or look likely, come first.

The table has a fixed size: of the four entries in a bucket, a new one replaces the one with the
least work. Symmetric positions share an entry, and all threads share the table. If another thread
works below a child, the child's number counts as larger (virtual proof numbers: Kaneko 2010), so
that threads take different paths.

A position that repeats one above it counts as refuted. So a proof never relies on endless play, and
is valid wherever its position is reached; a refutation may be valid only on this path (Kishimoto
and Müller 2004). So after any repetition, the search can prove, but not refute.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Final, get_origin, get_type_hints

from zermelo.contract.bits import mixed
from zermelo.contract.game import ONGOING, Game
from zermelo.native import Place, array_at, kernel, runs_native
from zermelo.native.arrays import clear_words, new_record, new_words, place_of, words_of
from zermelo.search.counters import COUNTERS, NO_LIMIT, Counts, check_limit, visit
from zermelo.search.threads import Racer, most_worked

DEEPEST: Final = 511  # the most plies below the root
PLIES: Final = DEEPEST + 2
NOWHERE: Final = -1  # a key that no position below the root is likely to have
ROOM: Final = 1 << 16  # the most moves in total, of all positions on the path
INFINITE: Final = (1 << 28) - 1
BUCKET: Final = 8  # words in a bucket: four entries of a key and its numbers
ENTRY: Final = 2
UNKNOWN: Final = 0
NO_MOVE: Final = -1
WEIGHT: Final = 4.0  # evaluations multiply first numbers by 1 to 1 + 2 · WEIGHT

# The bits of a position's numbers, from the lowest; UNKNOWN is 0.
_WORK_AT: Final = 1  # 6 bits: the bit length of the node count; bit 0 is 1 if the claimant moves
_DISPROOF_AT: Final = 7  # 28 bits; for a proven position, the most plies of its proof
_PROOF_AT: Final = 35  # 28 bits


class Memory(Counts):
    """The memory's fields: ints, and arrays with their shapes."""

    table: Place  # [buckets, 4, 2] keys and numbers
    buckets: int  # the number of buckets, a power of two
    paths: Place  # [threads, PLIES] the keys of the positions on each thread's path from the root
    path: int  # the index of this thread's first key in `paths`
    threads: int
    chosen: int  # whether the game defines candidates
    proof: int  # the proof number of the root; `disproof` has its disproof number
    disproof: int
    moves: Annotated[Place, ROOM]  # a stack: the moves of the positions on the path
    keys: Annotated[Place, ROOM]  # the keys of the positions that these moves lead to
    numbers: Annotated[Place, ROOM]  # the proof and disproof numbers of these positions
    top: int  # the index of the next position's first move
    repeated: int  # whether any refutation depends on a repetition


FIELDS: Final = (*(name for name in Memory.__annotations__ if name not in COUNTERS), *COUNTERS)
SHAPES: Final = {
    name: kind.__metadata__
    for name, kind in get_type_hints(Memory, include_extras=True).items()
    if get_origin(kind) is Annotated
}


# Numbers -----------------------------------------------------------------------------------------


@kernel
def pack_numbers(proof: int, disproof: int, mine: bool, work: int) -> int:
    """The numbers of a position in one word."""
    length = work.bit_length()
    return proof << _PROOF_AT | disproof << _DISPROOF_AT | length << _WORK_AT | int(mine)


@kernel
def proof_number(numbers: int) -> int:
    """The proof number: 0 for a proven position, INFINITE for a refuted one."""
    return numbers >> _PROOF_AT


@kernel
def disproof_number(numbers: int) -> int:
    """The disproof number: 0 for a refuted position, INFINITE for a proven one."""
    return INFINITE if proof_number(numbers) == 0 else plies_of(numbers)


@kernel
def plies_of(numbers: int) -> int:
    """The most plies of a proven position's proof."""
    return numbers >> _DISPROOF_AT & INFINITE


@kernel
def decided_numbers(proven: bool, plies: int, mine: bool) -> int:
    """The numbers of a position with a known result."""
    return pack_numbers(0, plies, mine, 1) if proven else pack_numbers(INFINITE, 0, mine, 1)


# The table ---------------------------------------------------------------------------------------


@kernel
def probe(memory: Memory, key: int, mine: bool) -> int:
    """The stored numbers, or UNKNOWN; positions with different players to move may share a key.

    An entry is `key ^ numbers` and `numbers`: if two threads wrote it at once, no key matches.
    """
    table = array_at(memory["table"])
    first = BUCKET * (mixed(key) & memory["buckets"] - 1)
    for at in range(first, first + BUCKET, ENTRY):
        numbers = table[at + 1]
        if table[at] ^ numbers == key and numbers != UNKNOWN and numbers & 1 == int(mine):
            return numbers
    return UNKNOWN


@kernel
def save(memory: Memory, key: int, numbers: int) -> None:
    """Store numbers in place of the position's old entry, or of the entry with the least work."""
    table = array_at(memory["table"])
    first = BUCKET * (mixed(key) & memory["buckets"] - 1)
    place, least = first, 1 << 30
    for at in range(first, first + BUCKET, ENTRY):
        present = table[at + 1]
        work = present >> _WORK_AT & 63
        if present != UNKNOWN and table[at] ^ present == key and present & 1 == numbers & 1:
            work = -1
        if work < least:
            place, least = at, work
    table[place] = key ^ numbers
    table[place + 1] = numbers


@kernel
def refill(entries: Place, count: int, memory: Memory) -> None:
    """Put entries into the table; `entries` alternates keys and numbers."""
    words = array_at(entries)
    for at in range(0, ENTRY * count, ENTRY):
        save(memory, words[at], words[at + 1])


@kernel
def shared_key(game: Game, state: Any) -> int:
    """The least key of all positions symmetric to `state`, which share their numbers."""
    least = NOWHERE
    for image in game.symmetries(state):
        key = game.key(image)
        if least == NOWHERE or key < least:
            least = key
    return least


# The search --------------------------------------------------------------------------------------


@kernel
def search(
    game: Game,
    state: Any,
    claimant: int,
    least: int,
    most_proof: int,
    most_disproof: int,
    ply: int,
    memory: Memory,
) -> int:
    """Search the unfinished `state` until a number reaches its limit; return both numbers.

    The claim is that player `claimant` gets at least `least`, a value or points.
    """
    visit(memory)
    check_limit(memory)
    begun, key, mine = memory["nodes"], shared_key(game, state), game.player(state) == claimant
    array_at(memory["paths"])[memory["path"] + ply] = key
    moves, keys = array_at(memory["moves"]), array_at(memory["keys"])
    numbers, first = array_at(memory["numbers"]), memory["top"]
    end = memory["top"] = expand(game, state, claimant, least, ply, memory)
    # Of the mover's two numbers, `small` is the least of the children's, `large` the sum of theirs
    most_small, most_large = (most_proof, most_disproof) if mine else (most_disproof, most_proof)
    small, large, second, at, plies = weigh(game, state, claimant, first, end, ply, memory)
    while small < most_small and large < most_large:
        child = game.play(state, moves[at])
        stored = probe(memory, keys[at], game.player(child) == claimant)
        if stored not in (UNKNOWN, numbers[at]):  # changed by another line or thread
            numbers[at] = stored
        else:
            proof, disproof = proof_number(numbers[at]), disproof_number(numbers[at])
            limit = min(most_small, second + second // 4 + 1)
            if mine:
                proof, disproof = max(limit, proof + 1), most_large - large + disproof
            else:
                proof, disproof = most_large - large + proof, max(limit, disproof + 1)
            numbers[at] = search(game, child, claimant, least, proof, disproof, ply + 1, memory)
        small, large, second, at, plies = weigh(game, state, claimant, first, end, ply, memory)
    memory["top"] = first
    array_at(memory["paths"])[memory["path"] + ply] = NOWHERE
    proof, disproof = (small, large) if mine else (large, small)
    work = memory["nodes"] - begun + 1
    entry = pack_numbers(proof, plies + 1 if proof == 0 else disproof, mine, work)
    save(memory, key, entry)
    return entry


@kernel
def expand(game: Game, state: Any, claimant: int, least: int, ply: int, memory: Memory) -> int:
    """Push the candidates of `state`, and their children's keys and numbers; return the top."""
    moves, keys = array_at(memory["moves"]), array_at(memory["keys"])
    numbers, at = array_at(memory["numbers"]), memory["top"]
    for move in game.candidates(state):
        child = game.play(state, move)
        moves[at], keys[at] = move, shared_key(game, child)
        numbers[at] = numbers_of(game, child, keys[at], claimant, least, ply + 1, memory)
        at += 1
    return at


@kernel
def numbers_of(
    game: Game, state: Any, key: int, claimant: int, least: int, ply: int, memory: Memory
) -> int:
    """A position's first numbers, from its outcome, the table, or its candidates and evaluation."""
    mine, outcome = game.player(state) == claimant, game.outcome(state)
    if outcome != ONGOING:
        worth = game.score(state) if game.by_score else outcome
        return decided_numbers((worth if mine else -worth) >= least, 0, mine)
    end = game.foresee(state)
    if end != 0:
        worth = 1 if (end > 0) == mine else -1
        return decided_numbers(worth >= least, abs(end), mine)
    if not game.by_score and game.remaining(state) >= 0:  # otherwise, play could repeat
        sure = game.assured(state, least if mine else 1 - least)
        if sure != 0:
            return decided_numbers((sure > 0) == mine, abs(sure), mine)
    if ply >= DEEPEST or repeats(game, state, key, ply, memory):
        memory["repeated"] = 1
        return decided_numbers(False, 0, mine)
    stored = probe(memory, key, mine)
    if stored != UNKNOWN:
        return stored
    count, value = count_candidates(game, state, memory), game.evaluate(state)
    good, bad = count * (1 + int(WEIGHT * (1.0 + value))), 1 + int(WEIGHT * (1.0 - value))
    return pack_numbers(bad, good, mine, 0) if mine else pack_numbers(good, bad, mine, 0)


@kernel
def count_candidates(game: Game, state: Any, memory: Memory) -> int:
    """The number of candidates."""
    if not memory["chosen"]:
        return game.move_count(state)  # some games know this number without generating moves
    count = 0
    for _ in game.candidates(state):
        count += 1
    return count


@kernel
def repeats(game: Game, state: Any, key: int, ply: int, memory: Memory) -> bool:
    """Whether the position with this key also occurs above it on the path."""
    if game.remaining(state) >= 0:
        return False
    paths, first = array_at(memory["paths"]), memory["path"]
    above = 0
    while above < ply and paths[first + above] != key:
        above += 1
    return above < ply


@kernel
def others_at(key: int, ply: int, memory: Memory) -> int:
    """The number of other threads working below a position."""
    paths, count = array_at(memory["paths"]), 0
    for thread in range(memory["threads"]):
        at = PLIES * thread
        if at != memory["path"] and paths[at + ply] == key:
            count += 1
    return count


@kernel
def weigh(
    game: Game, state: Any, claimant: int, first: int, end: int, ply: int, memory: Memory
) -> tuple[int, int, int, int, int]:
    """Return the mover's two numbers, the least of one kind and the sum of the other over all
    children; then the second least number, the place of the best child, and the plies of a proof,
    if any. If other threads work below a child, its number counts as larger in the comparison.
    """
    keys, numbers = array_at(memory["keys"]), array_at(memory["numbers"])
    mine = game.player(state) == claimant
    small, large, soonest, latest = INFINITE, 0, INFINITE, 0
    least, second, best, shared = INFINITE, INFINITE, first, memory["threads"] > 1
    for at in range(first, end):
        data = numbers[at]
        proof, disproof = proof_number(data), disproof_number(data)
        if proof == 0:
            soonest, latest = min(soonest, plies_of(data)), max(latest, plies_of(data))
        low, high = (proof, disproof) if mine else (disproof, proof)
        large = INFINITE if INFINITE in (large, high) else min(INFINITE - 1, large + high)
        small = min(small, low)
        if shared and 0 < low < INFINITE:
            low = min(INFINITE - 1, low + others_at(keys[at], ply + 1, memory) * (low + 1))
        if low < least:
            least, second, best = low, least, at
        elif low < second:
            second = low
    if ply == 0:
        memory["proof"], memory["disproof"] = (small, large) if mine else (large, small)
    return small, large, second, best, soonest if mine else latest


@kernel
def proven_move(game: Game, state: Any, claimant: int, least: int, memory: Memory) -> int:
    """The claimant's move with the shortest proof in a proven position."""
    memory["top"] = 0
    first = memory["top"]  # a constant would make the compiler specialise the search again
    most = INFINITE | first
    search(game, state, claimant, least, most, most, first, memory)
    moves, numbers = array_at(memory["moves"]), array_at(memory["numbers"])
    best, soonest = NO_MOVE, INFINITE
    for at in range(count_candidates(game, state, memory)):
        if proof_number(numbers[at]) == 0 and plies_of(numbers[at]) < soonest:
            best, soonest = moves[at], plies_of(numbers[at])
    return best


# Questions ---------------------------------------------------------------------------------------


class ProofNumbers:
    """Proves or refutes that a player gets at least a value, with one table for all questions."""

    name = "df-pn"

    def __init__(self, game: Game, mebibytes: float, *, native: bool, threads: int = 1) -> None:
        self.game = game
        self._search: Callable[..., int] = search
        if native:
            self._allocate(0, 1, native=True)
            limits = (0, 1, INFINITE, INFINITE, 0)
            self._search = search.prepare(game, game.start(), *limits, self.memory)
        native = native and runs_native(game)  # only now is it known whether the rules compile
        self._allocate(mebibytes, threads if native else 1, native=native)

    def _allocate(self, mebibytes: float, threads: int, *, native: bool) -> None:
        """Make the table and each thread's memory."""
        self.native = native
        words = 1 << max(3, int(mebibytes * 2**17).bit_length() - 1)
        self.table = new_words(words)
        self._paths = new_words(threads * PLIES, NOWHERE)
        self._arrays: list[dict[str, Any]] = []  # the arrays of each thread's memory
        self.memories: list[Any] = [new_record(FIELDS, native=native) for _ in range(threads)]
        self.memory = self.memories[0]
        for thread, memory in enumerate(self.memories):
            arrays = {name: new_words(math.prod(shape)) for name, shape in SHAPES.items()}
            self._arrays.append(arrays)
            for name, words in (arrays | {"table": self.table, "paths": self._paths}).items():
                memory[name] = place_of(words, native=native)
            memory["buckets"], memory["node_limit"] = len(self.table) // BUCKET, NO_LIMIT
            memory["path"], memory["threads"] = thread * PLIES, 1
            memory["chosen"] = int(self.game.has("candidates"))

    def racers(self, state: Any, claimant: int, least: int, threads: int) -> list[Racer]:
        """Searches for the same claim, to run as a race on several threads."""
        self._paths[:] = new_words(len(self._paths), NOWHERE)
        for memory in self.memories:
            memory["threads"] = threads
        chosen = self.memories[:threads]
        return [Racer(partial(self._ask, state, claimant, least, m), m) for m in chosen]

    def holds(self, state: Any, claimant: int, least: int) -> bool | None:
        """Whether the claimant gets at least `least`; None if a refutation needs repetitions."""
        self.memory["threads"] = 1
        return self.answer(self._ask(state, claimant, least, self.memory))

    def _ask(self, state: Any, claimant: int, least: int, memory: Any) -> bool:
        memory["top"] = 0
        verdict = self._search(self.game, state, claimant, least, INFINITE, INFINITE, 0, memory)
        return proof_number(verdict) == 0

    def answer(self, proven: bool) -> bool | None:
        """Whether the claim holds, given one thread's verdict, once all threads have stopped.

        None if any thread's refutations need repetitions, because all threads share the table.
        """
        return proven or (None if any(memory["repeated"] for memory in self.memories) else False)

    def hardest(self) -> array[int]:
        """The costliest entries of the table, keys and numbers alternating."""
        return most_worked(self.table, lambda numbers: numbers >> _WORK_AT & 63)

    def restore(self, entries: array[int]) -> None:
        """Put entries into the table."""
        words = words_of(entries)
        place = place_of(words, native=self.native)
        run = refill.prepare(place, 1, self.memory) if self.native else refill
        run(place, len(entries) // ENTRY, self.memory)

    def forget(self) -> None:
        """Empty the table."""
        clear_words(self.table, len(self.table))
        for memory in self.memories:
            memory["repeated"] = 0

    def move(self, state: Any, claimant: int, least: int) -> int:
        """The claimant's move with the shortest proof in a proven position."""
        if not self.holds(state, claimant, least):
            raise AssertionError(f"{state} was proven, but no longer is")
        moves, numbers = self._arrays[0]["moves"], self._arrays[0]["numbers"]
        legal = count_candidates(self.game, state, self.memory)
        proven = [at for at in range(legal) if proof_number(int(numbers[at])) == 0]
        return int(moves[min(proven, key=lambda at: plies_of(int(numbers[at])))])
