"""Tournaments: everyone against everyone, and their table."""

import pytest

import zermelo
from matching import TICTACTOE
from zermelo.errors import UsageError
from zermelo.matches.match import Score, Standing, Tournament
from zermelo.matches.ratings import Elo
from zermelo.reports.shown import as_text


def test_a_tournament_is_a_round_robin():
    done = zermelo.tournament(TICTACTOE, ["alphabeta", "first", "random"], games=20, native=False)
    best, first, wild = done.standings
    assert [one.score.games for one in done.standings] == [40, 40, 40]
    assert best.elo.low > max(first.elo.value, wild.elo.value)
    assert best.against[0] is None and best.against[1].games == 20
    assert best.against[2].wins == wild.against[0].losses
    assert sum(one.elo.value for one in done.standings) == pytest.approx(0, abs=1e-3)
    assert "share of the points" in str(done)


def test_a_tournament_is_read_at_80_columns():
    """Players have numbers, in the order of their scores, and no name is broken to make room."""
    names = ["first", *(f"minimax:depth=1,nodes=6{n}" for n in range(6)), "random"]
    score, elo = Score(3, 1, 2), Elo(-100.0, -200.0, 300.0)
    standings = tuple(
        Standing(name, Score(n), elo, tuple(None if n == m else score for m in range(8)))
        for n, name in enumerate(names)
    )
    done = Tournament("tictactoe", standings, tuple(range(8)), tuple(range(8)), (), 1.0)
    lines = as_text(done).splitlines()
    assert max(map(len, lines)) <= 80 and not any("…" in line.replace(" … ", "") for line in lines)
    assert [name for name in names if not any(f"  {name}  " in line for line in lines)] == []
    assert [line.split() for line in lines if line.startswith("2 ")][1] == ["2", *["58%"] * 7]


def test_a_tournament_needs_two():
    with pytest.raises(UsageError, match="two players"):
        zermelo.tournament(TICTACTOE, ["first"], games=2)
