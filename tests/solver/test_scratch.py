"""Arrays that a thread uses again: whatever was asked for, as it was asked for."""

import zermelo
from toys import Tug
from zermelo.solver.keyed import expand


def test_little_room_for_moves_gives_the_same(monkeypatch):
    for game in (Tug(size=9), zermelo.game("nim(rows=[2, 3])")):
        expected = {**zermelo.solve(game, native=False).as_dict(), "seconds": 0}
        guessed = zermelo.estimate(game, native=False).states
        with monkeypatch.context() as patch:
            patch.setattr(expand, "ROOM", 1)
            assert {**zermelo.solve(game, native=False).as_dict(), "seconds": 0} == expected
            assert zermelo.estimate(game, native=False).states == guessed
