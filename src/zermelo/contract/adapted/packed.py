"""Moves that are tuples of ints, as ints: each number of a move takes the same bits in all of them.

Random games show how many; there is room for numbers four times as large, and for ones below zero.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, Final, NamedTuple

from zermelo.contract.picture import Picture
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


def packing(form: Form, seen: Callable[[Any], Any]) -> dict[str, Callable[..., int]]:
    """The functions `_packed(game, move)`, an int, and `_unpacked(game, number)`, the move.

    seen  the class of a tuple, by the class in `form`
    """
    inside = " and ".join(f"{-bound} <= x{i} < {3 * bound}" for i, bound in enumerate(form.bounds))
    widths = _widths(form)
    parts = [(i, bound, sum(widths[i + 1 :])) for i, bound in enumerate(form.bounds)]
    names: dict[str, Any] = {"ContractError": ContractError, "__name__": __name__}
    lines = [
        "def _packed(self, move):",
        f"    {_pattern(form.kinds, count())} = move",
        f"    if {inside}:",
        f"        return {' | '.join(f'x{i} + {bound} << {shift}' for i, bound, shift in parts)}",
        "    raise ContractError('a move has larger numbers than random games showed')",
        "def _unpacked(self, number):",
        *(f"    x{i} = (number >> {s} & {4 * bound - 1}) - {bound}" for i, bound, s in parts),
        f"    return {_expression(form.kinds, count(), names, seen)}",
    ]
    exec(compile("\n".join(lines), __file__, "exec"), names)
    return {name: names[name] for name in ("_packed", "_unpacked")}


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


class _Border:
    """Members of a game that take and give moves as ints; its own ones have `_` before the name."""

    _moves: Any
    _play: Any
    _order: Any
    _loud: Any
    _progress: Any
    _action: Any
    _candidates: Any
    _move_at: Any
    _format_move: Any
    _parse_move: Any
    _picture: Any
    _packed: Any
    _unpacked: Any

    def moves(self, state: Any) -> Iterator[int]:
        for move in self._moves(state):
            yield self._packed(move)

    def play(self, state: Any, move: int) -> Any:
        return self._play(state, self._unpacked(move))

    def order(self, state: Any, move: int) -> int:
        return self._order(state, self._unpacked(move))  # type: ignore[no-any-return]

    def loud(self, state: Any, move: int) -> bool:
        return self._loud(state, self._unpacked(move))  # type: ignore[no-any-return]

    def progress(self, state: Any, move: int) -> bool:
        return self._progress(state, self._unpacked(move))  # type: ignore[no-any-return]

    def action(self, state: Any, move: int) -> int:
        return self._action(state, self._unpacked(move))  # type: ignore[no-any-return]

    def candidates(self, state: Any) -> Iterator[int]:
        for move in self._candidates(state):
            yield self._packed(move)

    def move_at(self, state: Any, place: int) -> int:
        return self._packed(self._move_at(state, place))  # type: ignore[no-any-return]

    def format_move(self, state: Any, move: int) -> str:
        if hasattr(self, "_format_move"):
            return self._format_move(state, self._unpacked(move))  # type: ignore[no-any-return]
        return "".join(repr(self._unpacked(move)).split())

    def parse_move(self, state: Any, text: str) -> int:
        return self._packed(self._parse_move(state, text))  # type: ignore[no-any-return]

    def picture(self, state: Any) -> Picture:
        picture: Picture = self._picture(state)
        return picture.with_moves(self._packed)


BORDER: Final = {name: member for name, member in vars(_Border).items() if name[0] != "_"}
