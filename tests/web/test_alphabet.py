"""Which letters of a text mean which pieces, for every game whose texts name them."""

import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

import zermelo
from toys import Again
from walking import random_states
from zermelo import Game, Picture
from zermelo.play.position import position
from zermelo.web.drafts import alphabet_of, plain_text


class Coins(NamedTuple):
    heads: int
    turns: int


class Turner(Game[Coins]):
    """Turn coins from heads to tails; a text begins with the turns left, in one or two digits."""

    size: int = 12

    def start(self) -> Coins:
        return Coins((1 << self.size) - 1, self.size)

    def player(self, state: Coins) -> int:
        return state.turns % 2

    def moves(self, state: Coins) -> Iterator[int]:
        for coin in range(self.size):
            if state.heads >> coin & 1:
                yield coin

    def play(self, state: Coins, move: int) -> Coins:
        return Coins(state.heads & ~(1 << move), state.turns - 1)

    def format_state(self, state: Coins) -> str:
        coins = "".join("th"[state.heads >> coin & 1] for coin in range(self.size))
        return f"{state.turns} left: {coins}"

    def parse_state(self, text: str) -> Coins:
        turns, _, coins = text.split()
        return Coins(sum((c == "h") << i for i, c in enumerate(coins)), int(turns))

    def picture(self, state: Coins) -> Picture:
        pieces = {coin: "H" for coin in range(self.size) if state.heads >> coin & 1}
        return Picture.grid(self.size, 1, pieces, {move: (move,) for move in self.moves(state)})


@pytest.mark.parametrize(
    ("spec", "letters", "movers"),
    [
        ("tictactoe", {"": ".", "X": "X", "O": "O"}, ()),
        ("mnk(width=6, height=5, k=4)", {"": ".", "X": "X", "O": "O"}, ()),
        ("connectfour", {"": ".", "●": "X", "★": "O"}, ()),
        ("isolation(width=4, height=3)", {"": ".", "A": "A", "B": "B", "■": "#"}, ("A", "B")),
        ("isolation(width=9, height=7)", {"": ".", "A": "A", "B": "B", "■": "#"}, ("A", "B")),
        ("morris", {"": ".", "○": "W", "●": "B"}, ("W", "B")),
        ("morris(men=12)", {"": ".", "○": "W", "●": "B"}, ("W", "B")),
        (Turner(), {"": "t", "H": "h"}, ()),
    ],
    ids=str,
)
def test_a_text_is_written_from_the_pieces(spec, letters, movers):
    game = zermelo.game(spec) if isinstance(spec, str) else spec
    result = alphabet_of(game)
    assert result.letters == letters and result.movers == movers
    for state in random_states(game, random.Random(1), 120, 60):
        text, picture = game.format_state(state), game.picture(state)
        written = result.clear(text)
        assert not set(written) & (set(result.letters.values()) - {result.letters[""], *movers})
        for point, symbol in picture.pieces.items():
            written = result.put(written, point, symbol)
        assert written == text
        if movers:
            assert text[result.turn] == movers[game.player(state)]


def test_points_that_never_change_or_stay_empty_in_random_games_have_their_places(monkeypatch):
    result = alphabet_of(zermelo.game("isolation(width=3, height=2, blocked=[(2, 1)])"))
    assert result.places == (0, 1, 2, 4, 5, None)
    assert result.put("..A/..# B", 5, "") == "..A/..# B"
    monkeypatch.setattr("zermelo.web.drafts.STATES", 30)
    result = alphabet_of(zermelo.game("isolation(width=7, height=7)"))
    assert result.places == tuple(8 * (point // 7) + point % 7 for point in range(49))


@pytest.mark.parametrize(
    ("spec", "moves", "point", "symbol", "written"),
    [
        ("gardner", "a3 c3", 12, "R", "rnbqk/pp.pp/P.R../.PPPP/RNBQK w - -"),
        ("go(size=2)", "a1 pass b2", 0, "○", "OX/X. O"),
        ("quarto", "a4:1", 5, "7", "0.../.7../..../.... 1"),
    ],
)
def test_texts_with_gaps_as_numbers_or_with_more_have_a_plain_form(
    spec, moves, point, symbol, written
):
    game = zermelo.game(spec)
    text = plain_text(game, position(game, moves=moves))
    assert alphabet_of(game).put(text, point, symbol) == written


def test_texts_in_other_words_have_no_letters():
    assert alphabet_of(zermelo.game("nim")) is None  # numbers, not pieces
    assert alphabet_of(zermelo.game("sprouts")) is None  # points that come with moves
    assert alphabet_of(Again()) is None  # no texts and no picture
