"""The README is true: its session runs, its commands print what they do, its game is played."""

import json

import pytest

import zermelo
from documents import blocks
from zermelo.cli import main
from zermelo.naming import outcome_words


@pytest.fixture
def chomp(tmp_path) -> str:
    (source,) = [block for block in blocks("python") if "class Chomp" in block]
    assert source.count("\n") <= 30
    path = tmp_path / "chomp.py"
    path.write_text(source)
    return str(path)


def test_the_game_in_thirty_lines_is_played_to_its_end(chomp, capsys, monkeypatch):
    typed = map(str, range(11, 0, -1))
    monkeypatch.setattr("builtins.input", lambda *prompt: next(typed))
    assert main(["play", chomp, "--second", "human", "--bare"]) == 0
    out = capsys.readouterr().out
    assert "Game over: player 1 wins." in out
    assert "moves: 11 10 9 8 7 6 5 4 3 2 1" in out


@pytest.mark.compiled
def test_the_game_in_thirty_lines_is_analysed_and_won_by_the_computer(chomp, capsys):
    assert main(["analyze", f"{chomp}:Chomp(width=3)", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["value"], answer["exact"], answer["native"]) == (1, True, True)
    game = ["play", chomp, "--first", "computer", "--second", "random", "--seed", "1", "--json"]
    assert main(game) == 0
    assert json.loads(capsys.readouterr().out)["outcome"] == "player 1 wins"


def test_the_game_in_thirty_lines_knows_its_loser(chomp):
    game = zermelo.game(chomp)
    state = game.play(game.play(game.start(), 1), game.width)
    assert list(game.moves(state)) == []
    assert outcome_words(game, state) == "player 2 wins"
