"""Sprouts: players draw lines between spots without crossings; the last to move wins."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from zermelo.contract.game import Game, Picture, hashed
from zermelo.errors import TextError
from zermelo.games.mathematics.curves import Line, letters, lines, ordered, read
from zermelo.kit.boards import split_mover

SHAPE = re.compile(r"((([012A-Z]+\.)+})+])*")


class Spots(NamedTuple):
    """The text of the lands (see `curves`), encoded as a number, and the player to move."""

    number: int
    player: int

    @property
    def lands(self) -> str:
        """The lands as `curves` writes them."""
        return self.number.to_bytes(self.number.bit_length() // 8 + 1).decode().lstrip("\0")


def position(lands: str, player: int) -> Spots:
    """The state with these lands."""
    return Spots(int.from_bytes(lands.encode()), player)


class Sprouts(Game[Spots]):
    """A line joins two spots, or a spot to itself, crosses nothing, and gets a new spot on it.

    No spot may have more than three lines. A player who cannot draw a line loses. (John Conway and
    Michael Paterson, 1967; up to 11 spots: Applegate, Jacobson and Sleator, 1991)

    spots  the number of spots at the start

    Equivalent drawings are one position: its text lists the regions with the spots around their
    boundaries, as `curves` writes them, and the player to move: "0.AB.}AB.}]! B". Spots are
    numbered in that order, once for each place. A move is the number of a line; its text is "1-3",
    or "1-1[3]" with the spots it encloses.
    """

    spots: int = 3
    limits = {"spots": range(1, 9)}
    compiles = False  # rules work on texts

    def start(self) -> Spots:
        return position("0." * self.spots + "}]", 0)

    def moves(self, state: Spots) -> Iterator[int]:
        yield from range(len(lines(state.lands)))

    def play(self, state: Spots, move: int) -> Spots:
        return position(lines(state.lands)[move].after, 1 - state.player)

    def remaining(self, state: Spots) -> int:
        """The most moves left: a line uses up two lives of spots and adds one."""
        lives = 3 * state.lands.count("0") + 2 * state.lands.count("1") + state.lands.count("2")
        return lives + sum(len(letters(land)) for land in state.lands.split("]"))

    def key(self, state: Spots) -> int:
        """A hash of the lands; the player to move makes no difference."""
        return hashed(state.number)

    def parts(self, state: Spots) -> Iterator[Spots]:
        for land in state.lands.split("]")[:-1]:
            yield position(f"{land}]", state.player)

    def format_move(self, state: Spots, move: int) -> str:
        start, end, enclosed, _ = lines(state.lands)[move]
        inside = ",".join(str(spot + 1) for spot in enclosed or ())
        return f"{start + 1}-{end + 1}" + (f"[{inside}]" if inside else "")

    def format_state(self, state: Spots) -> str:
        return f"{state.lands}! {'AB'[state.player]}"

    def parse_state(self, text: str) -> Spots:
        example = self.format_state(self.play(self.start(), 0))
        lands, player = split_mover(text, "AB", example)
        state = position(lands.strip().removesuffix("!"), player)
        fits = SHAPE.fullmatch(state.lands) and all(
            land.count(letter) == 2 for land in state.lands.split("]") for letter in letters(land)
        )
        if not fits or ordered(read(state.lands)) != state.lands:
            raise TextError(f"lands should be in alphabetical order, like {example}")
        if self.remaining(state) > 3 * self.spots:
            raise TextError(f"{self.spots} spots have {3 * self.spots} lives, like {example}")
        return state

    def observation(self, state: Spots) -> list[int]:
        """The codes of the lands' characters, padded with zeros, and the player to move."""
        codes = list(state.lands.encode())
        return [*codes, *[0] * (32 * self.spots - len(codes)), state.player]

    def picture(self, state: Spots) -> Picture:
        """A row for each region, boundaries as rings; a lone spot with two lines has a loop."""
        points, links, y = list[tuple[int, int]](), list[tuple[int, int]](), 0
        for region in (region for land in read(state.lands) for region in land):
            x = 0
            for spots in region:
                count = len(spots)
                first, wide = len(points), max(count - count // 2, min(count, 2))
                points += [(x + 2 * i, y) for i in range(wide)]
                points += [(x + 2 * (wide - 1 - i), y + 2) for i in range(count - wide)]
                if count == 2:
                    links += [(first, first + 1)] * 2
                elif count > 1 or spots == "2":
                    links += [(first + i, first + (i + 1) % count) for i in range(count)]
                x += 2 * wide + 1
            y = max(row for _, row in points) + 2
        spots = re.sub("[.}]|]", "", state.lands)
        return Picture(
            points,
            dict(enumerate(spots)),
            {move: self.path(line) for move, line in enumerate(lines(state.lands))},
            lines=links,
            cells=False,
            caption="equal letters mark one spot, seen from two sides" if letters(spots) else "",
            shapes={s: "light spot" if s.isdigit() else "light letter" for s in spots},
            names={place: str(place + 1) for place in range(len(spots))},
            prompts=("", "to where?", "around which spots? click the end again to draw the line"),
        )

    def path(self, line: Line) -> tuple[int, ...]:
        """A line's clicks: both ends; if it divides a region, spots inside and the end again."""
        start, end, enclosed, _ = line
        return (start, end) if enclosed is None else (start, end, *enclosed, end)
