"""Compare compiled rules with Python: both play some random games.

Compiled code is trusted only after this check. The result is kept with the other facts on disk.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.states import random_games
from zermelo.errors import clip
from zermelo.native.kernel import kernel

GAMES: Final = 24
MOVES: Final = 3_000  # about how many moves to generate in all games
ROOM: Final = 256  # moves of a state to compare
SHOWN, CONTEXT = 60, 24  # characters of an answer in the message, and of those before a difference
PLAYER, OUTCOME, COUNT, FIRST = 0, 1, 2, 3  # the items that `answers` writes; the moves come last


@kernel
def answers(game: Game[Any], state: Any, move: int, written: Any) -> Any:
    """Play `move`, which is legal unless the game is over; return the state after it.

    written  int64 (FIRST + ROOM): the player to move, the outcome, the number of moves, the moves
    """
    written[PLAYER], written[OUTCOME] = game.player(state), game.outcome(state)
    count = 0
    if written[OUTCOME] == ONGOING:
        for legal in game.moves(state):
            if count < len(written) - FIRST:
                written[FIRST + count] = legal
            count += 1
    written[COUNT] = count
    return game.play(state, move) if count else state


def new_answers() -> Any:
    """Allocate the array that `answers` fills."""
    return array("q", bytes(8 * (FIRST + ROOM)))


def disagreement(game: Game[Any], compiled: Callable[..., Any], given: Any) -> str:
    """Describe the first wrong answer of the compiled rules of `game`; empty if there is none.

    compiled  the prepared kernel `answers`
    given      a result of `new_answers`
    """
    for state, moves, move, child in random_games(game, GAMES, MOVES):
        try:
            reached = compiled(game, state, move, given)
        except Exception as error:  # an error of the compiled rules that Python does not raise
            return f"in {clip(repr(state), 200)}, compiled rules raise {clip(repr(error))}"
        pairs = _answers(game, state, moves, child, given.tolist(), reached)
        for what, plain, other in pairs:
            if plain != other:
                after = f", move {move}" if what == "play" else ""
                says, but = _from_where_they_differ(repr(plain), repr(other))
                return f"in {clip(repr(state), 200)}{after}, {what} says {says}, but compiled {but}"
    return ""


def _from_where_they_differ(*texts: str) -> list[str]:
    """Shorten two answers for a message: drop a long beginning that both share."""
    alike = (place for place, letters in enumerate(zip_longest(*texts)) if len({*letters}) > 1)
    same = next(alike, 0) - CONTEXT if max(map(len, texts)) > SHOWN else 0
    return [clip(f"…{text[same:]}" if same > 0 else text, SHOWN) for text in texts]


def _answers(
    game: Game[Any], state: Any, moves: list[int], child: Any, given: list[int], reached: Any
) -> Iterator[tuple[str, Any, Any]]:
    """Each question with Python's answer and the compiled answer."""
    yield "player", game.player(state), given[PLAYER]
    yield "outcome", game.outcome(state), given[OUTCOME]
    for plain, compiled in zip_longest(moves[:ROOM], given[FIRST:][: min(given[COUNT], ROOM)]):
        yield "moves", plain, compiled
    if moves:
        yield "play", child, reached
