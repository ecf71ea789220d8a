"""Tiers with moves inside them, kept by members of a crew: shares of a hash, losses, refusals.

That what they find is right is held by `test_endless` and `test_points`, which cut tiers too.
"""

import json
import subprocess
import sys
from contextlib import nullcontext

import pytest

import watched
import zermelo
from forged import contents
from processes import importing
from toys import Tug
from zermelo.errors import ZermeloError
from zermelo.solver.crews.crew import Crew, Lost
from zermelo.solver.keyed import tiers


@pytest.fixture(autouse=True)
def tiny(monkeypatch):
    """Shares of a few states."""
    monkeypatch.setattr(tiers, "SMALL", 2)


def solved(game, place, **options):
    zermelo.solve(game, place, native=False, **options)
    return contents(place)


class Losing(Crew):
    """A crew that is lost the n-th time that somebody asks it."""

    remote = True

    def __init__(self, left: int) -> None:
        super().__init__(2)
        self.left = left

    def get(self, pending):
        self.left -= 1
        if self.left == 0:
            raise Lost("a machine was lost")
        return super().get(pending)


def test_a_tier_is_begun_again_when_its_actors_are_lost(monkeypatch, tmp_path):
    game, at = Tug(size=7), 3
    expected = solved(game, tmp_path / "one")
    while True:
        at += 19
        crew = Losing(at)
        monkeypatch.setattr(
            "zermelo.solver.solve.crew_at", lambda *_, crew=crew, **__: nullcontext(crew)
        )
        assert solved(game, tmp_path / f"lost {at}", on="there") == expected
        if crew.left > 0:
            break
    assert at > 40
    monkeypatch.setattr("zermelo.solver.solve.crew_at", lambda *_, **__: nullcontext(Losing(30)))
    assert zermelo.solve(game, on="there", native=False).states


def test_who_is_lost_again_and_again_is_not_asked_for_ever(monkeypatch):
    crew = Losing(1)
    monkeypatch.setattr("zermelo.solver.solve.crew_at", lambda *_, **__: nullcontext(crew))
    monkeypatch.setattr(Losing, "get", lambda *_: (_ for _ in ()).throw(Lost("a machine was lost")))
    with pytest.raises(ZermeloError, match="a machine was lost"):
        zermelo.solve(Tug(), on="there", native=False)


@pytest.mark.long
@pytest.mark.parametrize("what", ["outcome", "score", "finder"])
def test_a_tier_larger_than_the_memory_is_kept_within_it(what):
    program = [sys.executable, watched.__file__, what]
    answer = json.loads(subprocess.check_output(program, env=importing()))
    assert answer["same"]
    assert answer["most"] < answer["allowed"]
    assert answer["spilled"] > 0
