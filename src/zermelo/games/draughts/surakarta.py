"""Surakarta: men step about, and capture along the loops around the corners."""

from collections.abc import Iterator
from functools import cached_property
from itertools import permutations

from zermelo.contract.game import Picture, cells
from zermelo.errors import ParameterError
from zermelo.kit.lines import SlideGame
from zermelo.kit.pieces import STONES, Men, TakingGame


class Surakarta(TakingGame, SlideGame[Men]):
    """A man steps to an adjacent empty point, or captures along lines and at least one loop.

    Steps go straight or diagonally. At each corner, loops connect the second lines of both sides,
    and the third lines. A capturing man moves along a line, over empty points and around loops as
    far as it likes, and ends on an enemy; its own point counts as empty. A player without men, or
    without a move, loses; endless play is a draw. Black, at the bottom, begins.
    (Java; sold as Roundabouts by Philmar, 1970)

    size  the number of points in a row
    rows  the number of rows of men each player has
    """

    size: int = 6
    rows: int = 2
    limits = {"size": range(4, 9, 2), "rows": range(1, 4)}
    shapes, surface = STONES, "stones"

    def validate(self) -> None:
        super().validate()
        if 2 * self.rows >= self.size:
            raise ParameterError("surakarta: rows should leave empty points between the sides")

    def start(self) -> Men:
        men = (1 << self.rows * self.size) - 1
        return Men(men << self.area - self.rows * self.size, men, 0)

    @cached_property
    def tracks(self) -> tuple[int, ...]:
        """The points of each track, in two rounds around the board, then in two backwards."""
        size, points = self.size, list[int]()
        for line in range(1, size // 2):
            right = [line * size + i for i in range(size)]
            half = right + [i * size + size - 1 - line for i in range(size)]
            around = half + [self.area - 1 - point for point in half]
            points += 2 * around + 2 * around[::-1]
        return tuple(points)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """From 4 · point on, the point's indices in `tracks`; −1 fills up the four places."""
        first = [(i, at) for i, at in enumerate(self.tracks) if i // (4 * self.size) % 2 == 0]
        places = [[i for i, at in first if at == point] for point in range(self.area)]
        return tuple(place for found in places for place in (*found, -1, -1, -1, -1)[:4])

    def moves(self, state: Men) -> Iterator[int]:
        free = self.free(state)
        for origin in cells(state.own):
            for target in cells(self.king_steps[origin] & free | self.taken(state, origin)):
                yield origin * self.area + target

    def taken(self, state: Men, origin: int) -> int:
        """The men that the man at `origin` can capture."""
        blocked, taken = (state.own | state.other) & ~(1 << origin), 0
        for way in range(4):
            first = self.places[4 * origin + way]
            if first >= 0:
                for place in range(first + 1, first + 4 * self.size):
                    if blocked >> self.tracks[place] & 1:
                        if place // self.size != first // self.size:  # past at least one loop
                            taken |= 1 << self.tracks[place]
                        break
        return taken & state.other

    def evaluate(self, state: Men) -> float:
        """The mover's lead in men."""
        return (state.own.bit_count() - state.other.bit_count()) / self.area

    def tier(self, state: Men) -> int:
        return -(state.own | state.other).bit_count()

    def actions(self) -> Iterator[int]:
        for origin, target in permutations(range(self.area), 2):
            if (
                self.places[4 * origin] >= 0 <= self.places[4 * target]
                or self.king_steps[origin] >> target & 1
            ):
                yield origin * self.area + target

    def faults(self, state: Men) -> Iterator[str]:
        if not all(men.bit_count() <= self.rows * self.size for men in state[:2]) or not state[1]:
            yield f"each side has 1 to {self.rows * self.size} men, like {self.example}"

    def picture(self, state: Men) -> Picture:
        ends = range(self.size - 1, len(self.tracks), self.size)
        loops = [self.tracks[end : end + 2] for end in ends if end // (4 * self.size) % 4 == 0]
        return self.pictured(state, loops=loops)
