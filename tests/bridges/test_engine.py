"""Our engine for other programs: UGI's published text command by command, and UCI.

The text is https://github.com/kz04px/cutegames/blob/master/ugi.md.
"""

import re
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
    beginnings = [" ".join(line.split()[:2]) for line in Heard().ask("ugi")]
    assert beginnings == ["id name", "id author", "option name", "ugiok"]


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


def test_a_search_without_end_is_answered_when_it_is_stopped_and_isready_at_once():
    heard = Heard()
    assert heard.ask("ugi", "isready")[-1] == "readyok"
    heard.ask("position startpos", "go infinite", "isready")
    assert "readyok" in heard.lines[-2:]
    assert not any(line.startswith("bestmove") for line in heard.lines)
    assert heard.best("stop").startswith("bestmove ")
    assert heard.ask("stop") == []


CYCLE = "f2f6 g8h7 f6f2 h7g8"
FEN = {
    "mate": "position fen 6k1/8/8/8/8/8/5Q2/6K1 w - - 0 1",
    "rook": "position fen 4k3/8/8/8/8/8/8/4K2R w K - {} 80",
    "mated": "position fen 8/8/8/8/8/8/8/k1K4R w - - {} 80 moves h1h2 a1a2",
    "board": "position fen {} w {} - 0 1",
    "drop": "position fen 7/7/7/p2P3/p2P3/p2P3[PPPPPPPPPPPPPPPPPPpppppppppppppppppp] w - - 0 1",
}
LINE, PLACE = "position startpos moves ", "position startpos moves a3 b2 b3 c1"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
# The game and the protocol, the lines to it, and how each of its last lines begins; "*" for
# any line.
DIALOGUES = [
    ("tictactoe ugi", [LINE + "a3 b3 a2", "isready", "setoption name hash value 2", "go depth 9"],
     ["bestmove a1"]),
    ("tictactoe ugi", [LINE + "a3 a2 b3 b2 c3", "go depth 2"], ["bestmove (none)"]),
    ("connectfour uci", ["uci"],
     ["option name UCI_Variant type combo default cfour var cfour", "uciok"]),
    ("connectfour uci", ["setoption name UCI_Variant value cfour", "ucinewgame",
                         LINE + "P@d1 P@a1 P@d2 P@a2 P@d3 P@a3",
                         "go wtime 9000 btime 9000 winc 0 binc 0 depth 3", "query result"],
     ["bestmove P@d4"]),
    ("connectfour uci", [FEN["drop"], "go depth 3"], ["bestmove P@d4"]),
    ("tictactoe uci", [LINE + "P@a3 P@b2 P@b3 P@c1", "go depth 2"], ["bestmove P@c3"]),
    ("tictactoe ugi", [PLACE, "go depth 9"], ["bestmove c3"]),
    ("tictactoe ugi", [PLACE, "go searchmoves a1 depth 9"], ["bestmove a1"]),
    ("tictactoe ugi", [PLACE, "go nodes 5000 searchmoves b1"], ["bestmove b1"]),
    ("tictactoe ugi", [PLACE, "go searchmoves 9,9 depth 1"],
     ["info string searchmoves: 9,9 is not a legal move here", "*", "bestmove c3"]),
    ("tictactoe ugi", [LINE + "a3 b2 b3 c3", "go searchmoves c1 depth 9"],
     [r"info depth \d+ score mate -1", "bestmove c1"]),
    *(("tictactoe ugi", ["ugi", "isready", "uginewgame", PLACE, f"go {limits}"],
       [r"info depth \d+ score mate 1 .*pv c3$", "bestmove c3"])
      for limits in ("p1time 500000 p2time 500000 p1inc 0 p2inc 0", "movetime 20000", "depth 3",
                     "nodes 5000")),
    # A position that was there twice is drawn, and so are fifty moves without progress.
    ("chess uci", [FEN["mate"], "go depth 2"], ["bestmove f2f6"]),
    ("chess uci", [f"{FEN['mate']} moves {CYCLE}", "go depth 2"], ["bestmove f2f6"]),
    ("chess uci", [f"{FEN['mate']} moves {CYCLE} {CYCLE}", "go depth 2"],
     [r"info .* score cp 9\d\d", "bestmove (?!f2f6).*"]),
    ("chess ugi", [LINE + "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "query gameover", "query result"],
     ["response true", "response draw"]),
    *(("chess uci", [FEN["rook"].format(counter), "go depth 2"],
       [f"info .* score cp {score}", "*"])
      for counter, score in ((0, 500), (97, 500), (99, 0))),
    *(("chess uci", [FEN["mated"].format(counter), "go depth 2"],
       ["info (?!.* score mate 1 ).*", "*"]) for counter in (0, 97, 99)),
    # Scores are in hundredths of a pawn. The positions differ by a queen, by a rook, by nothing.
    ("chess uci", [FEN["board"].format(START.replace("q", "1"), "KQkq"), "go depth 2"],
     [r"info .* score cp (8[5-9]\d|9\d\d|1000)", "*"]),
    ("chess uci", [FEN["board"].format(START.replace("RN", "1N"), "Kkq"), "go depth 2"],
     [r"info .* score cp -(4[5-9]\d|5\d\d|600)", "*"]),
    ("chess uci", [FEN["board"].format(START, "KQkq"), "go depth 2"],
     [r"info .* score cp -?([0-4]?\d|50)", "*"]),
    *(("tictactoe ugi", [f"position startpos {moves}", "query gameover", "query p1turn",
                         "query result"], [f"response {answer}" for answer in answers.split()])
      for moves, answers in (
          ("", "false true none"), ("moves b2", "false false none"),
          ("moves a3 a2 b3 b2 c3", "true false p1win"),
          ("moves a3 a2 b3 b2 c1 c2", "true true p2win"),
          ("moves a3 b3 c3 b2 a2 c2 b1 a1 c1", "true false draw"))),
]  # fmt: skip


@pytest.mark.parametrize(("played", "lines", "answer"), DIALOGUES)
def test_lines_are_answered(played, lines, answer):
    heard = Heard(*played.split()).ask(*lines)[-len(answer) :]
    for line, expected in zip(heard, answer, strict=True):
        form = ".*" if expected == "*" else expected.replace("(none)", r"\(none\)")
        assert re.match(rf"{form}(?!\w)", line), (line, expected)


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


def test_what_is_wrong_is_said_and_options_are_set():
    heard = Heard()
    assert heard.ask("position startpos moves 9,9") == ["info string 9,9 is not a legal move here"]
    assert heard.engine.state == heard.engine.game.start()
    assert heard.ask("debug on", "", "query weather", "setoption name Ponder value true") == []
    assert heard.ask("position here")[0].startswith("info string position needs")
    reply = heard.ask("go depth much")
    assert reply[0] == "info string depth should be a number, 1 or more, not 'much'"
    assert reply[-1].startswith("bestmove ")
    heard = Heard()
    heard.ask("setoption name hash value 1", "isready")
    assert heard.engine._mebibytes == 1
    assert not heard.engine.hear("quit")


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


def test_pondering_ends_with_ponderhit_and_its_time():
    heard = Heard()
    heard.ask("position startpos", "go ponder p1time 100 p2time 100", "isready")
    assert heard.lines[-1] == "readyok"
    heard.ask("ponderhit")
    assert heard.engine._reply.said.wait(60) and heard.lines[-1].startswith("bestmove ")
    heard.ask("go ponder depth 2", "ponderhit")
    assert heard.engine._reply.said.wait(60)
    heard.ask("go ponder infinite", "ponderhit")
    assert not heard.engine._reply.said.is_set()
    assert heard.best("stop").startswith("bestmove ")


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
