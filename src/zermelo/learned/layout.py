"""The inputs of a learned evaluation: small groups of neighbouring cells, and their contents.

A pattern is a window of a board or a cell with its neighbours. Its table has an entry for each way
to fill its cells; the evaluation is the sum of one entry from each table. Entries that symmetries
make equal share one weight. Sources: signature tables, Samuel 1967; n-tuples, Bledsoe and Browning
1959; in Othello, Buro 1997.

Nothing has to be declared: random games show the cells of a game. A bit of a state is a cell if it
determines one point of the game's `picture`. The symmetries are those of the plane under
which the rules agree in these states, one ply ahead.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from zermelo.contract.game import Game
from zermelo.contract.states import random_games
from zermelo.errors import CapabilityError
from zermelo.kit.boards import moved

if TYPE_CHECKING:
    from zermelo.native.arrays import Array


class Slot(NamedTuple):
    """Windows of one kind; the window of band b and step s begins at bit b + s."""

    rows: int
    columns: int
    stride: int  # bits from one row to the next
    bands: tuple[int, ...]
    steps: tuple[int, ...]

    @property
    def width(self) -> int:
        """The number of bits from the first to the last bit of a band."""
        return (self.rows - 1) * self.stride + max(self.steps) + self.columns


class Image(NamedTuple):
    """A symmetry of the rules, which leaves values unchanged."""

    exchanges: bool  # whether it swaps the players
    crosses: bool  # whether it also swaps the first two boards
    bits: tuple[int, ...]  # the target of each bit


class Layout(NamedTuple):
    """The patterns of one game with its parameters."""

    boards: tuple[int, ...]  # the indices of the state's fields that are bitboards
    area: int  # bits of a board
    base: int  # how many contents a cell can have: 2 for one board, …
    slots: tuple[Slot, ...]  # wide windows, and tall ones with rows and columns swapped
    scattered: tuple[tuple[int, ...], ...]  # without windows, the bits of each pattern
    players: int  # 2 if players have their own tables, because the rules treat them differently
    images: tuple[Image, ...]  # all symmetries; entries that they map to each other share a weight

    @property
    def patterns(self) -> list[tuple[int, ...]]:
        """The bits of each pattern, in the order of the tables, from the lowest digit's bit on."""
        windows = [
            tuple(band + step + row * slot.stride + column
                  for row in range(slot.rows) for column in range(slot.columns))
            for slot in self.slots for band in slot.bands for step in slot.steps
        ]  # fmt: skip
        return windows + list(self.scattered)

    @property
    def digits(self) -> tuple[int, int, int]:
        """The digits for a piece on each of up to three boards."""
        apart = self.base == len(self.boards) + 1
        return (1, 2, 3) if apart else (1, 2, 4)

    @property
    def entries(self) -> int:
        """The number of entries for one player."""
        return sum(self.base ** len(bits) for bits in self.patterns)

    def require_sound(self) -> None:
        """Raise `ValueError` for an impossible layout, perhaps from a forged file."""
        small = (self.area, self.base, self.players, *self.boards)
        sound = all(type(number) is int for number in small) and 0 < len(self.boards) <= 3
        sound = sound and 0 < self.area <= 1024 and self.players in (1, 2) and min(self.boards) >= 0
        sound = sound and self.base in {len(self.boards) + 1, 1 << len(self.boards)}
        for slot in self.slots:
            size, places = slot[:3], (*slot.bands, *slot.steps)
            sound = sound and all(type(number) is int for number in size) and min(size) > 0
            sound = sound and slot.rows * slot.columns <= 12 and slot.width < 63
            sound = sound and min(places) >= 0
        sound = sound and len(self.slots) in (0, 2) and bool(self.slots) != bool(self.scattered)
        sound = sound and all(sorted(image.bits) == list(range(self.area)) for image in self.images)
        sizes = {len(bits) for bits in self.patterns}
        bits = {bit for pattern in self.patterns for bit in pattern}
        sound = sound and len(sizes) == 1 and bits <= set(range(self.area))
        if not sound or self.base ** sizes.pop() > 1 << 16 or len(self.patterns) > 1024:
            raise ValueError("no layout")


@functools.lru_cache(maxsize=16)
def weight_numbers(layout: Layout) -> Array:
    """For each entry, of all players, the index of its weight; indices go from 0 without gaps."""
    import numpy as np

    least = np.arange(layout.entries * layout.players)
    targets = [image_of_entries(layout, image) for image in layout.images]
    while True:  # until entries that are images of each other share their least number
        before = least.copy()
        for target in targets:
            np.minimum.at(least, target, least[: len(target)])
            least[: len(target)] = np.minimum(least[: len(target)], least[target])
        if np.array_equal(before, least):
            return np.unique(least, return_inverse=True)[1].reshape(-1)


def image_of_entries(layout: Layout, image: Image) -> Array:
    """For each entry, of all players, the index of its image, or its own index if it has none."""
    import numpy as np

    patterns, sizes = layout.patterns, [layout.base ** len(bits) for bits in layout.patterns]
    firsts = np.cumsum([0, *sizes])
    place_of = {frozenset(bits): place for place, bits in enumerate(patterns)}
    target = np.arange(layout.entries)
    for place, bits in enumerate(patterns):
        to = place_of.get(frozenset(image.bits[bit] for bit in bits))
        if to is None:
            continue
        filling, moved = np.arange(sizes[place]), np.zeros(sizes[place], np.int64)
        for digit, bit in enumerate(bits):
            code = filling // layout.base**digit % layout.base
            if image.crosses:
                code = np.choose(np.minimum(code, 3), [0, 2, 1, 3]) + np.maximum(code - 3, 0)
            moved += code * layout.base ** patterns[to].index(image.bits[bit])
        target[firsts[place] : firsts[place + 1]] = firsts[to] + moved
    both = [target + player * layout.entries for player in range(layout.players)]
    if image.exchanges and layout.players == 2:
        both.reverse()
    return np.concatenate(both)


Places = dict[int, tuple[int, int]]  # bit -> (x, y)

GAMES: Final = 60  # random games, to collect states
MOVES: Final = 60_000  # the most moves to generate in these games
STATES: Final = 600  # the most states to compare with their pictures
FEW: Final = 80  # the most states on which to test symmetries
WORK: Final = 60_000  # the most moves to generate for these states
LEAST: Final = 6  # the fewest cells of a board
BOARDS: Final = 3  # the most bitboards of a state
ENTRIES: Final = 6561  # the most entries of a pattern: eight cells with three contents each
AROUND: Final = 7  # the most cells of a scattered pattern
STRIDE: Final = 2  # columns from one wide window to the next, or rows from one tall window
SHAPES: Final = {4: (1, 4), 6: (2, 3), 8: (2, 4), 12: (3, 4)}  # cells of a window -> rows, columns


def layout_of(game: Game) -> Layout:
    """The patterns of `game`; raises `CapabilityError` if its picture shows no board."""
    seen = _Seen(game) if game.has("picture") and hasattr(game.start(), "_replace") else None
    points = seen.points() if seen is not None and 0 < len(seen.boards) <= BOARDS else {}
    if seen is None or len(points) < LEAST:
        raise CapabilityError(
            f"{game} has no board to learn from; its picture should show one to three bitboards"
        )
    grid = _grid(points)
    slots = _windows(grid, seen.base) if grid else ()
    images = tuple(seen.images(grid or points))
    return Layout(
        boards=seen.boards,
        area=seen.area,
        base=seen.base,
        slots=slots,
        scattered=() if slots else _around(points, seen.base, images),
        players=1 if seen.blind else 2,
        images=images,
    )


class _Seen:
    """States of random games, and the boards, cells and symmetries found in them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        seen = {state: len(moves) for state, moves, *_ in random_games(game, GAMES, MOVES)}
        self.states = random.Random(0).sample(list(seen), min(STATES, len(seen)))
        work = itertools.accumulate((1 + seen[state]) ** 2 for state in self.states)
        self.few = [s for s, done in zip(self.states, work, strict=True) if done <= WORK][:FEW]
        self.pictures = [game.picture(state) for state in self.states]
        start, points, boards = self.states[0], len(self.pictures[0].points), list[int]()
        for place, name in enumerate(start._fields):
            if name == "player" or type(start[place]) is not int:
                continue
            widest = max(state[place] for state in self.states).bit_length()
            without = [(state, state._replace(**{name: 0})) for state in self.few]
            if widest >= max(LEAST, points // 3) and not self._alike(without):
                boards.append(place)  # a bitboard that affects the rules
        self.boards = tuple(boards)
        bits = [state[board] for state in self.states for board in self.boards]
        self.area = max(map(int.bit_length, bits), default=0)
        self.blind = self._alike([(s, s._replace(player=1 - s.player)) for s in self.few])
        pairs = list(itertools.combinations(self.boards, 2))
        shared = any(state[one] & state[other] for state in self.states for one, other in pairs)
        self.base = 1 << len(self.boards) if shared else len(self.boards) + 1

    def _alike(self, pairs: list[tuple[Any, Any]], *, renamed: bool = False) -> bool:
        """Whether the rules agree on both states of each pair, one ply ahead."""
        ahead = functools.partial(self._ahead, renamed=renamed)
        return all(ahead(one) == ahead(other) for one, other in pairs)

    def _ahead(self, state: Any, *, renamed: bool) -> Any:
        """The outcome, the moves, and the outcome and number of moves after each move. If moves may
        be `renamed`, their numbers are left out, and the rest is sorted.
        """
        game = self.game
        try:
            moves = list(game.moves(state))
            children = [game.play(state, move) for move in moves]
            ahead = [(game.outcome(child), len(list(game.moves(child)))) for child in children]
        except Exception:  # an impossible state
            return None
        named = list(zip(moves, ahead, strict=True))
        return game.outcome(state), sorted(ahead) if renamed else named

    def points(self) -> dict[int, tuple[int, int]]:
        """The place (x, y) in pictures of each bit that is a cell."""
        cells: dict[int, int] = {}
        pieces = [picture.pieces for picture in self.pictures]
        for exact in (False, True):  # first compare where pieces are, then also what they are
            points = range(len(self.pictures[0].points))
            shown = [[one.get(at, "") if exact else at in one for one in pieces] for at in points]
            for bit in sorted(set(range(self.area)) - set(cells)):
                codes = [
                    (*(state[board] >> bit & 1 for board in self.boards), exact and state.player)
                    for state in self.states
                ]
                for point in sorted(set(range(len(shown))) - set(cells.values())):
                    pairs = set(zip(codes, shown[point], strict=True))
                    if len({what for _, what in pairs}) > 1 and len(pairs) == len(set(codes)):
                        cells[bit] = point  # the point varies, and only with this bit
                        break
        return {bit: self.pictures[0].points[point] for bit, point in cells.items()}

    def images(self, places: Places) -> Iterator[Image]:
        """The symmetries of a rectangle that are symmetries of the rules."""
        far = max(x for x, _ in places.values()), max(y for _, y in places.values())
        bit_at = {place: bit for bit, place in places.items()}
        for turned, mirrored, upside_down in itertools.product((False, True), repeat=3):
            image = list(range(self.area))
            for bit, (x, y) in places.items():
                place = far[0] - x if mirrored else x, far[1] - y if upside_down else y
                image[bit] = bit_at.get(place[::-1] if turned else place, -1)
            if sorted(image) != list(range(self.area)):
                continue
            for exchanges, crosses in ((False, False), (True, False), (True, True)):
                candidate = Image(exchanges, crosses, tuple(image))
                if exchanges and (self.blind or (crosses and len(self.boards) < 2)):
                    continue
                if self._alike([(s, self._image(s, candidate)) for s in self.few], renamed=True):
                    yield candidate

    def _image(self, state: Any, image: Image) -> Any:
        names = [state._fields[board] for board in self.boards]
        boards = [moved(getattr(state, name), image.bits, 0) for name in names]
        if image.crosses:
            boards[:2] = boards[1::-1]
        player = 1 - state.player if image.exchanges else state.player
        return state._replace(**dict(zip(names, boards, strict=True)), player=player)


def _grid(points: Places) -> Places:
    """The (column, row) of each bit, counted without gaps; empty if rows have different lengths."""
    rows: dict[int, list[tuple[int, int]]] = {}
    for bit, (x, y) in points.items():
        rows.setdefault(y, []).append((x, bit))
    if len({len(row) for row in rows.values()}) > 1:
        return {}
    return {
        bit: (column, row)
        for row, y in enumerate(sorted(rows))
        for column, (_, bit) in enumerate(sorted(rows[y]))
    }


def _windows(grid: Places, base: int) -> tuple[Slot, ...]:
    """Wide and tall windows with as many cells as allowed; none if rows are not runs of bits."""
    bit_at = {place: bit for bit, place in grid.items()}
    if (1, 0) not in bit_at or (0, 1) not in bit_at:
        return ()
    first = bit_at[0, 0]
    width, height = (1 + max(place[axis] for place in bit_at) for axis in (0, 1))
    across, down = bit_at[1, 0] - first, bit_at[0, 1] - first
    if any(bit != first + across * x + down * y for (x, y), bit in bit_at.items()):
        return ()
    if abs(across) != 1:  # if columns are runs of bits, turn the board
        across, down, width, height = down, across, height, width
    rows, columns = SHAPES[max(cells for cells in SHAPES if base**cells <= ENTRIES)]
    if abs(across) != 1 or min(width, height) < max(rows, columns):
        return ()
    lowest, stride = min(bit_at.values()), abs(down)
    slots = []
    for high, broad in ((rows, columns), (columns, rows)):
        bands = _every(height - high, 1 if high < broad else STRIDE)
        steps = _every(width - broad, STRIDE if high < broad else 1)
        slots.append(Slot(high, broad, stride, tuple(lowest + stride * y for y in bands), steps))
    return tuple(slots)


def _every(last: int, stride: int) -> tuple[int, ...]:
    """The multiples of `stride` up to `last`, and `last` itself."""
    return tuple(sorted({*range(0, last + 1, stride), last}))


def _around(points: Places, base: int, images: tuple[Image, ...]) -> tuple[tuple[int, ...], ...]:
    """Each cell with its nearest neighbours, and the images of these groups."""
    size = min(max(n for n in range(1, AROUND + 1) if base**n <= ENTRIES), len(points))
    patterns: dict[tuple[int, ...], None] = {}
    for x, y in points.values():
        near = sorted(points, key=lambda bit: (math.dist(points[bit], (x, y)), bit))
        for image in images:
            patterns[tuple(sorted(image.bits[bit] for bit in near[:size]))] = None
    return tuple(patterns)
