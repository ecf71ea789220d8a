"""The commands match and tournament."""

import pytest


def test_the_match_command_gives_every_field(run, run_json):
    asked = ("match", "tictactoe", "alphabeta", "random", "--games", "6")
    done = run_json(*asked, "--sprt", "0,50,0.1,0.1")
    assert list(done) == [
        *("game", "players", "score", "moving_first", "moving_second", "elo", "sprt"),
        *("forfeits", "drawn_by_rule", "seconds"),
    ]
    assert sum(done["score"].values()) == 6
    assert done["sprt"]["bounds"] == {"elo0": 0, "elo1": 50, "alpha": 0.1, "beta": 0.1}
    status, out, _ = run(*asked)
    assert status == 0 and "alphabeta against random" in out


def test_the_tournament_command(run, run_json):
    asked = ("tournament", "tictactoe", "alphabeta:depth=2", "first", "random", "--games", "4")
    done = run_json(*asked)
    assert [one["player"] for one in done["standings"]] == list(asked[2:5])
    assert "elo (95%)" in run(*asked)[1]


def test_a_gauntlet(run_json):
    asked = ("tournament", "isolation(width=3, height=3)", "mcts:nodes=50", "--gauntlet")
    done = run_json(*asked, "--games", "2")
    assert [done["standings"][column]["player"] for column in done["columns"]] == [
        *("random", "greedy", "minimax:depth=3", "alphabeta:seconds=0.15"),
    ]
    (agent,) = done["rows"]
    assert sum(done["standings"][agent]["score"].values()) == 8
    assert done["standings"][1]["against"][2] is None


MISTAKES = [
    ("match", "tictactoe", "first"),
    ("match", "tictactoe", "first", "random", "--games", "3"),
    ("match", "tictactoe", "first", "random", "--games", "some"),
    ("match", "tictactoe", "first", "random", "--sprt", "5"),
    ("match", "tictactoe", "first", "random", "--sprt", "5,0"),
    ("match", "tictactoe", "first", "random", "--sprt", "a,b"),
    ("match", "tictactoe", "first", "random", "--openings", "no/such/file"),
    ("match", "tictactoe", "first", "random", "--opening-plies", "9"),
    ("match", "tictactoe", "first", "random", "--clock", "0"),
    ("match", "tictactoe", "first", "random", "--clock", "nan"),
    ("match", "tictactoe", "first", "random", "--clock", "inf"),
    ("match", "tictactoe", "first", "random", "--processes", "0"),
    ("match", "tictactoe", "first", "random", "--repetitions", "1"),
    ("match", "tictactoe", "first", "random", "--quiet", "5"),
    ("match", "tictactoe", "first", "random", "--records", "no/such/file.db"),
    ("match", "tictactoe", "first", "random", "--export", "no/such/file.jsonl"),
    ("tournament", "tictactoe", "first"),
    ("tournament", "tictactoe"),
    ("tournament", "nogame", "first", "random"),
    ("tournament", "isolation", "nobody", "--gauntlet"),
    ("tournament", "tictactoe", "random", "--gauntlet"),
    ("tournament", "isolation", "random", "greedy:a=1"),
]


@pytest.mark.parametrize("arguments", MISTAKES, ids=" ".join)
def test_a_mistake_is_one_line_and_exit_status_2(run, arguments):
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("zermelo: ") and err.count("\n") == 1
