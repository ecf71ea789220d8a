# exercise: own
from typing import NamedTuple

from zermelo import Game, Picture


class Row(NamedTuple):
    taken: int
    player: int
    lead: int


class Coins(Game[Row]):
    """Coins 1 to 6 lie in a row; each player in turn takes one that is left; the greater sum wins."""

    coins: int = 6

    def start(self):
        return Row(0, 0, 0)

    def player(self, state):
        return state.player

    def moves(self, state):
        for coin in range(self.coins):
            if not state.taken >> coin & 1:
                yield coin

    def play(self, state, move):
        return Row(state.taken | 1 << move, 1 - state.player, -(state.lead + move + 1))

    def outcome(self, state):
        if state.taken != (1 << self.coins) - 1:
            return 2
        return (state.lead > 0) - (state.lead < 0)

    def picture(self, state):
        pieces = {c: "o" for c in range(self.coins) if not state.taken >> c & 1}
        return Picture.grid(self.coins, 1, pieces, {c: (c,) for c in pieces})
