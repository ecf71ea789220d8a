"""Two rules of one game side by side: the first position in which they differ.

Moves are paired by their texts or, where the two games write them differently, by the texts or the
pictures of the positions that they lead to.
"""

from __future__ import annotations

import contextlib
import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from zermelo.game import ONGOING, Game
from zermelo.lab.walk import LONGEST

NEAREST: Final = 500  # pairs of positions near the start that are compared
GAMES: Final = 20  # random games that are played with both rules


@dataclass(frozen=True)
class Difference:
    """What two rules of one game do not agree on, after the shortest game that shows it.

    moves     texts of the moves that lead there, as the first game writes them
    here      what the first game says
    there     what the other one says
    shortest  whether no shorter game shows a difference
    """

    moves: tuple[str, ...]
    here: str
    there: str
    shortest: bool


@dataclass(frozen=True)
class _Pair:
    """A position as both games have it."""

    moves: tuple[str, ...]
    states: tuple[Any, Any]


def difference(game: Game[Any], other: Game[Any], chance: random.Random) -> Difference | None:
    """Where the rules of two games differ, or None if no position looked at shows it.

    The positions nearest to the start are compared, and those of random games, whose moves `chance`
    chooses.
    """
    start = _Pair((), (game.start(), other.start()))
    queue, seen = deque([start]), {start.states}
    for _ in range(NEAREST):
        if not queue:
            return None
        pair = queue.popleft()
        if found := _unlike(game, other, pair, shortest=True):
            return found
        for child in _children(game, other, pair):
            if child.states not in seen:
                seen.add(child.states)
                queue.append(child)
    games = (_in_random_game(game, other, start, chance) for _ in range(GAMES))
    return min(filter(None, games), key=lambda found: len(found.moves), default=None)


def _in_random_game(
    game: Game[Any], other: Game[Any], pair: _Pair, chance: random.Random
) -> Difference | None:
    """The first difference in one random game."""
    for _ in range(LONGEST):
        if found := _unlike(game, other, pair, shortest=False):
            return found
        children = list(_children(game, other, pair))
        if not children:
            return None
        pair = chance.choice(children)
    return None


def _unlike(game: Game[Any], other: Game[Any], pair: _Pair, *, shortest: bool) -> Difference | None:
    """How a position differs in the two games, if it does."""
    for here, there in _answers(game, other, *pair.states):
        if here != there:
            return Difference(pair.moves, here, there, shortest)
    return None


def _answers(game: Game[Any], other: Game[Any], state: Any, twin: Any) -> Iterator[tuple[str, str]]:
    """What both games say of a position, in words."""
    yield f"player {game.player(state) + 1} moves", f"player {other.player(twin) + 1} moves"
    yield f"outcome {game.outcome(state)}", f"outcome {other.outcome(twin)}"
    if game.outcome(state) != ONGOING and game.has("score") and other.has("score"):
        yield f"score {game.score(state)}", f"score {other.score(twin)}"
    ways = _ways(game, other, state, twin)
    yield _moves_in_words(ways[0], ways[1]), _moves_in_words(ways[1], ways[0])


def _moves_in_words(own: dict[str, int], theirs: dict[str, int]) -> str:
    """How many moves there are, and those that the other side lacks."""
    only = sorted(own.keys() - theirs.keys())
    said = f", among them {' '.join(only[:5])}{' …' if len(only) > 5 else ''}" if only else ""
    return f"{len(own)} move{'s' * (len(own) != 1)}{said}"


def _children(game: Game[Any], other: Game[Any], pair: _Pair) -> Iterator[_Pair]:
    """The positions after each move that both games have."""
    ways = _ways(game, other, *pair.states)
    for way, move in ways[0].items():
        text = game.format_move(pair.states[0], move)
        states = game.play(pair.states[0], move), other.play(pair.states[1], ways[1][way])
        yield _Pair((*pair.moves, text), states)


def _ways(
    game: Game[Any], other: Game[Any], state: Any, twin: Any
) -> tuple[dict[str, int], dict[str, int]]:
    """The moves of both games under names that they have in common, if any pairing finds such."""
    by_text = _by_text(game, state), _by_text(other, twin)
    if by_text[0].keys() == by_text[1].keys():
        return by_text
    by_position = _by_position(game, state), _by_position(other, twin)
    common = len(by_position[0].keys() & by_position[1].keys())
    return by_position if common > len(by_text[0].keys() & by_text[1].keys()) else by_text


def _by_text(game: Game[Any], state: Any) -> dict[str, int]:
    return {game.format_move(state, move): move for move in game.moves(state)}


def _by_position(game: Game[Any], state: Any) -> dict[str, int]:
    """Moves by the positions that they lead to, as these are written or drawn."""
    return {_position(game, game.play(state, move)): move for move in game.moves(state)}


def _position(game: Game[Any], state: Any) -> str:
    if game.has("format_state"):
        return "".join(game.format_state(state).split())
    with contextlib.suppress(Exception):
        return repr(sorted(game.picture(state).pieces.items()))
    return repr(tuple(state))
