"""docs/your-game.md is true: its game is sound, and every block of it runs as printed."""

import re
import shlex
from pathlib import Path

import pytest

import zermelo
from serving import served
from zermelo.cli import main
from zermelo.web.app import Web

PAGE = Path(__file__).parent.parent.parent / "docs" / "your-game.md"
TEXT = PAGE.read_text(encoding="utf-8")
FILES = dict(
    re.findall(r"^<!-- file: (\S+) -->\n```python\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
)


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """A folder with the file that the page writes, in which its commands are run."""
    for name, source in FILES.items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    (weighed,) = set(blocks("python")) - set(FILES.values())
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
    assert (folder / name).read_text("utf-8") == (PAGE.parent / name).read_text("utf-8")
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
    played = [line for line in blocks("sh")[0].splitlines() if "--bare" in line]
    (command,) = (line.partition("#")[0] for line in played)
    typed = iter(["right", "Pass", "left", "right", "right", "left", "left"])
    monkeypatch.setattr("builtins.input", lambda *prompt: next(typed))
    assert main(shlex.split(command)[1:]) == 0
    shown = capsys.readouterr().out
    assert "Game over" in shown and "moves: right pass left right right left left" in shown


def test_the_game_is_played_in_the_browser(folder):
    assert "zermelo serve coins.py" in blocks("sh")[0]
    with served(Web(own=["coins.py"], native=False)) as server:
        opened = server.open("coins.py")
        (button,) = opened["board"]["buttons"]
        answer = server.act(opened["key"], "move", move=button["move"]).json()
    assert answer["history"] == ["pass"] and answer["board"]["pressed"] == "pass"


@pytest.mark.compiled
def test_the_game_compiles(folder, monkeypatch):
    monkeypatch.delenv("ZERMELO_NATIVE")
    assert zermelo.analyze(zermelo.game("coins.py"), by="score").native
