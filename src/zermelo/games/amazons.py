"""Amazons: queens that shoot; the last to move wins."""

from collections.abc import Iterator
from typing import Final

from zermelo.contract.game import LOSS, ONGOING, cells
from zermelo.kit.graphs import GroupGame
from zermelo.kit.lines import QueenGame
from zermelo.kit.pieces import Blocked, BlockedGame

NEARER: Final = 4  # the weight of a cell reached sooner; a cell reached in one move counts 1


class Amazons(BlockedGame, QueenGame[Blocked], GroupGame[Blocked]):
    """An amazon moves like a chess queen, then shoots an arrow that closes the cell where it lands.

    Arrows fly like queens; nothing passes amazons or closed cells. A player who cannot move loses.
    Each side has four amazons; White, at the bottom, begins. (Walter Zamkauskas, 1988)

    A move is (origin · cells + target) · cells + cell of the arrow.
    """

    size: int = 10
    limits = {"size": range(4, 17)}
    symbols = "●○■"
    shapes = {"●": "dark queen", "○": "light queen", "■": "closed"}
    prompts = ("", "move the amazon", "shoot an arrow")

    def start(self) -> Blocked:
        n, third = self.size, (self.size - 1) // 3
        white = (third, n - 1), (n - 1 - third, n - 1), (0, n - 1 - third), (n - 1, n - 1 - third)
        own = sum(1 << y * n + x for x, y in white)
        other = sum(1 << (n - 1 - y) * n + x for x, y in white)
        return Blocked(own, other, 0, 0)

    def moves(self, state: Blocked) -> Iterator[int]:
        open_cells = self.free(state)
        for origin in cells(state.own):
            for target in cells(self.reach(1 << origin, open_cells)):
                arrows = self.reach(1 << target, open_cells | 1 << origin)
                for arrow in cells(arrows):
                    yield (origin * self.area + target) * self.area + arrow

    def play(self, state: Blocked, move: int) -> Blocked:
        both, arrow = move // self.area, move % self.area
        own = state.own ^ (1 << both // self.area) | 1 << both % self.area
        return Blocked(state.other, own, state.blocked | 1 << arrow, state.player ^ 1)

    def outcome(self, state: Blocked) -> int:
        return ONGOING if self.wider(state.own) & self.free(state) else LOSS

    def evaluate(self, state: Blocked) -> float:
        """The mover's lead in cells reached sooner, and in cells reached in one move.

        (Territory by the moves of queens: Lieberum 2005)
        """
        own, other, lead = self.territory(state)
        return (lead + NEARER * (own - other)) / ((NEARER + 1) * self.area + 1)

    def territory(self, state: Blocked) -> tuple[int, int, int]:
        """How many cells the mover and the opponent reach first; the lead in cells a move away."""
        open_cells = self.free(state)
        own, other = self.reach(state.own, open_cells), self.reach(state.other, open_cells)
        lead, reached, before, first, second = own.bit_count() - other.bit_count(), 0, -1, 0, 0
        while reached != before:
            first += (own & ~other & ~reached).bit_count()
            second += (other & ~own & ~reached).bit_count()
            before, reached = reached, reached | own | other
            own, other = own | self.reach(own, open_cells), other | self.reach(other, open_cells)
        return first, second, lead

    def standing(self, state: Blocked) -> dict[str, tuple[int, int]]:
        """How many cells each side reaches first."""
        return {"reaches {cell} first": self.territory(state)[:2]}

    def effect(self, state: Blocked, move: int) -> str:
        """Words for the opponent's amazons that `move` shuts in; "" if there are none."""
        before, after = self.free(state), self.free(self.play(state, move))
        shut = [
            self.cell_name(cell)
            for cell in cells(state.other)
            if self.wider(1 << cell) & before and not self.wider(1 << cell) & after
        ]
        return f"shuts in the amazon on {' and '.join(shut)}" if shut else ""

    def order(self, state: Blocked, move: int) -> int:
        """Arrows next to an enemy amazon come first, then steps next to one."""
        near = self.wider(state.other)
        return 2 * (near >> move % self.area & 1) + (near >> move // self.area % self.area & 1)

    def loud(self, state: Blocked, move: int) -> bool:
        """Whether the arrow lands next to one of the opponent's amazons."""
        return self.wider(state.other) >> move % self.area & 1 != 0

    def remaining(self, state: Blocked) -> int:
        return self.area - (state.own | state.other | state.blocked).bit_count()

    def parts(self, state: Blocked) -> Iterator[Blocked]:
        """The territories, cells connected by a king's steps, moved to the upper left corner.

        Only territories with amazons and open cells count; all cells around each one are closed.
        """
        for region in self.groups(self.board & ~state.blocked):
            own, other = state.own & region, state.other & region
            if own | other not in (0, region):
                shift = self.corner_shift(region)
                closed = self.board & ~(region >> shift)
                yield Blocked(own >> shift, other >> shift, closed, state.player)

    def neighbours(self, group: int) -> int:
        return self.wider(group)

    def actions(self) -> Iterator[int]:
        for origin in range(self.area):
            for target in cells(self.reach(1 << origin, self.board)):
                for arrow in cells(self.reach(1 << target, self.board)):
                    yield (origin * self.area + target) * self.area + arrow

    def path(self, state: Blocked, move: int) -> tuple[int, ...]:
        both, arrow = divmod(move, self.area)
        return (*divmod(both, self.area), arrow)

    def format_move(self, state: Blocked, move: int) -> str:
        return "{}-{}/{}".format(*map(self.cell_name, self.path(state, move)))

    def faults(self, state: Blocked) -> Iterator[str]:
        if [state.own.bit_count(), state.other.bit_count()] != [4, 4]:
            yield f"each side should have four amazons, like {self.example}"
        if state.blocked.bit_count() % 2 != state.player:
            yield f"every move closes a cell, so it should be {'OX'[state.player]}'s turn"
