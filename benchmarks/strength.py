"""The player "best" against the previous release, game by game: SPRT with bounds fixed beforehand.

    make bench NAME=strength [BENCH="othello hex --games 100 --seconds .02 .1"]
    make bench NAME=strength BENCH="othello --full-width 20000 100000"

Both sides have the same time per move, on one core. With --full-width, the engine plays itself
without selective search, both with these numbers of nodes per move, so that a busy machine changes
nothing. Games are recorded in build/strength, so that an interrupted gauntlet resumes.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import zlib
from pathlib import Path

import zermelo
from onecore import keep_to_one_core
from zermelo.games import BUILT_IN
from zermelo.matches.match import Match
from zermelo.matches.ratings import mean_of
from zermelo.players.program import Program

RECORDS = Path("build/strength")
BOUNDS = (-30, 30)  # Elo; 5% errors either way
VERDICTS = {"H1": "stronger", "H0": "weaker", None: "open"}
PLIES = 4  # random plies at the start of games
# Seconds after which a move loses. If an engine meets a position that does not fit its code, it
# compiles again for up to ten seconds, which do not count as time for the move.
CLOCK = 30
COMPILING = 120  # the most seconds of a move before the match, while code compiles
AT_ONCE = 20_000  # a game that a search of so many nodes solves is not worth a match


def knows(release: str, name: str) -> bool:
    """Whether the release, run by its Python, knows the game; also compile its search."""
    engine = Program([release, "-m", "zermelo", "engine", name, "--protocol", "ugi"], heard=False)
    try:
        return engine.ask("isready") == "readyok"
    except EOFError:  # the release lacks this game
        return False
    finally:
        engine.stop()


def left_out(name: str, release: str | None) -> str:
    """The reason why a match of the game means nothing, in a word; "" if it is played."""
    game = zermelo.game(name)
    if release is None:
        return "" if game.has("loud") else "unselective"
    if not knows(release, name):
        return "new"
    return "solved" if zermelo.analyze(game, nodes=AT_ONCE).exact else ""


def players(name: str, limit: float, release: str | None) -> tuple[str, str]:
    """The names of both players, limited in seconds per move or, without a release, in nodes."""
    if release is None:
        return f"engine:nodes={limit}", f"engine:nodes={limit},selective=0"
    engine = f"{release} -m zermelo engine {shlex.quote(name)} --protocol ugi"
    return f"best:seconds={limit:g}", f"ugi:{engine}; movetime={round(1000 * limit)}"


def played(name: str, sides: tuple[str, str], games: int) -> Match:
    """Play the match, after games that do not count, in which both sides compile.

    Against "random", the release reaches positions that it does not reach against this engine.
    """
    about = zlib.crc32(repr((sides, games, BOUNDS, PLIES, CLOCK)).encode())
    records = RECORDS / f"{name}-{about:08x}"
    if not records.exists():
        for first in (sides[0], "random"):
            stop_if_asked(
                zermelo.match(name, first, sides[1], games=2, plies=PLIES, clock=COMPILING)
            )
    return stop_if_asked(
        zermelo.match(
            name, *sides, games=games, plies=PLIES, clock=CLOCK, sprt=BOUNDS, records=records
        )
    )


def stop_if_asked(done: Match) -> Match:
    """Return a match; if Ctrl-C ended it, end the gauntlet."""
    if done.interrupted:
        raise KeyboardInterrupt
    return done


def row(done: Match, limit: float) -> str:
    """A match's line in the table of docs/measurements/strength.md."""
    score, elo, verdict = done.score, done.elo, done.sprt and done.sprt.verdict
    faults = "".join(
        f", {fault.games} {'lost' if fault.player == done.players[0] else 'won'} by {fault.reason}"
        for fault in done.forfeits
    )
    likely = f"{mean_of(elo.low):.0%} to {mean_of(elo.high):.0%}" if elo else ""
    return (
        f"| {done.game} | {limit:,} | {score.wins}–{score.draws}–{score.losses}{faults} "
        f"| {score.share:.0%} | {likely} | {VERDICTS[verdict]} |"
    )


def options() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--release", metavar="PYTHON", help="a Python with the previous release")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="most games per match")
    parser.add_argument(
        "--seconds",
        type=float,
        nargs="+",
        default=[0.02, 0.1],
        metavar="S",
        help="seconds a move",
    )
    parser.add_argument(
        "--full-width", type=int, nargs="+", metavar="N", help="nodes per move, without a release"
    )
    parser.add_argument("names", nargs="*", metavar="GAME")
    asked = parser.parse_args()
    if not (asked.release or asked.full_width):
        parser.error("one of --release and --full-width says who the other side is")
    return asked


def main() -> None:
    """Print a line for each match."""
    asked = options()
    release = None if asked.full_width else asked.release
    limits, unit = (asked.full_width, "nodes") if asked.full_width else (asked.seconds, "seconds")
    keep_to_one_core()
    RECORDS.mkdir(parents=True, exist_ok=True)
    print(f"| game | {unit} a move | won–drawn–lost | points | 95% | SPRT |\n{'|---' * 6}|")
    try:
        for name in asked.names or BUILT_IN:
            why = left_out(name, release)
            if why:
                print(f"| {name} | | | | | {why} |", flush=True)
            for limit in () if why else limits:
                done = played(name, players(name, limit, release), asked.games)
                print(row(done, limit), flush=True)
    except KeyboardInterrupt:
        sys.exit("Stopped; the same command goes on.")


if __name__ == "__main__":
    main()
