"""A wolf against sheep, with dataclasses.replace."""

import dataclasses

from zermelo import LOSS, ONGOING, Game


@dataclasses.dataclass(frozen=True)
class Flock:
    wolf: tuple[int, int]
    sheep: tuple[tuple[int, int], ...]
    player: int = 0


class WolfAndSheep(Game[Flock]):
    """A wolf against four sheep on the dark squares of 6 × 6."""

    size: int = 6

    def start(self):
        return Flock((self.size - 1, 2), tuple((0, c) for c in range(1, self.size, 2)))

    def on(self, square):
        return all(0 <= v < self.size for v in square)

    def moves(self, state):
        occupied = {state.wolf, *state.sheep}
        options = []
        if state.player == 0:
            r, c = state.wolf
            for dr in (-1, 1):
                for dc in (-1, 1):
                    to = (r + dr, c + dc)
                    if self.on(to) and to not in occupied:
                        options.append((state.wolf, to))
        else:
            for r, c in state.sheep:
                for dc in (-1, 1):
                    to = (r + 1, c + dc)
                    if self.on(to) and to not in occupied:
                        options.append(((r, c), to))
        return options

    def play(self, state, move):
        source, target = move
        if state.player == 0:
            return dataclasses.replace(state, wolf=target, player=1)
        sheep = tuple(sorted(target if s == source else s for s in state.sheep))
        return dataclasses.replace(state, sheep=sheep, player=0)

    def outcome(self, state):
        if state.wolf[0] == 0:
            return LOSS if state.player == 1 else 1
        if len(self.moves(state)) == 0:
            return LOSS
        return ONGOING
