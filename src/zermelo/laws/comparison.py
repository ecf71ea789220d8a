"""Compare two versions of a game's rules: find the first position where they differ.

Moves are paired by their texts or, if the games write them differently, by the texts or pictures of
the resulting positions. One board may be a mirror image or rotation of the other, with other
symbols: the start shows which image it is, and each symbol is translated at its first occurrence.
"""

import contextlib
import random
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.picture import Picture
from zermelo.laws.subject import LONGEST
from zermelo.laws.twins import TRANSFORMATIONS, Twin, board_images
from zermelo.naming import final_points, result_words, winner

NEAREST: Final = 500  # pairs of positions near the start to compare
GAMES: Final = 20  # random games to play with both rules
GOES_ON: Final = ("the game is over", "the game goes on")
SQUARES: Final = (*TRANSFORMATIONS,)[:8]  # names of the transformations of boards of squares
Ways = Sequence[dict[str, int]]  # the moves of each game by name; paired moves have the same name


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
        """The position after a move that both games have."""
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
        """The moves by the first game's texts, paired if the next boards look alike."""
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
    """The text or the drawing of a position."""
    if game.has("format_state"):
        return "".join(game.format_state(state).split())
    with contextlib.suppress(Exception):
        return repr(sorted(game.picture(state).pieces.items()))
    return repr(tuple(state))


def _places(picture: Picture) -> list[tuple[int, int]]:
    """The points of a drawing by column and row, counted from 0 without gaps."""
    across, down = (sorted({point[i] for point in picture.points}) for i in (0, 1))
    return [(across.index(x), down.index(y)) for x, y in picture.points]
