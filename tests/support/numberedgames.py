"""Small games that number their states or fall into parts, and bugs planted in such games."""

from collections.abc import Iterator

from zermelo import ONGOING
from zermelo.games.breakthrough import Breakthrough
from zermelo.games.domineering import Covered, Domineering
from zermelo.games.morris.board import Men as MorrisMen
from zermelo.games.morris.rules import Morris
from zermelo.kit.pieces import Men
from zermelo.kit.ranking import TwoColours


class Hexapawn(TwoColours[Men], Breakthrough):
    """Breakthrough on 2 × 4 cells, with a tier for each number of remaining men."""

    width: int = 2
    height: int = 4

    @property
    def points(self) -> int:
        return self.area

    @property
    def counts_movers(self) -> bool:
        return True

    def tier(self, state: Men) -> int:
        return 16 - state.own.bit_count() - state.other.bit_count()

    def sectors(self, tier: int) -> Iterator[Men]:
        left = 16 - tier
        for own in range(max(0, left - 4), min(4, left) + 1):
            for player in range(2):
                yield Men(own, left - own, player)

    def retreats(self, state: Men) -> Iterator[Men]:
        for target in range(8):
            for source in range(8):
                man, empty = 1 << target, 1 << source & ~(state.own | state.other)
                if state.other & man and empty:
                    before = Men(state.other ^ man | empty, state.own, state.player ^ 1)
                    for move in self.moves(before):
                        if self.outcome(before) == ONGOING and self.play(before, move) == state:
                            yield before


class CountsMirrorImagesTwice(Morris):
    """If the mover's men are symmetric, mirrored positions get different numbers."""

    def least_rank(self, men: int, others: int, rank: int) -> int:
        return rank


class ForgetsJumps(Morris):
    """Retreats leave out jumps."""

    def retreats(self, state: MorrisMen) -> Iterator[MorrisMen]:
        for before in super().retreats(state):
            (here,), (there,) = (
                [point for point in range(9) if men >> point & 1]
                for men in (state.other & ~before.own, before.own & ~state.other)
            )
            if self.neighbours[here] >> there & 1:
                yield before


class LeavesOneExitOut(Morris):
    """The last move that leaves a tier is missing."""

    def exits(self, state: MorrisMen) -> Iterator[tuple[int, int]]:
        yield from list(super().exits(state))[:-1]


class GroupsInOneOrderOnly(Morris):
    """Grouped numbers follow another order than the states made from them."""

    def grouped_index(self, state: MorrisMen) -> int:
        return self.index(state)


class CallsNoRetreatSymmetric(Morris):
    """Retreats have the right numbers, but none counts as symmetric."""

    def retreat_numbers(self, state: MorrisMen) -> Iterator[tuple[int, int]]:
        for number, _ in super().retreat_numbers(state):
            yield number, 1


class TakesMillsBack(Morris):
    """Retreats include moves that would have taken a man."""

    def retreats(self, state: MorrisMen) -> Iterator[MorrisMen]:
        for target in range(9 if state.other_hand == 0 and state.other.bit_count() > 2 else 0):
            for source in range(9):
                empty = ~(state.own | state.other) >> source & 1
                if state.other >> target & 1 and empty:
                    men = state.other ^ 1 << target ^ 1 << source
                    yield MorrisMen(men, state.own, 0, state.own_hand, state.player ^ 1)


class LosesARegion(Domineering):
    """Only the largest region is a part."""

    def parts(self, state: Covered) -> Iterator[Covered]:
        yield from sorted(super().parts(state), key=lambda part: part.covered.bit_count())[:1]


class FeelsNoHeat(Domineering):
    """Its bounds leave out the advantage of moving first."""

    def bounds(self, state: Covered) -> tuple[float, float, float, float]:
        least, _, most, _ = super().bounds(state)
        return least, -1.0, most, -1.0


class SureOfTooMuch(Domineering):
    """A bound counts the opponent's moves as a player's own."""

    def bounds(self, state: Covered) -> tuple[float, float, float, float]:
        _, heat, most, warmth = super().bounds(state)
        return most + 1, heat, most, warmth


PLANTED = [
    (LosesARegion(width=5, height=2), {"parts": 1}),
    (FeelsNoHeat(width=2, height=2), {"parts": 0}),
    (SureOfTooMuch(width=2, height=2), {"parts": 0}),
    (CountsMirrorImagesTwice(men=3), {"numbers": 1}),
    (ForgetsJumps(men=3), {"retreats": 6}),
    (TakesMillsBack(men=3), {"retreats": 5}),
    (LeavesOneExitOut(men=3), {"exits": 0}),
    (GroupsInOneOrderOnly(men=3), {"groups": 1}),
    (CallsNoRetreatSymmetric(men=3), {"groups": 5}),
]
