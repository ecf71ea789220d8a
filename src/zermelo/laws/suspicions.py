"""Suspicions from random games, and events and lines of the rules that these never reached.

A suspicion is a statement that holds in almost all positions of a game, but not in all. Exceptions
may be intended. But a bug, like a rule that forgets a corner, loses a seed or confuses the sides,
shows up in the same way. No law checks rules that random games never reach; only the author knows
whether these games should reach them.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

from zermelo.contract.analysis import Fields, line_texts
from zermelo.contract.game import ONGOING, Game
from zermelo.errors import ContractError, unknown
from zermelo.laws.nearlaws import ABOUT_PICTURES, ABOUT_STATES
from zermelo.laws.subject import Observation, Played, random_game
from zermelo.naming import winner

GAMES: Final = 40  # random games to examine
ENOUGH: Final = 100  # the fewest observations for a near-law to count
ENOUGH_ENDS: Final = 15  # the fewest observations for a near-law about the ends of games
SIDES: Final = "sides"  # the suspicion that only one side ever wins
ABOUT_ENDS: Final = ("ends", "lines", "winners")
SHARES: Final = {  # near-law → the largest share of failures that is suspicious
    "pieces": 0.1,
    "moves": 0.12,
    "ends": 0.25,
    "evaluations": 1.0,  # compared only if everything else agrees, so any failure counts
    "sums": 0.2,
    "shared bits": 0.05,
    "men gained": 0.02,
    "changes": 0.02,
    "occupied points": 0.1,
    "hanging pieces": 0.1,
    "colours": 0.1,
    "steps": 0.05,
    "missing steps": 0.2,
    "lines": 0.1,
    "winners": 0.1,
    "too many pieces": 0.02,
}


class Suspicion(Fields):
    """A statement that holds almost everywhere in a game, and the shortest known exception."""

    law: str  # the near-law, see `zermelo.laws.nearlaws`
    moves: tuple[str, ...]  # texts of the moves that lead from the start to the exception
    message: str  # the statement, how often it holds, and the observation that contradicts it


def play_games(game: Game, chance: random.Random) -> list[Played]:
    """Play random games, whose moves `chance` chooses."""
    return [play_game(game, chance) for _ in range(GAMES)]


def suspicions(game: Game, played: Sequence[Played]) -> list[Suspicion]:
    """At most one suspicion per near-law; raises `ContractError` for unknown names in `meant`."""
    if isinstance(game.meant, str):
        raise ContractError(f"{game}: meant should be a tuple, like ({game.meant!r},)")
    for name in set(game.meant) - {*SHARES, SIDES}:
        raise ContractError(f"{game}: meant: {unknown('suspicion', name, (*SHARES, SIDES))}")
    sides = () if SIDES in game.meant else _one_sided(game, played)
    laws = (*ABOUT_STATES, *(ABOUT_PICTURES if game.has("picture") else ()))
    return [*sides, *(each for law in laws for each in _suspect(game, law(game, played)))]


def _one_sided(game: Game, played: Sequence[Played]) -> Iterator[Suspicion]:
    """A suspicion if only one player ever wins: `outcome` may return the wrong player's result."""
    ended = [each for each in played if winner(game, each.states[-1]) is not None]
    winners = {winner(game, each.states[-1]) for each in ended}
    if len(winners) == 1 and len(ended) >= ENOUGH_ENDS:
        won = winners.pop() or 0
        shown = min((each.moves for each in ended), key=len)
        message = (
            f"player {2 - won} wins none of {len(ended):,} random games, and player {1 + won} all: "
            "does outcome return the result of the player to move?"
        )
        yield Suspicion(SIDES, line_texts(game, game.start(), shown, exact=False), message)


def play_game(game: Game, chance: random.Random) -> Played:
    """Play one random game."""
    visits = list(random_game(game, chance))
    states = tuple(visit.state for visit in visits)
    pictures = tuple(map(game.picture, states)) if game.has("picture") else ()
    return Played(visits[-1].history, states, pictures)


def _suspect(game: Game, observations: Iterable[Observation]) -> Iterator[Suspicion]:
    """A suspicion for the first statement that fails rarely."""
    by_statement: dict[str, list[Observation]] = {}
    for observation in (seen for seen in observations if seen.law not in game.meant):
        by_statement.setdefault(observation.statement, []).append(observation)
    for statement, seen in by_statement.items():
        failures = [observation for observation in seen if not observation.holds]
        law, count = seen[0].law, len(seen)
        enough = count >= (ENOUGH_ENDS if law in ABOUT_ENDS else ENOUGH)
        if failures and enough and len(failures) <= SHARES[law] * count:
            shown = min(failures, key=lambda failure: len(failure.history))
            held = f"true in {count - len(failures):,} of {count:,} cases"
            moves = line_texts(game, game.start(), shown.history, exact=False)
            yield Suspicion(law, moves, f"{statement}: {held}, but not here: {shown.seen}")
            return


COUNTED: Final = (
    *("captures", "passes", "turns in a row"),
    *("games that ended", "won by player 1", "won by player 2"),
)
REPLAYED: Final = 10  # games to replay with tracing, which takes ten times longer


class Coverage(Fields):
    """The events of random games."""

    positions: int  # the number of positions
    counts: dict[str, int] = field(default_factory=dict)  # how often: captures, passes, …
    unseen: tuple[str, ...] = ()  # the shapes of pieces that were never on a point or in hand
    lines: tuple[str, ...] = ()  # "file.py:12" for lines that never ran in functions that did


def coverage(game: Game, played: Sequence[Played]) -> Coverage:
    """Count the events of these games; replay some to see which lines of the rules run."""
    counts = Counter(dict.fromkeys(COUNTED, 0))
    symbols: set[str] = set()
    shapes: dict[str, str] = {}
    for moves, states, pictures in played:
        players = [game.player(state) for state in states]
        counts["turns in a row"] += sum(a == b for a, b in pairwise(players[: len(moves)]))
        if game.outcome(states[-1]) != ONGOING:
            won = winner(game, states[-1])
            counts["games that ended"] += 1
            counts["drawn" if won is None else f"won by player {won + 1}"] += 1
        for move, before, after in zip(moves, pictures, pictures[1:], strict=False):
            counts["captures"] += len(after.pieces) < len(before.pieces)
            counts["passes"] += "pass" in before.buttons.get(move, "")
            points = before.clicks.get(move, ())
            if len(points) > 1 and points[0] in before.pieces and points[-1] in after.pieces:
                counts["promotions"] += before.pieces[points[0]] != after.pieces[points[-1]]
        for picture in pictures:
            symbols |= {*picture.pieces.values(), *(symbol for _, symbol, _ in picture.hands)}
            shapes |= picture.shapes
    unseen = tuple(shapes[symbol] for symbol in shapes if symbol not in symbols)
    positions = sum(len(states) for _, states, _ in played)
    return Coverage(positions, dict(counts), unseen, tuple(_lines_never_run(game, played)))


def _lines_never_run(game: Game, played: Sequence[Played]) -> Iterator[str]:
    """The lines that never ran, in functions of the game's file that the `played` games called."""
    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    if file is None:
        return
    run: dict[CodeType, set[int]] = {}

    def note(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != file or frame.f_code.co_name.startswith("<"):
            return None
        run.setdefault(frame.f_code, set()).add(frame.f_lineno)
        return note

    tracing = sys.gettrace()
    sys.settrace(note)
    try:  # ask the rules again about every position of the first games
        game.start()
        for moves, states, _ in played[:REPLAYED]:
            for state in states:
                game.player(state)
                list(game.moves(state))
                game.outcome(state)
            for state, move in zip(states, moves, strict=False):
                game.play(state, move)
    finally:
        sys.settrace(tracing)
    for code in sorted(run, key=lambda code: code.co_firstlineno):
        lines = {line for _, _, line in code.co_lines() if line} - {code.co_firstlineno}
        yield from (f"{Path(file).name}:{line}" for line in sorted(lines - run[code]))
