"""Rules that hang, yield or allocate for ever: one line says which rule, and where."""

import gc
import sys
import threading

import pytest

import zermelo
from processes import command
from zermelo.cli.hanging import PATIENCE, Watch, rules_watched

RULES = """
import threading
from zermelo.games.nim import Nim

entered, over, armed = threading.Event(), threading.Event(), threading.Event()

class Own(Nim):
    '''Nim.'''
    {rule}
"""
HANGING = {  # once they are armed: a game is looked at when it is loaded
    "start": "def start(self):\n        while armed.is_set() and not over.is_set():\n"
    "            entered.set()\n        return super().start()",
    "outcome": "def outcome(self, state):\n"
    "        return self.wait() if armed.is_set() else super().outcome(state)\n"
    "    def wait(self):\n        while not over.is_set():\n            entered.set()",
    "moves": "def moves(self, state):\n        while armed.is_set() and not over.is_set():\n"
    "            entered.set()\n            yield 0\n"
    "        if not armed.is_set():\n            yield from super().moves(state)",
}


@pytest.fixture(params=HANGING)
def hanging(request, tmp_path):
    """A rule that does not end on a thread of its own: its file, and its name."""
    file = tmp_path / "own.py"
    file.write_text(RULES.format(rule=HANGING[request.param]))
    game = zermelo.game(f"{file}:Own(rows=[1, 2])")
    module = sys.modules[type(game).__module__]
    module.armed.set()
    given = () if request.param == "start" else (None,)
    thread = threading.Thread(target=lambda: list(getattr(game, request.param)(*given) or ()))
    thread.start()
    module.entered.wait()
    yield file, request.param
    module.over.set()
    thread.join()


def test_a_rule_that_runs_for_ever_is_named_once(hanging, capsys):
    file, rule = hanging
    watch = Watch(limit=None)
    for _ in range(PATIENCE - 1):
        watch.look()
    assert capsys.readouterr().err == ""
    for _ in range(PATIENCE):
        watch.look()
    printed = capsys.readouterr().err
    assert printed.startswith(f"zermelo: {file} line ") and printed.count("\n") == 1
    assert f": {rule} has been running for 10 s and may never end" in printed


def test_a_command_with_a_limit_ends(hanging, capsys):
    ends = []
    watch = Watch(20, ends.append)
    for _ in range(25):
        assert ends == []
        watch.look()
    assert ends == [2] and "for 25 s" in capsys.readouterr().err


def test_what_runs_anew_at_each_look_is_not_named(capsys):
    watch = Watch(1, pytest.fail)
    for _ in range(3 * PATIENCE):
        watch.look()
    with rules_watched(["analyze", "nim", "--seconds", "1"]):
        pass
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("seen", "named"), [({0, 12}, True), ({0, 40, 80}, False), ({12}, False)])
def test_a_generator_that_is_rarely_there_is_named(monkeypatch, capsys, seen, named):
    frame, watch = sys._getframe(), Watch(limit=None)
    for look in range(90):
        there = frame if look in seen else None
        monkeypatch.setattr("zermelo.cli.hanging._rule", lambda _, there=there: (there, frame))
        watch.look()
    assert ("has been running for 13 s" in capsys.readouterr().err) == named


def test_no_garbage_is_collected_while_the_threads_are_looked_at(monkeypatch):
    """Its finalizers would wait for locks of threads that this look keeps from going on."""
    collecting = []
    monkeypatch.setattr(sys, "_current_frames", lambda: collecting.append(gc.isenabled()) or {})
    Watch(limit=None).look()
    assert collecting == [False] and gc.isenabled()


@pytest.mark.long
@pytest.mark.parametrize("line", ["kept.append(0)", "pass"])
def test_the_command_names_the_rule_and_ends(tmp_path, line):
    rule = f"def moves(self, state):\n        kept = []\n        while True:\n            {line}"
    (tmp_path / "own.py").write_text(RULES.format(rule=rule))
    given = "analyze", "own.py:Own(rows=[1, 2])", "--seconds", "1", "--plain"
    running = command(*given, cwd=tmp_path)
    out, err = running.communicate(timeout=300)
    assert (running.returncode, out, err.count("\n")) == (2, "", 1)
    assert "own.py line 1" in err and "moves has been running" in err
