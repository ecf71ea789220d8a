"""Auction: bid in turn for prizes; the best offer may be None, plans are texts."""

from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, WIN, Game


class Hall(NamedTuple):
    prizes: tuple[int, ...]
    money: tuple[int, int]
    won: tuple[int, int]
    offer: int | None
    phase: str
    player: int


class Auction(Game[Hall]):
    """Offer more than the last offer or pass; whoever passes lets the other buy."""

    def start(self):
        return Hall((3, 1, 2), (4, 4), (0, 0), None, "open", 0)

    def moves(self, state):
        if not state.prizes:
            return
        yield 0
        least = 1 if state.offer is None else state.offer + 1
        yield from range(least, state.money[state.player] + 1)

    def play(self, state, move):
        other = 1 - state.player
        if move:
            return state._replace(offer=move, phase="bid", player=other)
        if state.phase == "open":
            return state._replace(phase="refused", player=other)
        money, won = list(state.money), list(state.won)
        if state.offer is not None:
            money[other] -= state.offer
            won[other] += state.prizes[0]
        return Hall(state.prizes[1:], tuple(money), tuple(won), None, "open", other)

    def outcome(self, state):
        if state.prizes:
            return ONGOING
        mine, yours = state.won[state.player], state.won[1 - state.player]
        return WIN if mine > yours else LOSS if mine < yours else DRAW
