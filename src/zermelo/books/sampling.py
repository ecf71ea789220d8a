"""Books from random games, as courses on Isolation make them: moves by how games went on with them.

The first moves of a game are made at random and noted; from there on machine code plays, at random
too. The value of a position is the mean of all games that went through it. Game by game, chance is
drawn from the seed and the game's number, so that a book which goes on is the book it would have
been.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from zermelo.books.entry import canonical, name_of
from zermelo.contract.game import ONGOING, Game
from zermelo.native import switched_off
from zermelo.search.chance import MULTIPLIER
from zermelo.search.counters import new_counts
from zermelo.search.playouts import CUT, playout

FACTOR: Final = 1_000_003  # parts the seeds of books from the numbers of games


class Sampler:
    """Plays random games and counts, for the positions of the first plies, how they end.

    cap  plies after which a game counts as drawn
    """

    def __init__(self, game: Game, plies: int, cap: int, seed: int, *, native: bool) -> None:
        self.game, self.plies, self.cap, self.seed = game, plies, cap, seed
        native = native and not switched_off()
        self.counts = new_counts(native=native)
        start = game.start()
        self._play: Any = playout
        if native:
            self._play = playout.prepare(game, start, cap, 1, self.counts)
        self._ranks: dict[Any, tuple[str, int]] = {}
        self._counts: dict[str, list[int]] = {}  # by name: ply, games, wins and losses

    def play(self, number: int) -> None:
        """Play the game with this number."""
        drawn, game = random.Random(self.seed * FACTOR + number), self.game
        state, path = game.start(), []
        for _ in range(self.plies):
            path.append(state)
            moves = list(game.moves(state)) if game.outcome(state) == ONGOING else []
            if not moves:
                break
            state = game.play(state, drawn.choice(moves))
        else:
            path.append(state)
        chance = drawn.randrange(1, MULTIPLIER << 32)
        worth = self._play(game, state, self.cap, chance, self.counts)[0]
        worth = 0 if worth == CUT else worth
        for ply, each in enumerate(path):
            self._count(each, ply, int(worth) if game.player(each) == 0 else -int(worth))

    def _count(self, state: Any, ply: int, worth: int) -> None:
        """One more game through `state`, worth so much to the player to move."""
        name, first = self._known(state, ply)
        counted = self._counts.setdefault(name, [first, 0, 0, 0])
        counted[1] += 1
        counted[2] += worth > 0
        counted[3] += worth < 0

    def _known(self, state: Any, ply: int) -> tuple[str, int]:
        """The name of a position that was met before, or now for the first time."""
        if state not in self._ranks:
            self._ranks[state] = name_of(canonical(self.game, state)), ply
        return self._ranks[state]

    def drained(self) -> Iterator[tuple[str, int, int, int, int]]:
        """The counts since the last call: states, plies, games, wins and losses."""
        counted, self._counts = self._counts, {}
        for state, (ply, games, wins, losses) in counted.items():
            yield state, ply, games, wins, losses
