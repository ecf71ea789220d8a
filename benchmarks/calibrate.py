"""Find how often each level of a game has to err, by matches between neighbouring levels.

    make bench NAME=calibrate BENCH="connectfour --nodes 32000 --store"

It begins with the highest level. For each lower level, it tries rates of errors until the level
above takes the intended share of the points; a match that clearly misses this share is abandoned
early. Then all levels play in the same positions, and a much longer search counts their mistakes:
moves that give away more than half of the stake. The games are stored in build/levels, so that an
interrupted run resumes. With --store, the rates go to players/levels.json, which the levels read.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import zermelo
from zermelo import ONGOING, Analysis, Game
from zermelo.matches.event import Event
from zermelo.matches.match import Score, score_of
from zermelo.matches.ratings import elo, mean_of, pair_counts
from zermelo.matches.records import GameRecord
from zermelo.matches.schedule import Conditions
from zermelo.players.levels import LEVELS, Level, Opponent
from zermelo.search.clock import Limits
from zermelo.search.engine.table import Table

RECORDS = Path("build/levels")
LEVELS_FILE = Path(zermelo.__file__).parent / "players" / "levels.json"
RIGHT = (0.60, 0.80)  # the share that a level should take from the level below
TRIAL = 100  # games after which a match may be abandoned
HOPEFUL = (0.59, 0.77)  # the shares after TRIAL games with which a match goes on
TRIALS = 10  # the most matches for one level
FEWEST = 250  # the fewest nodes of a level
FIRST_GAP = 0.12  # added to the rate of level 10, which is 0, for the first guess
WIDER = 1.1  # the ratio of a gap to the previous one
QUIET = 50  # moves without progress that draw a game
CAP = 300  # plies that draw a game
TIMED = 100  # the most plies of a game whose moves are timed
SURE = 0.99  # the expected share against random moves

LOOKED_AT = 30  # positions examined for each one used: in some games few moves are mistakes
FURTHER = 16  # the judge's nodes, as a multiple of the highest level's
STAKE = 0.3  # the least difference between the best and the worst move; win and loss differ by 2
ERRING = 0.3  # the rate of errors in the games that the positions come from
EACH = 6  # positions to take from a game
OPENING = 2  # random plies at the start of a game


@dataclass
class Calibration:
    """The calibration of one game, from the highest level to the lowest."""

    game: Game
    target: float
    within: float
    games: int
    nodes: list[int]  # the nodes of each level, the lowest first
    conditions: dict[str, Any]

    def run(self) -> list[dict[str, Any]]:
        """Calibrate all levels; return their rows for levels.json, the lowest first."""
        rates, rows = {len(LEVELS): 0.0}, []
        for level in range(len(LEVELS) - 1, 0, -1):
            rates[level], records = self.sought(level, rates)
            rows.append(self.row(level + 1, rates[level + 1], records))
        rows.append(self.row(1, rates[1], []))
        rows.reverse()
        levels = [Level(row["rate"], row["bound"], row["nodes"]) for row in rows]
        for row, share in zip(rows, mistakes(self.game, levels, self.games) or (), strict=False):
            row["mistakes"] = round(share, 3)
        return rows

    def sought(self, level: int, rates: dict[int, float]) -> tuple[float, list[GameRecord]]:
        """Find the rate of `level`; return it with the games of the match that measured it."""
        easier = penalty(level)
        bracket = Bracket(self.target, rates[level + 1] if easier == 1.0 else 0.0)
        gap = max(WIDER * (rates[level + 1] - rates.get(level + 2, 0.0)), FIRST_GAP)
        guess = FIRST_GAP if level + 2 > len(LEVELS) else (rates[level + 1] + gap) * easier
        rate, tried = round(min(guess, 1), 3), []
        for _ in range(TRIALS):
            records = self.played(level, rate, rates[level + 1])
            share = score_of(records, 0).share
            away = abs(share - self.target) if len(records) >= self.games else 1.0
            tried.append((away, rate, records))
            found = away <= self.within and RIGHT[0] <= share <= RIGHT[1]
            if found or not bracket.narrowed(rate, share):
                break
            rate = bracket.guess()
        _, rate, records = min(tried, key=lambda each: each[0])
        return rate, records

    def played(self, level: int, rate: float, above: float) -> list[GameRecord]:
        """The games of the level above against `level`; recorded games are not played again."""
        pair = ((level + 1, above), (level, rate))
        names = [f"level:{n},rate={often:g},nodes={self.nodes[n - 1]}" for n, often in pair]
        RECORDS.mkdir(parents=True, exist_ok=True)
        file = RECORDS / f"{self.game}-{level + 1}-{above:g}-{level}-{rate:g}.db"
        event = Event(self.game, names, ((0, 1),), Conditions(**self.conditions, records=file))
        score = Score()

        def watch(record: GameRecord) -> None:
            nonlocal score
            score += score_of([record], 0)

        event.run(watch, lambda: hopeless(score))
        if event.interrupted:
            raise KeyboardInterrupt
        print(f"level {level + 1} against level {level} with rate {rate:g}: {score}", flush=True)
        return event.records

    def row(self, level: int, rate: float, records: list[GameRecord]) -> dict[str, Any]:
        """A level's row: its errors, and its score in `records` against the level below."""
        nodes = self.nodes[level - 1]
        row = dict.fromkeys(("score", "share", "low", "high", "milliseconds", "mistakes"))
        row = {"level": level, "rate": rate, "bound": LEVELS[level - 1].bound, "nodes": nodes} | row
        if records:
            score, interval = score_of(records, 0), elo(pair_counts(records, 0))
            player = Opponent(level, Limits(nodes=nodes), rate=rate, seed=level)
            row["score"] = {name: getattr(score, name) for name in ("wins", "draws", "losses")}
            row["share"] = round(score.share, 4)
            row["low"], row["high"] = (round(mean_of(x), 4) for x in (interval.low, interval.high))
            row["milliseconds"] = round(processor_time(self.game, player), 2)
        return row


def penalty(level: int) -> float:
    """The factor of a level's rate if its mistakes may cost more than those of the level above."""
    here, above = LEVELS[level - 1], LEVELS[level]
    return above.bound / here.bound if 0 < above.bound < here.bound else 1.0


def hopeless(score: Score) -> bool:
    """Whether a match has missed the intended share so clearly that it should end."""
    return score.games == TRIAL and not HOPEFUL[0] <= score.share <= HOPEFUL[1]


def processor_time(game: Game, player: Opponent) -> float:
    """The mean processor time of a move in a player's second game, in milliseconds."""
    spent: list[float] = []
    for _ in range(2):  # the first game also loads code
        state, spent = game.start(), []
        while game.outcome(state) == ONGOING and len(spent) < TIMED:
            began = time.process_time()
            move = player.choose(game, state)
            spent.append(time.process_time() - began)
            state = game.play(state, move)
    return 1000 * sum(spent) / max(len(spent), 1)


class Bracket:
    """A rate that is too low and a rate that is too high, with their shares of the points."""

    def __init__(self, target: float, low: float) -> None:
        self.target = target
        self.low, self.high = (low, 0.5), (1.0, SURE)

    def narrowed(self, rate: float, share: float) -> bool:
        """Add the share of a rate; return whether there are rates left between the bounds."""
        if share < self.target:
            self.low = rate, share
            if rate >= self.high[0]:
                return False
        else:
            self.high = rate, share
            if rate <= self.low[0]:
                self.low = 0.0, 0.5
        return self.high[0] - self.low[0] > 0.004

    def guess(self) -> float:
        """The rate that would score the target if log-odds grew linearly between the two rates."""
        (first, low), (last, high) = self.low, self.high
        part = (logit(self.target) - logit(low)) / max(logit(high) - logit(low), 1e-6)
        return round(first + (last - first) * min(max(part, 0.1), 0.9), 3)


def logit(share: float) -> float:
    """The log-odds of a share."""
    share = min(max(share, 1 - SURE), SURE)
    return math.log(share / (1 - share))


# Mistakes ----------------------------------------------------------------------------------------


def mistakes(game: Game, levels: Sequence[Level], positions: int) -> list[float] | None:
    """The share of mistakes among each level's moves, the lowest first; None if none are possible.

    A mistake costs more than half of the difference between the best and the worst move, in
    positions where this difference is at least STAKE. If a share rises from one level to the next,
    that is chance, so both levels get the mean.
    """
    missed, judged = [0] * len(levels), 0
    players = [
        Opponent(number, Limits(nodes=level.nodes), rate=level.rate, seed=number)
        for number, level in enumerate(levels, 1)
    ]
    for state, analysis in judged_positions(game, levels, positions):
        values = {entry.move: entry.value for entry in analysis.moves}
        bar = (max(values.values()) + min(values.values())) / 2
        for number, player in enumerate(players):
            missed[number] += values[game.format_move(state, player.choose(game, state))] < bar
        judged += 1
    return falling([count / judged for count in missed]) if judged else None


def falling(shares: Sequence[float]) -> list[float]:
    """The nearest shares that never rise: rising neighbours get their mean (Ayer et al. 1955)."""
    pools: list[list[float]] = []
    for share in shares:
        pool = [share]
        while pools and sum(pools[-1]) / len(pools[-1]) <= sum(pool) / len(pool):
            pool = pools.pop() + pool
        pools.append(pool)
    return [sum(pool) / len(pool) for pool in pools for _ in pool]


def judged_positions(
    game: Game, levels: Sequence[Level], count: int
) -> Iterator[tuple[Any, Analysis]]:
    """Positions where a move can be a mistake, with the judge's analysis."""
    chance, table, found = random.Random(0), Table(), 0
    for _ in range(LOOKED_AT * count // EACH):
        states = erring_game(game, levels[len(levels) // 2].nodes, chance)
        for state in chance.sample(states, min(EACH, len(states))):
            nodes = FURTHER * levels[-1].nodes
            analysis = zermelo.analyze(game, state, nodes=nodes, every_move=True, table=table)
            values = [entry.value for entry in analysis.moves]
            if max(values) - min(values) >= STAKE * game.value_bound:
                found += 1
                yield state, analysis
            if found == count:
                return


def erring_game(game: Game, nodes: int, chance: random.Random) -> list[Any]:
    """The positions after the random opening of a game in which both players err."""
    player = Opponent(10, Limits(nodes=nodes), rate=ERRING, seed=chance.getrandbits(32))
    state, states = game.start(), []
    while game.outcome(state) == ONGOING and len(states) < CAP:
        states.append(state)
        opening = len(states) <= OPENING
        move = chance.choice(list(game.moves(state))) if opening else player.choose(game, state)
        state = game.play(state, move)
    return states[OPENING:]


def store(game: Game, rows: list[dict[str, Any]], path: Path = LEVELS_FILE) -> None:
    """Write the rows to the levels' file, which keeps the rows of other games."""
    stored = json.loads(path.read_text(encoding="utf-8")) | {str(game): rows}
    lines = (
        f' "{spec}": [\n  ' + ",\n  ".join(map(json.dumps, stored[spec])) + "\n ]"
        for spec in sorted(stored)
    )
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def main() -> None:
    """Calibrate the levels of one game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--nodes", type=int, default=8000, help="nodes of level 10, then halved")
    parser.add_argument("--target", type=float, default=0.66, help="points from the level below")
    parser.add_argument("--within", type=float, default=0.03, help="allowed distance from target")
    parser.add_argument("--games", type=int, default=400, help="games of a match")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--store", action="store_true", help="write levels.json")
    given = parser.parse_args()
    game, highest = zermelo.game(given.game), len(LEVELS)
    nodes = [max(given.nodes >> highest - level, FEWEST) for level in range(1, highest + 1)]
    quiet = QUIET if game.has("progress") else None
    conditions = {"games": given.games, "processes": given.processes, "quiet": quiet, "cap": CAP}
    rows = Calibration(game, given.target, given.within, given.games, nodes, conditions).run()
    for row in rows:
        print(json.dumps(row))
    if given.store:
        store(game, rows)


if __name__ == "__main__":
    main()
