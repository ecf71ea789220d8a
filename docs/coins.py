from collections.abc import Iterator
from typing import NamedTuple

from zermelo import Game, Picture, replaced


class Row(NamedTuple):
    left: int  # the first coin that is left
    right: int  # and the one behind the last
    lead: int  # of player 0 over player 1
    passes: tuple[int, int]  # that each player has left
    player: int


class Coins(Game[Row]):
    """Take the first or the last coin of the row; more money wins. Each player may pass once.

    coins   what lies in the row, from left to right
    passes  how often each player may pass
    """

    coins: tuple[int, ...] = (3, 8, 1, 5, 2, 7)
    passes: int = 1

    def start(self) -> Row:
        return Row(0, len(self.coins), 0, (self.passes, self.passes), 0)

    def moves(self, state: Row) -> Iterator[int]:
        if state.left < state.right:
            yield 0
            if state.left < state.right - 1:
                yield 1
            if state.passes[state.player] > 0:
                yield 2

    def play(self, state: Row, move: int) -> Row:
        left, right, lead, passes, player = state
        if move == 2:
            passes = replaced(passes, player, passes[player] - 1)
            return Row(left, right, lead, passes, 1 - player)
        coin = self.coins[left] if move == 0 else self.coins[right - 1]
        lead += coin if player == 0 else -coin
        if move == 0:
            return Row(left + 1, right, lead, passes, 1 - player)
        return Row(left, right - 1, lead, passes, 1 - player)

    def score(self, state: Row) -> int:
        return state.lead if state.player == 0 else -state.lead

    @property
    def score_bound(self) -> int:
        return sum(self.coins)

    def format_move(self, state: Row, move: int) -> str:
        return ("left", "right", "pass")[move]

    def picture(self, state: Row) -> Picture:
        lying = range(state.left, state.right)
        pieces = {place: str(self.coins[place]) for place in lying}
        ends = {0: (state.left,), 1: (state.right - 1,)}
        clicks = {move: ends[move] for move in self.moves(state) if move in ends}
        buttons = {2: "pass"} if 2 in list(self.moves(state)) else {}
        return Picture.grid(len(self.coins), 1, pieces, clicks, buttons=buttons)
