"""Levels: legal, repeatable, bounded in their mistakes, stronger from one to the next, varied."""

import threading

import pytest

import zermelo
from processes import PATIENCE
from walking import play_out
from zermelo.contract.analysis import value_by
from zermelo.errors import ParameterError, UsageError
from zermelo.play.effects import passes_of
from zermelo.play.player import Terms, Weighted
from zermelo.play.session import Session
from zermelo.players import levels
from zermelo.players.byname import seat
from zermelo.players.levels import LEVELS, Level, Opponent
from zermelo.players.search import Search
from zermelo.search.clock import Limits
from zermelo.search.engine import compiling

TICTACTOE = zermelo.game("tictactoe")


def opponent(level: int, seed: int) -> Opponent:
    return Opponent(level, Limits(nodes=20_000), seed=seed)


def points(level: int, other: int, games: int) -> float:
    """The share of points that `level` takes from `other`, both playing first as often."""
    total = 0.0
    for seed in range(games):
        players = [opponent(level, seed), opponent(other, 1000 + seed)]
        session = play_out(Session(TICTACTOE, players[:: 1 if seed % 2 else -1]))
        result = session.record()["result"]
        total += (1 + (result if seed % 2 else -result)) / 2
    return total / games


@pytest.mark.compiled
@pytest.mark.parametrize(("level", "other"), [(4, 1), (7, 4), (10, 7)])
def test_a_level_beats_one_three_below(level, other):
    assert points(level, other, games=40) > 0.53


@pytest.mark.compiled
def test_the_highest_level_never_loses_a_drawn_game():
    assert points(10, 1, games=20) > 0.8
    assert points(10, 10, games=6) == 0.5


def test_levels_err_less_and_less_and_say_so():
    costs = [level.rate * level.bound for level in LEVELS]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] == 0
    shares = [level.mistakes for level in LEVELS]
    assert shares == sorted(shares, reverse=True)
    assert [str(level) for level in LEVELS][::3] == [
        "blunders 4 in 5",
        "blunders 2 in 5",
        "slips 1 in 3",
        "plays its best",
    ]
    for rows in (LEVELS, *map(levels.levels_of, map(zermelo.game, levels.calibrations()))):
        assert len({*map(str, rows)}) == len(rows)
        assert "1 in 1" not in [str(row)[-6:] for row in rows]
    usual, known = (levels.sentences(zermelo.game(name))[6] for name in ("nim", "connectfour"))
    assert "In other games it errs in about 26% of the positions" in usual
    assert "It errs in 22% of the positions" in known


def test_a_mistake_costs_what_the_level_allows_and_low_levels_err_worst():
    state = TICTACTOE.parse_state("XX./OO./...")
    for seed in range(30):
        chosen = TICTACTOE.format_move(state, opponent(6, seed).choose(TICTACTOE, state))
        analysis = zermelo.analyze(TICTACTOE, state, native=False)
        values = {move.move: move.value for move in analysis.moves}
        assert analysis.value - values[chosen] <= LEVELS[5].bound
    worst = {"a1", "b1", "c1"}  # O then completes its line
    chosen = {
        TICTACTOE.format_move(state, Opponent(1, rate=1.0, seed=seed).choose(TICTACTOE, state))
        for seed in range(12)
    }
    assert chosen == worst


@pytest.mark.compiled
def test_openings_vary_and_repeat_with_the_seed():
    chosen = [opponent(10, seed).choose(TICTACTOE, TICTACTOE.start()) for seed in range(12)]
    assert len(set(chosen)) > 3
    assert chosen == [opponent(10, seed).choose(TICTACTOE, TICTACTOE.start()) for seed in range(12)]


@pytest.mark.parametrize("level", [0, 11])
def test_other_levels_are_refused(level):
    with pytest.raises(ParameterError, match="level should be 1 to 10, not"):
        Opponent(level)


@pytest.mark.parametrize(("level", "seconds"), levels.TIMED.items())
def test_the_highest_levels_think_for_a_time_with_what_was_learned(level, seconds):
    game = zermelo.game("connectfour")
    player = seat(f"level:{level}", Terms(game, native=False, ready=False))
    assert isinstance(player, Weighted) and player._game.evaluate is not game.evaluate
    assert player._player._limits == Limits(seconds=seconds)
    nim = seat(f"level:{level},nodes=9", Terms(zermelo.game("nim"), native=False, ready=False))
    assert nim._limits == Limits(nodes=9)
    with pytest.raises(UsageError, match="never errs; only levels 1 to 10 take a rate"):
        seat(f"level:{level},rate=0.5", Terms(game, native=False, ready=False))
    assert levels.descriptions(game)[level - 1][0] == f"{seconds:g} s a move"


def test_nobody_waits_for_the_compiler(monkeypatch):
    game, ready = zermelo.game("nim(rows=[2, 2, 1])"), threading.Event()
    monkeypatch.setattr(compiling, "_compile", lambda game: ready.wait())
    player = Search(Limits(seconds=0.2))
    assert not player.analysis(game, game.start()).native
    ready.set()
    assert compiling.compiled_within(game, PATIENCE)
    del compiling._searches[game]
    assert not compiling.is_compiled(game)


@pytest.mark.parametrize(("bound", "allowed"), [(1.0, {"1", "2"}), (0.1, {"2"})])
def test_by_score_a_mistake_costs_at_most_a_part_of_all_points(bound, allowed, monkeypatch):
    game = value_by(zermelo.game("kalah(pits=2, seeds=2)"), "score")
    start = game.start()  # by outcome both moves lose, and 1 costs two of the eight points
    monkeypatch.setattr(levels, "levels_of", lambda _: [Level(0.5, bound, 5000)])
    players = [Opponent(1, seed=seed, native=False) for seed in range(20)]
    assert {game.format_move(start, one.choose(game, start)) for one in players} == allowed


@pytest.fixture
def own_calibration(monkeypatch):
    """Another calibration of Nim, the only one."""
    rows = [
        {"rate": 0.9 - 0.1 * n, "bound": 2.0, "nodes": 100 + n, "share": None} for n in range(10)
    ]
    levels.levels_of.cache_clear()
    monkeypatch.setattr(levels, "calibrations", lambda: {"nim": rows})
    yield
    levels.levels_of.cache_clear()


def test_levels_err_as_they_were_calibrated(own_calibration):
    game = zermelo.game("nim")
    assert levels.levels_of(game)[0] == (0.9, 2.0, 100, None)
    assert levels.levels_of(zermelo.game("nim(rows=[1, 2])"))[3].nodes == 103  # another size of it
    assert levels.levels_of(zermelo.game("mnk")) == LEVELS
    player = Opponent(10, seed=1, native=False, rate=0.0)
    player.choose(game, game.start())
    assert 0 < player.thought.nodes < 150
    more = Opponent(10, Limits(nodes=5000), seed=1, native=False, rate=0.0)
    more.choose(game, game.start())
    assert more.thought.nodes > player.thought.nodes


def test_what_was_measured_is_as_it_should_be():
    """Every stored level takes 60 to 80% from the one below, in 400 games."""
    for rows in levels.calibrations().values():
        assert [row["level"] for row in rows] == list(range(1, 11))
        rates = [row["rate"] * row["bound"] for row in rows]
        assert rates[:4] == sorted(rates[:4], reverse=True)
        for row in rows[1:]:
            assert sum(row["score"].values()) == 400
            assert 0.6 <= row["share"] <= 0.8
            assert row["milliseconds"] <= 10
        shares = [row["mistakes"] for row in rows]
        assert shares == sorted(shares, reverse=True) and shares[0] > 2 * shares[-1]


@pytest.mark.parametrize("level", [2, 7])
def test_no_level_errs_by_passing(level):
    game = zermelo.game("go(size=3)")
    start = game.start()
    assert [game.format_move(start, move) for move in passes_of(game, start)] == ["pass"]
    state, chosen = start, []
    for seed in range(8):
        player = Opponent(level, rate=1.0, seed=seed, native=False)
        chosen.append(game.format_move(state, player.choose(game, state)))
        state = game.play(state, game.parse_move(state, chosen[-1]))
    assert chosen.count("pass") == 0
