"""Breakthrough and Clobber against Fairy-Stockfish: counts of moves, and a match at equal time.

    make bench NAME=fairy [BENCH="--depth 5 --games 20 --nodes 8000 breakthrough"]

Sequences of moves are counted from the start, depth by depth, and from positions of random games
with captures and men near the far side. Then the engines play, each opening with both colours, in
the same processor time: Fairy-Stockfish visits --nodes nodes per move, Zermelo as many as it can
visit in that time; the ratio is measured throughout. Fairy-Stockfish is Debian's package
fairy-stockfish; without it, nothing is compared. In its Breakthrough, a side without men has not
lost yet, but cannot move.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import zermelo
from learned import Side, match
from zermelo import ONGOING, Game
from zermelo.confidence import share
from zermelo.learned.evaluation import shipped_weights, with_weights

PLACES = "/usr/games:/usr/local/bin:/usr/bin:build/fairy/usr/games"
PROGRAM = shutil.which("fairy-stockfish", path=PLACES)
PIECE = "Pp"
VARIANTS = ("breakthrough", "clobber")
BETWEEN = str.maketrans("", "", "-x")  # Zermelo's text between two cells


class Fairy:
    """The running program, set to one of its variants."""

    def __init__(self, variant: str) -> None:
        assert PROGRAM is not None
        self.process = subprocess.Popen(
            [PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.say(f"setoption name UCI_Variant value {variant}")

    def say(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def perft(self, position: str, depth: int) -> int:
        """The number of sequences of `depth` moves from a position."""
        assert self.process.stdout is not None
        self.say(f"position {position}")
        self.say(f"go perft {depth}")
        for line in self.process.stdout:
            if line.startswith("Nodes searched:"):
                return int(line.split()[-1])
        raise SystemExit(f"fairy-stockfish ended at: position {position}")

    def best(self, position: str, nodes: int) -> tuple[str, int]:
        """The program's move after about this many nodes, and the number of nodes visited."""
        assert self.process.stdout is not None
        self.say(f"position {position}")
        self.say(f"go nodes {nodes}")
        visited = 0
        for line in self.process.stdout:
            words = line.split()
            if "nodes" in words:
                visited = int(words[words.index("nodes") + 1])
            if words[:1] == ["bestmove"]:
                return words[1], visited
        raise SystemExit(f"fairy-stockfish ended at: position {position}")

    def seconds(self) -> float:
        """The processor time that the program has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        self.say("quit")
        self.process.communicate(timeout=10)


def fen(game: Any, state: Any) -> str:
    """A position in the form of chess programs: rows from the top, numbers for empty cells."""
    rows = []
    for y in range(game.height):
        row, empty = "", 0
        for x in range(game.width):
            bit = 1 << y * game.width + x
            owners = [player for player, men in enumerate(game.bitboards(state)) if men & bit]
            if owners:
                row += (str(empty) if empty else "") + PIECE[owners[0]]
            empty = 0 if owners else empty + 1
        rows.append(row + (str(empty) if empty else ""))
    return f"fen {'/'.join(rows)} {'wb'[state.player]} - - 0 1"


def positions(game: Game[Any], count: int) -> Iterator[Any]:
    """Yield a random unfinished state from each of `count` random games."""
    chance = random.Random(str(game))
    for _ in range(count):
        state, states = game.start(), []
        while game.outcome(state) == ONGOING:
            states.append(state)
            state = game.play(state, chance.choice(list(game.moves(state))))
        yield chance.choice(states)


def compare(name: str, depth: int, count: int, further: int) -> int:
    """Print both programs' counts; return how many differ."""
    game, fairy = zermelo.game(name), Fairy(name)
    wrong = 0
    for plies, ours in enumerate(zermelo.perft(game, depth).sequences, 1):
        theirs = fairy.perft(fen(game, game.start()), plies)
        wrong += ours != theirs
        print(f"{name:14} depth {plies}  {ours:15,} here  {theirs:15,} there", flush=True)
    different = []
    for state in positions(game, count):
        ours = zermelo.perft(game, further, state=state).sequences
        theirs = [fairy.perft(fen(game, state), plies) for plies in range(1, further + 1)]
        if list(ours) != theirs:
            different.append(f"{game.format_state(state)}: {ours} here, {theirs} there")
    print(f"{name:14} {count - len(different)} of {count} positions alike to depth {further}")
    print(*different, sep="\n", end="\n" if different else "")
    fairy.close()
    return wrong + len(different)


class Rival(Side):
    """Fairy-Stockfish as a side of a match."""

    def __init__(self, game: Any, name: str) -> None:
        super().__init__(game)
        self.fairy = Fairy(name)

    def begin(self) -> None:
        """Forget the previous game."""
        self.fairy.say("ucinewgame")

    def move(self, state: Any, nodes: int, seed: int) -> int:
        """The program's move after about this many nodes."""
        began = self.fairy.seconds()
        text, visited = self.fairy.best(fen(self.game, state), nodes)
        self.nodes += visited
        self.seconds += self.fairy.seconds() - began
        moves = list(self.game.moves(state))
        plain = [self.game.format_move(state, move).translate(BETWEEN) for move in moves]
        return int(moves[plain.index(text)])


def judged(name: str, games: int, nodes: int, plies: int) -> str:
    """The result of a match at equal processor time, in a line."""
    game = zermelo.game(name)
    weights = shipped_weights(game)
    ours = Side(game if weights is None else with_weights(game, weights))
    rival = Rival(game, name)
    counts = match(ours, rival, nodes, games, plies)
    points = share(counts[1] + counts[0] // 2, games)
    rival.fairy.close()
    return (
        f"{name}: {counts[1]}–{counts[0]}–{counts[-1]} ({points.low:.0%} to {points.high:.0%}), "
        f"{nodes:,} nodes a move beside Zermelo's {nodes * ours.rate / rival.rate:,.0f}, "
        f"{1000 * nodes / rival.rate:.0f} ms of the processor"
    )


def main() -> int:
    """Compare both games; return 1 if any count differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depth", type=int, default=5, help="plies from the start")
    parser.add_argument("--positions", type=int, default=200, help="random positions, or 0")
    parser.add_argument("--further", type=int, default=3, help="plies from each of these")
    parser.add_argument("--games", type=int, default=20, help="games of the match, an even number")
    parser.add_argument("--nodes", type=int, default=8_000, help="Fairy-Stockfish's nodes per move")
    parser.add_argument("--plies", type=int, default=4, help="plies of random openings")
    parser.add_argument("names", nargs="*", metavar="GAME", help="by default both games")
    asked = parser.parse_args()
    if PROGRAM is None:
        print("There is no fairy-stockfish: install it to have the counts compared.")
        return 0
    given = asked.depth, asked.positions, asked.further
    wrong = 0
    for name in asked.names or VARIANTS:
        if asked.positions:
            wrong += compare(name, *given)
        if asked.games:
            print(judged(name, asked.games, asked.nodes, asked.plies), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
