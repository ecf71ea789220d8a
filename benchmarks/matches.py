"""How fast matches are played: by textbook players, and by engines on one and on two processes."""

from __future__ import annotations

import time

import zermelo

TEXTBOOK = ("minimax:depth=2", "minimax:depth=4", "alphabeta:depth=6", "alphabeta")
ENGINE = "engine:nodes=100000"
GAMES = 60


def tournament() -> tuple[int, float]:
    """Games of tic-tac-toe between textbook players, and the seconds they took."""
    game = zermelo.game("tictactoe")
    zermelo.tournament(game, TEXTBOOK, games=2)  # compiles
    done = zermelo.tournament(game, TEXTBOOK, games=168)
    return sum(standing.score.games for standing in done.standings) // 2, done.seconds


def engines(processes: int) -> float:
    """Games of Connect Four a minute between engines at fixed nodes, worker starts included."""
    began = time.perf_counter()
    zermelo.match(zermelo.game("connectfour"), ENGINE, ENGINE, games=GAMES, processes=processes)
    return 60 * GAMES / (time.perf_counter() - began)


def main() -> None:
    games, seconds = tournament()
    print(f"tic-tac-toe, textbook players: {games:,} games in {seconds:.2f} s")
    zermelo.match(zermelo.game("connectfour"), ENGINE, ENGINE, games=2)  # compiles
    one, two = engines(1), engines(2)
    print(f"Connect Four, {ENGINE}: {one:.0f} games a minute on one process, {two:.0f} on two")
    print(f"two processes play {two / one:.2f} times as many")


if __name__ == "__main__":
    main()
