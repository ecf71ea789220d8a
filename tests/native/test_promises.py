"""What compiled rules take for granted of states is looked at wherever it is not proven."""

from __future__ import annotations

import os
from typing import NamedTuple

import numba
import pytest

from zermelo import LOSS, ONGOING, Game
from zermelo.native import kernel
from zermelo.native.bridge import is_native
from zermelo.native.disk.gamewidths import known_widths
from zermelo.native.disk.remembered import remembered

pytestmark = pytest.mark.compiled


class Purse(NamedTuple):
    coins: int
    spent: int
    turn: int


class Spending(Game[Purse]):
    """Coins are spent; who has 1,000 coins, which no play leads to, may run into debt."""

    coins: int = 9

    def start(self):
        return Purse(self.coins, 0, 0)

    def moves(self, state):
        for move in range(1, min(state.coins, 3) + 1):
            yield move

    def play(self, state, move):
        coins = state.coins - move
        if coins == 999:
            coins = -5
        return Purse(coins, state.spent * 2 + move & 15, state.turn + 1)

    def outcome(self, state):
        return ONGOING if state.coins > 0 else LOSS

    def key(self, state):
        return (state.coins << 4) + state.spent >> (state.coins & 3)


@kernel
def followed(game, state):
    """The states that each move leads to, with their keys."""
    collected = []
    for move in game.moves(state):
        child = game.play(state, move)
        collected.append((child, game.key(child)))
    return collected


def same(game, state):
    return followed.native(game, state) == followed(game, state)


def test_rules_promise_what_they_keep():
    promises = numba.typeof(Spending(coins=7)).promises  # no test breaks them
    coins, spent, turn = promises.items
    assert spent[:2] == (0, 15)
    assert promises.counting == {2}
    assert turn.low < 0 < 1 << 62 < turn.high
    assert coins.low == 0


@pytest.mark.usefixtures("trusted")
def test_states_from_outside_and_plays_that_break_a_promise_are_compiled_without_it():
    game = Spending()
    for state in (game.start(), Purse(3, 15, 1 << 61)):
        assert same(game, state)
    assert not known_widths(game).free
    assert same(game, Purse(1000, 0, 0))  # its child is the first state with a debt
    assert 0 in known_widths(game).free
    assert same(game, Purse(2, 1 << 60, 0))
    assert 1 in known_widths(game).free
    assert same(game, Purse(2, -1, -(1 << 63)))
    assert 2 in known_widths(game).free
    assert is_native(game)


@pytest.mark.usefixtures("trusted")
def test_states_that_break_a_promise_are_seen_by_what_was_prepared_for_others():
    game = Spending(coins=8)
    call, other = followed.prepare(game, game.start()), Purse(2, 0, (1 << 63) - 1)
    assert call(game, game.start()) == followed(game, game.start())
    assert call(game, other) == followed(game, other)


class Wallet(NamedTuple):
    coins: int
    spent: int
    turn: int


class Lending(Spending):
    """The same game with states of another class."""

    def start(self):
        return Wallet(self.coins, 0, 0)

    def play(self, state, move):
        coins = state.coins - move
        if coins == 999:
            coins = -5
        return Wallet(coins, state.spent * 2 + move & 15, state.turn + 1)


@pytest.mark.usefixtures("trusted")
def test_promises_of_two_games_with_the_same_bounds_are_looked_at_in_both(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE_DIR", str(tmp_path / "cache"))
    for game, purse in ((Spending(coins=6), Purse), (Lending(coins=6), Wallet)):
        assert same(game, game.start())
        assert same(game, purse(1000, 0, 0))
        assert 0 in known_widths(game).free


def test_what_was_found_out_is_kept_unless_others_may_have_written_it(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE_DIR", str(tmp_path / "cache"))
    assert remembered("a game", lambda: [1, None]) == [1, None]
    assert remembered("a game", lambda: "asked again") == [1, None]
    assert remembered("another", lambda: 2) == 2
    for path in (tmp_path / "cache").iterdir():
        content = bytearray(path.read_bytes())
        content[content.rindex(b"1" if b"null" in content else b"2")] ^= 1
        path.write_bytes(content)
    assert remembered("a game", lambda: [1, None]) == [1, None]  # and kept anew
    assert remembered("another", lambda: 2) == 2
    for path in (tmp_path / "cache").iterdir():
        path.chmod(0o666)
    assert remembered("a game", lambda: "asked again") == "asked again"
    monkeypatch.setenv("ZERMELO_CACHE_DIR", "off")
    assert remembered("a game", lambda: os.curdir) == "."
