"""Measure this process and its actors as they solve a maze: `python watched.py outcome|score`."""

import gc
import json
import pickle
import sys
import tracemalloc
from contextlib import nullcontext
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

import numpy as np

import maze
import zermelo
from forged import contents
from zermelo.solver.crews.crew import Crew
from zermelo.solver.keyed import tiers
from zermelo.solver.keyed.enumeration import Enumerator, Seen
from zermelo.solver.keyed.loops import LoopShare

FOLLOWED = list, dict, tuple, Seen, Enumerator, LoopShare


class Maze(maze.Maze):
    """A small maze that also counts points."""

    size: int = 499

    def score(self, state: maze.Place) -> int:
        if state.floor < 2:
            return -state.floor if state.player else state.floor
        return state.number // 5 % 30 - 15

    @property
    def score_bound(self) -> int:
        return 16


def in_memory(*kept):
    """The bytes of all arrays that objects keep, without those in mapped files."""
    owners, seen = {}, set()
    while kept:
        kept = [one for one in kept if id(one) not in seen and not seen.add(id(one))]
        for array in (one for one in kept if isinstance(one, np.ndarray)):
            while isinstance(array.base, np.ndarray):
                array = array.base
            owners[id(array)] = 0 if array.base is not None else array.nbytes
        mine = [one for one in kept if isinstance(one, FOLLOWED)]
        kept = [*chain.from_iterable(map(gc.get_referents, mine))]
    return sum(owners.values())


def traced_at_most() -> int:
    """The peak of traced bytes, without memory that caches keep outside arrays."""
    left, most = tracemalloc.get_traced_memory()
    arrays = tracemalloc.DomainFilter(True, np.lib.tracemalloc_domain)
    traces = tracemalloc.take_snapshot().filter_traces([arrays]).traces
    return most - left + sum(trace.size for trace in traces)


class Watched:
    """An object kept by an actor, and the most memory it would take in a process of its own."""

    def __init__(self, make, *given):
        self.object, self.most, self.spilled = make(*given), 0, 0

    def __getattr__(self, method):
        return partial(self.watched, getattr(self.object, method))

    def watched(self, call, *given):
        kept = in_memory(self.object)
        tracemalloc.start()
        reported = call(*given)
        self.most = max(self.most, kept + traced_at_most())
        tracemalloc.stop()
        self.spilled = max(self.spilled, self.object.space.spilled)
        return pickle.loads(pickle.dumps(reported))


class Apart(Crew):
    """A crew of two actors whose memory is measured."""

    remote = True

    def __init__(self):
        super().__init__(1)
        self.members, self.watched = 2, []

    def keep(self, make, *given):
        def made():
            self.watched.append(Watched(make, *given))
            return self.watched[-1]

        return super().keep(made)


def contents_of(game, place, by, **options):
    zermelo.solve(game, place, by=by, native=False, **options)
    return contents(place)


def watched_solving(by: str, place: Path) -> dict[str, object]:
    """Solve a tier much larger than the memory, within a limit and without one."""
    memory, crew = 3 << 16, Apart()
    with (
        mock.patch.object(tiers, "SMALL", 2),
        mock.patch("zermelo.solver.keyed.lookups.ROOM", 1 << 10),
        mock.patch("zermelo.solver.solve.crew_at", lambda *_, **__: nullcontext(crew)),
    ):
        expected = contents_of(Maze(), place / "without limits", by)
        limit = property(lambda _: memory, lambda *_: None)
        with mock.patch.object(tiers.Tiers, "memory", limit, create=True):
            contents_of(Maze(size=7), place / "before", by, on="there")  # work done once
            crew.watched.clear()
            result = contents_of(Maze(), place / "within them", by, on="there")
    return {
        "same": result == expected,
        "allowed": memory // 2 // crew.members,
        "most": max(one.most for one in crew.watched),
        "spilled": max(one.spilled for one in crew.watched),
    }


if __name__ == "__main__":
    (what,) = sys.argv[1:]
    with TemporaryDirectory() as place:
        print(json.dumps(watched_solving(what, Path(place))))
