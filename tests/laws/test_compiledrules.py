"""What the compiler says of a game's rules to their author."""

import pytest

from toys import Doubling
from zermelo.cli import main
from zermelo.laws.differential import compiled_rules

pytestmark = pytest.mark.compiled


def test_variables_have_the_types_that_the_rules_give_them():
    found = compiled_rules("connectfour(width=4, height=4)")
    functions = {function.name: dict(function.variables) for function in found.functions}
    assert functions["play"]["state"] == "a state"
    assert functions["order"]["centre"].startswith("int 0 … ")
    assert found.plain == ""


def test_wide_ints_are_remarked():
    found = compiled_rules("hex")
    assert any("wider than a word" in text for item in found.functions for text in item.remarks)


def test_the_command_prints_them(capsys):
    assert main(["check", "nim(rows=[1, 2])", "--compiled"]) == 0
    assert "moves  nim.py:" in capsys.readouterr().out


def test_a_game_that_runs_plain_says_why(recwarn):
    class Texted(Doubling):
        """Its rules make texts while they play."""

        def moves(self, state):
            if f"{state.number}" != "0":
                yield 1

    assert "test_compiledrules.py:" in compiled_rules(Texted()).plain
