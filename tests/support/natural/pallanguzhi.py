"""Pallanguzhi on a small board: sowing in laps, seeds taken behind an empty pit."""

from typing import NamedTuple

from zermelo import Game


class Board(NamedTuple):
    pits: tuple[int, ...]  # of player 0, then of player 1, in the order of sowing
    stores: tuple[int, int]
    player: int


class Pallanguzhi(Game[Board]):
    """Sow on from the pit behind the last seed; behind an empty one the next is taken."""

    pits: int = 4
    seeds: int = 3

    def start(self):
        return Board((self.seeds,) * (2 * self.pits), (0, 0), 0)

    def own(self, player):
        return range(player * self.pits, (player + 1) * self.pits)

    def moves(self, state):
        return [pit for pit in self.own(state.player) if state.pits[pit]]

    def play(self, state, move):
        pits = list(state.pits)
        stores = list(state.stores)
        count = len(pits)
        at = move
        for _ in range(20):  # laps; more than enough
            hand, pits[at] = pits[at], 0
            while hand:
                at = (at + 1) % count
                pits[at] += 1
                hand -= 1
            at = (at + 1) % count
            if pits[at] == 0:
                break
        if pits[at] == 0:
            prize = (at + 1) % count
            stores[state.player] += pits[prize]
            pits[prize] = 0
        player = 1 - state.player
        if not any(pits[pit] for pit in self.own(player)):
            # the player who can still sow takes the rest
            stores[state.player] += sum(pits)
            pits = [0] * count
        return Board(tuple(pits), tuple(stores), player)

    def score(self, state):
        mine, other = state.stores[state.player], state.stores[1 - state.player]
        return mine - other

    @property
    def score_bound(self):
        return 2 * self.pits * self.seeds
