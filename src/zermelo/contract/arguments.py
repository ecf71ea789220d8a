"""Games, positions and keywords as callers give them: as objects, or by name and text."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from zermelo.contract.game import Game
from zermelo.contract.views import game_as_written, playable, seen_by
from zermelo.errors import KeywordError, ParameterError, clip
from zermelo.upward import look_up

GameGiven = Game[Any] | str


def game_given(game: GameGiven) -> Game[Any]:
    """The game itself, or the one that a spec like "nim(rows=[1, 2])" names; its view where its
    moves are no ints.

    Raises `SpecError` or `ParameterError` for a spec that names none, `ParameterError` for what is
    neither, and `UsageError` for states and moves that cannot be hashed.
    """
    if isinstance(game, str):
        return look_up("spec").parse_game(game)  # type: ignore[no-any-return]
    if isinstance(game, type) and issubclass(game, Game):
        raise ParameterError(f"{game.__name__} is a class: give a game, {game.__name__}()")
    if not isinstance(game, Game):
        raise ParameterError(f"a game or its name should be given, not {clip(repr(game))}")
    return playable(game)


def state_given(game: Game[Any], state: Any = None) -> Any:
    """The given state, or the one that a text describes; by default the start of the game.

    game   as `game_given` returns it
    state  a state, its text, or a `Position` of this game

    Raises `TextError` for a text that describes no state, `ParameterError` for what is neither.
    """
    if state is None:
        return game.start()
    start = game_as_written(game).start()
    if str(getattr(state, "game", "")) == str(game):  # a Position
        state = state.state
    if isinstance(state, str) and not isinstance(start, str):
        return game.parse_state(state)
    if type(state) is not type(start) and type(state) is not type(game.start()):
        raise ParameterError(
            f"a state of {game} is a {type(start).__name__}, or a text that describes one, "
            f"not {clip(repr(state))}"
        )
    return seen_by(game, state)


def path_given(path: str | os.PathLike[str], name: str = "path") -> Path:
    """The path given as argument `name`; raises `ParameterError` for anything else."""
    if not isinstance(path, (str, os.PathLike)):
        of = "of a file or a directory"
        raise ParameterError(f"{name} should be a path, {of}, not {clip(repr(path))}")
    return Path(path)


Taken = ParamSpec("Taken")
Returned = TypeVar("Returned")


def reject_unknown_keywords(function: Callable[Taken, Returned]) -> Callable[Taken, Returned]:
    """Make `function` refuse unknown keywords, and suggest the nearest known one.

    >>> @reject_unknown_keywords
    ... def search(game, *, depth=None): ...
    >>> search("nim", depht=3)
    Traceback (most recent call last):
        ...
    zermelo.errors.KeywordError: search has no depht; did you mean depth? it takes game, depth
    """
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    @functools.wraps(function)
    def check_result(*given: Taken.args, **by_name: Taken.kwargs) -> Returned:
        require_known(function.__name__, by_name, names)
        return function(*given, **by_name)

    return check_result


def require_known(function: str, given: Iterable[str], names: Iterable[str]) -> None:
    """Raise `KeywordError` for the first name in `given` that `names` lacks."""
    known = list(names)
    for name in given:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise KeywordError(f"{function} has no {clip(name)}; {hint}it takes {', '.join(known)}")
