"""How many states a game has, and what solving takes, before anyone solves it.

Knuth (Estimating the efficiency of backtrack programs, 1975) measures a tree by random descents:
the mean numbers of moves at each depth, multiplied. A solver meets each state once however many
paths lead there, so here each layer is also divided by how many moves meet in one state. That is
counted in the first layers, whole; below them, it is taken to go on growing in the same way.
Where layers do not do, because play returns say, random games give bounds at least.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from statistics import mean
from typing import Any, Final

import numpy as np

from zermelo.contract.analysis import Result
from zermelo.contract.arguments import GameGiven, game_given, reject_unknown_keywords, state_given
from zermelo.contract.game import ONGOING, Game
from zermelo.contract.numbered import solves_by_number
from zermelo.contract.views import solvable
from zermelo.errors import CapabilityError
from zermelo.native.arrays import Array
from zermelo.process.resources import usable_cores
from zermelo.solver.crews.crew import TABLES, Machine
from zermelo.solver.crews.raycrew import crew_at
from zermelo.solver.keyed.enumeration import PIECE, Seen
from zermelo.solver.keyed.lookups import Rules, TooNarrow, expansions, targets
from zermelo.solver.keyed.plan import Cluster, Plan, bell, plan
from zermelo.solver.keyed.tiers import STATE_BYTES, WORD_BYTES
from zermelo.solver.keys.keyarrays import array_of, distinct, pieces, sorted_once
from zermelo.solver.keys.layouts import (
    Packing,
    beyond,
    key_for,
    no_keys,
    packing_for,
    words_of,
)
from zermelo.solver.numbered.estimate import GIB, TierSurvey, free_at
from zermelo.solver.sampling import count_states, states_between
from zermelo.solver.store.arrays import MOST_STATES

COUNTED: Final = 1 << 20  # canonical states that are counted one by one before sampling begins
COUNTED_PLAIN: Final = 1 << 13  # the same in plain runs
SAMPLE: Final = 1 << 14  # states of each layer below that are sampled
SAMPLE_PLAIN: Final = 1 << 8  # the same in plain runs
SECONDS: Final = 3.0  # that an estimate counts for
QUICKER: Final = 100  # times as many states a second as in a plain run, if rules are compiled
FEWEST: Final = 16  # states of a layer that are sampled, however slow the rules
FEWER: Final = 5.0  # states than the layers sampled show, at most so many times,
MORE: Final = 1.5  # or more: in games that were solved, moves meet more often near the end
TREND: Final = 6  # the last layers counted, from which the trend of meeting moves is taken
VAGUE: Final = 100  # an interval wider than this factor says nothing
FURTHEST: Final = 2  # layers estimated from each that was counted
LONGEST: Final = 10_000  # layers
MEMORY_BYTES: Final = 4  # for each canonical state, tables included, without its key
KEY_BYTES: Final = 16  # for each word of its key
DISK_BYTES: Final = 4  # of a database, for each state and word of its key
PASSES: Final = 2.5  # solving takes so many times the time that finding each state once takes


@dataclass(frozen=True)
class Estimate(Result):
    """The cost of solving a game, as far as it is known.

    game       its text
    states     how many there are, symmetric ones counted singly; None when it cannot be known
    low, high  what the number lies between if moves meet ever more often, twice as fast as in the
               layers that were counted, or no more often than there, with a margin that holds in
               solved games; when `states` is None, what random games show
    canonical  how many of them are stored, symmetric ones as one
    exact      whether the states were few enough to be counted, so that nothing is estimated
    memory     bytes that keep all in memory; with less, what does not fit goes to disk
    least      bytes of memory that cannot be done without, as far as that is known: those of two
               layers next to each other
    disk       bytes of the database
    seconds    time it takes on this machine, compiling aside
    reason     why the number cannot be known
    largest    how many states are stored of the largest layer
    refusal    why `solve` does not write a database, here or into the current directory
    plan       the cost on a cluster, if one was named

    >>> import zermelo
    >>> zermelo.estimate("nim(rows=[1, 2])", native=False).canonical
    8
    """

    game: str
    states: int | None
    low: int
    high: int | None = None
    canonical: int | None = None
    exact: bool = False
    memory: int | None = None
    least: int | None = None
    disk: int | None = None
    seconds: float | None = None
    reason: str | None = None
    largest: int | None = None
    refusal: str | None = None
    plan: Plan | None = None


def fewest_stored(game: Game, estimated: Estimate) -> int:
    """How many states a database has at least, symmetric ones as one."""
    if estimated.states and estimated.canonical is not None:
        return round(estimated.canonical * min(estimated.low / estimated.states, 1))
    return estimated.low // (1 + sum(1 for _ in game.symmetries(game.start())))


def too_many(game: Game, estimated: Estimate) -> str | None:
    """The sentence about more states than a database can be read of."""
    fewest = fewest_stored(game, estimated)
    if fewest <= MOST_STATES:
        return None
    return (
        f"a database of {estimated.game} would have {fewest:,} states at least, up to symmetry, "
        f"of the {MOST_STATES:,} that one can be read of: take a smaller board, or an endgame"
    )


def too_large(
    game: Game, estimated: Estimate, machine: Machine, out: str | Path | None
) -> str | None:
    """The sentence about states that are too many for the memory here, or the disk at `out`.

    On a cluster its machines share the states: only what the command itself takes has to fit.
    """
    room, memory, count = free_at(out), machine.memory, f"{estimated.low:,} states at least"
    stored: float = fewest_stored(game, estimated)
    if estimated.states is None and estimated.high is not None:  # in the middle, as reports say
        likely = (math.log10(estimated.low or 1) + math.log10(estimated.high or 1)) / 2
        count, stored = f"probably some 10^{likely:.0f} states", stored * 10**likely / estimated.low
    disk = stored * (estimated.disk or DISK_BYTES) / (estimated.canonical or 1)
    least = 0.0
    if estimated.plan is not None:
        least = estimated.plan.command
    elif estimated.states and estimated.least and not machine.crew.remote:
        least = estimated.least * min(estimated.low / estimated.states, 1)
    if disk <= room and least <= memory:
        return None
    return (
        f"{estimated.game} has {count}: they take "
        f"{round(disk / GIB, 1):,.5g} GiB of disk, of {room / GIB:,.1f}, and {least / GIB:,.1f} "
        f"GiB of memory at once, of {memory / GIB:,.1f}; --anyway begins all the same"
    )


def add_plan(estimated: Estimate, machine: Machine, cores: int) -> Estimate:
    """The estimate with the cost on the machine's cluster, if there is one.

    cores  that the estimate's seconds are for
    """
    states, largest, seconds = estimated.canonical, estimated.largest, estimated.seconds
    if not (machine.crew.remote and states and largest and seconds):
        return estimated
    crew = machine.crew
    cluster = Cluster(crew.machines, crew.members // crew.machines or 1, machine.memory)
    return replace(estimated, plan=plan(bell(states, largest), cluster, seconds * cores / states))


def estimate_by_games(game: Game, start: Any, low: int, why: str | None, seed: int) -> Estimate:
    """The estimate where no more than so many states were counted: what random games show."""
    least, most = states_between(game, start, seed)
    return Estimate(str(game), None, max(low, least), max(low, most), reason=why)


@reject_unknown_keywords
def estimate(
    game: GameGiven,
    state: Any = None,
    *,
    threads: int | None = None,
    native: bool = True,
    seed: int = 0,
    on: str | None = None,
) -> Estimate:
    """Count the states that `state`, or the start, leads to, or estimate how many there are.

    Small games are counted. Of others the layers below are sampled, which takes a `tier` that all
    moves of one depth raise alike; without one, paths of different lengths may meet and play may
    return, and random games give bounds. Where states are numbers, how many there are is known
    without counting. It takes ten seconds at most and compiles nothing.

    game     a game, or its spec like "nim(rows=[1, 2])"
    state    a state or its text; by default the start
    threads  on which the game would be solved
    native   how it would be solved, and so how long that takes
    seed     chooses the samples
    on       the address of a cluster, on which the game would be solved

    Raises `TextError` for a text that is no state.

    >>> import zermelo
    >>> estimated = zermelo.estimate(zermelo.game("nim(rows=[1, 2])"), native=False)
    >>> estimated.states, estimated.exact
    (8, True)
    """
    game = solvable(game_given(game))
    start = state_given(game, state)
    cores = (threads or usable_cores()) if native else 1
    with (
        crew_at(on, native=native) as crew,
        Machine(threads, native=native, crew=crew) as machine,
    ):
        if solves_by_number(game):
            survey = TierSurvey(game, machine, [start], seed)
            return replace(by_number(survey), refusal=survey.too_many() or survey.too_large("."))
        estimated = add_plan(_estimate(game, start, seed, QUICKER * cores), machine, cores)
        refusal = too_many(game, estimated) or too_large(game, estimated, machine, ".")
        return replace(estimated, refusal=refusal)


def _estimate(game: Game, start: Any, seed: int, speed: int) -> Estimate:
    """The estimate, for so many times the speed of a plain run."""
    try:
        survey = survey_states(game, start, threads=1, native=False, seed=seed, seconds=SECONDS)
        if survey.seconds is not None:
            return replace(survey, seconds=survey.seconds / speed)
        low, reason = survey.low, survey.reason
    except CapabilityError:  # their keys are too wide
        low, reason = 0, "its states are too wide to be kept"
        if count := count_states(game, start, SECONDS):
            return Estimate(str(game), count, count, count, exact=True, reason=reason)
    return estimate_by_games(game, start, low, reason, seed)


def estimate_here(game: Game, start: Any, machine: Machine) -> Estimate:
    """The estimate as `solve` makes it, by compiled code if it solves so, for keyed states."""
    threads, native = machine.threads, machine.kernels.native
    estimated = survey_states(game, start, threads=threads, native=native)
    if estimated.states is None:
        return estimate_by_games(game, start, estimated.low, estimated.reason, 0)
    return add_plan(estimated, machine, threads if native else 1)


def survey_states(
    game: Game,
    start: Any,
    *,
    threads: int | None,
    native: bool,
    seed: int = 0,
    seconds: float = math.inf,
) -> Estimate:
    """The estimate by counting, for so many seconds, and by sampling layers."""
    starts, shown = [start], list[Any]()
    with Machine(threads, native=native) as machine:
        while True:
            packing = packing_for(game, starts, shown)
            try:
                return _Survey(game, packing, machine, seed, seconds).run(starts)
            except TooNarrow as fault:
                shown += beyond(game, packing, fault.key)


def by_number(survey: TierSurvey) -> Estimate:
    """The estimate for a game whose states are numbers."""
    return Estimate(
        game=str(survey.game),
        states=survey.states,
        low=survey.numbers,
        high=survey.numbers * survey.images,
        canonical=survey.numbers,
        memory=survey.memory,
        least=survey.memory,
        disk=survey.disk,
        seconds=survey.seconds(),
    )


@dataclass(frozen=True)
class _Layer:
    """One layer that was counted: its canonical states, their moves, the states these lead to."""

    states: int
    moves: int
    after: int

    @property
    def meeting(self) -> float:
        """How many moves lead to a state, on average."""
        return self.moves / self.after


class _Survey:
    """One estimate under way."""

    def __init__(
        self, game: Game, packing: Packing, machine: Machine, seed: int, seconds: float
    ) -> None:
        self.game, self.packing, self.machine = game, packing, machine
        self.chance = np.random.default_rng(seed)
        self.layers: list[_Layer] = []
        self.expanded, self.spent, self.seconds = 0, 0.0, seconds
        self.clock = time.process_time if math.isfinite(seconds) else time.perf_counter
        self.layered, self.tier = True, -math.inf  # whether each move so far raised the tier

    def run(self, starts: Sequence[Any]) -> Estimate:
        self.start, seen = starts[0], Seen(self.machine.kernels)
        keys = [key_for(self.game, self.packing, start) for start in starts]
        layer, states = seen.add(distinct(array_of(keys, no_keys(self.packing)))), 0.0
        timed = math.isfinite(self.seconds)
        limit = COUNTED if timed or self.machine.kernels.native else COUNTED_PLAIN
        while len(layer) and seen.count < limit and self.in_time(len(layer)):
            children, weight = self.following_keys(layer)
            fresh = seen.add(sorted_once([children], self.machine.kernels))
            states += weight * len(layer)
            self.layers.append(_Layer(len(layer), len(children), len(fresh)))
            layer = fresh
        if not len(layer):
            layers = [float(one.states) for one in self.layers]
            return self.report(states, states, states, seen.count, layers, exact=True)
        some = self.sample(layer) if timed else layer
        children, weight = self.following_keys(some)
        states += weight * len(layer)
        if not self.layered:
            return self.unknown(states, "moves of one depth lead to several tiers, or play returns")
        moves = len(children) / len(some)
        return self.estimate_from_sample(
            states, seen.count, len(layer), [moves, *self.mean_branching(children)]
        )

    def in_time(self, states: int) -> bool:
        """Whether so many states can be expanded within the time there is."""
        return self.spent + states * self.spent / max(self.expanded, 1) <= self.seconds

    def sample(self, layer: Array) -> Array:
        """Some of a layer's states: as many as leave time for all the layers of a game."""
        most = SAMPLE if self.machine.kernels.native else SAMPLE_PLAIN
        if math.isfinite(self.seconds) and self.spent:
            share = self.seconds * self.expanded / self.spent / self.plies
            most = min(most, max(int(share), FEWEST))
        return layer if len(layer) <= most else self.chance.choice(layer, most, replace=False)

    @cached_property
    def plies(self) -> int:
        """How long a random game is, `LONGEST` at most."""
        state, plies = self.start, 0
        while self.game.outcome(state) == ONGOING and plies < LONGEST:
            moves = list(self.game.moves(state))
            state, plies = self.game.play(state, moves[self.chance.integers(len(moves))]), plies + 1
        return plies

    def following_keys(self, keys: Array) -> tuple[Array, float]:
        """The keys one move after `keys`, repeated as they are found.

        And how many states each of `keys` stands for, on average.
        """
        machine = self.machine
        began, compiled = self.clock(), machine.kernels.compiling
        parts = machine.map(self.expanded_part, pieces(keys, PIECE, machine.crew.members))
        self.spent += self.clock() - began - (machine.kernels.compiling - compiled)
        self.expanded += len(keys)
        tiers = {tier for _, reached, _ in parts for tier in reached}
        self.layered = self.layered and len(tiers) <= 1 and all(tier > self.tier for tier in tiers)
        self.tier = max(tiers, default=self.tier)
        children = np.concatenate([reached for reached, _, _ in parts])
        return children, sum(states for _, _, states in parts) / len(keys)

    def expanded_part(self, keys: Array) -> tuple[Array, set[int], int]:
        """The keys one move after some, the tiers they are in, and how many states the some are."""
        rules = Rules(self.machine.kernels, self.game, self.packing)
        children, tiers, states = [], set[int](), 0
        for some, moves, counts in expansions(rules, keys, weighed=True):
            children.append(moves.keys.copy())
            tiers |= set(targets(moves))
            states += int(counts.weights.sum()) if self.packing.fold else len(some)
        return np.concatenate(children), tiers, states

    def estimate_from_sample(
        self, counted: float, canonical: int, last: int, branching: Sequence[float]
    ) -> Estimate:
        """The estimate when `counted` states, with a layer of `last`, are not all."""
        meeting, slope = self.trend()
        weight = counted / canonical
        if not self.layered or len(branching) == LONGEST:
            return self.unknown(counted, "deeper moves lead to several tiers, or play never ends")
        totals, layers = [], list[list[float]]()
        for growth in (2 * slope, slope, 0.0):
            sizes = [1.0 * last]
            for depth, moves in enumerate(branching, 1):
                sizes.append(sizes[-1] * moves / max(meeting + growth * depth, 1.0))
            totals.append(counted + weight * sum(sizes[1:]))
            layers.append(sizes)
        low, likely, high = min(totals), totals[1], max(totals)
        if high > VAGUE * low or len(branching) > FURTHEST * len(self.layers):
            return self.unknown(counted, "too little of it was counted to tell the rest")
        low, high = counted + (low - counted) / FEWER, counted + (high - counted) * MORE
        return self.report(likely, low, high, likely / weight, layers[1])

    def trend(self) -> tuple[float, float]:
        """How many moves meet in a state of the last layer counted, and the growth a layer."""
        last = [layer.meeting for layer in self.layers[-TREND:]]
        slope = np.polyfit(range(len(last)), last, 1)[0] if len(last) > 1 else 0.0
        return mean(last[-2:]) + slope / 2, float(slope)

    def mean_branching(self, children: Array) -> Iterator[float]:
        """The mean number of moves in each layer from `children` on, finished states counted."""
        for _ in range(LONGEST):
            if not len(children) or not self.layered:
                return
            layer = self.sample(sorted_once([children], self.machine.kernels))
            children, _ = self.following_keys(layer)
            yield len(children) / len(layer)

    def report(
        self,
        states: float,
        low: float,
        high: float,
        canonical: float,
        layers: Sequence[float],
        *,
        exact: bool = False,
    ) -> Estimate:
        """The estimate, given how many canonical states are in each layer."""
        rate = self.expanded / max(self.spent, 1e-9)
        words = words_of(self.packing.layout)
        return Estimate(
            game=str(self.game),
            states=round(states),
            low=round(low),
            high=round(high),
            canonical=round(canonical),
            exact=exact,
            memory=int((MEMORY_BYTES + KEY_BYTES * words) * canonical),
            least=self.least(layers) if self.layered else None,
            disk=int(DISK_BYTES * words * canonical),
            seconds=float(PASSES * canonical / rate),
            largest=round(max(layers)),
        )

    def least(self, layers: Sequence[float]) -> int:
        """Bytes that scoring a layer takes which leads to the next, when other tables are kept."""
        state = STATE_BYTES + WORD_BYTES * words_of(self.packing.layout)
        two = max(map(sum, zip(layers, [*layers[1:], 0.0], strict=True)))
        return int(TABLES * state * two)

    def unknown(self, low: float, why: str) -> Estimate:
        return Estimate(str(self.game), None, round(low), reason=why)
