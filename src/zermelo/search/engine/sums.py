"""The winner of a position that falls into parts, from two cuts of each part's value.

The search is alpha-beta for just the winner, in games under normal play that define `parts`. It
compares small parts by their cuts; if these decide, the search ends. Positions with the same parts
share a table entry, wherever on the board they lie. If both sides have the same moves, nimbers
decide everything (Sprague 1935, Grundy 1939).

Under normal play a position is a value G (Conway 1976; Left is player 0). Two cuts compare it
with the numbers x: If Left begins, she wins G − x for x below the first cut, and if Right begins,
for x below the second (G ≥ x). By the simplicity theorem, the options' cuts show whether G is a
number, and which one. So two ints are usually all that a sum needs of each part, without canonical
forms. A cut c lies above the number x, counted in UNITs, exactly if 2x < c: 2x + 1 is just above x,
and 2x just below.
"""

import contextlib
import functools
import operator
from collections.abc import Callable, Iterator
from typing import Any, Final

from zermelo.contract.bits import mixed
from zermelo.contract.game import LOSS, WIN, Game
from zermelo.contract.normalplay import other_is_known, sampled_breach
from zermelo.native import array_at, kernel
from zermelo.native.arrays import place_of
from zermelo.search.counters import EXACT, check_limit, visit
from zermelo.search.engine.compiling import Workspace
from zermelo.search.engine.knownends import Endgames
from zermelo.search.engine.ordering import arrange, number_of, pick, reward
from zermelo.search.engine.questions import Questions
from zermelo.search.engine.root import MoveBounds, Proof
from zermelo.search.engine.score import lost_in, won_in
from zermelo.search.engine.table import (
    NO_MOVE,
    NOTHING,
    Memory,
    choice_of,
    encode,
    probe_table,
    save_entry,
    score_of,
)

UNIT: Final = 1 << 12  # the number 1
NEVER: Final = 1 << 28  # a cut above all numbers; −NEVER lies below them
NONE: Final = -1  # stands for unknown cuts
KEYS: Final = (1 << 61) - 1  # a mask for keys, so that their sums fit into a word
_FIRST_AT: Final = 32


@kernel
def pack_cuts(first: int, second: int) -> int:
    """Pack the cuts for Left beginning and for Right beginning into one int."""
    return first + NEVER << _FIRST_AT | second + NEVER


@kernel
def first_of(cuts: int) -> int:
    """The cut for Left beginning."""
    return (cuts >> _FIRST_AT) - NEVER


@kernel
def second_of(cuts: int) -> int:
    """The cut for Right beginning."""
    return (cuts & (1 << _FIRST_AT) - 1) - NEVER


@kernel
def cuts_between(low: int, high: int) -> int:
    """The cuts of a position: `low` is the highest cut of Left's options where Right begins, `high`
    the lowest cut of Right's options where Left begins."""
    if low >= high:  # not a number: moving first gains, or does not matter
        return pack_cuts(low, high)
    least, most = low + 1 >> 1, high - 1 >> 1
    if least > most:
        return NONE
    number = simplest(least, most)
    return pack_cuts(2 * number, 2 * number + 1)


@kernel
def simplest(least: int, most: int) -> int:
    """The simplest number from `least` to `most`, both in UNITs.

    >>> simplest(-5, 3), simplest(UNIT // 4, UNIT), simplest(-UNIT // 2 - 1, -1) * 2 == -UNIT
    (0, 4096, True)
    """
    if least <= 0 <= most:
        return 0
    if most < 0:
        return -simplest_positive(-most, -least)
    return simplest_positive(least, most)


@kernel
def simplest_positive(least: int, most: int) -> int:
    """The simplest number from `least` to `most`, both positive."""
    step = UNIT
    while True:
        number = (least + step - 1) // step * step
        if number <= most:
            return number
        step //= 2


@kernel
def cuts_of(game: Game, at: Any, largest: int, memory: Memory) -> int:
    """The cuts of a position with player 0 to move; NONE if a part lasts over `largest` plies."""
    if game.remaining(at) > largest:
        return NONE
    key = game.key(at)
    words = array_at(memory["endgames"])
    place = 2 * (mixed(key) & memory["slots"] - 1)
    if words[place] == key:
        return words[place + 1]
    visit(memory)
    check_limit(memory)
    numbers, hot, count, whole = 0, pack_cuts(0, 1), 0, False
    for part in game.parts(at):
        if game.key(part) == key:
            whole = True
            break
        cuts = cuts_of(game, part, largest, memory)
        if cuts == NONE:
            return NONE
        if second_of(cuts) == first_of(cuts) + 1:  # a number shifts the cuts of other parts
            numbers += first_of(cuts)
        else:
            hot = cuts
            count += 1
    if whole or count > 1:
        low, high = -NEVER, NEVER
        other = game.other_to_move(at)
        for move in game.moves(at):
            cuts = cuts_of(game, game.other_to_move(game.play(at, move)), largest, memory)
            if cuts == NONE:
                return NONE
            low = max(low, second_of(cuts))
        for move in game.moves(other):
            cuts = cuts_of(game, game.play(other, move), largest, memory)
            if cuts == NONE:
                return NONE
            high = min(high, first_of(cuts))
        hot, numbers = cuts_between(low, high), 0
    if hot != NONE:
        hot = pack_cuts(first_of(hot) + numbers, second_of(hot) + numbers)
    words[place], words[place + 1] = key, hot
    return hot


PARTS: Final = 1 << 20  # slots for positions with known cuts
LARGEST: Final = 5  # the most plies of a part whose cuts are computed
RANK: Final = 16  # units of a lead that make up one move
AHEAD_AT: Final = 44  # the lead's first bit in a rank, above the game's own order
OPEN: Final = 1 << 20  # greater than the number of parts
SHARE: Final = 4  # divides the node limit of a proof by parts, whose nodes take longer
MANY: Final = 500  # positions with more moves are not searched by parts, unless impartial


@kernel
def weigh_cut(cut: int) -> int:
    """A cut as a summand: its number times OPEN, plus 1 if it lies above the number."""
    return (cut >> 1) * OPEN + (cut & 1)


@kernel
def by_parts(game: Game, at: Any, player: int, memory: Memory) -> tuple[int, int, int]:
    """Return WIN or LOSS for `player`, who begins, or 0 if the parts do not decide; then a key of
    the parts, and player 0's lead by the game's bounds, in units of 1/RANK of a move.

    Player 0 is to move in `at`. Left wins moving second if the sum is at least 0, for example if
    lower bounds of its parts add up to 0 or more; moving first, she can improve one part first.
    For parts that are not known numbers, the game may give bounds. Let t be the greatest heat of
    the parts. At t, the right wall of the sum is at least the sum s of the parts' right walls. If
    Left begins, her result is at least s; if Right begins, at least s − t.
    """
    key = count = firsts = seconds = 0
    left, right = -1, 1  # moving first in a number costs less than any positive number
    least = most = heat = warmth = 0.0
    for part in game.parts(at):
        key = key + (mixed(game.key(part)) >> 2) & KEYS
        cuts = cuts_of(game, part, memory["from_tier"], memory)
        if cuts == NONE:
            first, second = OPEN * NEVER, -OPEN * NEVER
        else:
            first, second = weigh_cut(first_of(cuts)), weigh_cut(second_of(cuts))
            left, right = max(left, first - second), min(right, second - first)
        firsts, seconds, count = firsts + first, seconds + second, count + 1
        if cuts != NONE and second == first + 1:
            low = high = (first_of(cuts) >> 1) / UNIT
        else:
            low, hot, high, warm = game.bounds(part)
            heat, warmth = max(heat, hot), max(warmth, warm)
        least, most = least + low, most + high
    key = mixed(key) & ~1 | player
    if player == 0:
        lost, won = firsts <= 0, seconds - count + left >= 0
        lost, won = lost or most + warmth < 0, won or least > 0
    else:
        lost, won = seconds - count >= 0, firsts + right <= 0
        lost, won = lost or least - heat > 0, won or most < 0
    return (LOSS if lost else WIN if won else 0), key, int((least + most) * RANK)


@kernel
def already_known(game: Game, state: Any, memory: Memory) -> tuple[int, int, int]:
    """Return WIN or LOSS for the player to move, or 0 if neither the parts nor the table decide;
    then a key of the parts, and that player's lead."""
    player = game.player(state)
    at = game.other_to_move(state) if player else state
    verdict, key, ahead = by_parts(game, at, player, memory)
    if verdict == 0:
        entry = probe_table(memory, key)
        if entry != NOTHING:
            verdict = WIN if score_of(entry, 0) > 0 else LOSS
    return verdict, key, -ahead if player else ahead


@kernel
def mover_wins(game: Game, state: Any, ply: int, memory: Memory) -> bool:
    """Whether the player to move wins `state`, `ply` plies below the root."""
    visit(memory)
    verdict, key, _ = already_known(game, state, memory)
    if verdict != 0:
        return verdict == WIN
    check_limit(memory)
    moves, ranks, first = array_at(memory["moves"]), array_at(memory["ranks"]), memory["top"]
    end = memory["top"] = first + arrange(game, state, ply, -1, memory)
    at, wins, choice = first, False, 0
    while at < end and not wins:  # try moves with known results first, see `transposition_cutoff`
        verdict, _, ahead = already_known(game, game.play(state, moves[at]), memory)
        if verdict == WIN:  # the opponent wins after this move, so drop it
            end -= 1
            moves[at], ranks[at] = moves[end], ranks[end]
        else:
            wins, choice = verdict == LOSS, ranks[at]
            ranks[at] -= ahead << AHEAD_AT  # moves that leave the opponent behind come first
            at += 1
    at = first
    left = game.remaining(state)
    while at < end and not wins:
        pick(memory, at, end)
        wins = not mover_wins(game, game.play(state, moves[at]), ply + 1, memory)
        choice = ranks[at]
        if wins:
            reward(memory, game.player(state), moves[at], ply, left)
        at += 1
    memory["top"] = first
    score = won_in(left) if wins else lost_in(left)
    save_entry(memory, key, encode(score, 0, left, EXACT, True, number_of(choice), memory["age"]))
    return wins


@kernel
def winning_move(game: Game, state: Any, claimant: int, least: int, memory: Memory) -> int:
    """A move with which the claimant, whose turn it is, wins, or NO_MOVE; `least` must be WIN."""
    _, key, _ = already_known(game, state, memory)
    entry = probe_table(memory, key)
    likely = choice_of(entry) if entry != NOTHING else 0
    memory["top"] = 0
    first = memory["top"]  # a constant would make the compiler specialise the search again
    best = NO_MOVE
    for others in range(2):  # the likely move first
        for number, move in enumerate(game.candidates(state)):
            if best == NO_MOVE and (number == likely) == (others == 0):
                child = game.play(state, move)
                mine = game.player(child) == claimant
                best = move if mover_wins(game, child, first, memory) == mine else NO_MOVE
    return best


@functools.lru_cache(maxsize=64)
def falls_apart(game: Game) -> bool:
    """Whether a game has parts, and, as far as random games show, normal play."""
    usual = game.has("parts") and not game.by_score and other_is_known(game, game.start())
    return usual and not sampled_breach(game)[0]


def common_options(game: Game, at: Any) -> set[Any] | None:
    """The states after the moves in `at`, if they are the same for both sides; else None."""
    other = game.other_to_move(at)
    right = {game.play(other, move) for move in game.moves(other)}
    left = (game.play(at, move) for move in game.moves(at))
    return right if {game.other_to_move(child) for child in left} == right else None


@functools.lru_cache(maxsize=64)
def impartial(game: Game) -> bool:
    """Whether both sides have the same moves at the start."""
    return common_options(game, game.start()) is not None


class Sums(Questions):
    """Proves or refutes that a player wins a game under normal play that falls into parts.

    able  False if a native workspace needs compiled rules, but the game's `parts` do not compile
    """

    name = "parts"

    def __init__(self, game: Game, workspace: Workspace) -> None:
        self.game, self._workspace, self.memory = game, workspace, workspace.memory
        self._cuts = Endgames(game, PARTS // 4, LARGEST)
        self._nimbers: dict[int, int | None] = {}  # key → nimber, None if not impartial
        self._wins: Callable[..., bool] = mover_wins
        self.by_nimbers, self.able = self.nimber(game.start()) is not None, True
        if workspace.native and not self.by_nimbers:
            with self.weighing():
                self._wins = mover_wins.prepare(game, game.start(), 1, self.memory)
            self.able = self._wins is not mover_wins

    @staticmethod
    def answers(game: Game, state: Any) -> bool:
        """Whether the game has normal play, ends in time, and defines parts."""
        return Questions.answers(game, state) and falls_apart(game)

    def holds(self, state: Any, claimant: int, least: int) -> bool:
        """Whether the claimant gets at least `least`, a value."""
        mine = self.game.player(state) == claimant
        return least == LOSS or self.wins(state) == mine

    def wins(self, state: Any) -> bool:
        """Whether the player to move wins."""
        at = self.game.other_to_move(state) if self.game.player(state) else state
        nimber = self.nimber(at)
        if nimber is not None:
            return bool(nimber)
        self.memory["top"] = 0
        with self.weighing():
            return bool(self._wins(self.game, state, 0, self.memory))

    @contextlib.contextmanager
    def weighing(self) -> Iterator[None]:
        """Store cuts in the memory for endgames, which a search by parts does not need."""
        words = place_of(self._cuts.words, native=self._workspace.native)
        given = {"endgames": words, "slots": self._cuts.slots, "from_tier": self._cuts.from_tier}
        before = {name: self.memory[name] for name in given}
        try:
            for name, value in given.items():
                self.memory[name] = value
            yield
        finally:
            for name, value in before.items():
                self.memory[name] = value

    def nimber(self, at: Any) -> int | None:
        """The nimber of a position with player 0 to move; None unless it is impartial."""
        key = self.game.key(at)
        if key not in self._nimbers:
            visit(self.memory)
            check_limit(self.memory)
            self._nimbers[key] = self._mex(at, key)
        return self._nimbers[key]

    def _mex(self, at: Any, key: int) -> int | None:
        parts = list(self.game.parts(at))
        if [self.game.key(part) for part in parts] != [key]:
            sizes = [self.nimber(part) for part in parts]
            known = [size for size in sizes if size is not None]
            return functools.reduce(operator.xor, known, 0) if len(known) == len(sizes) else None
        common = common_options(self.game, at)
        reached = {None} if common is None else {self.nimber(child) for child in common}
        if None in reached:
            return None
        return next(size for size in range(len(reached) + 1) if size not in reached)

    def prove(self, asked: list[MoveBounds], proof: Proof) -> None:
        """Prove the outcomes, not distances, of a position and of its moves."""
        least = won_in(proof.longest)  # the score of the latest possible win
        for entry in asked:
            if not entry.decided and self.wins(entry.child):
                entry.high = min(entry.high, -least)
            elif not entry.decided:
                entry.low = max(entry.low, least)
        if any(entry.low >= least for entry in asked):
            proof.low = max(proof.low, least)
        elif all(entry.high <= -least for entry in asked):
            proof.high = min(proof.high, -least)
