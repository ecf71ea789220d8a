"""The README and the pages on your game, on showing it and on matches are true."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

import zermelo
from documents import DOCS, ROOT, blocks, commands, text_of
from serving import served
from zermelo.board.view import board_view
from zermelo.cli import main
from zermelo.naming import outcome_words
from zermelo.notebook import Board
from zermelo.web.app import Web


@pytest.fixture
def chomp(tmp_path) -> str:
    (source,) = [block for block in blocks("README.md") if "class Chomp" in block]
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


TEXT = text_of("your-game.md")
FILES = dict(
    re.findall(r"^<!-- file: (\S+) -->\n```python\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
)


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """A folder with the file that the page writes, in which its commands are run."""
    for name, source in FILES.items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    (weighed,) = set(blocks("your-game.md")) - set(FILES.values())
    (tmp_path / "weighed.py").write_text(f"{FILES['coins.py']}\n\n{weighed}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZERMELO_NATIVE", "off")
    return tmp_path


DRAWN = {
    "coins.svg": "show coins.py --out",
    "coins-tree.svg": 'tree coins.py --by score --moves "right right right left" --out',
}


@pytest.mark.parametrize("name", DRAWN)
def test_the_drawings_for_code_hosts_are_what_their_commands_write(folder, name):
    assert main([*shlex.split(DRAWN[name]), name]) == 0
    assert (folder / name).read_text("utf-8") == (DOCS / name).read_text("utf-8")
    assert f"({name})" in TEXT


@pytest.mark.parametrize("name", ["avoid.py", "hops.py", "rex.py"])
def test_the_games_on_boards_are_sound(folder, name, monkeypatch):
    monkeypatch.setattr("zermelo.laws.check.NEAREST", 4)
    game = zermelo.game(name)
    findings = zermelo.check(game, games=1, native=False)
    assert (
        findings.sound
        and not findings.suspicions
        and {"move texts", "pictures"} <= set(findings.laws)
    )


def test_whoever_makes_the_last_move_pays_for_it_as_lagarias_and_sleator_say(folder):
    """Who loses misère Hex, 1999: the first player wins on boards of even size."""
    values = [zermelo.solve(f"rex.py:Rex(size={size})", native=False).value for size in (2, 3)]
    assert values == [1, -1]


def test_the_features_are_sound(folder):
    game = zermelo.game("weighed.py:Weighed")
    findings = zermelo.check(game, games=1, native=False)
    assert findings.sound and "features" in findings.laws


def test_the_game_is_played_line_by_line(folder, capsys, monkeypatch):
    played = [line for line in blocks("your-game.md", "sh")[0].splitlines() if "--bare" in line]
    (command,) = (line.partition("#")[0] for line in played)
    typed = iter(["right", "Pass", "left", "right", "right", "left", "left"])
    monkeypatch.setattr("builtins.input", lambda *prompt: next(typed))
    assert main(shlex.split(command)[1:]) == 0
    shown = capsys.readouterr().out
    assert "Game over" in shown and "moves: right pass left right right left left" in shown


def test_the_game_is_played_in_the_browser(folder):
    assert "zermelo serve coins.py" in blocks("your-game.md", "sh")[0]
    with served(Web(own=["coins.py"], native=False)) as server:
        opened = server.open("coins.py")
        (button,) = opened["board"]["buttons"]
        answer = server.act(opened["key"], "move", move=button["move"]).json()
    assert answer["history"] == ["pass"] and answer["board"]["pressed"] == "pass"


@pytest.mark.compiled
def test_the_game_compiles(folder, monkeypatch):
    monkeypatch.delenv("ZERMELO_NATIVE")
    assert zermelo.analyze(zermelo.game("coins.py"), by="score").native


@pytest.fixture
def cram(tmp_path) -> str:
    (source,) = blocks("showing.md")
    path = tmp_path / "cram.py"
    path.write_text(source)
    return str(path)


def test_the_picture_is_what_the_command_draws(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_NATIVE", "off")
    (command,) = re.findall(r"zermelo (show \"iso.*?)\n\n", text_of("showing.md"), re.DOTALL)
    *arguments, file = shlex.split(command.replace("\\\n", " "))
    assert main([*arguments, str(tmp_path / "drawn.svg")]) == 0
    assert (tmp_path / "drawn.svg").read_text() == (ROOT / file).read_text()


def test_the_game_on_showing_keeps_the_contract(cram):
    assert zermelo.check(zermelo.game(cram), games=3, native=False).sound


def test_the_game_on_showing_is_drawn_by_the_command(cram, capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_NATIVE", "off")
    file = tmp_path / "cram.svg"
    assert main(["show", cram, "--moves", "0 13", "--svg", str(file), "--values"]) == 0
    assert "■" in capsys.readouterr().out
    drawn = file.read_text(encoding="utf-8")
    assert drawn.count('class="closed"') == 4 and drawn.count('class="badge"') > 1


def test_the_game_on_showing_is_played_in_a_notebook(cram):
    game = zermelo.game(cram)
    board = Board(game, ("human", "first"), native=False)
    clicks = {entry["move"]: entry["clicks"] for entry in board_view(game, game.start())["moves"]}
    assert clicks["13"] == [6, 10]
    board.move("13")
    assert board.history == ["13", "0"] and len(board.view["pieces"]) == 4


COMMANDS = commands("matches.md")
SMALLER = {  # what ends a command sooner: of an option given twice the last counts
    "match": ["--games", "2"],
    "tournament": ["--games", "2"],
    "experiment": [],
    "import": [],
    "tune": ["--games", "2", "--rounds", "1", "--most-games", "2"],
    "solve": [],
}
# These take long; tests/solver/test_solve.py holds them.
LONG = ("solve morris", "--database three", "endgames='three'")


@pytest.fixture
def bots(tmp_path, monkeypatch):
    own, bot = blocks("matches.md")
    (tmp_path / "mine.py").write_text(own)
    (tmp_path / "bot.py").write_text(bot)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.compiled
@pytest.mark.parametrize("command", [c for c in COMMANDS if not any(part in c for part in LONG)])
def test_the_commands_on_matches_run(command, bots, capsys):
    words = shlex.split(command.replace("python3", sys.executable), comments=True)[1:]
    if "--gauntlet" in words:
        words[1] = "isolation(width=3, height=3)"
    if words[0] == "import":
        (bots / "club.pgn").write_text('[Event "club"]\n\n1. e4 e5 2. Nf3 *\n')
    if "--results" in words:
        made = ["match", words[1], "alphabeta:depth=1", "random", "--games", "4"]
        assert main([*made, "--export", words[words.index("--results") + 1]]) == 0
    assert main([*words, *SMALLER[words[0]]]) == 0
    printed = capsys.readouterr()
    assert "forfeit" not in printed.out and "zermelo:" not in printed.err
