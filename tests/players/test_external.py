"""Players outside of this process: what they do wrong loses a game and nothing more."""

import sys
import textwrap

import pytest

from matching import TICTACTOE, matched, played


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("illegal", "illegal move: 99 is no legal move"),
        ("nothing", "illegal move: None is no legal move"),
        ("crash", "crash: ValueError: no idea"),
        ("leave", "crash: the program ended with status 3"),
        ("slow", "time: no answer in 0.3 s"),
    ],
)
def test_a_fault_of_a_persons_player_loses_the_game_with_its_reason(file, name, reason, capfd):
    clock = 0.3 if name == "slow" else None
    done = matched(TICTACTOE, f"{file}:{name}", "first", games=4, clock=clock)
    assert (done.score.losses, len(done.forfeits)) == (4, 1)
    assert done.forfeits[0].games == 4 and done.forfeits[0].example.startswith(reason)
    assert f"by {reason.partition(':')[0]}" in " ".join(str(done).split())
    traces = capfd.readouterr().err.split("Traceback")[1:]  # once, of the person's own lines
    assert len(traces) == (name == "crash") and "zermelo/" not in "".join(traces)


def test_a_persons_functions_and_classes_play(file):
    for name in ("first", "last_as_text", "wild", "Alternating"):
        record = played(TICTACTOE, f"{file}:{name}", "random")
        assert not record.forfeited and len(record.moves) >= 5
    assert played(TICTACTOE, f"{file}:first", "first").moves[0].move == "a3"
    assert played(TICTACTOE, f"{file}:last_as_text", "first").moves[0].move == "c1"


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
    record = played(TICTACTOE, bot, "first")
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
        ("7,7", "illegal move: 7,7 is no legal move"),
        ("\\000\\033[2J", r"illegal move: \x00\x1b[2J is no legal move"),
    ],
)
def test_programs_that_answer_otherwise_lose(said, reason):
    script = f"read a; echo ready; read b; printf '{said}\\n'; read c"
    record = played(TICTACTOE, f'exec:sh -c "{script}"', "first")
    assert record.result == -1 and record.reason.startswith(reason)


def executable(path, text: str) -> str:
    path.write_text(text)
    path.chmod(0o755)
    return f"exec:{path}"


def test_programs_that_do_not_begin_lose(tmp_path, monkeypatch):
    for command, reason in (
        ("exec:true", "crash: the program ended with status 0"),
        ("exec:yes", "crash: it answered y, not ready"),
        ("exec:sh -c 'echo ! no idea; read a; read b'", "crash: no idea"),
        (executable(tmp_path / "a", "#!/no/such/interpreter\n"), "crash: it cannot be started: No"),
        (executable(tmp_path / "b", "no program"), "crash: it cannot be started: Exec format"),
    ):
        lost_at_once(command, reason)
    monkeypatch.setattr("zermelo.players.external.STARTING", 0.2)
    lost_at_once("exec:sleep 100", "time: no answer in 0.2 s")


def lost_at_once(command: str, reason: str) -> None:
    record = played(TICTACTOE, "first", command)
    assert record.result == 1 and record.moves == () and record.reason.startswith(reason)


def test_a_program_begins_again_after_a_forfeit(tmp_path):
    """What it says too much is not taken for the answer to a later question."""
    bot = "read a; echo ready; read b; echo welcome; echo 0,0; read c; echo 1,1; read d"
    record = matched(TICTACTOE, f'exec:sh -c "{bot}"', "first", games=4, plies=0).forfeits[0]
    assert record.games == 4 and record.example.startswith("illegal move: welcome is no legal move")


def test_a_program_that_talks_for_ever_is_stopped():
    record = played(TICTACTOE, "exec:yes ready", "first")
    assert record.reason.startswith("illegal move: ready")
