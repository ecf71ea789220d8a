"""Rules with wrong parameters, or that return what none should: one line that names the rule."""

import pytest

import zermelo
from zermelo.contract.game import default
from zermelo.errors import ContractError

RULES = '''
from typing import NamedTuple
from zermelo import LOSS, ONGOING, Game


class S(NamedTuple):
    left: int
    player: int


class Base(Game[S]):
    def start(self):
        return S(5, 0)

    def moves(self, state):
        yield from range(1, min(state.left, 2) + 1)

    def play(self, state, move):
        return S(state.left - move, 1 - state.player)

    def outcome(self, state):
        return ONGOING if state.left else LOSS


class Bad(Base):
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
COMMANDS = [
    "check",
    "show",
    "analyze --depth 2 --plain",
    "solve --plain",
    "playouts --games 9",
]


@pytest.fixture
def bad(tmp_path):
    """Writes rules with a method."""

    def write(method: str) -> str:
        (tmp_path / "rules.py").write_text(f"{RULES}    {method}\n")
        return f"{tmp_path / 'rules.py'}:Bad"

    return write


@pytest.mark.parametrize("name", RIGHT)
@pytest.mark.parametrize("more", [True, False], ids=["one more", "one less"])
def test_wrong_parameters_are_named_with_the_line_and_the_right_ones(run, bad, name, more):
    right = RIGHT[name].split(", ")
    wrong = ", ".join([*right, "more"] if more else right[1:])
    status, out, err = run("check", bad(f"def {name}({wrong}): return 0"))
    assert (status, out) == (2, "")
    assert f"rules.py line {LINE}: " in err and err.count("\n") == 1
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


def test_a_method_in_place_of_a_property_is_refused(run, bad):
    err = run("check", bad("def score_bound(self): return 4"))[2]
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
