"""docs/showing.md is true: its examples run, and its game is drawn and played everywhere."""

import re
import shlex
from pathlib import Path

import pytest

import zermelo
from zermelo.board.view import board_view
from zermelo.cli import main
from zermelo.notebook import Board

PAGE = Path(__file__).parent.parent.parent / "docs" / "showing.md"


@pytest.fixture
def cram(tmp_path) -> str:
    (source,) = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    path = tmp_path / "cram.py"
    path.write_text(source)
    return str(path)


def test_the_picture_is_what_the_command_draws(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_NATIVE", "off")
    (command,) = re.findall(r"zermelo (show \"iso.*?)\n\n", PAGE.read_text(), re.DOTALL)
    *arguments, file = shlex.split(command.replace("\\\n", " "))
    assert main([*arguments, str(tmp_path / "drawn.svg")]) == 0
    assert (tmp_path / "drawn.svg").read_text() == (PAGE.parent.parent / file).read_text()


def test_the_game_keeps_the_contract(cram):
    assert zermelo.check(zermelo.game(cram), games=3, native=False).sound


def test_the_game_is_drawn_by_the_command(cram, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_NATIVE", "off")
    file = tmp_path / "cram.svg"
    assert main(["show", cram, "--moves", "0 13", "--svg", str(file), "--values"]) == 0
    assert "■" in capsys.readouterr().out
    drawn = file.read_text(encoding="utf-8")
    assert drawn.count('class="closed"') == 4 and drawn.count('class="badge"') > 1


def test_the_game_is_played_in_a_notebook(cram):
    game = zermelo.game(cram)
    board = Board(game, ("human", "first"), native=False)
    clicks = {entry["move"]: entry["clicks"] for entry in board_view(game, game.start())["moves"]}
    assert clicks["13"] == [6, 10]
    board.move("13")
    assert board.history == ["13", "0"] and len(board.view["pieces"]) == 4
