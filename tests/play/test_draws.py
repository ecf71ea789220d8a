"""Games that a match ends as draws, and the chance to win that an estimate means."""

import random
import subprocess

import pytest

import zermelo
from matching import TICTACTOE, play_fixture, play_match
from processes import PATIENCE
from toys import HeldTug, Tug
from zermelo.contract.analysis import Curve, chance, curve_of
from zermelo.errors import CapabilityError, ParameterError, UsageError
from zermelo.play import advice
from zermelo.play.history import DrawRules, History
from zermelo.play.session import Session
from zermelo.process.start import module_command, same_python
from zermelo.spec import parse_game
from zermelo.tuning.winchance import Sample, fit_curve, play_samples


class Pull(Tug):
    """A tug in which a jump is progress."""

    def progress(self, state, move: int) -> bool:
        return abs(move) == 3


class Puller:
    """A player that moves back and forth forever."""

    name = "puller"

    def choose(self, game, state) -> int:
        return 1 if state.player == 0 else -1


def test_chess_with_people_is_drawn_after_fifty_moves_without_progress():
    game, chance = zermelo.game("chess"), random.Random(1)
    session = Session(game, start=game.parse_state("4k1b1/8/8/8/8/8/8/4K1B1 w - -"))
    while not session.over:
        moves = [
            move for move in game.moves(session.state) if not game.progress(session.state, move)
        ]
        session.move(chance.choice(moves))
    assert (session.ply, session.outcome) == (100, "draw: no progress")


@pytest.mark.parametrize(("repetitions", "plies"), [(2, 2), (3, 4), (5, 8)])
def test_a_state_met_so_often_is_a_draw(repetitions, plies):
    record = play_fixture(Tug(), Puller(), Puller(), draws=DrawRules(repetitions))
    assert (record.result, record.reason, len(record.moves)) == (0, "repetition", plies)


def test_moves_without_progress_and_the_cap_draw_a_game_that_has_not_ended():
    record = play_fixture(Pull(), Puller(), Puller(), draws=DrawRules(None, 7, None))
    assert (record.reason, len(record.moves)) == ("no progress", 7)
    record = play_fixture(Tug(), Puller(), Puller(), draws=DrawRules(None, None, 9))
    assert (record.reason, len(record.moves)) == ("cap", 9)
    history = History(Pull(), DrawRules(None, 2, None))
    for move, over in ((1, False), (3, False), (1, False), (-1, True)):
        history.play(move)
        assert (history.ended_by is not None) == over
    record = play_fixture(TICTACTOE, "first", "first", draws=DrawRules(cap=7))
    assert (record.result, record.reason, len(record.moves)) == (1, "", 7)
    with pytest.raises(CapabilityError, match="progress"):
        play_match(TICTACTOE, "first", "first", games=2, quiet=10)


@pytest.mark.parametrize("wrong", [{"repetitions": 1}, {"quiet": 0}, {"cap": -1}])
def test_rules_that_would_end_every_game_are_refused(wrong):
    with pytest.raises(ParameterError):
        DrawRules(**wrong)


def test_a_state_met_so_often_may_be_a_win():
    record = play_fixture(HeldTug(), Puller(), Puller(), draws=DrawRules(3))
    assert (record.result, record.reason, record.forfeited) == (1, "repetition", False)
    session = Session(HeldTug(), (Puller(), Puller()), draws=DrawRules(3))
    for move in ("1", "-1", "1", "-1"):
        assert not session.over
        session.move(move)
    assert (session.outcome, session.winner) == ("player 1 wins: repetition", 0)
    assert session.record()["result"] == 1
    session.undo()
    assert "the third time ends the game" in (session.warning or "")


@pytest.mark.parametrize("curve", [Curve(), Curve(40, 1.2), Curve(0.3, 0.5)])
def test_chances_of_both_sides_make_one_and_rise(curve):
    values = [-1, -0.99, -0.5, -0.01, 0, 0.01, 0.5, 0.99, 1]
    chances = [curve.chance(value) for value in values]
    assert chances == sorted(chances) and chances[0] == 0 and chances[-1] == 1
    assert [1 - each for each in chances] == pytest.approx(chances[::-1])


def test_a_queen_up_is_nearly_won():
    chess = zermelo.game("chess")
    assert chance(chess, 9 * chess.pawn) >= 0.9 and chance(chess, chess.pawn) > 0.52


@pytest.mark.parametrize("curve", [Curve(1, 1), Curve(12, 1.3)])
def test_a_curve_is_found_again_in_its_games(curve):
    drawn = random.Random(5)

    def sample() -> Sample:
        value = drawn.uniform(-1, 1) / curve.slope
        return Sample(value, 1 if drawn.random() < curve.chance(value) else -1)

    found = fit_curve([[sample() for _ in range(10)] for _ in range(600)])
    assert found.error < 0.06
    for value in (0.1, 0.3, 0.6):
        near = value / curve.slope
        assert found.chance(near) == pytest.approx(curve.chance(near), abs=0.05)


def test_a_long_game_counts_as_much_as_a_short_one():
    drawn = random.Random(7)

    def games(long: int) -> list[list[Sample]]:
        """Games won by the player ahead, and as many drawn ones, of `long` positions each."""
        values = [drawn.choice((-0.3, 0.3)) for _ in range(200)]
        won = [[Sample(value, value / 0.3)] * 5 for value in values]
        return [
            game
            for one, value in zip(won, values, strict=True)
            for game in (one, [Sample(value, 0)] * long)
        ]

    assert fit_curve(games(200)).chance(0.3) == pytest.approx(0.75, abs=0.02)
    assert fit_curve(games(5)).chance(0.3) == pytest.approx(0.75, abs=0.02)


def test_games_end_with_what_is_proven_and_too_few_fit_nothing():
    games = play_samples(zermelo.game("tictactoe"), 0.05, nodes=20, native=False)
    assert all(abs(sample.value) < 1 for game in games for sample in game)
    with pytest.raises(UsageError, match="fewer than"):
        fit_curve(games[:1])


def test_ones_own_game_gets_a_curve_once_and_keeps_it(tmp_path, monkeypatch):
    file = tmp_path / "mine.py"
    file.write_text("from zermelo.games.nim import Nim\n\n\nclass Mine(Nim):\n    pass\n")
    monkeypatch.setenv("ZERMELO_CACHE_DIR", str(tmp_path / "cache" / "native"))
    fits = []

    def fit(game, path):
        fits.append(game)
        path.parent.mkdir(parents=True)
        path.write_text("[2.0, 1.0, 0.1]")

    monkeypatch.setattr(advice, "_fit", fit)
    monkeypatch.setattr(advice, "MOST", 3)
    monkeypatch.setattr(advice.threading, "Thread", lambda target, args, daemon: Run(target, args))
    game = parse_game(str(file))
    for _ in range(2):
        advice.prepare_curve(game)
        advice._begun.clear()
    assert fits == [game] and curve_of(game) == Curve(2, 1, 0.1)
    advice.prepare_curve(zermelo.game("nim"))
    assert fits == [game]


class Run:
    """A thread that runs its target at once."""

    def __init__(self, target, args) -> None:
        self.start = lambda: target(*args)


def test_one_game_is_fitted_at_a_time_and_few_wait(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE_DIR", str(tmp_path / "cache" / "native"))
    file = tmp_path / "many.py"
    file.write_text("from zermelo.games.nim import Nim\n\n\nclass Many(Nim):\n    pass\n")
    begun = []
    monkeypatch.setattr(advice, "MOST", 3)
    monkeypatch.setattr(
        advice.threading, "Thread", lambda target, args, daemon: Run(begun.append, args[:1])
    )
    for rows in range(1, 30):
        advice.prepare_curve(parse_game(f"{file}:Many(rows=[{rows}])"))
    assert len(begun) == advice.MOST
    for game in begun:
        advice.BEING_FITTED.discard(game)


def test_the_process_that_fits_ends_with_the_one_that_asked(tmp_path):
    command = module_command("zermelo.tuning.winchance", "tictactoe", str(tmp_path / "curve"))
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=same_python()) as fitting:
        fitting.stdin.close()
        assert fitting.wait(PATIENCE) == 1 and not any(tmp_path.iterdir())
