"""Towers: stacks on a row, put on those beside them; nested tuples that change their length."""

from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, WIN, Game, Picture


class Row(NamedTuple):
    stacks: tuple[tuple[int, ...], ...]
    player: int


class Towers(Game[Row]):
    """Move a stack whose top is yours onto the one beside it. At the end more tops win."""

    count: int = 6

    def start(self):
        return Row(tuple((i % 2,) for i in range(self.count)), 0)

    def moves(self, state):
        for i, stack in enumerate(state.stacks):
            if stack and stack[-1] == state.player:
                for j in (i - 1, i + 1):
                    if 0 <= j < self.count and state.stacks[j]:
                        yield (i, j)

    def play(self, state, move):
        i, j = move
        stacks = [list(stack) for stack in state.stacks]
        stacks[j].extend(stacks[i])
        stacks[i] = []
        return Row(tuple(tuple(stack) for stack in stacks), 1 - state.player)

    def outcome(self, state):
        if any(True for _ in self.moves(state)):
            return ONGOING
        tops = [stack[-1] for stack in state.stacks if stack]
        mine, yours = tops.count(state.player), tops.count(1 - state.player)
        return WIN if mine > yours else LOSS if mine < yours else DRAW

    def picture(self, state):
        stacks = {i: "".join(map(str, stack)) for i, stack in enumerate(state.stacks) if stack}
        return Picture.grid(self.count, 1, stacks, {})
