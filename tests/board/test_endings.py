"""Which games can be drawn, as far as their rules tell."""

import pytest

import zermelo
from toys import Tug
from zermelo.board.session import may_draw
from zermelo.contract.game import DRAW, LOSS, ONGOING, WIN, Game
from zermelo.games import BUILT_IN

DRAWLESS = {
    "amazons",
    "chomp",
    "clobber",
    "domineering",
    "hackenbush",
    "hex",
    "isolation",
    "kayles",
    "konane",
    "nim",
    "toadsandfrogs",
    "sim",
    "sprouts",
    "wythoff",
    "y",
}


class Ending(Game):
    """Rules of which only the end matters."""

    def start(self):
        return (0,)

    def remaining(self, state):
        return 1


class Signed(Ending):
    def outcome(self, state):
        return (state[0] > 0) - (state[0] < 0)


class Named(Ending):
    def outcome(self, state):
        return DRAW if state else ONGOING


class Helped(Ending):
    def outcome(self, state):
        return self.end(state)

    def end(self, state):
        return WIN if state[0] else 0


class Decided(Ending):
    def outcome(self, state):
        return LOSS if self.count(state) == 0 else ONGOING

    def count(self, state):
        return 0


class Scored(Ending):
    def score(self, state):
        return DRAW if state[0] else LOSS


@pytest.mark.parametrize("name", BUILT_IN)
def test_games_that_can_be_drawn_are_known(name):
    assert may_draw(zermelo.game(name)) or name in DRAWLESS
    assert not (name in DRAWLESS and may_draw(zermelo.game(name)))


@pytest.mark.parametrize(
    ("game", "drawn"),
    [(Signed(), True), (Named(), True), (Helped(), True), (Scored(), True), (Decided(), False)],
)
def test_what_an_outcome_may_say(game, drawn):
    assert may_draw(game) == drawn


def test_play_without_a_known_end_may_be_drawn_by_repetition():
    assert may_draw(Tug(tiered=False))
