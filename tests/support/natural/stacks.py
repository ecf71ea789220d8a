"""Move the top of a stack onto another; higher stacks count for who is on top."""

from typing import NamedTuple

from zermelo import Game


class Table(NamedTuple):
    stacks: tuple[tuple[int, ...], ...]
    player: int


class Stacks(Game[Table]):
    count: int = 5

    def start(self):
        return Table(tuple((i % 2,) for i in range(self.count)), 0)

    def moves(self, state):
        for a, stack in enumerate(state.stacks):
            if not stack or stack[-1] != state.player:
                continue
            for b in (a - 1, a + 1):
                if 0 <= b < self.count and state.stacks[b]:
                    yield a, b

    def play(self, state, move):
        a, b = move
        stacks = [list(stack) for stack in state.stacks]
        stacks[b].extend(stacks[a])
        stacks[a].clear()
        return Table(tuple(tuple(s) for s in stacks), 1 - state.player)

    def score(self, state):
        total = 0
        for stack in state.stacks:
            if stack:
                total += len(stack) if stack[-1] == state.player else -len(stack)
        return total

    @property
    def score_bound(self):
        return self.count
