"""Playouts, many random games a second; and perft, which counts sequences of moves.

A move is picked in one pass, without storing moves: the first is chosen, the second replaces it
with probability 1/2, the third with 1/3, and so on (a reservoir of one: Knuth, The Art of Computer
Programming 2, 3.4.2, after Waterman). Counting the moves first and then walking to one of them
takes fewer random numbers, but generates the moves one and a half times and adds unpredictable
branches; in most games that is slower, see docs/decisions/search.md.
"""

import itertools
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from zermelo.confidence import Mean, Share, mean, share
from zermelo.contract import arguments
from zermelo.contract.analysis import Result
from zermelo.contract.arguments import GameGiven, game_given, reject_unknown_keywords, state_given
from zermelo.contract.game import LOSS, WIN, Game
from zermelo.errors import Stopped
from zermelo.native import compile_quickly, kernel, runs_native
from zermelo.search.clock import Clock, Limits, Progress, Snapshot
from zermelo.search.counters import (
    Counts,
    check_limit,
    draw_number,
    next_chance,
    states_from_seed,
    visit,
)

DEFAULT_SECONDS: Final = 1.0
DEFAULT_CAP: Final = 1000  # plies, as in a match
STREAM: Final = 1 << 12  # consecutive games that one thread plays from one generator state
PACE: Final = 0.002  # seconds of computing after which a thread checks whether to stop
CUT: Final = 2  # the value of a playout that reached the cap
FEW: Final = 8_000  # states that can be counted in the time that compiling better code takes
WIDE: Final = 1_000  # with this many moves in a state, counting two plies is worth better code

# Kernels -----------------------------------------------------------------------------------------


@kernel
def pick_move(game: Game, state: Any, chance: int) -> tuple[int, int, int]:
    """A random move of `state`, the number of moves, and the generator's next state.

    Without moves, the returned move is meaningless. Probabilities are equal up to 2⁻³².
    """
    if game.moves_by_place:
        total, chance = game.move_count(state), next_chance(chance)
        return game.move_at(state, draw_number(chance, total)) if total else 0, total, chance
    move = count = 0
    for candidate in game.moves(state):
        count += 1
        chance = next_chance(chance)
        if draw_number(chance, count) == 0:
            move = candidate
    return move, count, chance


@kernel
def playout(game: Game, state: Any, cap: int, chance: int, counts: Counts) -> tuple[int, int, int]:
    """One game from `state`: its value for player 0, its plies, and the generator's next state.

    The value is CUT if the game goes on after `cap` plies. Raises `Stopped` at a limit.
    """
    plies = 0
    while True:
        check_limit(counts)
        move, count, chance = pick_move(game, state, chance)
        if count == 0:
            outcome = game.outcome(state)
            return (outcome if game.player(state) == 0 else -outcome), plies, chance
        if plies == cap:
            return CUT, plies, chance
        state = game.play(state, move)
        plies += 1


@kernel
def play_games(
    game: Game, start: Any, games: int, cap: int, chance: int, counts: Counts
) -> tuple[int, int, int, int, int, int]:
    """Play `games` playouts from `start`. Return the number won by player 0, won by player 1, and
    cut at the cap; the sums of plies and of squared plies; and the generator's next state.
    """
    first = second = cut = plies = squares = 0
    for _ in range(games):
        worth, length, chance = playout(game, start, cap, chance, counts)
        first += worth == WIN
        second += worth == LOSS
        cut += worth == CUT
        plies += length
        squares += length * length
    return first, second, cut, plies, squares, chance


# Results -----------------------------------------------------------------------------------------


class Playouts(Result):
    """Statistics of random games: their results and lengths.

    game         the game's text
    state        the text of the position where the games began; None without a text
    playouts     the number of games played to the end or the cap
    seconds      the duration, not counting compilation
    per_second   playouts a second, by all threads together
    plies        moves made
    wins         the wins of player 0 and player 1, with 95% intervals
    draws        drawn games, including those cut at the cap
    cap, cut     the plies after which an unfinished game is a draw, and the number of these games
    length       the mean number of plies of a game; a cut game has `cap`
    threads      the number of threads
    native       whether the games ran compiled
    interrupted  whether Ctrl-C ended the games early

    >>> import zermelo
    >>> zermelo.playouts("nim(rows=[1])", games=10, native=False).length.value
    1.0
    """

    game: str
    state: str | None
    playouts: int
    seconds: float
    per_second: float
    plies: int
    wins: tuple[Share, Share]
    draws: Share
    cap: int
    cut: int
    length: Mean
    threads: int
    native: bool
    interrupted: bool = False


@reject_unknown_keywords
def playouts(
    game: GameGiven,
    state: Any = None,
    *,
    games: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
    cap: int = DEFAULT_CAP,
    seed: int | None = None,
    native: bool = True,
    progress: Callable[[str], None] | None = None,
) -> Playouts:
    """Play games of random moves, with all legal moves equally likely.

    game            a game, or its spec like "nim(rows=[1, 2])"
    state           the state to begin at, by default the start
    games, seconds  limits, whichever comes first; one second if neither is given
    threads         the number of threads
    cap             a game that goes on after this many plies counts as drawn
    seed            makes the games repeatable, on any number of threads, plain or compiled
    native          False plays in plain Python
    progress        a function to call with a text from time to time

    Raises `ParameterError` for an invalid number, see `zermelo.contract.arguments`.

    >>> import zermelo
    >>> played = zermelo.playouts(zermelo.game("nim(rows=[1])"), games=10, native=False)
    >>> played.playouts, played.plies, played.wins[0].count
    (10, 10, 10)
    """
    for name, given, allowed in (
        ("games", games, arguments.SAMPLE),
        ("threads", threads, arguments.THREADS),
        ("cap", cap, arguments.PLAYOUT_CAP),
        ("seed", seed, arguments.SEED),
    ):
        if given is not None:
            allowed.check(name, given)
    limits = Limits(seconds=seconds)
    if games is None:
        limits = limits.or_seconds(DEFAULT_SECONDS)
    game = game_given(game)
    state = state_given(game, state)
    sample = _Sample(game, state, cap, progress)
    sample.clock = Clock(limits, native=native, progress=sample.tell)
    sizes: Iterable[int] = itertools.repeat(STREAM)
    if games is not None:
        sizes = (min(STREAM, games - begun) for begun in range(0, games, STREAM))
    streams = zip(sizes, states_from_seed(seed), strict=False)
    interrupted = sample.clock.is_interrupted(sample.play_all, threads, streams)
    return sample.report(threads, interrupted)


@dataclass
class _Sample:
    """Playouts in progress, whose totals all threads share."""

    game: Game
    state: Any
    cap: int
    progress: Callable[[str], None] | None
    clock: Clock = field(init=False)
    played: int = 0
    sums: list[int] = field(default_factory=lambda: [0] * 5)  # as `play_games` returns them
    lock: threading.Lock = field(default_factory=threading.Lock)

    def arguments(self, games: int, chance: int) -> tuple[Any, ...]:
        return self.game, self.state, games, self.cap, chance, self.clock.counts

    def play_all(self, threads: int, streams: Iterator[tuple[int, int]]) -> None:
        """Play the streams, each a number of games and a generator's state, on several threads."""
        from concurrent.futures import ThreadPoolExecutor  # slow to import

        def play_together() -> None:
            with ThreadPoolExecutor(threads) as pool:
                for thread in [pool.submit(self.work, streams) for _ in range(threads)]:
                    thread.result()

        if self.clock.native:
            self.clock.compile(play_games, *self.arguments(1, 1))
        self.clock.watch(play_together)

    def work(self, streams: Iterator[tuple[int, int]]) -> None:
        """Play streams in batches of a game, later of PACE seconds; an error stops all threads."""
        run = play_games.prepare(*self.arguments(1, 1)) if self.clock.native else play_games
        pace = 1
        try:
            while stream := self.next_of(streams):
                left, chance = stream
                while left and not self.clock.stopped:
                    games, began = min(pace, left), time.thread_time()
                    *sums, chance = run(*self.arguments(games, chance))
                    with self.lock:
                        self.played += games
                        self.sums = [a + int(b) for a, b in zip(self.sums, sums, strict=True)]
                    left -= games
                    spent = time.thread_time() - began
                    pace = min(2 * pace, STREAM) if spent < PACE else max(pace // 2, 1)
        except BaseException:
            self.clock.stop()
            raise

    def next_of(self, streams: Iterator[tuple[int, int]]) -> tuple[int, int] | None:
        with self.lock:
            return None if self.clock.stopped else next(streams, None)

    def tell(self, _: Snapshot) -> None:
        """Report the progress."""
        if self.progress is not None:
            self.progress(f"{self.played:,} games" if self.played else "compiling")

    def report(self, threads: int, interrupted: bool) -> Playouts:
        game, number, seconds = self.game, self.played, self.clock.seconds()
        first, second, cut, plies, squares = self.sums
        return Playouts(
            game=str(game),
            state=game.format_state(self.state) if game.has("format_state") else None,
            playouts=number,
            seconds=seconds,
            per_second=number / seconds,
            plies=plies,
            wins=(share(first, number), share(second, number)),
            draws=share(number - first - second, number),
            cap=self.cap,
            cut=cut,
            length=mean(plies, squares, number),
            threads=threads,
            native=self.clock.native and runs_native(game),
            interrupted=interrupted,
        )


@kernel
def count_sequences(game: Game, state: Any, depth: int, counts: Counts) -> int:
    """The number of sequences of `depth` legal moves; the last ones are counted, not played."""
    if depth == 0:
        return 1
    visit(counts)
    if depth == 1:
        return game.move_count(state)
    check_limit(counts)
    total = 0
    for move in game.moves(state):
        child = game.play(state, move)
        if depth == 2:  # counting here saves a call for most states
            visit(counts)
            total += game.move_count(child)
        else:
            total += count_sequences(game, child, depth - 1, counts)
    return total


@compile_quickly(0)
@kernel
def count_few(game: Game, state: Any, depth: int, counts: Counts) -> int:
    """`count_sequences` for depths so small that compiling better code would take longer."""
    return count_sequences(game, state, depth, counts)


class Perft(Result):
    """The numbers of sequences of exactly 1, 2, … moves.

    game         the game's text
    sequences    the numbers of sequences of 1, 2, … moves
    seconds      the duration, not counting compilation
    native       whether the counting ran compiled
    interrupted  whether Ctrl-C came before the requested depth; the numbers so far are complete

    >>> import zermelo
    >>> zermelo.perft("nim(rows=[1, 2])", 3, native=False).interrupted
    False
    """

    game: str
    sequences: tuple[int, ...]
    seconds: float
    native: bool
    interrupted: bool = False


@reject_unknown_keywords
def perft(
    game: GameGiven,
    depth: int,
    *,
    state: Any = None,
    native: bool = True,
    progress: Progress | None = None,
) -> Perft:
    """Count the sequences of exactly 1, 2, … `depth` legal moves.

    game      a game, or its spec like "nim(rows=[1, 2])"
    depth     0 to 512
    state     the state to begin at, by default the start
    native    False counts in plain Python
    progress  a function to call with the counts so far

    Raises `ParameterError` for any other depth.

    >>> import zermelo
    >>> zermelo.perft(zermelo.game("tictactoe"), 3, native=False).sequences
    (9, 72, 504)
    """
    arguments.DEPTH_OR_NONE.check("depth", depth)
    game = game_given(game)
    state = state_given(game, state)
    clock = Clock(native=native, progress=progress)
    sequences: list[int] = []
    interrupted = False
    try:
        is_wide = sum(1 for _ in game.moves(state)) >= WIDE
        for clock.depth in range(1, depth + 1):
            small = not sequences or (sequences[-1] <= FEW and not is_wide)
            count = count_few if small else count_sequences
            sequences.append(int(clock.run(count, game, state, clock.depth)))
    except (KeyboardInterrupt, Stopped):
        interrupted = True
    compiled = native and runs_native(game)
    return Perft(str(game), tuple(sequences), clock.seconds(), compiled, interrupted)
