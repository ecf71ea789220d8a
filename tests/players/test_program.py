"""Programs that play: whatever they do or leave behind, the referee goes on and they are gone."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import zermelo
from processes import NAP, command, sleepers, soon
from zermelo.matches.event import play_game
from zermelo.matches.schedule import Fixture
from zermelo.players.named import player_spec
from zermelo.players.playerspec import Terms
from zermelo.players.program import Program

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/proc tells who is left")

TICTACTOE = zermelo.game("tictactoe")
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


def played(player: str, clock: float | None = 1.0):
    terms = Terms(TICTACTOE, clock=clock)
    specs = [player_spec(name, terms) for name in (player, "first")]
    try:
        return play_game(terms, Fixture(0, 0, 1, ()), specs)
    finally:
        for spec in specs:
            spec.stop()


def test_a_silent_program_loses_on_time_with_all_it_has_started(tmp_path):
    before, escapes = sleepers(NAP), "\n".join(ESCAPES)
    bot = script(tmp_path / "bot.py", f"{escapes}\nprint('ready', flush=True)\ntime.sleep({NAP})")
    record = played(bot)
    assert (record.result, record.reason) == (-1, "time: no answer in 1 s")
    assert soon(lambda: sleepers(NAP) <= before)


def test_what_a_program_leaves_at_its_own_end_goes_with_it(tmp_path):
    before = sleepers(NAP)
    record = played(script(tmp_path / "bot.py", f"{SLEEP}\nsys.exit(3)"))
    assert record.reason == "crash: the program ended with status 3"
    assert soon(lambda: sleepers(NAP) <= before)


def test_a_process_ends_quietly_when_its_parent_is_gone_before_its_answer():
    reader, writer = os.pipe()
    os.close(reader)
    lines = "from zermelo.players.program import voice\nsay = voice()\nwhile True:\n    say('1,2')"
    asked = [sys.executable, "-c", lines]
    done = subprocess.run(asked, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_program_that_never_listens_cannot_stop_the_referee():
    """The pipe to it fills up."""
    program = Program([sys.executable, "-c", f"import time; time.sleep({NAP})"])
    with pytest.raises(TimeoutError):
        program.tell("choose " + "0,0 " * 100_000, seconds=0.2)
    program.stop()


def test_the_last_words_of_a_program_that_ended_before_it_was_asked_are_heard():
    program = Program(["sh", "-c", "echo '! no'; exit 7"])
    program._process.wait()  # so that it can't take the question
    assert program.ask("play") == "! no"
    with pytest.raises(EOFError, match="the program ended with status 7"):
        program.ask("play")
    program.stop()


def test_a_signal_that_ends_a_program_is_told(tmp_path):
    bot = script(tmp_path / "bot.py", "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)")
    assert played(bot).reason == "crash: the program ended with status -11"


def test_a_program_ends_with_a_parent_that_is_killed(tmp_path):
    """No signal is too sudden: the lifeline closes with the process that holds it."""
    before = sleepers(NAP)
    body = f"{SLEEP}\nprint('ready', flush=True)\ntime.sleep({NAP})"
    with command("match", "tictactoe", script(tmp_path / "bot.py", body), "first") as running:
        assert soon(lambda: len(sleepers(NAP) - before) >= 1)
        running.kill()
    assert soon(lambda: sleepers(NAP) <= before)
