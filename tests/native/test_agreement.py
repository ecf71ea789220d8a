"""Rules that differ compiled, or do not compile, run plain; natural ones compile and agree."""

import warnings
from pathlib import Path

import pytest

import oddgames
import zermelo
from compared import compare
from oddgames import Heaps
from zermelo.contract.views import playable, solvable
from zermelo.errors import NativeWarning
from zermelo.native import runs_native
from zermelo.native.running import _from_where_they_differ
from zermelo.spec import parse_game

pytestmark = pytest.mark.compiled

NATURAL = sorted((Path(__file__).parent.parent / "support" / "natural").glob("*.py"))
POSITIONS = 100  # of each; `make compare` takes more, see CONTRIBUTING.md


def told(game) -> tuple[tuple[int, ...], bool, list[str]]:
    """The perft of a game, whether it ran compiled, and the warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", NativeWarning)
        result = [zermelo.perft(game, 5) for _ in range(2)]
    assert result[0].sequences == result[1].sequences
    message = [str(each.message) for each in caught if each.category is NativeWarning]
    return result[0].sequences, result[0].native, message


class AsBytes(Heaps):
    def packed(self, rows):
        return bytes(rows)


class Listing(Heaps):
    """Its moves are an iterator of a list."""

    def moves(self, state):
        return iter([move for move, _, _ in self.legal(state.rows)])


PLAIN = {
    oddgames.AsText: "a loop over a text: ",
    AsBytes: "its states hold a bytes (Rows.rows): write ",
    oddgames.AsFrozenset: "a loop over a set, ",
    oddgames.TextMoves: "a text made while playing: ",
}
COMPILED = (oddgames.WithNone, oddgames.WithEnum, oddgames.TwoForms, Listing, *oddgames.COMPILED)


@pytest.mark.parametrize("owner", (*PLAIN, *COMPILED))
def test_states_and_moves_of_any_kind_compile_or_run_plain_after_one_warning(owner):
    sequences, native, message = told(owner())
    assert sequences == zermelo.perft(Heaps(), 5, native=False).sequences
    assert native == (owner not in PLAIN) and len(message) == (owner in PLAIN)
    assert owner in COMPILED or PLAIN[owner] in message[0]


@pytest.mark.parametrize("owner", oddgames.COMPILED)
def test_states_of_rows_and_records_are_solved_compiled(owner):
    solution = zermelo.solve(owner())
    assert (solution.value, solution.states) == (1, 28)
    assert runs_native(solvable(playable(owner())))


def test_long_answers_are_shown_from_where_they_differ():
    begins = "Grid(rows=(" + "(0, 0, 0, 0), " * 3
    shown = _from_where_they_differ(f"{begins}(0, 0, 0, 1)), player=1)", f"{begins}(0, 0, 0, 0)))")
    assert [text[0] for text in shown] == ["…", "…"] and shown[0] != shown[1]
    assert "1)), player=1)" in shown[0] and _from_where_they_differ("1", "2") == ["1", "2"]


@pytest.mark.parametrize("path", NATURAL, ids=[path.stem for path in NATURAL])
def test_a_natural_game_agrees_plain_and_compiled(path):
    output = compare(path.stem, parse_game(str(path)), POSITIONS)
    assert output.equal, output
