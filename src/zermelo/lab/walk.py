"""Walks over a game's states: breadth-first, at random, and the shortest way to a state.

The rules that are walked over may be faulty: what they raise ends the walk there, no more.
"""

from __future__ import annotations

import contextlib
import random
from collections import Counter, deque
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from zermelo.game import Game

LONGEST: Final = 300  # plies of a random game
WIDEST: Final = 3000  # states of a ply, of which the sequences are still counted
PLIES: Final = 8


class Visit(NamedTuple):
    """A state, and the moves that led to it from the start."""

    history: tuple[int, ...]
    state: Any


def breadth_first(game: Game[Any], states: int, plies: int | None = None) -> Iterator[Visit]:
    """The first `states` distinct states, at most `plies` from the start, the nearest first."""
    queue = deque([Visit((), game.start())])
    seen = {repr(queue[0].state)}
    for _ in range(states):
        if not queue:
            return
        visit = queue.popleft()
        yield visit
        if plies is not None and len(visit.history) == plies:
            continue
        for child in _children(game, visit):
            if repr(child.state) not in seen:
                seen.add(repr(child.state))
                queue.append(child)


def _children(game: Game[Any], visit: Visit) -> Iterator[Visit]:
    with contextlib.suppress(Exception):
        for move in game.moves(visit.state):
            yield Visit((*visit.history, move), game.play(visit.state, move))


def random_game(game: Game[Any], chance: random.Random) -> Iterator[Visit]:
    """The states of one random game."""
    visit = Visit((), game.start())
    yield visit
    while len(visit.history) < LONGEST and (children := list(_children(game, visit))):
        visit = chance.choice(children)
        yield visit


def replayed(game: Game[Any], history: tuple[int, ...]) -> Iterator[Visit]:
    """The states along `history`, as far as its moves are legal."""
    visit = Visit((), game.start())
    yield visit
    for move in history:
        following = [child for child in _children(game, visit) if child.history[-1] == move]
        if not following:
            return
        visit = following[0]
        yield visit


def sequences(game: Game[Any]) -> tuple[int, ...]:
    """The numbers of sequences of 1, 2, … moves, as far as they are quickly counted: a perft."""
    layer, counts = Counter({game.start(): 1}), list[int]()
    while len(layer) <= WIDEST and len(counts) < PLIES:
        following = Counter[Any]()
        for state, ways in layer.items():
            for move in game.moves(state):
                following[game.play(state, move)] += ways
        if not following:
            break
        counts.append(following.total())
        layer = following
    return tuple(counts)


def shortest(
    game: Game[Any], history: tuple[int, ...], faulty: Callable[[Any], bool], states: int
) -> tuple[tuple[int, ...], bool]:
    """The shortest history found that leads to a faulty state, and whether none is shorter.

    `history` leads to one. First the states nearer to the start are looked at, breadth-first and
    `states` of them at most; if that doesn't find one, moves are left out of `history` as long as
    what is left leads to a faulty state (delta debugging, Zeller and Hildebrandt 2002).
    """
    looked_at = 0
    for visit in breadth_first(game, states, len(history) - 1):
        looked_at += 1
        if faulty(visit.state):
            return visit.history, True
    if looked_at < states:
        return history, True
    size = len(history) // 2
    while size:
        for first in range(0, len(history), 1):
            rest = history[:first] + history[first + size :]
            found = _faulty_on(game, rest, faulty) if first + size <= len(history) else None
            if found is not None:
                history = found
                break
        else:
            size //= 2
    return history, False


def _faulty_on(
    game: Game[Any], history: tuple[int, ...], faulty: Callable[[Any], bool]
) -> tuple[int, ...] | None:
    """The part of `history` up to the first faulty state."""
    for visit in replayed(game, history):
        if faulty(visit.state):
            return visit.history
    return None
