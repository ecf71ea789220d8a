"""Ring: sowing in a circle; a generator over the tuple of the state, match on the move."""

from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, WIN, Game


class Pits(NamedTuple):
    pits: tuple[int, ...]
    stores: tuple[int, int]
    player: int


class Ring(Game[Pits]):
    """Sow a pit to the left or to the right; what ends in a pit with two or three is yours."""

    pits: int = 3

    def start(self):
        return Pits((2,) * (2 * self.pits), (0, 0), 0)

    def own(self, state):
        first = state.player * self.pits
        return range(first, first + self.pits)

    def moves(self, state):
        for place, seeds in enumerate(state.pits):
            if seeds and place in self.own(state):
                for way in (-1, 1):
                    yield place, way

    def play(self, state, move):
        match move:
            case (place, -1):
                step = -1
            case (place, _):
                step = 1
        pits = list(state.pits)
        seeds, pits[place] = pits[place], 0
        while seeds > 0:
            place = (place + step) % len(pits)
            pits[place] += 1
            seeds -= 1
        stores = list(state.stores)
        if pits[place] in {2, 3}:
            stores[state.player] += pits[place]
            pits[place] = 0
        return Pits(tuple(pits), tuple(stores), 1 - state.player)

    def outcome(self, state):
        if (
            any(state.pits[place] for place in self.own(state))
            and max(state.stores) <= 6 * self.pits
        ):
            return ONGOING
        lead = state.stores[state.player] - state.stores[1 - state.player]
        match lead:
            case 0:
                return DRAW
            case n if n > 0:
                return WIN
            case _:
                return LOSS

    @property
    def repetition(self):
        return DRAW
