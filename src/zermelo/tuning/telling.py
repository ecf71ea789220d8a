"""Positions in which some move is a mistake, by a database: those that tell how good a player is.

They come from random play, from all that a database stores, or from a list.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.errors import UsageError
from zermelo.play.history import DrawRules, History
from zermelo.process.files import file_errors, regular_bytes
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.probe import move_scores
from zermelo.solver.score import worth_of
from zermelo.solver.store.numbers import TierStates

UNDRAWN: Final = DrawRules(None, None, cap=1000)
FRUITLESS: Final = 20_000  # numbers in a row that brought no new position: there are no more
LARGEST: Final = 10_000_000  # bytes of a file that is read


def telling_positions(database: Database, count: int, chance: random.Random) -> Iterator[History]:
    """Random games up to positions where some move is a mistake, each position once."""
    seen: set[Any] = set()
    game, fruitless = database.game, 0
    while len(seen) < count and fruitless < 200:  # games without a new position: there are no more
        history, before = History(game, UNDRAWN, database.start), len(seen)
        while not history.over and len(seen) < count:
            moves = move_scores(database, history.state)
            if history.state not in seen and _worths_differ(game, moves):
                seen.add(history.state)
                yield history
            history.play(chance.choice(moves)[0])
        fruitless = fruitless + 1 if len(seen) == before else 0


def has_numbers_only(database: Database) -> bool:
    """Whether no game leads to the states, which are numbers: those of an endgame."""
    return isinstance(database.states, TierStates) and database.start != database.game.start()


def drawn_positions(database: Database, count: int, chance: random.Random) -> Iterator[History]:
    """Positions where some move is a mistake, drawn from the numbers, each tier as often."""
    game: Any = database.game
    seen, fruitless = set[Any](), 0
    tiers = {tier["tier"]: tier["size"] for tier in database.manifest["tiers"]}
    while len(seen) < count and fruitless < FRUITLESS:
        tier = chance.choice(list(tiers))
        number = chance.randrange(tiers[tier])
        state, fruitless = game.unindex(tier, number), fruitless + 1
        new = game.index(state) == number and state not in seen
        if new and _worths_differ(game, move_scores(database, state)):
            fruitless = 0
            seen.add(state)
            yield History(game, UNDRAWN, state)


def uniform_positions(database: Database, count: int, chance: random.Random) -> Iterator[History]:
    """Positions where some move is a mistake, each that the database stores as likely.

    Of those symmetric to each other one is stored, so that together they count once.
    """
    places = database.states.places
    tries = chance.sample(range(places), min(places, 100 * count + FRUITLESS))
    stored = (state for state in map(database.states.state, tries) if state is not None)
    return islice(listed_positions(database, stored), count)


def listed_positions(database: Database, states: Iterable[Any]) -> Iterator[History]:
    """Those of `states` where some move is a mistake; `TextError` for one that is not stored."""
    for state in states:
        if _worths_differ(database.game, move_scores(database, state)):
            yield History(database.game, UNDRAWN, state)


def read_positions(game: Game, path: Path) -> list[Any]:
    """The states in a file, one a line as the game writes them, each once.

    Empty lines and those that begin with # are left out. Raises `UsageError` for a file that cannot
    be read, for a line that describes no position, and when there is none.
    """
    with file_errors("read", path):
        lines = regular_bytes(path, LARGEST).decode().splitlines()
    states: dict[Any, None] = {}
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            try:
                states[game.parse_state(text)] = None
            except UsageError as error:
                raise UsageError(f"{path}, line {number}: {error}") from None
    if not states:
        raise UsageError(f"{path} has no positions: one a line, as --state takes them")
    return list(states)


def _worths_differ(game: Game, moves: list[tuple[int, int]]) -> bool:
    """Whether some of the moves, each with its score, is a mistake."""
    return len({worth_of(game, score) for _, score in moves}) > 1
