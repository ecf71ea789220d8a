"""Perft of chess from the start and from five positions that chess programmers use.

    make bench NAME=chesscounts [BENCH="--nodes 200000000"] [BENCH=mates]

Counts are compared with the published ones in tests/facts/chess.toml, as deep as they go without
more nodes than asked for. If python-chess and pyffish (Fairy-Stockfish) can be imported, the legal
moves and texts of random games are compared with theirs, in chess, Gardner's and Los Alamos chess.
Three endings are solved, their longest mates compared with the published ones, and the values of
random positions with those of the positions that python-chess says they lead to. Fifty published
mates in two to four moves are proven; a naive search on python-chess's boards finds those in two,
too.
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
    """The states of random games, cut after so many plies."""
    for seed in range(games):
        chance, state = random.Random(seed), game.start()
        for _ in range(plies):
            if game.outcome(state) != ONGOING:
                break
            yield state
            state = game.play(state, chance.choice(list(game.moves(state))))


def different(name: str, games: int, plies: int) -> int:
    """Print in how many positions moves and their texts differ from other programs'."""
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
    """Print how an ending's longest mate compares with the published one, and its values with what
    follows from python-chess's moves; how many are wrong."""
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
    """The score stored of a position of python-chess."""
    return database.score(" ".join(board.fen().split()[:4]))


def followed(database: zermelo.Database, board: Any) -> int:
    """The score that follows from those after python-chess's moves: 32767 − plies for a win."""
    scores = []
    for move in board.legal_moves:
        board.push(move)
        after = known(database, board) or 0
        scores.append(-after + (after > 0) - (after < 0))
        board.pop()
    return max(scores) if scores else -32767 * board.is_check()


def mates_wrong() -> int:
    """Print how many of the published mates are proven, by their keys, in so many moves and no
    fewer; how many are not, or are others by python-chess."""
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
    """Whether after this move every reply allows mate at once."""
    board.push(move)
    replies = list(boards_after(board))
    mated = bool(replies) and all(any(map(mates, boards_after(after))) for after in replies)
    board.pop()
    return mated


def boards_after(board: Any) -> Iterator[Any]:
    """The boards one move on."""
    for move in board.legal_moves:
        after = board.copy(stack=False)
        after.push(move)
        yield after


def mates(board: Any) -> bool:
    """Whether the player to move is mated."""
    return bool(board.is_checkmate())


def miscounted(nodes: int) -> int:
    """Print perft counts, none of more nodes than asked for; how many positions' are wrong."""
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
    """Count and compare; 1 when something differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", nargs="*", help=f"by default {' '.join(PARTS)}")
    parser.add_argument("--nodes", type=int, default=200_000_000, help="of one count at most")
    parser.add_argument("--games", type=int, default=2000, help="random games of each variant")
    parser.add_argument("--sample", type=int, default=5000, help="positions of each ending")
    parser.add_argument("--plies", type=int, default=40, help="of a random game at most")
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
