"""Asking a database: what a position is worth, and every move of it, exactly."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from zermelo.errors import TextError
from zermelo.game import ONGOING
from zermelo.result import Result
from zermelo.solver.database import Database
from zermelo.solver.score import one_ply_before, remoteness_of, value_of


@dataclass(frozen=True)
class MoveProbe:
    """One legal move: its value for the player who makes it, and the plies to the end from here."""

    move: str
    value: int
    remoteness: int | None


@dataclass(frozen=True)
class Probe(Result):
    """What a database says of one position, for the player to move there.

    value       1, 0 or -1
    remoteness  plies to the end under best play; None for a draw that is not over yet
    moves       every legal move, in the game's order
    """

    game: str
    state: str | None
    value: int
    remoteness: int | None
    moves: tuple[MoveProbe, ...]

    @property
    def best_moves(self) -> tuple[str, ...]:
        """The texts of all moves that keep the value, whatever their remoteness."""
        return tuple(entry.move for entry in self.moves if entry.value == self.value)

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON."""
        return {**asdict(self), "moves": [asdict(move) for move in self.moves]}


def probe(database: Database, state: Any = None) -> Probe:
    """What `database` knows of `state`, or of its start.

    Raises `TextError` when no play from the database's starts reaches the state.
    """
    game = database.game
    state = database.start if state is None else state
    score = known_score(database, state)
    moves = tuple(
        MoveProbe(game.format_move(state, move), value_of(worth), remoteness_of(worth))
        for move, worth in move_scores(database, state)
    )
    return Probe(
        game=str(game),
        state=game.format_state(state) if game.has("format_state") else None,
        value=value_of(score),
        remoteness=remoteness_of(score) if moves else 0,
        moves=moves,
    )


def known_score(database: Database, state: Any) -> int:
    """The score of `state`; raises `TextError` when the database does not have it."""
    score = database.score(state)
    if score is None:
        game = database.game
        text = game.format_state(state) if game.has("format_state") else str(state)
        raise TextError(f"{database.path} does not have {text}: no play from its start leads there")
    return score


def move_scores(database: Database, state: Any) -> list[tuple[int, int]]:
    """Each legal move with its score for the player who makes it, none when the game is over."""
    game = database.game
    if game.outcome(state) != ONGOING:
        return []
    player, scores = game.player(state), []
    for move in game.moves(state):
        child = game.play(state, move)
        score = known_score(database, child)
        scores.append((move, one_ply_before(score, game.player(child) == player)))
    return scores
