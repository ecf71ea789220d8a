"""Domineering: one player places upright dominoes, the other flat ones; the last to move wins."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from zermelo.contract.game import LOSS, ONGOING, cells, hashed
from zermelo.errors import TextError
from zermelo.kit.boards import board_symmetries, moved
from zermelo.kit.graphs import GroupGame
from zermelo.kit.walls import LONGEST, MEAN_AT, PARTS, walls_of_two


class Covered(NamedTuple):
    """Bitboards of the cells covered by any domino, by upright ones, and by flat ones.

    Only the first matters for the game; the others are for display.
    """

    covered: int
    upright: int
    flat: int
    player: int


class Domineering(GroupGame[Covered]):
    """Players take turns to put a domino on two free cells; the last to find room wins.

    Player V puts them upright, player H flat. V begins. (Göran Andersson, 1973)

    Bit y · width + x is the cell in column x and row y, from the upper left. A move is the upper
    or left one of its two cells; its text names both, "a2a1", with rows numbered from the bottom. A
    position's text has the rows, "^" over "v" for an upright domino, "<>" for a flat one, "#" for
    other covered cells, and the player to move: "^../v.. H".
    """

    width: int = 8
    height: int = 8
    limits = {"width": range(1, 17), "height": range(1, 17)}
    letters, movers, between = "^v<>#", "VH", ""
    symbols = "∩∪⊂⊃■"
    shapes = {
        "∩": "dark domino upper",
        "∪": "dark domino lower",
        "⊂": "light domino left",
        "⊃": "light domino right",
        "■": "closed",
    }

    def start(self) -> Covered:
        return Covered(0, 0, 0, 0)

    def room(self, state: Covered, player: int) -> int:
        """The upper or left cell of each place where a domino of `player` fits."""
        free = self.board & ~state.covered
        if player == 0:
            return free & free >> self.width
        return free & (free & ~self.left) >> 1

    def moves(self, state: Covered) -> Iterator[int]:
        for cell in cells(self.room(state, state.player)):
            yield cell

    def second(self, state: Covered, move: int) -> int:
        """The lower or right cell of the domino of `move`."""
        return move + (1 if state.player else self.width)

    def play(self, state: Covered, move: int) -> Covered:
        domino = 1 << move | 1 << self.second(state, move)
        if state.player:
            return Covered(state.covered | domino, state.upright, state.flat | domino, 0)
        return Covered(state.covered | domino, state.upright | domino, state.flat, 1)

    def outcome(self, state: Covered) -> int:
        return ONGOING if self.room(state, state.player) else LOSS

    def evaluate(self, state: Covered) -> float:
        """The mover's lead in places for dominoes; places safe from the opponent count twice."""
        own, other = self.places(state, state.player), self.places(state, state.player ^ 1)
        return (own - other) / (4 * self.area)

    def places(self, state: Covered, player: int) -> int:
        """The number of places for `player`'s dominoes; those safe from the opponent count 2."""
        mine, theirs = self.room(state, player), self.room(state, player ^ 1)
        own, step = (1, self.width) if player else (self.width, 1)
        touched = theirs | theirs << step
        return mine.bit_count() + (mine & ~touched & ~(touched >> own)).bit_count()

    def order(self, state: Covered, move: int) -> int:
        """Moves that leave the mover the most room and the opponent the least come first."""
        after = self.play(state, move)
        own = self.room(after, state.player).bit_count()
        return own - 2 * self.room(after, state.player ^ 1).bit_count()

    def remaining(self, state: Covered) -> int:
        return (self.board & ~state.covered).bit_count() // 2

    @cached_property
    def images(self) -> tuple[int, ...]:
        """The image of each cell under each symmetry that maps columns to columns."""
        return sum(board_symmetries(*self.shape, turns=False), ())

    def symmetries(self, state: Covered) -> Iterator[Covered]:
        for first in range(0, len(self.images), self.area):
            upright = moved(state.upright, self.images, first)
            flat = moved(state.flat, self.images, first)
            yield Covered(moved(state.covered, self.images, first), upright, flat, state.player)

    def has(self, capability: str) -> bool:
        """Whether this game defines `capability`; `unkey` only if a key has a bit for each cell."""
        return super().has(capability) and (capability != "unkey" or self.packs)

    def parts(self, state: Covered) -> Iterator[Covered]:
        """Regions of free cells with room for a domino, each moved to the upper left corner."""
        for region in self.groups(self.board & ~state.covered):
            if region & region - 1:
                cornered = region >> self.corner_shift(region)
                yield Covered(self.board ^ cornered, 0, 0, state.player)

    def bounds(self, state: Covered) -> tuple[float, float, float, float]:
        """Bounds from the means of pairs of lines, as if one player never moved across pairs."""
        free = self.board & ~state.covered
        (least, heat), (most, warmth) = self.held(free, 0), self.held(free, 1)
        return least / PARTS, heat / PARTS - 1, -most / PARTS, warmth / PARTS - 1

    def held(self, free: int, player: int) -> tuple[int, int]:
        """The best mean for `player` among all splits into single lines and pairs, and its heat.

        The split restricts only `player`, as the opponent's dominoes lie along the lines.
        """
        length, lines, step, further = self.width, self.height, 1, self.width
        if player:
            length, lines, step, further = lines, length, further, step
        near = self.near
        before = best = cooler = heat = above = 0
        for line in range(lines):
            here, mean, hot, single = 0, best, heat, False
            for cell in range(length):
                is_free = free >> line * further + cell * step & 1 == 1
                here |= is_free << cell
                single = is_free and not single
                if is_free and not single:
                    mean -= PARTS  # an opponent's domino fits
            if line and (above | here) >> near == 0:
                wall = self.walls[above | here << near]
                joined, hotter = before + (wall >> MEAN_AT), max(cooler, wall & 63)
                if joined > mean or (joined == mean and hotter < hot):
                    mean, hot = joined, hotter
            before, best, cooler, heat, above = best, mean, heat, hot, here
        return best, heat

    @cached_property
    def near(self) -> int:
        """The length of the pairs of rows that `walls` describes."""
        return min(max(self.shape), LONGEST)

    @cached_property
    def walls(self) -> list[int]:
        return walls_of_two(self.near)

    @cached_property
    def packs(self) -> bool:
        """Whether a key has a bit for each cell."""
        return self.area <= 63

    def key(self, state: Covered) -> int:
        """The covered cells; their number gives the player to move."""
        return state.covered if self.packs else hashed(state.covered)

    def unkey(self, key: int) -> Covered:
        """The state with these cells covered by unknown dominoes."""
        return Covered(key, 0, 0, key.bit_count() // 2 % 2)

    def actions(self) -> Iterator[int]:
        nothing = self.start()
        yield from cells(self.room(nothing, 0) | self.room(nothing, 1))

    def path(self, state: Covered, move: int) -> tuple[int, ...]:
        return move, self.second(state, move)

    def from_bitboards(self, boards: Sequence[int], player: int) -> Covered:
        upper, lower, left, right, rest = boards
        if upper << self.width != lower or left & self.right or left << 1 != right:
            raise TextError('dominoes should be whole: "v" below each "^", ">" right of each "<"')
        upright, flat = upper | lower, left | right
        covered = upright | flat | rest
        if covered.bit_count() % 4 != 2 * player:
            raise TextError(
                "each domino covers two cells, and V has put one more when H is to move"
            )
        return Covered(covered, upright, flat, player)

    def occupied(self, state: Covered) -> dict[int, str]:
        letters = dict.fromkeys(cells(state.covered), "#")
        for cell in cells(state.upright):  # the first half of a domino comes before the second
            above = letters.get(cell - self.width)
            letters[cell] = "v" if above == "^" else "^"
        for cell in cells(state.flat):
            letters[cell] = ">" if cell % self.width and letters.get(cell - 1) == "<" else "<"
        return letters
