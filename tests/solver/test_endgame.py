"""Endgames that a game names: the course's numbers for 3 against 3 men; the engine asks them."""

from itertools import combinations

import pytest

import zermelo
from zermelo.errors import CapabilityError, UsageError
from zermelo.games.morris.rules import Men
from zermelo.solver.probing.endgames import endgames
from zermelo.solver.score import remoteness_of
from zermelo.solver.store.numbers import narrow_cells

MORRIS = zermelo.game("morris")
SMALL = zermelo.game("morris(men=3)")


def three_against_three(game) -> list[Men]:
    """All positions, player 0 to move, by their points."""
    every = set(range(game.points))
    return [
        Men(sum(1 << p for p in own), sum(1 << p for p in other), 0, 0, 0)
        for own in combinations(every, 3)
        for other in combinations(every - set(own), 3)
    ]


def test_an_endgame_begins_just_after_a_mill():
    starts = list(SMALL.endgame("3-3"))
    assert len(starts) == len(set(starts)) == 8 * 20  # mills, and men on the points beside them
    assert all(SMALL.in_mills(state.other) for state in starts)
    assert {image for state in starts for image in SMALL.symmetries(state)} == set(starts)
    fours = list(zermelo.game("morris(men=6)").endgame("4-3"))
    assert {(s.own.bit_count(), s.other.bit_count()) for s in fours} == {(4, 3), (3, 4)}


@pytest.mark.parametrize("name", ["", "3", "3-10", "2-3", "a-b", "3-3-3", "3 - 3"])
def test_a_name_that_means_no_endgame_is_refused(name):
    with pytest.raises(UsageError, match="is no endgame of morris"):
        list(MORRIS.endgame(name))
    with pytest.raises(CapabilityError, match="define endgame"):
        zermelo.game("nim").endgame("3-3")


def test_every_position_of_an_endgame_is_solved(tmp_path):
    solution = zermelo.solve(
        SMALL, tmp_path / "db", states=list(SMALL.endgame("3-3")), native=False
    )
    database = zermelo.Database(tmp_path / "db")
    positions = three_against_three(SMALL)
    assert all(database.score(state) is not None for state in positions)
    orbits = {min(SMALL.key(image) for image in SMALL.symmetries(state)) for state in positions}
    (threes,) = [
        t["states"] for t in database.manifest["tiers"] if t["tier"] == database.first_tier
    ]
    assert threes == len(orbits) and solution.states > len(positions) == 1680


@pytest.mark.compiled
def test_three_against_three_is_as_in_the_course(run, tmp_path):
    """2,691,920 positions, 169,626 up to symmetry, 140,621 of them won, the longest in 25 plies."""
    status, out, _ = run("solve", "morris", "--endgame", "3-3", "--out", str(tmp_path / "three"))
    assert status == 0 and "endgame 3-3" in out
    rows = [line.split() for line in out.splitlines() if line[:3] in ("3-3", "3-2", "  u")]
    assert rows[0][:2] == ["3-3", "2,691,920"] and rows[0][-2:] == ["25", "26"]
    assert rows[1][3:5] == ["169,626", "140,621"] and rows[2][0] == "3-2"
    database = zermelo.Database(tmp_path / "three")
    below, threes = database.manifest["tiers"]
    scores = narrow_cells().scores[database.states.tier(threes["tier"])]
    won = scores[scores > 0]
    assert (threes["states"], len(won), remoteness_of(int(won.min()))) == (169_626, 140_621, 25)
    assert database.manifest["solution"]["states"] == 2_691_920 + below["wins"] + below["losses"]
    late = MORRIS.parse_state("W.W.B......B.B...W.W....,0,0,W")
    for known, proven in ((endgames(database), {"e3-d3": -1}), (None, {})):
        analysis = zermelo.analyze(MORRIS, late, depth=4, every_move=True, endgames=known)
        assert {entry.move: entry.value for entry in analysis.moves if entry.exact} == proven


@pytest.mark.parametrize("asked", [("--endgame", "9"), ("--endgame", "3-3", "--moves", "d6")])
def test_a_wrong_endgame_is_one_line(run, asked):
    status, out, err = run("solve", "morris", *asked)
    assert (status, out, err.count("\n")) == (2, "", 1)
