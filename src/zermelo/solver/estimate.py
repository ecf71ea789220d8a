"""Estimate a game's number of states, and the cost of solving it.

Knuth (Estimating the efficiency of backtrack programs, 1975) measures a tree by random descents:
he multiplies the mean numbers of moves at each depth. A solver visits each state once, however many
paths lead there, so here each layer is also divided by the number of moves that meet in one state.
Counting the first layers shows that number; further down, it is assumed to keep growing at the same
rate. If play can repeat, there are no layers, but random games at least give bounds.
"""

import math
import time
from collections.abc import Sequence
from dataclasses import replace
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
from zermelo.solver.crews.crew import TABLES, Machine
from zermelo.solver.crews.raycrew import crew_at
from zermelo.solver.keyed.enumeration import PIECE, Seen
from zermelo.solver.keyed.lookups import Rules, TooNarrow, expansions, targets
from zermelo.solver.keyed.plan import Cluster, Plan, bell, plan
from zermelo.solver.keyed.tiers import STATE_BYTES, WORD_BYTES
from zermelo.solver.keys import layouts
from zermelo.solver.keys.keyarrays import array_of, pieces, sorted_once
from zermelo.solver.keys.layouts import Packing
from zermelo.solver.numbered.estimate import TierSurvey, shortage
from zermelo.solver.sampling import count_states, states_between
from zermelo.solver.store.arrays import MOST_STATES

COUNTED: Final = 1 << 20  # canonical states to count before sampling
COUNTED_PLAIN: Final = 1 << 13  # canonical states to count first in plain runs
SAMPLE: Final = 1 << 14  # states sampled in each lower layer
SAMPLE_PLAIN: Final = 1 << 8  # states sampled in each lower layer in plain runs
SECONDS: Final = 3.0  # processor seconds for counting
QUICKER: Final = 100  # how many times faster compiled rules are than plain ones
FEWEST: Final = 16  # the fewest states to sample in a layer, however slow the rules
FEWER: Final = 5.0  # divides the lowest prediction of the uncounted states, as a margin
MORE: Final = 1.5  # multiplies the highest prediction; small, since moves meet more near the end
TREND: Final = 6  # the last counted layers, whose trend predicts how many moves meet
VAGUE: Final = 100  # an interval wider than this factor is useless
FURTHEST: Final = 2  # the most layers to estimate for each counted layer
LONGEST: Final = 10_000  # the most layers, and plies of a random game
MEMORY_BYTES: Final = 4  # bytes of memory for each canonical state, with tables but without its key
KEY_BYTES: Final = 16  # bytes of memory for each word of a state's key
DISK_BYTES: Final = 4  # bytes on disk for each state and each word of its key
PASSES: Final = 2.5  # the time to solve, in multiples of the time to find each state once


class Estimate(Result):
    """The estimated cost of solving a game.

    game       the game's text
    states     the number of states, counting symmetric ones separately; None if unknowable
    low, high  bounds if transpositions grow twice as fast as in the counted layers, or not at all,
               with a margin that fits solved games; from random games if `states` is None
    canonical  the number of stored states, counting symmetric ones as one
    exact      whether the states were counted rather than estimated
    memory     bytes to keep all in memory; with less, the excess goes to disk
    least      the least memory known to be needed, in bytes: for two adjacent layers
    disk       bytes of the database
    seconds    the time on this machine, without compiling
    reason     why the number is unknowable, or why the states cannot be stored; else None
    largest    the number of stored states in the largest layer, None if states have numbers
    refusal    why `solve` would refuse to write to the current directory; else None
    plan       the cost on a cluster, None if no cluster was named

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
    """The least number of states of a database, counting symmetric ones as one."""
    if estimated.states and estimated.canonical is not None:
        return round(estimated.canonical * min(estimated.low / estimated.states, 1))
    return estimated.low // (1 + sum(1 for _ in game.symmetries(game.start())))


def too_many(game: Game, estimated: Estimate) -> str | None:
    """Say that there are more states than a database can have; None if there are not."""
    fewest = fewest_stored(game, estimated)
    if fewest <= MOST_STATES:
        return None
    return (
        f"a database of {estimated.game} would have at least {fewest:,} states up to symmetry, "
        f"more than the {MOST_STATES:,} that can be read; choose a smaller board, or an endgame"
    )


def too_large(
    game: Game, estimated: Estimate, machine: Machine, out: str | Path | None
) -> str | None:
    """Say that the states exceed this machine's memory or the disk at `out`; None if they may fit.
    Machines of a cluster share the states, so there only the command's own memory counts.
    """
    count = f"at least {estimated.low:,} states"
    stored: float = fewest_stored(game, estimated)
    if estimated.states is None and estimated.high is not None:  # the geometric mean, as in reports
        likely = (math.log10(estimated.low or 1) + math.log10(estimated.high or 1)) / 2
        count, stored = f"probably some 10^{likely:.0f} states", stored * 10**likely / estimated.low
    disk = stored * (estimated.disk or DISK_BYTES) / (estimated.canonical or 1)
    least = 0.0
    if estimated.plan is not None:
        least = estimated.plan.command
    elif estimated.states and estimated.least and not machine.crew.remote:
        least = estimated.least * min(estimated.low / estimated.states, 1)
    return shortage(f"{estimated.game} has {count}", disk, least, None, out, machine.memory)


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

    Small games are counted. In others, lower layers are sampled, which requires a `tier` that all
    moves of one depth raise equally. Without it, paths of different lengths may meet, or play may
    return, so random games only give bounds. This takes at most ten seconds and compiles nothing.
    If states have numbers, arithmetic and a sample of the numbers give the result.

    game     a game, or its spec like "nim(rows=[1, 2])"
    state    a state or its text; by default the start
    threads  the number of threads for solving
    native   whether solving is compiled, which determines the time
    seed     chooses the samples
    on       the address of a cluster for solving

    Raises `TextError` for a text that is not a state.

    >>> import zermelo
    >>> estimated = zermelo.estimate(zermelo.game("nim(rows=[1, 2])"), native=False)
    >>> estimated.states, estimated.exact
    (8, True)
    """
    game = solvable(game_given(game))
    start = state_given(game, state)
    with crew_at(on, native=native) as crew, Machine(threads, native=native, crew=crew) as machine:
        if solves_by_number(game):
            survey = TierSurvey(game, machine, [start], seed)
            return replace(by_number(survey), refusal=survey.too_many() or survey.too_large("."))
        estimated = estimate_keyed(game, start, machine, seed=seed, seconds=SECONDS)
        refusal = too_many(game, estimated) or too_large(game, estimated, machine, ".")
        return replace(estimated, refusal=refusal)


def estimate_keyed(
    game: Game, start: Any, machine: Machine, *, seed: int = 0, seconds: float = math.inf
) -> Estimate:
    """Estimate a game with keyed states, in plain code for finite `seconds`, compiled otherwise."""
    timed, native = math.isfinite(seconds), machine.kernels.native
    cores = machine.threads if native else 1
    try:
        with Machine(1 if timed else machine.threads, native=native and not timed) as own:
            survey = survey_states(game, start, own, seed, seconds)
        low, reason = survey.low, survey.reason
    except CapabilityError:  # the keys are too wide
        if not timed:
            raise
        low, reason = 0, "its states are too wide to store"
        if count := count_states(game, start, seconds):
            return Estimate(str(game), count, count, count, exact=True, reason=reason)
    else:
        states, largest = survey.canonical, survey.largest
        if states and largest and survey.seconds is not None:
            spent = survey.seconds / (QUICKER * cores if timed else 1)
            survey, crew = replace(survey, seconds=spent), machine.crew
            if not crew.remote:
                return survey
            cluster = Cluster(crew.machines, crew.members // crew.machines or 1, machine.memory)
            tiers = bell(states, largest)
            return replace(survey, plan=plan(tiers, cluster, spent * cores / states))
    least, most = states_between(game, start, seed)
    return Estimate(str(game), None, max(low, least), max(low, most), reason=reason)


def survey_states(game: Game, start: Any, machine: Machine, seed: int, seconds: float) -> Estimate:
    """The estimate from counting states for `seconds`, then sampling the lower layers."""
    shown = list[Any]()
    while True:
        packing = layouts.packing_for(game, [start], shown)
        try:
            return _Survey(game, packing, machine, seed, seconds).run(start)
        except TooNarrow as fault:
            shown += layouts.beyond(game, packing, *fault.args)


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


class _Survey:
    """Estimates a game's number of states from counted and sampled layers."""

    def __init__(
        self, game: Game, packing: Packing, machine: Machine, seed: int, seconds: float
    ) -> None:
        self.game, self.packing, self.machine = game, packing, machine
        self.chance = np.random.default_rng(seed)
        self.layers = list[int]()  # the canonical states of each counted layer
        self.meeting = list[float]()  # for each, the mean number of moves that meet in a new state
        self.expanded, self.spent, self.seconds = 0, 0.0, seconds
        self.clock = time.process_time if math.isfinite(seconds) else time.perf_counter
        self.layered, self.tier = True, -math.inf  # whether each layer led to a single, higher tier

    def run(self, start: Any) -> Estimate:
        self.start, seen, states = start, Seen(self.machine.kernels), 0.0
        key = layouts.key_for(self.game, self.packing, start)
        layer = seen.add(array_of([key], layouts.no_keys(self.packing)))
        timed = math.isfinite(self.seconds)
        limit = COUNTED if timed or self.machine.kernels.native else COUNTED_PLAIN
        while len(layer) and seen.count < limit:
            if self.spent * (1 + len(layer) / max(self.expanded, 1)) > self.seconds:
                break
            children, weight = self.following_keys(layer)
            fresh = seen.add(sorted_once([children], self.machine.kernels))
            states += weight * len(layer)
            self.layers.append(len(layer))
            self.meeting.append(len(children) / max(len(fresh), 1))
            layer = fresh
        if not len(layer):
            return replace(self.report(states, states, states, seen.count, self.layers), exact=True)
        some = self.sample(layer) if timed else layer
        children, weight = self.following_keys(some)
        states += weight * len(layer)
        if not self.layered:
            return self.unknown(states, "moves of one depth reach several tiers, or play repeats")
        branching = [len(children) / len(some)]  # the mean numbers of moves, layer by layer
        while len(children) and self.layered and len(branching) < LONGEST:
            some = self.sample(sorted_once([children], self.machine.kernels))
            children, _ = self.following_keys(some)
            branching.append(len(children) / len(some))
        return self.estimate_from_sample(states, seen.count, len(layer), branching)

    def sample(self, layer: Array) -> Array:
        """A sample of a layer's states, small enough to leave time for all layers."""
        most = SAMPLE if self.machine.kernels.native else SAMPLE_PLAIN
        if math.isfinite(self.seconds) and self.spent:
            share = self.seconds * self.expanded / self.spent / self.plies
            most = min(most, max(int(share), FEWEST))
        return layer if len(layer) <= most else self.chance.choice(layer, most, replace=False)

    @cached_property
    def plies(self) -> int:
        """The length of a random game, `LONGEST` at most."""
        state, plies = self.start, 0
        while self.game.outcome(state) == ONGOING and plies < LONGEST:
            moves = list(self.game.moves(state))
            state, plies = self.game.play(state, moves[self.chance.integers(len(moves))]), plies + 1
        return plies

    def following_keys(self, keys: Array) -> tuple[Array, float]:
        """The successors' keys, with repetitions, and the mean number of images of `keys`."""
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
        """The successors' keys, their tiers, and the number of states that `keys` stand for."""
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
        """The estimate after counting `counted` states, `last` of them in the last layer."""
        last_met = self.meeting[-TREND:]
        slope = np.polyfit(range(len(last_met)), last_met, 1)[0] if len(last_met) > 1 else 0.0
        meeting, weight = mean(last_met[-2:]) + slope / 2, counted / canonical
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
            return self.unknown(counted, "the counted part is too small to predict the rest")
        low, high = counted + (low - counted) / FEWER, counted + (high - counted) * MORE
        return self.report(likely, low, high, likely / weight, layers[1])

    def report(
        self, states: float, low: float, high: float, canonical: float, layers: Sequence[float]
    ) -> Estimate:
        """The estimate, given the number of canonical states in each layer."""
        rate = self.expanded / max(self.spent, 1e-9)
        words = layouts.words_of(self.packing.layout)
        two = max(map(sum, zip(layers, [*layers[1:], 0.0], strict=True)))  # adjacent layers
        table = TABLES * (STATE_BYTES + WORD_BYTES * words)
        return Estimate(
            game=str(self.game),
            states=round(states),
            low=round(low),
            high=round(high),
            canonical=round(canonical),
            memory=int((MEMORY_BYTES + KEY_BYTES * words) * canonical),
            least=int(table * two) if self.layered else None,
            disk=int(DISK_BYTES * words * canonical),
            seconds=float(PASSES * canonical / rate),
            largest=round(max(layers)),
        )

    def unknown(self, low: float, why: str) -> Estimate:
        return Estimate(str(self.game), None, round(low), reason=why)
