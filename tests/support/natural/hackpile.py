"""Take and break: halve a pile, or take a prime number from it."""

from functools import cache
from typing import NamedTuple

from zermelo import Game


@cache
def is_prime(n):
    if n < 2:
        return False
    return all(n % d for d in range(2, int(n**0.5) + 1))


class Piles(NamedTuple):
    piles: tuple[int, ...]
    player: int


class HackPile(Game[Piles]):
    start_piles: tuple[int, ...] = (7, 5, 4)

    def start(self):
        return Piles(tuple(sorted(self.start_piles)), 0)

    def moves(self, state):
        seen = set()
        for i, pile in enumerate(state.piles):
            if pile in seen:
                continue
            seen.add(pile)
            if pile > 1 and pile % 2 == 0:
                yield i, 0
            for take in filter(is_prime, range(1, pile + 1)):
                yield i, take

    def play(self, state, move):
        i, take = move
        rest = [p for j, p in enumerate(state.piles) if j != i]
        pile = state.piles[i]
        new = [pile // 2, pile // 2] if take == 0 else [pile - take]
        return Piles(tuple(sorted(p for p in rest + new if p)), 1 - state.player)
