"""Specs name games; any other text is refused in one clear line."""

import os
import pickle
import subprocess
import sys
import time

import pytest

import zermelo
from processes import printed_by
from takegame import TAKE
from zermelo.contract.analysis import in_points
from zermelo.errors import ParameterError, SpecError
from zermelo.games import BUILT_IN
from zermelo.games.isolation import Isolation
from zermelo.games.nim import Nim
from zermelo.spec import format_game, game_names, games_called, parse_game


@pytest.fixture
def take(tmp_path):
    file = tmp_path / "take.py"
    file.write_text(TAKE)
    return file


@pytest.mark.parametrize(
    ("spec", "game"),
    [
        ("isolation", Isolation()),
        (" Isolation ( ) ", Isolation()),
        ("isolation(width=3, height=2, blocked=[(2, 1)])", Isolation(blocked=((2, 1),))),
        (
            "isolation(blocked=[[2, 1]], pieces='knight')",
            Isolation(blocked=((2, 1),), pieces="knight"),
        ),
        ("isolation(4, 5)", Isolation(width=4, height=5)),
        ("nim([1, 2], misere=True)", Nim(rows=(1, 2), misere=True)),
        ('isolation(\n  stuck="either",\n)', Isolation(stuck="either")),
    ],
)
def test_specs_name_games_and_are_written_back(spec, game):
    assert parse_game(spec) == game == zermelo.game(spec)
    assert parse_game(format_game(game)) == game


def test_a_written_spec_is_short():
    assert format_game(Isolation(blocked=((2, 1),))) == "isolation(blocked=[(2, 1)])"
    assert format_game(parse_game("TICTACTOE()")) == "tictactoe"
    assert format_game(Nim(rows=(3,), misere=True)) == "nim(rows=[3], misere=True)"


def test_all_names_are_games():
    first = ["tictactoe", "mnk", "isolation", "nim", "connectfour", "morris"]
    assert game_names() == list(BUILT_IN) and game_names()[:6] == first
    assert [str(parse_game(name)) for name in game_names()] == game_names()


@pytest.mark.parametrize(
    ("spec", "error", "why"),
    [
        ("", SpecError, "unknown game nothing; `zermelo games`"),
        ("tic-tac-toe", SpecError, "did you mean tictactoe?"),
        ("isolaton", SpecError, "did you mean isolation[?] `zermelo games` lists them"),
        ("bridge", SpecError, "unknown game bridge; `zermelo games` lists them"),
        ("nim(", SpecError, "write something like"),
        ("nim)", SpecError, "write something like"),
        ("nim(rows=[1, 2)", SpecError, "cannot be read"),
        ("nim()()", SpecError, "should be parameters"),
        ("nim().x", SpecError, "names no game"),
        ("nim(rows=\0)", SpecError, "cannot be read"),
        ("nim(rows=[" + "1, " * 1000 + "])", SpecError, "at most 2000 characters"),
        (
            "nim(row=[1])",
            ParameterError,
            "nim: unknown parameter row; did you mean rows.*rows, misere",
        ),
        ("nim([1], True, 3)", ParameterError, "takes rows, misere"),
        ("quarto(width=4)", ParameterError, "quarto: unknown parameter width; there is none"),
        ("nim([1], rows=[2])", ParameterError, "rows should be given only once"),
        ("nim(**{})", ParameterError, "unknown parameter"),
        ("nim(*[1])", ParameterError, "a literal"),
        ("nim(rows=open('x'))", ParameterError, "a literal"),
        ("mnk(width=10**99)", ParameterError, "a literal"),
        ("nim(rows={[]: 1})", ParameterError, "a literal"),
        ("nim(rows=3)", ParameterError, r"a list, like \[1, 3, 5, 7\], not 3"),
        ("nim(misere=1)", ParameterError, "True or False"),
        ("mnk(width='3')", ParameterError, "a whole number, like 3"),
        ("morris(men=9.0)", ParameterError, "men should be a whole number"),
        ("mnk(width=True)", ParameterError, "a whole number"),
        ("isolation(pieces=3)", ParameterError, "a text"),
    ],
)
def test_mistakes_are_told_in_one_line(spec, error, why):
    with pytest.raises(error, match=why) as caught:
        parse_game(spec)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "spec",
    [
        "x" * 100_000,
        "nim(rows=" + "[" * 900 + "]" * 900 + ")",
        "nim(" * 400 + ")" * 400,
        "nim(rows=" + "-" * 1900 + "1)",
        "nim(rows=[" + "9" * 1900 + "])",
        "mnk(width=0x" + "f" * 1900 + ")",
        "mnk(width=0x" + "f" * 90_000 + ")",
        "isolation(blocked=[(0x" + "f" * 1900 + ", 0)])",
        "nim(rows=" + "(" * 1000,
        "x" * 1900 + ".py",
    ],
    ids=lambda spec: spec[:12],
)
def test_monstrous_specs_are_refused_quickly(spec):
    began = time.thread_time()
    with pytest.raises((SpecError, ParameterError)) as caught:
        parse_game(spec)
    assert time.thread_time() - began < 1  # CPU time of this thread, whatever else the machine does
    assert len(str(caught.value)) < 300


def test_a_users_file_is_another_game_when_it_was_edited(take):
    game = parse_game(f"{take}:Take(heap=5)")
    assert game.start().left == 5
    assert parse_game(f"{take}(5)") == game == parse_game(format_game(game))
    assert type(parse_game(str(take))) is type(game)
    before = parse_game(f"{take}")
    take.write_text(TAKE.replace("heap: int = 9", "heap: int = 5"))
    assert (before.heap, parse_game(f"{take}").heap) == (9, 5)


def test_a_users_file_imports_its_neighbour_and_a_missing_one_is_told(take, tmp_path):
    take.with_name("heap_size.py").write_text("SIZE = 7")
    take.write_text("from heap_size import SIZE" + TAKE.replace("= 9", "= SIZE"))
    assert parse_game(str(take)).heap == 7
    assert str(take.parent) not in sys.path
    with pytest.raises(SpecError, match=r"nothing\.py cannot be read: No such file"):
        parse_game(f"{tmp_path}/nothing.py:Game")
    with pytest.raises(SpecError, match="cannot be read: Is a directory"):
        (tmp_path / "folder.py").mkdir()
        parse_game(f"{tmp_path}/folder.py")


@pytest.mark.parametrize(
    ("source", "name", "why"),
    [
        ("x = 1\ny = 1 / 0\n", "", "line 2: ZeroDivisionError: division by zero"),
        ("def f(:\n", "", "line 1: SyntaxError"),
        ("raise SystemExit(3)", "", "line 1: SystemExit: 3"),
        ("import no_such_module", "", "line 1: ModuleNotFoundError"),
        ("from zermelo.games.nim import Nim", ":Nim", "defines no game"),
        (TAKE, ":Tale", "defines no game Tale; it has Take"),
        (TAKE, ":Take(size=3)", "take: unknown parameter size; choose from heap"),
        (TAKE, ":Take(heap=[])", "a whole number, like 9"),
        (TAKE + "class Other(Take): pass", "", "several games, Take, Other"),
        (TAKE.replace("int = 9", "int"), "", "heap is missing"),
        (TAKE + "    def validate(self): [][0]", "", "take refuses.*IndexError"),
    ],
)
def test_mistakes_in_a_users_file_are_told_in_one_line(tmp_path, source, name, why):
    file = tmp_path / "game.py"
    file.write_text(source)
    with pytest.raises((SpecError, ParameterError), match=why) as caught:
        parse_game(f"{file}{name}")
    assert "\n" not in str(caught.value)


ENTRY_POINTS = """[zermelo.games]
marienbad = other_rules:Marienbad
nim = other_rules:Marienbad
misnamed = zermelo.games.nim:Nim
leaves = other_leaves:Game
broken = no_such_module:Game
odd = zermelo.games:BUILT_IN
"""


def test_games_of_other_packages(tmp_path, monkeypatch):
    """They are found as soon as they are installed, even after an earlier look-up."""
    monkeypatch.syspath_prepend(tmp_path)
    os.utime(tmp_path, (0, 0))
    with pytest.raises(SpecError, match="unknown game marienbad"):
        parse_game("marienbad")
    installed = tmp_path / "other-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text(ENTRY_POINTS)
    rules = "from zermelo.games.nim import Nim\nclass Marienbad(Nim): pass\n"
    (tmp_path / "other_rules.py").write_text(rules)
    (tmp_path / "other_leaves.py").write_text("raise SystemExit(3)")
    game = parse_game("marienbad(rows=[2])")
    assert game.start() == Nim(rows=(2,)).start() and parse_game(format_game(game)) == game
    assert "marienbad" in game_names() and parse_game("nim") == Nim()
    with pytest.raises(SpecError, match="misnamed should be called nim, like its class"):
        parse_game("misnamed")
    with pytest.raises(SpecError, match="leaves cannot be imported: SystemExit: 3"):
        parse_game("leaves")
    with pytest.raises(SpecError, match="broken cannot be imported: ModuleNotFoundError"):
        parse_game("broken")
    with pytest.raises(SpecError, match=r"odd should be a zermelo\.Game"):
        parse_game("odd")


@pytest.mark.parametrize("content", [b"\xff", b"[zermelo.games]\nbroken\n"])
def test_a_package_with_damaged_entry_points_has_no_games_and_others_have(
    tmp_path, monkeypatch, content
):
    monkeypatch.syspath_prepend(tmp_path)
    for name, text in {"other": b"[zermelo.games]\nfine = fine:Fine\n", "spoilt": content}.items():
        installed = tmp_path / f"{name}-1.0.dist-info"
        installed.mkdir()
        (installed / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\n")
        (installed / "entry_points.txt").write_bytes(text)
    assert "fine" in game_names()


def test_only_the_game_asked_for_is_imported():
    code = (
        "import sys, zermelo; zermelo.game('nim'); "
        "print([m for m in sys.modules if m.startswith('zermelo.games.')], 'numba' in sys.modules)"
    )
    assert printed_by("-c", code).strip() == "['zermelo.games.nim'] False"


def test_whole_numbers_do_where_numbers_are_asked_for():
    assert parse_game("morris(mills=3)") == parse_game("morris(mills=3.0)")
    assert str(parse_game("morris(mills=3)")) == "morris(mills=3.0)"


def test_a_game_for_points_is_called_by_no_name_of_its_own():
    kalah = parse_game("kalah")
    assert in_points(kalah).by_score and list(games_called("kalah")) == [kalah, kalah]


def test_a_game_of_ones_own_is_sent_with_its_file(take):
    game = parse_game(f"{take}:Take(heap=5)")
    sent = pickle.dumps((game, game.start()))
    take.unlink()
    code = "import pickle, sys; print(*pickle.loads(sys.stdin.buffer.read()))"
    output = subprocess.run(
        [sys.executable, "-c", code], input=sent, capture_output=True, check=True
    )
    assert output.stdout.decode().strip() == "take(heap=5) Heap(left=5, player=0)"
    assert pickle.loads(sent)[0] == game


@pytest.mark.parametrize("name", ["morris", "nim(rows=[1, 2])", "isolation(blocked=[(2, 1)])"])
def test_a_game_is_sent_without_what_follows_from_it(name):
    game = parse_game(name)
    for state in [game.start(), *game.symmetries(game.start())]:
        game.tier(state)
    if game.has("index"):
        game.index(next(iter(game.endgame("3-3"))))
    sent = pickle.dumps(game)
    assert len(sent) < 500 and pickle.loads(sent) == game
    assert pickle.loads(sent) is pickle.loads(sent)
