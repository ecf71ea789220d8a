"""A small mancala: sow on, capture opposite, one more turn from your store."""

from typing import NamedTuple

from zermelo import Game

PITS = 3
STORES = (PITS, 2 * PITS + 1)


class State(NamedTuple):
    seeds: tuple[int, ...]
    player: int


class Pits(Game[State]):
    """Sow seeds around the board; more in the store wins."""

    each: int = 2

    def start(self):
        row = [self.each] * PITS + [0]
        return State(tuple(row + row), 0)

    def own(self, player):
        first = player * (PITS + 1)
        return range(first, first + PITS)

    def moves(self, state):
        if all(any(state.seeds[i] for i in self.own(p)) for p in (0, 1)):
            for pit in self.own(state.player):
                if state.seeds[pit] > 0:
                    yield pit

    def play(self, state, move):
        seeds = list(state.seeds)
        hand, seeds[move] = seeds[move], 0
        place = move
        while hand:
            place = (place + 1) % len(seeds)
            if place == STORES[1 - state.player]:
                continue
            seeds[place] += 1
            hand -= 1
        store = STORES[state.player]
        opposite = 2 * PITS - place
        if place in self.own(state.player) and seeds[place] == 1 and seeds[opposite]:
            seeds[store] += seeds[opposite] + 1
            seeds[place] = seeds[opposite] = 0
        if not all(any(seeds[i] for i in self.own(p)) for p in (0, 1)):
            for p in (0, 1):
                seeds[STORES[p]] += sum(seeds[i] for i in self.own(p))
                for i in self.own(p):
                    seeds[i] = 0
        player = state.player if place == store else 1 - state.player
        return State(tuple(seeds), player)

    def score(self, state):
        mine, theirs = STORES[state.player], STORES[1 - state.player]
        return state.seeds[mine] - state.seeds[theirs]

    @property
    def score_bound(self):
        return 2 * PITS * self.each
