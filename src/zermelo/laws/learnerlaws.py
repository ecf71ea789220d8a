"""The laws about a game's interface for learners: numbered actions and observations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from zermelo.contract.game import Game
from zermelo.laws.subject import Subject
from zermelo.laws.violation import Violation


def actions(subject: Subject, state: Any) -> Iterator[Violation]:
    """The action of every move is among those listed, each of which is there once."""
    game, listed = subject.game, _listed(subject.game)
    numbers = {move: game.action(state, move) for move in subject.moves(state)}
    for action, times in Counter(numbers.values()).items():
        if times > 1:
            yield Violation("an action for each move", f"action {action} for {times} moves")
    for move, action in numbers.items():
        if listed[action] != 1:
            text = subject.move_text(state, move)
            yield Violation(
                f"the action of {text}, {action}, once in actions", f"{listed[action]} times"
            )


def observations(subject: Subject, state: Any) -> Iterator[Violation]:
    """The observation is numbers, in the shape that they have at the start."""
    wanted, seen = (_shape(subject.game.observation(one)) for one in (subject.start, state))
    if wanted is None or wanted != seen:
        yield Violation(f"an observation of shape {wanted}, as at the start", f"shape {seen}")


@lru_cache(maxsize=8)
def _listed(game: Game) -> Counter[int]:
    """How often each action is listed."""
    return Counter(game.actions())


def _shape(value: Any) -> Any:
    """How many numbers are nested how; None for what holds anything but numbers."""
    if isinstance(value, int | float):
        return ()
    try:
        shapes = {_shape(item) for item in value}
    except TypeError:
        return None
    if len(shapes) > 1 or None in shapes:
        return None
    return (len(value), *next(iter(shapes), ()))
