"""Which games a match consists of: who plays whom, from which opening, with which colour and seed.

Everything follows from the settings and a game's number, so that a match can be stopped, gone on
with, and played by any number of processes, and is always the same match.
"""

from __future__ import annotations

import functools
import random
from dataclasses import asdict, dataclass
from typing import Any

from zermelo.contract.ranges import CLOCK, GAMES, OPENING_PLIES
from zermelo.errors import ParameterError
from zermelo.matches.openings import listed_opening, random_opening
from zermelo.native.disk.fingerprint import truth_fingerprint
from zermelo.players.terms import Terms
from zermelo.spec import format_game


@dataclass(frozen=True)
class Fixture:
    """One game to be played; `first` and `second` are numbers of players."""

    number: int
    first: int
    second: int
    opening: tuple[str, ...]

    def seed(self, of: int, player: int) -> int:
        """The seed of `player` in this game, in the match with the seed `of`."""
        return random.Random(f"{of}/{self.number}/{player}").getrandbits(32)


@dataclass(frozen=True)
class Schedule:
    """A match of two or a tournament.

    players   their names
    pairings  who plays whom, numbers of players
    openings  texts of openings, used in turn; with none, `plies` random moves are
    """

    terms: Terms
    players: tuple[str, ...]
    pairings: tuple[tuple[int, int], ...]
    seed: int = 0
    plies: int = 2
    openings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        OPENING_PLIES.check("the plies of an opening", self.plies)
        if self.terms.clock is not None:
            CLOCK.check("the clock's seconds", self.terms.clock)
        self.terms.draws.check(self.terms.game)
        for turn in range(len(self.openings) or 1):
            self.opening(turn)

    def size(self, games: int) -> int:
        """The number of all games when each pairing plays `games`; `ParameterError` if odd."""
        GAMES.check("games", games)
        if games < 2 or games % 2:
            raise ParameterError(
                f"games should be an even number above 0, as openings are played twice, not {games}"
            )
        return games * len(self.pairings)

    def fixture(self, number: int) -> Fixture:
        """Game `number`: round after round, each pairing plays twice from the round's opening."""
        turn, place = divmod(number // 2, len(self.pairings))
        pair = self.pairings[place]
        first, second = pair if number % 2 == 0 else pair[::-1]
        return Fixture(number, first, second, self.opening(turn))

    @functools.lru_cache(maxsize=16)  # noqa: B019 - a match has one schedule
    def opening(self, turn: int) -> tuple[str, ...]:
        """The moves with which the games of round `turn` begin."""
        if self.openings:
            return listed_opening(self.terms.game, self.openings[turn % len(self.openings)])
        return random_opening(self.terms.game, self.plies, f"{self.seed}/{turn}")

    def settings(self) -> dict[str, Any]:
        """All of this as JSON, with a digest of the rules: what makes two matches the same."""
        game, draws, clock, native = self.terms[:4]
        return {
            "game": format_game(game),
            "rules": truth_fingerprint(game),
            "players": list(self.players),
            "pairings": [list(pair) for pair in self.pairings],
            "seed": self.seed,
            "plies": self.plies,
            "openings": list(self.openings),
            "draws": asdict(draws),
            "clock": clock,
            "native": native,
        }
