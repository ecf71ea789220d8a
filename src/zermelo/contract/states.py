"""Sample the states of a game in random games, and check their types.

Unusable types are rejected before a search or a solver runs.
"""

import dataclasses
import functools
import random
from collections.abc import Hashable, Iterator
from enum import Enum
from itertools import islice
from typing import Any, Final, NamedTuple

from zermelo.contract.game import ONGOING, Game
from zermelo.errors import UsageError

GAMES: Final = 4
MOVES: Final = 400  # the approximate number of moves to generate in all games

NUMPY: Final = "ints, which compute like Python's: int(…)"
CURES: Final = {
    "list": "a tuple: tuple(…)",
    "dict": "a tuple of its values",
    "set": "frozenset(…), or an int with a bit for each item, which is fast",
    "bytearray": "a tuple of ints: tuple(…)",
    "numpy.ndarray": "a tuple of ints: tuple(array.ravel().tolist())",
    "generator": "a tuple: tuple(…)",
}


class Findings(NamedTuple):
    """Facts about a game's states and moves."""

    named: bool = False  # whether some moves are not ints
    stuck: tuple[Any, ...] = ()  # a state without moves although the game goes on, if any


@functools.lru_cache(maxsize=1024)
def findings(game: Game[Any]) -> Findings:
    """Facts about the states and moves of `game`, from a few random games.

    Raises `UsageError` for states without a player, and for values that cannot be hashed or are
    equal only to themselves.
    """
    try:
        start = game.start()
    except Exception:  # playing the game will show the error
        return Findings()
    _require_hashable(game, "states", start)
    if not game.has("player") and not hasattr(start, "player"):
        raise UsageError(
            f"the states of {game} have no field player: add one, or define player(self, state)"
        )
    named, stuck = False, tuple[Any, ...]()
    for state, moves, _, child in sample_plies(game):
        _require_hashable(game, "states", child)
        if not moves and not stuck and game.outcome(state) == ONGOING:
            stuck = (state,)
        for move in moves:
            if not isinstance(move, int):
                _require_hashable(game, "moves", move)
                named = True
    return Findings(named, stuck)


@functools.lru_cache(maxsize=1024)
def is_of_ints(game: Game[Any]) -> bool:
    """Whether sampled states are named tuples of one shape, with numbers and tuples of numbers."""
    start = game.start()
    states = (start, *(child for *_, child in sample_plies(game)))
    return hasattr(start, "_fields") and all(
        holds_ints(state) and _shape(state) == _shape(start) for state in states
    )


def holds_ints(state: Any) -> bool:
    """Whether a state is a tuple of numbers and tuples of numbers."""
    return isinstance(state, tuple) and all(
        isinstance(part, (int, float)) for _, part in _items(state, "")
    )


@functools.lru_cache(maxsize=2)
def sample_plies(game: Game[Any]) -> tuple[tuple[Any, list[Any], Any, Any], ...]:
    """Each state in a few random games, with its moves, the move played, and the next state."""
    return tuple(random_games(game, GAMES, MOVES))


# Hashable ----------------------------------------------------------------------------------------


def _require_hashable(game: Game[Any], what: str, value: Any) -> None:
    for place, part in _parts(value, type(value).__name__):
        kind: Any = type(part)
        if cure := _cure(kind):
            name = f"numpy {kind.__name__}" if kind.__module__ == "numpy" else kind.__name__
            words = f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"
            raise UsageError(f"the {what} of {game} contain {words} ({place}): write {cure}")


@functools.lru_cache(maxsize=1024)
def _cure(kind: Any) -> str:
    """Advice if values of this kind cannot be part of a state; otherwise empty."""
    name = kind.__name__ if kind.__module__ in ("builtins", "numpy") else ""
    if kind.__module__ == "numpy":
        return CURES.get(f"numpy.{name}", NUMPY)
    if kind.__hash__ is None or not issubclass(kind, Hashable):
        return CURES.get(name) or "a NamedTuple, or @dataclass(frozen=True)"
    by_identity = vars(object)["__hash__"] is kind.__hash__
    if by_identity and not issubclass(kind, (Enum, type, type(None))):
        return "a NamedTuple, or @dataclass(frozen=True), so that equal values compare equal"
    return ""


def _parts(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    """The parts of a value, each with its place, like "State.rows.0"."""
    for where, part in _items(value, place):
        kind: Any = type(part)
        if isinstance(part, frozenset):
            for item in part:
                yield from _parts(item, where)
        elif hasattr(kind, "__dataclass_params__") and kind.__dataclass_params__.frozen:
            for field in dataclasses.fields(part):
                yield from _parts(getattr(part, field.name), f"{where}.{field.name}")
        else:
            yield where, part


def _items(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, tuple):
        names = getattr(value, "_fields", range(len(value)))
        for name, item in zip(names, value, strict=True):
            yield from _items(item, f"{place}.{name}")
    else:
        yield place, value


def _shape(value: Any) -> Any:
    return (type(value), *map(_shape, value)) if isinstance(value, tuple) else None


def random_games(
    game: Game[Any], games: int, most: int
) -> Iterator[tuple[Any, list[Any], Any, Any]]:
    """Each state in some random games, with its moves, the move played, and the next state.

    At the end of a game there are no moves, the move is 0, and the next state is the same state.
    The games stop after about `most` generated moves, or if a rule fails.
    """
    chance, generated = random.Random(0), 0
    for _ in range(games):
        state = game.start()
        while generated < most:
            try:
                goes_on = game.outcome(state) == ONGOING
                moves = list(islice(game.moves(state), most)) if goes_on else []
                move = chance.choice(moves) if moves else 0
                child = game.play(state, move) if moves else state
            except Exception:  # playing the game will show the error
                return
            generated += len(moves) + 1
            yield state, moves, move, child
            if not moves:
                break
            state = child


def random_game(
    game: Game[Any], chance: random.Random, start: Any = None
) -> Iterator[tuple[Any, list[Any]]]:
    """Each state of a random game with its moves; the last state has none."""
    state = game.start() if start is None else start
    while True:
        moves = list(game.moves(state)) if game.outcome(state) == ONGOING else []
        yield state, moves
        if not moves:
            return
        state = game.play(state, chance.choice(moves))
