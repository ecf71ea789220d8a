"""Lines of Action: men move as far as there are men on their line, and gather in one group."""

from collections.abc import Iterator
from functools import cached_property

from zermelo.contract.game import LOSS, WIN, cells
from zermelo.kit.graphs import GroupGame
from zermelo.kit.lines import SlideGame
from zermelo.kit.pieces import Men, TakingGame


class LinesOfAction(TakingGame, GroupGame[Men], SlideGame[Men]):
    """A man moves as many cells as there are men on its line; connecting all your men wins.

    It moves along a row, a column or a diagonal, over its own men but not over enemies, and
    captures an enemy where it lands. A player whose men are all connected, straight or diagonally,
    wins; if both players' men are, the player who just moved wins. A player who cannot move loses.
    Black, at the top and bottom, begins; endless play is a draw. (Claude Soucie; Sid Sackson, A
    Gamut of Games, 1969)
    """

    size: int = 8
    limits = {"size": range(4, 13)}

    def start(self) -> Men:
        corners = (self.top | self.bottom) & (self.left | self.right)
        return Men((self.top | self.bottom) ^ corners, (self.left | self.right) ^ corners, 0)

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The whole line through a cell in one direction, at the index way · cells + cell."""
        half = len(self.rays) // 2
        both = [self.rays[i] | self.rays[i + half] | 1 << i % self.area for i in range(half)]
        return (*both, *both)

    def moves(self, state: Men) -> Iterator[int]:
        if not self.joined(state.other) and not self.joined(state.own):
            for origin in cells(state.own):
                for way in range(8):
                    line = self.lines[way * self.area + origin]
                    count = ((state.own | state.other) & line).bit_count()
                    target = origin + count * self.steps[way]
                    reach = self.seen(origin, way, state.other) & ~state.own
                    if target >= 0 and reach >> target & 1:
                        yield origin * self.area + target

    def neighbours(self, group: int) -> int:
        return self.wider(group)

    def joined(self, men: int) -> bool:
        """Whether all men form one group."""
        return self.grown(men & -men, men) == men

    def score(self, state: Men) -> int:
        return WIN if self.joined(state.own) and not self.joined(state.other) else LOSS

    def evaluate(self, state: Men) -> float:
        """How much closer together the mover's men are than the opponent's."""
        return (self.spread(state.other) - self.spread(state.own)) / self.size

    def spread(self, men: int) -> float:
        """The mean distance of the men from their centre."""
        count, across, down = men.bit_count(), 0, 0
        for man in cells(men):
            across += man % self.size
            down += man // self.size
        far = 0
        for man in cells(men):
            far += abs(man % self.size * count - across) + abs(man // self.size * count - down)
        return far / (2 * count * count)

    def actions(self) -> Iterator[int]:
        for origin in range(self.area):
            for target in cells(self.straight(origin, 0) | self.diagonal(origin, 0)):
                yield origin * self.area + target

    def complete(self, state: Men) -> list[list[int]]:
        """Each man of a player whose men are all connected, as a line of its own."""
        joined = next((men for men in (state.other, state.own) if self.joined(men)), 0)
        return [[man] for man in cells(joined)]

    def faults(self, state: Men) -> Iterator[str]:
        if not all(0 < men.bit_count() <= 2 * self.size - 4 for men in state[:2]):
            yield f"each side has 1 to {2 * self.size - 4} men, like {self.example}"
