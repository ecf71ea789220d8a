"""Test whether the page's values after 15 seconds are true, and as many as `analyze` proves.

    make bench NAME=truth [BENCH="--positions 20"]      200 random positions of five games, or fewer

It analyses each position like the page with its values shown, until everything is proven or time is
up. Exact values are compared with a solved database. `analyze --seconds 5` should not prove any
value that is still an estimate.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import zermelo
from zermelo.contract.analysis import Analysis
from zermelo.contract.game import ONGOING, Game
from zermelo.play.advice import EngineAdvisor
from zermelo.play.agenda import Agenda, Scope
from zermelo.play.session import Session
from zermelo.solver.probing.probe import probe

GAMES: Final = (
    "connectfour(width=5, height=5)",
    "isolation(width=4, height=5)",
    "morris(men=3)",
    "kalah(pits=4, seeds=3)",
    "breakthrough(width=3, height=6)",
)
SECONDS: Final = 15.0
ANALYZED: Final = 5.0


class Found(NamedTuple):
    """The results of a game's positions: how many values of moves were exact, wrong or missed."""

    moves: int
    exact: int
    wrong: list[str]
    missed: list[str]
    slowest: float


def random_states(game: Game[Any], count: int, chance: Random) -> list[Any]:
    """Yield a state from each of several random games, at a random ply before its end."""
    collected = []
    while len(collected) < count:
        states = [game.start()]
        while game.outcome(states[-1]) == ONGOING and len(states) < 200:
            moves = list(game.moves(states[-1]))
            states.append(game.play(states[-1], chance.choice(moves)))
        collected.append(chance.choice(states[:-1]))
    return collected


def thought(game: Game[Any], state: Any, seconds: float) -> tuple[Analysis, float]:
    """The page's analysis of a position after these seconds, and when it was complete."""
    session, began = Session(game, start=state), time.monotonic()
    agenda = Agenda(session, EngineAdvisor(), scope=Scope.GAME)
    while (left := seconds - (time.monotonic() - began)) > 0:
        agenda.most_seconds = left
        task = agenda.next()
        if task is None:
            break
        task.finish(task.find())
    known = session.advice()
    assert known is not None
    return known, time.monotonic() - began


def looked_at(spec: str, count: int, seconds: float, directory: Path) -> Found:
    """Test the positions of one game."""
    game = zermelo.game(spec)
    zermelo.solve(game, out=directory)
    database = zermelo.Database(directory, game)
    zermelo.analyze(game, seconds=1.0)  # compiles, as the page does beforehand
    moves, exact, wrong, missed, slowest = 0, 0, [], [], 0.0
    for state in random_states(game, count, Random(1)):
        message, took = thought(game, state, seconds)
        truth, text, slowest = probe(database, state), game.format_state(state), max(slowest, took)
        proven = None if all(entry.exact for entry in message.moves) else analyzed(game, state)
        for entry in message.moves:
            known = truth.of(entry.move)
            moves, exact = moves + 1, exact + entry.exact
            assert known is not None
            if entry.exact and (entry.value, entry.remoteness or known.remoteness) != (
                known.value,
                known.remoteness,
            ):
                wrong.append(f"{text}: {entry.move}")
            if not entry.exact and proven is not None and entry.move in proven:
                missed.append(f"{text}: {entry.move}")
        if not message.exact and proven is not None and "" in proven:
            missed.append(text)
    return Found(moves, exact, wrong, missed, slowest)


def analyzed(game: Game[Any], state: Any) -> set[str]:
    """The moves that `analyze` proves in five seconds, and "" if it proves the position."""
    analysis = zermelo.analyze(game, state, seconds=ANALYZED)
    return {entry.move for entry in analysis.moves if entry.exact} | (
        {""} if analysis.exact else set()
    )


def main() -> int:
    """Print a line for each game, and all faults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("games", nargs="*", default=GAMES)
    asked = parser.parse_args()
    bad = 0
    for spec in asked.games:
        with tempfile.TemporaryDirectory() as directory:
            count = asked.positions // len(asked.games)
            result = looked_at(spec, count, asked.seconds, Path(directory) / "solved")
        print(
            f"{spec:32s} {count} positions, {result.moves} moves: {result.exact} exact, "
            f"{len(result.wrong)} wrong, {len(result.missed)} missed; "
            f"slowest {result.slowest:.1f} s",
            flush=True,
        )
        for text in (*result.wrong, *result.missed):
            print(f"    {text}", flush=True)
        bad += len(result.wrong) + len(result.missed)
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
