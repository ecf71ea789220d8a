"""Learns evaluations from self-play, for any game that shows a board: `zermelo learn`.

Games of shallow searches yield states, search results, and game results. A table's
entries are fitted to both (TD-leaf, Baxter, Tridgell and Weaver 1998; TreeStrap, Veness, Silver,
Uther and Blair 2009) while the next games are played, on all cores, with the same result on any
number of cores. The first games use the game's present evaluation.
"""

import itertools
import math
import time
from array import array
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np

from zermelo.contract import arguments
from zermelo.contract.analysis import Result
from zermelo.contract.arguments import GameGiven, game_given, reject_unknown_keywords
from zermelo.contract.game import Game
from zermelo.errors import Stopped
from zermelo.learned.evaluation import MOST, SCALE, ZERO, Weights, load, with_tables
from zermelo.learned.layout import layout_of, weight_numbers
from zermelo.native import runs_native
from zermelo.native.arrays import new_words, place_of
from zermelo.process.resources import usable_cores
from zermelo.search.clock import Clock, Snapshot
from zermelo.search.counters import states_from_seed
from zermelo.search.engine.compiling import Workspace
from zermelo.search.engine.score import ESTIMATE, PROVEN
from zermelo.search.engine.table import Table
from zermelo.tuning import selfplay

FIRST: Final = 0.3  # the share of time for games with the present evaluation
BATCH: Final = 50_000  # positions between two fits
KEPT: Final = 16  # the fit uses this many of the latest batches
PART: Final = 3_000  # the fewest positions of a batch for one thread
ENDS: Final = 0.5  # the weight of a game's result in a target; the search has the rest
RATE: Final = 0.01  # the learning rate
STEEP: Final = 100.0  # initial squared errors of each weight, so that its first steps are short
SURE: Final = 0.01  # the least distance of a target from 0 and 1
COUNT: Final = itertools.count()  # numbers this process's evaluations, each with its own table
OPENING: Final = 12  # a game starts with at most this many random plies


class Learning(Result):
    """A learned evaluation.

    game        the game's text
    patterns    the number of sets of cells, each with a table of weights
    weights     the number of weights, symmetric ones counted once
    positions   the number of positions examined in self-play
    loss        the logarithmic loss of predicted search and game results, in positions
                not yet used for fitting; 0.693 for even chances
    seconds     the duration
    file        the path of the file, None if none was written
    interrupted whether Ctrl-C ended learning

    >>> import zermelo
    >>> zermelo.learn("tictactoe", positions=1, depth=1, native=False).file is None
    True
    """

    game: str
    patterns: int
    weights: int
    positions: int
    loss: float
    seconds: float
    file: str | None
    interrupted: bool = False


@reject_unknown_keywords
def learn(
    game: GameGiven,
    *,
    out: str | Path | None = None,
    minutes: float = 5.0,
    positions: int | None = None,
    depth: int = 2,
    correct: bool = False,
    seed: int = 0,
    threads: int | None = None,
    native: bool = True,
    progress: Callable[[str], None] | None = None,
) -> Learning:
    """Learn an evaluation from self-play with short searches, and write it to a file.

    game       a game, or its spec like "nim(rows=[1, 2])"
    out        the file; if it exists, learning continues from it. None writes no file
    minutes    how long to learn; compiling does not count
    positions  learn from this many positions, not for `minutes`; repeatable on any `threads`
    depth      plies that the searches look ahead
    correct    whether tables add to the game's own evaluation instead of replacing it: slower, but
               it keeps terms that no pattern can express
    seed       chooses the games
    threads    the number of threads, by default one for each core; plain Python has one
    native     False plays in plain Python
    progress   called with a text from time to time

    Raises `CapabilityError` for a game without a board, `UsageError` for a file of another game.

    >>> import zermelo
    >>> learned = zermelo.learn("tictactoe", positions=1, depth=1, native=False)
    >>> learned.positions >= 1, learned.interrupted
    (True, False)
    """
    rules = game_given(game)
    arguments.DEPTH.check("depth", depth)
    arguments.MINUTES.check("minutes", minutes)
    if positions is not None:
        arguments.POSITIONS.check("positions", positions)
    if threads is None:
        threads = usable_cores()
    arguments.THREADS.check("threads", threads)
    path = None if out is None else Path(out)
    before = load(path, rules) if path is not None and path.exists() else None
    native = native and runs_native(rules)
    learner = _Learner(rules, before, depth, seed, threads if native else 1, native=native)
    interrupted, began = False, time.perf_counter()
    try:
        learner.run(60 * minutes, positions, correct=correct, progress=progress)
    except KeyboardInterrupt:
        interrupted = True
    if path is not None:
        learner.weights().save(path, rules)
    return Learning(
        game=str(rules),
        patterns=len(learner.layout.patterns),
        weights=len(learner.values),
        positions=learner.positions,
        loss=learner.loss,
        seconds=time.perf_counter() - began,
        file=None if path is None else str(path),
        interrupted=interrupted,
    )


class _Learner:
    """The weights so far, and the examples to fit them to."""

    def __init__(
        self,
        game: Game,
        before: Weights | None,
        depth: int,
        seed: int,
        threads: int,
        *,
        native: bool,
    ) -> None:
        self.game, self.depth, self.threads, self.native = game, depth, threads, native
        self.layout = layout_of(game) if before is None else before.layout
        self.hand = SCALE if before is None else before.hand
        self.begun = before is not None
        self.numbers = weight_numbers(self.layout)
        count = int(self.numbers.max()) + 1
        self.values, self.steep = np.zeros(count), np.full(count, STEEP)
        if before is not None:
            self.values += np.array(before.numbers) / SCALE
            self.steep += BATCH / len(self.layout.patterns)
        self.entries = array("i", [ZERO]) * (self.layout.entries * self.layout.players)
        self.chances, self.shuffle = states_from_seed(seed), np.random.default_rng(seed)
        self.batches: deque[Any] = deque(maxlen=KEPT)
        self.positions, self.loss = 0, math.log(2)
        self.clock = Clock(native=native)

    def run(
        self,
        seconds: float,
        positions: int | None,
        *,
        correct: bool,
        progress: Callable[[str], None] | None,
    ) -> None:
        """Play, and fit to a batch while the next is played, until time or positions run out."""
        most = math.inf if positions is None else positions
        seconds = math.inf if positions is not None else seconds

        def is_left(part: float) -> bool:
            return self.clock.seconds() < part * seconds and self.positions < part * most

        def play(part: float, ends: float, beside: Callable[[], None] | None = None) -> None:
            batch = int(min(BATCH, most * part - self.positions))
            count = max(2 * selfplay.LONGEST + 2, batch)  # at least a whole game
            parts = player.play_batch(count, ends, beside)
            self.positions += sum(number for number, _ in parts)
            self.batches.append(_join([examples for _, examples in parts]))
            if self.begun:  # the loss is measured before the fit
                self.loss = self._sweep([self.batches[-1]], 0.0)
            if progress is not None:
                progress(f"{self.positions:,} positions, loss {self.loss:.4f}")

        if not self.begun:
            player = _Player(self)
            while is_left(FIRST) or not self.batches:
                play(FIRST, 1.0)
            self.hand = self._fitted_hand() if correct else 0
            self._fit(RATE, rounds=4)
        player = _Player(self)
        while is_left(1.0):
            play(1.0, ENDS, partial(self._fit, RATE))
        self._fit(RATE)
        self._fit(RATE / 3, rounds=2)

    def examples(self, rows: Any, ends: float) -> Any:
        """Convert rows to examples for the fit: entries, targets and replaced evaluations."""
        known = rows[:, selfplay.ENDED] != selfplay.UNKNOWN
        if ends == 1:
            rows, known = rows[known], known[known]
        proven = np.abs(rows[:, selfplay.SCORE]) > PROVEN
        value = np.where(proven, 0, np.clip(rows[:, selfplay.SCORE] / ESTIMATE, -0.95, 0.95))
        likely = 1 / (1 + np.exp(-2 * value / (1 - np.abs(value))))
        ended = (1 - ends) * likely + ends * (1 + rows[:, selfplay.ENDED]) / 2
        target = np.where(known, ended, likely)
        target = np.where(proven, rows[:, selfplay.SCORE] > 0, target)
        hand = np.clip(rows[:, selfplay.HAND] / ESTIMATE, -0.99, 0.99)
        return (
            self.numbers[selfplay.entry_numbers(self.layout, rows)].astype(np.int32),
            np.clip(target, SURE, 1 - SURE),
            hand / (1 - np.abs(hand)),
        )

    def _fit(self, rate: float, rounds: int = 1) -> None:
        for _ in range(rounds if self.batches else 0):
            self._sweep(list(self.batches), rate)
        self.begun = True

    def _sweep(self, batches: list[Any], rate: float) -> float:
        """Fit to each example once, in random order; return the mean loss before each step."""
        numbers, targets, hand = _join(batches)
        order = self.shuffle.permutation(len(targets))
        given = (numbers, order, hand * (self.hand / SCALE), targets, self.values, self.steep, rate)
        run = selfplay.sweep.native if self.native else selfplay.sweep
        return float(self.clock.watch(run, *given))

    def _fitted_hand(self) -> int:
        """The weight with which the replaced evaluation best predicts the results of games."""
        _, targets, hand = _join(list(self.batches))

        def surprise(scale: float) -> float:
            chance = 1 / (1 + np.exp(-2 * np.clip(scale * hand, -15, 15)))
            return -float(np.mean(np.log(np.where(targets > 0.5, chance, 1 - chance))))

        return int(SCALE * min((1.2**step for step in range(-12, 26)), key=surprise))

    def round_weights(self) -> Any:
        """The weights as ints."""
        return np.clip(np.rint(self.values * SCALE), -MOST, MOST).astype(np.int32)

    def weights(self) -> Weights:
        """The weights in the form of a file."""
        numbers = array("h", self.round_weights().astype("int16").tobytes())
        return Weights(str(self.game), self.layout, numbers, self.hand)


def _join(batches: list[Any]) -> list[Any]:
    return [np.concatenate(parts) for parts in zip(*batches, strict=True)]


class _Player:
    """Plays games with the learner's tables as they were at the start of the batch."""

    def __init__(self, learner: _Learner) -> None:
        self.learner = learner
        tables, name = memoryview(learner.entries), f"learning {next(COUNT)}"
        # With zeros in the table, machine code cached by earlier processes fits.
        tables[:] = array("i", [ZERO]) * len(tables)
        self.game = with_tables(learner.game, learner.layout, tables, learner.hand, name)
        learner.clock.watch(self._part, 1, 1.0, 1)  # compiling does not count as time

    def play_batch(
        self, count: int, ends: float, beside: Callable[[], None] | None = None
    ) -> list[Any]:
        """Play whole games with at most `count` positions in all; return each part's number of
        positions and its examples. `count` alone decides the number of parts, so a batch is the
        same on any number of threads. `beside` runs meanwhile; it must not change the games' data.
        """
        learner = self.learner
        weights = learner.round_weights()[learner.numbers] + ZERO
        memoryview(learner.entries)[:] = array("i", weights.tobytes())
        parts = max(count // PART, 1)
        chances = itertools.islice(learner.chances, parts)
        tasks = [partial(self._part, count // parts, ends, chance) for chance in chances]
        every: list[Callable[[], Any]] = [*([beside] if beside else []), *tasks]  # longest first

        def run_tasks() -> list[Any]:
            with ThreadPoolExecutor(learner.threads) as pool:
                run = pool.map if learner.threads > 1 else map
                return list(run(lambda task: task(), every))[-parts:]

        played: list[Any] = learner.clock.watch(run_tasks)
        return played

    def _part(self, count: int, ends: float, chance: int) -> tuple[int, Any]:
        """Play at most `count` positions; return their number and the examples from them."""
        learner, native = self.learner, self.learner.native
        boards, chunks = len(learner.layout.boards), selfplay.chunks_of(learner.layout)
        words = selfplay.CELLS + boards * chunks
        room = new_words(words * count)
        workspace = Workspace(Table(4.0), native=native)  # this part shares nothing with the others
        shape = (count, words, boards, chunks, learner.depth, OPENING, 1)
        place = place_of(room, native=native)
        given = (self.game, self.game.start(), shape, place, chance, workspace.memory)
        clock = Clock(native=native, counts=workspace.memory, progress=self._look)
        kernel = selfplay.play_rows.prepare(*given) if native else selfplay.play_rows
        full, _ = clock.watch(kernel, *given)
        rows = np.array(room[: words * full], np.int64).reshape(full, words)
        return full, learner.examples(rows, ends)

    def _look(self, _: Snapshot) -> None:
        """Raise `Stopped` in the games of a part if learning was interrupted."""
        if self.learner.clock.stopped:
            raise Stopped
