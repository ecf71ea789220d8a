"""Kalah: sow seeds around the board, and gather the most in your store."""

from collections.abc import Iterator

from zermelo.contract.game import replaced
from zermelo.kit.counts import Pits, SowingGame, held, sown


class Kalah(SowingGame[Pits]):
    """Players sow the seeds of one of their pits; the player with more seeds in store wins.

    The seeds go one by one into the following pits, counterclockwise, including your store but not
    the opponent's. If the last seed falls into your store, you move again. If it falls into an
    empty pit of yours and the opposite pit holds seeds, both go to your store. When one side is
    empty, the game is over, and players keep the seeds on their own side. Player A begins. (William
    Julius Champion, 1940; rules as in OpenSpiel's mancala.)

    Pits 0 to `pits` − 1 are A's, pit `pits` is A's store, and the rest are B's. A move is one of
    the mover's pits, counted from 0; its text counts from 1. A position's text lists the seeds in
    all pits in that order and the player to move: "4,4,4,4,4,4,0,4,4,4,4,4,4,0 A".
    """

    pits: int = 6
    seeds: int = 4
    limits = {"pits": range(1, 10), "seeds": range(1, 13)}
    counted = "the seeds in each pit"

    def start(self) -> Pits:
        side = (self.seeds,) * self.pits + (0,)
        return Pits(side + side, 0)

    def moves(self, state: Pits) -> Iterator[int]:
        if self.on_side(state, 0) and self.on_side(state, 1):
            first = state.player * (self.pits + 1)
            for pit in range(self.pits):
                if state.seeds[first + pit]:
                    yield pit

    def on_side(self, state: Pits, player: int) -> int:
        """The seeds in a player's pits."""
        return held(state.seeds, player * (self.pits + 1), self.pits)

    def play(self, state: Pits, move: int) -> Pits:
        first = state.player * (self.pits + 1)
        store, skipped = first + self.pits, (first + 2 * self.pits + 1) % len(state.seeds)
        seeds, pit = sown(state.seeds, first + move, skipped)
        opposite = 2 * self.pits - pit
        if first <= pit < store and seeds[pit] == 1 and seeds[opposite]:
            taken = seeds[opposite] + 1
            seeds = replaced(replaced(seeds, pit, 0), opposite, 0)
            seeds = replaced(seeds, store, seeds[store] + taken)
        return Pits(seeds, state.player if pit == store else state.player ^ 1)

    def score(self, state: Pits) -> int:
        """The mover's lead in seeds, counting stores and sides."""
        own, other = state.player, state.player ^ 1
        stores = self.stored(state, own) - self.stored(state, other)
        return stores + self.on_side(state, own) - self.on_side(state, other)

    def gain(self, state: Pits, move: int) -> int:
        """The number of seeds the move adds to the store."""
        return self.stored(self.play(state, move), state.player) - self.stored(state, state.player)

    def stored(self, state: Pits, player: int) -> int:
        """The seeds in a player's store."""
        return state.seeds[player * (self.pits + 1) + self.pits]

    @property
    def score_bound(self) -> int:
        return 2 * self.pits * self.seeds

    def evaluate(self, state: Pits) -> float:
        """The mover's lead in seeds in the store."""
        own, other = self.stored(state, state.player), self.stored(state, state.player ^ 1)
        return (own - other) / (self.score_bound + 1)

    def order(self, state: Pits, move: int) -> int:
        """Moves that end in the store come first, then those that gather the most."""
        after = self.play(state, move)
        gathered = self.stored(after, state.player) - self.stored(state, state.player)
        return gathered + (self.score_bound if after.player == state.player else 0)

    def tier(self, state: Pits) -> int:
        """The number of seeds in the stores, which never falls."""
        return self.stored(state, 0) + self.stored(state, 1)

    def faults(self, state: Pits) -> Iterator[str]:
        if sum(state.seeds) != self.score_bound:
            yield f"there should be {self.score_bound} seeds in total, like {self.example}"
