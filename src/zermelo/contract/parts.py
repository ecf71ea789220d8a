"""The optional parts of a game: small protocols, whose methods are recognised by name.

A game defines the methods it wants, without importing anything from here. None of them is a member
of `Game`; a class that lacks one gets the default from here.

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

BOUNDLESS: Final = float(1 << 20)  # larger than the mean of any part


class Search(Rules[State]):
    """Methods that make a search faster, without changing its results.

    >>> import zermelo
    >>> game = zermelo.game("connectfour")
    >>> game.remaining(game.start())
    42
    """

    def order(self, state: State, move: int) -> int:
        """The rank of `move` in a search, largest first; by default all are equal."""
        return 0

    def loud(self, state: State, move: int) -> bool:
        """Whether `move` changes much at once, like a capture.

        When the engine plays, it searches loud moves to full depth, and quiet moves less deeply if
        they come late. Without this method, it searches all moves to the same depth.
        """
        return False

    def candidates(self, state: State) -> Iterator[int]:
        """The moves that a search must examine, by default all; others must not change results.

        While the game goes on, the candidates include at least one best move, which wins as soon
        or loses as late as any.
        """
        yield from self.moves(state)

    def remaining(self, state: State) -> int:
        """The most plies that the game can still last; each move lowers it by at least one.

        −1, the default, means that no bound is known; the game may return to earlier states.
        """
        return -1

    def key(self, state: State) -> int:
        """A number below 2⁶³ that identifies the state in tables; by default a hash of the state.

        States with equal keys must have equal values for their movers, and equal candidates at
        equal places. A game's own key is one-to-one, so that tables never err. With the default, a
        table of 2ⁿ places confuses one state in 2⁶³⁻ⁿ with another: with 16 MiB (2²⁰ places) and a
        hundred million look-ups, this affects one search in 90,000.
        """
        return hashed(state)

    def foresee(self, state: State) -> int:
        """The result of `state`, where the game goes on, if it is known without a search.

        n > 0: the mover wins in n plies under best play; n < 0: the mover loses in −n; 0, the
        default: unknown.
        """
        return 0

    @property
    def soonest_win(self) -> int:
        """The fewest plies in which the mover can win if `foresee` returns 0; by default 1."""
        return 1

    @property
    def soonest_loss(self) -> int:
        """The fewest plies in which the mover can lose if `foresee` returns 0; by default 1."""
        return 1

    def assured(self, state: State, value: int) -> int:
        """Whether the mover gets at least `value` by a strategy that needs no search.

        n > 0: yes, within n plies; n < 0: no, the mover gets less, within −n plies;
        0, the default: unknown. Called only while the game goes on: by the search "hybrid", and by
        `prove` if `remaining` bounds the game's length.
        """
        return 0

    def reply(self, state: State, move: int) -> int:
        """The natural reply to `move`, which led to `state`; −1, the default, if there is none.

        Called only while the game goes on, in games whose moves are ints. Monte Carlo tree search
        plays it in its random games instead of a random move.
        """
        return -1

    def move_count(self, state: State) -> int:
        """The number of moves; the default counts `moves`."""
        count = 0
        for _ in self.moves(state):
            count += 1
        return count

    def move_at(self, state: State, place: int) -> int:
        """The move at `place`, from 0, among `moves`.

        With this and `move_count`, random games choose a move without listing all moves. Raises
        `IndexError` if there are fewer moves.
        """
        for move in self.moves(state):
            if place == 0:
                return move
            place -= 1
        raise IndexError("there are fewer moves than that")

    @property
    def moves_by_place(self) -> bool:
        """Whether `move_at` fits the game's own `moves`, rather than a base class's `moves`."""
        owners = type(self).__mro__
        first = next(owner for owner in owners if vars(owner).keys() & {"moves", "move_at"})
        return first is not Search and "move_at" in vars(first)


class Points(Rules[State]):
    """Points at the end of a game, and the value of play that may go on forever.

    unit  the word for a point in sentences: "seed", "box"

    >>> import zermelo
    >>> game = zermelo.game("kalah")
    >>> game.score(game.parse_state("0,0,0,0,0,0,30,0,0,0,0,0,0,18 A")), game.unit
    (12, 'seed')
    """

    unit: ClassVar[str] = "point"

    def score(self, state: State) -> int:
        """The lead in points of the player to move at the end of a game; −3 means 3 behind.

        By default −1: a player who cannot move loses. A game without points may return WIN, DRAW
        or LOSS. If play can go on forever, it is also called before the end: endless play through a
        state is worth its score, or, by outcome, the sign of the score.
        """
        return LOSS

    def gain(self, state: State, move: int) -> int:
        """The points that `move` wins at once; by default the increase of the score."""
        after = self.play(state, move)
        later = self.score(after)
        same = self.player(after) == self.player(state)
        return (later if same else -later) - self.score(state)

    @property
    def score_bound(self) -> int:
        """The largest possible score of either player, like 64 in Othello; by default 1."""
        return 1

    @property
    def repetition(self) -> int:
        """The value of endless play for player 0: WIN, LOSS or, by default, DRAW.

        In a game that counts points, the sign of the score counts instead.
        """
        return DRAW

    def progress(self, state: State, move: int) -> bool:
        """Whether `move` makes progress, like a capture, so that it can never be undone.

        By default every move does. A match may draw a game after some moves without progress.
        """
        return True


class Solving(Search[State]):
    """Methods that reduce the work of solving; those of `Numbered` reduce it the most.

    >>> import zermelo
    >>> game = zermelo.game("tictactoe")
    >>> len(set(game.symmetries(game.parse_state("X../.../..."))))
    4
    """

    def symmetries(self, state: State) -> Iterator[State]:
        """The states that differ from `state` only by a symmetry, starting with `state` itself."""
        yield state

    def tier(self, state: State) -> int:
        """A number that no move lowers; by default it grows as `remaining` falls.

        A solver works on the states of one tier at a time; other tiers need not be in memory.
        """
        return -self.remaining(state)

    def unkey(self, key: int) -> State:
        """A state with this key; if defined, a solver uses `key`, otherwise it packs states itself.

        If keys omit the player to move, because that only decides whose pieces are whose, return a
        state with either player to move.
        """
        raise CapabilityError(f"{self} unpacks no keys: define unkey(self, key)")

    def endgame(self, name: str) -> Iterator[State]:
        """The states from which to solve the endgame called `name`, with all symmetric states.

        Raises `UsageError` for an unknown name.
        """
        raise CapabilityError(f"{self} names no endgames: define endgame(self, name)")

    def phase(self, state: State) -> str:
        """A short name for the phase of the game, like "placing"; statistics of mistakes use it."""
        raise CapabilityError(f"{self} has no phases: define phase(self, state)")


@runtime_checkable
class Named(Protocol):
    """A named tuple."""

    def _replace(self, **values: Any) -> Any: ...


class Combinatorial(Rules[State]):
    """Regions of a position under normal play, where the player who cannot move loses.

    >>> import zermelo
    >>> kayles = zermelo.game("kayles(n=5)")
    >>> [kayles.format_state(part) for part in kayles.parts(kayles.parse_state("oo.oo B"))]
    ['oo... B', 'oo... B']
    """

    def parts(self, state: State) -> Iterator[State]:
        """Regions that share no move, each a state of this game; by default only `state` itself.

        Together they equal `state`, with the same player to move. Parts of the same shape may be
        moved to the same place to become equal; regions without moves may be omitted.
        """
        yield state

    def bounds(self, state: State) -> tuple[float, float, float, float]:
        """Bounds on the mean of `state` in normal play, each with the heat from which it holds.

        The result (low, hot, high, warm) describes the thermograph in moves of player 0: from heat
        `hot` on, the right wall is at least `low`; from heat `warm` on, the left at most `high`.
        The player to move in `state` does not matter. A search for the winner adds up the means of
        parts, and counts the greatest heat as the value of moving first. By default there are no
        bounds.
        """
        return -BOUNDLESS, 0.0, BOUNDLESS, 0.0

    def other_to_move(self, state: State) -> State:
        """The same position with the other player to move; by default only `player` changes.

        Games whose states say only which pieces are the mover's must define this method.
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
    """The terms of the evaluation, and actions and observations for learning programs.

    >>> import zermelo
    >>> game = zermelo.game("isolation")
    >>> game.features(game.start()).own_moves, len(list(game.actions()))
    (0.09375, 6)
    """

    def features(self, state: State) -> Any:
        """The numbers whose weighted sum is `evaluate`: a NamedTuple of floats.

        A number's weight is the parameter (a float) or property of the same name; people see that
        name, or the docstring of the NamedTuple's field. A game with `features` need not define
        `evaluate`; if it does, for speed, the values must be equal.
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
        """All actions in any state, without repetition; learners number them from 0."""
        raise CapabilityError(f"{self} lists no actions: define actions(self)")

    def action(self, state: State, move: int) -> int:
        """The action of `move`, unique in its state; by default the move itself."""
        return move

    def observation(self, state: State) -> Any:
        """A learner's view of `state`: nested sequences of numbers, always of the same shape."""
        raise CapabilityError(f"{self} has nothing to show learners: define picture or observation")


class Checks(Rules[State]):
    """Promises about states, for `zermelo check` to test.

    meant   the names of suspicions that this game's rules intend, like stuck players winning

    >>> import zermelo
    >>> chess = zermelo.game("chess")
    >>> chess.format_state(chess.swapped(chess.parse_state("8/8/8/8/8/2k5/1q6/K7 w - -")))
    'k7/1Q6/2K5/8/8/8/8/8 b - -'
    """

    meant: ClassVar[tuple[str, ...]] = ()

    def invariant(self, state: State) -> bool:
        """Whether `state` keeps the game's promise, for example that no seeds get lost."""
        return True

    def swapped(self, state: State) -> State:
        """`state` with players, pieces and turn swapped; if the rules treat both players alike, it
        has the same value for the mover.
        """
        raise CapabilityError(f"{self} cannot swap the players: define swapped(self, state)")


class Term(NamedTuple):
    """One term of the evaluation of a state."""

    name: str  # the feature's name for people
    number: float  # the state's value of the feature, for its mover
    worth: float  # the feature's contribution to the evaluation, number · weight


def title(kind: type, name: str) -> str:
    """The name of a feature for people."""
    text = getattr(kind, name).__doc__ or ""
    return name.replace("_", " ") if text.startswith("Alias for field") else text


def weighted_sum(self: Any, state: Any) -> float:
    """The sum of the features of `state`, each times its weight."""
    worth = 0.0
    for place, number in enumerate(self.features(state)):
        worth += number * self.feature_weights[place]
    return worth


def require_weight(game: str, name: str, weight: float) -> None:
    """Raise `ParameterError` unless a number can be a weight."""
    if not 0 <= weight < math.inf:
        raise ParameterError(f"{game}: {name} should be a weight, 0 or more, not {weight}")


def require_weights(game: str, **weights: float) -> None:
    """Raise `ParameterError` if some number cannot be a weight, or if all are 0."""
    for name, weight in weights.items():
        require_weight(game, name, weight)
    if not any(weights.values()):
        raise ParameterError(f"{game}: at least one of {', '.join(weights)} should be above 0")
