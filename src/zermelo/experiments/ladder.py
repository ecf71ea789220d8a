"""The value of thinking: a player against itself with twice the nodes, rung after rung."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from zermelo.contract.analysis import Fields
from zermelo.contract.game import Game
from zermelo.errors import ParameterError
from zermelo.experiments.metric import Metric, sampled_points, sampled_share
from zermelo.matches.event import Event
from zermelo.matches.ratings import Elo, elo, pair_counts
from zermelo.matches.records import GameRecord
from zermelo.matches.schedule import Conditions

NODES: Final = (50, 100, 200, 400, 800)  # states that each player visits for a move
MOST: Final = 200  # games of a rung
CAP: Final = 400  # plies, after which a game is drawn


@dataclass(frozen=True)
class Rung(Fields):
    """A player against the same with half the thought.

    nodes      what the stronger visits for a move; the weaker half
    elo        how much stronger it is, with its 95% interval; None without a pair of games
    advantage  the share of points of the first player, both strengths moving first equally often
    draws      the share of games drawn
    """

    nodes: int
    games: int
    elo: Elo | None
    advantage: Metric
    draws: Metric


@dataclass(frozen=True)
class Ladder:
    """All rungs, the games they are from, and the random plies these begin with.

    doubling  what a doubling of thought is worth, of all rungs together
    """

    rungs: tuple[Rung, ...]
    doubling: Elo | None
    plies: int
    records: tuple[GameRecord, ...]

    def as_dict(self) -> dict[str, Any]:
        """The ladder as JSON, without the games."""
        return {
            "rungs": [rung.as_dict() for rung in self.rungs],
            "doubling": self.doubling and self.doubling.as_dict(),
            "opening_plies": self.plies,
            "games": len(self.records),
        }


def climb(
    game: Game,
    deadline: float,
    *,
    seed: int = 0,
    native: bool = True,
    most: int = MOST,
    nodes: tuple[int, ...] = NODES,
    progress: Callable[[str], None] | None = None,
    look: Callable[[GameRecord], None] | None = None,
) -> Ladder:
    """Play pairs of games on all rungs in turn until `deadline`, one pair of each at least.

    look  called with each game, which counts for the time
    """
    event, plies = _event(game, seed, native, most, nodes)
    least, played = 2 * (len(nodes) - 1), 0

    def watch(record: GameRecord) -> None:
        nonlocal played
        played += 1
        if look is not None:
            look(record)
        if progress is not None:
            progress(f"{played} games of the ladder")

    event.run(watch, lambda: played >= least and time.perf_counter() > deadline)
    if event.interrupted:
        raise KeyboardInterrupt
    return _summary(event, nodes, plies)


def _event(
    game: Game, seed: int, native: bool, most: int, nodes: tuple[int, ...]
) -> tuple[Event, int]:
    """The games, after two random plies, or as many as the game is long enough for."""
    names = [f"engine:nodes={count}" for count in nodes]
    pairings = [(rung + 1, rung) for rung in range(len(nodes) - 1)]
    for plies in (2, 1):
        given = Conditions(games=most, plies=plies, seed=seed, native=native, cap=CAP)
        try:
            return Event(game, names, pairings, given), plies
        except ParameterError:  # over after so few plies
            continue
    given = Conditions(games=most, plies=0, seed=seed, native=native, cap=CAP)
    return Event(game, names, pairings, given), 0


def _summary(event: Event, nodes: tuple[int, ...], plies: int) -> Ladder:
    rungs, all_pairs = [], [0] * 5
    for rung in range(len(nodes) - 1):
        records = [one for one in event.records if {one.first, one.second} == {rung, rung + 1}]
        pairs = pair_counts(records, rung + 1)
        all_pairs = [one + other for one, other in zip(all_pairs, pairs, strict=True)]
        rungs.append(_rung(nodes[rung + 1], records, elo(pairs)))
    return Ladder(tuple(rungs), elo(all_pairs), plies, tuple(event.records))


def _rung(nodes: int, records: list[GameRecord], difference: Elo | None) -> Rung:
    points = [record.points(record.first) for record in records]
    drawn = sum(record.result == 0 for record in records)
    of = f"{len(records)} games"
    return Rung(
        nodes=nodes,
        games=len(records),
        elo=difference,
        advantage=sampled_points("first player's points", points, of),
        draws=sampled_share("drawn", drawn, len(records), of),
    )
