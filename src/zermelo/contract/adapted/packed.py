"""Moves that are tuples of ints, as ints: each number of a move takes the same bits in all of them.

Random games show how many; there is room for numbers four times as large, and for ones below zero.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Any, Final, NamedTuple

from zermelo.errors import ContractError

BITS: Final = 62  # of a move


class Form(NamedTuple):
    """The form that all moves of a game have.

    kinds   the class of a tuple, then the kinds of its items, None for an int
    bounds  for each number a power of two, above all that were seen
    """

    kinds: Any
    bounds: tuple[int, ...]


def form_of(moves: list[Any]) -> Form:
    """The form of these moves; `TypeError` if they have none in common, or need too many bits."""
    kinds = set(map(_kinds, moves))
    if len(kinds) != 1:
        raise TypeError("moves of different forms")
    largest = [max(map(abs, numbers)) for numbers in zip(*map(_numbers, moves), strict=True)]
    form = Form(kinds.pop(), tuple(1 << number.bit_length() for number in largest))
    if sum(_widths(form)) > BITS:
        raise TypeError("moves of too many bits")
    return form


def _widths(form: Form) -> list[int]:
    """The bits of each number."""
    return [bound.bit_length() + 1 for bound in form.bounds]


def _kinds(value: Any) -> Any:
    if isinstance(value, int):
        return None
    return (type(value), *map(_kinds, _items(value)))


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    else:
        for item in _items(value):
            yield from _numbers(item)


def _items(value: Any) -> Iterator[Any]:
    """The items of a tuple, or a dataclass."""
    if isinstance(value, tuple):
        return iter(value)
    return (getattr(value, field.name) for field in dataclasses.fields(value))


# The code ----------------------------------------------------------------------------------------


def packing(form: Form, seen: Callable[[Any], Any], names: dict[str, Any]) -> list[str]:
    """The functions `_packed(game, move)`, an int, and `_unpacked(game, number)`, the move.

    seen   the class of a tuple, by the class in `form`
    names  what the code knows, by name: what it needs is added
    """
    inside = " and ".join(f"{-bound} <= x{i} < {3 * bound}" for i, bound in enumerate(form.bounds))
    widths = _widths(form)
    parts = [(i, bound, sum(widths[i + 1 :])) for i, bound in enumerate(form.bounds)]
    names["ContractError"] = ContractError
    return [
        "def _packed(self, move):",
        f"    {_pattern(form.kinds, count())} = move",
        f"    if {inside}:",
        f"        return {' | '.join(f'x{i} + {bound} << {shift}' for i, bound, shift in parts)}",
        "    raise ContractError('a move has larger numbers than random games showed')",
        "def _unpacked(self, number):",
        *(f"    x{i} = (number >> {s} & {4 * bound - 1}) - {bound}" for i, bound, s in parts),
        f"    return {_expression(form.kinds, count(), names, seen)}",
    ]


def _pattern(kinds: Any, numbers: Iterator[int]) -> str:
    if kinds is None:
        return f"x{next(numbers)}"
    return f"({''.join(f'{_pattern(item, numbers)}, ' for item in kinds[1:])})"


def _expression(
    kinds: Any, numbers: Iterator[int], names: dict[str, Any], seen: Callable[[Any], Any]
) -> str:
    if kinds is None:
        return f"x{next(numbers)}"
    owner, *items = kinds
    inner = "".join(f"{_expression(item, numbers, names, seen)}, " for item in items)
    if owner is tuple:
        return f"({inner})"
    names[owner.__name__] = seen(owner)
    return f"{owner.__name__}({inner})"


# The border --------------------------------------------------------------------------------------

# Outside, states are closed and moves are ints; the game's own members, which have `_` before their
# names, know neither. S and M stand for a state and a move as they are given to those, C and P for
# what closes a state and packs a move.
_OF_STATE: Final = (
    *("player", "outcome", "score", "evaluate", "features", "foresee", "remaining", "tier"),
    *("endless_value", "phase", "invariant", "observation", "format_state", "key", "move_count"),
)
_LINES: Final = {
    "start": "def start(self): return C(self._start())",
    "moves": "def moves(self, state):\n    for move in self._moves(S): yield P(move)",
    "candidates": "def candidates(self, state):\n    for it in self._candidates(S): yield P(it)",
    "play": "def play(self, state, move): return C(self._play(S, M))",
    "move_at": "def move_at(self, state, place): return P(self._move_at(S, place))",
    "format_move": "def format_move(self, state, move): return self._format_move(S, M)",
    "parse_move": "def parse_move(self, state, text): return P(self._parse_move(S, text))",
    "picture": "def picture(self, state): return self._picture(S).with_moves(lambda move: P(move))",
    "parse_state": "def parse_state(self, text): return C(self._parse_state(text))",
    "assured": "def assured(self, state, value): return self._assured(S, value)",
    "reply": "def reply(self, state, move):\n"
    "    it = self._reply(S, M)\n    return it if it == -1 else P(it)",
    "swapped": "def swapped(self, state): return C(self._swapped(S))",
    "symmetries": "def symmetries(self, state):\n    for it in self._symmetries(S): yield C(it)",
    "endgame": "def endgame(self, name):\n    for it in self._endgame(name): yield C(it)",
    **{name: f"def {name}(self, state): return self._{name}(S)" for name in _OF_STATE},
    **{
        name: f"def {name}(self, state, move): return self._{name}(S, M)"
        for name in ("order", "loud", "progress", "action")
    },
}
ASKED: Final = tuple(_LINES)
OF_MOVES: Final = tuple(name for name, line in _LINES.items() if re.search(r"\b[MP]\b", line))
AS_IT_IS: Final = "def format_move(self, state, move): return ''.join(repr(M).split())"


def border(own: Iterable[str], packs: bool, closes: bool) -> list[str]:
    """The members of the contract that a game defines itself, as lines of code."""
    lines = [_LINES[name] for name in own]
    if packs and "format_move" not in own:
        lines.append(AS_IT_IS)
    meant = {"S": "self._opened(state)" if closes else "state", "C": "self._closed" * closes}
    meant |= {"M": "self._unpacked(move)" if packs else "move", "P": "self._packed" * packs}
    return [re.sub(r"\b[SMCP]\b", lambda found: meant[found[0]], line) for line in lines]
