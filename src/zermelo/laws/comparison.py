"""Compare two versions of a game's rules: find the first position where they differ.

Moves are paired by their texts or, if the games write them differently, by the texts or pictures of
the resulting positions. One board may be a mirror image or rotation of the other, with other
symbols: the start shows which image it is, and each symbol is translated at its first occurrence.
"""

import contextlib
import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.picture import Picture
from zermelo.laws.subject import LONGEST
from zermelo.laws.twins import TRANSFORMATIONS, Twin, board_images
from zermelo.naming import final_points, result_words, winner

NEAREST: Final = 500  # pairs of positions near the start to compare
GAMES: Final = 20  # random games to play with both rules
SQUARES: Final = (*TRANSFORMATIONS,)[:8]  # names of the transformations of boards of squares
Moves = dict[str, int]


@dataclass(frozen=True)
class Difference:
    """The first difference between two versions of a game's rules."""

    moves: tuple[str, ...]  # texts of the moves that lead to it, as the first game writes them
    here: str  # the first game's answer
    there: str  # the other game's answer
    shortest: bool  # whether no shorter game shows a difference


@dataclass(frozen=True)
class _Pair:
    """A position as a state of each game, and the moves that lead to it."""

    moves: tuple[str, ...]
    states: tuple[Any, Any]


class Comparison:
    """Two versions of a game's rules, and the pairing of their moves."""

    def __init__(self, game: Game, other: Game) -> None:
        self.game, self.other = game, other
        self._start = _Pair((), (game.start(), other.start()))

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
        game, other, (state, twin) = self.game, self.other, pair.states
        outcomes = game.outcome(state), other.outcome(twin)
        if ONGOING not in outcomes:  # the game is over, so only the winner matters
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
        """The moves of each game by name; paired moves have the same name."""
        if self._named[0] is not pair:
            self._named = pair, self._pair_moves(*pair.states)
        return self._named[1]

    def _pair_moves(self, state: Any, twin: Any) -> tuple[Moves, Moves]:
        """Pair moves by their texts, or by the texts or boards of the next positions."""
        by_text = _by_text(self.game, state), _by_text(self.other, twin)
        if by_text[0].keys() == by_text[1].keys():
            return by_text
        by_position = _by_position(self.game, state), _by_position(self.other, twin)
        pairings = [by_text, by_position]
        if self._twin is not None:
            pairings.append(self._pair_by_boards(state, twin, self._twin))
        return max(pairings, key=_common)

    @cached_property
    def _twin(self) -> Twin | None:
        """The image of the board that pairs the most moves at the start; None if there is none."""
        if not (self.game.has("picture") and self.other.has("picture")):
            return None
        state, there = self._start.states
        pictures = self.game.picture(state), self.other.picture(there)
        images, best, most = board_images(*map(_places, pictures)), None, 0
        for name in filter(images.__contains__, SQUARES):
            twin = Twin(name, None, images[name], exchanged=True)
            if twin.looks_like(*pictures):
                common = _common(self._pair_by_boards(state, there, twin))
                if common > most:
                    best, most = twin, common
        return best

    def _pair_by_boards(self, state: Any, there: Any, twin: Twin) -> tuple[Moves, Moves]:
        """The moves by the first game's texts, paired if the next boards look alike."""
        game, other = self.game, self.other
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

    @cached_property
    def _named(self) -> tuple[_Pair, tuple[Moves, Moves]]:
        return self._start, self._pair_moves(*self._start.states)


def _common(ways: tuple[Moves, Moves]) -> int:
    return len(ways[0].keys() & ways[1].keys())


def _goes_on(outcome: int) -> str:
    return "the game goes on" if outcome == ONGOING else "the game is over"


def _moves_in_words(own: Moves, theirs: Moves) -> str:
    """The number of moves, and some moves that the other game lacks, in words."""
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


def _places(picture: Picture) -> list[tuple[int, int]]:
    """The points of a drawing by column and row, counted from 0 without gaps."""
    across, down = (sorted({point[i] for point in picture.points}) for i in (0, 1))
    return [(across.index(x), down.index(y)) for x, y in picture.points]
