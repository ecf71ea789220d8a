"""The contract: what a game has to say so that everything else can play, search and draw it."""

from __future__ import annotations

from typing import Any

from zermelo.contract.bits import cell_at, cells, hashed, replaced
from zermelo.contract.checks import Checks
from zermelo.contract.features import Featured
from zermelo.contract.learners import Learners
from zermelo.contract.matches import Matches
from zermelo.contract.numbered import Numbered
from zermelo.contract.parameters import Parameters
from zermelo.contract.picture import Picture
from zermelo.contract.rules import DRAW, LOSS, ONGOING, WIN, State, require_calls
from zermelo.contract.texts import Texts
from zermelo.errors import ContractError

# The words that rules are written with are here, too.
__all__ = [
    "DRAW", "LOSS", "ONGOING", "WIN", "Game", "Picture", "State", "cell_at", "cells", "hashed",
    "moves_of", "replaced", "without_moves",
]  # fmt: skip


class Game(
    Featured[State],
    Numbered[State],
    Matches[State],
    Checks[State],
    Learners[State],
    Texts[State],
    Parameters,
):
    """The rules of one two-player game with its parameters; write a subclass to define a game.

    A subclass is a frozen dataclass by itself: annotated class attributes with defaults are its
    parameters, given by name, equal parameters make equal games. Its state is a `NamedTuple` of
    ints of any size and tuples of ints of a fixed length. Every outcome and evaluation is for the
    player to move in the state it belongs to.

    Each part of the contract has a file of its own in `zermelo.contract`. A game defines the
    `Rules`; the rest has a default, or is a capability that some tools ask for by name:

    rules       `start`, `player`, `moves`, `play`, `outcome`; `score` and `score_bound` for points
    hints       for a search: `order`, `loud`, `candidates`, `foresee`, `assured`, `remaining`,
                `key`; for random games `reply`, `move_count` and `move_at`
    features    `evaluate` or `features`: an estimate where a search ends
    solving     `symmetries`, `tier` and `unkey`, which make solving smaller; `endgame`;
                `parts`, `bounds` and `other_to_move`, for combinatorial values
    numbered    numbers for states, which make solving smallest
    matches     `repetition` and `progress`, for play that could go on forever
    checks      `invariant` and `swapped`
    learners    `actions`, `action` and `observation`
    texts       `format_move` and `parse_move`, `format_state` and `parse_state`, `picture`
    parameters  `validate`

    What the rules and what a search or a solver may use is compiled, if it is everyday Python on
    ints, floats, tuples, lists, sets and dicts; what is not runs plain, after a warning that says
    which line and what to write instead.
    Parameters and properties (also cached ones) are constants to the compiler; a tuple of ints
    among them may be indexed and looped over, a large one is a `zermelo.contract.tables.table`.
    """

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        require_calls(cls, Game)

    def has(self, capability: str) -> bool:
        """Whether this game itself defines the method `capability`."""
        return getattr(type(self), capability, None) is not getattr(Game, capability, None)

    @property
    def counts_points(self) -> bool:
        """Whether it says how many points its ends are worth, so that it can be played for them."""
        return self.has("score") and self.has("score_bound")

    def endless_value(self, state: State) -> int:
        """The value of endless play through `state`, for the player to move there.

        In a game that counts points, it is the sign of its score, else what `repetition` says.
        """
        if self.counts_points:
            points = self.score(state)
            return WIN if points > 0 else LOSS if points < 0 else DRAW
        return self.repetition if self.player(state) == 0 else -self.repetition

    @property
    def draws_endless(self) -> bool:
        """Whether endless play is a draw, wherever it is."""
        return self.repetition == DRAW and not self.counts_points


def moves_of(game: Game[Any], state: Any) -> list[int]:
    """The moves in a state whose outcome is ONGOING; `ContractError` if there are none."""
    if moves := list(game.moves(state)):
        return moves
    raise without_moves(game, state)


def without_moves(game: Game[Any], state: Any) -> ContractError:
    """The error when a game goes on without a move."""
    return ContractError(f"{game} has no moves in {state}, yet its outcome is ONGOING")
