"""Texts almost right, mutated from valid ones, or random; and valid command lines."""

import random
import shlex
import tomllib
from pathlib import Path

COMMANDS = tomllib.loads(Path(__file__).with_name("commands.toml").read_text(encoding="utf-8"))

PIECES = "XOAB.#/,0123456789()[]=-'\" \n\t:_eij\\\0é٣²●"
GAMES = [
    "tictactoe",
    "mnk(width=4, height=3)",
    "isolation(blocked=[(2, 1)])",
    "isolation(width=4, height=4, pieces='knight', stuck='either')",
    "nim",
    "connectfour",
    "morris",
]
SPECS = [
    *GAMES,
    "nim(rows=[1, 3, 5], misere=True)",
    "isolation(width=3, height=2, blocked=[(2, 1)], pieces='queen', stuck='mover')",
    "folder/chomp.py:Chomp(width=5)",
]


def mutate(text: str, chance: random.Random) -> str:
    """Return `text` after a few random insertions, deletions, replacements and repetitions."""
    for _ in range(chance.choice((1, 1, 2, 3, 8))):
        at = chance.randrange(len(text) + 1)
        upto = min(len(text), at + chance.choice((0, 1, 1, 1, 4)))
        text = text[:at] + chance.choice(("", *PIECES, text[at:upto] * 2)) + text[upto:]
    return text


def wild(chance: random.Random) -> str:
    """A text of random characters."""
    length = chance.choice((0, 1, 3, 10, 40, 300))
    return "".join(
        chance.choice(PIECES) if chance.random() < 0.9 else chr(chance.randrange(0xD800))
        for _ in range(length)
    )


def commands(name: str) -> list[list[str]]:
    """The words of each line of an entry in commands.toml."""
    return [shlex.split(line) for line in COMMANDS[name].split("\n") if line]
