"""The optional parts of a game: small protocols, whose methods are found by name.

A game defines those that it likes, without importing anything from here. None of them is a member
of `Game`; a class that lacks one gets the default from here.

Search         makes a search faster, and changes no result
Points         points at the end of a game, and play that could go on forever
Solving        makes solving smaller
Combinatorial  regions of a position, for combinatorial values
Learning       terms of the evaluation; actions and observations for programs that learn
Checks         promises for `zermelo check` to test
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar, Final, NamedTuple, Protocol, runtime_checkable

from zermelo.contract.bits import hashed
from zermelo.contract.rules import DRAW, LOSS, Rules, State
from zermelo.errors import CapabilityError, ParameterError

BOUNDLESS: Final = float(1 << 20)  # moves, more than any part has


class Search(Rules[State]):
    """Methods that make a search faster, and change no result."""

    def order(self, state: State, move: int) -> int:
        """How early `move` should be searched: bigger first; by default all alike."""
        return 0

    def loud(self, state: State, move: int) -> bool:
        """Whether `move` changes much at once, like one that takes a piece.

        The engine as a player searches loud moves to full depth, and quiet ones less deep the later
        they come. Without this method it searches all moves to the same depth.
        """
        return False

    def candidates(self, state: State) -> Iterator[int]:
        """The moves a search need look at; by default all. Leaving out the rest changes nothing.

        Some best move is among them, one that wins as soon or loses as late as any; at least one
        move while the game goes on.
        """
        yield from self.moves(state)

    def remaining(self, state: State) -> int:
        """How many plies the game can still last at most, one less at least after each move.

        −1, by default, when no bound is known: the game may then return to earlier states.
        """
        return -1

    def key(self, state: State) -> int:
        """A number below 2⁶³ for tables of states; by default a hash of the state.

        States with equal keys must be worth the same to their movers, with the same numbers of
        candidates standing for the same moves. A key of a game's own is one-to-one, and a table
        never errs. With the default, a table of 2ⁿ places mistakes one unknown state in 2⁶³⁻ⁿ for
        another: with 16 MiB, 2²⁰ places, and a hundred million look-ups, one search in 90,000.
        """
        return hashed(state)

    def foresee(self, state: State) -> int:
        """The static solution of `state`, in which the game goes on: how it ends, without a search.

        n > 0: the mover wins in n plies under best play; n < 0: the mover loses in −n; 0, by
        default: no end is in sight.
        """
        return 0

    @property
    def soonest_win(self) -> int:
        """The fewest plies in which the mover wins where `foresee` says 0; by default 1."""
        return 1

    @property
    def soonest_loss(self) -> int:
        """The fewest plies in which the mover loses where `foresee` says 0; by default 1."""
        return 1

    def assured(self, state: State, value: int) -> int:
        """Whether the mover gets at least `value`, as a strategy shows without a search.

        n > 0: surely, n plies from now at most; n < 0: surely less, −n plies from now at most;
        0, by default: that is not in sight. Asked where the game goes on: by the hybrid, and by
        `prove` if `remaining` bounds the game's length.
        """
        return 0

    def reply(self, state: State, move: int) -> int:
        """The move that answers `move`, which led to `state`; −1, by default, where none is due.

        Asked where the game goes on, of games whose moves are ints. Random games of Monte Carlo
        tree search make it in place of a random move.
        """
        return -1

    def move_count(self, state: State) -> int:
        """How many moves there are; by default they are counted."""
        count = 0
        for _ in self.moves(state):
            count += 1
        return count

    def move_at(self, state: State, place: int) -> int:
        """The move at `place`, from 0, among `moves`.

        With it and `move_count` defined, random games find a move without listing all.
        """
        for move in self.moves(state):
            if place == 0:
                return move
            place -= 1
        raise IndexError("there are fewer moves than that")

    @property
    def moves_by_place(self) -> bool:
        """Whether `move_at` was defined for these `moves`, not for those of a base class."""
        owners = type(self).__mro__
        first = next(owner for owner in owners if vars(owner).keys() & {"moves", "move_at"})
        return first is not Search and "move_at" in vars(first)


class Points(Rules[State]):
    """Points at the end of a game, and the worth of play that could go on forever.

    unit  what sentences call a point: "seed", "box"
    """

    unit: ClassVar[str] = "point"

    def score(self, state: State) -> int:
        """The points by which the player to move is ahead at the end of a game; −3: 3 behind.

        By default −1: a player who cannot move has lost. A game without points may say WIN, DRAW
        or LOSS. If play can go on forever, also before the end: a state that it returns to forever
        is worth its score, by outcome the sign of that.
        """
        return LOSS

    def gain(self, state: State, move: int) -> int:
        """The points that `move` wins at once; by default as many as it improves the score by."""
        after = self.play(state, move)
        later = self.score(after)
        same = self.player(after) == self.player(state)
        return (later if same else -later) - self.score(state)

    @property
    def score_bound(self) -> int:
        """A number that no score goes beyond, either way, 64 in Othello; by default 1."""
        return 1

    @property
    def repetition(self) -> int:
        """The value of endless play for player 0: DRAW, by default, WIN or LOSS.

        In a game that counts points, endless play has the sign of the score instead.
        """
        return DRAW

    def progress(self, state: State, move: int) -> bool:
        """Whether `move` counts as progress, a capture for example: it can never be undone.

        A match may draw a game in which so many moves in a row made none; by default all do.
        """
        return True


class Solving(Search[State]):
    """Methods that make solving smaller; those of `Numbered` make it smallest."""

    def symmetries(self, state: State) -> Iterator[State]:
        """The states that differ from `state` by a symmetry only, itself first."""
        yield state

    def tier(self, state: State) -> int:
        """A number that no move lowers; by default it grows as `remaining` falls.

        A solver takes one tier at a time, so that the others need not be in memory.
        """
        return -self.remaining(state)

    def unkey(self, key: int) -> State:
        """A state with this key; with it a solver uses `key`, without it packs states itself.

        Where `key` leaves out who moves, for it only says who is who, that may be either player.
        """
        raise CapabilityError(f"{self} unpacks no keys: define unkey(self, key)")

    def endgame(self, name: str) -> Iterator[State]:
        """The states from which the endgame called `name` is solved, with all symmetric to them.

        Raises `UsageError` for a name that means none.
        """
        raise CapabilityError(f"{self} names no endgames: define endgame(self, name)")

    def phase(self, state: State) -> str:
        """The part of the game that `state` belongs to, in a word: mistakes are counted by it."""
        raise CapabilityError(f"{self} has no phases: define phase(self, state)")


@runtime_checkable
class Named(Protocol):
    """A named tuple."""

    def _replace(self, **values: Any) -> Any: ...


class Combinatorial(Rules[State]):
    """Regions of a position under normal play: the player who cannot move has lost."""

    def parts(self, state: State) -> Iterator[State]:
        """Regions of which no move touches two, each a state of this game; by default one.

        Together they are worth `state`, and the same player moves. Parts of one shape may be put
        at one place, so that they are equal; regions without a move may be left out.
        """
        yield state

    def bounds(self, state: State) -> tuple[float, float, float, float]:
        """The mean to which each player can hold `state` in normal play, and from which heat on.

        The first two say: in thermographs, at that heat and above, the right wall is at least so
        many moves of player 0; the last two, that the left wall is at most so many. The player to
        move in `state` does not matter. A search for the winner adds the means of parts, and the
        greatest heat is what moving first is worth. By default there are no bounds.
        """
        return -BOUNDLESS, 0.0, BOUNDLESS, 0.0

    def other_to_move(self, state: State) -> State:
        """The same position with the other player to move; by default it differs in `player` only.

        States that say which pieces are the mover's, and not whose they are, need their own.
        """
        known: Any = state
        if isinstance(known, Named):
            turned: Any = state
            return turned._replace(player=1 - turned.player)  # type: ignore[no-any-return]
        replace: Any = dataclasses.replace
        if dataclasses.is_dataclass(known):
            return replace(known, player=1 - state.player)  # type: ignore[attr-defined, no-any-return]
        raise CapabilityError(f"{self} has to define other_to_move(self, state) for that")


class Learning(Rules[State]):
    """The terms of the evaluation, and what programs that learn need: actions and observations."""

    def features(self, state: State) -> Any:
        """The numbers that `evaluate` is the weighted sum of: a NamedTuple of floats.

        A number's weight is the parameter of the same name, a float, or a property; people read
        the name, or the docstring of the NamedTuple's field. A game that defines `features` need
        not define `evaluate`; one that does, because it knows a faster way, means the same.
        """
        raise CapabilityError(f"{self} has no features: define features(self, state)")

    @cached_property
    def feature_weights(self) -> tuple[float, ...]:
        """The weight of each of the features."""
        names = self.features(self.start())._fields
        return tuple(float(getattr(self, name)) for name in names)

    def terms(self, state: State) -> tuple[Term, ...]:
        """The evaluation of `state` term by term, none where a game has no `features`."""
        if not self.has("features"):  # type: ignore[attr-defined]
            return ()
        numbers = self.features(state)
        return tuple(
            Term(title(type(numbers), name), number, number * weight)
            for name, number, weight in zip(
                numbers._fields, numbers, self.feature_weights, strict=True
            )
        )

    def actions(self) -> Iterator[int]:
        """All actions that a move may have in any state, each once; learners number them from 0."""
        raise CapabilityError(f"{self} lists no actions: define actions(self)")

    def action(self, state: State, move: int) -> int:
        """The action of `move`, unlike others of its state; by default the move itself."""
        return move

    def observation(self, state: State) -> Any:
        """A learner's view of `state`: nested sequences of numbers, of the same shape always."""
        raise CapabilityError(f"{self} shows learners its picture, or define observation(self, s)")


class Checks(Rules[State]):
    """Promises about states, for `zermelo check` to test.

    meant   the names of suspicions that are rules of this game: its players who get stuck win
    """

    meant: ClassVar[tuple[str, ...]] = ()

    def invariant(self, state: State) -> bool:
        """Whether `state` keeps the game's promise: no seed is lost, for example."""
        return True

    def swapped(self, state: State) -> State:
        """`state` with the players exchanged, their pieces and the turn; worth the same to its
        mover, if the rules are the same for both.
        """
        raise CapabilityError(f"{self} exchanges no players: define swapped(self, state)")


class Term(NamedTuple):
    """One term of the evaluation of a state.

    name    what people call it
    number  what the state has of it, for its mover
    worth   what that adds to the evaluation: number · weight
    """

    name: str
    number: float
    worth: float


def title(kind: type, name: str) -> str:
    """The name of a feature for people."""
    text = getattr(kind, name).__doc__ or ""
    return name.replace("_", " ") if text.startswith("Alias for field") else text


def weighted_sum(self: Any, state: Any) -> float:
    """The features of `state`, each times its weight."""
    worth = 0.0
    for place, number in enumerate(self.features(state)):
        worth += number * self.feature_weights[place]
    return worth


def require_weight(game: str, name: str, weight: float) -> None:
    """Raise `ParameterError` for a number that is no weight."""
    if not 0 <= weight < math.inf:
        raise ParameterError(f"{game}: {name} should be a weight, 0 or more, not {weight}")


def require_weights(game: str, **weights: float) -> None:
    """Raise `ParameterError` for numbers that are no weights, and if all are 0."""
    for name, weight in weights.items():
        require_weight(game, name, weight)
    if not any(weights.values()):
        raise ParameterError(f"{game}: one of {', '.join(weights)} should be above 0")
