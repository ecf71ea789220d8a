"""A package for a game of one's own: made, found by its entry point, and sound as it is."""

import os
import sys
import tomllib
from pathlib import Path

import pytest

import zermelo
from processes import PATIENCE, python
from zermelo.errors import SpecError, UsageError
from zermelo.scaffold import new_package
from zermelo.spec import format_game, game_names, parse_game

PAGE = Path(__file__).parent.parent.parent / "docs" / "publish-a-game.md"


def installed(made, places, monkeypatch) -> None:
    """As an installer does it: a folder that says what the package provides."""
    message = tomllib.loads((made.folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folder = places / f"{message['name']}.dist-info"
    folder.mkdir()
    head = f"Metadata-Version: 2.1\nName: {message['name']}\nVersion: {message['version']}\n"
    (folder / "METADATA").write_text(head)
    points = message["entry-points"]["zermelo.games"].items()
    lines = "".join(f"{name} = {value}\n" for name, value in points)
    (folder / "entry_points.txt").write_text(f"[zermelo.games]\n{lines}")
    monkeypatch.syspath_prepend(places)
    monkeypatch.syspath_prepend(made.folder / "src")


@pytest.fixture
def made(tmp_path, monkeypatch):
    """A package, found as if it were installed."""
    package = new_package("four-field", tmp_path)
    installed(package, tmp_path, monkeypatch)
    yield package
    for name in [name for name in sys.modules if name.startswith("zermelo_four_field")]:
        del sys.modules[name]


def test_the_game_is_found_and_listed_by_its_name_and_hides_no_other(made, run_json, tmp_path):
    assert "fourfield" in game_names()
    game = parse_game("FourField(counters=5)")
    assert format_game(game) == "fourfield(counters=5)"
    assert parse_game(format_game(game)) == game == zermelo.game("fourfield(5)")
    listed = {entry["name"]: entry for entry in run_json("games")["games"]}
    assert listed["fourfield"]["parameters"] == {"counters": 10, "most": 3}
    assert listed["fourfield"]["about"].startswith("Take one, two or three counters")
    points = tmp_path / "zermelo-four-field.dist-info" / "entry_points.txt"
    points.write_text("[zermelo.games]\nnim = zermelo_four_field:FourField\n")
    assert parse_game("nim") == zermelo.game("nim(rows=[1, 3, 5, 7])")
    assert game_names().count("nim") == 1


def test_every_file_said_is_there_and_no_other(made):
    result = {
        path.relative_to(made.folder).as_posix()
        for path in made.folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert result == set(made.files)
    page = PAGE.read_text(encoding="utf-8")
    assert [file for file in made.files if f"    {file} " not in page] == []


@pytest.mark.long
def test_its_own_tests_pass_and_its_style_is_ours(made, tmp_path):
    places = [str(made.folder / "src"), str(tmp_path), *sys.path]
    environment = {"PYTHONPATH": os.pathsep.join(places), "ZERMELO_NATIVE": "off"}
    style = "--isolated --no-cache --line-length 100"
    for command in (
        "pytest -q -p no:cacheprovider",
        f"ruff check {style} --select E,F,W,I,B,N",
        f"ruff format --check {style}",
    ):
        options = {"cwd": made.folder, "env": os.environ | environment, "timeout": PATIENCE}
        done = python("-m", *command.split(), **options)
        assert done.returncode == 0, done.stdout + done.stderr


def test_a_rule_that_fails_is_told_in_one_line(made, refused):
    rules = made.folder / "src" / "zermelo_four_field" / "game.py"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("return Pile(self.counters, 0)", "return [][0]"))
    err = refused("perft", "fourfield", "2", "--plain")
    assert "game.py line" in err and "IndexError" in err


def test_a_published_page_takes_its_file_and_not_the_package(made, refused, tmp_path):
    file = made.folder / "src" / "zermelo_four_field" / "game.py"
    told = refused("publish", "fourfield", "--out", str(tmp_path / "site"))
    assert f"give its file {file}" in told


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "cannot be a game's name"),
        ("4x4", "cannot be a game's name: use letters"),
        ("../up", "cannot be a game's name"),
        ("a--b", "cannot be a game's name"),
        ("x" * 41, "at most 40"),
        ("none", "the class None"),
        ("game", "the class Game"),
        ("nim", "there is already a game called nim"),
        ("connect-four", "there is already a game called connectfour"),
    ],
)
def test_a_name_that_will_not_do_is_refused(name, why, tmp_path, refused, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert why in refused("new", name) and list(tmp_path.iterdir()) == []


def test_a_folder_that_is_there_is_left_as_it_is(tmp_path, run_json, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = run_json("new", "four_field")
    assert (made["game"], made["class"]) == ("fourfield", "FourField")
    readme = Path(made["folder"]) / "README.md"
    readme.write_text("mine")
    with pytest.raises(UsageError, match=r"cannot make .*zermelo-four-field: File exists"):
        new_package("four-field", tmp_path)
    assert readme.read_text() == "mine"


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("raise SystemExit(3)", "fourfield cannot be imported: SystemExit: 3"),
        ("FourField = 3", r"fourfield should be a zermelo\.Game"),
        ("from zermelo.games.nim import Nim as FourField", "fourfield should be called nim"),
    ],
)
def test_a_broken_package_is_told_in_one_line_and_the_page_leaves_it_out(made, source, why):
    from zermelo.reports.catalogue import catalogue
    from zermelo.web.catalogue import Catalogue

    (made.folder / "src" / "zermelo_four_field" / "game.py").write_text(source)
    (made.folder / "src" / "zermelo_four_field" / "__init__.py").write_text("")
    with pytest.raises(SpecError, match=why) as caught:
        parse_game("fourfield")
    assert "\n" not in str(caught.value)
    (entry,) = [entry for entry in catalogue() if entry.broken]
    assert (entry.name, entry.about) == ("fourfield", str(caught.value))
    assert "fourfield" not in {listed["name"] for listed in Catalogue().as_json()}
