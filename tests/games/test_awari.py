"""Awari: its endgames by seeds, endless play included."""

import pytest

import oracles
import zermelo
from zermelo.errors import UsageError
from zermelo.play.history import DrawRules, History

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
    ends = [(sign, value) for sign, (value, _) in zip(signs, values, strict=True) if value]
    assert len(ends) > 500 and all(sign == value for sign, value in ends)  # others go round
    assert {-1, 0, 1} == set(signs)
    state = AWARI.parse_state("0,0,0,0,0,1,0,0,0,0,0,0,23,24 A")  # fed, B keeps the last seed
    assert AWARI.outcome(AWARI.play(state, 5)) == 1


def test_endless_play_has_the_sign_of_the_score(tmp_path):
    """Outcome once called it a draw whatever had been taken."""
    game = zermelo.game("awari")
    databases = []
    for by in ("outcome", "score"):
        zermelo.solve(game, tmp_path / by, endgame="3", by=by, native=False)
        databases.append(zermelo.Database(tmp_path / by))
    endless = 0
    for state in game.endgame("3"):
        by_outcome, by_score = (database.score(state) for database in databases)
        assert (by_outcome > 0) - (by_outcome < 0) == (by_score > 0) - (by_score < 0)
        endless += abs(by_outcome) == 1
    assert endless > 100
    assert zermelo.verify(tmp_path / "outcome").sound


def test_who_goes_round_has_what_was_taken_and_half_of_the_rest():
    game = zermelo.game("awari")
    state = game.parse_state("0,0,0,0,0,1,0,0,0,0,0,1,30,16 A")
    assert zermelo.analyze(game, state, native=False).value == 1
    assert zermelo.prove(game, state, claim="value >= 0", native=False).proven is not False
    history = History(game, DrawRules(), start=state)
    while not history.over:
        history.play(next(iter(game.moves(history.state))))
    assert (history.ended_by, history.result, history.margin) == ("repetition", 1, 14)
