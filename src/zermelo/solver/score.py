"""Value and remoteness as one number, the score: larger is better for the player to move.

A WIN in r plies scores 32767 - r, a LOSS in r plies r - 32767, a DRAW 0. One ply further from the
end is one step nearer to 0, and the other player's view has the opposite sign. A win by endless
play, or one that is more than FARTHEST plies away, has no distance: it scores ENDLESS, less than
all other wins; a loss without distance scores -ENDLESS.

When a game is solved by score, a score is a number of points, whatever the distance; endless play
is worth the points that `Game.score` counts in its states.
"""

from typing import Any, Final

from zermelo.contract.game import DRAW, LOSS, WIN, Game
from zermelo.native import kernel

NOW: Final = 32767  # the score of a game that is already won
UNKNOWN: Final = -32768
ENDLESS: Final = 1
FARTHEST: Final = NOW - ENDLESS - 1  # plies; longer distances are not stored
MOST_MOVES: Final = 63  # more do not fit into the mask of moves that keep a state's value


@kernel
def end_score(game: Game, state: Any, outcome: int) -> int:
    """The score of a state in which the game is over."""
    return game.score(state) if game.by_score else outcome * NOW


@kernel
def endless_score(game: Game, state: Any) -> int:
    """The value of endless play through `state`, for the player to move there."""
    return game.score(state) if game.by_score else game.endless_value(state) * ENDLESS


@kernel
def one_ply_before(score: int, same_player: bool, by_score: bool) -> int:
    """The score of a move for its player, if it leads to `score` for the next player to move."""
    seen = score if same_player else -score
    return seen if by_score else farther(seen)


@kernel
def keeps(seen: int, own: int, by_score: bool) -> bool:
    """Whether a move that scores `seen` keeps the value of a state that scores `own`."""
    return seen == own if by_score else (seen > 0) == (own > 0) and (seen < 0) == (own < 0)


@kernel
def farther(score: int) -> int:
    """The score if the end is one ply further away; endless play has no distance to change."""
    return score - 1 if score > ENDLESS else score + 1 if score < -ENDLESS else score


def worth_of(game: Game, score: int) -> int:
    """The value in a score: WIN, DRAW or LOSS, or the points."""
    return score if game.by_score else value_of(score)


def distance_of(game: Game, score: int) -> int | None:
    """Plies to the end under best play; None for endless play, draws, and by score."""
    return None if game.by_score else remoteness_of(score)


def value_of(score: int) -> int:
    """The outcome that a score stands for: WIN, DRAW or LOSS."""
    return WIN if score > 0 else LOSS if score < 0 else DRAW


def remoteness_of(score: int) -> int | None:
    """Plies to the end under best play; None for a draw or endless play, which need not end."""
    return NOW - abs(score) if abs(score) > ENDLESS else None
