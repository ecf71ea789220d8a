"""Compares games with twins: the same moves on a mirrored board, with players exchanged, or by
another version of the rules.

In most games, players could also play the mirror image of each game, though no law requires it. A
twin is a second start, with the counterpart of each point of the board.
"""

import contextlib
import math
import random
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any, Final, NamedTuple

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.picture import Picture
from zermelo.laws.subject import LONGEST, Moves, Observation, Played
from zermelo.naming import final_points, piece_symbols, result_words, winner

# Eight transformations of boards of squares, then two of rhombuses of hexagons, whose cells are two
# units apart within a row; each row begins one unit further right than the row above.
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
    images: tuple[int, ...]  # the counterpart of each point
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


def moves_by_clicks(picture: Picture, images: Sequence[int] | None = None) -> dict[Way, int]:
    """The moves of `picture`, by the points to click on its board, or by their `images`."""
    ways: dict[Way, int] = {(label,): move for move, label in picture.buttons.items()}
    for move, points in picture.clicks.items():
        ways[tuple(images[point] if images else point for point in points)] = move
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
    """The start with the other player to move, then also with two fields of one type exchanged."""
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
            observed = _compare_positions(game, (before, state), pictures, twin, moves[:ply])
            for observation in observed:
                alike &= observation.holds or observation.law == "evaluations"
                yield observation
            if not alike or ply == len(moves) or clicks > CLICKS:
                break
            ways = moves_by_clicks(pictures[0], twin.images)
            way = next(way for way, move in ways.items() if move == moves[ply])
            state = game.play(state, moves_by_clicks(pictures[1])[way])
        if clicks > CLICKS:
            return


def _compare_positions(
    game: Game, states: tuple[Any, Any], boards: tuple[Picture, Picture], twin: Twin, history: Moves
) -> Iterator[Observation]:
    """Observe whether a position agrees with its counterpart in pieces, outcome and moves."""
    same = twin.looks_like(*boards)
    statement, seen = f"{twin.name}, pieces are placed the same way", "they are placed differently"
    yield Observation("pieces", statement, same, history, seen)
    outcomes = game.outcome(states[0]), game.outcome(states[1])
    if outcomes != (ONGOING, ONGOING):
        seen = f"outcome {outcomes[0]}, there {outcomes[1]}"
        same = outcomes[0] == outcomes[1]
        yield Observation("ends", f"{twin.name}, games end the same way", same, history, seen)
        return
    ways = moves_by_clicks(boards[0], twin.images), moves_by_clicks(boards[1])
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


# Two versions of a game's rules ------------------------------------------------------------------
# Moves are paired by their texts or, if the games write them differently, by the texts or pictures
# of the resulting positions. One board may be a mirror image or rotation of the other, with other
# symbols: the start shows which image it is, and each symbol is translated at its first occurrence.

NEAREST: Final = 500  # pairs of positions near the start to compare
GAMES: Final = 20  # random games to play with both rules
GOES_ON: Final = ("the game is over", "the game goes on")
SQUARES: Final = (*TRANSFORMATIONS,)[:8]  # names of the transformations of boards of squares
Ways = Sequence[dict[str, int]]  # the moves of each game by name; paired moves have the same name


class Difference(NamedTuple):
    """The first difference between two versions of a game's rules."""

    moves: tuple[str, ...]  # texts of the moves that lead to it, as the first game writes them
    here: str  # the first game's answer
    there: str  # the other game's answer
    shortest: bool  # whether no shorter game shows a difference


class _Pair(NamedTuple):
    """A position as a state of each game, and the moves that lead to it."""

    moves: tuple[str, ...]
    states: tuple[Any, Any]


class Comparison:
    """Two versions of a game's rules, and the pairing of their moves."""

    def __init__(self, game: Game, other: Game) -> None:
        self.games = game, other
        self._start = _Pair((), (game.start(), other.start()))
        self._ways = lru_cache(maxsize=1)(self._pair_moves)

    def difference(self, chance: random.Random, games: int = GAMES) -> Difference | None:
        """The difference nearest to the start, else the earliest one in random games, or None."""
        queue, seen = deque([self._start]), {self._start.states}
        for _ in range(NEAREST):
            if not queue:
                return None
            pair = queue.popleft()
            if unlike := self._unlike(pair, shortest=True):
                return unlike
            for way in self._ways(pair)[0]:
                child = self._after(pair, way)
                if child.states not in seen:
                    seen.add(child.states)
                    queue.append(child)
        differences = (self.in_random_game(chance)[1] for _ in range(games))
        return min(filter(None, differences), key=lambda unlike: len(unlike.moves), default=None)

    def in_random_game(self, chance: random.Random) -> tuple[int, Difference | None]:
        """The length of one random game, and the first difference in it, or None."""
        pair = self._start
        for ply in range(LONGEST):
            if unlike := self._unlike(pair, shortest=False):
                return ply, unlike
            ways = list(self._ways(pair)[0])
            if not ways:
                return ply, None
            pair = self._after(pair, chance.choice(ways))
        return LONGEST, None

    def _unlike(self, pair: _Pair, *, shortest: bool) -> Difference | None:
        """The difference between the two games in a position, if any."""
        for here, there in self._answers(pair):
            if here != there:
                return Difference(pair.moves, here, there, shortest)
        return None

    def _answers(self, pair: _Pair) -> Iterator[tuple[str, str]]:
        """The answers of both games about a position, in words."""
        (game, other), (state, twin) = self.games, pair.states
        outcomes = game.outcome(state), other.outcome(twin)
        if ONGOING not in outcomes:  # the game is over, so only the winner matters
            yield result_words(None, winner(game, state)), result_words(None, winner(other, twin))
            if game.counts_points and other.counts_points:
                yield f"{final_points(game, state)} points", f"{final_points(other, twin)} points"
        else:
            yield f"player {game.player(state) + 1} moves", f"player {other.player(twin) + 1} moves"
            here, there = (outcome == ONGOING for outcome in outcomes)
            yield GOES_ON[here], GOES_ON[there]
        own, theirs = self._ways(pair)
        yield _moves_in_words(own, theirs), _moves_in_words(theirs, own)

    def _after(self, pair: _Pair, way: str) -> _Pair:
        (game, other), (state, twin), moves = self.games, pair.states, self._ways(pair)
        text = game.format_move(state, moves[0][way])
        states = game.play(state, moves[0][way]), other.play(twin, moves[1][way])
        return _Pair((*pair.moves, text), states)

    def _pair_moves(self, pair: _Pair) -> Ways:
        """Pair moves by their texts, or by the texts or boards of the next positions."""
        both = [*zip(self.games, pair.states, strict=True)]
        pairings: list[Ways] = [[{g.format_move(s, m): m for m in g.moves(s)} for g, s in both]]
        own, theirs = pairings[0]
        if own.keys() == theirs.keys():
            return pairings[0]
        pairings.append([{_position(g, g.play(s, m)): m for m in g.moves(s)} for g, s in both])
        if self._twin is not None:
            pairings.append(self._pair_by_boards(*pair.states, self._twin))
        return max(pairings, key=_common)

    @cached_property
    def _twin(self) -> Twin | None:
        """The image of the board that pairs the most moves at the start; None if there is none."""
        (game, other), (state, there) = self.games, self._start.states
        if not (game.has("picture") and other.has("picture")):
            return None
        pictures = game.picture(state), other.picture(there)
        images, best, most = board_images(*map(_places, pictures)), None, 0
        for name in filter(images.__contains__, SQUARES):
            twin = Twin(name, None, images[name], exchanged=True)
            if twin.looks_like(*pictures):
                common = _common(self._pair_by_boards(state, there, twin))
                if common > most:
                    best, most = twin, common
        return best

    def _pair_by_boards(self, state: Any, there: Any, twin: Twin) -> Ways:
        """The moves by the first game's texts; moves are paired if the next boards look alike."""
        game, other = self.games
        left = {move: other.picture(other.play(there, move)) for move in other.moves(there)}
        own, theirs = dict[str, int](), dict[str, int]()
        for move in game.moves(state):
            text = game.format_move(state, move)
            own[text] = move
            picture = game.picture(game.play(state, move))
            partner = next((one for one in left if twin.looks_like(picture, left[one])), None)
            if partner is not None:
                theirs[text] = partner
                del left[partner]
        return own, theirs | {f"their {other.format_move(there, move)}": move for move in left}


def _common(ways: Ways) -> int:
    return len(ways[0].keys() & ways[1].keys())


def _moves_in_words(own: dict[str, int], theirs: dict[str, int]) -> str:
    """The number of moves, and some moves that the other game lacks, in words."""
    only = sorted(own.keys() - theirs.keys())
    examples = f", among them {' '.join(only[:5])}{' …' if len(only) > 5 else ''}" if only else ""
    return f"{len(own)} move{'s' * (len(own) != 1)}{examples}"


def _position(game: Game, state: Any) -> str:
    if game.has("format_state"):
        return "".join(game.format_state(state).split())
    with contextlib.suppress(Exception):
        return repr(sorted(game.picture(state).pieces.items()))
    return repr(tuple(state))


def _places(picture: Picture) -> list[tuple[int, int]]:
    """The points of a drawing by column and row, counted from 0 without gaps."""
    across, down = (sorted({point[i] for point in picture.points}) for i in (0, 1))
    return [(across.index(x), down.index(y)) for x, y in picture.points]
