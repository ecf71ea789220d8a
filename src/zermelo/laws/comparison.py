"""Compare two versions of a game's rules: find the first position where they differ.

Moves are paired by their texts or, if the games write them differently, by the texts or pictures of
the resulting positions. One board may be a mirror image or rotation of the other, with other
symbols: the start shows which image it is, and each symbol is translated at its first occurrence.
"""

from __future__ import annotations

import contextlib
import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.picture import Picture
from zermelo.laws.subject import LONGEST
from zermelo.laws.twins import TRANSFORMATIONS
from zermelo.naming import final_points, result_words, winner

NEAREST: Final = 500  # pairs of positions near the start to compare
GAMES: Final = 20  # random games to play with both rules


@dataclass(frozen=True)
class Difference:
    """A difference between two rules of one game, after the shortest game that shows it.

    moves     texts of the moves that lead there, as the first game writes them
    here      the first game's answer
    there     the other game's answer
    shortest  whether no shorter game shows a difference
    """

    moves: tuple[str, ...]
    here: str
    there: str
    shortest: bool


@dataclass(frozen=True)
class _Pair:
    """A position in the form of both games."""

    moves: tuple[str, ...]
    states: tuple[Any, Any]


class Comparison:
    """Two versions of a game's rules, and the pairing of their moves."""

    def __init__(self, game: Game, other: Game) -> None:
        self.game, self.other = game, other
        self._start = _Pair((), (game.start(), other.start()))

    def difference(self, chance: random.Random, games: int = GAMES) -> Difference | None:
        """The difference nearest to the start, else the earliest one in random games, or None.

        chance  chooses the moves of the random games
        """
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
        """The length of one random game, and the first difference in it."""
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
        game, other, (state, twin) = self.game, self.other, pair.states
        outcomes = game.outcome(state), other.outcome(twin)
        if ONGOING not in outcomes:  # nobody is to move, so only the winner matters
            yield result_words(None, winner(game, state)), result_words(None, winner(other, twin))
            if game.counts_points and other.counts_points:
                yield f"{final_points(game, state)} points", f"{final_points(other, twin)} points"
        else:
            yield f"player {game.player(state) + 1} moves", f"player {other.player(twin) + 1} moves"
            yield _goes_on(outcomes[0]), _goes_on(outcomes[1])
        ways = self._ways(pair)
        yield _moves_in_words(ways[0], ways[1]), _moves_in_words(ways[1], ways[0])

    def _after(self, pair: _Pair, way: str) -> _Pair:
        """The position after a move that both games have."""
        moves, state, twin = self._ways(pair), *pair.states
        text = self.game.format_move(state, moves[0][way])
        states = self.game.play(state, moves[0][way]), self.other.play(twin, moves[1][way])
        return _Pair((*pair.moves, text), states)

    def _ways(self, pair: _Pair) -> tuple[Moves, Moves]:
        """The moves of both games by the names that they share."""
        if self._named[0] is not pair:
            self._named = pair, self._pair_moves(*pair.states)
        return self._named[1]

    def _pair_moves(self, state: Any, twin: Any) -> tuple[Moves, Moves]:
        """Pair moves by text, by the next position's text, or by its board."""
        by_text = _by_text(self.game, state), _by_text(self.other, twin)
        if by_text[0].keys() == by_text[1].keys():
            return by_text
        by_position = _by_position(self.game, state), _by_position(self.other, twin)
        pairings = [by_text, by_position, self._boards.ways(state, twin)]
        return max(pairings, key=lambda ways: len(ways[0].keys() & ways[1].keys()))

    @cached_property
    def _boards(self) -> BoardPairs:
        return BoardPairs(self.game, self.other)

    @cached_property
    def _named(self) -> tuple[_Pair, tuple[Moves, Moves]]:
        return self._start, self._pair_moves(*self._start.states)


def _goes_on(outcome: int) -> str:
    return "the game goes on" if outcome == ONGOING else "the game is over"


def _moves_in_words(own: Moves, theirs: Moves) -> str:
    """The number of moves, and the moves that the other side lacks."""
    only = sorted(own.keys() - theirs.keys())
    examples = f", among them {' '.join(only[:5])}{' …' if len(only) > 5 else ''}" if only else ""
    return f"{len(own)} move{'s' * (len(own) != 1)}{examples}"


def _by_text(game: Game, state: Any) -> Moves:
    return {game.format_move(state, move): move for move in game.moves(state)}


def _by_position(game: Game, state: Any) -> Moves:
    """Moves by the text or the drawing of the position that they lead to."""
    return {_position(game, game.play(state, move)): move for move in game.moves(state)}


def _position(game: Game, state: Any) -> str:
    if game.has("format_state"):
        return "".join(game.format_state(state).split())
    with contextlib.suppress(Exception):
        return repr(sorted(game.picture(state).pieces.items()))
    return repr(tuple(state))


IMAGES: Final = tuple(TRANSFORMATIONS.values())[:8]  # the images of boards of squares

Moves = dict[str, int]


class Board(NamedTuple):
    """The numbers of columns and rows, and the symbol at each column and row."""

    size: tuple[int, int]
    cells: dict[tuple[float, float], str]


class Way(NamedTuple):
    """The transformation of one board into the other: `image` turns it, `symbols` translates."""

    image: int
    symbols: dict[str, str]


class BoardPairs:
    """Pairs the moves of `game` with those of `other`, as long as their boards are alike."""

    def __init__(self, game: Game, other: Game) -> None:
        self._game, self._other = game, other
        self._way: Way | None = None
        if not (game.has("picture") and other.has("picture")):
            return
        states = game.start(), other.start()
        boards = _board(game.picture(states[0])), _board(other.picture(states[1]))
        best = 0
        for image in range(len(IMAGES)):
            symbols: dict[str, str] = {}
            if _match_boards(boards[0], _turn_board(boards[1], image), symbols):
                way = Way(image, symbols)
                ways = self._pair_by(*states, way)
                common = len(ways[0].keys() & ways[1].keys())
                if common > best:
                    self._way, best = way, common

    def ways(self, state: Any, twin: Any) -> tuple[Moves, Moves]:
        """The moves of both games by the first game's texts, paired if their boards match."""
        return ({}, {}) if self._way is None else self._pair_by(state, twin, self._way)

    def _pair_by(self, state: Any, twin: Any, way: Way) -> tuple[Moves, Moves]:
        game, other = self._game, self._other
        left = {
            move: _turn_board(_board(other.picture(other.play(twin, move))), way.image)
            for move in other.moves(twin)
        }
        own, theirs = dict[str, int](), dict[str, int]()
        for move in game.moves(state):
            text = game.format_move(state, move)
            own[text] = move
            board = _board(game.picture(game.play(state, move)))
            partner = next(
                (one for one in left if _match_boards(board, left[one], way.symbols)), None
            )
            if partner is not None:
                theirs[text] = partner
                del left[partner]
        return own, theirs | {f"their {other.format_move(twin, move)}": move for move in left}


def _board(picture: Picture) -> Board:
    """The points of a drawing by column and row, counted from 0 without gaps."""
    across, down = (sorted({point[i] for point in picture.points}) for i in (0, 1))
    columns = {x: number for number, x in enumerate(across)}
    rows = {y: number for number, y in enumerate(down)}
    cells: dict[tuple[float, float], str] = {}
    for point, symbol in picture.pieces.items():
        x, y = picture.points[point]
        cells[columns[x], rows[y]] = symbol
    return Board((len(across), len(down)), cells)


def _turn_board(board: Board, image: int) -> Board:
    """The board mirrored or turned, with its upper left corner where it was."""
    (width, height), transformed = board.size, IMAGES[image]
    corners = [transformed(x, y) for x in (0, width - 1) for y in (0, height - 1)]
    left, top = (min(corner[i] for corner in corners) for i in (0, 1))
    across, down = (int(max(corner[i] for corner in corners)) for i in (0, 1))
    cells: dict[tuple[float, float], str] = {}
    for place, symbol in board.cells.items():
        x, y = transformed(*map(int, place))
        cells[x - left, y - top] = symbol
    return Board((across - int(left) + 1, down - int(top) + 1), cells)


def _match_boards(own: Board, theirs: Board, symbols: dict[str, str]) -> bool:
    """Whether the boards are equal up to symbols; if so, add new symbols to `symbols`."""
    if own.size != theirs.size or own.cells.keys() != theirs.cells.keys():
        return False
    translation = dict(symbols)
    for place, symbol in own.cells.items():
        if translation.setdefault(symbol, theirs.cells[place]) != theirs.cells[place]:
            return False
    if len(set(translation.values())) < len(translation):
        return False
    symbols.update(translation)
    return True
