"""Count false and missed marks in reviews of well-played games, by much longer searches.

    make bench NAME=marks

The games are famous games of chess, of which only the winner's moves count, and games of the
engine against itself. A mark is false if a search of two million nodes before and after the move
finds that it costs less than 5% of the chances to win. A fault is missed if it costs more than 15%
and has no mark.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from pathlib import Path
from typing import Any

import zermelo
from zermelo.contract.analysis import chance
from zermelo.play.advice import EngineAdvisor
from zermelo.play.agenda import Agenda
from zermelo.play.position import read_moves
from zermelo.play.review import game_accuracy, review_plies
from zermelo.play.session import Session

TRUTH, BEST = 2_000_000, 200_000  # nodes of a search for the truth, and of the engine's own moves
FALSE, MISSED = 0.05, 0.15
OWN = ("chess", "chess", "othello", "checkers", "breakthrough", "connectfour", "morris")
PLIES = 80
MASTERS = {
    "Morphy 1858": "w e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 "
    "cxb5 Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#",
    "Anderssen 1851": "w e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 "
    "Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3 Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 "
    "Nxg7+ Kd8 Qf6+ Nxf6 Be7#",
    "Anderssen 1852": "w e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 "
    "Nge7 Ba3 b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 Bb7 Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ "
    "Nxe7 Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#",
    "Fischer 1956": "b Nf3 Nf6 c4 g6 Nc3 Bg7 d4 O-O Bf4 d5 Qb3 dxc4 Qxc4 c6 e4 Nbd7 Rd1 Nb6 Qc5 "
    "Bg4 Bg5 Na4 Qa3 Nxc3 bxc3 Nxe4 Bxe7 Qb6 Bc4 Nxc3 Bc5 Rfe8+ Kf1 Be6 Bxb6 Bxc4+ Kg1 Ne2+ Kf1 "
    "Nxd4+ Kg1 Ne2+ Kf1 Nc3+ Kg1 axb6 Qb4 Ra4 Qxb6 Nxd1 h3 Rxa2 Kh2 Nxf2 Re1 Rxe1 Qd8+ Bf8 Nxe1 "
    "Bd5 Nf3 Ne4 Qb8 b5 h4 h5 Ne5 Kg7 Kg1 Bc5+ Kf1 Ng3+ Ke1 Bb4+ Kd1 Bb3+ Kc1 Ne2+ Kb1 Nc3+ Kc1 "
    "Rc2#",
    "Fischer 1972": "w c4 e6 Nf3 d5 d4 Nf6 Nc3 Be7 Bg5 O-O e3 h6 Bh4 b6 cxd5 Nxd5 Bxe7 Qxe7 Nxd5 "
    "exd5 Rc1 Be6 Qa4 c5 Qa3 Rc8 Bb5 a6 dxc5 bxc5 O-O Ra7 Be2 Nd7 Nd4 Qf8 Nxe6 fxe6 e4 d4 f4 Qe7 "
    "e5 Rb8 Bc4 Kh8 Qh3 Nf8 b3 a5 f5 exf5 Rxf5 Nh7 Rcf1 Qd8 Qg3 Re7 h4 Rbb7 e6 Rbc7 Qe5 Qe8 a4 "
    "Qd8 R1f2 Qe8 R2f3 Qd8 Bd3 Qe8 Qe4 Nf6 Rxf6 gxf6 Rxf6 Kg8 Bc4 Kh8 Qf4",
    "Kasparov 1999": "w e4 d6 d4 Nf6 Nc3 g6 Be3 Bg7 Qd2 c6 f3 b5 Nge2 Nbd7 Bh6 Bxh6 Qxh6 Bb7 a3 "
    "e5 O-O-O Qe7 Kb1 a6 Nc1 O-O-O Nb3 exd4 Rxd4 c5 Rd1 Nb6 g3 Kb8 Na5 Ba8 Bh3 d5 Qf4+ Ka7 Rhe1 "
    "d4 Nd5 Nbxd5 exd5 Qd6 Rxd4 cxd4 Re7+ Kb6 Qxd4+ Kxa5 b4+ Ka4 Qc3 Qxd5 Ra7 Bb7 Rxb7 Qc4 Qxf6 "
    "Kxa3 Qxa6+ Kxb4 c3+ Kxc3 Qa1+ Kd2 Qb2+ Kd1 Bf1 Rd2 Rd7 Rxd7 Bxc4 bxc4 Qxh8 Rd3 Qa8 c3 Qa4+ "
    "Ke1 f4 f5 Kc1 Rd2 Qa7",
}


def review(session: Session) -> float:
    """Review a game to its end, as the pages do; return the CPU seconds."""
    agenda, began = Agenda(session, EngineAdvisor()), time.process_time()
    agenda.reviews = True
    while (task := agenda.next()) is not None:
        task.finish(task.find())
    return time.process_time() - began


def search(game: zermelo.Game, state: Any, nodes: int) -> zermelo.Analysis:
    return zermelo.analyze(game, state, nodes=nodes, ties=False, selective=True)


def play_itself(game: zermelo.Game, seed: int) -> str:
    """A game of the engine against itself, after two random moves."""
    state, moves, chosen = game.start(), [], random.Random(seed)
    while game.outcome(state) == zermelo.ONGOING and len(moves) < PLIES:
        legal = [game.format_move(state, move) for move in game.moves(state)]
        best = chosen.choice(legal) if len(moves) < 2 else search(game, state, BEST).best_moves[0]
        moves.append(best)
        state = game.play(state, game.parse_move(state, best))
    return " ".join(moves)


class Truth:
    """The costs of moves by long searches, stored in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known = json.loads(path.read_text()) if path.exists() else {}

    def cost(self, game: zermelo.Game, before: Any, move: int) -> float:
        """The chance to win that a move gives away."""
        after = game.play(before, move)
        best, likely = self._look(game, before)
        if best == game.format_move(before, move):
            return 0.0
        if game.outcome(after) != zermelo.ONGOING:
            return max(0.0, likely - (1 - (game.outcome(after) + 1) / 2))
        then = self._look(game, after)[1]
        same = game.player(after) == game.player(before)
        return max(0.0, likely - (then if same else 1 - then))

    def _look(self, game: zermelo.Game, state: Any) -> list[Any]:
        key = f"{game} {game.format_state(state)}"
        if key not in self._known:
            found = search(game, state, TRUTH)
            self._known[key] = [found.best_moves[0], chance(game, found.value or 0.0)]
            self._path.write_text(json.dumps(self._known))
        return self._known[key]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--truth", type=Path, default=Path("build/truth.json"))
    parser.add_argument("--only", default="", help="names of games that contain this")
    args = parser.parse_args()
    truth = Truth(args.truth)
    games = {name: ("chess", *text.split(" ", 1)) for name, text in MASTERS.items()}
    for seed, name in enumerate(OWN):
        games[f"best at {name} {seed}"] = name, "wb", None
    for title, (name, sides, text) in games.items():
        if args.only in title:
            count_marks(
                title,
                zermelo.game(name),
                sides,
                text or play_itself(zermelo.game(name), int(title[-1])),
                truth,
            )


def count_marks(title: str, game: zermelo.Game, sides: str, text: str, truth: Truth) -> None:
    session = Session(game)
    search(game, session.start, 1)  # compiles
    for move, _ in read_moves(game, session.start, text):
        if not session.over:  # by repetition
            session.move(move)
    if not session.over:
        session.resign()
    seconds, found = review(session), []
    for row in review_plies(session)[1:]:
        move, before = (
            session.tree[row.node].move,
            session.tree[session.tree[row.node].parent].state,
        )
        random_opening = "best" in title and row.ply <= 2
        if "wb"[row.player] not in sides or random_opening or move is None:
            continue
        cost = truth.cost(game, before, move)
        if row.fault and cost < FALSE:
            found.append(f"false {row.ply}.{row.move} {row.fault} {cost:.2f}: {row.proof}")
        elif row.fault:
            found.append(f"right {row.ply}.{row.move} {row.fault} {cost:.2f}")
        elif cost > MISSED:
            found.append(f"missed {row.ply}.{row.move} {cost:.2f}")
    looks = list(map(len, getattr(session, "_looks", [])))
    tally = {
        kind: sum(each.startswith(kind) for each in found) for kind in ("false", "right", "missed")
    }
    accuracy = game_accuracy(session, session.tree.line(session.node))
    print(
        f"{title}: {tally}, accuracy {accuracy}, {session.ply} plies, "
        f"{looks} looks in {seconds:.1f} s of CPU",
        flush=True,
    )
    for each in found:
        print("   ", each, flush=True)


if __name__ == "__main__":
    main()
