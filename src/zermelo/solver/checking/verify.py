"""Check a database by the rules.

Compiled code compares all states on all threads. Plain code, which shares nothing with the solver,
compares some of them again, or all if the database is small.

Each state's value and remoteness must follow from its successors: a win in r plies has a successor
lost in r - 1 plies and none lost sooner; a loss has only won successors, the latest in r - 1; a
draw has a drawn successor and no lost one. Remoteness falls at each step of a win or loss, so
induction proves them all; and a player who stays in drawn states never loses. If endless play is
not a draw, values without distance must not depend on a loop; checking that takes all states.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import numpy as np

from zermelo.contract.analysis import Verdict
from zermelo.contract.arguments import SAMPLE, GameGiven, reject_unknown_keywords
from zermelo.native.arrays import Array
from zermelo.process.texts import seconds_text
from zermelo.solver.checking.plain import PIECE, KeyedCheck, TierCheck
from zermelo.solver.crews.crew import Machine
from zermelo.solver.keys.keyarrays import pieces
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.hardest import check_wins
from zermelo.solver.probing.reading import ABSENT, SOUND, Reader, compare
from zermelo.solver.solution import Progress
from zermelo.solver.store.manifest import is_by_tier

Report = Callable[[int, int], None]  # gets how many states are checked, and of how many
AS_LONG: Final = 2  # first estimate of the time, in multiples of the time to solve; measured: 1.8
AGAIN: Final = 20_000  # states that plain code compares after compiled code has compared all


def checked_text(states: int, of: int, left: float) -> str:
    """The progress of a check that will take `left` more seconds, in words."""
    return f"{states:,} of {of:,} states checked, {seconds_text(left, 0)} to go"


class Verification(Verdict):
    """The result of a check; `faults` is empty for a sound database.

    game, states  the database's game and number of states
    checked  the number of states compared with their successors; if all were, so were the totals
    plain    the number of states compared by independent plain code
    chunks   the number of chunks compared with their checksums; all, unless a sample needs fewer
    faults   a sentence for each fault
    seconds  the duration of the check
    played   the number of wins played out

    >>> import tempfile, zermelo
    >>> with tempfile.TemporaryDirectory() as place:
    ...     solution = zermelo.solve("nim(rows=[1, 2])", f"{place}/nim", native=False)
    ...     zermelo.verify(f"{place}/nim", native=False).faults
    ()
    """

    game: str
    states: int
    checked: int
    chunks: int
    faults: tuple[str, ...]
    seconds: float
    played: int = 0
    plain: int = 0


@reject_unknown_keywords
def verify(
    path: str | Path,
    *,
    game: GameGiven | None = None,
    sample: int | None = None,
    wins: int = 0,
    seed: int = 0,
    threads: int | None = None,
    native: bool = True,
    progress: Progress | None = None,
    most: int = 20,
) -> Verification:
    """Compare every checksum, and every stored state with its successors.

    Compiled code compares all states on all threads. Plain code then compares 20,000 of them again;
    it shares nothing with the solver. In a smaller database, it compares all states.

    path      the directory of the database
    game      the rules, if they are not built in: reading a database runs no Python from it
    sample    compare only this many states, up to 20,000 by plain code alone; in databases with
              numbered states, plain code reads and checks only the chunks it needs
    wins      also play out this many wins: each must end in the stored number of plies
    seed      chooses the states of `sample` and the wins
    threads   the number of threads, by default one per core
    native    False makes plain code compare all states
    progress  a function to call with the progress
    most      stop after this many faults

    Raises `UsageError` if damage makes the database's chunks unreadable.

    >>> import tempfile, zermelo
    >>> with tempfile.TemporaryDirectory() as place:
    ...     solution = zermelo.solve("nim(rows=[1, 2])", f"{place}/nim", native=False)
    ...     zermelo.verify(f"{place}/nim", native=False).sound
    True
    """
    if sample is not None:
        SAMPLE.check("sample", sample)
    if wins:
        SAMPLE.check("wins", wins)
    began = time.perf_counter()
    database = Database(path, game)
    if wins:
        database.require_distances()
    check = (TierCheck if is_by_tier(database.manifest) else KeyedCheck)(database)
    asked = min(check.size, sample or check.size)
    compiled = native and asked > AGAIN
    report = _reporter(progress)
    if progress is not None and compiled and sample is None:
        progress(checked_text(0, asked, AS_LONG * database.manifest["solution"]["seconds"]))
    faults = list(check.whole(every=compiled or asked == check.size))
    done = plain = 0
    if compiled and not check.missing and not faults:
        with Machine(threads) as machine:
            done, faults = check_compiled(check, machine, report, sample, seed)
    if not check.missing and len(faults) < most:
        again = AGAIN if compiled else sample
        plain, more = check_plainly(check, again, seed, most - len(faults), report)
        faults += more
    played = 0
    if wins and not faults:
        played, faults = check_wins(database, wins, seed, report)
    return Verification(
        game=str(database.game),
        states=check.size,
        checked=max(done, plain),
        chunks=check.chunks,
        faults=tuple(faults[:most]),
        seconds=time.perf_counter() - began,
        played=played,
        plain=plain,
    )


def _reporter(progress: Progress | None) -> Report:
    """A function that reports numbers of compared states to `progress`."""
    began = time.perf_counter()

    def report(done: int, of: int) -> None:
        nonlocal began
        if done <= 1:
            began = time.perf_counter()
        if progress is not None and done:
            progress(checked_text(done, of, (time.perf_counter() - began) / done * (of - done)))

    return report


def check_compiled(
    check: TierCheck, machine: Machine, report: Report, sample: int | None = None, seed: int = 0
) -> tuple[int, list[str]]:
    """Compare states in batches until one is faulty; return how many are sound, and the faults."""
    done, of = 0, min(check.size, sample or check.size)
    reader, tiers = Reader(check.database.states, machine.kernels, machine.map), list[int]()
    for tier, places in check.by_tier(sample, seed):
        tiers = tiers if tiers[:1] == [tier] else reader.tiers_needed(tier)
        faults = compare_places(check, machine, reader, tiers, places)
        if faults:
            return done, faults
        done += len(places)
        report(done, of)
    return done, list(check.totals()) if done == check.size else []


def compare_places(
    check: TierCheck, machine: Machine, reader: Reader, tiers: list[int], places: Array
) -> list[str]:
    """The faults of the first faulty state among these places; adds missing tiers to `tiers`."""
    images = sum(1 for _ in check.game.symmetries(check.database.start))
    todo: list[Array] = pieces(places, PIECE, machine.threads)

    def compare_part(part: Array) -> tuple[int, int, int, Array]:
        count = np.zeros(4, np.int64)
        given = check.game, reader.load_known(tiers), part, check.timed, images, count
        return *machine.kernels.run(compare, *given), count

    while todo:
        reader.load_known(tiers)  # loads tiers here, so that no thread has to
        results, left = machine.map(compare_part, todo), list[Array]()
        for part, (done, verdict, where, count) in zip(todo, results, strict=True):
            check.add(tiers[0], count)
            if verdict == ABSENT and where in reader.tiers:
                tiers += [where] if where not in tiers else []
                left.append(part[done:])
            elif verdict != SOUND:
                place = int(part[done])
                wrong = f"the state at place {place} of tier {tiers[0]} is wrong"
                return list(check.state(tiers[0], place)) or [wrong]
        todo = left
    return []


def check_plainly(
    check: TierCheck, sample: int | None, seed: int, most: int, report: Report
) -> tuple[int, list[str]]:
    """Compare states in plain code; return their number, and faults, including wrong totals."""
    of = check.size if sample is None else min(sample, check.size)
    check.count.clear()
    done, faults = 0, list[str]()
    chosen = ((tier, int(at)) for tier, places in check.by_tier(sample, seed) for at in places)
    for done, place in enumerate(chosen, 1):
        faults += check.state(*place)
        if len(faults) >= most:
            return done, faults
        if done % 1000 == 1:
            report(done, of)
    return done, faults + (list(check.totals()) if done == check.size else [])
