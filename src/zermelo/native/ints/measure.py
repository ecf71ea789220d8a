"""How wide the ints of a game are, learned from a few random games of fixed seeds.

No proof: an int that turns out wider later raises `Overflow` in compiled code.
"""

from __future__ import annotations

import functools
import random
import threading
from collections.abc import Callable, Iterator
from typing import Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.native.ints.traced import Record, Traced, traced, use
from zermelo.native.ints.widths import NO_INT, WORD, Widths, leaves, rounded

GAMES: Final = 8
PLIES: Final = 1000  # of one game at most
MOVES: Final = 10_000  # that all games generate, about
STATES: Final = 40  # in which rules are traced
OPERATIONS: Final = 20_000  # that are traced, about
EDGE: Final = 8  # bits that a bitboard may gain beside wide ones: a king comes to the last row late

_one_at_a_time = threading.Lock()


def measured(game: Game[Any]) -> Widths:
    """The widths with which to compile `game` first; deterministic, within 0.1 s for most games."""
    states = _states(game)
    bits = [_most_bits(items) for items in zip(*map(leaves, states), strict=False)]
    with _one_at_a_time:
        record = _traced_rules(game, states[:: -(-len(states) // STATES)])
    lines = {line: rounded(most) for line, most in record.lines.items()}
    margin = EDGE if any(most is not None and most >= WORD for most in bits) else 0
    items = tuple(NO_INT if most is None else rounded(most + margin) for most in bits)
    free = frozenset(_below_zero(states))
    if max(items, default=WORD) <= WORD:
        return Widths(items, lines=frozenset(lines.items()), free=free)
    shifts = max(*items, *lines.values(), WORD)
    small = {line: WORD for line, most in record.shifts.items() if rounded(most + margin) == WORD}
    return Widths(items, shifts, frozenset({**small, **lines}.items()), free)


def _most_bits(items: tuple[Any, ...]) -> int | None:
    if not all(isinstance(item, int) for item in items):
        return None
    return max(int(item).bit_length() for item in items)


def _below_zero(states: list[Any]) -> Iterator[int]:
    """The items, by their indices, that are negative in one of the states."""
    for index, items in enumerate(zip(*map(leaves, states), strict=False)):
        if any(isinstance(item, int) and item < 0 for item in items):
            yield index


def _states(game: Game[Any]) -> list[Any]:
    """The states of some random games."""
    chance, start = random.Random(0), game.start()
    states, generated = [start], 0
    for _ in range(GAMES):
        state = start
        for _ in range(PLIES):
            moves = list(game.moves(state)) if game.outcome(state) == ONGOING else []
            if not moves or generated > MOVES:
                break
            generated += len(moves)
            state = game.play(state, chance.choice(moves))
            states.append(state)
    return states


# Tracing -----------------------------------------------------------------------------------------


def _traced_rules(game: Game[Any], states: list[Any]) -> Record:
    """The record of traced ints from all rules that compile."""
    Traced.record = record = Record()
    twin = _twin(game)
    for state in states:
        for asked in _questions(twin, state):
            if record.count > OPERATIONS:
                return record
            try:
                asked()
            except Exception:  # a faulty rule shows when it is played, here it tells nothing
                continue
    return record


def _questions(game: Any, plain_state: Any) -> Iterator[Callable[[], None]]:
    """All that the rules of `game` can be asked about one state."""
    state = _as_traced(plain_state, sure=False)
    yield lambda: use(game.player(state))
    yield lambda: use(game.outcome(state))
    if game.outcome(state) == ONGOING:
        moves = [int(move) for move in game.moves(state)]
        for move in moves[:1] + moves[-1:]:
            yield functools.partial(_follow, game, state, traced(move))
        yield lambda: use(game.evaluate(state))
        yield lambda: use(game.foresee(state))
        yield lambda: use((game.assured(state, 0), game.assured(state, 1)))
        yield lambda: use(tuple(game.candidates(state)))
        yield lambda: use(game.move_at(state, game.move_count(state) - 1))
    for name in ("remaining", "tier", "key", "score"):
        if game.has(name):
            yield functools.partial(_ask, game, name, state)
    yield lambda: use(tuple(game.symmetries(state)))


def _follow(game: Any, state: Any, move: int) -> None:
    use(game.order(state, move))
    child = game.play(state, move)
    use(child)
    if game.outcome(child) == ONGOING:
        use(game.reply(child, move))


def _ask(game: Any, name: str, state: Any) -> None:
    use(getattr(game, name)(state))


def _as_traced(value: Any, *, sure: bool) -> Any:
    """The same with all ints traced."""
    if isinstance(value, tuple):
        items = [_as_traced(item, sure=sure) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    return traced(value, sure=sure) if type(value) is int else value


def _twin(game: Game[Any]) -> Any:
    """The same game with traced parameters, properties and constants."""
    owner: Any = type(game)
    members: dict[str, Any] = {"__module__": owner.__module__}
    for name in dir(owner):
        member = getattr(owner, name)
        if name.startswith("__"):
            continue
        if isinstance(member, (int, tuple)):
            members[name] = _as_traced(member, sure=True)
        elif isinstance(member, (property, functools.cached_property)):
            members[name] = _as_property(game, name)
    twin: Any = object.__new__(type(owner.__name__, (owner,), members))
    twin.__dict__.update({name: _as_traced(v, sure=True) for name, v in game.__dict__.items()})
    return twin


def _as_property(game: Game[Any], name: str) -> property:
    return property(lambda _: _as_traced(getattr(game, name), sure=True))
