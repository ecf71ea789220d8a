"""Read moves as people write them: with numbers, by a button's label, or several in a word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.errors import IllegalMoveError
from zermelo.naming import outcome_words

NUMBER: Final = re.compile(r"\d+\.+(?!\d)")  # of a move, but no decimal fraction
RESULTS: Final = ("", "*", "1-0", "0-1", "1/2-1/2")  # at the end of records
LONGEST: Final = 1000  # characters of a word of several moves


def read_moves(game: Game, state: Any, text: str) -> Iterator[tuple[int, Any]]:
    """The moves in `text` from `state` on, each with the state it leads to.

    Numbers and results are ignored. Raises `IllegalMoveError` for a word that is no move.

    >>> import zermelo
    >>> game = zermelo.game("connectfour")
    >>> [move for move, _ in read_moves(game, game.start(), "1. 4 4 2. 4 443")]
    [21, 22, 23, 24, 25, 14]
    """
    for word in text.split():
        for move in moves_of(game, state, word):
            state = game.play_checked(state, move)
            yield move, state


def moves_of(game: Game, state: Any, word: str) -> list[int]:
    """The moves in a word: usually one; none for a number; several if only these fit."""
    if over := outcome_words(game, state):
        fault = IllegalMoveError(f"the game is over: {over}")
    else:
        try:
            return [read_move(game, state, word)]
        except IllegalMoveError as error:
            fault = error
    rest = NUMBER.sub("", word, count=1) if NUMBER.match(word) else word
    if rest in RESULTS:
        return []
    if rest != word:
        return moves_of(game, state, rest)
    if several := _split_word(game, state, word.casefold()):
        return several
    raise fault


def read_move(game: Game, state: Any, text: str) -> int:
    """The legal move with this text, or with this label of a button."""
    try:
        return game.parse_move(state, text)
    except IllegalMoveError:
        labels = game.picture(state).buttons if game.has("picture") else {}
        for move, label in labels.items():
            if label.casefold() == text.strip().casefold():
                return move
        raise


def _split_word(game: Game, state: Any, word: str) -> list[int]:
    """Split a word like "f5d6c3" into moves; an empty list if it is ambiguous."""
    moves: list[int] = []
    if len(word) > LONGEST:
        return moves
    while word and game.outcome(state) == ONGOING:
        texts = {move: game.format_move(state, move).casefold() for move in game.moves(state)}
        begin = [move for move, text in texts.items() if text and word.startswith(text)]
        if len(begin) != 1:
            return []
        moves += begin
        word = word.removeprefix(texts[begin[0]])
        state = game.play(state, begin[0])
    return [] if word else moves
