"""Awari: sow seeds around the board, and capture pits with two or three."""

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.contract.game import replaced
from zermelo.errors import UsageError, clip
from zermelo.kit.counts import SowingGame, held, sharings, sown

PITS, SEEDS = 6, 48


class Sown(NamedTuple):
    """The seeds in each pit, the seeds each player has captured, and the player to move."""

    seeds: tuple[int, ...]
    first: int
    second: int
    player: int


class Awari(SowingGame[Sown]):
    """Players sow the seeds of one of their six pits; capturing more of the 48 seeds wins.

    Seeds go one by one into the following pits, counterclockwise, skipping the pit they came from.
    If the last seed brings an opponent's pit to two or three, the mover captures its seeds, and
    those of the pits just before it while these are also the opponent's and hold two or three. A
    move that would capture all of the opponent's seeds captures none. If the opponent has no seeds,
    you must give some if you can. The game ends when the mover is stuck; players keep the seeds on
    their side. If play repeats forever, each gets half of the rest (Romein, Bal 2003).

    Pits 0 to 5 belong to A, who begins, 6 to 11 to B. A move is one of the mover's pits, from 0;
    its text counts from 1. A position's text has the seeds in all pits, those captured by A and B,
    and the player to move: "4,4,4,4,4,4,4,4,4,4,4,4,0,0 A". The endgame "5" has five seeds left.
    """

    counted = "the seeds in each pit and those captured"

    def start(self) -> Sown:
        return Sown((4,) * (2 * PITS), 0, 0, 0)

    def moves(self, state: Sown) -> Iterator[int]:
        first = state.player * PITS
        for pit in range(PITS):
            seeds = state.seeds[first + pit]
            if seeds and (pit + seeds >= PITS or held(state.seeds, PITS - first, PITS)):
                yield pit

    def play(self, state: Sown, move: int) -> Sown:
        origin = state.player * PITS + move
        seeds, pit = sown(state.seeds, origin, origin)
        kept, taken = seeds, 0
        while pit // PITS != state.player and 2 <= kept[pit] <= 3:
            taken += kept[pit]
            kept = replaced(kept, pit, 0)
            pit = (pit + 11) % 12
        if taken and held(kept, (state.player ^ 1) * PITS, PITS) == 0:
            kept, taken = seeds, 0
        if state.player == 0:
            return Sown(kept, state.first + taken, state.second, 1)
        return Sown(kept, state.first, state.second + taken, 0)

    def score(self, state: Sown) -> int:
        """The mover's lead in captured seeds and, at the end, in seeds left on each side."""
        for _ in self.moves(state):
            return self.taken(state)
        first = state.player * PITS
        own, other = held(state.seeds, first, PITS), held(state.seeds, PITS - first, PITS)
        return own - other + self.taken(state)

    def taken(self, state: Sown) -> int:
        """The mover's lead in captured seeds."""
        return state.second - state.first if state.player else state.first - state.second

    @property
    def score_bound(self) -> int:
        return SEEDS

    def evaluate(self, state: Sown) -> float:
        """The mover's lead in captured seeds (counted six times), other seeds, and filled pits."""
        first, worth = state.player * PITS, 6 * self.taken(state)
        for pit in range(PITS):
            own, other = state.seeds[first + pit], state.seeds[PITS - first + pit]
            worth += own - other + 3 * ((own > 0) - (other > 0))
        return worth / 512

    def order(self, state: Sown, move: int) -> int:
        """Moves that capture the most come first."""
        return -self.taken(self.play(state, move))

    def tier(self, state: Sown) -> int:
        """The number of captured seeds, which never falls."""
        return state.first + state.second

    def endgame(self, name: str) -> Iterator[Sown]:
        """All positions with this many seeds, where each player has captured half of the rest."""
        if name not in map(str, range(1, SEEDS - 3)):
            raise UsageError(f"{clip(name)} is not an endgame of {self}; write a number, like 5")
        taken = SEEDS - int(name)
        for pits in sharings(int(name), 2 * PITS):
            for player in (0, 1):
                yield Sown(pits, taken // 2, taken - taken // 2, player)

    def progress(self, state: Sown, move: int) -> bool:
        return self.tier(self.play(state, move)) > self.tier(state)

    def faults(self, state: Sown) -> Iterator[str]:
        if sum(self.counts(state)) != SEEDS:
            yield f"there should be {SEEDS} seeds in all, like {self.example}"
        if 1 in (state.first, state.second):
            yield "seeds are captured two or three at a time, so nobody can have captured just one"

    def around(self, state: Sown) -> tuple[int, ...]:
        return (*state.seeds[:PITS], state.first, *state.seeds[PITS:], state.second)
