"""The mistakes of a game's levels: how often each gives away more than half of what is at stake.

A level's rate says how often it errs on purpose, and one level errs worse than another. So all
levels get the same positions, and a search that looks much further judges their moves.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from zermelo.contract.analysis import Analysis
from zermelo.contract.game import ONGOING, Game
from zermelo.players.levels import Level, Opponent
from zermelo.search.analyze import analyze
from zermelo.search.engine.table import Table
from zermelo.search.limits import Limits

POSITIONS: Final = 400  # in which a move can be a mistake
LOOKED_AT: Final = 30  # positions for each of these at most: in some games hardly any move is one
FURTHER: Final = 16  # times the positions that the highest level looks at
STAKE: Final = 0.3  # between the best move and the worst, of 2 between a win and a loss
RATE: Final = 0.3  # how often the players err whose games the positions are from
EACH: Final = 6  # positions of a game
OPENING: Final = 2  # plies at random
CAP: Final = 300  # plies of a game


@dataclass(frozen=True)
class Judged:
    """How many positions were judged, of so many, for observers."""

    positions: int
    of: int

    def __str__(self) -> str:
        return f"mistakes in {self.positions} of {self.of} positions"


def mistakes(
    game: Game,
    levels: Sequence[Level],
    *,
    positions: int = POSITIONS,
    seed: int = 0,
    native: bool = True,
    progress: Callable[[Any], None] | None = None,
) -> list[float] | None:
    """The share of mistakes among each level's moves, the lowest level first.

    A mistake costs more than half of the difference between the best and the worst move, in
    positions where that is at least STAKE. Shares that rise from a level to the next are no more
    than chance: both levels get the mean. None where no move is a mistake.
    """
    chance = random.Random(seed)
    missed, judged = [0] * len(levels), 0
    players = [
        Opponent(number, Limits(nodes=level.nodes), rate=level.rate, native=native, seed=number)
        for number, level in enumerate(levels, 1)
    ]
    for state, analysis in _telling(game, levels, positions, chance, native=native):
        values = {entry.move: entry.value for entry in analysis.moves}
        bar = (max(values.values()) + min(values.values())) / 2
        for number, player in enumerate(players):
            missed[number] += values[game.format_move(state, player.choose(game, state))] < bar
        judged += 1
        if progress is not None:
            progress(Judged(judged, positions))
    return falling([count / judged for count in missed]) if judged else None


def falling(shares: Sequence[float]) -> list[float]:
    """The nearest shares that never rise: neighbours that do are pooled (Ayer et al. 1955).

    >>> falling([0.5, 0.25, 0.75, 0.125])
    [0.5, 0.5, 0.5, 0.125]
    """
    pools: list[list[float]] = []
    for share in shares:
        pool = [share]
        while pools and sum(pools[-1]) / len(pools[-1]) <= sum(pool) / len(pool):
            pool = pools.pop() + pool
        pools.append(pool)
    return [sum(pool) / len(pool) for pool in pools for _ in pool]


def _telling(
    game: Game, levels: Sequence[Level], count: int, chance: random.Random, *, native: bool
) -> Iterator[tuple[Any, Analysis]]:
    """So many positions where a move can be a mistake, with what the judge says of them."""
    table, nodes = Table(native=native), FURTHER * levels[-1].nodes
    told = 0
    for _ in range(LOOKED_AT * count // EACH):
        states = _played(game, levels[len(levels) // 2].nodes, chance, native=native)
        for state in chance.sample(states, min(EACH, len(states))):
            analysis = analyze(
                game, state, nodes=nodes, every_move=True, table=table, native=native
            )
            values = [entry.value for entry in analysis.moves]
            if max(values) - min(values) >= STAKE * game.value_bound:
                told += 1
                yield state, analysis
            if told == count:
                return


def _played(game: Game, nodes: int, chance: random.Random, *, native: bool) -> list[Any]:
    """The positions of a game between two that err, after a random opening."""
    seed = chance.getrandbits(32)
    player = Opponent(10, Limits(nodes=nodes), rate=RATE, native=native, seed=seed)
    state = game.start()
    states: list[Any] = []
    while game.outcome(state) == ONGOING and len(states) < CAP:
        states.append(state)
        opening = len(states) <= OPENING
        move = chance.choice(list(game.moves(state))) if opening else player.choose(game, state)
        state = game.play(state, move)
    return states[OPENING:]
