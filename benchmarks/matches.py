"""The speed of matches in one process and in several, and the engine's strength at Morris."""

from __future__ import annotations

import time

import zermelo

TEXTBOOK = ("minimax:depth=2", "minimax:depth=4", "alphabeta:depth=6", "alphabeta")
ENGINE = "engine:nodes=100000"
GAMES = 60


def tournament() -> tuple[int, float]:
    """Play tic-tac-toe between textbook players; return the number of games and the seconds."""
    game = zermelo.game("tictactoe")
    zermelo.tournament(game, TEXTBOOK, games=2)  # compiles
    done = zermelo.tournament(game, TEXTBOOK, games=168)
    return sum(standing.score.games for standing in done.standings) // 2, done.seconds


def engines(processes: int) -> float:
    """Games of Connect Four per minute at fixed nodes, including the start of workers."""
    began = time.perf_counter()
    zermelo.match(zermelo.game("connectfour"), ENGINE, ENGINE, games=GAMES, processes=processes)
    return 60 * GAMES / (time.perf_counter() - began)


def morris() -> str:
    """The engine's result against the course's Minimax, from the empty board."""
    players, draws = ("engine:seconds=1", "minimax:limit=2"), {"repetitions": 3, "cap": 250}
    game = zermelo.game("morris")
    score = zermelo.match(game, *players, games=40, plies=0, processes=2, **draws).score
    return f"{score.wins} won, {score.draws} drawn, {score.losses} lost"


def main() -> None:
    games, seconds = tournament()
    print(f"tic-tac-toe, textbook players: {games:,} games in {seconds:.2f} s")
    zermelo.match(zermelo.game("connectfour"), ENGINE, ENGINE, games=2)  # compiles
    one, two = engines(1), engines(2)
    print(f"Connect Four, {ENGINE}: {one:.0f} games a minute on one process, {two:.0f} on two")
    print(f"two processes play {two / one:.2f} times as many")
    print(f"Morris at 1 s a move against minimax:limit=2: {morris()}")


if __name__ == "__main__":
    main()
