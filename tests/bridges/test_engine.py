"""Our engine for other programs: UGI's published text command by command, and UCI.

The text is https://github.com/kz04px/cutegames/blob/master/ugi.md.
"""

import threading
import time

import pytest

import zermelo
from walking import after
from zermelo.bridges.engine import Engine, parse_go, protocol_score
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
    heard.ask("position startpos moves a3 b3 a2", "isready", "setoption name hash value 2")
    heard.ask("isready")
    assert heard.engine.state == after(zermelo.game("tictactoe"), "a3 b3 a2")
    assert heard.best("go depth 9") == "bestmove a1"


@pytest.mark.parametrize(
    ("moves", "answers"),
    [
        ("", ["false", "true", "none"]),
        ("moves b2", ["false", "false", "none"]),
        ("moves a3 a2 b3 b2 c3", ["true", "false", "p1win"]),
        ("moves a3 a2 b3 b2 c1 c2", ["true", "true", "p2win"]),
        ("moves a3 b3 c3 b2 a2 c2 b1 a1 c1", ["true", "false", "draw"]),
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
        "p1time 500000 p2time 500000 p1inc 0 p2inc 0",
        "movetime 20000",
        "depth 3",
        "nodes 5000",
    ],
)
def test_go_takes_every_limit_and_ends_with_the_best_move(limits):
    heard = Heard()
    heard.ask("ugi", "isready", "uginewgame", "position startpos moves a3 b2 b3 c1")
    reply = heard.ask(f"go {limits}")
    assert reply[-1] == "bestmove c3"
    depth, score = reply[-2].split()[1:6:2], reply[-2].split()[4:6]
    assert depth[0] == "depth" and score == ["mate", "1"] and reply[-2].endswith("pv c3")


def test_go_infinite_ends_with_stop_and_not_before():
    heard = Heard()
    heard.ask("position startpos", "go infinite")
    assert not any(line.startswith("bestmove") for line in heard.lines)
    assert heard.best("stop").startswith("bestmove ")
    assert heard.ask("stop") == []


def test_positions_are_given_as_texts_and_with_moves():
    heard, game = Heard(), zermelo.game("tictactoe")
    heard.ask("position fen X../.O./... moves b3")
    assert heard.engine.state == after(game, "a3 b2 b3")
    kalah = Heard("kalah(pits=2, seeds=1)")
    text = kalah.engine.game.format_state(after(kalah.engine.game, "1"))
    kalah.ask(f"position fen {text}")
    assert kalah.engine.state == after(kalah.engine.game, "1")
    kalah.ask("uginewgame")
    assert kalah.engine.state == kalah.engine.game.start()


def test_what_is_wrong_is_said_and_what_is_unknown_is_passed_by():
    heard = Heard()
    assert heard.ask("position startpos moves 9,9") == ["info string 9,9 is not a legal move here"]
    assert heard.engine.state == heard.engine.game.start()
    assert heard.ask("debug on", "", "query weather", "setoption name Ponder value true") == []
    assert heard.ask("position here")[0].startswith("info string position needs")
    reply = heard.ask("go depth much")
    assert reply[0] == "info string depth should be a number, 1 or more, not 'much'"
    assert reply[-1].startswith("bestmove ")


def test_options_are_set_and_quit_ends_it():
    heard = Heard()
    heard.ask("setoption name hash value 1", "isready")
    assert heard.engine._mebibytes == 1
    assert not heard.engine.hear("quit")


def test_a_game_that_is_over_has_no_best_move():
    over = "position startpos moves a3 a2 b3 b2 c3"
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
    known = r"connectfour, tictactoe, chess, gardner, losalamos"
    with pytest.raises(CapabilityError, match=rf"UCI has no notation for hex; .* {known}; use ugi"):
        Engine(zermelo.game("hex"), "uci", print, native=False)


@pytest.mark.parametrize(
    ("words", "depth", "nodes", "seconds"),
    [
        ("depth 4", 4, None, None),
        ("depth 0", 1, None, None),
        ("depth 9999", 512, None, None),
        ("mate 3", 5, None, None),
        ("mate 3 depth 2", 2, None, None),
        ("nodes 0", None, 1, None),
        ("nodes 99999999999999999999", None, 10**15, None),
        ("movetime 250.5", None, None, 0.2505),
        ("movetime -5", None, None, 0.001),
        ("wtime 100.5 btime 9", None, None, 0.00402),
        ("wtime -20 btime 9", None, None, 0.001),
        ("wtime 1000 winc 100", None, None, 0.12),
        ("wtime 1000 movestogo 10", None, None, 0.1),
        ("wtime 1000 movestogo 1", None, None, 0.5),
        ("depth nan nodes inf", 1, 10**15, None),
        ("searchmoves e2e4 d2d4 depth 3 searchmoves a2a3", 3, None, None),
        ("", None, None, None),
    ],
)
def test_the_limits_of_a_go_are_those_that_make_sense(words, depth, nodes, seconds):
    command = parse_go(words.split(), "uci", 0)
    assert (command.depth, command.nodes, command.seconds) == (depth, nodes, pytest.approx(seconds))
    assert not command.faults and not command.waits
    assert command.moves == (("e2e4", "d2d4", "a2a3") if "searchmoves" in words else ())


def test_only_the_moves_asked_for_are_searched():
    heard = Heard()
    place = "position startpos moves a3 b2 b3 c1"
    assert heard.best(place, "go depth 9") == "bestmove c3"
    assert heard.best("go searchmoves a2 a1 depth 9") in ("bestmove a2", "bestmove a1")
    assert heard.best("go nodes 5000 searchmoves b1") == "bestmove b1"
    reply = heard.ask("go searchmoves 9,9 depth 9")
    assert reply[0] == "info string searchmoves: 9,9 is not a legal move here"
    assert reply[-1] == "bestmove c3"
    heard.ask("position startpos moves a3 b2 b3 c3")  # 2,0 would make three in a row
    assert " score mate -1 " in heard.ask("go searchmoves c1 depth 9")[-2]


def test_pondering_ends_with_ponderhit_and_its_time():
    heard = Heard()
    heard.ask("position startpos", "go ponder p1time 100 p2time 100", "isready")
    assert heard.lines[-1] == "readyok"
    assert heard.ask("ponderhit") == [] or heard.engine._reply.said.is_set()
    assert heard.engine._reply.said.wait(60) and heard.lines[-1].startswith("bestmove ")
    heard.ask("go ponder depth 2", "ponderhit")
    assert heard.engine._reply.said.wait(60)
    heard.ask("go ponder infinite", "ponderhit")
    assert not heard.engine._reply.said.is_set()
    assert heard.best("stop").startswith("bestmove ")


def test_a_position_that_was_there_twice_is_drawn():
    heard = Heard("chess", "uci")
    start, cycle = "position fen 6k1/8/8/8/8/8/5Q2/6K1 w - - 0 1", "f2f6 g8h7 f6f2 h7g8"
    assert heard.best(start, "go depth 2") == "bestmove f2f6"
    assert heard.best(f"{start} moves {cycle}", "go depth 2") == "bestmove f2f6"
    reply = heard.ask(f"{start} moves {cycle} {cycle}", "go depth 2")
    assert reply[-1] != "bestmove f2f6" and "score cp 9" in reply[-2]
    ugi = Heard("chess")
    moves = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"
    assert ugi.ask(f"position startpos moves {moves}", "query gameover", "query result") == [
        "response true",
        "response draw",
    ]


@pytest.mark.parametrize(("counter", "score"), [(0, "cp 500"), (97, "cp 500"), (99, "cp 0")])
def test_fifty_moves_without_progress_are_drawn(counter, score):
    heard = Heard("chess", "uci")
    fen = f"position fen 4k3/8/8/8/8/8/8/4K2R w K - {counter} 80"
    assert f" score {score} " in heard.ask(fen, "go depth 2")[-2]
    one = f"position fen 8/8/8/8/8/8/8/k1K4R w - - {counter} 80 moves h1h2 a1a2"
    assert " score mate 1 " not in heard.ask(one, "go depth 2")[-2]


@pytest.mark.parametrize(
    ("board", "least", "most"),
    [
        ("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 850, 1000),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq -", -600, -450),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", -50, 50),
    ],
)
def test_an_estimate_is_told_in_hundredths_of_a_pawn(board, least, most):
    info = Heard("chess", "uci").ask(f"position fen {board} 0 1", "go depth 2")[-2].split()
    assert info[3:5] == ["score", "cp"] and least <= int(info[5]) <= most


def test_estimates_of_other_games_are_chances_and_proven_ends_are_mates():
    game = zermelo.game("tictactoe")
    assert protocol_score(game, 0.5, 0) == "cp 298" and protocol_score(game, -0.5, 0) == "cp -298"
    assert protocol_score(game, 0.0, 0) == "cp 0"
    values = (1.0, 1), (1.0, 3), (-1.0, 2), (-1.0, 4)
    assert [protocol_score(game, *value) for value in values] == [
        "mate 1", "mate 2", "mate -1", "mate -2",
    ]  # fmt: skip


@pytest.fixture
def compiling(monkeypatch):
    """An engine whose compiler is at it until the event is set."""

    def compile_slowly(engine):
        done.wait(60)
        engine._compiled.set()

    done = threading.Event()
    monkeypatch.setattr("zermelo.bridges.engine.switched_off", lambda: False)
    monkeypatch.setattr(Engine, "_compile", compile_slowly)
    heard = Heard()
    heard.engine = Engine(heard.engine.game, "ugi", heard.lines.append, native=None)
    yield heard, done
    done.set()


def test_readyok_comes_when_all_is_compiled_and_not_before(compiling):
    heard, done = compiling
    heard.ask("isready", "position startpos moves b2")
    time.sleep(0.05)
    assert heard.lines == []
    done.set()
    while heard.lines != ["readyok"]:
        time.sleep(0.01)
    assert heard.ask("isready") == ["readyok"]


@pytest.mark.parametrize("go", ["movetime 60", "p1time 500 p2time 500", "movetime 0"])
def test_a_go_with_a_time_waits_for_no_compiler(compiling, go):
    heard, _ = compiling
    assert heard.best("position startpos moves a3 b2 b3 c1", f"go {go}") == "bestmove c3"


@pytest.mark.parametrize("end", ["stop", "quit", "position startpos", "uginewgame"])
def test_whatever_ends_a_search_waits_for_no_compiler(compiling, end):
    heard, _ = compiling
    heard.engine.hear("go depth 9")
    assert not heard.engine._reply.said.wait(0.05)
    heard.engine.hear(end)
    assert heard.lines[-1].startswith("bestmove ")


def test_a_search_that_does_not_come_back_is_answered_for(monkeypatch):
    def stuck(*_, **__):
        over.wait(60)

    over = threading.Event()
    monkeypatch.setattr("zermelo.bridges.engine.analyze_within", stuck)
    heard = Heard()
    assert heard.best("go movetime 20").startswith("bestmove ")
    heard.engine.hear("go infinite")
    assert heard.best("stop").startswith("bestmove ")
    over.set()


def test_a_fault_in_a_search_is_told_and_a_move_is_made(monkeypatch):
    def fail(*_, **__):
        raise OverflowError("too much")

    monkeypatch.setattr("zermelo.bridges.engine.analyze_within", fail)
    assert Heard().ask("go depth 2") == ["info string too much", "bestmove a3"]
