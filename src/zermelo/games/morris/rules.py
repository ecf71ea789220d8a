"""Nine Men's Morris and its family: three men in a line make a mill, which captures a man."""

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import combinations, permutations
from typing import Final, NamedTuple

from zermelo.contract.game import DRAW, LOSS, ONGOING, cells
from zermelo.contract.parts import require_weight
from zermelo.errors import ParameterError, UsageError, clip
from zermelo.games.morris.board import (
    FEWEST,
    NOBODY,
    NOWHERE,
    POINT,
    PREY,
    SECOND,
    SEEN,
    SOURCE,
    UNSEEN,
    Men,
    MorrisPoints,
)

# By number of men: the most mills, and the most possible mills, that one player can have.
MOST: Final = {3: (1, 3), 6: (2, 5), 9: (4, 8), 12: (7, 16)}


PLACED: Final = 32 * 16  # added to a tier by each man placed
TAKEN: Final = 16  # added to a tier by each capture


class Terms(NamedTuple):
    """The features of `Morris`: own men, men in hand, mills and possible mills − the opponent's."""

    stones: float
    stash: float
    mills: float
    possible: float


Terms.stones.__doc__, Terms.stash.__doc__ = "men", "men in hand"
Terms.possible.__doc__ = "possible mills"


class Morris(MorrisPoints):
    """Players place their men in turn, then slide them to neighbouring points; mills capture men.

    A player who closes a mill captures an enemy man outside mills, or any if all are in mills. A
    player to move with fewer than three men and none in hand, or without a legal move, loses; a
    full board, possible with 12 men, is a draw.

    men        9; or 12 on a board with diagonals, 6 on two rings, 3 on 3 × 3 points
    flying     a player with three men left may move them anywhere
    several    closing two mills at once captures two men, one after the other
    lasker     players with men in hand may place or slide (as in Lasker Morris, which has 10 men)
    stones     weight of each man on the board
    stash      weight of each man in hand
    mills      weight of each mill
    possible   weight of each possible mill

    A move packs target, source and captured men in 5 bits each; its text is "d6", "d6-d5" or
    "d6-d5xa1". A position's text has the points row by row, W for player 0, B for player 1, then
    the men in W's and B's hands, and the player to move: ".W.......BBBW.B.W..BW...,4,4,W".
    """

    men: int = 9
    several: bool = False
    flying: bool = True
    lasker: bool = False
    stones: float = 1.0
    stash: float = 1.0
    mills: float = 4.0
    possible: float = 2.0

    def validate(self) -> None:
        if self.men not in MOST:
            raise ParameterError(f"morris: men should be 3, 6, 9 or 12, not {self.men}")
        for name in Terms._fields:
            require_weight("morris", name, getattr(self, name))

    # The rules -----------------------------------------------------------------------------------

    def start(self) -> Men:
        return Men(0, 0, self.men, self.men, 0)

    def moves(self, state: Men) -> Iterator[int]:
        own, other = state.own, state.other
        empty, anywhere = self.board & ~(own | other), self.flies(state)
        sources = self.sources(state)
        while sources:
            source = lowest(sources)
            sources &= sources - 1
            targets = empty
            if source != NOWHERE and not anywhere:
                targets = self.neighbours[source] & empty
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                closed = self.closes(own & ~(1 << source), target)
                first = self.takeable(other) if closed else NOBODY
                while first:
                    second = NOBODY
                    if self.several and closed > 1:
                        second = self.takeable_after(other, lowest(first))
                    while second:
                        taken = lowest(first) << PREY | lowest(second) << SECOND
                        yield target | source << SOURCE | taken
                        second &= second - 1
                    first &= first - 1

    def actions(self) -> Iterator[int]:
        for target in range(self.points):
            for source in (NOWHERE, *range(self.points)):
                near = source == NOWHERE or self.flying or self.neighbours[source] >> target & 1
                if source != target and near:
                    left = [point for point in range(self.points) if point not in (source, target)]
                    pairs = [(NOWHERE, NOWHERE), *((first, NOWHERE) for first in left)]
                    pairs += permutations(left, 2) if self.several else []
                    for first, second in pairs:
                        yield target | source << SOURCE | first << PREY | second << SECOND

    def sources(self, state: Men) -> int:
        """The men that may move; NOBODY stands for a man from the hand."""
        if state.own_hand:
            return state.own | NOBODY if self.lasker else NOBODY
        return 0 if state.own.bit_count() < FEWEST else state.own

    def flies(self, state: Men) -> bool:
        """Whether the mover's men may move anywhere."""
        return self.flying and state.own_hand == 0 and state.own.bit_count() == FEWEST

    def closes(self, men: int, target: int) -> int:
        """The number of mills that a man on `target` closes with `men`."""
        closed = 0
        for i in range(self.width * target, self.width * target + self.width):
            pair = self.partners[i]
            closed += men & pair == pair
        return closed

    def takeable(self, men: int) -> int:
        """The men that a mill may capture: those outside mills, else all; NOBODY without men."""
        return men & ~self.in_mills(men) or men or NOBODY

    def takeable_after(self, men: int, prey: int) -> int:
        """The men that can be captured after `prey`, so that each pair occurs in one order only."""
        first = 1 << prey
        second = self.takeable(men & ~first)
        earlier = second & self.takeable(men) & first - 1
        while earlier:
            other = earlier & -earlier
            if self.takeable(men & ~other) & first:
                second &= ~other
            earlier ^= other
        return second

    def in_mills(self, men: int) -> int:
        """The men that stand in mills."""
        lines = self.spread(men)
        mills, inside = lines & lines >> 1 & lines >> 2 & self.firsts, 0
        while mills:
            inside |= self.lines[lowest(mills) // 3]
            mills &= mills - 1
        return inside

    def play(self, state: Men, move: int) -> Men:
        source = move >> SOURCE & POINT
        own = state.own & ~(1 << source) | 1 << (move & POINT)
        other = state.other & ~(1 << (move >> PREY & POINT) | 1 << (move >> SECOND & POINT))
        hand = state.own_hand - (source == NOWHERE)
        return Men(other, own, state.other_hand, hand, state.player ^ 1)

    def outcome(self, state: Men) -> int:
        if state.own_hand:
            return ONGOING
        if state.own.bit_count() < FEWEST:
            return LOSS
        empty = self.board & ~(state.own | state.other)
        if empty == 0:
            return DRAW
        return ONGOING if self.flies(state) or self.can_slide(state.own, empty) else LOSS

    def can_slide(self, men: int, empty: int) -> bool:
        """Whether some of `men` have an empty neighbour."""
        while men:
            if self.neighbours[lowest(men)] & empty:
                return True
            men &= men - 1
        return False

    # Hints for a search ---------------------------------------------------------------------------

    def evaluate(self, state: Men) -> float:
        """The weighted sum of own men, men in hand, mills and possible mills − the opponent's.

        A possible mill is a line with two men of a player and an empty point. The sum is divided by
        slightly more than the most one player can have.
        """
        own, other = self.spread(state.own), self.spread(state.other)
        empty = 7 * self.firsts & ~(own | other)
        gained = self.worth(state.own, state.own_hand, own, empty)
        return (gained - self.worth(state.other, state.other_hand, other, empty)) / self.most_worth

    def features(self, state: Men) -> Terms:
        """The terms of `evaluate`, divided by its denominator."""
        own, other = self.spread(state.own), self.spread(state.other)
        empty, whole = 7 * self.firsts & ~(own | other), self.most_worth
        return Terms(
            (state.own.bit_count() - state.other.bit_count()) / whole,
            (state.own_hand - state.other_hand) / whole,
            (self.closed(own) - self.closed(other)) / whole,
            (self.pairs(own, empty) - self.pairs(other, empty)) / whole,
        )

    def standing(self, state: Men) -> dict[str, tuple[int, int]]:
        """Each side's men, points to close a mill on at once, and men that can slide."""
        empty, sides = self.board & ~(state.own | state.other), (state.own, state.other)
        men = state.own.bit_count() + state.own_hand, state.other.bit_count() + state.other_hand
        slide = [sum(self.can_slide(1 << man, empty) for man in cells(men)) for men in sides]
        threats = self.count_threats(state), self.count_threats(self.swap_sides(state))
        slides = {"has {man} free to slide": (slide[0], slide[1])}
        return {"has {man} left": men, "threatens {mill}": threats} | slides

    def spread(self, men: int) -> int:
        """The men line by line, three bits for each line; a man is in several lines."""
        spreads = self.spreads
        return spreads[men & 255] | spreads[256 + (men >> 8 & 255)] | spreads[512 + (men >> 16)]

    def worth(self, men: int, hand: int, lines: int, empty: int) -> float:
        """The weighted sum of one player's features; `lines` and `empty` are spread."""
        on_board = self.stones * men.bit_count() + self.stash * hand
        possible = self.possible * self.pairs(lines, empty)
        return on_board + self.mills * self.closed(lines) + possible

    def closed(self, lines: int) -> int:
        """The number of mills in men spread over their lines."""
        return (lines & lines >> 1 & lines >> 2 & self.firsts).bit_count()

    def pairs(self, lines: int, empty: int) -> int:
        """The number of lines with two men and an empty point; both arguments are spread."""
        second, third = lines >> 1, lines >> 2
        pairs = lines & second & empty >> 2 | lines & empty >> 1 & third | empty & second & third
        return (pairs & self.firsts).bit_count()

    @cached_property
    def most_worth(self) -> float:
        """An upper bound of `worth`."""
        mills, possible = MOST[self.men]
        men = self.men * max(self.stones, self.stash)
        return men + mills * self.mills + possible * self.possible + 1

    def order(self, state: Men, move: int) -> int:
        """Captures of the most men come first, then moves into a line with two enemy men.

        The first man goes to a crossing, because men in corners get shut in before they move.
        """
        if state.own == 0:
            return self.neighbours[move & POINT].bit_count()
        taken = (move >> PREY & POINT != NOWHERE) + (move >> SECOND & POINT != NOWHERE)
        return 4 * taken + min(self.closes(state.other, move & POINT), 3)

    def key(self, state: Men) -> int:
        """Both bitboards and hands, the mover's first; which player moves makes no difference."""
        hands = state.own_hand << 4 | state.other_hand
        return (hands << self.points | state.other) << self.points | state.own

    def progress(self, state: Men, move: int) -> bool:
        """Whether the move captures; a match may be drawn after some 30 moves without captures."""
        return move >> PREY & POINT != NOWHERE

    # Methods for a solver -------------------------------------------------------------------------

    def unkey(self, key: int) -> Men:
        """The state with this key and player 0 to move."""
        hands = key >> 2 * self.points
        return Men(key & self.board, key >> self.points & self.board, hands >> 4, hands & 15, 0)

    def tier(self, state: Men) -> int:
        """The numbers of men placed and of men captured, and the imbalance of captures."""
        own = state.own.bit_count() + state.own_hand
        other = state.other.bit_count() + state.other_hand
        placed = 2 * self.men - state.own_hand - state.other_hand
        return (32 * placed + 2 * self.men - own - other) * 16 + abs(own - other)

    def sectors(self, tier: int) -> Iterator[Men]:
        """The kinds of states in `tier`; they differ in hands, and in which player lost more."""
        placed, taken, apart = tier >> 9, tier >> 4 & 31, tier & 15
        left, men = 2 * self.men - placed, 2 * self.men - taken
        more, fewer = (men + apart) >> 1, (men - apart) >> 1
        if (men + apart) & 1 or more > self.men or fewer < self.fewest_left or left < 0:
            return
        low = max(left - self.men, 0) if self.lasker else (left + 1) >> 1
        high = min(left, self.men) if self.lasker else low
        player = 0 if self.lasker or left == 0 else placed & 1
        for hand in range(low, high + 1):
            for order in range(2 if apart else 1):
                own, other = (fewer, more) if order else (more, fewer)
                others = left - hand  # the opponent's men in hand
                lost = self.could_lose(self.men - own, others, left)
                took = self.could_lose(self.men - other, hand, left)
                if own >= hand and other >= others and lost and took:
                    yield Men(own - hand, other - others, hand, others, player)

    @cached_property
    def fewest_left(self) -> int:
        """The fewest men that can be left of one player."""
        return 0 if self.lasker or self.several else FEWEST - 1

    def could_lose(self, lost: int, hand: int, left: int) -> bool:
        """Whether `lost` men can be lost to one who holds `hand` of the `left` unplaced men."""
        placed = self.men - hand
        if lost == 0 or left == 0:
            return True
        if self.lasker or placed < FEWEST:
            return placed >= FEWEST
        return lost <= (placed - FEWEST + 1) * (2 if self.several else 1)

    def retreats(self, state: Men) -> Iterator[Men]:
        """The states before slides and jumps that captured nothing."""
        own, other, hand = state.other, state.own, state.other_hand
        count = own.bit_count()
        if (hand and not self.lasker) or (hand == 0 and count < FEWEST):
            return
        empty, men = self.board & ~(own | other), own
        while men:
            target = lowest(men)
            men &= men - 1
            rest = own & ~(1 << target)
            if self.closes(rest, target) and other:
                continue
            sources = self.neighbours[target] & empty
            if self.flying and hand == 0 and count == FEWEST:
                sources = empty
            while sources:
                source = sources & -sources
                sources ^= source
                yield Men(rest | source, other, hand, state.own_hand, state.player ^ 1)

    def exits(self, state: Men) -> Iterator[tuple[int, int]]:
        """The exits of placements and captures; variants play all moves to find them."""
        if self.lasker or self.several:
            yield from super().exits(state)
            return
        own, other, hand = state.own, state.other, state.own_hand
        empty, flies = self.board & ~(own | other), self.flies(state)
        closing = self.closing(own, empty) if other else 0
        prey = (self.takeable(other) if closing else 0) | (NOBODY if hand else 0)
        tier = self.tier_after(state, True) if closing else 0
        first = self.first_after(state, True) if closing else 0
        while prey:
            left, taken = other & ~(prey & -prey), prey & -prey != NOBODY
            prey &= prey - 1
            targets = closing if taken else empty & ~closing
            if not taken:  # NOBODY comes last
                tier, first = self.tier_after(state, False), self.first_after(state, False)
            block, men, turn, fixing = self.beside(left, own.bit_count() + (hand > 0))
            if hand:
                others, targets = self.placed(own, turn, men), self.placed(targets, turn, men)
                while targets:
                    joined = others | targets & -targets
                    targets &= targets - 1
                    yield tier, first + block + self.rank_beside(men, joined, fixing)
            while targets:
                target = lowest(targets)
                targets &= targets - 1
                sources = own if flies else self.neighbours[target] & own
                while sources:
                    rest = own & ~(sources & -sources)
                    sources &= sources - 1
                    if self.closes(rest, target):
                        others = self.placed(rest | 1 << target, turn, men)
                        rank = block + self.rank_beside(men, others, fixing)
                        yield tier, first + rank if first >= 0 else -1

    def tier_after(self, state: Men, taken: bool) -> int:
        """The tier after a placement or another move, with or without a capture."""
        own = state.own.bit_count() + state.own_hand
        other = state.other.bit_count() + state.other_hand - taken
        placed = PLACED if state.own_hand else 0
        return (self.tier(state) >> 4 << 4) + placed + TAKEN * taken + abs(own - other)

    def first_after(self, state: Men, taken: bool) -> int:
        """The first number of the boards after this kind of move, in their tier; −1 if none."""
        placed = state.own_hand > 0
        men, others = state.own.bit_count() + placed, state.other.bit_count() - taken
        kind = Men(others, men, state.other_hand, state.own_hand - placed, 0)
        return self.first_number(self.tier_after(state, taken), kind)

    def stays(self, state: Men) -> int:
        """The number of slides and jumps that capture nothing."""
        if self.lasker or self.several:
            return super().stays(state)
        if state.own_hand:
            return 0
        own, other = state.own, state.other
        empty, flies, count = self.board & ~(own | other), self.flies(state), 0
        men = own
        while men:
            near = empty if flies else self.neighbours[lowest(men)] & empty
            count += near.bit_count()
            men &= men - 1
        targets = self.closing(own, empty) if other else 0
        while targets:
            target = lowest(targets)
            targets &= targets - 1
            men = own if flies else self.neighbours[target] & own
            while men:
                count -= self.closes(own & ~(men & -men), target) > 0
                men &= men - 1
        return count

    def closing(self, men: int, empty: int) -> int:
        """The points of `empty` that complete a mill with two of `men`."""
        lines, free = self.spread(men), self.spread(empty)
        second, third, points = lines >> 1, lines >> 2, 0
        ends = second & third & free & self.firsts
        ends |= (lines & third & free >> 1 & self.firsts) << 1
        ends |= (lines & second & free >> 2 & self.firsts) << 2
        while ends:
            points |= self.ends[lowest(ends)]
            ends &= ends - 1
        return points

    def forecast(self, tier: int) -> tuple[float, float]:
        if self.men != 9 or self.lasker or self.several or not self.flying:
            return super().forecast(tier)
        men, apart = 2 * self.men - (tier >> 4 & 31), tier & 15
        return SEEN.get(((men + apart) >> 1, (men - apart) >> 1), UNSEEN)

    def endgame(self, name: str) -> Iterator[Men]:
        """All positions of "3-3", "4-3" … men, none in hand, just after a mill has captured."""
        match = re.fullmatch(r"([0-9]{1,2})-([0-9]{1,2})", name)
        numbers = [int(number) for number in match.groups()] if match else []
        if not numbers or not all(FEWEST <= number <= self.men for number in numbers):
            raise UsageError(
                f"{clip(name)} is not an endgame of {self}; write both numbers of men, like 3-3"
            )
        bits = [1 << point for point in range(self.points)]
        for own, other in {(numbers[0], numbers[1]), (numbers[1], numbers[0])}:
            for theirs in map(sum, combinations(bits, other)):
                if any(theirs & line == line for line in self.lines):
                    for mine in map(sum, combinations([b for b in bits if not b & theirs], own)):
                        yield Men(mine, theirs, 0, 0, 0)


def lowest(bits: int) -> int:
    """The index of the lowest set bit."""
    return ((bits & -bits) - 1).bit_count()  # never negative, as an index must be
