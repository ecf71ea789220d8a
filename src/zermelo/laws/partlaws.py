"""The law of positions that fall apart, which searches for the winner rely on."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Final

from zermelo.contract.adapted.interned import other_to_move
from zermelo.contract.game import ONGOING, Game
from zermelo.contract.normalplay import other_is_known, sampled_breach
from zermelo.laws.subject import Subject
from zermelo.laws.violation import Violation

PLIES: Final = 6  # of a position that is played out with all moves


def parts(subject: Subject, state: Any) -> Iterator[Violation]:
    """The winner of the parts wins the whole, and each part can be held to its bounds."""
    game = subject.game
    if game.by_score or sampled_breach(game)[0] or not other_is_known(game, subject.start):
        return
    if not 0 <= game.remaining(state) <= PLIES:
        return
    play, split = Play(game), tuple(game.parts(state))
    for player in (0, 1):
        whole, sides = play.wins((state,), 0, player), ("loses", "wins")
        if play.wins(split, 0, player) != whole:
            who = f"player {player}, who begins,"
            expected = f"parts that {who} {sides[whole]}, as the whole"
            yield Violation(expected, f"{len(split)} that {who} {sides[not whole]}")
    for part in split if game.has("bounds") else ():
        few = 2 * game.remaining(part) <= PLIES
        for copies in ((part,), (part, part)) if few else ((part,),):
            for claim in _unheld(play, copies, game.bounds(part)):
                yield Violation(f"bounds of the part {subject.text(part)} that hold", claim)


def _unheld(play: Play, copies: tuple[Any, ...], bounds: tuple[float, ...]) -> Iterator[str]:
    """The claims of a part's bounds that do not hold of so many copies."""
    least, heat, most, warmth = bounds
    for player, mean, hot in ((0, least, heat), (1, most, warmth)):
        one, mean = 1 - 2 * player, len(copies) * mean
        ahead = one * (math.floor(-one * mean) + 1)  # with so many free moves, more than nothing
        if not play.wins(copies, ahead, player):
            yield f"{mean:g}, but player {player} cannot win with {ahead} when moving first"
        ahead = one * (math.floor(max(hot, 0) - one * mean) + 1)
        if play.wins(copies, ahead, 1 - player):
            yield f"{mean:g} at {hot:g}, but player {player} cannot win with {ahead}"


class Play:
    """The winner of positions side by side, by playing all moves; results are kept."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._known: dict[tuple[tuple[Any, ...], int, int], bool] = {}

    def wins(self, positions: tuple[Any, ...], free: int, player: int) -> bool:
        """Whether the player to move wins.

        free  moves that only player 0 has besides, or, below zero, that only player 1 has
        """
        asked = positions, free, player
        if asked not in self._known:
            self._known[asked] = self._wins(*asked)
        return self._known[asked]

    def _wins(self, positions: tuple[Any, ...], free: int, player: int) -> bool:
        for place, position in enumerate(positions):
            for after in self._options(position, player):
                rest = (*positions[:place], after, *positions[place + 1 :])
                if not self.wins(rest, free, 1 - player):
                    return True
        one = 1 - 2 * player
        return free * one > 0 and not self.wins(positions, free - one, 1 - player)

    def _options(self, position: Any, player: int) -> Iterator[Any]:
        """The states after the moves that `player` has in a position."""
        game = self.game
        at = position if game.player(position) == player else other_to_move(game, position)
        if game.outcome(at) == ONGOING:
            for move in game.moves(at):
                yield game.play(at, move)
