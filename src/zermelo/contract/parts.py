"""The optional parts of a game: small protocols, whose methods are recognised by name.

A game defines the ones it wants, without importing anything from here. None of them is a member
of `Game`; a class without one gets the default from here.

Search         makes a search faster, without changing its results
Points         points at the end of a game, and play that could go on forever
Solving        reduces the work of solving
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
    """Methods that make a search faster, without changing its results."""

    def order(self, state: State, move: int) -> int:
        """The rank of `move` in a search: larger ones first; by default all are equal."""
        return 0

    def loud(self, state: State, move: int) -> bool:
        """Whether `move` changes much at once, like a capture.

        As a player, the engine searches loud moves to full depth, and quiet ones less deep if they
        come late. Without this method, it searches all moves to the same depth.
        """
        return False

    def candidates(self, state: State) -> Iterator[int]:
        """The moves that a search must examine; by default all. Omitting others changes nothing.

        They include some best move, one that wins as soon or loses as late as any, and at least one
        move while the game goes on.
        """
        yield from self.moves(state)

    def remaining(self, state: State) -> int:
        """The most plies that the game can still last; each move lowers it by at least one.

        −1, the default, means that no bound is known: the game may then return to earlier states.
        """
        return -1

    def key(self, state: State) -> int:
        """A number below 2⁶³ for tables of states; by default a hash of the state.

        States with equal keys must have equal values for their movers, and the same numbers of
        candidates must mean the same moves. A game's own key is one-to-one, and a table
        never errs. With the default, a table of 2ⁿ places confuses one unknown state in 2⁶³⁻ⁿ with
        another: with 16 MiB, 2²⁰ places, and a hundred million look-ups, one search in 90,000.
        """
        return hashed(state)

    def foresee(self, state: State) -> int:
        """The static result of `state`, in which the game goes on: how it ends, without a search.

        n > 0: the mover wins in n plies under best play; n < 0: the mover loses in −n; 0, by
        default: no end is known.
        """
        return 0

    @property
    def soonest_win(self) -> int:
        """The fewest plies in which the mover wins if `foresee` says 0; by default 1."""
        return 1

    @property
    def soonest_loss(self) -> int:
        """The fewest plies in which the mover loses if `foresee` says 0; by default 1."""
        return 1

    def assured(self, state: State, value: int) -> int:
        """Whether the mover gets at least `value` by a strategy that needs no search.

        n > 0: surely, within n plies; n < 0: surely less, within −n plies;
        0, the default: unknown. Asked while the game goes on: by the hybrid, and by
        `prove` if `remaining` bounds the game's length.
        """
        return 0

    def reply(self, state: State, move: int) -> int:
        """The reply to `move`, which led to `state`; −1, the default, if there is no special one.

        Asked while the game goes on, in games whose moves are ints. Random games of Monte Carlo
        tree search play it instead of a random move.
        """
        return -1

    def move_count(self, state: State) -> int:
        """The number of moves; by default they are counted."""
        count = 0
        for _ in self.moves(state):
            count += 1
        return count

    def move_at(self, state: State, place: int) -> int:
        """The move at `place`, from 0, among `moves`.

        If it and `move_count` are defined, random games choose a move without listing all.
        """
        for move in self.moves(state):
            if place == 0:
                return move
            place -= 1
        raise IndexError("there are fewer moves than that")

    @property
    def moves_by_place(self) -> bool:
        """Whether `move_at` belongs to these `moves`, not to those of a base class."""
        owners = type(self).__mro__
        first = next(owner for owner in owners if vars(owner).keys() & {"moves", "move_at"})
        return first is not Search and "move_at" in vars(first)


class Points(Rules[State]):
    """Points at the end of a game, and the worth of play that may go on forever.

    unit  the word for a point in sentences: "seed", "box"
    """

    unit: ClassVar[str] = "point"

    def score(self, state: State) -> int:
        """The points by which the player to move is ahead at the end of a game; −3: 3 behind.

        By default −1: a player who cannot move loses. A game without points may return WIN, DRAW
        or LOSS. If play can go on forever, also asked before the end: endless play through a state
        is worth its score, by outcome the sign of that.
        """
        return LOSS

    def gain(self, state: State, move: int) -> int:
        """The points that `move` wins at once; by default the improvement of the score."""
        after = self.play(state, move)
        later = self.score(after)
        same = self.player(after) == self.player(state)
        return (later if same else -later) - self.score(state)

    @property
    def score_bound(self) -> int:
        """The largest possible score of either player, 64 in Othello; by default 1."""
        return 1

    @property
    def repetition(self) -> int:
        """The value of endless play for player 0: DRAW, by default, WIN or LOSS.

        In a game that counts points, endless play has the sign of the score instead.
        """
        return DRAW

    def progress(self, state: State, move: int) -> bool:
        """Whether `move` makes progress, like a capture: it can never be undone.

        A match may draw a game after some moves in a row without progress; by default all make it.
        """
        return True


class Solving(Search[State]):
    """Methods that reduce the work of solving; those of `Numbered` reduce it most."""

    def symmetries(self, state: State) -> Iterator[State]:
        """The states that differ from `state` only by a symmetry, itself first."""
        yield state

    def tier(self, state: State) -> int:
        """A number that no move lowers; by default it grows as `remaining` falls.

        A solver handles one tier at a time, so that the others need not be in memory.
        """
        return -self.remaining(state)

    def unkey(self, key: int) -> State:
        """A state with this key; if defined, a solver uses `key`, otherwise it packs states itself.

        If `key` omits the player to move, who only says whose pieces are whose, that may be either.
        """
        raise CapabilityError(f"{self} unpacks no keys: define unkey(self, key)")

    def endgame(self, name: str) -> Iterator[State]:
        """The states from which to solve the endgame called `name`, with all symmetric ones.

        Raises `UsageError` for an unknown name.
        """
        raise CapabilityError(f"{self} names no endgames: define endgame(self, name)")

    def phase(self, state: State) -> str:
        """The part of the game that `state` belongs to, in a word, for counts of mistakes."""
        raise CapabilityError(f"{self} has no phases: define phase(self, state)")


@runtime_checkable
class Named(Protocol):
    """A named tuple."""

    def _replace(self, **values: Any) -> Any: ...


class Combinatorial(Rules[State]):
    """Regions of a position under normal play: the player who cannot move loses."""

    def parts(self, state: State) -> Iterator[State]:
        """Regions that share no move, each a state of this game; by default one.

        Together they equal `state`, with the same player to move. Parts of one shape may be moved
        to one place, so that they are equal; regions without a move may be omitted.
        """
        yield state

    def bounds(self, state: State) -> tuple[float, float, float, float]:
        """The means to which the players can hold `state` in normal play, and from which heats on.

        The first two mean: in thermographs, from that heat on, the right wall is at least as
        many moves of player 0; the last two, that the left wall is at most as many. The player to
        move in `state` does not matter. A search for the winner adds the means of parts, and the
        greatest heat is the worth of moving first. By default there are no bounds.
        """
        return -BOUNDLESS, 0.0, BOUNDLESS, 0.0

    def other_to_move(self, state: State) -> State:
        """The same position with the other player to move; by default it differs in `player` only.

        States that show which pieces are the mover's, but not which player's, need their own.
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
    """The terms of the evaluation, and the actions and observations of learning programs."""

    def features(self, state: State) -> Any:
        """The numbers whose weighted sum is `evaluate`: a NamedTuple of floats.

        A number's weight is the parameter of the same name, a float, or a property; people see
        the name, or the docstring of the NamedTuple's field. A game that defines `features` need
        not define `evaluate`; if it does, to be faster, the values must be equal.
        """
        raise CapabilityError(f"{self} has no features: define features(self, state)")

    @cached_property
    def feature_weights(self) -> tuple[float, ...]:
        """The weight of each of the features."""
        names = self.features(self.start())._fields
        return tuple(float(getattr(self, name)) for name in names)

    def terms(self, state: State) -> tuple[Term, ...]:
        """The terms of the evaluation of `state`; empty if a game has no `features`."""
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
        """All actions of moves in any state, without repetition; learners number them from 0."""
        raise CapabilityError(f"{self} lists no actions: define actions(self)")

    def action(self, state: State, move: int) -> int:
        """The action of `move`, unique in its state; by default the move itself."""
        return move

    def observation(self, state: State) -> Any:
        """A learner's view of `state`: nested sequences of numbers, always of one shape."""
        raise CapabilityError(f"{self} shows learners its picture, or define observation(self, s)")


class Checks(Rules[State]):
    """Promises about states, for `zermelo check` to test.

    meant   the names of suspicions that are rules of this game, for example that stuck players win
    """

    meant: ClassVar[tuple[str, ...]] = ()

    def invariant(self, state: State) -> bool:
        """Whether `state` keeps the game's promise, for example that no seed is lost."""
        return True

    def swapped(self, state: State) -> State:
        """`state` with the players exchanged, their pieces and the turn; equal in value for its
        mover, if the rules treat both alike.
        """
        raise CapabilityError(f"{self} exchanges no players: define swapped(self, state)")


class Term(NamedTuple):
    """One term of the evaluation of a state.

    name    its name for people
    number  the state's value of the feature, for its mover
    worth   its contribution to the evaluation: number · weight
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
    """Raise `ParameterError` unless a number can be a weight."""
    if not 0 <= weight < math.inf:
        raise ParameterError(f"{game}: {name} should be a weight, 0 or more, not {weight}")


def require_weights(game: str, **weights: float) -> None:
    """Raise `ParameterError` for numbers that cannot be weights, and if all are 0."""
    for name, weight in weights.items():
        require_weight(game, name, weight)
    if not any(weights.values()):
        raise ParameterError(f"{game}: one of {', '.join(weights)} should be above 0")
