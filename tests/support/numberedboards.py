"""Connect Four and Isolation with numbers for their states, as an author would give them."""

from collections.abc import Iterator

from zermelo.contract.numbered import Numbered
from zermelo.games.connectfour import ConnectFour, Discs
from zermelo.games.isolation import Cells, Isolation
from zermelo.kit.ranking import TwoColours


class NumberedConnectFour(TwoColours[Discs], ConnectFour):
    """A tier for each number of discs; boards with discs in the air have no number."""

    width: int = 3
    height: int = 3
    k: int = 3

    @property
    def points(self) -> int:
        return self.width * self.stride

    @property
    def images(self) -> tuple[int, ...]:
        points = range(self.points)
        mirrored = [
            (self.width - 1 - point // self.stride) * self.stride + point % self.stride
            for point in points
        ]
        return (*points, *mirrored)

    @property
    def most_men(self) -> int:
        return (self.width * self.height + 1) // 2

    def symmetries(self, state: Discs) -> Iterator[Discs]:
        for turn in range(self.turns):
            yield Discs(self.turned(state.own, turn), self.turned(state.other, turn), state.player)

    def tier(self, state: Discs) -> int:
        return state.own.bit_count() + state.other.bit_count()

    def sectors(self, tier: int) -> Iterator[Discs]:
        if tier <= self.width * self.height:
            yield Discs(tier // 2, (tier + 1) // 2, tier & 1)

    def index(self, state: Discs) -> int:
        discs = state.own | state.other
        floors = sum(1 << column * self.stride for column in range(self.width))
        if discs & ~(discs << 1 | floors) or discs & floors << self.height:
            return -1
        return super().index(state)

    grouped_size, grouped_index = Numbered.grouped_size, Numbered.grouped_index
    grouped_state, retreat_numbers = Numbered.grouped_state, Numbered.retreat_numbers

    def retreats(self, state: Discs) -> Iterator[Discs]:
        for _ in range(0):  # no move stays in its tier
            yield state


class NumberedIsolation(TwoColours[Cells], Isolation):
    """A tier for each number of moves: the cells closed behind the pieces, then the two pieces.

    These are ranked as men of two kinds; then comes who of them is to move.
    """

    @property
    def points(self) -> int:
        return self.width * self.height

    def tier(self, state: Cells) -> int:
        return self.points - state.open.bit_count()

    def tier_size(self, tier: int) -> int:
        if tier > self.points:
            return 0
        pieces = min(tier, 2)
        return self.boards(tier - pieces, pieces) * pieces if tier else 1

    def index(self, state: Cells) -> int:
        pieces = state.own | state.other
        behind = (1 << self.points) - 1 & ~(state.open | pieces)
        rank = self.rank(behind, pieces)
        return rank * 2 + (state.own > state.other) if self.tier(state) > 1 else rank

    def unindex(self, tier: int, index: int) -> Cells:
        count, place = min(tier, 2), index if tier < 2 else index >> 1
        behind = self.own_at(tier - count, count, place)
        pieces = self.other_at(behind, tier - count, count, place)
        cells = (1 << self.points) - 1 & ~(behind | pieces)
        if tier < 2:
            return Cells(cells, 0, pieces, tier)
        low = pieces & -pieces
        own = pieces ^ low if index & 1 else low
        return Cells(cells, own, pieces ^ own, tier & 1)

    grouped_size, grouped_index = Numbered.grouped_size, Numbered.grouped_index
    grouped_state, retreat_numbers = Numbered.grouped_state, Numbered.retreat_numbers

    def retreats(self, state: Cells) -> Iterator[Cells]:
        for _ in range(0):  # no move stays in its tier
            yield state
