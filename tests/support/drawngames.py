"""Source texts of small games with random rules: operations on ints of 1 to 300 bits.

The rules make no sense as a game. They are played plain and compiled, and compared.
"""

import itertools
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from hypothesis import strategies as st

from zermelo import Game

FIELDS = "abcd"
WIDEST = 300  # bits
SMALL = ("left", "player")  # fields of each state, a few bits wide
PLIES = 6
NUMBERS = itertools.count()

HEAD = """
from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, WIN, Game, cells
from zermelo.contract.bits import hashed


class State(NamedTuple):
    {fields}
    left: int
    player: int


class Drawn(Game[State]):
    def start(self):
        return State({start}, {plies}, 0)

    def moves(self, state):
        {names}
        if left:
            for move in range({moves}):
                if move < 2 or {condition}:
                    yield {move}

    def play(self, state, move):
        {names}
        {statements}
        return State({after}, left - 1, player ^ 1)

    def outcome(self, state):
        {names}
        if left:
            return ONGOING
        return WIN if {won} else {lost}

    def evaluate(self, state):
        {names}
        return (({worth}) % 255 - 127) / 128

    def order(self, state, move):
        {names}
        return ({early}) & 1023

    def remaining(self, state):
        return state.left
"""


@st.composite
def numbers(draw: st.DrawFn) -> str:
    """A constant of 0 to 300 bits, often at the edge of a word."""
    bits = draw(
        st.sampled_from((1, 2, 5, 8, 31, 62, 63, 64, 65, 127, 128, 129)) | st.integers(1, 300)
    )
    value = draw(
        st.sampled_from((1 << bits - 1, (1 << bits) - 1)) | st.integers(0, (1 << bits) - 1)
    )
    return str(value)


def expressions(names: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Expressions of ints with these names."""
    return st.recursive(st.sampled_from(names) | numbers(), _joined, max_leaves=6)


def _joined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Expressions made of smaller ones; divisors are not 0, and shifts not negative."""
    plain = st.builds("({} {} {})".format, parts, st.sampled_from("+-*&|^"), parts)
    mask = st.builds("({} & {})".format, parts, numbers())
    shift = st.builds(
        "({} {} ({} & {}))".format,
        parts,
        st.sampled_from(("<<", ">>")),
        parts,
        st.sampled_from((3, 31, 63, 127)),
    )
    fixed = st.builds(
        "({} {} {})".format, parts, st.sampled_from(("<<", ">>")), st.integers(0, WIDEST)
    )
    division = st.builds(
        "({} {} ({} {} | 1))".format, parts, st.sampled_from(("//", "%")), parts, st.just("* 2")
    )
    one = st.builds("({}{})".format, st.sampled_from("~-"), parts)
    method = st.builds("({}).{}()".format, parts, st.sampled_from(("bit_count", "bit_length")))
    call = st.builds(
        "{}({}, {})".format, st.sampled_from(("min", "max")), parts, parts
    ) | st.builds("abs({})".format, parts)
    choice = st.builds("({} if {} else {})".format, parts, _conditions(parts), parts)
    return plain | mask | shift | fixed | division | one | method | call | choice


def _conditions(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    compared = st.builds(
        "{} {} {}".format, parts, st.sampled_from(("==", "!=", "<", "<=", ">", ">=")), parts
    )
    return compared | st.builds("{} & {}".format, parts, parts)


@st.composite
def sources(draw: st.DrawFn) -> str:
    """The source of a module with one game, `Drawn`."""
    fields = FIELDS[: draw(st.integers(1, 4))]
    widths = [draw(st.integers(1, WIDEST)) for _ in fields]
    known = (*fields, *SMALL)
    at_state, at_move = expressions(known), expressions((*known, "move"))
    statements, names = [], known
    for number in range(draw(st.integers(0, 3))):
        made = draw(expressions((*names, "move")))
        statements.append(draw(st.sampled_from(_statements(f"t{number}", names))).format(made))
        names = (*names, f"t{number}")
    made = [draw(expressions((*names, "move"))) for _ in widths]
    made[0] += f" + move * {draw(st.integers(0, WIDEST)) * 2 + 1}"  # so that moves differ
    after = [_cut(draw, *pair) for pair in zip(made, widths, strict=True)]
    start = [draw(st.integers(0, (1 << width) - 1)) for width in widths]
    moves = draw(st.integers(2, 4))
    return HEAD.format(
        fields="\n    ".join(f"{field}: int" for field in fields),
        start=", ".join(map(str, start)),
        plies=PLIES,
        names=f"{', '.join(fields)}, left, player = state",
        moves=moves,
        condition=draw(_conditions(at_move)),
        move=draw(st.sampled_from(("move", f"4 * (({draw(at_state)}) & 4095) + move"))),
        statements="\n        ".join(statements) or "pass",
        after=", ".join(after),
        won=draw(_conditions(at_state)),
        lost=draw(st.sampled_from(("LOSS", "DRAW"))),
        worth=draw(at_state),
        early=draw(at_move),
    )


def _statements(target: str, names: tuple[str, ...]) -> list[str]:
    """Format texts of statements that assign a value to a variable."""
    indent = "\n        "
    return [
        f"{target} = {{}}",
        f"{target} = 0{indent}for bit in cells(abs({{}})):{indent}    {target} ^= bit * bit + 1",
        f"{target} = 0{indent}for turn in range(3):{indent}    {target} |= ({{}}) >> turn",
        f"{target} = hashed(({{}}, {names[0]}))",
        f"{target} = 1{indent}while {target} < abs({{}}) >> 9:{indent}    {target} *= 5",
    ]


def _cut(draw: st.DrawFn, made: str, width: int) -> str:
    """An expression cut to `width` bits, with or without a sign; now and then not cut at all."""
    mask, half = (1 << width) - 1, 1 << width - 1
    cut = (f"({made}) & {mask}", f"(({made}) & {mask}) - {half}", f"({made}) % {mask + 1}")
    return made if draw(st.integers(0, 9)) == 9 else draw(st.sampled_from(cut))


def game_of(source: str, place: Path) -> Game:
    """Write the source to a file in `place` and return its game."""
    path = place / f"drawn{next(NUMBERS)}.py"
    path.write_text(source, encoding="utf-8")
    spec = spec_from_file_location(path.stem, path)
    module = module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module.Drawn()
