"""Numbers boards with two kinds of men, almost without gaps; symmetric boards share a number.

A board is (own men, other men). Sets of equally many own men that symmetries map to each other form
a class. A board's number combines the number of this class with the rank of the other men among the
remaining points, after a symmetry has moved the own men to the class's first set. If several
symmetries do so, the board takes the least of the ranks, and some numbers stay unused.
"""

from collections.abc import Iterator
from functools import cached_property
from math import comb
from typing import Any, Final

from zermelo.contract.bits import table
from zermelo.contract.numbered import Numbered
from zermelo.contract.rules import State
from zermelo.errors import ContractError

Array = Any
MOST_POINTS: Final = 26  # a table has an entry for each set of points
BYTE: Final = 8
# An entry of `class_table`: one bit says whether the class is symmetric, then come the bits of a
# symmetry, then the class's number.
TURN_BITS: Final = 5
TURN: Final = (1 << TURN_BITS) - 1


class TwoColours(Numbered[State]):
    """A game that numbers its states, which have the bitboards `own` and `other`; see `Numbered`.

    Define `points`, `images`, `sectors` (the kinds of states in a tier) and `retreats`; this class
    has `tier_size`, `index`, `unindex` and `stabiliser`.
    """

    @property
    def points(self) -> int:
        """The number of points of the board."""
        raise ContractError(f"{type(self).__name__} has to define points")

    @property
    def images(self) -> tuple[int, ...]:
        """The images of all points, symmetry by symmetry, the identity first."""
        return tuple(range(self.points))

    @property
    def most_men(self) -> int:
        """The most men of one kind; tables have no larger sets."""
        return self.points

    def sectors(self, tier: int) -> Iterator[Any]:
        """The kinds of states in `tier`: states with the *numbers* of men as `own` and `other`.

        Kinds differ in some field, but in the player to move only if the game `counts_movers`.
        """
        raise ContractError(f"{type(self).__name__} has to define sectors(self, tier)")

    @property
    def counts_movers(self) -> bool:
        """Whether the player to move changes a board's number; by default it doesn't."""
        return False

    # Numbers -------------------------------------------------------------------------------------

    def tier_size(self, tier: int) -> int:
        """The size of `tier`: the number of indices for its states, from 0."""
        size = 0
        for sector in self.sectors(tier):
            size += self.boards(sector.own, sector.other)
        return size

    def index(self, state: Any) -> int:
        """The number of `state` in its tier, or −1 if `sectors` lacks its kind."""
        own, other = state.own, state.other
        kind = state._replace(own=own.bit_count(), other=other.bit_count())
        first = 0
        for sector in self.sectors(self.tier(state)):
            if not self.counts_movers:
                kind = kind._replace(player=sector.player)
            if sector == kind:
                return first + self.rank(own, other)
            first += self.boards(sector.own, sector.other)
        return -1

    def unindex(self, tier: int, index: int) -> Any:
        """A state of `tier` with this number; raises `IndexError` beyond the tier."""
        for sector in self.sectors(tier):
            size = self.boards(sector.own, sector.other)
            if index < size:
                own = self.own_at(sector.own, sector.other, index)
                other = self.other_at(own, sector.own, sector.other, index)
                return sector._replace(own=own, other=other)
            index -= size
        raise IndexError("the number is beyond the tier")

    def stabiliser(self, state: Any) -> int:
        """The number of symmetries that leave `state` as it is."""
        own, other = state.own, state.other
        if self.class_table[self.first_set[own.bit_count()] + self.set_rank(own)] & 1 == 0:
            return 1
        count = 0
        for turn in range(self.turns):
            if self.turned(own, turn) == own and self.turned(other, turn) == other:
                count += 1
        return count

    # Grouped numbers: numbers of boards after swapping own and other men --------------------------

    def grouped_size(self, tier: int) -> int:
        """How many grouped numbers `tier` has; they sort boards by the class of the other men."""
        size = 0
        for sector in self.sectors(tier):
            size += self.boards(sector.other, sector.own)
        return size

    def grouped_index(self, state: Any) -> int:
        """The number of the board with own and other men swapped, or −1 as in `index`."""
        own, other = state.own, state.other
        kind = state._replace(own=own.bit_count(), other=other.bit_count())
        first = self.first_number(self.tier(state), kind, True)
        if first < 0:
            return -1
        block, men, turn, fixing = self.beside(other, kind.own)
        return first + block + self.rank_beside(men, self.placed(own, turn, men), fixing)

    def grouped_state(self, tier: int, index: int) -> Any:
        """A state with this grouped number; raises `IndexError` beyond the tier."""
        for sector in self.sectors(tier):
            size = self.boards(sector.other, sector.own)
            if index < size:
                other = self.own_at(sector.other, sector.own, index)
                own = self.other_at(other, sector.other, sector.own, index)
                return sector._replace(own=own, other=other)
            index -= size
        raise IndexError("the number is beyond the tier")

    def retreat_numbers(self, state: Any) -> Iterator[tuple[int, int]]:
        """The grouped number and `stabiliser` of each retreat.

        The numbers lie in one block, since the other men of a retreat are the own men of `state`.
        """
        own, other = state.own, state.other
        kind = state._replace(own=other.bit_count(), other=own.bit_count())
        block, men, turn, fixing = self.beside(own, kind.own)
        asked, first, turned = False, -1, self.turned(other, turn)
        before: Any
        # Looping over the call itself lets the compiler unroll the loop, which halves the time.
        for before in self.retreats(state._replace(own=men, other=turned)):
            if not asked:  # all retreats are of one kind
                kind = before._replace(own=kind.own, other=kind.other)
                asked, first = True, self.first_number(self.tier(before), kind, True)
            images = self.stabiliser(before) if fixing else 1
            rank = block + self.rank_beside(men, self.squeezed(before.own, men), fixing)
            yield first + rank if first >= 0 else -1, images

    # Boards --------------------------------------------------------------------------------------

    def boards(self, own: int, other: int) -> int:
        """The number of indices for boards with these numbers of men."""
        return self.classes[own] * self.choose[own * self.row + other]

    def rank(self, own: int, other: int) -> int:
        """The number of a board among those with the same numbers of men."""
        count = own.bit_count()
        entry: int = self.class_table[self.first_set[count] + self.set_rank(own)]
        turn = entry >> 1 & TURN
        men, others = self.turned(own, turn), self.turned(other, turn)
        rank = self.set_rank(self.squeezed(others, men))
        if entry & 1:
            rank = self.least_rank(men, others, rank)
        return (entry >> 1 + TURN_BITS) * self.choose[count * self.row + other.bit_count()] + rank

    def least_rank(self, men: int, others: int, rank: int) -> int:
        """The least rank of `others` among their images by symmetries that keep `men` in place."""
        for turn in range(1, self.turns):
            if self.turned(men, turn) == men:
                rank = min(rank, self.set_rank(self.squeezed(self.turned(others, turn), men)))
        return rank

    def beside(self, own: int, others: int) -> tuple[int, int, int, int]:
        """The numbers needed to rank boards with these `own` men and this many others.

        They are the first rank in the class of `own`, the class's first set, the symmetry that
        takes `own` to this set, and a bit for each symmetry that keeps the set in place. A board's
        rank is the first rank + `rank_beside` of its other men as `placed`.
        """
        count = own.bit_count()
        entry: int = self.class_table[self.first_set[count] + self.set_rank(own)]
        turn, number = entry >> 1 & TURN, entry >> 1 + TURN_BITS
        fixing: int = self.fixing_turns[self.first_class[count] + number]
        first = number * self.choose[count * self.row + others]
        return first, self.turned(own, turn) if turn else own, turn, fixing

    def placed(self, others: int, turn: int, men: int) -> int:
        """Apply the symmetry `turn` to `others`, then squeeze out the points of `men`."""
        return self.squeezed(self.turned(others, turn) if turn else others, men)

    def rank_beside(self, men: int, others: int, fixing: int) -> int:
        """The rank of the squeezed `others` beside `men`, the first set of its class."""
        rank = self.set_rank(others)
        whole = self.spread_out(others, men) if fixing else 0
        while fixing:
            turn = (fixing ^ fixing - 1).bit_count() - 1
            fixing &= fixing - 1
            rank = min(rank, self.set_rank(self.squeezed(self.turned(whole, turn), men)))
        return rank

    def first_number(self, tier: int, kind: Any, grouped: bool = False) -> int:
        """The (grouped) number of the first board of this kind in `tier`; −1 if there is none."""
        first = 0
        for sector in self.sectors(tier):
            own, other = sector.own, sector.other
            if not self.counts_movers:
                kind = kind._replace(player=sector.player)
            if sector == kind:
                return first
            first += self.boards(other, own) if grouped else self.boards(own, other)
        return -1

    def own_at(self, own: int, other: int, number: int) -> int:
        """The own men of the board with this number."""
        place = self.first_class[own] + number // self.choose[own * self.row + other]
        men: int = self.class_sets[place]
        return men

    def other_at(self, men: int, own: int, other: int, number: int) -> int:
        """The other men of the board with this number and the own men `men`."""
        rank = number % self.choose[own * self.row + other]
        return self.spread_out(self.sets[self.first_set[other] + rank], men)

    def set_rank(self, men: int) -> int:
        """The number of equally large sets of points that come before the set `men`."""
        rank = before = 0
        for byte in range(self.bytes):
            part = men >> BYTE * byte & 255
            rank += self.rank_table[(byte * self.row + before) * 256 + part]
            before += part.bit_count()
        return rank

    def turned(self, men: int, turn: int) -> int:
        """The men after the symmetry `turn`."""
        image = 0
        for byte in range(self.bytes):
            part = men >> BYTE * byte & 255
            image |= self.turn_table[(turn * self.bytes + byte) * 256 + part]
        return image

    def squeezed(self, others: int, men: int) -> int:
        """The bits of `others`, squeezed together to leave out the points of `men`."""
        result = shift = 0
        for byte in range(self.bytes):
            taken = men >> BYTE * byte & 255
            result |= self.squeeze_table[taken * 256 + (others >> BYTE * byte & 255)] << shift
            shift += BYTE - taken.bit_count()
        return result

    def spread_out(self, others: int, men: int) -> int:
        """The inverse of `squeezed`."""
        result = 0
        for byte in range(self.bytes):
            taken = men >> BYTE * byte & 255
            result |= self.spread_table[taken * 256 + (others & 255)] << BYTE * byte
            others >>= BYTE - taken.bit_count()
        return result

    # Tables --------------------------------------------------------------------------------------

    @cached_property
    def row(self) -> int:
        """The length of a row of `choose`."""
        return self.points + 1

    @cached_property
    def bytes(self) -> int:
        """The number of bytes of a bitboard."""
        return -(-self.points // BYTE)

    @cached_property
    def turns(self) -> int:
        """The number of symmetries of the board."""
        return len(self.images) // self.points

    @cached_property
    def choose(self) -> tuple[int, ...]:
        """Row k: the numbers of sets of 0, 1, … points among the points that k men leave free."""
        return tuple(
            comb(self.points - men, others) for men in range(self.row) for others in range(self.row)
        )

    @cached_property
    def first_set(self) -> tuple[int, ...]:
        """The number of sets with fewer men, for each number of men."""
        return tuple(
            sum(comb(self.points, fewer) for fewer in range(men)) for men in range(self.row)
        )

    @cached_property
    def classes(self) -> tuple[int, ...]:
        """The number of classes of sets, for each number of men (Burnside)."""
        result = [0] * self.row
        for turn in range(self.turns):
            fixed = [1] + [0] * self.points
            for length in _cycles(self.images[turn * self.points :][: self.points]):
                for men in range(self.points, length - 1, -1):
                    fixed[men] += fixed[men - length]
            result = [sum(pair) for pair in zip(result, fixed, strict=True)]
        return tuple(count // self.turns for count in result)

    @cached_property
    def first_class(self) -> tuple[int, ...]:
        """The number of classes with fewer men, for each number of men."""
        return tuple(sum(self.classes[:men]) for men in range(self.row))

    @table
    def sets(self) -> memoryview:
        """All sets of points, ordered by size, then by number."""
        return memoryview(self._sets)

    @table
    def class_sets(self) -> memoryview:
        """The first set of each class."""
        return memoryview(self._classed[0])

    @table
    def class_table(self) -> memoryview:
        """Each set's class, the symmetry that takes it to the class's first set, and a bit.

        The bit tells whether symmetries other than the identity keep that first set in place.
        """
        return memoryview(self._classed[1])

    @table
    def fixing_turns(self) -> memoryview:
        """For each class, a bit for each symmetry but the identity that keeps its first set."""
        import numpy as np

        sets = np.asarray(self.class_sets)
        images = np.asarray(self.turn_table).reshape(self.turns, self.bytes, 256)
        fixing: Any = np.zeros_like(sets)
        for turn in range(1, self.turns):
            parts = [images[turn, byte][sets >> BYTE * byte & 255] for byte in range(self.bytes)]
            fixing |= (sum(parts) == sets).astype(np.int32) << turn
        return memoryview(fixing)

    @table
    def rank_table(self) -> memoryview:
        """A byte's share of a set's rank, indexed by its place, earlier men, and its bits."""
        return _ints([
            sum(comb(BYTE * byte + bit, before + place) for place, bit in enumerate(_bits(part), 1))
            for byte in range(self.bytes) for before in range(self.row) for part in range(256)
        ])  # fmt: skip

    @table
    def turn_table(self) -> memoryview:
        """The images of a byte's bits, indexed by symmetry, the byte's place, and the bits."""
        points = self.points
        return _ints([
            sum(1 << self.images[turn * points + BYTE * byte + bit]
                for bit in _bits(part) if BYTE * byte + bit < points)
            for turn in range(self.turns) for byte in range(self.bytes) for part in range(256)
        ])  # fmt: skip

    @table
    def squeeze_table(self) -> memoryview:
        """The unoccupied bits of a byte, squeezed together, indexed by occupied bits and byte."""
        return memoryview(bytes(
            sum(1 << bit - (taken & (1 << bit) - 1).bit_count() for bit in _bits(part & ~taken))
            for taken in range(256) for part in range(256)
        ))  # fmt: skip

    @table
    def spread_table(self) -> memoryview:
        """The inverse of `squeeze_table`: spread bits, indexed by occupied and squeezed bits."""
        free = [[bit for bit in range(BYTE) if not taken >> bit & 1] for taken in range(256)]
        return memoryview(bytes(
            sum(1 << places[bit] for bit in _bits(part) if bit < len(places))
            for places in free for part in range(256)
        ))  # fmt: skip

    @cached_property
    def _sets(self) -> Array:
        import numpy as np

        if self.points > MOST_POINTS:
            raise ContractError(f"{self} has {self.points} points; {MOST_POINTS} can be numbered")
        every = np.arange(1 << self.points, dtype=np.int32)
        few = every[np.bitwise_count(every) <= self.most_men]
        return few[np.argsort(np.bitwise_count(few), kind="stable")]

    @cached_property
    def _classed(self) -> tuple[Array, Array]:
        """The tables `class_sets` and `class_table`."""
        import numpy as np

        sets, turns = self._sets, np.asarray(self.turn_table).reshape(self.turns, self.bytes, 256)
        parts = [sets >> BYTE * byte & 255 for byte in range(self.bytes)]
        least, turned, fixed = sets.copy(), np.zeros_like(sets), np.zeros_like(sets)
        for turn in range(1, self.turns):
            image = sum(turns[turn, byte][part] for byte, part in enumerate(parts))
            turned[image < least] = turn
            fixed |= image == sets
            np.minimum(least, image, out=least)
        firsts = least == sets
        number = np.cumsum(firsts) - 1  # correct for the first set of each class
        place = np.empty(1 << self.points, np.int32)
        place[sets] = np.arange(len(sets), dtype=np.int32)
        own = place[least]
        number = number[own] - np.asarray(self.first_class)[np.bitwise_count(sets)]
        entries = number << TURN_BITS + 1 | turned << 1 | fixed[own]
        return sets[firsts], entries.astype(np.int32)


def _bits(number: int) -> list[int]:
    return [bit for bit in range(BYTE) if number >> bit & 1]


def _cycles(images: tuple[int, ...]) -> list[int]:
    """The lengths of the cycles of a permutation."""
    left, lengths = set(range(len(images))), []
    while left:
        point, length = left.pop(), 1
        while (point := images[point]) in left:
            left.remove(point)
            length += 1
        lengths.append(length)
    return lengths


def _ints(values: list[int]) -> memoryview:
    from array import array

    return memoryview(array("i", values))
