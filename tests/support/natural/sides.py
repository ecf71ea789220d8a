"""Each side has a hand that gets shorter and a pile that gets longer, in a dataclass of its own."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from zermelo import Game


@dataclass(frozen=True)
class Side:
    hand: tuple[int, ...]
    pile: tuple[int, ...]

    @property
    def total(self):
        return sum(self.pile)

    def without(self, card):
        return replace(self, hand=tuple(c for c in self.hand if c != card))


class Table(NamedTuple):
    sides: tuple[Side, Side]
    led: int
    player: int


class Tricks(Game[Table]):
    """The higher card takes the trick; more pips win."""

    def start(self):
        return Table((Side((1, 4, 6), ()), Side((2, 3, 5), ())), 0, 0)

    def moves(self, state):
        yield from state.sides[state.player].hand

    def play(self, state, move):
        sides = list(state.sides)
        sides[state.player] = sides[state.player].without(move)
        if not state.led:
            return Table(tuple(sides), move, 1 - state.player)
        winner = state.player if move > state.led else 1 - state.player
        side = sides[winner]
        sides[winner] = replace(side, pile=side.pile + (state.led, move))
        return Table((sides[0], sides[1]), 0, winner)

    def score(self, state):
        return state.sides[state.player].total - state.sides[1 - state.player].total

    score_bound = 21
