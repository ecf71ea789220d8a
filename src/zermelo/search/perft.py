"""Perft: counting the sequences of legal moves, the first test of any game's rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.contract.analysis import Result
from zermelo.contract.arguments import GameGiven, game_given, reject_unknown_keywords, state_given
from zermelo.contract.game import Game
from zermelo.contract.ranges import DEPTH_OR_NONE
from zermelo.errors import Stopped
from zermelo.native import kernel, runs_native
from zermelo.search.clock import Clock, Progress
from zermelo.search.counters import Counts, check_limit, visit


@kernel
def count_sequences(game: Game, state: Any, depth: int, counts: Counts) -> int:
    """How many sequences of exactly `depth` legal moves start in `state`.

    The last ones are counted, not played.
    """
    if depth == 0:
        return 1
    visit(counts)
    if depth == 1:
        return game.move_count(state)
    check_limit(counts)
    total = 0
    for move in game.moves(state):
        child = game.play(state, move)
        if depth == 2:  # saves a call for most states
            visit(counts)
            total += game.move_count(child)
        else:
            total += count_sequences(game, child, depth - 1, counts)
    return total


@dataclass(frozen=True)
class Perft(Result):
    """The numbers of sequences of exactly 1, 2, … moves.

    interrupted  Ctrl-C came before the depth asked for; the numbers there are, are complete
    """

    game: str
    sequences: tuple[int, ...]
    seconds: float
    native: bool
    interrupted: bool = False


@reject_unknown_keywords
def perft(
    game: GameGiven,
    depth: int,
    *,
    state: Any = None,
    native: bool = True,
    progress: Progress | None = None,
) -> Perft:
    """Count the sequences of exactly 1, 2, … `depth` legal moves.

    game      a game, or its spec like "nim(rows=[1, 2])"
    depth     0 to 512
    state     what to count from, by default the start
    native    False counts in plain Python
    progress  called with the counts so far

    Raises `ParameterError` for another depth.

    >>> import zermelo
    >>> zermelo.perft(zermelo.game("tictactoe"), 3, native=False).sequences
    (9, 72, 504)
    """
    DEPTH_OR_NONE.check("depth", depth)
    game = game_given(game)
    state = state_given(game, state)
    clock = Clock(native=native, progress=progress)
    sequences: list[int] = []
    interrupted = False
    try:
        for clock.depth in range(1, depth + 1):
            sequences.append(int(clock.run(count_sequences, game, state, clock.depth)))
    except (KeyboardInterrupt, Stopped):
        interrupted = True
    compiled = native and runs_native(game)
    return Perft(str(game), tuple(sequences), clock.seconds(), compiled, interrupted)
