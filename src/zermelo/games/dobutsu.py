"""Dōbutsu shōgi, "Let's Catch the Lion!": shogi on twelve squares, with animals."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

from zermelo.contract.game import LOSS, ONGOING, WIN, Picture, cells
from zermelo.errors import TextError, UsageError, clip
from zermelo.kit.boards import DIAGONAL, STRAIGHT
from zermelo.kit.pieces import PieceGame, carried

ANIMALS: Final = ("chick", "elephant", "giraffe", "hen", "lion")
KINDS: Final = "C", "E", "G", "CE", "CG", "EG", "CEG"  # the pieces besides the lions in an endgame
HAND: Final = 1 << 6  # a hand has two bits each for its chicks, elephants and giraffes


class Animals(NamedTuple):
    """Bitboards of the mover's animals, the opponent's, and each kind; and both hands as an int."""

    own: int
    other: int
    chicks: int
    elephants: int
    giraffes: int
    hens: int
    lions: int
    hands: int
    player: int


class Dobutsu(PieceGame[Animals]):
    """Catch the opponent's lion, or bring your own safely to the far row.

    A player who can catch the lion must do so. A lion moves one square in any direction, a giraffe
    straight, an elephant diagonally, a chick forward. A chick that reaches the far row becomes a
    hen, which moves in any direction except diagonally backward. A captured animal changes sides, a
    hen as a chick; its new owner may later drop it on an empty square as a move. Black, at the
    bottom, begins. (Madoka Kitao, 2008)

    Bit 3 · y + x is the square in column x and row y, from the upper left. A move is 12 · origin +
    target, or 144 + 12 · kind + target for a drop; its text is "b3b2", "b2b1+" if the chick becomes
    a hen, "C*b3" for a drop; rows are numbered from the top. A position's text has the rows, the
    player to move and the hands, as in USI: "gle/1c1/1C1/ELG b -", "2C" stands for two chicks in
    hand.
    """

    letters, movers, numbering = "CEGHLceghl", "bw", "downward"
    shape, between = (3, 4), ""
    shapes = {
        **{name[0].upper(): f"dark {name}" for name in ANIMALS},
        **{name[0]: f"light {name} turned" for name in ANIMALS},
    }

    def start(self) -> Animals:
        own, other = 0b111_010_000_000, 0b000_000_010_111
        corners = (0b001_000_000_100, 0b100_000_000_001)
        return Animals(own, other, 0b10_010_000, *corners, 0, 0b010_000_000_010, 0, 0)

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The squares that each kind reaches, at the index (player · 5 + kind) · 12 + square."""
        forward = ((0, -1), (0, 1))
        sets = [
            [((0, way),), DIAGONAL, STRAIGHT, (*STRAIGHT, (1, way), (-1, way)), STRAIGHT + DIAGONAL]
            for _, way in forward
        ]
        return tuple(
            sum(self.shifted(1 << square, *way) & self.board for way in ways)
            for kinds in sets
            for ways in kinds
            for square in range(self.area)
        )

    def reach(self, state: Animals, square: int, player: int) -> int:
        """The squares that this player's animal reaches from a square, captures included."""
        animal = 1 << square
        kind = 0 if state.chicks & animal else 1 if state.elephants & animal else 2
        kind = 3 if state.hens & animal else 4 if state.lions & animal else kind
        return self.steps[(player * 5 + kind) * 12 + square]

    def attackers(self, state: Animals, square: int) -> int:
        """The mover's animals that can go to a square, found by the opponent's steps from there."""
        first, steps = (state.player ^ 1) * 60 + square, self.steps
        able = steps[first] & state.chicks | steps[first + 12] & state.elephants
        able |= steps[first + 24] & state.giraffes | steps[first + 36] & state.hens
        return (able | steps[first + 48] & state.lions) & state.own

    def moves(self, state: Animals) -> Iterator[int]:
        if self.decided(state):
            return
        lion = (state.lions & state.other).bit_length() - 1
        if catching := self.attackers(state, lion):
            for origin in cells(catching):
                yield 12 * origin + lion
        else:
            for origin in cells(state.own):
                for target in cells(self.reach(state, origin, state.player) & ~state.own):
                    yield 12 * origin + target
            for kind in range(3):
                if state.hands >> 2 * kind & 3:
                    for target in cells(self.board & ~(state.own | state.other)):
                        yield 144 + 12 * kind + target

    def play(self, state: Animals, move: int) -> Animals:
        target, hands = 1 << move % 12, state.hands
        put = (move - 144) // 12 if move >= 144 else 3
        origin = 1 << move // 12 if move < 144 else 0
        if move >= 144:
            hands -= 1 << 2 * put
        elif state.other & target:
            hands += 1 if target & (state.chicks | state.hens) else 0
            hands += 4 if target & state.elephants else 16 if target & state.giraffes else 0
        chicks, hens = carried(state.chicks, origin, target), carried(state.hens, origin, target)
        grown = chicks & (self.bottom if state.player else self.top) & target if origin else 0
        return Animals(
            state.other & ~target,
            state.own & ~origin | target,
            (chicks | (target if put == 0 else 0)) & ~grown,
            carried(state.elephants, origin, target) | (target if put == 1 else 0),
            carried(state.giraffes, origin, target) | (target if put == 2 else 0),
            hens | grown,
            carried(state.lions, origin, target),
            hands // HAND | hands % HAND * HAND,
            state.player ^ 1,
        )

    def decided(self, state: Animals) -> int:
        """LOSS if the mover's lion is caught or the enemy's is safely across, WIN for the reverse,
        and 0 before the end.
        """
        own, other = state.lions & state.own, state.lions & state.other
        home, far = (self.top, self.bottom) if state.player else (self.bottom, self.top)
        if own == 0:
            return LOSS
        if own & far or other == 0:
            return WIN
        if not other & home or self.attackers(state, other.bit_length() - 1):
            return 0
        return LOSS

    def outcome(self, state: Animals) -> int:
        if value := self.decided(state):
            return value
        # Eight animals always leave room to drop one from the hand.
        if state.hands % HAND:
            return ONGOING
        for origin in cells(state.own):
            if self.reach(state, origin, state.player) & ~state.own:
                return ONGOING
        return LOSS

    def evaluate(self, state: Animals) -> float:
        """The mover's lead on the board and in hand: chicks 1, elephants and giraffes 3, hens 4."""
        worth = 0
        for kind, board in ((1, state.chicks), (3, state.elephants), (3, state.giraffes)):
            worth += kind * ((board & state.own).bit_count() - (board & state.other).bit_count())
        worth += 4 * ((state.hens & state.own).bit_count() - (state.hens & state.other).bit_count())
        for kind in range(3):
            held = (state.hands >> 2 * kind & 3) - (state.hands >> 6 + 2 * kind & 3)
            worth += held * (3 if kind else 1)
        return worth / 24

    def order(self, state: Animals, move: int) -> int:
        """Captures come first: the lion, then hens, then others; drops come last."""
        if move >= 144:
            return -1
        target = 1 << move % 12
        if not target & state.other:
            return 0
        return 9 if target & state.lions else 4 if target & state.hens else 2

    def loud(self, state: Animals, move: int) -> bool:
        """Whether the move captures an animal."""
        return move < 144 and state.other >> move % 12 & 1 != 0

    def progress(self, state: Animals, move: int) -> bool:
        return self.loud(state, move)

    def actions(self) -> Iterator[int]:
        yield from range(144 + 36)

    def path(self, state: Animals, move: int) -> tuple[int, ...]:
        return (move % 12,) if move >= 144 else (move // 12, move % 12)

    def format_move(self, state: Animals, move: int) -> str:
        text = super().format_move(state, move)
        if move >= 144:
            return f"{'CEG'[(move - 144) // 12]}*{text}"
        hen = self.play(state, move).hens & ~state.hens & 1 << move % 12
        return f"{text}+" if hen and state.chicks >> move // 12 & 1 else text

    def hand(self, state: Animals, player: int) -> str:
        """The letters of the animals in a player's hand, like "CCG"."""
        hand = state.hands % HAND if player == state.player else state.hands // HAND
        held = "".join(letter * (hand >> 2 * kind & 3) for kind, letter in enumerate("CEG"))
        return held.lower() if player else held

    def format_state(self, state: Animals) -> str:
        hands = re.sub(r"(.)\1", r"2\1", self.hand(state, 0) + self.hand(state, 1))
        return f"{self.format_board(state)} {'bw'[state.player]} {hands or '-'}"

    def parse_state(self, text: str) -> Animals:
        words = text.split()
        if len(words) == 3:
            words[2] = re.sub(r"2([CEGceg])", r"\1\1", words[2])
        if len(words) != 3 or words[1] not in ("b", "w") or set(words[2]) - set("CEGceg-"):
            right = f"rows, b or w, and the hands, like {self.example}"
            raise TextError(f"{clip(text)} should have {right}")
        player, held = "bw".index(words[1]), words[2]
        counts = [(held.count(kind), held.count(kind.lower())) for kind in "CEG"]
        own, other = (
            sum(min(pair[side], 3) << 2 * kind for kind, pair in enumerate(counts))
            for side in (player, 1 - player)
        )
        boards, hands = self.parse_board(words[0]), own | other * HAND
        return self.checked(Animals._make((*self.gathered(boards, player), hands, player)))

    def faults(self, state: Animals) -> Iterator[str]:
        hand = [sum(state.hands >> shift & 3 for shift in (at, at + 6)) for at in (0, 2, 4)]
        boards = (state.chicks | state.hens, state.elephants, state.giraffes)
        counts = [held + board.bit_count() for held, board in zip(hand, boards, strict=True)]
        lions = [(state.lions & side).bit_count() for side in (state.own, state.other)]
        if not set(counts) <= {0, 2} or lions not in ([1, 1], [0, 1]):
            yield f"there should be two animals of each kind or none, like {self.example}"

    def pieces_in_check(self, state: Animals) -> int:
        lion = state.lions & state.own
        turned = state._replace(own=state.other, other=state.own, player=state.player ^ 1)
        return lion if lion and self.attackers(turned, lion.bit_length() - 1) else 0

    def picture(self, state: Animals) -> Picture:
        """Both hands, with animals to drop, are next to the board, Black's below."""
        shelf = [(4 + x, y) for y in range(4) for x in range(3)]
        result, held = self.pictured(state), dict[int, str]()
        for player, first in ((0, 18), (1, 12)):
            held |= {first + i: letter for i, letter in enumerate(self.hand(state, player))}
        place = {letter.upper(): point for point, letter in held.items()
                 if letter.islower() == state.player}  # fmt: skip
        clicks = {
            move: (place["CEG"[(move - 144) // 12]], *path) if move >= 144 else path
            for move, path in result.clicks.items()
        }
        points, pieces = [*result.points, *shelf], {**result.pieces, **held}
        return replace(result, points=points, pieces=pieces, clicks=clicks)

    def key(self, state: Animals) -> int:
        """The player to move, its animals, three boards for the bits of kinds, and the hands."""
        ones = state.chicks | state.giraffes | state.lions
        twos, fours = state.elephants | state.giraffes, state.hens | state.lions
        boards = state.own << 48 | ones << 36 | twos << 24 | fours << 12
        return state.player << 60 | boards | state.hands

    def unkey(self, key: int) -> Animals:
        own, ones, board = key >> 48 & self.board, key >> 36 & self.board, self.board
        twos, fours = key >> 24 & board, key >> 12 & board
        other, single = (ones | twos | fours) & ~own, ones & ~(twos | fours)
        kinds = single, twos & ~ones, ones & twos, fours & ~ones, ones & fours
        return Animals(own, other, *kinds, key & HAND * HAND - 1, key >> 60 & 1)

    def symmetries(self, state: Animals) -> Iterator[Animals]:
        """The board, its mirror image, and both upside down with the other player to move."""
        boards, rest = self.key(state) & self.boards, self.key(state) & ~self.boards
        aside, turned = self.mirrored(boards), rest ^ 1 << 60
        yield state
        yield self.unkey(aside | rest)
        yield self.unkey(self.upset(boards) | turned)
        yield self.unkey(self.upset(aside) | turned)

    @cached_property
    def boards(self) -> int:
        """The bits of the four boards in a key."""
        return (1 << 60) - (1 << 12)

    @cached_property
    def lefts(self) -> int:
        """The first columns of the boards in a key; their rows have three bits."""
        return self.boards // 7

    @cached_property
    def tops(self) -> int:
        """The first rows of the boards in a key."""
        return self.boards // self.board * self.top

    def mirrored(self, boards: int) -> int:
        """The boards with the first column swapped with the last."""
        left, middle = self.lefts, self.lefts << 1
        return (boards & left) << 2 | boards & middle | boards >> 2 & left

    def upset(self, boards: int) -> int:
        """The boards with their rows in the opposite order."""
        first, second = self.tops, self.tops << 3
        outer = (boards & first) << 9 | boards >> 9 & first
        return outer | (boards & second) << 3 | boards >> 3 & second

    def endgame(self, name: str) -> Iterator[Animals]:
        """The start with some kinds of animals besides the lions, and its symmetric positions.

        "CEG" is the whole game, with symmetric positions solved once.
        """
        if name not in KINDS:
            raise UsageError(
                f"{clip(name)} is not an endgame of {self}; choose from {', '.join(KINDS)}"
            )
        start = self.start()
        kinds = zip("CEG", start[2:5], strict=True)
        boards = [board if letter in name else 0 for letter, board in kinds]
        men = sum(boards) | start.lions
        sides = start.own & men, start.other & men
        begun = Animals._make((*sides, *boards, 0, start.lions, 0, 0))
        yield from dict.fromkeys(self.symmetries(begun))
