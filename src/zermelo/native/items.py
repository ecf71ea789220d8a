"""States as rows of ints, and as keys of 63 bits: what solvers store and look up."""

from __future__ import annotations

from typing import Any, Final

OUTSIDE: Final = -1  # no key: an item of the state lies outside the layout
LOWEST, LARGEST, SHIFT = 0, 1, 2  # the rows of a layout, a column for each item


def count_items(state: Any) -> int:
    """How many ints a state holds, its tuples' items counted singly."""
    return sum(count_items(item) if isinstance(item, tuple) else 1 for item in state)


def write_items(state: Any, items: Any, first: int = 0) -> int:
    """Write the ints of `state` to `items[first:]` in their order; the index after the last."""
    for item in state:
        if isinstance(item, tuple):
            first = write_items(item, items, first)
        else:
            items[first] = item
            first += 1
    return first


def read_items(example: Any, items: Any, first: int = 0) -> Any:
    """The state, shaped like `example`, whose ints are `items[first:]`."""
    parts: list[Any] = []
    for item in example:
        if isinstance(item, tuple):
            parts.append(read_items(item, items, first))
            first += count_items(item)
        else:
            parts.append(int(items[first]))
            first += 1
    return type(example)(*parts) if hasattr(example, "_fields") else tuple(parts)


def pack_items(state: Any, layout: Any, items: Any) -> int:
    """The key of `state`: item i less its lowest value, shifted to its place; or OUTSIDE."""
    write_items(state, items)
    key = 0
    for i in range(len(items)):
        above = int(items[i]) - int(layout[LOWEST, i])
        if above < 0 or above > layout[LARGEST, i]:
            return OUTSIDE
        key |= above << int(layout[SHIFT, i])
    return key


def unpack_items(key: int, example: Any, layout: Any, items: Any) -> Any:
    """The state with this key."""
    for i in range(len(items)):
        above = key >> int(layout[SHIFT, i]) & int(layout[LARGEST, i])
        items[i] = above + int(layout[LOWEST, i])
    return read_items(example, items)


def key_of(game: Any, state: Any, layout: Any, items: Any) -> int:
    """The key of `state`: the game's own when it has `key` and `unkey`, else by the layout.

    layout  LOWEST, LARGEST and SHIFT of each item; LARGEST is a power of two less one
    items   room for the state's ints
    """
    if packs_itself(game):
        return int(game.key(state))
    return pack_items(state, layout, items)


def state_of(game: Any, key: int, example: Any, layout: Any, items: Any) -> Any:
    """The state with this key, the inverse of `key_of`."""
    if packs_itself(game):
        return game.unkey(key)
    return unpack_items(key, example, layout, items)


def packs_itself(game: Any) -> bool:
    """Whether the game turns its states into keys and back by itself."""
    return bool(game.has("key") and game.has("unkey"))
