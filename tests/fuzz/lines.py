"""Command lines nearly right: valid ones with words changed, left out, doubled, added."""

import random

from fuzz.texts import SPECS, mutated, wild

QUICK = "--plain"
VALID = [
    ["games", "--json"],
    ["analyze", "tictactoe", "--moves", "0,0 1,1", "--depth", "2", QUICK],
    ["analyze", "nim(rows=[1, 2])", "--algorithm", "minimax", "--json", QUICK],
    ["analyze", "isolation(width=4, height=4)", "--seconds", "0.05", QUICK],
    ["analyze", "nim(rows=[1, 2])", "--database", "nim", "--state", "1,2 A"],
    ["analyze", "own.py:Own(rows=[2, 2])", "--nodes", "50", "--seed", "3", QUICK],
    ["analyze", "nim(rows=[1, 2])", "--algorithm", "pn"],
    ["analyze", "connectfour", "--algorithm", "mcts", "--seconds", "0.05", "--threads", "1", QUICK],
    ["play", "nim(rows=[1, 2])", "--first", "random", "--second", "first", "--seed", "1", "--json"],
    ["play", "kalah(pits=2)", "--by", "score", "--first", "greedy", "--second", "first", "--json"],
    ["play", "tictactoe", "--first", "computer", "--second", "level:2", "--bare"],
    ["show", "tictactoe", "--state", "XO./.../...", "--svg", "board.svg", "--theme", "dark"],
    ["show", "morris", "--moves", "a1", "--json"],
    ["tree", "nim(rows=[1, 2])", "--depth", "2", "--out", "tree.html", "--algorithm", "alphabeta"],
    ["tree", "nim(rows=[1, 2])", "--algorithm", "pn", "--least", "1", "--out", "tree.html"],
    ["tree", "nim(rows=[1, 2])", "--algorithm", "mcts", "--simulations", "9", "--seed", "1"],
    ["tree", "nim", "--proof", "x", "--depth", "2", "--out", "tree.html"],
    ["tree", "tictactoe", "--depth", "1", "--against", "minimax", "--out", "tree.svg", "--json"],
    ["solve", "nim(rows=[2, 1])", "--out", "new", "--threads", "1", "--memory", "10MiB", QUICK],
    ["estimate", "nim(rows=[2, 3])"],
    ["probe", "nim", "--state", "1,2 A", "--json"],
    ["probe", "nim", "--moves", "0,1"],
    ["verify", "nim", "--sample", "3", "--wins", "2"],
    ["audit", "nim", "--player", "random", "--positions", "3"],
    ["audit", "nim", "--player", "first", "--from", "uniform", "--positions", "2"],
    ["match", "nim(rows=[1, 2])", "random", "first", "--games", "2", "--records", "games2.db"],
    ["match", "nim(rows=[1, 2])", "first", "random", "--games", "4", "--records", "games.db"],
    ["match", "tictactoe", "random", "minimax:depth=1", "--games", "2", "--export", "games.jsonl"],
    ["match", "tictactoe", "exec:./player", "greedy", "--games", "2", "--clock", "0.5"],
    ["match", "tictactoe", "level:1", "first", "--openings", "openings.txt", "--games", "2"],
    ["match", "nim", "random", "first", "--sprt", "0,30", "--games", "2", "--processes", "1"],
    ["tournament", "nim(rows=[1, 2])", "random", "first", "--games", "2", "--cap", "5", "--json"],
    ["tune", "morris", "--weights", "mills", "--games", "2", "--rounds", "1", "--most-games", "2"],
    ["perft", "nim(rows=[1, 2])", "3", QUICK],
    ["playouts", "nim(rows=[1, 2])", "--games", "3", "--seconds", "0.1"],
    ["check", "own.py", "--games", "2"],
    ["experiment", "depth", "nim(rows=[1, 2])", "--depths", "1,2", "--plot", "plot.svg"],
    ["experiment", "depth", "nim(rows=[1, 2])", "--depths", "1", "--from", "game", "--show"],
    ["tournament", "isolation(width=3, height=2)", "first", "--gauntlet", "--games", "2"],
    ["book", "nim(rows=[1, 2])", "--plies", "1", "--exact", "--out", "nim.book"],
    ["book", "tictactoe", "--plies", "2", "--playouts", "20", "--out", "new.book"],
    ["verify", "nim.book"],
    ["verify", "nim.proof", "--sample", "3"],
    ["analyze", "nim(rows=[1, 2])", "--proof", "nim.proof"],
    ["prove", "nim(rows=[1, 2])", "--claim", "win", "--table", "1", "--out", "new.proof", QUICK],
    ["analyze", "nim(rows=[1, 2])", "--book", "nim.book", "--nodes", "9", "--json", QUICK],
    ["export", "nim", "--out", "nim.parquet"],
    ["import", "games.jsonl", "--game", "nim", "--out", "positions.txt"],
    ["export", "small", "--outcomes", "--out", "outcomes"],
    ["probe", "nim", "--hardest", "2", "--json"],
    ["value", "nim(rows=[1, 2])", "--positions", "50", "--state", "1,2 A"],
    ["value", "domineering(width=2, height=2)", "--plot", "value.svg", "--json"],
    ["worksheet", "cuts", "nim(rows=[1, 2])", "--out", "sheet.pdf"],
    ["worksheet", "values", "tictactoe", "--depth", "1", "--out", "sheet.pdf", "--json"],
    ["exercise", "minimax", "--json"],
    ["grade", "own.py", "--exercise", "minimax", "--json"],
    ["new", "four-field", "--json"],
    ["report", "nim(rows=[1, 2])", "--seconds", "1", "--out", "report.html"],
    ["report", "nim(rows=[1])", "--seconds", "1", "--keep", "kept"],
    ["tune", "morris", "--results", "games.jsonl", "--weights", "mills", "--rounds", "1"],
    ["learn", "tictactoe", "--positions", "50", "--threads", "1", "--out", "learned"],
    ["tune", "tictactoe", "--self-play", "--rounds", "1", "--most-games", "2"],
    ["engine", "nim(rows=[1, 2])", "--protocol", "ugi"],
    ["publish", "own.py", "--pyodide", "nothing-there", "--out", "site", "--offline"],
    ["serve", "--results", "games.jsonl", "--book", "nim.book", "--study", "x", "--port", "x"],
    ["serve", "--proof", "x", "--port", "x"],
    ["export", "study.json", "--out", "study.ipynb", "--json"],
    ["verify", "study.json"],
    ["serve", "nothing-there.py", "--port", "0", "--host", "127.0.0.1", "--token", "new"],
]  # fmt: skip
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
    """A stream of command lines, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def next(self) -> list[str]:
        """One more, sometimes a valid one."""
        line = list(self._chance.choice(VALID))
        for _ in range(self._chance.choice((0, 1, 1, 1, 2, 2, 3, 5))):
            self._change(line)
        return line

    def passable(self) -> list[str]:
        """One more, of words that a process can be given."""
        return [word.replace("\0", "0") for word in self.next()]

    def _change(self, line: list[str]) -> None:
        chance = self._chance
        at = chance.randrange(len(line)) if line else 0
        kind = chance.random()
        if kind < 0.35:
            line[at : at + 1] = [chance.choice(ODD)]
        elif kind < 0.6 and line:
            line[at] = mutated(line[at], chance)
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
