"""The alphabet of a position's text: which letter stands for which piece, on which point.

A game says with `format_state` how a position is written and with `picture` what is on each point,
not how the two belong together. The states of random games show it: a
place in the text belongs to a point when, in all of them, the letter there tells the symbol on the
point and the symbol tells the letter.
"""

from __future__ import annotations

import random
import time
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from zermelo.contract.game import ONGOING, Game

STATES: Final = 400  # that are looked at, at the start and in random games
LONGEST: Final = 80  # plies of each game
SECONDS: Final = 2.0  # after which slow rules are looked at no longer
EMPTY: Final = ""  # the symbol of a point without a piece

Column = Sequence[Hashable]  # what one point, or one place in the text, has in each state
Pattern = tuple[int, ...]
Places = dict[Pattern, list[int]]


@dataclass(frozen=True)
class Alphabet:
    """How a game's texts of positions name what is on the board, and who moves.

    places   for each point the index of its letter, negative from the text's end; None for a
             point whose piece is always the same
    letters  symbol on a point → its letter; "" is an empty point
    turn     the index of the letter that says who moves; None where no single one does
    movers   the letters of player 0 and player 1 there
    """

    places: tuple[int | None, ...]
    letters: dict[str, str]
    turn: int | None = None
    movers: tuple[str, ...] = ()

    def put(self, text: str, point: int, symbol: str) -> str:
        """`text` with `symbol` on `point`, or as it is when the point is always the same."""
        place = self.places[point]
        if place is None:
            return text
        place %= len(text)
        return text[:place] + self.letters[symbol] + text[place + 1 :]

    def cleared(self, text: str) -> str:
        """`text` with every point empty."""
        for point in range(len(self.places)):
            text = self.put(text, point, EMPTY)
        return text


@lru_cache(maxsize=64)
def alphabet_of(game: Game) -> Alphabet | None:
    """The alphabet of `game`; None when its texts do not name the pieces point by point.

    >>> import zermelo
    >>> alphabet = alphabet_of(zermelo.game("tictactoe"))
    >>> alphabet.places, alphabet.put("X../.O./..X", 2, "O")
    ((0, 1, 2, 4, 5, 6, 8, 9, 10), 'X.O/.O./..X')
    """
    if not all(map(game.has, ("picture", "format_state", "parse_state"))):
        return None
    texts, boards, players = zip(*_seen(game), strict=True)
    free = _free_places(texts)
    columns = list(zip(*boards, strict=True))
    places = {point: _take(free, column) for point, column in enumerate(columns)}
    if any(place is None and _varies(columns[point]) for point, place in places.items()):
        return None
    letters = _letters(texts, boards, places)
    if letters is None:
        return None
    places |= _untouched(columns, texts, free, letters[EMPTY])
    turn = _take(free, players)
    movers = {} if turn is None else {p: t[turn] for p, t in zip(players, texts, strict=True)}
    return Alphabet(tuple(places.values()), letters, turn, tuple(movers[p] for p in sorted(movers)))


class Seen(NamedTuple):
    """One state: its text, the symbol on each point, and the player to move."""

    text: str
    symbols: tuple[str, ...]
    player: int


def _seen(game: Game) -> list[Seen]:
    """The states of random games, each from the start to its end."""
    chance, seen = random.Random(0), list[Seen]()
    state, plies = game.start(), 0
    ends = time.monotonic() + SECONDS
    while len(seen) < STATES and time.monotonic() < ends:
        picture = game.picture(state)
        symbols = (picture.pieces.get(point, EMPTY) for point in range(len(picture.points)))
        seen.append(Seen(game.format_state(state), tuple(symbols), game.player(state)))
        moves = [*picture.clicks, *picture.buttons]
        if moves and game.outcome(state) == ONGOING and plies < LONGEST:
            state, plies = game.play(state, chance.choice(moves)), plies + 1
        else:
            state, plies = game.start(), 0
    return seen


def _free_places(texts: Sequence[str]) -> Places:
    """The places in the texts by the pattern of their letters, the first place first.

    Where the texts differ in length, places are counted from either end.
    """
    shortest, longest = min(map(len, texts)), max(map(len, texts))
    places: Places = {}
    for place in range(-shortest if shortest < longest else 0, shortest):
        places.setdefault(_pattern(text[place] for text in texts), []).append(place)
    return places


def _take(free: Places, column: Column) -> int | None:
    """The first free place with the pattern of `column`, which is then free no more.

    What is the same in all states takes none: that pattern tells nothing.
    """
    places = free.get(_pattern(column)) if _varies(column) else None
    return places.pop(0) if places else None


def _varies(column: Column) -> bool:
    return len(set(column)) > 1


def _pattern(column: Iterable[Hashable]) -> Pattern:
    """Each entry of a column as a number, in the order in which the entries first appear.

    Two columns tell each other's entries when their patterns are equal.
    """
    numbers: dict[Hashable, int] = {}
    return tuple(numbers.setdefault(entry, len(numbers)) for entry in column)


def _letters(
    texts: Sequence[str], boards: Sequence[Sequence[str]], places: Mapping[int, int | None]
) -> dict[str, str] | None:
    """Symbol → letter at all the places; None unless that is one to one, with the empty point."""
    pairs = {
        (board[point], text[place])
        for text, board in zip(texts, boards, strict=True)
        for point, place in places.items()
        if place is not None
    }
    letters = dict(sorted(pairs))
    one_to_one = len(pairs) == len(letters) == len(set(letters.values()))
    return letters if one_to_one and EMPTY in letters else None


def _untouched(
    columns: Sequence[Column], texts: Sequence[str], free: Places, blank: str
) -> dict[int, int]:
    """The places of points on which nothing was seen, in order: those that are always `blank`.

    None of them, if there are more or fewer places than points.
    """
    points = [point for point, column in enumerate(columns) if set(column) == {EMPTY}]
    same = free.get(_pattern([blank] * len(texts)), [])
    places = [place for place in same if texts[0][place] == blank]
    return dict(zip(points, places, strict=True)) if len(points) == len(places) else {}
