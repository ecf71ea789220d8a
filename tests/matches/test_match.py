"""Matches and tournaments: seeds, scores, the sequential test, processes and executors."""

import json
import pickle
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import pytest

import zermelo
from matching import ISOLATION, TICTACTOE, Sleeper, play_fixture, play_match
from pointgames import Sowing
from toys import Tug
from zermelo.errors import ParameterError, UsageError
from zermelo.matches.match import Score, Standing, Tournament
from zermelo.matches.ratings import Elo
from zermelo.naming import margin_words
from zermelo.reports.show import as_text
from zermelo.solver.probing.database import Database
from zermelo.tuning.audit import audit
from zermelo.tuning.tune import tune

PLAYERS = "mcts:nodes=40", "engine:nodes=60"


def read_games(path) -> list[dict]:
    """The games in a JSON Lines file, without their times."""
    games = [json.loads(line) for line in path.read_text().splitlines()]
    for game in games:
        for move in game["moves"]:
            assert move.pop("seconds") >= 0
    return games


def records(path, **conditions):
    """The games of a match, without their times."""
    play_match(ISOLATION, *PLAYERS, games=8, export=path, **conditions)
    return read_games(path)


def state_after(game, record: dict):
    """The position to which the opening and the moves of an exported game lead."""
    state = game.start()
    for text in [*record["opening"], *(move["move"] for move in record["moves"])]:
        state = game.play_checked(state, game.parse_move(state, text))
    return state


def test_a_seed_repeats_a_match_with_any_number_of_processes(tmp_path):
    conditions = [(1, 1), (1, 1), (1, 2), (2, 1)]
    games = [records(tmp_path / f"{n}", seed=s, processes=p) for n, (s, p) in enumerate(conditions)]
    assert games[0] == games[1] == games[2] != games[3]
    assert [game["number"] for game in games[0]] == list(range(8))
    assert {game["first"] for game in games[0]} == {*PLAYERS}
    assert all(move["nodes"] is not None for game in games[0] for move in game["moves"])


def test_exported_games_can_be_played_again(tmp_path):
    play_match(TICTACTOE, "alphabeta:depth=2", "random", games=10, export=tmp_path / "games.jsonl")
    for game in read_games(tmp_path / "games.jsonl"):
        state = state_after(TICTACTOE, game)
        outcome = TICTACTOE.outcome(state)
        for_first = outcome if TICTACTOE.player(state) == 0 else -outcome
        assert (game["result"], game["reason"]) == (for_first, "")


def test_a_game_for_points_is_recorded_with_its_margin(tmp_path):
    game = Sowing()
    conditions = {"games": 12, "records": tmp_path / "match.db"}
    done = play_match(game, "greedy", "random", export=tmp_path / "games.jsonl", **conditions)
    seen = []
    for record in read_games(tmp_path / "games.jsonl"):
        state = state_after(game, record)
        points = game.score(state) if game.player(state) == 0 else -game.score(state)
        assert record["margin"] == points
        seen.append(points if record["first"] == "greedy" else -points)
    assert done.score.margin == sum(seen) / 12 and len(set(seen)) > 2
    assert done.score == done.moving_first + done.moving_second
    assert margin_words(done.score.margin) in str(done) and "margin" in str(done)
    assert play_match(game, "greedy", "random", **conditions).score == done.score
    held = zermelo.tournament(game, ["greedy", "random", "first"], games=4, native=False)
    assert sum(standing.score.ahead for standing in held.standings) == 0
    assert all(margin_words(one.score.margin) in str(held) for one in held.standings)


def test_games_without_points_or_without_an_end_have_no_margin():
    assert play_fixture(TICTACTOE, "first", "first").margin is None
    assert play_fixture(Sowing(), "first", "first").margin is not None
    assert play_fixture(Sowing(), "first", Sleeper(), clock=0.01).margin is None
    assert "margin" not in str(play_match(TICTACTOE, "first", "first", games=2))


def test_scores_are_the_first_players_and_perfect_ones_are_equal():
    done = play_match(TICTACTOE, "alphabeta", "random", games=40)
    assert done.moving_first.losses == 0 and done.score.share > 0.7
    assert done.elo.low > 0
    other = play_match(TICTACTOE, "random", "alphabeta", games=40)
    assert other.elo.high < 0
    text = str(done)
    for word in ("alphabeta against random", "as player 1", "in all", "elo", "games"):
        assert word in text
    done = play_match(TICTACTOE, "alphabeta", "memo", games=20)
    assert done.score.share == 0.5  # each player gets the value of each opening once
    assert done.elo.value == 0


def test_a_test_ends_the_match_when_it_is_decided():
    done = play_match(TICTACTOE, "alphabeta", "random", games=400, sprt=(0, 100))
    assert done.sprt.verdict == "H1" and done.sprt.games < 200
    assert done.score.games == done.sprt.games
    assert "H1 accepted, +100 Elo" in str(done)
    equal = play_match(TICTACTOE, "first", "first", games=10, sprt=(0, 1))
    assert equal.sprt.verdict is None and "not decided" in str(equal)


def test_the_watcher_hears_every_game_and_nothing_is_played_without_a_file(tmp_path):
    heard = []
    play_match(TICTACTOE, "first", "first", games=4, progress=heard.append)
    scores = [str(message).partition(",")[0] for message in heard]
    assert scores == [f"{n} of 4 games" for n in range(5)]
    heard = []
    with pytest.raises(UsageError, match="cannot write"):
        conditions = {"export": tmp_path / "no" / "such.jsonl", "progress": heard.append}
        play_match(TICTACTOE, "first", "first", games=4, **conditions)
    assert len(heard) <= 1


def test_ctrl_c_keeps_what_was_played():
    class Impatient(Sleeper):
        asked = 0

        def choose(self, game, state):
            self.asked += 1
            if self.asked == 12:
                raise KeyboardInterrupt
            return next(iter(game.moves(state)))

    done = play_match(TICTACTOE, Impatient(), "first", games=50)
    assert done.interrupted and 0 < done.score.games < 12


def test_several_processes_need_names_classes_no_arguments_and_tournaments_two_players():
    class Own(Tug):
        """A class that only this process knows."""

    with pytest.raises(UsageError, match=r"file\.py:Own"):
        play_match(Own(), "first", "first", games=2, processes=2)
    with pytest.raises(UsageError, match="players by name"):
        play_match(TICTACTOE, Sleeper(), "first", games=2, processes=2)
    with pytest.raises(ParameterError, match="the player Needs cannot be made without arguments"):
        zermelo.match("tictactoe", Needs, "first", games=2, native=False)
    with pytest.raises(UsageError, match="two players"):
        zermelo.tournament(TICTACTOE, ["first"], games=2)


def first_move(game, state):
    return next(iter(game.moves(state)))


class FirstOf:
    def choose(self, game, state):
        return first_move(game, state)


class Needs(FirstOf):
    def __init__(self, depth):
        self.depth = depth


@pytest.mark.parametrize("given", [FirstOf, FirstOf(), first_move])
def test_a_class_or_a_function_plays_as_an_object_does(given):
    result = zermelo.match("tictactoe", given, "first", games=2, native=False)
    assert (result.score.games, result.forfeits) == (2, ())


def test_a_player_by_name_plays_outside_matches():
    best = zermelo.player("best:nodes=500", "tictactoe", native=False)
    assert best.choose(TICTACTOE, TICTACTOE.start()) in TICTACTOE.moves(TICTACTOE.start())
    with pytest.raises(UsageError, match="unknown player"):
        zermelo.player("nobody", "tictactoe")


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
    """Players are numbered in the order of their scores, and no name is split across lines."""
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


@pytest.fixture(scope="module")
def truth(tmp_path_factory):
    path = tmp_path_factory.mktemp("truth") / "tictactoe"
    zermelo.solve(zermelo.game("tictactoe"), path, native=False)
    return Database(path)


class Elsewhere(Executor):
    """An executor that pickles arguments and results, as for another machine, and runs at once."""

    calls = 0

    def submit(self, fn, /, *args, **kwargs):
        self.calls += 1
        called, taken = pickle.loads(pickle.dumps((fn, args)))
        done = Future()
        done.set_result(pickle.loads(pickle.dumps(called(*taken, **kwargs))))
        return done


def test_any_executor_plays_the_same_games_and_needs_players_by_name(tmp_path, truth):
    alone, afar = records(tmp_path / "alone"), Elsewhere()
    assert records(tmp_path / "afar", executor=afar) == alone
    assert afar.calls == 8
    with ThreadPoolExecutor(3) as threads:
        assert records(tmp_path / "threads", executor=threads) == alone
    with pytest.raises(UsageError, match="players by name"):
        play_match(ISOLATION, Sleeper(), "first", games=2, executor=Elsewhere())
    with pytest.raises(UsageError, match="a player by name"):
        audit(truth, Sleeper(), executor=Elsewhere())


@pytest.mark.parametrize("player", ["random", "engine:nodes=20"])
def test_any_executor_audits_alike(truth, player):
    database, afar = truth, Elsewhere()
    alone = audit(database, player, positions=30, native=False)
    assert audit(database, player, positions=30, native=False, executor=afar) == alone
    assert afar.calls == 30


def test_any_executor_tunes_alike():
    game = zermelo.game("morris(men=3)")
    result = [
        tune(game, ["mills"], games=2, rounds=1, most_games=2, executor=executor).after
        for executor in (None, Elsewhere())
    ]
    assert result[0] == result[1]
