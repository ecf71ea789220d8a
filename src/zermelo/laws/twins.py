"""Games beside their twins: the same moves on a mirrored board, or with the players exchanged.

In most games, players could also play the mirror image of each game, though no law requires it. A
twin is a second start, with the counterpart of each point of the board.
"""

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.picture import Picture
from zermelo.laws.subject import Observation, Played
from zermelo.naming import piece_symbols

# The first eight are for boards of squares, the last two for rhombuses of hexagons, whose cells are
# two units apart in a row; each row begins one unit further right than the row above.
TRANSFORMATIONS: Final[dict[str, Callable[[int, int], tuple[float, float]]]] = {
    "as it is": lambda x, y: (x, y),
    "mirrored left to right": lambda x, y: (-x, y),
    "turned upside down": lambda x, y: (x, -y),
    "turned by 180°": lambda x, y: (-x, -y),
    "mirrored along the falling diagonal": lambda x, y: (y, x),
    "mirrored along the rising diagonal": lambda x, y: (-y, -x),
    "turned by 90°": lambda x, y: (-y, x),
    "turned by 270°": lambda x, y: (y, -x),
    "mirrored along the long diagonal": lambda x, y: ((2 * x + 3 * y) / 4, (2 * x - y) / 2),
    "mirrored along the short diagonal": lambda x, y: (-(2 * x + 3 * y) / 4, (y - 2 * x) / 2),
}


Points = Sequence[tuple[int, int]]


def board_images(points: Points, others: Points | None = None) -> dict[str, tuple[int, ...]]:
    """For each transformation of `points` onto `others` (or themselves), the image of each point.

    >>> board_images([(0, 0), (1, 0)])["mirrored left to right"]
    (1, 0)
    """
    others = points if others is None else others
    places = {point: number for number, point in enumerate(others)}
    corner = _corner(others)
    onto = {}
    for name, transformed in TRANSFORMATIONS.items():
        images = [transformed(x, y) for x, y in points]
        left, top = _corner(images)
        moved = [(x - left + corner[0], y - top + corner[1]) for x, y in images]
        fits = [*map(max, zip(*moved, strict=True))] == [*map(max, zip(*others, strict=True))]
        if fits and len(places) == len(others) and all(image in places for image in moved):
            onto[name] = tuple(places[round(x), round(y)] for x, y in moved)
    return onto


def _corner(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return min((x for x, _ in points), default=0), min((y for _, y in points), default=0)


CLICKS: Final = 5_000  # the most moves with clicks that are compared for a twin

Way = tuple[int | str, ...]  # the points that a move is clicked through, or its button's label


@dataclass
class Twin:
    """A second start from which every game should have a counterpart."""

    name: str
    start: Any
    images: tuple[int, ...]  # the point that corresponds to each point
    symbols: dict[str, str] = field(default_factory=dict)  # symbol → its counterpart, once seen
    exchanged: bool = False  # whether the players are exchanged, so that symbols may change

    def looks_like(self, picture: Picture, other: Picture) -> bool:
        """Whether all pieces match their counterparts; if so, remember which symbols correspond."""
        if len(other.pieces) != len(picture.pieces) or len(picture.points) != len(self.images):
            return False
        symbols = dict(self.symbols)
        for point, symbol in picture.pieces.items():
            piece = other.pieces.get(self.images[point])
            expected = symbols.setdefault(symbol, piece or "") if self.exchanged else symbol
            if piece is None or piece != expected:
                return False
        if len(set(symbols.values())) < len(symbols):
            return False
        self.symbols = symbols
        return True

    def ways(self, picture: Picture) -> dict[Way, int]:
        """The moves of `picture`, by the points to click on the twin's board."""
        ways: dict[Way, int] = {(label,): move for move, label in picture.buttons.items()}
        for move, points in picture.clicks.items():
            ways[tuple(self.images[point] for point in points)] = move
        return ways


def mirrored_twins(game: Game) -> Iterator[Twin]:
    """The turned and mirrored boards that leave the start unchanged."""
    picture = game.picture(game.start())
    for name, images in board_images(picture.points).items():
        twin = Twin(f"the board {name}", game.start(), images)
        sides = {(player, frozenset(points)) for player, points in picture.sides}
        moved = {(player, frozenset(images[p] for p in points)) for player, points in sides}
        if name != "as it is" and sides == moved and twin.looks_like(picture, picture):
            yield twin


def exchanged_twins(game: Game) -> Iterator[Twin]:
    """The exchanges of the players that leave the start unchanged except for colours."""
    start = game.start()
    picture, symbols = game.picture(start), piece_symbols(game) or ()
    for name, images in board_images(picture.points).items():
        for other in _exchanged_starts(game, start):
            known = dict(zip(symbols, reversed(symbols), strict=True))
            twin = Twin(f"the players exchanged, the board {name}", other, images, known, True)
            with contextlib.suppress(Exception):  # `other` may be no state of this game
                if twin.looks_like(picture, game.picture(other)):
                    yield twin


def _exchanged_starts(game: Game, start: Any) -> Iterator[Any]:
    """The start with the other player to move, then with two fields of a type exchanged as well."""
    if game.has("swapped"):
        yield game.swapped(start)
    elif hasattr(start, "_replace") and getattr(start, "player", None) in (0, 1):
        flipped = start._replace(player=1 - start.player)
        yield flipped
        for one, other in combinations(set(start._fields) - {"player"}, 2):
            values = getattr(start, one), getattr(start, other)
            if type(values[0]) is type(values[1]) and values[0] != values[1]:
                yield flipped._replace(**{one: values[1], other: values[0]})


def counterparts(game: Game, played: Sequence[Played], twin: Twin) -> Iterator[Observation]:
    """Play each game next to its twin while they agree; yield an observation per comparison."""
    clicks = 0
    for moves, states, known in played:
        state = twin.start
        for ply, before in enumerate(states):
            pictures = known[ply], game.picture(state)
            if len(pictures[0].points) != len(twin.images):
                break  # the points that a move has added have no images
            clicks += len(pictures[0].clicks)
            alike = True
            for observation in _compare_positions(
                game, (before, state), pictures, twin, moves[:ply]
            ):
                alike &= observation.holds or observation.law == "evaluations"
                yield observation
            if not alike or ply == len(moves) or clicks > CLICKS:
                break
            way = next(way for way, m in twin.ways(pictures[0]).items() if m == moves[ply])
            state = game.play(state, _as_it_is(twin).ways(pictures[1])[way])
        if clicks > CLICKS:
            return


def _compare_positions(
    game: Game,
    states: tuple[Any, Any],
    pictures: tuple[Picture, Picture],
    twin: Twin,
    history: tuple[int, ...],
) -> Iterator[Observation]:
    """Observe whether a position agrees with its counterpart in pieces, outcome and moves."""
    same = twin.looks_like(*pictures)
    statement, seen = f"{twin.name}, pieces are placed the same way", "they are placed differently"
    yield Observation("pieces", statement, same, history, seen)
    outcomes = game.outcome(states[0]), game.outcome(states[1])
    if outcomes != (ONGOING, ONGOING):
        seen = f"outcome {outcomes[0]}, there {outcomes[1]}"
        same = outcomes[0] == outcomes[1]
        yield Observation("ends", f"{twin.name}, games end the same way", same, history, seen)
        return
    ways = twin.ways(pictures[0]), _as_it_is(twin).ways(pictures[1])
    statement = f"{twin.name}, each move has a counterpart"
    for here, (own, other) in enumerate((ways, ways[::-1])):
        for way, move in own.items():
            holds, seen = way in other, ""
            if not holds:
                seen = f"{game.format_move(states[here], move)}{', there,' * here} has none"
            yield Observation("moves", statement, holds, history, seen)
    values = game.evaluate(states[0]), game.evaluate(states[1])
    same, seen = math.isclose(*values, abs_tol=1e-9), f"{values[0]:.4g}, there {values[1]:.4g}"
    yield Observation("evaluations", f"{twin.name}, evaluations agree", same, history, seen)


def _as_it_is(twin: Twin) -> Twin:
    """A twin that maps each point of the twin's board to itself."""
    return Twin("", None, tuple(range(len(twin.images))))
