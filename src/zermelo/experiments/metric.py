"""Measures a game by random games, and by a ladder: a player meets itself with twice the nodes."""

import itertools
import math
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Final, Literal, NamedTuple

from zermelo.confidence import NORMAL, share
from zermelo.contract.analysis import Fields
from zermelo.contract.game import ONGOING, Game, without_moves
from zermelo.contract.states import random_game
from zermelo.errors import ParameterError
from zermelo.matches.event import Event
from zermelo.matches.ratings import Elo, elo, pair_counts
from zermelo.matches.records import GameRecord
from zermelo.matches.schedule import Conditions

Basis = Literal["exact", "sampled", "at least"]


class Metric(Fields):
    """A measured number; docs/report.md defines it and gives its name in the literature."""

    name: str
    value: float | None  # None if there was nothing to measure
    low: float | None  # where the 95% interval begins; None if exact, or for a sample of one
    high: float | None  # where it ends
    basis: Basis  # "at least" if `value` is the count when time ran out
    of: str  # the counted cases in words: "5,478 positions", "312 random games"


def sampled_mean(name: str, values: Sequence[float], of: str) -> Metric:
    """The mean of independent values, none below 0, with the interval of a normal distribution."""
    number = len(values)
    value = sum(values) / max(number, 1)
    if number < 2:
        return Metric(name, value if values else None, None, None, "sampled", of)
    variance = sum((each - value) ** 2 for each in values) / (number - 1)
    reach = NORMAL * math.sqrt(variance / number)
    return Metric(name, value, max(value - reach, 0.0), value + reach, "sampled", of)


def sampled_share(name: str, count: int, total: int, of: str) -> Metric:
    """A share of independent cases, with Wilson's interval."""
    estimate = share(count, total)
    return Metric(name, estimate.value, estimate.low, estimate.high, "sampled", of)


def sampled_points(name: str, points: Sequence[float], of: str) -> Metric:
    """The mean of points between 0 and 1, with half a point for a draw. The interval is computed as
    if no game had been drawn: too wide if there are draws, but right if all games ended alike.
    """
    number, total = len(points), sum(points)
    value = total / number if number else None
    low, high = share(math.floor(total), number).low, share(math.ceil(total), number).high
    return Metric(name, value, low, high, "sampled", of)


CAP: Final = 1000  # plies after which a game is cut, as in a match
MOST: Final = 1000  # at most this many random games are played


class Played(NamedTuple):
    """One game: the number of choices at each ply, and its worth to player 0."""

    choices: tuple[int, ...]
    worth: int | None  # 1, 0 or −1; None if the game was cut after CAP plies


def random_games(game: Game, seed: int, deadline: float, most: int = MOST) -> list[Played]:
    """Play games of equally likely moves until `deadline`, at least one and at most `most`."""
    chance, played = random.Random(seed), list[Played]()
    while not played or (len(played) < most and time.process_time() < deadline):
        plies = list(islice(random_game(game, chance), CAP + 1))
        end, unplayed = plies[-1]
        worth: int | None = None
        if not unplayed:
            worth = game.outcome(end) * (1 if game.player(end) == 0 else -1)
            if game.outcome(end) == ONGOING:
                raise without_moves(game, end)
        played.append(Played(tuple(len(moves) for _, moves in plies[:-1]), worth))
    return played


LETTERS: Final = re.compile(r"[A-Za-z]")
DIGITS: Final = re.compile(r"[0-9]+")


class Replayed(NamedTuple):
    """One game with all its positions."""

    record: GameRecord
    states: tuple[Any, ...]  # all positions, from the start to the end
    choices: tuple[int, ...]  # the number of moves at each ply
    values: tuple[float | None, ...]  # for player 0, as the player to move reported them

    @property
    def worth(self) -> int:
        """The result for player 0."""
        return self.record.result


def replay_record(game: Game, record: GameRecord) -> Replayed:
    """Play a recorded game again, to get all its positions."""
    state, states, choices = game.start(), [game.start()], list[int]()
    values = list[float | None]()
    played: list[tuple[str, float | None]] = [(text, None) for text in record.opening]
    played += [(move.move, move.value) for move in record.moves]
    for text, value in played:
        sign = 1 if game.player(state) == 0 else -1
        choices.append(sum(1 for _ in game.moves(state)))
        values.append(None if value is None else sign * value)
        state = game.play(state, game.parse_move(state, text))
        states.append(state)
    return Replayed(record, tuple(states), tuple(choices), tuple(values))


def lead_changes(one: Replayed) -> int:
    """The number of times that the lead passes to the other player."""
    ahead = [value > 0 for value in one.values if value]
    return sum(now != then for then, now in itertools.pairwise(ahead))


def drama(one: Replayed) -> float:
    """Drama as in Browne (2009): the mean of the square roots of the winner's deficits, over the
    plies with a deficit; 0 for a winner who is never behind.
    """
    behind = [-one.worth * value for value in one.values if value is not None]
    roots = [depth**0.5 for depth in behind if depth > 0]
    return sum(roots) / len(roots) if roots else 0.0


def threshold(games: Sequence[Replayed]) -> float:
    """The mean of the losers' best values; a lead above this counts as decisive."""
    best = []
    for one in games:
        if one.worth:
            seen = [-one.worth * value for value in one.values if value is not None]
            best.append(max([0.0, *seen]))
    return sum(best) / len(best) if best else 0.0


def decided_share(one: Replayed, lead: float) -> float:
    """The share of a won game's plies after which the winner's lead stays above `lead`."""
    return _share_of_plies(one, lambda value: value is not None and one.worth * value <= lead)


def proven_share(one: Replayed) -> float:
    """The share of a won game's plies after which its result stays proven."""
    return _share_of_plies(one, lambda value: value != one.worth)


def _share_of_plies(one: Replayed, is_open: Callable[[float | None], bool]) -> float:
    """The part of a game up to the last position whose value `is_open`."""
    plies = [ply for ply, value in enumerate(one.values, 1) if is_open(value)]
    return plies[-1] / len(one.values) if plies else 0.0


def shape(text: str) -> str:
    """The kind of a move: its text with every letter and every number alike.

    >>> shape("d6-d5xa1"), shape("12,3"), shape("pass")
    ('a0-a0xa0', '0,0', 'pass')
    """
    if not any(symbol.isdigit() for symbol in text):
        return text if len(text) > 1 else LETTERS.sub("a", text)
    return DIGITS.sub("0", re.sub(r"[A-Za-z](?=[0-9])", "a", text))


class Usage(Fields):
    """How many positions offered a move, or a kind of move, besides other moves, and in how many
    of these positions it was played, or is known to be best.
    """

    move: str
    offered: int
    used: int


def usage(game: Game, games: Sequence[Replayed]) -> tuple[Counter[str], Counter[str]]:
    """For each move, how often it was offered besides other moves, and how often it was made."""
    offered, used = Counter[str](), Counter[str]()
    for one in games:
        moves = one.record.moves
        for state, made in zip(one.states[len(one.record.opening) :], moves, strict=False):
            texts = {game.format_move(state, move) for move in game.moves(state)}
            if len(texts) > 1:
                offered.update(texts)
                used[made.move] += 1
    return offered, used


def by_kind(offered: Counter[str], used: Counter[str]) -> tuple[Usage, ...]:
    """The usage of each kind of move, the most offered first; two moves of a kind count twice."""
    kinds, played = Counter[str](), Counter[str]()
    for text, count in offered.items():
        kinds[shape(text)] += count
        played[shape(text)] += used[text]
    return tuple(Usage(kind, count, played[kind]) for kind, count in kinds.most_common())


def never_used(offered: Counter[str], used: Counter[str], often: int) -> tuple[Usage, ...]:
    """The moves that were offered at least `often` times but never used, the most offered first."""
    unused = [pair for pair in offered.most_common() if pair[1] >= often and not used[pair[0]]]
    return tuple(Usage(text, count, 0) for text, count in unused)


NODES: Final = (50, 100, 200, 400, 800)  # states that each player visits for a move
GAMES: Final = 200  # the most games of a rung
LONGEST: Final = 400  # plies after which a game is drawn


class Rung(Fields):
    """A player against itself with half the nodes."""

    nodes: int  # the states that the stronger player visits for a move; the weaker one visits half
    games: int
    elo: Elo | None  # the lead in strength, with the 95% interval; None without a pair of games
    advantage: Metric  # the first player's points; both strengths move first equally often
    draws: Metric  # the share of games drawn


class Ladder(Fields):
    """All rungs and their games."""

    rungs: tuple[Rung, ...]
    doubling: Elo | None  # the gain from twice the nodes, over all rungs; None without any pair
    plies: int  # the number of random plies at the start
    records: tuple[GameRecord, ...]

    def as_dict(self) -> dict[str, Any]:
        """The ladder as JSON, without the games."""
        return {
            "rungs": [rung.as_dict() for rung in self.rungs],
            "doubling": self.doubling and self.doubling.as_dict(),
            "opening_plies": self.plies,
            "games": len(self.records),
        }


def climb(
    game: Game,
    deadline: float,
    *,
    seed: int = 0,
    native: bool = True,
    most: int = GAMES,
    nodes: tuple[int, ...] = NODES,
    progress: Callable[[str], None] | None = None,
    look: Callable[[GameRecord], None] | None = None,
) -> Ladder:
    """Play pairs of games on each rung until `deadline`, one or more; `look` gets each game."""
    names = [f"engine:nodes={count}" for count in nodes]
    pairings = [(rung + 1, rung) for rung in range(len(nodes) - 1)]
    given, plies = Conditions(games=most, seed=seed, native=native, cap=LONGEST), 2
    while True:
        try:
            event = Event(game, names, pairings, replace(given, plies=plies))
            break
        except ParameterError:  # the game is over after these few plies
            if plies == 0:
                raise
            plies -= 1
    least, played = 2 * (len(nodes) - 1), 0

    def watch(record: GameRecord) -> None:
        nonlocal played
        played += 1
        if look is not None:
            look(record)
        if progress is not None:
            progress(f"{played} games of the ladder")

    event.run(watch, lambda: played >= least and time.process_time() > deadline)
    if event.interrupted:
        raise KeyboardInterrupt
    rungs, all_pairs = [], [0] * 5
    for rung, count in enumerate(nodes[1:], 1):
        records = [one for one in event.records if {one.first, one.second} == {rung, rung - 1}]
        pairs, of = pair_counts(records, rung), f"{len(records)} games"
        all_pairs = [one + other for one, other in zip(all_pairs, pairs, strict=True)]
        points = [record.points(record.first) for record in records]
        drawn = sum(record.result == 0 for record in records)
        advantage = sampled_points("first player's points", points, of)
        draws = sampled_share("drawn", drawn, len(records), of)
        rungs.append(Rung(count, len(records), elo(pairs), advantage, draws))
    return Ladder(tuple(rungs), elo(all_pairs), plies, tuple(event.records))
