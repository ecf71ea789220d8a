"""Players in other processes: programs and engines, their faults and what they leave behind."""

import contextlib
import os
import random
import sys
import textwrap
from pathlib import Path

import pytest

import zermelo
from fairy import PROGRAM, Fairy
from matching import TICTACTOE, play_fixture, play_match
from processes import NAP, command, python, sleepers, soon
from walking import texts
from zermelo import ONGOING
from zermelo.errors import UsageError
from zermelo.play.player import Terms
from zermelo.players.program import Program
from zermelo.players.protocols import VARIANTS, engine_player, notation


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("illegal", "illegal move: 99 is not a legal move"),
        ("nothing", "illegal move: None is not a legal move"),
        ("crash", "crash: ValueError: no idea"),
        ("leave", "crash: the program ended with status 3"),
        ("slow", "time: no answer in 0.3 s"),
    ],
)
def test_a_fault_of_a_persons_player_loses_the_game_with_its_reason(file, name, reason, capfd):
    clock = 0.3 if name == "slow" else None
    done = play_match(TICTACTOE, f"{file}:{name}", "first", games=4, clock=clock)
    assert (done.score.losses, len(done.forfeits)) == (4, 1)
    assert done.forfeits[0].games == 4 and done.forfeits[0].example.startswith(reason)
    assert f"by {reason.partition(':')[0]}" in " ".join(str(done).split())
    traces = capfd.readouterr().err.split("Traceback")[1:]  # once, of the person's own lines
    assert len(traces) == (name == "crash") and "zermelo/" not in "".join(traces)


def test_a_persons_functions_and_classes_play(file):
    for name in ("first", "last_as_text", "wild", "Alternating"):
        record = play_fixture(TICTACTOE, f"{file}:{name}", "random")
        assert not record.forfeited and len(record.moves) >= 5
    assert play_fixture(TICTACTOE, f"{file}:first", "first").moves[0].move == "a3"
    assert play_fixture(TICTACTOE, f"{file}:last_as_text", "first").moves[0].move == "c1"


def test_external_programs_speak_the_protocol(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(
        textwrap.dedent("""
        import json, sys
        cells = [column + row for row in "321" for column in "abc"]
        for line in sys.stdin:
            word, _, rest = line.strip().partition(" ")
            if word == "new":
                told = json.loads(rest)
                print("ready", flush=True)
            else:
                assert told["game"] == "tictactoe" and told["cap"] == 1000
                print([c for c in cells if c not in rest.split()][0], 0.25, 17, flush=True)
        """)
    )
    bot = f"exec:{sys.executable} {bot}"
    record = play_fixture(TICTACTOE, bot, "first")
    assert [move.move for move in record.moves] == ["a3", "b3", "c3", "a2", "b2", "c2", "a1"]
    assert {(move.value, move.nodes) for move in record.moves[::2]} == {(0.25, 17)}
    assert record.result == 1


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("! tired", "crash: tired"),
        ("0,0 much", "crash: it answered 0,0 much"),
        ("0,0 7", "crash: it answered 0,0 7"),
        ("0,0 nan", "crash: it answered 0,0 nan"),
        ("0,0 inf", "crash: it answered 0,0 inf"),
        ("0,0 0.5 -1", "crash: it answered 0,0 0.5 -1"),
        ("0,0 0.5 9223372036854775808", "crash: it answered 0,0 0.5 92233720"),
        ("\\377", "illegal move: "),
        ("%01000000d", "illegal move: 000"),
        ("7,7", "illegal move: 7,7 is not a legal move"),
        ("\\000\\033[2J", r"illegal move: \x00\x1b[2J is not a legal move"),
    ],
)
def test_programs_that_answer_otherwise_lose(said, reason):
    script = f"read a; echo ready; read b; printf '{said}\\n'; read c"
    record = play_fixture(TICTACTOE, f'exec:sh -c "{script}"', "first")
    assert record.result == -1 and record.reason.startswith(reason)


def executable(path, text: str) -> str:
    path.write_text(text)
    path.chmod(0o755)
    return f"exec:{path}"


def test_programs_that_do_not_begin_lose(tmp_path, monkeypatch):
    for player, reason in (
        ("exec:true", "crash: the program ended with status 0"),
        ("exec:yes", "crash: it answered y, not ready"),
        ("exec:sh -c 'echo ! no idea; read a; read b'", "crash: no idea"),
        ("exec:sh -c 'exec >&-; sleep 9'", "crash: the program closed its output"),
        (executable(tmp_path / "a", "#!/no/such/interpreter\n"), "crash: it cannot be started: No"),
        (executable(tmp_path / "b", "no program"), "crash: it cannot be started: Exec format"),
    ):
        lost_at_once(player, reason)
    monkeypatch.setattr("zermelo.players.external.STARTING", 0.2)
    lost_at_once("exec:sleep 100", "time: no answer in 0.2 s")


def lost_at_once(command: str, reason: str) -> None:
    record = play_fixture(TICTACTOE, "first", command)
    assert record.result == 1 and record.moves == () and record.reason.startswith(reason)


def test_a_program_begins_again_after_a_forfeit_and_none_talks_for_ever(tmp_path):
    """A superfluous line is not the answer to a later question."""
    bot = "read a; echo ready; read b; echo welcome; echo 0,0; read c; echo 1,1; read d"
    record = play_match(TICTACTOE, f'exec:sh -c "{bot}"', "first", games=4, plies=0).forfeits[0]
    assert record.games == 4
    assert record.example.startswith("illegal move: welcome is not a legal move")
    record = play_fixture(TICTACTOE, "exec:yes ready", "first")
    assert record.reason.startswith("illegal move: ready")


SLEEP = f'P(["setsid", "sleep", "{NAP}"])'
# What a program starts before it says that it is ready: processes that outlive it if they can.
ESCAPES = (
    SLEEP,  # in a session of its own
    f'P(["/usr/bin/setsid", "/bin/sleep", "{NAP}"], env={{}})',
    f'P(["setsid", "sh", "-c", "sleep {NAP} & sleep {NAP}"])',
    f'P(["setsid", "sh", "-c", "sleep {NAP} &"]).wait()',  # an orphan
    f'P(["setsid", "sh", "-c", "trap \'\' TERM HUP INT; sleep {NAP}"])',
)


def script(path: Path, body: str) -> str:
    """A player whose program is `body`, with P for Popen."""
    path.write_text("import sys, time\nfrom subprocess import Popen as P\n" + textwrap.dedent(body))
    return f"exec:{sys.executable} {path}"


def against_first(player: str, clock: float | None = 1.0):
    return play_fixture(TICTACTOE, player, "first", clock=clock)


def test_what_a_program_has_started_goes_with_it_however_it_ends(tmp_path):
    before, escapes = sleepers(NAP), "\n".join(ESCAPES)
    bot = script(tmp_path / "bot.py", f"{escapes}\nprint('ready', flush=True)\ntime.sleep({NAP})")
    record = against_first(bot)
    assert (record.result, record.reason) == (-1, "time: no answer in 1 s")
    assert soon(lambda: sleepers(NAP) <= before)
    before = sleepers(NAP)
    record = against_first(script(tmp_path / "bot.py", f"{SLEEP}\nsys.exit(3)"))
    assert record.reason == "crash: the program ended with status 3"
    assert soon(lambda: sleepers(NAP) <= before)
    bot = script(tmp_path / "bot.py", "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)")
    assert against_first(bot).reason == "crash: the program ended with status -11"


def test_a_process_ends_quietly_when_its_parent_is_gone_before_its_answer():
    reader, writer = os.pipe()
    os.close(reader)
    lines = "from zermelo.players.program import voice\nsay = voice()\nwhile True:\n    say('1,2')"
    done = python("-c", lines, stdout=writer)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_program_that_never_listens_or_has_ended_cannot_stop_the_referee():
    """The pipe to it fills up."""
    program = Program([sys.executable, "-c", f"import time; time.sleep({NAP})"])
    with pytest.raises(TimeoutError):
        program.tell("choose " + "0,0 " * 100_000, seconds=0.2)
    program.stop()
    program = Program(["sh", "-c", "echo '! no'; exit 7"])
    program._process.wait()  # so that it can't take the question
    assert program.ask("play") == "! no"
    with pytest.raises(EOFError, match="the program ended with status 7"):
        program.ask("play")
    program.stop()


def test_a_program_ends_with_a_parent_that_is_killed(tmp_path):
    """No signal is too sudden: the lifeline closes with the process that holds it."""
    before = sleepers(NAP)
    body = f"{SLEEP}\nprint('ready', flush=True)\ntime.sleep({NAP})"
    with command("match", "tictactoe", script(tmp_path / "bot.py", body), "first") as running:
        assert soon(lambda: len(sleepers(NAP) - before) >= 1)
        running.kill()
    assert soon(lambda: sleepers(NAP) <= before)


fairy_there = pytest.mark.skipif(PROGRAM is None, reason="there is no fairy-stockfish")
OURS = f"ugi:env ZERMELO_NATIVE=off {sys.executable} -m zermelo engine tictactoe"


@pytest.fixture
def engine(tmp_path):
    """A function that makes a program with an answer for each first word of a line."""

    def make(**answers: str) -> str:
        path = tmp_path / "engine.py"
        path.write_text(
            textwrap.dedent(f"""
            import sys
            answers = dict(ugi="ugiok", isready="readyok") | {answers!r}
            with open({str(tmp_path / "told")!r}, "a") as told:
                for line in sys.stdin:
                    told.write(line)
                    told.flush()
                    word = line.split()[0]
                    if answers.get(word) == "leave":
                        sys.exit(3)
                    if word in answers:
                        print(answers[word], flush=True)
            """)
        )
        return f"ugi:{sys.executable} {path}"

    return make


def test_our_own_engine_plays_by_ugi_and_does_not_lose():
    record = play_fixture(TICTACTOE, f"{OURS}; depth=9", "random")
    assert not record.forfeited and record.result >= 0


def test_what_an_engine_is_told(engine, tmp_path):
    answering = engine(go="bestmove c1") + "; Skill Level=3; nodes=50"
    record = play_fixture(TICTACTOE, "first", answering)
    reported = (tmp_path / "told").read_text().splitlines()
    assert reported[:4] == ["ugi", "setoption name Skill Level value 3", "uginewgame", "isready"]
    assert reported[4:6] == ["position startpos moves a3", "go nodes 50"]
    assert [move.move for move in record.moves[:2]] == ["a3", "c1"]
    assert record.reason == "illegal move: c1 is not a legal move here"


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ({"go": "leave"}, "crash: the engine has ended"),
        ({"go": "bestmove"}, "illegal move: "),
        ({"go": "info string hm"}, "time: no bestmove in 0.2 s"),
        ({"ugi": "leave"}, "crash: the engine has ended"),
    ],
)
def test_a_fault_of_an_engine_loses_the_game(engine, answers, reason):
    clock = 0.2 if "info" in answers.get("go", "") else None
    record = play_fixture(TICTACTOE, engine(**answers) + "; depth=1", "first", clock=clock)
    assert record.forfeited and record.reason.startswith(reason) and record.result == -1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ugi:no-such-program", "there is no such program"),
        ("uci:", "there is no such program"),
        ("ugi:'", "is not a command"),
        (f"ugi:{sys.executable}; depth", "depth is not an option"),
        (f"ugi:{sys.executable}; seconds=0.1", "write its time as movetime, in milliseconds"),
        (f"ugi:{sys.executable}; depth=0", "depth should be a positive whole number"),
    ],
)
def test_what_names_no_engine_is_refused_in_one_line(text, said):
    with pytest.raises(UsageError, match=said):
        engine_player(text, Terms(TICTACTOE))


@pytest.mark.parametrize("spec", VARIANTS)
def test_chess_notation_is_read_back(spec):
    game, chance = zermelo.game(spec), random.Random(spec)
    state, chess = game.start(), notation(zermelo.game(spec), "uci")
    for _ in range(12):
        assert chess.parse_state(chess.format_state(state)) == state
        moves = list(game.moves(state))
        texts = [chess.format_move(state, move) for move in moves]
        assert [chess.parse_move(state, text) for text in texts] == moves
        state = game.play(state, chance.choice(moves))
        if game.outcome(state) != ONGOING:
            break


@fairy_there
@pytest.mark.parametrize("spec", ["breakthrough", "clobber"])
def test_fairy_stockfish_plays_by_our_rules_beats_random_and_plays_both_colours(spec):
    game = zermelo.game(spec)
    for opening in ((), tuple(texts(game, game.start())[-1:])):
        record = play_fixture(game, f"uci:{PROGRAM}; depth=3", "random", opening)
        assert not record.forfeited and record.result == 1
    players = f"uci:{PROGRAM}; depth=2", "alphabeta:depth=2"
    records = [play_fixture(game, *order) for order in (players, players[::-1])]
    assert all(not record.forfeited and record.result in (-1, 1) for record in records)


@fairy_there
@pytest.mark.parametrize("spec", ["breakthrough", "clobber"])
def test_fairy_stockfish_counts_as_many_sequences_of_moves(spec):
    game, chess, fairy = zermelo.game(spec), notation(zermelo.game(spec), "uci"), Fairy(spec)
    state, chance = game.start(), random.Random(1)
    with contextlib.closing(fairy):
        for _ in range(4):
            ours = zermelo.perft(game, 2, state=state, native=False).sequences
            position = f"fen {chess.format_state(state)}"
            assert list(ours) == [fairy.perft(position, plies) for plies in (1, 2)]
            for _ in range(2):
                state = game.play(state, chance.choice(list(game.moves(state))))
