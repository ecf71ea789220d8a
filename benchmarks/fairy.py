"""Breakthrough and Clobber beside Fairy-Stockfish: sequences of moves, and a match at equal time.

    make bench-fairy [BENCH="--depth 5 --games 20 --milliseconds 100"]

Moves are counted from the start, depth by depth, and then from positions of random games, where men
are taken and reach the far side. Then the engines play, each opening with both colours.
Fairy-Stockfish is Debian's package fairy-stockfish; without it nothing is
compared. In its Breakthrough a side without men is not at once lost, but it has no move either.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import zermelo
from zermelo import ONGOING, Game

PROGRAM = shutil.which("fairy-stockfish", path="/usr/games:/usr/local/bin:/usr/bin")
PIECE = "Pp"
VARIANTS = ("breakthrough", "clobber")


class Fairy:
    """The program, with one of its variants chosen."""

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
        """How many sequences of `depth` moves follow a position."""
        assert self.process.stdout is not None
        self.say(f"position {position}")
        self.say(f"go perft {depth}")
        for line in self.process.stdout:
            if line.startswith("Nodes searched:"):
                return int(line.split()[-1])
        raise SystemExit(f"fairy-stockfish ended at: position {position}")

    def close(self) -> None:
        self.say("quit")
        self.process.communicate(timeout=10)


def fen(game: Any, state: Any) -> str:
    """A position as chess programs read it: rows from above, numbers for empty cells."""
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
    """A state from somewhere in each of so many random games, in which play goes on."""
    chance = random.Random(str(game))
    for _ in range(count):
        state, states = game.start(), []
        while game.outcome(state) == ONGOING:
            states.append(state)
            state = game.play(state, chance.choice(list(game.moves(state))))
        yield chance.choice(states)


def compare(name: str, depth: int, count: int, further: int) -> int:
    """Print both counts; how many of them differ."""
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


def played(name: str, games: int, milliseconds: int) -> str:
    """What a match of the engines at equal time came to, in a line."""
    theirs = f"uci:{PROGRAM}; movetime={milliseconds}"
    ours = f"engine:seconds={milliseconds / 1000}"
    done = zermelo.match(zermelo.game(name), ours, theirs, games=games)
    lost = ", ".join(f"{one.player}: {one.reason}" for one in done.forfeits)
    wins, draws, losses = done.score.wins, done.score.draws, done.score.losses
    text = f"{wins} won, {draws} drawn, {losses} lost by Zermelo"
    return f"{name}, {games} games at {milliseconds} ms a move: {text} {lost}".rstrip()


def main() -> int:
    """Compare both games; 1 when some count differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--depth", type=int, default=5, help="plies from the start")
    parser.add_argument("--positions", type=int, default=200, help="of random games")
    parser.add_argument("--further", type=int, default=3, help="plies from each of these")
    parser.add_argument("--games", type=int, default=20, help="of the match, an even number")
    parser.add_argument("--milliseconds", type=int, default=100, help="for each move")
    asked = parser.parse_args()
    if PROGRAM is None:
        print("There is no fairy-stockfish: install it to have the counts compared.")
        return 0
    given = asked.depth, asked.positions, asked.further
    wrong = 0
    for name in VARIANTS:
        wrong += compare(name, *given)
        if asked.games:
            print(played(name, asked.games, asked.milliseconds), flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
