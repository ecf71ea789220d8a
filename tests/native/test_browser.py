"""Kernels in a browser, as far as that can be had here: what is called, and with what."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

import zermelo
from zermelo.errors import NativeWarning, Stopped
from zermelo.native.wasm import browser
from zermelo.native.wasm.browser import Offer, is_native, offer, prepare
from zermelo.native.words import Record, place_of, words_of
from zermelo.search.engine.search import search
from zermelo.search.textbook import max_value


class Library:
    """Stands in for a loaded module: does what `status` says, and notes what it is given."""

    status, told = 0, 0

    def listen(self, host) -> None:
        self.host = host

    def entry(self, result, fault, none, *arguments) -> int:
        self.given = [argument.value for argument in arguments]
        result._obj.value, fault._obj.value = -7, self.told
        return self.status


@pytest.fixture
def library(monkeypatch):
    loaded = Library()
    monkeypatch.setattr(ctypes, "CDLL", lambda path: loaded)
    for known in ("_offers", "_loaded"):
        monkeypatch.setattr(browser, known, {})
    monkeypatch.setattr(browser, "_plain_games", set())
    return loaded


@pytest.fixture
def game(library):
    tictactoe = zermelo.game("tictactoe")
    offer(tictactoe, Offer("search", lambda: Path("k.wasm"), (1, 1, 2)))
    return tictactoe


def test_the_offered_kernel_is_called_with_the_words_of_the_state(library, game):
    memory = Record(("nodes",))
    called = prepare(search, game, game.start(), 1, -5, 5, 1, memory)
    assert called(game, (1, 2, 3 + (4 << 64)), 1, -5, 5, 1, memory) == -7
    assert library.given == [1, 2, 3, 4, 1, -5, 5, 1, memory.address]
    assert library.host() == 0  # nobody lets a search go on
    assert is_native(game)


@pytest.mark.parametrize(("told", "error"), [(1, Stopped), (2, ArithmeticError)])
def test_what_a_kernel_raises_is_told_by_its_number(library, game, told, error):
    library.status, library.told, memory = 1, told, Record(("nodes",))
    with pytest.raises(error):
        prepare(search, game)(game, game.start(), 1, -5, 5, 1, memory)


def test_other_kernels_and_those_of_no_game_run_plain(game):
    assert prepare(max_value, game) is max_value
    assert prepare(max_value) is max_value


def test_a_game_that_was_not_published_runs_plain_after_one_warning(game):
    other = zermelo.game("nim")
    with pytest.warns(NativeWarning, match="nim runs as plain Python, slowly: with these param"):
        assert prepare(search, other) is search
    assert prepare(search, other) is search
    assert not is_native(other)


def test_a_record_is_a_row_of_words_in_memory():
    record = Record(("nodes", "top"))
    record["top"] = 9
    assert (record["nodes"], record["top"]) == (0, 9)
    assert ctypes.c_int64.from_address(record.address + 8).value == 9


@pytest.mark.parametrize("numbers", [[5, 6], []])
def test_an_array_of_pythons_own_is_found_by_its_address(numbers, monkeypatch):
    monkeypatch.setattr("zermelo.native.words.IN_BROWSER", True)
    place = place_of(kept := words_of(numbers), native=True)
    assert (
        list((ctypes.c_int64 * len(numbers)).from_address(place)) == numbers if kept else not place
    )
