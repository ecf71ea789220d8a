"""Frogs and stones on a path: recursion finds chains of jumps, a move is the whole path."""

from typing import NamedTuple

from zermelo import Game, Picture


class Path(NamedTuple):
    stones: tuple[int, ...]
    player: int


EMPTY = 0


class Jumps(Game[Path]):
    """Step a frog of yours ahead, or jump over others, as often as you like. Stuck loses."""

    length: int = 8
    frogs: int = 2

    def start(self):
        empty = [EMPTY] * (self.length - 2 * self.frogs)
        return Path(tuple([1] * self.frogs + empty + [-1] * self.frogs), 0)

    def jumps(self, stones, at, way):
        """Where a frog can land, after one jump or several."""
        target = at + 2 * way
        if 0 <= target < len(stones) and stones[at + way] != EMPTY and stones[target] == EMPTY:
            return [target] + self.jumps(stones, target, way)
        return []

    def moves(self, state):
        mine = 1 if state.player == 0 else -1
        for at in range(self.length):
            if state.stones[at] != mine:
                continue
            if 0 <= at + mine < self.length and state.stones[at + mine] == EMPTY:
                yield at, at + mine
            for target in self.jumps(state.stones, at, mine):
                yield at, target

    def play(self, state, move):
        start, end = move
        stones = list(state.stones)
        stones[start], stones[end] = stones[end], stones[start]
        return Path(tuple(stones), 1 - state.player)

    def picture(self, state):
        pieces = {i: "><"[s < 0] for i, s in enumerate(state.stones) if s}
        return Picture.grid(self.length, 1, pieces, {(a, b): (a, b) for a, b in self.moves(state)})
