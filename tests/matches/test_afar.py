"""Games and audits as calls of an executor: the same records as here."""

import json
import pickle
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import pytest

import zermelo
from matching import ISOLATION, Sleeper, matched
from zermelo.errors import UsageError
from zermelo.solver.probing.database import Database
from zermelo.tuning.audit import audit
from zermelo.tuning.tune import tune

PLAYERS = "mcts:nodes=40", "engine:nodes=60"


@pytest.fixture(scope="module")
def truth(tmp_path_factory):
    path = tmp_path_factory.mktemp("truth") / "tictactoe"
    zermelo.solve(zermelo.game("tictactoe"), path, native=False)
    return Database(path)


class Elsewhere(Executor):
    """All that a call takes and returns is sent, as to another machine; it is done at once."""

    calls = 0

    def submit(self, fn, /, *args, **kwargs):
        self.calls += 1
        called, taken = pickle.loads(pickle.dumps((fn, args)))
        done = Future()
        done.set_result(pickle.loads(pickle.dumps(called(*taken, **kwargs))))
        return done


def records(path, **conditions):
    """What a match has recorded, but for the time it took."""
    matched(ISOLATION, *PLAYERS, games=8, export=path, **conditions)
    text = path.read_text()
    games = [json.loads(line) for line in text.splitlines()]
    for move in (move for game in games for move in game["moves"]):
        del move["seconds"]
    return games


def test_any_executor_plays_the_same_games(tmp_path):
    alone, afar = records(tmp_path / "alone"), Elsewhere()
    assert records(tmp_path / "afar", executor=afar) == alone
    assert afar.calls == 8
    with ThreadPoolExecutor(3) as threads:
        assert records(tmp_path / "threads", executor=threads) == alone


def test_an_executor_needs_players_by_name(truth):
    with pytest.raises(UsageError, match="players by name"):
        matched(ISOLATION, Sleeper(), "first", games=2, executor=Elsewhere())
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
