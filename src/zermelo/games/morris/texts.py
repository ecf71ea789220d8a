"""How positions and moves of the Morris family are written and drawn, and what they are made of."""

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from zermelo.contract.game import Picture
from zermelo.errors import TextError, clip
from zermelo.games.morris.board import MorrisBoard
from zermelo.kit.boards import bitboard
from zermelo.kit.pieces import MEN
from zermelo.kit.ranking import TwoColours

FEWEST: Final = 3  # men to make a mill with
NOWHERE: Final = 31  # in a move, the point of a man who comes from the hand, or who is not there
POINT: Final = 31  # the bits of one point in a move,
SOURCE: Final = 5  # and where those of source, prey and second prey begin
PREY: Final = 10
SECOND: Final = 15


class Men(NamedTuple):
    """Bitboards of the mover's men and of the other's, and how many each has in hand.

    Bit = index of the point, row by row from the upper left.
    """

    own: int
    other: int
    own_hand: int
    other_hand: int
    player: int


class MorrisTexts(TwoColours[Men]):
    """The texts and the picture of a game of the family.

    A move's text is "d6", "d6-d5" or "d6-d5xa1". A position's has the points row by row, W for
    player 0, B for player 1, then the men in hand of W and of B, and who moves.
    """

    if TYPE_CHECKING:
        men: int
        lasker: bool

        @property
        def layout(self) -> MorrisBoard: ...

        @property
        def lines(self) -> tuple[int, ...]: ...

    def phase(self, state: Men) -> str:
        """Placing; later the men of both, like 5-4, for so the endgames are called."""
        if state.own_hand or state.other_hand:
            return "placing"
        men = sorted((state.own.bit_count(), state.other.bit_count()))
        return f"{men[1]}-{men[0]}"

    def format_move(self, state: Men, move: int) -> str:
        names = [self._name(point) for point in self._clicked(move)]
        slides = move >> SOURCE & POINT != NOWHERE
        return "x".join(["-".join(names[: 1 + slides]), *names[1 + slides :]])

    def effect(self, state: Men, move: int) -> str:
        """Of a mill, which takes a man."""
        slides = move >> SOURCE & POINT != NOWHERE
        return "closes a mill" if len(self._clicked(move)) > 1 + slides else ""

    def _name(self, point: int) -> str:
        x, y = self.layout.points[point]
        return f"{'abcdefg'[x]}{self.layout.side - y}"

    def format_state(self, state: Men) -> str:
        hands = self._by_player(state, state.own_hand, state.other_hand)
        return f"{self._symbols(state)},{hands[0]},{hands[1]},{'WB'[state.player]}"

    def _symbols(self, state: Men) -> str:
        white, black = self._by_player(state, state.own, state.other)
        return "".join(
            "W" if white >> point & 1 else "B" if black >> point & 1 else "."
            for point in range(self.points)
        )

    def _by_player(self, state: Men, own: int, other: int) -> tuple[int, int]:
        """The mover's men and the opponent's, player 0's first."""
        return (other, own) if state.player else (own, other)

    def parse_state(self, text: str) -> Men:
        cells, hands, player = self._read(text)
        boards = bitboard(cells, "W"), bitboard(cells, "B")
        self._check_men([men.bit_count() for men in boards], hands, player)
        return Men(boards[player], boards[1 - player], hands[player], hands[1 - player], player)

    def _read(self, text: str) -> tuple[str, list[int], int]:
        """Points, men in hand of W and B, and who moves, as the text has them."""
        cells, *rest = "".join(text.split()).split(",")
        shape = rf"[WB.]{{{self.points}}}", r"[0-9]{1,2}", r"[0-9]{1,2}", "[WB]"
        result = [cells, *rest]
        if len(result) != 4 or not all(map(re.fullmatch, shape, result)):
            raise TextError(
                f"{clip(text)} should have {self.points} points out of W B ., the men in hand of "
                f"W and B, and who moves, like {self.format_state(self.start())}"
            )
        return cells, [int(hand) for hand in rest[:2]], "WB".index(rest[2])

    def _check_men(self, men: list[int], hands: list[int], player: int) -> None:
        """Refuse numbers of men, on the board and in hand, that no play leads to."""
        placed = [self.men - hand for hand in hands]
        for symbol, here, most, enemys in zip("WB", men, placed, placed[::-1], strict=True):
            if here > most:
                raise TextError(f"{symbol} should have {self.men} men at most, those in hand too")
            if here < most and enemys < FEWEST:
                raise TextError(f"nobody has placed the three men that could take one of {symbol}")
        if not self.lasker and any(hands) and hands[1] - hands[0] != player:
            raise TextError(
                "W and B place in turn: W to move has as many in hand as B, else B one more"
            )
        if not self.lasker and not any(hands) and player == 1 and men[0] < FEWEST:
            raise TextError("W has fewer than three men and none in hand: W cannot have moved last")
        if not any(hands) and men[1 - player] == 0:
            raise TextError(f"{'WB'[1 - player]} moved last and should have a man on the board")

    def picture(self, state: Men) -> Picture:
        symbols = {"W": "○", "B": "●"}
        pieces = {i: symbols[s] for i, s in enumerate(self._symbols(state)) if s in symbols}
        clicks = {move: self._clicked(move) for move in self.moves(state)}
        white, black = self._by_player(state, state.own_hand, state.other_hand)
        side = self.layout.side
        return Picture(
            self.layout.points,
            pieces,
            clicks,
            lines=self.layout.joined,
            cells=False,
            columns="abcdefg"[:side],
            rows=[str(side - y) for y in range(side)],
            surface="wood",
            shapes=MEN,
            complete=[
                mill
                for mill, line in zip(self.layout.mills, self.lines, strict=True)
                if line & state.own == line or line & state.other == line
            ],
            hands=((0, "○", white), (1, "●", black)),
        )

    def _clicked(self, move: int) -> tuple[int, ...]:
        """The points of a move in the order of its text."""
        points = (move >> at & POINT for at in (SOURCE, 0, PREY, SECOND))
        return tuple(point for point in points if point != NOWHERE)
