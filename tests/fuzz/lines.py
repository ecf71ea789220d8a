"""Command lines almost right: valid ones with words changed, removed, doubled or added."""

import random

from fuzz.texts import SPECS, commands, mutate, wild

VALID = commands("valid")
ODD = [
    "", "-", "--", "-1", "0", "1", "nan", "inf", "-inf", "1e999", "9" * 30, "-" + "9" * 30, "0x10",
    "1_0", "1.5", "٣", "²", "true", "None", "[]", "(" * 500, "[" * 500, "x" * 300, "../x",
    "/no/such/place", "nim", "games.db", "own.py", "trap.txt", ".", "..", "~", "player", "a/b",
    "openings.txt", "\x1b[31mred", "\u202e", "\udcff", "two\nlines", "\x00", "'", '"', "%s", "{}",
    "-h", "--help", "--version", "--json", "--plain", "nim(rows=[1])", "nim(rows=[0])", "nim(",
    "nim(rows=__import__('os'))", "random", "human", "exec:", "exec:./player", "database:nim",
    "own.py:play", "level:0", "nim.book", "ugi:./player", "engine:depth=1", "minimax:mills=nan",
    "/dev/null", "/dev/full",
]  # fmt: skip
OPTIONS = sorted({word for line in VALID for word in line if word.startswith("--")})


class Lines:
    """A stream of command lines that a seed repeats."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def next(self) -> list[str]:
        """The next command line, sometimes a valid one."""
        line = list(self._chance.choice(VALID))
        for _ in range(self._chance.choice((0, 1, 1, 1, 2, 2, 3, 5))):
            self._change(line)
        return line

    def _change(self, line: list[str]) -> None:
        chance = self._chance
        at = chance.randrange(len(line)) if line else 0
        kind = chance.random()
        if kind < 0.35:
            line[at : at + 1] = [chance.choice(ODD)]
        elif kind < 0.6 and line:
            line[at] = mutate(line[at], chance)
        elif kind < 0.7:
            del line[at : at + 1]
        elif kind < 0.75:
            line[at:at] = line[at : at + 1]
        elif kind < 0.8:
            chance.shuffle(line)
        elif kind < 0.85:
            line[at : at + 1] = [chance.choice(SPECS)]
        elif kind < 0.88:
            line.insert(at, wild(chance))
        else:
            line[at:at] = [chance.choice(OPTIONS), chance.choice((*ODD, "1", "2", "0.1"))]
