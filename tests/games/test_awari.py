"""Awari: its endgames by seeds, endless play included."""

from __future__ import annotations

import pytest

import oracles
import zermelo
from zermelo.errors import UsageError

AWARI = zermelo.game("awari")


def test_an_endgame_has_every_position_of_so_many_seeds():
    starts = list(AWARI.endgame("3"))
    assert len(starts) == len(set(starts)) == 2 * 364  # 3 seeds in 12 pits, for both players
    assert all(sum(state.seeds) == 3 and state.first + state.second == 45 for state in starts)
    for name in ("0", "45", "-1", "3-3", "", "٣"):
        with pytest.raises(UsageError, match="is no endgame of awari"):
            list(AWARI.endgame(name))


def test_the_last_seeds_are_worth_what_retrograde_analysis_by_hand_says(tmp_path):
    """The database is read as by `zermelo solve awari --endgame 3`."""
    starts = list(AWARI.endgame("3"))
    zermelo.solve(AWARI, tmp_path / "three", states=starts, native=False)
    database, numbers, queue = zermelo.Database(tmp_path / "three"), {}, starts
    for state in queue:
        if state not in numbers:
            numbers[state] = len(numbers)
            queue += [AWARI.play(state, move) for move in AWARI.moves(state)]
    children = [[numbers[AWARI.play(s, m)] for m in AWARI.moves(s)] for s in numbers]
    ends = [AWARI.outcome(state) for state in numbers]
    values = oracles.retrograde(children, [state.player for state in numbers], ends)
    known = [database.score(state) for state in numbers]
    signs = [(score > 0) - (score < 0) for score in known]
    assert signs == [value for value, _ in values]
    assert {-1, 0, 1} == set(signs)
    state = AWARI.parse_state("0,0,0,0,0,1,0,0,0,0,0,0,23,24 A")  # fed, B keeps the last seed
    assert AWARI.outcome(AWARI.play(state, 5)) == 1
