"""Our engine for other programs: UGI's published text command by command, and UCI's subset.

The text is https://github.com/kz04px/cutegames/blob/master/ugi.md.
"""

from __future__ import annotations

import pytest

import zermelo
from walking import after
from zermelo.bridges.engine import Engine
from zermelo.errors import CapabilityError
from zermelo.search.analyze import analyze_within


class Heard:
    """An engine in this process, and the lines that it says."""

    def __init__(self, spec="tictactoe", protocol="ugi"):
        self.lines: list[str] = []
        self.engine = Engine(zermelo.game(spec), protocol, self.lines.append, native=False)

    def ask(self, *lines: str) -> list[str]:
        """What is answered to these lines, once the search is over."""
        first = len(self.lines)
        for line in lines:
            assert self.engine.hear(line)
            if line.startswith("go ") and not {"infinite", "ponder"} & {*line.split()}:
                assert self.engine._reply.said.wait(60)
        return self.lines[first:]

    def best(self, *lines: str) -> str:
        return self.ask(*lines)[-1]


def test_ugi_is_answered_with_names_options_and_ugiok():
    reply = Heard().ask("ugi")
    assert [line.split()[:2] for line in reply] == [
        ["id", "name"],
        ["id", "author"],
        ["option", "name"],
        ["ugiok"],
    ]


@pytest.mark.parametrize(
    ("spec", "go", "algorithm", "selective"),
    [
        ("breakthrough(width=6, height=6)", "go nodes 50", "engine", True),
        ("breakthrough(width=6, height=6)", "go depth 1", "engine", False),
        ("hex(size=4)", "go nodes 50", "mcts", True),
        ("hex(size=4)", "go depth 1", "engine", False),
    ],
)
def test_within_limits_it_plays_as_best_does(monkeypatch, spec, go, algorithm, selective):
    def seen(limits, game, state, **given):
        asked.append((game, given["algorithm"], given["options"].selective))
        return analyze_within(limits, game, state, **given)

    asked = []
    monkeypatch.setattr("zermelo.bridges.engine.analyze_within", seen)
    assert Heard(spec).best("ugi", go).startswith("bestmove ")
    assert [entry[1:] for entry in asked] == [(algorithm, selective)]
    assert (asked[0][0] != zermelo.game(spec)) == spec.startswith("breakthrough")  # learned


def test_isready_is_answered_with_readyok_also_while_it_searches():
    heard = Heard()
    assert heard.ask("ugi", "isready")[-1] == "readyok"
    heard.ask("position startpos", "go infinite", "isready")
    assert "readyok" in heard.lines[-2:]
    assert heard.best("stop").startswith("bestmove")


def test_isready_and_options_leave_the_position_as_it_was():
    heard = Heard()
    heard.ask("position startpos moves 0,0 0,1 1,0", "isready", "setoption name hash value 2")
    heard.ask("isready")
    assert heard.engine.state == after(zermelo.game("tictactoe"), "0,0 0,1 1,0")
    assert heard.best("go depth 9") == "bestmove 2,0"


@pytest.mark.parametrize(
    ("moves", "answers"),
    [
        ("", ["false", "true", "none"]),
        ("moves 1,1", ["false", "false", "none"]),
        ("moves 0,0 1,0 0,1 1,1 0,2", ["true", "false", "p1win"]),
        ("moves 0,0 1,0 0,1 1,1 2,2 1,2", ["true", "true", "p2win"]),
        ("moves 0,0 0,1 0,2 1,1 1,0 1,2 2,1 2,0 2,2", ["true", "false", "draw"]),
    ],
)
def test_queries_are_answered_about_the_position(moves, answers):
    reply = Heard().ask(
        f"position startpos {moves}", "query gameover", "query p1turn", "query result"
    )
    assert reply == [f"response {answer}" for answer in answers]


@pytest.mark.parametrize(
    "limits",
    [
        "p1time 1000 p2time 1000 p1inc 0 p2inc 0",
        "movetime 500",
        "depth 3",
        "nodes 5000",
    ],
)
def test_go_takes_every_limit_and_ends_with_the_best_move(limits):
    heard = Heard()
    heard.ask("ugi", "isready", "uginewgame", "position startpos moves 0,0 1,1 0,1 2,2")
    reply = heard.ask(f"go {limits}")
    assert reply[-1] == "bestmove 0,2"
    depth, score = reply[-2].split()[1:6:2], reply[-2].split()[4:6]
    assert depth[0] == "depth" and score == ["mate", "1"] and reply[-2].endswith("pv 0,2")


def test_go_infinite_ends_with_stop_and_not_before():
    heard = Heard()
    heard.ask("position startpos", "go infinite")
    assert not any(line.startswith("bestmove") for line in heard.lines)
    assert heard.best("stop").startswith("bestmove ")
    assert heard.ask("stop") == []


def test_positions_are_given_as_texts_and_with_moves():
    heard, game = Heard(), zermelo.game("tictactoe")
    heard.ask("position fen X../.O./... moves 0,1")
    assert heard.engine.state == after(game, "0,0 1,1 0,1")
    kalah = Heard("kalah(pits=2, seeds=1)")
    text = kalah.engine.game.format_state(after(kalah.engine.game, "1"))
    kalah.ask(f"position fen {text}")
    assert kalah.engine.state == after(kalah.engine.game, "1")
    kalah.ask("uginewgame")
    assert kalah.engine.state == kalah.engine.game.start()


def test_what_is_wrong_is_said_and_what_is_unknown_is_passed_by():
    heard = Heard()
    assert heard.ask("position startpos moves 9,9") == ["info string 9,9 is no legal move here"]
    assert heard.engine.state == heard.engine.game.start()
    assert heard.ask("debug on", "", "query weather", "setoption name Ponder value true") == []
    assert heard.ask("position here")[0].startswith("info string position should go on with")
    reply = heard.ask("go depth much")
    assert reply[0] == "info string depth should be a number, 1 or more, not 'much'"
    assert reply[-1].startswith("bestmove ")


def test_options_are_set_and_quit_ends_it():
    heard = Heard()
    heard.ask("setoption name hash value 1", "isready")
    assert heard.engine._mebibytes == 1
    assert not heard.engine.hear("quit")


def test_a_game_that_is_over_has_no_best_move():
    over = "position startpos moves 0,0 1,0 0,1 1,1 0,2"
    assert Heard().ask(over, "go depth 2") == ["bestmove (none)"]


def test_uci_is_spoken_as_cutechess_referees_it():
    heard = Heard("connectfour", "uci")
    assert "option name UCI_Variant type combo default cfour var cfour" in heard.ask("uci")
    heard.ask("setoption name UCI_Variant value cfour", "isready", "ucinewgame")
    line = "position startpos moves P@d1 P@a1 P@d2 P@a2 P@d3 P@a3"
    reply = heard.ask(line, "go wtime 9000 btime 9000 winc 0 binc 0 depth 3")
    assert reply[-1] == "bestmove P@d4" and heard.ask("query result") == []
    board = "position fen 7/7/7/p2P3/p2P3/p2P3[PPPPPPPPPPPPPPPPPPpppppppppppppppppp] w - - 0 1"
    assert heard.best(board, "go depth 3") == "bestmove P@d4"
    three = Heard("tictactoe", "uci")
    assert (
        three.best("position startpos moves P@a3 P@b2 P@b3 P@c1", "go depth 2") == "bestmove P@c3"
    )


def test_a_game_that_uci_cannot_write_is_refused():
    with pytest.raises(CapabilityError, match=r"UCI has no notation for hex; .* take ugi"):
        Engine(zermelo.game("hex"), "uci", print, native=False)
