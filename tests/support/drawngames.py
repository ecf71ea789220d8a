"""Source texts of games with random rules on ints of 1 to 300 bits, to compare compiled rules."""

import random
import re
from collections.abc import Callable, Mapping

from hypothesis import strategies as st

WIDEST = 300  # bits
Texts = Mapping[str, tuple[str, ...]]

HEAD = """
from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, WIN, Game, cells
from zermelo.contract.bits import hashed


class State(NamedTuple):
    a: int
    b: int
    c: int
    left: int
    player: int


class Drawn(Game[State]):
    def start(self):
        return State({start}, 6, 0)

    def moves(self, state):
        a, b, c, left, player = state
        made = 0
        if left:
            for move in range({moves}):
                if move < 2 or {condition}:
                    yield {move}

    def play(self, state, move):
        a, b, c, left, player = state
        made = 0
        {statements}
        return State({after}, left - 1, player ^ 1)

    def outcome(self, state):
        a, b, c, left, player = state
        move = made = 0
        if left:
            return ONGOING
        return WIN if {won} else {lost}

    def evaluate(self, state):
        a, b, c, left, player = state
        move = made = 0
        return (({worth}) % 255 - 127) / 128

    def order(self, state, move):
        a, b, c, left, player = state
        made = 0
        return ({early}) & 1023

    def remaining(self, state):
        return state.left
"""
WIDTHS = (1, 2, 5, 8, 31, 62, 63, 64, 65, 127, 128, 129, 200, WIDEST)
CONSTANTS = {  # numbers at the edges of words, and random numbers
    *(str(1 << width >> by) for width in WIDTHS for by in (0, 1)),
    *(str((1 << width) - 1) for width in WIDTHS),
    *(str(random.Random(width).getrandbits(width)) for width in WIDTHS),
}
LEAVES = {
    "N": ("a", "b", "c", "left", "player", "move", "made", "$K"),
    "C": ("move", "left > 2"),
    "K": (*sorted(CONSTANTS),),
    "M": ("3", "31", "63", "127"),
}
GROWN = LEAVES | {
    "N": (
        *(f"($N {sign} $N)" for sign in ("+", "-", "*", "&", "|", "^")),
        *("($N & $K)", "($N << ($N & $M))", "($N >> ($N & $M))", "(~$N)", "(-$N)", "abs($N)"),
        *(f"($N {sign} {width})" for sign in ("<<", ">>") for width in WIDTHS),
        *("($N // ($N * 2 | 1))", "($N % ($N * 2 | 1))", "min($N, $N)", "max($N, $N)"),
        *("($N).bit_count()", "($N).bit_length()", "($N if $C else $N)"),
    ),
    "C": (*(f"$N {sign} $N" for sign in ("==", "!=", "<", "<=", ">", ">=")), "$N & $N"),
}
STATEMENTS = (
    "made = $N",
    "for bit in cells(abs($N)):\n            made ^= bit * bit + 1",
    "for turn in range(3):\n            made |= $N >> turn",
    "made = hashed(($N, a))",
    "most = abs($N) >> 9\n        made = 1\n        while made < most:\n            made *= 5",
)


def grower(draw: st.DrawFn, leaves: Texts, grown: Texts, depth: int) -> Callable[..., str]:
    """A function that draws a text and fills its gaps, like $N, with texts of that kind."""

    def grow(texts: str | tuple[str, ...], depth: int = depth) -> str:
        if isinstance(texts, str):
            texts = (grown if depth > 0 else leaves)[texts]
        text = draw(st.sampled_from(texts))
        return re.sub(r"\$([A-Z])", lambda gap: grow(gap[1], depth - 1), text)

    return grow


@st.composite
def sources(draw: st.DrawFn) -> str:
    """The source of a module with one game, `Drawn`."""
    grow = grower(draw, LEAVES, GROWN, 2)
    widths = [draw(st.integers(1, WIDEST)) for _ in range(3)]
    different = f"({grow('N')} + move * {draw(st.integers(0, WIDEST)) * 2 + 1})"
    after = (different, grow("N"), grow("N"))
    return HEAD.format(
        start=", ".join(str(draw(st.integers(0, (1 << width) - 1))) for width in widths),
        moves=draw(st.integers(2, 4)),
        condition=grow("C"),
        move=draw(st.sampled_from(("move", f"4 * ({grow('N')} & 4095) + move"))),
        statements="\n        ".join(grow(STATEMENTS) for _ in range(draw(st.integers(1, 3)))),
        after=", ".join(_cut(draw, *pair) for pair in zip(after, widths, strict=True)),
        won=grow("C"),
        lost=draw(st.sampled_from(("LOSS", "DRAW"))),
        worth=grow("N"),
        early=grow("N"),
    )


def _cut(draw: st.DrawFn, made: str, width: int) -> str:
    """An expression cut to `width` bits, with or without a sign; now and then not cut at all."""
    mask, half = (1 << width) - 1, 1 << width - 1
    cut = (f"{made} & {mask}", f"({made} & {mask}) - {half}", f"{made} % {mask + 1}")
    return made if draw(st.integers(0, 9)) == 9 else draw(st.sampled_from(cut))
