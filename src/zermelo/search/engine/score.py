"""The engine's scores: ints for the player to move, with the distance of proven wins and losses.

A win `n` plies below the root scores WON − n, a loss −(WON − n), so that a higher score is a
sooner win or a later loss. A draw is 0. Estimates lie in between, scaled to ±ESTIMATE. A win by
endless play scores ENDLESS, less than any other win.

By score, scores are numbers of points, in units of `unit`, without distances.
"""

from typing import Any, Final

from zermelo.contract.game import LOSS, WIN, Game
from zermelo.native import kernel

WON: Final = 1 << 22
PROVEN: Final = WON - (1 << 12)  # scores beyond ±PROVEN are proven wins and losses
ENDLESS: Final = PROVEN
ESTIMATE: Final = 1 << 21
INFINITE: Final = WON + 1


@kernel
def won_in(plies: int) -> int:
    """The score of a win that ends the game `plies` below the root."""
    return WON - plies


@kernel
def lost_in(plies: int) -> int:
    """The score of a loss that ends the game `plies` below the root."""
    return plies - WON


@kernel
def unit(game: Game) -> int:
    """The score of one point."""
    return ESTIMATE // game.score_bound


@kernel
def end_score(game: Game, state: Any, outcome: int, ply: int) -> int:
    """The score of a finished game, `ply` plies below the root."""
    if game.by_score:
        return game.score(state) * unit(game)
    return outcome_score(outcome, ply)


@kernel
def endless_score(game: Game, state: Any) -> int:
    """The score of endless play through `state`."""
    if game.by_score:
        return game.score(state) * unit(game)
    return game.endless_value(state) * ENDLESS


@kernel
def outcome_score(outcome: int, ply: int) -> int:
    """The score of a game that ended at `ply` with `outcome`."""
    if outcome == WIN:
        return won_in(ply)
    return lost_in(ply) if outcome == LOSS else 0


@kernel
def estimate_score(game: Game, state: Any) -> int:
    """The evaluation of a state as a score."""
    return int(game.evaluate(state) * ESTIMATE)


def lift_score(score: int) -> int:
    """Convert a score relative to a child of the root into one relative to the root.

    >>> lift_score(won_in(2)) == won_in(3), lift_score(0)
    (True, 0)
    """
    return score - 1 if score > PROVEN else score + 1 if score < -PROVEN else score


def lower_score(score: int) -> int:
    """The inverse of `lift_score`."""
    return score + 1 if score > PROVEN else score - 1 if score < -PROVEN else score


def plies_to_end(score: int) -> int:
    """The plies from the root to the end of a proven win or loss.

    >>> plies_to_end(won_in(3)), plies_to_end(lost_in(4))
    (3, 4)
    """
    return WON - abs(score)


def value_of(score: int) -> float:
    """The value, from LOSS to WIN, of a score.

    >>> value_of(won_in(3)), value_of(0), value_of(ESTIMATE // 4), value_of(-ENDLESS)
    (1.0, 0.0, 0.25, -1.0)
    """
    if abs(score) >= ENDLESS:
        return float(WIN if score > 0 else LOSS)
    return score / ESTIMATE


def in_units(game: Game, score: int) -> float:
    """A score in the game's units: points by score, else a value."""
    return score / unit(game) if game.by_score else value_of(score)


def in_score(game: Game, value: float) -> int:
    """The inverse of `in_units` for values other than win and loss: points, or a draw."""
    return round(value * unit(game)) if game.by_score else round(value * ESTIMATE)
