"""Conversations with our engine, held by programs that know its protocols nearly, or not at all."""

import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import zermelo
from fuzz.lines import ODD
from fuzz.texts import mutated, wild
from zermelo.bridges.engine import Engine

LINES = [
    "ugi", "uci", "isready", "ugunewgame", "uginewgame", "ucinewgame", "stop", "quit", "",
    "setoption name hash value 1", "setoption name Hash value 2", "setoption name x",
    "position startpos", "position startpos moves 1,1 0,0", "position fen XO./.../...",
    "position startpos moves a1 b2", "query gameover", "query p1turn", "query result",
    "go depth 2", "go nodes 20", "go movetime 5", "go infinite", "go p1time 50 p2time 50",
    "go wtime 50 btime 50 winc 1 binc 1", "go", "go ponder movetime 5", "ponderhit",
    "go mate 1", "go searchmoves 1,1 a1 depth 1", "position startpos moves 1,1",
]  # fmt: skip
GAMES = [("tictactoe", "ugi"), ("tictactoe", "uci"), ("nim(rows=[1, 2])", "ugi")]
LENGTH = 12  # lines of a conversation


def talked(place: Path, seed: int) -> Iterator[tuple[object, list[str]]]:
    """One conversation after the other, and what is wrong with the engine's part in it."""
    chance = random.Random(seed)
    while True:
        name, protocol = chance.choice(GAMES)
        lines = [_line(chance) for _ in range(LENGTH)]
        yield [name, protocol, *lines], _faults(name, protocol, lines)


def _line(chance: random.Random) -> str:
    kind, line = chance.random(), chance.choice(LINES)
    if kind < 0.5:
        return line
    if kind < 0.8:
        return mutated(line, chance)
    return chance.choice((f"{line} {chance.choice(ODD)}", wild(chance)))


def _faults(name: str, protocol: str, lines: list[str]) -> list[str]:
    message: list[str] = []
    collected: list[str] = []
    before = threading.excepthook
    threading.excepthook = lambda fault: collected.append(repr(fault.exc_value))
    engine: Any = Engine(zermelo.game(name), protocol, message.append, native=False)
    searches = sum(line.split()[:1] == ["go"] for line in lines)
    try:
        for line in lines:
            engine.hear(line)
    except Exception as error:
        collected.append(repr(error))
    finally:
        engine.stop()
        threading.excepthook = before
    best = sum(line.startswith("bestmove ") for line in message)
    collected += [f"{best} best moves for {searches} searches"] * (best != searches)
    return collected + ["more than a line at a time"] * any("\n" in line for line in message)
