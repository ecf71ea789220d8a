"""The games of the ladder, move by move: choices, who was ahead when, and what was never played."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.matches.records import GameRecord

LETTERS: Final = re.compile(r"[A-Za-z]")
DIGITS: Final = re.compile(r"[0-9]+")


@dataclass(frozen=True)
class Replayed:
    """One game.

    record   what was recorded of it
    states   all positions, the start and the end among them
    choices  how many moves there were at each ply
    values   what each position was worth to player 0, as its mover saw it; None where nobody did
    """

    record: GameRecord
    states: tuple[Any, ...]
    choices: tuple[int, ...]
    values: tuple[float | None, ...]

    @property
    def worth(self) -> int:
        """How it ended for player 0."""
        return self.record.result


def replayed(game: Game, record: GameRecord) -> Replayed:
    """The game with all its positions."""
    state, states, choices = game.start(), [game.start()], list[int]()
    values = list[float | None]()
    stated: list[float | None] = [None] * len(record.opening)
    stated += [move.value for move in record.moves]
    texts = [*record.opening, *(move.move for move in record.moves)]
    for text, value in zip(texts, stated, strict=True):
        sign = 1 if game.player(state) == 0 else -1
        choices.append(sum(1 for _ in game.moves(state)))
        values.append(None if value is None else sign * value)
        state = game.play(state, game.parse_move(state, text))
        states.append(state)
    return Replayed(record, tuple(states), tuple(choices), tuple(values))


def leaders(one: Replayed) -> list[int]:
    """The leader at each ply that has one: 0 or 1."""
    return [0 if value > 0 else 1 for value in one.values if value]


def lead_changes(one: Replayed) -> int:
    """How often another player takes the lead."""
    ahead = leaders(one)
    return sum(now != then for then, now in itertools.pairwise(ahead))


def drama(one: Replayed) -> float | None:
    """How far behind the winner was, on average of the plies it was behind; None for a draw.

    Browne's (2009): the mean of the square roots of what the winner's value was below 0.
    """
    if one.worth == 0:
        return None
    behind = [-one.worth * value for value in one.values if value is not None]
    roots = [depth**0.5 for depth in behind if depth > 0]
    return sum(roots) / len(roots) if roots else 0.0


def threshold(games: Sequence[Replayed]) -> float:
    """The mean of the best value that each loser had, above which a lead is decisive."""
    best = []
    for one in games:
        if one.worth:
            seen = [-one.worth * value for value in one.values if value is not None]
            best.append(max([0.0, *seen]))
    return sum(best) / len(best) if best else 0.0


def decided_share(one: Replayed, lead: float) -> float | None:
    """The part of the game that was over when its winner was first ahead by `lead` for good."""
    if one.worth == 0:
        return None
    for ply in range(len(one.values) - 1, -1, -1):
        value = one.values[ply]
        if value is not None and one.worth * value <= lead:
            return (ply + 1) / len(one.values)
    return 0.0


def proven_share(one: Replayed) -> float | None:
    """The part of the game after which its mover had proved how it ends; None for a draw."""
    if one.worth == 0:
        return None
    for ply in range(len(one.values) - 1, -1, -1):
        if one.values[ply] != one.worth:
            return (ply + 1) / len(one.values)
    return 0.0


def shape(text: str) -> str:
    """The kind of a move: its text with every letter and every number alike.

    >>> shape("d6-d5xa1"), shape("12,3"), shape("pass")
    ('a0-a0xa0', '0,0', 'pass')
    """
    if not any(symbol.isdigit() for symbol in text):
        return text if len(text) > 1 else LETTERS.sub("a", text)
    return DIGITS.sub("0", re.sub(r"[A-Za-z](?=[0-9])", "a", text))


@dataclass(frozen=True)
class Usage:
    """A kind of move, or a single one.

    offered  in how many positions it was there, beside others
    used     in how many of these it was played, or is best where that is known
    """

    move: str
    offered: int
    used: int


def usage(game: Game, games: Sequence[Replayed]) -> tuple[Counter[str], Counter[str]]:
    """How often each move was offered, and how often the searching player played it."""
    offered, used = Counter[str](), Counter[str]()
    for one in games:
        moves = one.record.moves
        for state, made in zip(one.states[len(one.record.opening) :], moves, strict=False):
            texts = {game.format_move(state, move) for move in game.moves(state)}
            if len(texts) > 1:
                offered.update(texts)
                used[made.move] += 1
    return offered, used


def by_kind(offered: Counter[str], used: Counter[str]) -> tuple[Usage, ...]:
    """The kinds of moves, the most offered first; offered counts each move of the kind."""
    kinds, played = Counter[str](), Counter[str]()
    for text, count in offered.items():
        kinds[shape(text)] += count
        played[shape(text)] += used[text]
    return tuple(Usage(kind, count, played[kind]) for kind, count in kinds.most_common())


def never_used(offered: Counter[str], used: Counter[str], often: int) -> tuple[Usage, ...]:
    """The moves that were offered `often` or more and never used, the most offered first."""
    return tuple(
        Usage(text, count, 0)
        for text, count in offered.most_common()
        if count >= often and not used[text]
    )
