"""Games of any hashable states and moves as games of ints, which all else can work with.

A state is seen as a number, made of its value alone, so that every process and every database has
the same one; it carries the state that it stands for, and equal means that these are equal. Moves
that are no ints are numbered in their order. Texts and pictures are the game's own.
"""

from __future__ import annotations

import dataclasses
import functools
import warnings
from collections.abc import Callable, Iterator
from enum import Enum
from hashlib import blake2b
from typing import Any, ClassVar, Final

from zermelo.contract.adapted.twins import as_given, clash, move_given, twin_of
from zermelo.contract.game import Game, default, without_moves
from zermelo.contract.picture import Picture
from zermelo.contract.points import in_points
from zermelo.contract.states import findings
from zermelo.errors import CapabilityError, ContractError, RulesWarning
from zermelo.process.sending import remake

KEY_BITS: Final = 63


def playable(game: Game[Any]) -> Game[Any]:
    """`game` itself; where its states or moves are no ints its twin, if it has one, or interned.

    Raises `UsageError` for states and moves that cannot be hashed.
    """
    if isinstance(game, Interned) or not (why := why_plain(game)):
        return game
    if twin := twin_of(game):
        return twin
    owner: Any = type(game)
    kind = _class(owner, clash(game) or why, findings(game).named, unkeys=False)
    return remake(kind, game)


def why_plain(game: Game[Any]) -> str:
    """Why the rules of `game` are not compiled, as a sentence; empty where they might be.

    Raises `UsageError` for states and moves that cannot be hashed.
    """
    if isinstance(game, Interned):
        return game.why_plain
    if not type(game).compiles or is_shipped(game):
        return ""
    known = findings(game)
    for state in known.stuck:
        _warn_of_stuck(game, state)
    return known.plain


@functools.lru_cache(maxsize=1024)
def _warn_of_stuck(game: Game[Any], state: Any) -> None:
    """Warn, once a game, that searches take a state for an end that is none."""
    why = f"{without_moves(game, state)}: results that rest on it are wrong"
    warnings.warn(why, RulesWarning, stacklevel=4)


def is_shipped(game: object) -> bool:
    """Whether a game, or a player, is a built-in one: tests hold those to the contract."""
    return type(game).__module__.startswith("zermelo.")


def unkeyed(game: Game[Any]) -> Game[Any]:
    """`game`; if interned, one that keeps the states of all its keys, as a solver needs."""
    if not isinstance(game, Interned):
        return game
    owner: Any = type(game.original)
    kind = _class(owner, game.why_plain, game.named, unkeys=True)
    kept = remake(kind, game)
    return in_points(kept) if game.by_score else kept


def recalled(game: Game[Any], state: Any) -> Any:
    """`state` as the game has it, of which only the number is known where it is interned."""
    return game.unkey(state[0]) if isinstance(game, Interned) else state


def written(game: Game[Any]) -> Game[Any]:
    """`game` as somebody wrote it."""
    return game.original if isinstance(game, Interned) else game


def as_written(game: Game[Any], state: Any) -> tuple[Game[Any], Any]:
    """The game and a state of it as a person's own code knows them."""
    if isinstance(game, Interned):
        return game.original, state.state
    return as_given(game), as_given(state)


def chosen(choose: Callable[[Game[Any], Any], Any], game: Game[Any], state: Any) -> Any:
    """The move that a person's own `choose(game, state)` chooses."""
    move = choose(*as_written(game, state))
    return game.number_of(state, move) if isinstance(game, Interned) else move_given(game, move)


# States ------------------------------------------------------------------------------------------


class Seen(tuple[int]):
    """A state of an interned game: a tuple of the one number that stands for `state`."""

    state: Any

    def __new__(cls, state: Any) -> Seen:
        """The state as a number."""
        digest = blake2b(repr(_plain(state)).encode(), digest_size=8).digest()
        seen = super().__new__(cls, (int.from_bytes(digest, "big") >> 64 - KEY_BITS,))
        seen.state = state
        return seen

    def __eq__(self, other: object) -> bool:
        return self.state == other.state if isinstance(other, Seen) else tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return self[0]

    def __repr__(self) -> str:
        return repr(self.state)

    def __reduce__(self) -> Any:
        return Seen, (self.state,)


def _plain(value: Any) -> Any:
    """A form with the same `repr` for equal values in every process; lists mark other types."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    if isinstance(value, frozenset):
        return [sorted(repr(_plain(item)) for item in value)]
    if isinstance(value, (int, float)):
        return int(value) if value == int(value) else float(value)
    if isinstance(value, str):
        return str.__str__(value)
    if value is None or isinstance(value, bytes):
        return value
    name = type(value).__qualname__
    if isinstance(value, Enum):
        return [name, value.name]
    if dataclasses.is_dataclass(value):
        return [name, [_plain(getattr(value, each.name)) for each in dataclasses.fields(value)]]
    return [name, _plain(tuple(vars(value).items())) if hasattr(value, "__dict__") else repr(value)]


# Games -------------------------------------------------------------------------------------------


class Interned(Game[Any]):
    """A game seen in ints; `_class` gives it what the game `written` has.

    written    the class that somebody wrote
    why_plain  why its rules are not compiled, as a sentence
    named      whether its moves are numbered
    """

    compiles = False
    written: ClassVar[type[Game[Any]]]
    why_plain: ClassVar[str]
    named: ClassVar[bool]

    @functools.cached_property
    def original(self) -> Game[Any]:
        """The game as it was written."""
        return remake(self.written, self)

    @functools.cached_property
    def known(self) -> dict[int, Seen]:
        """The states of the keys given out, for solvers."""
        return {}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.original, name)

    def __reduce__(self) -> Any:
        return playable, (self.original,)

    def start(self) -> Seen:
        return Seen(self.original.start())

    def player(self, state: Seen) -> int:
        return self.original.player(state.state)

    def outcome(self, state: Seen) -> int:
        return self.original.outcome(state.state)

    def moves(self, state: Seen) -> Iterator[int]:
        moves = self.original.moves(state.state)
        yield from self.named_moves(state).values() if self.named else moves

    def play(self, state: Seen, move: int) -> Seen:
        return Seen(self.original.play(state.state, self.move_of(state, move)))

    def other_to_move(self, state: Seen) -> Seen:
        return Seen(other_to_move(self.original, state.state))

    def key(self, state: Seen) -> int:
        if self.original.has("key") and not self.has("unkey"):
            return self.original.key(state.state)
        return state[0]

    def format_move(self, state: Seen, move: int) -> str:
        text = self.original.format_move(state.state, self.move_of(state, move))
        return text if self.original.has("format_move") else "".join(text.split())

    def move_of(self, state: Seen, number: int) -> Any:
        """The move as the game has it."""
        if not self.named:
            return number
        return next(move for move, its in self.named_moves(state).items() if its == number)

    def number_of(self, state: Seen, move: Any) -> Any:
        """The number of a move of the game's; what is no move stays as it is."""
        return self.named_moves(state).get(move, move) if self.named else move

    def named_moves(self, state: Seen) -> dict[Any, int]:
        """The moves with their numbers."""
        if "named_moves" not in vars(state):
            moves = self.original.moves(state.state)
            vars(state)["named_moves"] = {move: number for number, move in enumerate(moves)}
        return vars(state)["named_moves"]  # type: ignore[no-any-return]


@functools.cache
def _class(written: type[Game[Any]], why: str, named: bool, *, unkeys: bool) -> type[Game[Any]]:
    """The class of the interned games of a class; it goes by the same name, has what that has."""
    fields = [field for field in dataclasses.fields(written) if field.init]
    members: dict[str, Any] = {field.name: field.default for field in fields}
    members["__annotations__"] = {field.name: field.type for field in fields}
    for name, member in _MEMBERS.items():
        if getattr(written, name) is not default(name):
            members[name] = member
    if unkeys:
        members |= {"key": _kept_key, "unkey": _unkey}
    members |= {"written": written, "why_plain": why, "named": named, "meant": written.meant}
    members |= {"__module__": written.__module__, "__doc__": written.__doc__}
    members["__qualname__"] = written.__qualname__
    return type(written.__name__, (Interned,), members)


def _kept_key(self: Interned, state: Seen) -> int:
    met = self.known.setdefault(state[0], state)
    if met != state:
        raise ContractError(f"{self}: two states share a number: {met!r} and {state!r}")
    return state[0]


def _unkey(self: Interned, key: int) -> Seen:
    """The state of a key; where it was never asked for, all states are looked through once."""
    if key not in self.known:
        met = {self.start()}
        left = list(met)
        while left:
            state = left.pop()
            self.key(state)
            new = {self.play(state, move) for move in self.moves(state)} - met
            met |= new
            left += new
    if key not in self.known:
        raise ContractError(f"{self}: no state has the number {key}")
    return self.known[key]


# Members that a game may define: what they are asked with, and what they answer ------------------


def _asked(name: str) -> Any:
    """Of a state, a plain answer."""
    return lambda self, state: getattr(self.original, name)(state.state)


def _asked_of_move(name: str) -> Any:
    """Of a state and a move, a plain answer."""
    return lambda self, state, move: getattr(self.original, name)(
        state.state, self.move_of(state, move)
    )


def _states(name: str) -> Any:
    """Of a state, states."""
    return lambda self, state: map(Seen, getattr(self.original, name)(state.state))


def _read(name: str) -> Any:
    return property(lambda self: getattr(self.original, name))


def _candidates(self: Interned, state: Seen) -> Iterator[int]:
    for move in self.original.candidates(state.state):
        yield self.number_of(state, move)


def _parse_move(self: Interned, state: Seen, text: str) -> int:
    return int(self.number_of(state, self.original.parse_move(state.state, text)))


def _picture(self: Interned, state: Seen) -> Picture:
    picture = self.original.picture(state.state)
    return picture.with_moves(functools.partial(self.number_of, state))


_MEMBERS: Final[dict[str, Any]] = {
    **{
        name: _asked(name)
        for name in (
            *("score", "evaluate", "features", "foresee", "remaining", "tier", "phase"),
            *("endless_value", "invariant", "observation", "format_state"),
        )
    },
    **{name: _asked_of_move(name) for name in ("order", "loud", "progress", "action")},
    **{name: _read(name) for name in ("score_bound", "repetition", "soonest_win", "soonest_loss")},
    "symmetries": _states("symmetries"),
    "endgame": lambda self, name: map(Seen, self.original.endgame(name)),
    "swapped": lambda self, state: Seen(self.original.swapped(state.state)),
    "parse_state": lambda self, text: Seen(self.original.parse_state(text)),
    "actions": lambda self: self.original.actions(),
    "candidates": _candidates,
    "assured": lambda self, state, value: self.original.assured(state.state, value),
    "parse_move": _parse_move,
    "picture": _picture,
}


def other_to_move(game: Game, state: Any) -> Any:
    """The state with the other player to move, of a dataclass, too, which no kernel knows."""
    if game.has("other_to_move") or hasattr(state, "_replace"):
        return game.other_to_move(state)
    if dataclasses.is_dataclass(state) and not isinstance(state, type):
        known: Any = state
        return dataclasses.replace(known, player=1 - known.player)
    raise CapabilityError(f"{game} has to define other_to_move(self, state) for that")
