"""Whether compiled rules say what Python says: some random games are played by both.

Compiled code is trusted only after that. The result is kept with the other facts on disk.
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
MOVES: Final = 3_000  # that all games generate, about
ROOM: Final = 256  # moves of a state that are compared
SHOWN, CONTEXT = 60, 24  # characters of an answer in the message, and those before what differs
PLAYER, OUTCOME, COUNT, FIRST = 0, 1, 2, 3  # of what `answers` writes: its moves come last


@kernel
def answers(game: Game[Any], state: Any, move: int, written: Any) -> Any:
    """The state after `move`, which is legal unless the game is over; and what there is to it.

    written  int64 (FIRST + ROOM): who moves, the outcome, how many moves there are, and those
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
    """Room for what `answers` writes."""
    return array("q", bytes(8 * (FIRST + ROOM)))


def disagreement(game: Game[Any], compiled: Callable[..., Any], given: Any) -> str:
    """The first answer in which the rules of `game` differ compiled, as a sentence; or nothing.

    compiled  the kernel `answers`, prepared
    given      what `new_answers` returns
    """
    for state, moves, move, child in random_games(game, GAMES, MOVES):
        try:
            reached = compiled(game, state, move, given)
        except Exception as error:  # of the rules, which plain do not raise it
            return f"in {clip(repr(state), 200)}, compiled rules raise {clip(repr(error))}"
        pairs = _answers(game, state, moves, child, given.tolist(), reached)
        for what, plain, other in pairs:
            if plain != other:
                after = f", move {move}" if what == "play" else ""
                says, but = _from_where_they_differ(repr(plain), repr(other))
                return f"in {clip(repr(state), 200)}{after}, {what} says {says}, but compiled {but}"
    return ""


def _from_where_they_differ(*texts: str) -> list[str]:
    """Two answers as a message has room for them: without a long beginning that is the same."""
    alike = (place for place, letters in enumerate(zip_longest(*texts)) if len({*letters}) > 1)
    same = next(alike, 0) - CONTEXT if max(map(len, texts)) > SHOWN else 0
    return [clip(f"…{text[same:]}" if same > 0 else text, SHOWN) for text in texts]


def _answers(
    game: Game[Any], state: Any, moves: list[int], child: Any, given: list[int], reached: Any
) -> Iterator[tuple[str, Any, Any]]:
    """The questions, each with the answers of Python and of compiled code."""
    yield "player", game.player(state), given[PLAYER]
    yield "outcome", game.outcome(state), given[OUTCOME]
    for plain, compiled in zip_longest(moves[:ROOM], given[FIRST:][: min(given[COUNT], ROOM)]):
        yield "moves", plain, compiled
    if moves:
        yield "play", child, reached
