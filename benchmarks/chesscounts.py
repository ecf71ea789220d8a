"""Perft of chess from the start and from five positions that chess programmers use.

    make bench NAME=chesscounts [BENCH="--nodes 200000000"] [BENCH=mates]

It compares counts of at most --nodes nodes with the published ones in tests/facts/chess.toml. If
python-chess and pyffish (Fairy-Stockfish) can be imported, it compares legal moves and their texts
in random games of chess, Gardner's and Los Alamos chess. It solves three endings, compares their
longest mates with the published ones, and checks values of random positions by the moves of
python-chess. It proves fifty published mates in two to four moves; a naive search on python-chess's
boards also finds the mates in two.
"""

from __future__ import annotations

import argparse
import importlib
import random
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import zermelo
from facts import FACTS, MATES
from zermelo import ONGOING, Game
from zermelo.solver.probing.hardest import longest_win

COUNTS = {"": FACTS["chess"].perft["chess"], **FACTS["chess"].positions["chess"]}
PARTS = ("counts", "games", "mates", "endings")
LONGEST = {"KQK": 10, "KRK": 16, "KPK": 28}  # moves to mate, as published
FAIRY = ("gardner", "losalamos", "chess")


def states(game: Game[Any], games: int, plies: int) -> Iterator[Any]:
    """Yield the states of random games, each game cut after `plies` plies."""
    for seed in range(games):
        chance, state = random.Random(seed), game.start()
        for _ in range(plies):
            if game.outcome(state) != ONGOING:
                break
            yield state
            state = game.play(state, chance.choice(list(game.moves(state))))


def different(name: str, games: int, plies: int) -> int:
    """Compare moves and texts with other programs'; print and return how many positions differ."""
    game = zermelo.game(name)
    try:
        fairy = importlib.import_module("pyffish")
        python = importlib.import_module("chess") if name == "chess" else None
    except ImportError as error:
        print(f"{name}: no random games compared: {error}")
        return 0
    wrong = seen = 0
    for state in states(game, games, plies):
        text, seen = f"{game.format_state(state)} 0 1", seen + 1
        legal = list(game.moves(state))
        ours = sorted(game.uci(state, move) for move in legal)  # type: ignore[attr-defined]
        wrong += ours != sorted(fairy.legal_moves(name, text, []))
        if python:
            board = python.Board(text)
            theirs = {board.san(move) for move in board.legal_moves}
            wrong += theirs != {game.format_move(state, move) for move in legal}
    print(f"{name}: {games} random games, {seen} positions, {wrong} differ", flush=True)
    return wrong


def wrong_in(ending: str, sample: int) -> int:
    """Compare an ending's longest mate with the published one, and its values with those that
    follow from python-chess's moves; print and return the number of faults."""
    game, chance = zermelo.game("chess"), random.Random(ending)
    with tempfile.TemporaryDirectory() as folder:
        solution = zermelo.solve(game, folder, endgame=ending)
        database = zermelo.Database(folder)
        plies, state = longest_win(database) or (0, None)
        moves = (plies + 1) // 2
        print(f"{ending}: {solution.states:,} positions, mate in {moves}, published", end=" ")
        print(
            f"{LONGEST[ending]}: {game.format_state(state)}; {solution.seconds:.0f} s", flush=True
        )
        try:
            python = importlib.import_module("chess")
        except ImportError as error:
            print(f"{ending}: no values compared: {error}")
            return int(moves != LONGEST[ending])
        places = chance.sample(range(database.states.places), sample)
        boards = [
            python.Board(f"{game.format_state(database.states.state(place))} 0 1")
            for place in places
        ]
        wrong = sum(followed(database, board) != known(database, board) for board in boards)
    print(f"{ending}: {sample} values compared, {wrong} differ", flush=True)
    return wrong + (moves != LONGEST[ending])


def known(database: zermelo.Database, board: Any) -> int | None:
    """The stored score of a position of python-chess."""
    return database.score(" ".join(board.fen().split()[:4]))


def followed(database: zermelo.Database, board: Any) -> int:
    """The score that follows from the scores after python-chess's moves; a win is 32767 − plies."""
    scores = []
    for move in board.legal_moves:
        board.push(move)
        after = known(database, board) or 0
        scores.append(-after + (after > 0) - (after < 0))
        board.pop()
    return max(scores) if scores else -32767 * board.is_check()


def mates_wrong() -> int:
    """Prove the published mates, each by its key and in exactly its number of moves; print and
    return how many fail here or by python-chess."""
    game, wrong, began = zermelo.game("chess"), 0, time.process_time()
    for mate in MATES:
        plies, state = 2 * mate.moves - 1, game.parse_state(mate.text)
        proven = zermelo.analyze(game, state, depth=plies)
        sooner = zermelo.analyze(game, state, depth=plies - 2).exact
        right = proven.exact and proven.remoteness == plies and proven.best_moves == (mate.key,)
        wrong += not right or sooner
    spent = time.process_time() - began
    print(f"{len(MATES)} published mates, {wrong} not proven; {spent:.1f} s of a processor")
    try:
        python = importlib.import_module("chess")
    except ImportError as error:
        print(f"no mates compared: {error}")
        return wrong
    other = 0
    for mate in MATES:
        board = python.Board(f"{mate.text} 0 1")
        other += not board.is_valid()
        if mate.moves == 2:
            keys = [board.san(move) for move in list(board.legal_moves) if mated_by(board, move)]
            other += keys != [mate.key] or any(map(mates, boards_after(board)))
    print(f"{len(MATES)} compared with python-chess, {other} differ", flush=True)
    return wrong + other


def mated_by(board: Any, move: Any) -> bool:
    """Whether every reply to this move allows an immediate mate."""
    board.push(move)
    replies = list(boards_after(board))
    mated = bool(replies) and all(any(map(mates, boards_after(after))) for after in replies)
    board.pop()
    return mated


def boards_after(board: Any) -> Iterator[Any]:
    """Yield the board after each move."""
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        yield after


def mates(board: Any) -> bool:
    """Whether the player to move is mated."""
    return bool(board.is_checkmate())


def miscounted(nodes: int) -> int:
    """Print perft counts of at most `nodes` nodes; return how many positions have wrong counts."""
    game, wrong = zermelo.game("chess"), 0
    for text, (expected, _) in COUNTS.items():
        state = game.parse_state(text) if text else game.start()
        depth = sum(count <= nodes for count in expected)
        counts = zermelo.perft(game, depth, state=state)
        wrong += list(counts.sequences) != list(expected[:depth])
        speed = sum(counts.sequences) / counts.seconds / 1e6
        print(f"{text or 'start'}: {counts.sequences}, {speed:.1f} M/s", flush=True)
    return wrong


def main() -> int:
    """Count and compare; return 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="*", help=f"by default {' '.join(PARTS)}")
    parser.add_argument("--nodes", type=int, default=200_000_000, help="the most nodes of a count")
    parser.add_argument("--games", type=int, default=2000, help="random games of each variant")
    parser.add_argument("--sample", type=int, default=5000, help="positions of each ending")
    parser.add_argument("--plies", type=int, default=40, help="the most plies of a random game")
    asked, wrong = parser.parse_args(), 0
    if strange := set(asked.part).difference(PARTS):
        parser.error(f"{min(strange)} is no part: {', '.join(PARTS)}")
    for part in asked.part or PARTS:
        if part == "counts":
            wrong += miscounted(asked.nodes)
        elif part == "games":
            wrong += sum(different(name, asked.games, asked.plies) for name in FAIRY)
        elif part == "mates":
            wrong += mates_wrong()
        else:
            wrong += sum(wrong_in(ending, asked.sample) for ending in LONGEST)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
