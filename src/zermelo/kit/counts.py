"""Games of numbers: rows of matches, heaps, and pits of seeds to sow."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from typing import Any, ClassVar, NamedTuple

from zermelo.contract.bits import replaced
from zermelo.contract.game import State
from zermelo.contract.picture import Picture
from zermelo.errors import TextError, clip
from zermelo.kit.boards import PositionGame, split_mover


class CountGame(PositionGame[State]):
    """A game of numbers for players A and B; the last field of a state is the player to move.

    Other fields are numbers or tuples of them; a position's text lists them all: "4,4,2 A". By
    default numbers only decrease, and the actions are the moves at the start.
    """

    counted: ClassVar[str] = "numbers"  # the counted things, in words

    def counts(self, state: State) -> list[int]:
        """All numbers of a state, in order."""
        parts = (part if isinstance(part, tuple) else (part,) for part in state[:-1])
        return [count for part in parts for count in part]

    def actions(self) -> Iterator[int]:
        yield from self.moves(self.start())

    def format_state(self, state: State) -> str:
        return f"{','.join(map(str, self.counts(state)))} {'AB'[state[-1]]}"

    def parse_state(self, text: str) -> State:
        start: Any = self.start()
        body, player = split_mover(text, "AB", self.example)
        words, many = "".join(body.split()).split(","), len(self.counts(start))
        if len(words) != many or not all(re.fullmatch("[0-9]{1,3}", word) for word in words):
            right = f"{many} numbers, {self.counted}, and the player to move, like {self.example}"
            raise TextError(f"{clip(text)} should be {right}")
        counts = map(int, words)
        parts = [
            tuple(islice(counts, len(part))) if isinstance(part, tuple) else next(counts)
            for part in start[:-1]
        ]
        return self.checked(start._make([*parts, player]))

    def faults(self, state: State) -> Iterator[str]:
        first, now = self.counts(self.start()), self.counts(state)
        if any(count > most for count, most in zip(now, first, strict=True)):
            yield f"no number should be larger than at the start, as in {self.example}"
        if now == first and state[-1]:
            yield f"A moves first: {self.example}"


class Pits(NamedTuple):
    """The seeds in each pit, in the order of sowing, and the player to move."""

    seeds: tuple[int, ...]
    player: int


def held(seeds: tuple[int, ...], first: int, pits: int) -> int:
    """The number of seeds in `pits` pits from `first` on.

    >>> held((4, 5, 6, 7), 1, 2)
    11
    """
    result = 0
    for pit in range(first, first + pits):
        result += seeds[pit]
    return result


def sown(seeds: tuple[int, ...], origin: int, skipped: int) -> tuple[tuple[int, ...], int]:
    """The pits after sowing the seeds of `origin` (none into `skipped`), and the last seed's pit.

    >>> sown((4, 0, 0), 0, 0)
    ((0, 2, 2), 2)
    """
    pit, in_hand = origin, seeds[origin]
    seeds = replaced(seeds, origin, 0)
    while in_hand:
        pit = (pit + 1) % len(seeds)
        if pit != skipped:
            seeds = replaced(seeds, pit, seeds[pit] + 1)
            in_hand -= 1
    return seeds, pit


def sharings(seeds: int, pits: int) -> Iterator[tuple[int, ...]]:
    """All ways to distribute seeds over pits.

    >>> list(sharings(2, 2))
    [(0, 2), (1, 1), (2, 0)]
    """
    places = seeds + pits - 1
    for walls in combinations(range(places), pits - 1):  # a wall separates two pits
        ends = zip((-1, *walls), (*walls, places), strict=True)
        yield tuple(last - first - 1 for first, last in ends)


class SowingGame(CountGame[State]):
    """A game whose moves are the mover's pits, counted from 0; in texts, from 1."""

    unit: ClassVar[str] = "seed"

    def around(self, state: State) -> Sequence[int]:
        """The seeds in A's pits and store, then B's; by default, all numbers of the state."""
        return self.counts(state)

    def format_move(self, state: State, move: int) -> str:
        return str(move + 1)

    def picture(self, state: State) -> Picture:
        pieces = dict(enumerate(map(str, self.around(state))))
        pits, mine = len(pieces) // 2 - 1, len(pieces) // 2 * self.player(state)
        lower = [(x, 2) for x in range(1, pits + 1)]
        upper = [(x, 0) for x in range(pits, 0, -1)]
        return Picture(
            [*lower, (pits + 1, 1), *upper, (0, 1)],
            pieces,
            {move: (mine + move,) for move in self.moves(state)},
            surface="pits",
            shapes=dict.fromkeys(pieces.values(), "seeds"),
            sizes={pits: 1.6, 2 * pits + 1: 1.6},
            names={first + pit: str(pit + 1) for first in (0, pits + 1) for pit in range(pits)},
        )
