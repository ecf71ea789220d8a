"""Rules with wrong parameters, two rules of one game side by side, and what the compiler says."""

import json
import random
from collections.abc import Iterator

import pytest

import zermelo
from toys import Doubling
from zermelo.contract.game import default
from zermelo.errors import ContractError
from zermelo.games.connectfour import ConnectFour, Discs
from zermelo.games.mnk import TicTacToe
from zermelo.games.nim import Nim, Rows
from zermelo.laws.differential import compiled_rules
from zermelo.laws.twins import Comparison

RULES = '''
from toys import OneOrTwo


class Bad(OneOrTwo):
    """Broken."""

'''
LINE = RULES.count("\n") + 1
RIGHT = {
    "start": "self", "player": "self, state", "moves": "self, state", "play": "self, state, move",
    "outcome": "self, state", "score": "self, state", "order": "self, state, move",
    "loud": "self, state, move", "candidates": "self, state", "foresee": "self, state",
    "assured": "self, state, value", "reply": "self, state, move", "remaining": "self, state",
    "key": "self, state", "unkey": "self, key", "evaluate": "self, state",
    "features": "self, state", "symmetries": "self, state", "tier": "self, state",
    "format_move": "self, state, move", "parse_move": "self, state, text",
    "format_state": "self, state", "parse_state": "self, text", "picture": "self, state",
    "invariant": "self, state", "swapped": "self, state", "progress": "self, state, move",
    "validate": "self", "actions": "self", "action": "self, state, move",
    "observation": "self, state",
}  # fmt: skip
COMMANDS = ["check", "show", "analyze --depth 2 --plain", "solve --plain", "playouts --games 9"]


@pytest.fixture
def bad(tmp_path):
    """Writes rules with a method."""

    def write(method: str) -> str:
        (tmp_path / "rules.py").write_text(f"{RULES}    {method}\n")
        return f"{tmp_path / 'rules.py'}:Bad"

    return write


@pytest.mark.parametrize("name", RIGHT)
@pytest.mark.parametrize("more", [True, False], ids=["one more", "one less"])
def test_wrong_parameters_are_named_with_the_line_and_the_right_ones(refused, bad, name, more):
    right = RIGHT[name].split(", ")
    wrong = ", ".join([*right, "more"] if more else right[1:])
    err = refused("check", bad(f"def {name}({wrong}): return 0"))
    assert f"rules.py line {LINE}: " in err
    assert err.endswith(f"Bad.{name}({wrong}) should be {name}({RIGHT[name]})\n")


def test_every_method_of_the_contract_is_looked_at():
    assert all(callable(default(name)) for name in RIGHT)


@pytest.mark.parametrize(
    "method",
    [
        "def play(self, state, move, depth=1): return super().play(state, move)",
        "def play(self, *given): return super().play(*given)",
        "@staticmethod\n    def order(state, move): return 0",
        "order = lambda self, state, move: 0",
        "def order(self, s, m, /): return 0",
    ],
)
def test_parameters_that_fit_are_left_alone(run, bad, method):
    assert run("playouts", bad(method), "--games", "2")[0] == 0


def test_a_method_in_place_of_a_property_is_refused(refused, bad):
    err = refused("check", bad("def score_bound(self): return 4"))
    assert "Bad.score_bound should be a property: write @property above it" in err


def test_a_class_in_a_notebook_is_refused_where_it_is_defined():
    with pytest.raises(ContractError, match=r"Own\.moves\(self\) should be moves\(self, state\)"):

        class Own(zermelo.Game):
            def moves(self):
                return []


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    "name",
    ["start", "player", "moves", "play", "outcome", "evaluate", "order", "foresee", "remaining",
     "key", "symmetries", "format_move", "picture"],
)  # fmt: skip
def test_rules_that_return_nothing_are_one_line(run, bad, name, command):
    """A rule that the command never asks may return what it likes."""
    words = command.split()
    status, out, err = run(words[0], bad(f"def {name}({RIGHT[name]}): return None"), *words[1:])
    assert "Traceback" not in err
    if words[0] == "check":
        assert status != 0
        assert "laws.py" not in out and "text.py" not in out
    elif status:
        assert status == 2 and err.strip().splitlines()[-1].startswith("zermelo: ")


class Numbered(TicTacToe):
    """Tic-tac-toe whose moves have other texts."""

    def format_move(self, state, move: int) -> str:
        return f"cell{move}"


class Endless(ConnectFour):
    """Connect Four that goes on after a line."""

    width: int = 4
    height: int = 4

    def moves(self, state: Discs) -> Iterator[int]:
        cells = (state.own | state.other) + self.bottom & self.board
        while cells:
            cell = cells & -cells
            yield cell.bit_length() - 1
            cells ^= cell


class Greedy(Nim):
    """Nim in which the last row loses a match more than is taken."""

    def play(self, state: Rows, move: int) -> Rows:
        after = super().play(state, move)
        last = after.rows[-1]
        return after._replace(rows=(*after.rows[:-1], max(last - (last == 2), 0)))


def compare(game, other):
    return Comparison(game, other).difference(random.Random(0))


@pytest.mark.parametrize("other", [TicTacToe(), Numbered(), zermelo.game("mnk")])
def test_rules_that_agree_have_no_difference(other):
    assert compare(TicTacToe(), other) is None


def test_moves_with_other_texts_are_paired_by_where_they_lead():
    board = ConnectFour(width=4, height=4)
    assert compare(Numbered(), TicTacToe()) is None
    assert compare(board, Endless(width=5)).moves == ()


def test_the_nearest_difference_is_reported_and_a_far_one_found_in_random_games():
    comparison = compare(ConnectFour(width=4, height=4), Endless())
    assert comparison.here == "0 moves" and "among them" in comparison.there
    assert len(comparison.moves) >= 7 and not comparison.shortest
    comparison = compare(Nim(rows=(3, 3)), Greedy(rows=(3, 3)))
    assert (comparison.moves, comparison.shortest) == (("1,1",), True)
    assert (comparison.here, comparison.there) == ("5 moves, among them 1,2", "4 moves")


@pytest.mark.long
def test_the_command_compares_and_counts(run, tmp_path):
    own = tmp_path / "own.py"
    own.write_text(
        "from zermelo.games.mnk import TicTacToe\n"
        "class Corner(TicTacToe):\n"
        "    def moves(self, state):\n"
        "        for move in super().moves(state):\n"
        "            if move or state.own:\n"
        "                yield move\n"
    )
    status, out, _ = run("check", "tictactoe", "--json", "--against", f"{own}:Corner")
    (fault,) = json.loads(out)["faults"]
    assert status == 1 and fault["law"] == "against" and fault["moves"] == [] and fault["shortest"]
    assert fault["seen"] == "9 moves, among them a3"
    for counts, status, said in (
        ("9,72,504", 0, ""),
        ("9,72,505", 1, "expected 505 sequences of 3 moves; saw 504"),
        ("9,x", 2, "whole numbers like 4,12,56"),
    ):
        ended, out, err = run("check", "tictactoe", "--perft", counts)
        assert ended == status and said in out + err


@pytest.mark.compiled
def test_variables_have_the_types_that_the_rules_give_them_and_wide_ints_are_remarked(read_output):
    found = compiled_rules("connectfour(width=4, height=4)")
    functions = {function.name: dict(function.variables) for function in found.functions}
    assert functions["play"]["state"] == "a state"
    assert functions["order"]["centre"].startswith("int 0 … ")
    assert found.plain == ""
    wide = compiled_rules("hex").functions
    assert any("wider than a word" in text for item in wide for text in item.remarks)
    assert "moves  nim.py:" in read_output("check", "nim(rows=[1, 2])", "--compiled")


@pytest.mark.compiled
def test_a_game_that_runs_plain_says_why(recwarn):
    class Texted(Doubling):
        """Its rules make texts while they play."""

        def moves(self, state):
            if f"{state.number}" != "0":
                yield 1

    assert "test_signatures.py:" in compiled_rules(Texted()).plain
