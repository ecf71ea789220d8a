"""A proof: a walk through all moves of the other player, with one move for each of the claimant's.

The walk goes from the position that the claim is about, depth first. Where the claimant moves, it
is given one move; where the other player moves, it follows all of them, in the game's order. Every
end has to reach the goal. A position that is symmetric to an earlier one, or is one, is not walked
through again. So the claimant's moves alone, in the order of the walk, are the whole proof.

A line that leads back to a position above it proves nothing, unless endless play reaches the goal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from zermelo.contract.game import ONGOING, Game
from zermelo.errors import ZermeloError, clip
from zermelo.native import kernel
from zermelo.proofs.claim import Goal

Choose = Callable[[Any], int]


class Unproven(ZermeloError):  # noqa: N818 - a verdict, not an error
    """A walk that proves nothing; it says where it fails."""


def walk(game: Game, start: Any, goal: Goal, choose: Choose) -> int:
    """Walk through a proof of `goal` from `start`; returns how many positions it has.

    game    valued by outcome or by score, as the goal is
    choose  gives the claimant's move in a position, once for all symmetric ones

    Raises `Unproven` where an end misses the goal, a move is not legal, or a line leads back.
    """
    whole: dict[Any, bool] = {}  # whether all lines from a position have been walked through
    path: list[Any] = []
    waiting: list[Iterator[Any]] = [iter((start,))]
    while waiting:
        state = next(waiting[-1], None)
        if state is None:
            waiting.pop()
            if path:
                whole[path.pop()] = True
        elif not is_end(game, state, goal):
            mine = game.player(state) == goal.claimant
            name = min(game.symmetries(state)), mine
            if whole.get(name) is False and not may_repeat(game, state, *goal):
                raise Unproven(f"a line leads back to {shown(game, state)}")
            if name not in whole:
                whole[name] = False
                path.append(name)
                waiting.append(following(game, state, choose if mine else None))
    return len(whole)


@kernel
def may_repeat(game: Game, state: Any, claimant: int, least: int) -> bool:
    """Whether endless play through `state` reaches the goal of a proof by outcome."""
    mine = game.player(state) == claimant
    return not game.by_score and game.endless_value(state) * (1 if mine else -1) >= least


def is_end(game: Game, state: Any, goal: Goal) -> bool:
    """Whether the game is over; raises `Unproven` for an end that misses the goal."""
    outcome = game.outcome(state)
    if outcome == ONGOING:
        return False
    worth = game.score(state) if game.by_score else outcome
    if (worth if game.player(state) == goal.claimant else -worth) < goal.least:
        raise Unproven(f"the goal is missed in {shown(game, state)}")
    return True


def following(game: Game, state: Any, choose: Choose | None) -> Iterator[Any]:
    """The state after the claimant's move, or those after all moves of the other player."""
    moves = list(game.moves(state))
    if choose is not None:
        move = choose(state)
        if move not in moves:
            raise Unproven(f"{clip(str(move))} is no move in {shown(game, state)}")
        moves = [move]
    if not moves:
        raise Unproven(f"there is no move in {shown(game, state)}, though it is no end")
    return (game.play(state, move) for move in moves)


def shown(game: Game, state: Any) -> str:
    """The position as a message cites it."""
    return clip(game.format_state(state) if game.has("format_state") else str(state), 200)
