"""What a terminal shows while a command works."""

import io
import sys
import threading

import pytest

from processes import soon
from zermelo.cli.progress import Progress
from zermelo.matches.match import Score, SoFar


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_shows_the_match_before_its_first_game_is_over(monkeypatch):
    monkeypatch.setattr("zermelo.cli.progress.PATIENCE", 0.05)
    monkeypatch.setattr("sys.stderr", Terminal())
    with Progress("playing") as progress:
        progress(SoFar(Score(), 4))
        assert soon(lambda: "playing: 0 of 4 games" in sys.stderr.getvalue())


def test_without_a_terminal_a_line_is_written_every_ten_seconds(monkeypatch):
    monkeypatch.setattr("zermelo.cli.progress.EVERY", 0.05)
    monkeypatch.setattr("sys.stderr", io.StringIO())
    with Progress("playing") as progress:
        progress(SoFar(Score(), 4))
        assert soon(lambda: sys.stderr.getvalue().count("zermelo: playing: 0 of 4 games") > 1)
    written = sys.stderr.getvalue()
    assert not soon(lambda: sys.stderr.getvalue() != written, 0.2)


@pytest.mark.parametrize("screen", [io.StringIO, Terminal])
def test_ctrl_c_before_the_thread_that_shows_it_has_begun_is_no_other_error(monkeypatch, screen):
    def interrupted(thread):
        raise KeyboardInterrupt

    monkeypatch.setattr("sys.stderr", screen())
    monkeypatch.setattr(threading.Thread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt), Progress("playing") as progress:
        progress(SoFar(Score(), 4))
    assert sys.stderr.getvalue() == ""
