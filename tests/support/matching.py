"""Games and matches for tests, played without compiling."""

import time

import zermelo
from zermelo.matches.event import play_game
from zermelo.matches.schedule import Fixture
from zermelo.play.player import Terms
from zermelo.players.byname import player_spec

TICTACTOE = zermelo.game("tictactoe")
ISOLATION = zermelo.game("isolation(width=4, height=4)")


def play_fixture(game, first, second, opening=(), **terms):
    """One game between two named players or objects."""
    given = Terms(game, native=False, **terms)
    specs = [player_spec(first, given), player_spec(second, given)]
    try:
        return play_game(given, Fixture(0, 0, 1, tuple(opening)), specs)
    finally:
        for spec in specs:
            spec.stop()


def play_match(game, first, second, **conditions):
    return zermelo.match(game, first, second, native=False, **conditions)


class Sleeper:
    name = "sleeper"

    def choose(self, game, state):
        time.sleep(0.05)
        return next(iter(game.moves(state)))
