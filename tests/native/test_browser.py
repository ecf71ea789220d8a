"""Calls of kernels in a browser, tested with a stand-in for the loaded module."""

import ctypes
import json
from pathlib import Path

import pytest

import zermelo
from zermelo.errors import NativeWarning, Stopped
from zermelo.native.arrays import array_at, place_of, words_of
from zermelo.native.calling import Facts, as_text
from zermelo.native.compiler.faults import OVERFLOW
from zermelo.native.compiler.kinds import WORD, Int, Tuple
from zermelo.native.values import codec
from zermelo.native.wasm import browser
from zermelo.native.wasm.browser import Offer, is_native, prepare
from zermelo.native.wasm.sidemodule import side_module
from zermelo.search.engine.compiling import Workspace
from zermelo.search.engine.search import search
from zermelo.search.engine.table import Table
from zermelo.search.textbook import max_value

STONES = type(zermelo.game("tictactoe").start())
LAYOUT = Tuple((Int(0, 511), Int(0, 1 << 70), Int(0, 127)), STONES)
GIVEN = Tuple((LAYOUT, *[WORD] * 5))  # a state, four ints and the address of a record


class Library:
    """Stands in for a loaded module: notes its arguments, and fails if `error` is set."""

    error = 0

    def __init__(self) -> None:
        def entry(context, given, results) -> int:
            room = ctypes.string_at(given, codec(GIVEN).size)
            self.state, *self.given = codec(GIVEN).get(room, 0, [])
            ctypes.c_int64.from_address(results).value = -7
            ctypes.c_int64.from_address(context).value = self.error
            return self.error

        self.entry = entry

    def listen(self, host) -> None:
        self.host = host


@pytest.fixture
def library(monkeypatch):
    loaded = Library()
    monkeypatch.setattr(ctypes, "CDLL", lambda path: loaded)
    for known in ("offers", "_loaded"):
        monkeypatch.setattr(browser, known, {})
    monkeypatch.setattr(browser, "_plain_games", set())
    return loaded


@pytest.fixture
def game(library):
    tictactoe = zermelo.game("tictactoe")
    facts = as_text((Facts(WORD, ["play"], {100: Stopped}, {}, []), LAYOUT))
    known = {"module": "zermelo.games.mnk", "facts": facts}
    browser.offers[tictactoe] = Offer("search", lambda: Path("k.wasm"), json.dumps(known))
    return tictactoe


def asked(game, state=None):
    """The kernel's answer about a state, and the memory of that search."""
    memory = Workspace(Table(0), native=True).memory
    given = game, game.start() if state is None else state, 1, -5, 5, 0, memory
    return prepare(search, *given)(*given), memory


def test_the_offered_kernel_is_called_with_a_state_as_bytes(library, game):
    state = STONES(1, 1 << 64, 3)
    answer, memory = asked(game, state)
    assert answer == -7 and library.state == state
    assert library.given == [1, -5, 5, 0, memory.address]
    assert library.host() == 0  # no search is to continue
    assert is_native(game)


def test_errors_of_a_kernel_are_raised_and_one_that_overflows_is_replaced(library, game):
    library.error = 100
    with pytest.raises(Stopped):
        asked(game)
    library.error = OVERFLOW
    with pytest.warns(NativeWarning, match="slowly: a state or number is larger than any seen"):
        answer, memory = asked(game)
    assert (answer, memory["nodes"] > 1) == (0, True)
    library.error = 0
    assert asked(game)[0] == 0


def test_a_state_beyond_those_met_is_searched_plain(library, game):
    won = STONES(7, 56, 200)
    with pytest.warns(NativeWarning, match="slowly: a state or number is larger than any seen"):
        assert asked(game, won)[0] != -7


def test_other_kernels_and_those_of_no_game_run_plain(game):
    assert prepare(max_value, game) is max_value
    assert prepare(max_value) is max_value


def test_a_game_that_was_not_published_runs_plain_after_one_warning(game):
    other = zermelo.game("nim")
    with pytest.warns(
        NativeWarning,
        match="nim runs as plain Python, slowly: it was not published with these param",
    ):
        assert prepare(search, other) is search
    assert prepare(search, other) is search
    assert not is_native(other)


def test_an_object_without_data_becomes_a_module_without():
    """type (func), import env.__linear_memory, one function, its code, the symbol `f`."""
    head = b"\0asm\1\0\0\0"
    types = b"\x01\x04\x01\x60\0\0"
    imports = b"\x02\x18\x01\x03env\x0f__linear_memory\x02\x00\x00"
    functions, code = b"\x03\x02\x01\0", b"\x0a\x04\x01\x02\0\x0b"
    symbols = b"\x02" + b"\x08\x06\x01\x00\x00\x00\x01f"
    linking = b"\x00" + bytes([len(b"\x07linking" + symbols)]) + b"\x07linking" + symbols
    made = side_module(head + types + imports + functions + code + linking, ["f"])
    dylink = b"\x00\x0f\x08dylink.0\x01\x04\x00\x04\x00\x00"
    renamed = b"\x02\x0f\x01\x03env\x06memory\x02\x00\x00"
    exports = b"\x07\x05\x01\x01f\x00\x00"
    assert made == head + dylink + types + renamed + functions + exports + code


@pytest.mark.parametrize("numbers", [[5, 6], []])
def test_an_array_of_pythons_own_is_found_by_its_address(numbers):
    place = place_of(kept := words_of(numbers), native=True)
    assert [array_at(place)[index] for index in range(len(kept))] == numbers
