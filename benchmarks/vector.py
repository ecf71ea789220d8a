"""Moves per second in thousands of simultaneous games, with one move in each game per call.

    make bench NAME=vector [BENCH="othello --games 1024"]

It plays random games on one thread; figures are medians of five, by processor time: `step` alone,
with given moves; with drawing the moves; and with marking all legal moves, as learners need. pgx,
whose environments are the usual choice, claims "10-100x faster than Python" on a DGX-A100 in its
paper's abstract (Koyamada and others 2023), and shows its moves per second on GPUs as curves.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import zermelo
from zermelo.bridges.vector import Games

GAMES = ("connectfour", "tictactoe", "othello", "breakthrough", "kalah", "hex", "morris")


def spent(action: Callable[[], Any]) -> float:
    """The processor time of a call."""
    began = time.thread_time()
    action()
    return time.thread_time() - began


def rates(games: Games, seconds: float) -> tuple[float, float, float]:
    """Moves per second: of steps alone, with drawing, and with drawing and marking."""
    times = [0.0, 0.0, 0.0]
    moves = 0
    games.step(games.drawn())
    _ = games.masks
    while sum(times) < seconds:
        drawn: list[Any] = []
        times[1] += spent(lambda: drawn.append(games.drawn()))  # noqa: B023 - called at once
        times[0] += spent(lambda: games.step(drawn[0]))  # noqa: B023
        times[2] += spent(lambda: games.masks)
        moves += len(games.rows)
    return moves / times[0], moves / (times[0] + times[1]), moves / sum(times)


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=GAMES, help="specs of games")
    parser.add_argument("--games", type=int, default=4096, help="simultaneous games")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds of each of five runs")
    asked = parser.parse_args()
    print(f"{'million moves a second':24}{'step':>8}{'+ draw':>8}{'+ masks':>8}")
    for spec in asked.game:
        games = Games(zermelo.game(spec), asked.games, seed=1)
        result = [rates(games, asked.seconds) for _ in range(5)]
        row = "".join(f"{median(column) / 1e6:8.1f}" for column in zip(*result, strict=True))
        print(f"{spec:24}{row}", flush=True)


if __name__ == "__main__":
    main()
