"""The Morris family: boards as points, lines, mills and bitboards; texts and pictures."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise, product
from typing import TYPE_CHECKING, Final, NamedTuple

from zermelo.contract.game import Picture
from zermelo.errors import TextError, clip
from zermelo.kit.boards import PositionGame, bitboard, moved
from zermelo.kit.pieces import MEN
from zermelo.kit.ranking import TwoColours

Point = tuple[int, int]  # (x, y) from the upper left
Line = tuple[Point, ...]

AXES = ((1, 0), (0, 1))
DIAGONALS = ((1, 1), (1, -1))


@dataclass(frozen=True)
class MorrisBoard:
    """Concentric square rings, joined by lines towards or through the centre.

    rings      the number of rings, each with eight points
    centre     whether the centre is a point on those lines
    diagonals  whether lines also join the corners, not only the middles of the sides
    """

    rings: int
    centre: bool
    diagonals: bool

    @property
    def side(self) -> int:
        """The number of rows, and of columns, in the grid of points."""
        return 2 * self.rings + 1

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """All points row by row; a point's index here is its bit on a bitboard."""
        points = {point for line in self.lines for point in line}
        return tuple(sorted(points, key=lambda point: (point[1], point[0])))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The lines as drawn: the sides of the rings, then the lines towards the centre."""
        middle, lines = self.rings, list[Line]()
        for edge in (middle + sign * ring for ring in range(1, middle + 1) for sign in (-1, 1)):
            along = sorted({edge, middle, 2 * middle - edge})
            lines += [tuple((x, edge) for x in along), tuple((edge, y) for y in along)]
        steps = [step for step in range(-middle, middle + 1) if step or self.centre]
        for right, down in AXES + (DIAGONALS if self.diagonals else ()):
            axis = tuple((middle + right * step, middle + down * step) for step in steps)
            lines += [axis] if self.centre else [axis[:middle], axis[middle:]]
        return tuple(lines)

    @cached_property
    def joined(self) -> tuple[tuple[int, int], ...]:
        """The pairs of neighbouring points, by index."""
        pairs = [pair for line in self.lines for pair in pairwise(line)]
        return tuple((self._index[one], self._index[other]) for one, other in pairs)

    @cached_property
    def mills(self) -> tuple[tuple[int, ...], ...]:
        """The lines of three points, by index, where a mill can be closed."""
        threes = [line for line in self.lines if len(line) == 3]
        return tuple(tuple(self._index[point] for point in line) for line in threes)

    @cached_property
    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """The image of each index under each symmetry, the identity first.

        These are quarter turns, mirror images, and the exchange of the outer and inner rings.
        """
        middle, collected = self.rings, []
        swaps = (False,) if self.centre else (False, True)
        for swap, turn, up, left in product(swaps, (False, True), (1, -1), (1, -1)):
            images = []
            for x, y in ((x - middle, y - middle) for x, y in self.points):
                ring = max(abs(x), abs(y)) if swap else 1
                ways = [way // ring * (middle + 1 - ring) if swap else way for way in (x, y)]
                across, down = reversed(ways) if turn else ways
                images.append(self._index[middle + left * across, middle + up * down])
            collected.append(tuple(images))
        return tuple(collected)

    @cached_property
    def _index(self) -> dict[Point, int]:
        return {point: index for index, point in enumerate(self.points)}


@cache
def board_for(men: int) -> MorrisBoard:
    """The board for a game with `men` men on each side."""
    return {
        3: MorrisBoard(1, centre=True, diagonals=True),
        6: MorrisBoard(2, centre=False, diagonals=False),
        9: MorrisBoard(3, centre=False, diagonals=False),
        12: MorrisBoard(3, centre=False, diagonals=True),
    }[men]


FEWEST: Final = 3  # the fewest men that can make a mill
NOWHERE: Final = 31  # in a move, the point of a man from the hand, or of no man
NOBODY: Final = 1 << NOWHERE  # the bitboard of NOWHERE, outside all boards
POINT: Final = 31  # the bits of one point in a move
SOURCE: Final = 5  # in a move, the first bit of the source; next, of the prey and the second prey
PREY: Final = 10
SECOND: Final = 15


class Men(NamedTuple):
    """Bitboards of the mover's men and the opponent's, and the number in each hand.

    Bit = index of the point, row by row from the upper left.
    """

    own: int
    other: int
    own_hand: int
    other_hand: int
    player: int


class MorrisPoints(TwoColours[Men], PositionGame[Men]):
    """The points, lines and symmetries of the board, as tables for compiled code, and texts.

    A move's text is "d6", "d6-d5" or "d6-d5xa1". A position's text has the points row by row, W for
    player 0, B for player 1, then the men in W's and B's hands, and the player to move.
    """

    if TYPE_CHECKING:
        men: int
        lasker: bool

    @cached_property
    def layout(self) -> MorrisBoard:
        """The board for this number of men."""
        return board_for(self.men)

    @cached_property
    def points(self) -> int:
        """The number of points of the board."""
        return len(self.layout.points)

    @property
    def most_men(self) -> int:
        return self.men

    @cached_property
    def board(self) -> int:
        return (1 << self.points) - 1

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The mills, each as the bitboard of its points."""
        return tuple(sum(1 << point for point in mill) for mill in self.layout.mills)

    @cached_property
    def spreads(self) -> tuple[int, ...]:
        """For each byte of a bitboard and each value of the byte, the men line by line.

        Each mill has three bits, so that one operation tests all mills; see `spread`.
        """
        places = [
            sum(
                1 << 3 * line + mill.index(point)
                for line, mill in enumerate(self.layout.mills)
                if point in mill
            )
            for point in range(self.points)
        ] + [0] * (24 - self.points)
        return tuple(
            sum(places[8 * byte + bit] for bit in range(8) if value >> bit & 1)
            for byte in range(3)
            for value in range(256)
        )

    @cached_property
    def firsts(self) -> int:
        """The first bit of each line in a spread bitboard."""
        return sum(1 << 3 * line for line in range(len(self.lines)))

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """The bitboard of the point that each bit of a spread bitboard stands for."""
        return tuple(1 << point for mill in self.layout.mills for point in mill)

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """The points joined to each point."""
        near = [0] * self.points
        for one, other in self.layout.joined:
            near[one] |= 1 << other
            near[other] |= 1 << one
        return tuple(near)

    @cached_property
    def partners(self) -> tuple[int, ...]:
        """From p · `width` on, for each mill through point p, its other points; then NOBODY."""
        collected: list[int] = []
        for point in range(self.points):
            pairs = [line ^ 1 << point for line in self.lines if line >> point & 1]
            collected += pairs + [NOBODY] * (self.width - len(pairs))
        return tuple(collected)

    @cached_property
    def width(self) -> int:
        """The most mills that share a point."""
        return max(sum(line >> point & 1 for line in self.lines) for point in range(self.points))

    @cached_property
    def images(self) -> tuple[int, ...]:
        """The image of each point under each symmetry, `points` numbers for each."""
        return sum(self.layout.symmetries, ())

    def symmetries(self, state: Men) -> Iterator[Men]:
        for first in range(0, len(self.images), self.points):
            own = moved(state.own, self.images, first)
            other = moved(state.other, self.images, first)
            yield Men(own, other, state.own_hand, state.other_hand, state.player)

    # Texts and pictures --------------------------------------------------------------------------

    def phase(self, state: Men) -> str:
        """ "placing", then the numbers of both players' men, like 5-4, as in names of endgames."""
        if state.own_hand or state.other_hand:
            return "placing"
        men = sorted((state.own.bit_count(), state.other.bit_count()))
        return f"{men[1]}-{men[0]}"

    def format_move(self, state: Men, move: int) -> str:
        points = [self.layout.points[point] for point in self._clicked(move)]
        names = [f"{'abcdefg'[x]}{self.layout.side - y}" for x, y in points]
        slides = move >> SOURCE & POINT != NOWHERE
        return "x".join(["-".join(names[: 1 + slides]), *names[1 + slides :]])

    def effect(self, state: Men, move: int) -> str:
        """The words for a mill, which captures a man, or for the threat of two mills."""
        if self.progress(state, move):
            return "closes a mill"
        threats = self.count_threats(self.swap_sides(self.play(state, move)))
        return "threatens two mills" if threats > max(self.count_threats(state), 1) else ""

    def count_threats(self, state: Men) -> int:
        """The number of points where the mover can close a mill."""
        return len({move & POINT for move in self.moves(state) if self.progress(state, move)})

    def swap_sides(self, state: Men) -> Men:
        """The position with the other player to move."""
        return Men(state.other, state.own, state.other_hand, state.own_hand, state.player ^ 1)

    def format_state(self, state: Men) -> str:
        hands = self._by_player(state, state.own_hand, state.other_hand)
        return f"{self._symbols(state)},{hands[0]},{hands[1]},{'WB'[state.player]}"

    def _symbols(self, state: Men) -> str:
        white, black = self._by_player(state, state.own, state.other)
        return "".join(
            "W" if white >> point & 1 else "B" if black >> point & 1 else "."
            for point in range(self.points)
        )

    def _by_player(self, state: Men, own: int, other: int) -> tuple[int, int]:
        """The values for the mover and the opponent, with player 0's first."""
        return (other, own) if state.player else (own, other)

    def parse_state(self, text: str) -> Men:
        shape = rf"([WB.]{{{self.points}}}),([0-9]{{1,2}}),([0-9]{{1,2}}),([WB])"
        found = re.fullmatch(shape, "".join(text.split()))
        if not found:
            raise TextError(
                f"{clip(text)} should have {self.points} points out of W B ., the men in W's and "
                f"B's hands, and the player to move, like {self.example}"
            )
        boards = [bitboard(found[1], letter) for letter in "WB"]
        hands, own = [*map(int, found.group(2, 3))], "WB".index(found[4])
        return self.checked(Men(boards[own], boards[1 - own], hands[own], hands[1 - own], own))

    def faults(self, state: Men) -> Iterator[str]:
        """Impossible numbers of men on the board and in hand."""
        men = [side.bit_count() for side in self._by_player(state, state.own, state.other)]
        hands, last = self._by_player(state, state.own_hand, state.other_hand), 1 - state.player
        placed = [self.men - hand for hand in hands]
        for symbol, here, most, enemys in zip("WB", men, placed, placed[::-1], strict=True):
            if here > most:
                yield f"{symbol} should have at most {self.men} men with those in hand"
            if here < most and enemys < FEWEST:
                yield f"{symbol} cannot have lost a man before a mill is possible"
        if not self.lasker and any(hands) and hands[1] - hands[0] != state.player:
            yield "W and B place in turn: with W to move, hands are equal, else B has one more"
        if not self.lasker and not any(hands) and state.player == 1 and men[0] < FEWEST:
            yield "W has fewer than three men and none in hand: W cannot have moved last"
        if not any(hands) and men[last] == 0:
            yield f"{'WB'[last]} moved last and should have a man on the board"

    def picture(self, state: Men) -> Picture:
        symbols = {"W": "○", "B": "●"}
        pieces = {i: symbols[s] for i, s in enumerate(self._symbols(state)) if s in symbols}
        clicks = {move: self._clicked(move) for move in self.moves(state)}
        white, black = self._by_player(state, state.own_hand, state.other_hand)
        side, mills = self.layout.side, zip(self.layout.mills, self.lines, strict=True)
        complete = [mill for mill, line in mills if line in (line & state.own, line & state.other)]
        return Picture(
            self.layout.points,
            pieces,
            clicks,
            lines=self.layout.joined,
            cells=False,
            columns="abcdefg"[:side],
            rows=[str(side - y) for y in range(side)],
            surface="wood",
            shapes=MEN,
            complete=complete,
            hands=((0, "○", white), (1, "●", black)),
        )

    def _clicked(self, move: int) -> tuple[int, ...]:
        """The points of a move, in the order of its text."""
        points = (move >> at & POINT for at in (SOURCE, 0, PREY, SECOND))
        return tuple(point for point in points if point != NOWHERE)


SEEN: Final = {  # the `forecast` for tiers by the numbers of men, the larger first
    (3, 2): (1.0, 0.063), (3, 3): (1.0, 0.26), (4, 2): (1.0, 0.037), (4, 3): (0.12, 0.066),
    (4, 4): (0.0, 0.015), (5, 2): (1.0, 0.024), (5, 3): (0.12, 0.025), (5, 4): (0.0, 0.01),
    (5, 5): (0.0, 0.008), (6, 2): (1.0, 0.018), (6, 3): (0.21, 0.039), (6, 4): (0.15, 0.15),
    (6, 5): (0.15, 0.16), (6, 6): (0.18, 0.2), (7, 2): (1.0, 0.014), (7, 3): (0.69, 0.2),
    (7, 4): (0.83, 0.3), (7, 5): (0.74, 0.3), (7, 6): (0.6, 0.33),
    (8, 2): (1.0, 0.012), (8, 3): (0.95, 0.21),
    (8, 4): (0.96, 0.26), (8, 5): (0.93, 0.29), (9, 2): (1.0, 0.011), (9, 3): (1.0, 0.16),
    (9, 4): (1.0, 0.2),
    # While men are being placed, numbers take fewer bytes than later.
    (7, 7): (0.57, 0.35), (8, 6): (0.81, 0.32), (8, 7): (0.7, 0.37), (8, 8): (0.66, 0.41),
    (9, 5): (0.99, 0.23), (9, 6): (0.97, 0.29), (9, 7): (0.89, 0.36), (9, 8): (0.78, 0.43),
    (9, 9): (0.74, 0.48),
}  # fmt: skip
UNSEEN: Final = 0.6, 0.3  # the `forecast` for tiers that no game from the start reaches
