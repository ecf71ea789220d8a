"""Players by name: every kind of them, what names none, and the table that help goes by."""

import pytest

import zermelo
from matching import ISOLATION, TICTACTOE, matched, played
from zermelo.errors import UsageError
from zermelo.players.kinds import HELP, KINDS, LIMITS, OURS
from zermelo.players.named import STORED, player_spec, seat
from zermelo.players.playerspec import Terms
from zermelo.search.analyze import ALGORITHMS


@pytest.mark.parametrize(
    "name",
    [
        *("engine:nodes=200", "engine:depth=2", "engine:seconds=0.01", "mcts:nodes=50"),
        *("minimax:depth=2", "alphabeta:depth=3", "alphabeta:nodes=100", "memo:depth=2"),
        *("greedy", "random", "first", "level:1,nodes=50", "minimax:depth=1, width=4"),
    ],
)
def test_every_kind_of_player_plays(name):
    record = played(ISOLATION, name, "random")
    assert not record.forfeited and record.result in (-1, 1)
    if name not in ("random", "first"):
        thought = record.moves[0]
        assert (thought.nodes is None) == ("width" in name and thought.value is None)


def test_a_database_plays_perfectly(tmp_path):
    small = zermelo.game("nim(rows=[1, 2, 2])")
    zermelo.solve(small, tmp_path / "nim", native=False)
    done = matched(small, f"database:{tmp_path / 'nim'}", "random", games=20, plies=0)
    assert done.moving_first.losses == 0


@pytest.mark.parametrize(
    "wrong",
    [
        *("", "nobody", "engine:speed=3", "engine:depth=0", "engine:depth=x"),
        *("engine:seconds=-1", "engine:nodes=1.5", "engine:(", "engine:3", "random:depth=2"),
        *("level", "level:0", "level:13", "level:2,depth=3", "mcts:depth=2", "no.py:name"),
        *("exec:", "exec:no_such_program_here", "exec:'", "database:nowhere", "greedy"),
        *("engine:depth=1,__import__('os')", "minimax:width=4"),
    ],
)
def test_what_names_no_player_is_refused_in_one_line(run, wrong):
    status, out, err = run("match", "tictactoe", wrong, "random", "--games", "2")
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_a_file_without_the_player_is_refused(file):
    with pytest.raises(UsageError, match="no player nobody; it has first, last_as_text"):
        matched(TICTACTOE, f"{file}:nobody", "first")
    (file.parent / "empty.py").write_text("x = 1\n")
    with pytest.raises(UsageError, match="has several players: first, last_as_text"):
        matched(TICTACTOE, str(file), "first")
    with pytest.raises(UsageError, match="it should have choose"):
        matched(TICTACTOE, str(file.parent / "empty.py"), "first")


def test_parameters_may_not_make_another_game():
    with pytest.raises(UsageError, match="another game"):
        matched(ISOLATION, "minimax:depth=1,width=5", "first")
    for rule in ("flying=False", "several=True", "lasker=True"):
        with pytest.raises(UsageError, match="another game"):
            player_spec(f"minimax:depth=1,{rule}", Terms(zermelo.game("morris")))
    player_spec("minimax:depth=1,flying=True,mills=7", Terms(zermelo.game("morris")))


def test_a_mistyped_limit_is_guessed():
    with pytest.raises(UsageError, match="there is no dpth; did you mean depth"):
        player_spec("engine:dpth=3", Terms(TICTACTOE))
    with pytest.raises(UsageError, match="seconds should be a number above 0"):
        player_spec("engine:seconds=1e999", Terms(TICTACTOE))


TERMS = Terms(zermelo.game("tictactoe"), native=False)
EXAMPLES = {
    "selective": "0",
    "rave": "9",
    "priors": "1",
    "reuse": "0",
    "depth": "1",
    "nodes": "20",
    "seconds": "0.01",
    "limit": "1",
    "rate": "0.5",
    "endgames": "'nowhere'",
    "book": "'nowhere'",
    "weights": "'nowhere'",
}


def test_every_search_is_a_player_and_the_help_names_every_kind():
    assert set(ALGORITHMS) <= set(OURS)
    assert all(name in HELP for name in KINDS)
    assert set(EXAMPLES) == set(LIMITS)


@pytest.mark.parametrize("name", [name for name in OURS if not KINDS[name].needs])
def test_a_kind_takes_the_limits_of_the_table_and_no_others(name):
    kind = KINDS[name]
    base = f"{name}:1," if kind.number else f"{name}:"
    for limit, example in EXAMPLES.items():
        text = f"{base}{limit}={example}"
        if limit in kind.takes:
            assert player_spec(text, TERMS).name == text
        else:
            with pytest.raises(UsageError):
                player_spec(text, TERMS)


@pytest.mark.parametrize("name", [name for name in KINDS if name not in (*OURS, *STORED)])
def test_a_saved_game_names_no_program(name):
    with pytest.raises(UsageError, match="is not an available opponent"):
        seat(f"{name}:true", TERMS)
