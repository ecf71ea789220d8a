"""Col: colour a map; neighbours must not have the same colour."""

from typing import NamedTuple

from zermelo import Game

# a small map: regions and the borders between them
BORDERS = [
    (0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (3, 4), (3, 5), (4, 5), (4, 6), (5, 6), (5, 7),
    (6, 7), (6, 8), (7, 8), (0, 8), (1, 9), (3, 9), (5, 9), (7, 9),
]  # fmt: skip
REGIONS = 10


class Map(NamedTuple):
    colours: tuple[int, ...]
    player: int


def neighbours(region):
    for a, b in BORDERS:
        if a == region:
            yield b
        elif b == region:
            yield a


class Col(Game[Map]):
    """Blue (1) and red (2) colour regions in turn; who cannot colour loses."""

    def start(self):
        return Map(tuple(0 for _ in range(REGIONS)), 0)

    def may_colour(self, state, region):
        colour = state.player + 1
        if state.colours[region]:
            return False
        return all(state.colours[n] != colour for n in neighbours(region))

    def moves(self, state):
        return [region for region in range(REGIONS) if self.may_colour(state, region)]

    def play(self, state, region):
        colours = list(state.colours)
        colours[region] = state.player + 1
        return Map(tuple(colours), 1 - state.player)
