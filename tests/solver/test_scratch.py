"""Arrays that a thread uses again: whatever was asked for, as it was asked for."""

from __future__ import annotations

import numpy as np

import zermelo
from toys import Tug
from zermelo.solver.crews.crew import Threads
from zermelo.solver.crews.scratch import KEPT_BYTES, Scratch
from zermelo.solver.keyed import expand


def test_an_array_is_used_again_while_it_is_large_enough():
    scratch = Scratch()
    first = scratch.array("a", (10, 2))
    first[:] = 7
    again = scratch.array("a", (20,), np.int32)
    assert (again.shape, again.dtype) == ((20,), np.int32)
    assert np.shares_memory(first, again)
    assert not np.shares_memory(first, scratch.array("b", (10, 2)))
    assert not np.shares_memory(first, scratch.array("a", (21, 2)))


def test_large_arrays_and_those_of_other_threads_are_apart():
    scratch = Scratch()
    large = scratch.array("a", (KEPT_BYTES + 1,), np.uint8)
    assert not np.shares_memory(large, scratch.array("a", (KEPT_BYTES + 1,), np.uint8))
    own = scratch.array("b", (3,))
    with Threads(2) as crew:
        for other in crew.get([crew.start(scratch.array, "b", (3,)) for _ in range(4)]):
            assert not np.shares_memory(own, other)


def test_little_room_for_moves_gives_the_same(monkeypatch):
    for game in (Tug(size=9), zermelo.game("nim(rows=[2, 3])")):
        expected = {**zermelo.solve(game, native=False).as_dict(), "seconds": 0}
        guessed = zermelo.estimate(game, native=False).states
        with monkeypatch.context() as patch:
            patch.setattr(expand, "ROOM", 1)
            assert {**zermelo.solve(game, native=False).as_dict(), "seconds": 0} == expected
            assert zermelo.estimate(game, native=False).states == guessed
