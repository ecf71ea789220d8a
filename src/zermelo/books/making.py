"""Making books: `book` searches positions, asks a database, or counts random or played games.

Python plays and records the first moves of a random game, machine code plays the rest. The value of
a position is the mean of all games through it, as in courses on Isolation. Each game depends only
on the seed and its number, so that resuming an interrupted book leads to the same book.
"""

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, Final

from zermelo.books.book import Book, Positions, Tell
from zermelo.books.file import BookFile, Entry, Progress, canonical, name_of
from zermelo.contract import arguments
from zermelo.contract.arguments import GameGiven, game_given, path_given, reject_unknown_keywords
from zermelo.contract.game import Game
from zermelo.contract.states import random_game
from zermelo.errors import ParameterError, UsageError
from zermelo.native import switched_off
from zermelo.native.fingerprint import truth_fingerprint
from zermelo.process import disk
from zermelo.search.analyze import analyze_within
from zermelo.search.clock import NO_LIMITS, Limits
from zermelo.search.counters import MULTIPLIER, new_counts
from zermelo.search.engine.compiling import is_compiled
from zermelo.search.engine.knownends import ONE_MOVE
from zermelo.search.engine.table import Table
from zermelo.search.playouts import CUT, DEFAULT_CAP, playout
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.probe import known_score
from zermelo.solver.score import distance_of, worth_of
from zermelo.spec import format_game

FACTOR: Final = 1_000_003  # a game's random seed is the book's times this, plus the game's number


Played = tuple[Sequence[Any], int]  # the states of a game, and its result for player 0


def play_at_random(
    game: Game, plies: int, cap: int, seed: int, numbers: range, *, native: bool
) -> Iterator[Played]:
    """Play the random games with these numbers; yield each game's first states and its result, a
    draw after `cap` plies.
    """
    native = native and not switched_off()
    counts = new_counts(native=native)
    play: Any = playout.prepare(game, game.start(), cap, 1, counts) if native else playout
    for number in numbers:
        drawn = random.Random(seed * FACTOR + number)
        path = [state for state, _ in islice(random_game(game, drawn), plies + 1)]
        worth = play(game, path[-1], cap, drawn.randrange(1, MULTIPLIER << 32), counts)[0]
        yield path, 0 if worth == CUT else int(worth)


PLIES: Final = 8
SEARCHED: Final = 100_000  # the default limit of states to search per position
MOST: Final = 1_000_000  # the default limit of positions
SAVED: Final = 0.5  # seconds after which new results are written
WRITING: Final = 9.0  # seconds to wait for each second that the last writing took


@reject_unknown_keywords
def book(
    game: GameGiven,
    path: str | Path,
    *,
    plies: int = PLIES,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    exact: bool = False,
    database: Database | None = None,
    playouts: int | None = None,
    games: Sequence[Played] | None = None,
    cap: int = DEFAULT_CAP,
    seed: int = 0,
    most: int = MOST,
    native: bool | None = True,
    progress: Tell | None = None,
) -> Book:
    """Make an opening book of the first plies of a game, or continue one.

    game                   a game, or its spec like "nim(rows=[1, 2])"
    path                   the file of the book
    plies                  how many plies the book covers: the positions after these are searched,
                           and the values of earlier positions follow from theirs
    depth, seconds, nodes  limits of each search, 100,000 nodes if none is given
    exact                  search until the value is proven
    database               look values up in this database instead
    playouts               play random games instead, until the book has this many: the value of a
                           move is then the mean of its games
    games                  count played games instead: pairs of states and result for player 0
    cap                    plies after which a random game is a draw
    seed                   chooses the random games
    most                   the most positions, one for each set of symmetric ones
    native                 as for `zermelo.analyze`
    progress               called with a line of text about the progress

    After Ctrl-C, the same call continues; a finished book is returned unchanged. Raises
    `UsageError` for a file with another book, and for more than `most` positions, and
    `ParameterError` for invalid numbers, or for more than one way to make the book.

    >>> import tempfile, zermelo
    >>> with tempfile.TemporaryDirectory() as place:
    ...     nim = zermelo.game("nim(rows=[1, 2])")
    ...     made = zermelo.book(nim, f"{place}/nim.book", plies=1, exact=True, native=False)
    ...     made.analysis().best_moves, made.analysis().exact
    (('1,1',), True)
    """
    limits = Limits(depth, seconds, nodes)
    ways = [limits != NO_LIMITS, exact, *(way is not None for way in (database, playouts, games))]
    if sum(ways) > 1:
        raise ParameterError(
            "make a book in one way: within limits, exactly, or from a database, playouts or games"
        )
    limits = Limits(nodes=SEARCHED) if limits == NO_LIMITS else limits
    made = _way(limits, exact, database, playouts, games, cap, seed)
    arguments.BOOK_PLIES.check("plies", plies)
    arguments.POSITIONS.check("most", most)
    game = game_given(game)
    rules = truth_fingerprint(game)
    settings = {"game": format_game(game), "rules": rules, "plies": plies, "made": made}
    path = path_given(path)
    new, file = not path.exists(), BookFile(path, settings)
    try:
        making = _Making(file, progress or (lambda _step: None))
        done = file.progress.done
        if playouts is not None:
            numbers, compiles = range(done, playouts), native is not False
            made_up = play_at_random(game, plies, cap, seed, numbers, native=compiles)
            making.count_games(made_up, game, plies, numbers)
        elif games is not None and not file.progress.complete:
            making.count_games(games[done:], game, plies, range(done, len(games)))
        elif not file.progress.complete:
            positions = Positions(game, plies, most, making.tell)
            making.judge_leaves(positions, _judge(game, database, limits, exact, native))
    except KeyboardInterrupt:
        pass
    except UsageError:
        if new:
            disk.remove(path)
        raise
    finally:
        file.close()
    return Book(path, game, unfinished=True)


def _way(
    limits: Limits,
    exact: bool,
    database: Database | None,
    playouts: int | None,
    games: Sequence[Played] | None,
    cap: int,
    seed: int,
) -> dict[str, Any]:
    """The way in which the book is made, as part of its settings."""
    if games is not None:
        return {"by": "games", "digest": sha256(repr(games).encode()).hexdigest()[:12]}
    if playouts is not None:
        arguments.SAMPLE.check("playouts", playouts)
        arguments.PLAYOUT_CAP.check("cap", cap)
        arguments.SEED.check("seed", seed)
        return {"by": "playouts", "cap": cap, "seed": seed}
    if database is not None:
        if database.game.by_score:
            raise UsageError("a book has outcomes; use a database that was not solved by score")
        return {"by": "database"}
    return {"by": "search", **({"exact": True} if exact else asdict(limits))}


def _judge(
    game: Game, database: Database | None, limits: Limits, exact: bool, native: bool | None
) -> Callable[[Any], Entry]:
    """A function that computes a position's entry; raises `KeyboardInterrupt` after Ctrl-C."""
    if database is not None:

        def known_entry(state: Any) -> Entry:
            score = known_score(database, state)
            value = float(worth_of(database.game, score))
            return Entry(value, True, distance_of(database.game, score))

        return known_entry
    within = Limits(nodes=int(arguments.NODES.most)) if exact else limits
    options = ONE_MOVE

    def search_entry(state: Any) -> Entry:
        nonlocal options
        if exact and options.table is None and is_compiled(game):  # proofs help later searches
            options = replace(options, table=Table())
        analysis = analyze_within(within, game, state, native=native, options=options)
        if analysis.interrupted:
            raise KeyboardInterrupt
        return Entry(analysis.value or 0.0, analysis.exact, analysis.remoteness, analysis.depth)

    return search_entry


class _Making:
    """Makes a book. A killed process loses the results of its last half second, or of more time if
    the book is large, because writing should take at most a tenth of the time.
    """

    def __init__(self, file: BookFile, tell: Tell) -> None:
        self.file, self.tell = file, tell
        self.before, self.began = file.progress.seconds, time.perf_counter()
        self.due = self.began + SAVED

    def so_far(self) -> float:
        """The seconds spent in this run and in earlier ones."""
        return self.before + time.perf_counter() - self.began

    def judge_leaves(self, positions: Positions, judged: Callable[[Any], Entry]) -> None:
        """Judge the leaves that the file lacks, and derive the entries of all other positions."""
        leaves = list(positions.leaves())
        left = [state for state in leaves if name_of(state) not in self.file.rows]
        done, total = len(leaves) - len(left), len(leaves)
        entries: list[tuple[str, int, Entry]] = []
        try:
            for count, state in enumerate(left, 1):
                entries.append((name_of(state), positions.ply[state], judged(state)))
                if time.perf_counter() > self.due:
                    self._save(self.file.keep, entries, False, done + count, total)
                    left_s = (time.perf_counter() - self.began) / count * (total - done - count)
                    progress = f"{done + count:,} of {total:,} positions"
                    self.tell(f"{progress}, about {left_s / 60:,.0f} min left")
                    entries = []
        finally:
            done = len(self.file.rows) + len(entries)
            self._save(self.file.keep, entries, False, done, total)
        known = {state: self.file.entry(name_of(state)) for state in leaves}
        self.file.keep(positions.backed_up(known.get), Progress(True, total, total, self.so_far()))

    def _save(
        self, write: Callable[[Any, Progress], None], new: Any, ended: bool, done: int, total: int
    ) -> None:
        """Write results; delay the next writing, so that it takes at most a tenth of the time."""
        began = time.perf_counter()
        write(new, Progress(ended, done, total, self.so_far()))
        now = time.perf_counter()
        self.due = now + max(SAVED, WRITING * (now - began))

    def count_games(self, games: Iterable[Played], game: Game, plies: int, numbers: range) -> None:
        """Count the results of the games with these numbers in each of their first positions."""
        done, total = max(numbers.start, numbers.stop), numbers.stop
        ranks: dict[Any, tuple[str, int]] = {}  # state → its name, and its first ply
        counts: dict[str, list[int]] = {}  # name → ply, games, wins and losses
        for number, (states, result) in zip(numbers, games, strict=True):
            for ply, state in enumerate(states[: plies + 1]):
                worth = result if game.player(state) == 0 else -result
                if state not in ranks:
                    ranks[state] = name_of(canonical(game, state)), ply
                name, first = ranks[state]
                counted = counts.setdefault(name, [first, 0, 0, 0])
                counted[1] += 1
                counted[2] += worth > 0
                counted[3] += worth < 0
            if number + 1 < total and time.perf_counter() > self.due:
                self._save(self.file.count, counts, False, number + 1, total)
                self.tell(f"{number + 1:,} of {total:,} games")
                counts = {}
        self._save(self.file.count, counts, True, done, done)
