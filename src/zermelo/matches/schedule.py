"""The games of a match, with their players, openings, colours and seeds; and their conditions.
Everything follows from the settings and a game's number, so a match can be stopped, resumed and
played by any number of processes, and stays the same match.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypedDict

from zermelo.contract import arguments
from zermelo.contract.arguments import CLOCK, GAMES, OPENING_PLIES, option, require_known
from zermelo.contract.game import ONGOING, Game
from zermelo.errors import ParameterError, UsageError, clip
from zermelo.native.fingerprint import truth_fingerprint
from zermelo.play.history import DrawRules
from zermelo.play.player import Terms
from zermelo.play.position import read_moves
from zermelo.process.files import file_errors, regular_bytes
from zermelo.spec import format_game

if TYPE_CHECKING:
    from concurrent.futures import Executor

TRIES: Final = 100
LARGEST: Final = 10_000_000  # the most bytes of a file


def random_opening(game: Game, plies: int, seed: str) -> tuple[str, ...]:
    """`plies` random moves that don't end the game; `ParameterError` after `TRIES` attempts."""
    chance = random.Random(seed)
    for _ in range(TRIES):
        state, texts = game.start(), []
        for _ in range(plies):
            moves = list(game.moves(state))
            if not moves:
                break
            move = chance.choice(moves)
            texts.append(game.format_move(state, move))
            state = game.play(state, move)
        if len(texts) == plies and game.outcome(state) == ONGOING:
            return tuple(texts)
    raise ParameterError(f"no random opening of {plies} plies leaves {game} unfinished; use fewer")


def listed_opening(game: Game, text: str) -> tuple[str, ...]:
    """The moves in `text`; `UsageError` for an illegal move, or if the last one ends the game."""
    state, texts = game.start(), []
    try:
        for move, after in read_moves(game, state, text):
            texts.append(game.format_move(state, move))
            state = after
    except UsageError as error:
        raise UsageError(f"in the opening {clip(text)}: {error}") from None
    if game.outcome(state) != ONGOING:
        raise UsageError(f"the game is over after the opening {text.strip() or 'of no moves'}")
    return tuple(texts)


def read_openings(path: Path) -> Sequence[str]:
    """The openings in a file, one per line; # begins a comment. `UsageError` if there are none."""
    with file_errors("read", path):
        lines = regular_bytes(path, LARGEST).decode().splitlines()
    openings = [line.partition("#")[0].strip() for line in lines]
    if not any(openings):
        raise UsageError(f"{path} has no openings; write one per line, like b2 a3")
    return [opening for opening in openings if opening]


class Fixture(NamedTuple):
    """One game to be played; `first` and `second` are the numbers of player 0 and player 1."""

    number: int
    first: int
    second: int
    opening: tuple[str, ...]

    def seed(self, of: int, player: int) -> int:
        """The seed of `player` in this game, derived from the match's seed `of`."""
        return random.Random(f"{of}/{self.number}/{player}").getrandbits(32)


@dataclass(frozen=True, eq=False)
class Schedule:
    """The schedule of a match or a tournament."""

    terms: Terms
    players: tuple[str, ...]  # their names
    pairings: Sequence[tuple[int, int]]  # the pairs that play each other, as numbers of players
    conditions: Conditions

    def __post_init__(self) -> None:
        OPENING_PLIES.check("the plies of an opening", self.conditions.plies)
        if self.terms.clock is not None:
            CLOCK.check("the clock's seconds", self.terms.clock)
        self.terms.draws.check(self.terms.game)
        for turn in range(len(self.conditions.openings) or 1):
            self.opening_moves(turn)

    @property
    def size(self) -> int:
        """The number of all games; `ParameterError` for an odd number of games in a pairing."""
        games = self.conditions.games
        GAMES.check("games", games)
        if games < 2 or games % 2:
            raise ParameterError(
                f"games should be an even number above 0, as openings are played twice, not {games}"
            )
        return games * len(self.pairings)

    def fixture(self, number: int) -> Fixture:
        """Game `number`; in each round, every pairing plays twice from the round's opening."""
        turn, place = divmod(number // 2, len(self.pairings))
        pair = self.pairings[place]
        first, second = pair if number % 2 == 0 else pair[::-1]
        return Fixture(number, first, second, self.opening_moves(turn))

    @functools.lru_cache(maxsize=16)  # noqa: B019 - a match has one schedule
    def opening_moves(self, turn: int) -> tuple[str, ...]:
        """The moves with which the games of round `turn` begin."""
        game, given = self.terms.game, self.conditions
        if given.openings:
            return listed_opening(game, given.openings[turn % len(given.openings)])
        return random_opening(game, given.plies, f"{given.seed}/{turn}")

    def settings(self) -> dict[str, Any]:
        """The schedule as JSON, with a digest of the rules: the identity of a match."""
        (game, draws, clock, native), given = self.terms[:4], self.conditions
        return {
            "game": format_game(game),
            "rules": truth_fingerprint(game),
            "players": list(self.players),
            "pairings": [list(pair) for pair in self.pairings],
            "seed": given.seed,
            "plies": given.plies,
            "openings": list(given.openings),
            "draws": asdict(draws),
            "clock": clock,
            "native": native,
        }


# Conditions ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Conditions:
    """The conditions of the games of a match or a tournament, apart from the players.

    games        the games of each pair: an even number, since each opening is played twice
    plies        the random moves with which the games begin, if there are no openings
    openings     the texts of openings, used in turn
    seed         makes all chance repeatable, except with limits of time
    processes    the number of games to play at the same time
    executor     an executor from `concurrent.futures` instead of processes; a call plays one game
    records      the file that stores the games; by default only memory keeps them
    export       a file to which the games are written as JSON Lines
    repetitions, quiet, cap   when a game is drawn, see `zermelo.play.history.DrawRules`
    clock        seconds for a move; a slower player loses
    native       whether built-in players search compiled
    progress     called with the score as text, at the start and after every game
    """

    games: int = option(100, "games for each pair of players (even)", arguments.GAMES)
    plies: int = option(
        2, "random moves at the start of each game", arguments.OPENING_PLIES, flag="--opening-plies"
    )
    openings: Sequence[str] = option((), "start from these openings, one per line", kind=Path)
    seed: int = option(0, "use other random choices", arguments.SEED)
    processes: int = option(1, "how many games to play at once", arguments.PROCESSES)
    executor: Executor | None = option(
        None, "compute on the Ray cluster at HOST:PORT", flag="--on", metavar="ADDRESS"
    )
    records: str | Path | None = option(
        None, "store the games in this file, and resume from it", kind=Path
    )
    export: str | Path | None = option(None, "write the games as JSON Lines", kind=Path)
    repetitions: int | None = option(
        DrawRules.repetitions,
        "draw if a position occurs this many times; 0 for never",
        arguments.REPETITIONS,
        never=True,
    )
    quiet: int | None = option(
        DrawRules.quiet,
        "draw after this many moves without progress; 0 for never",
        arguments.QUIET,
        never=True,
    )
    cap: int | None = option(
        DrawRules.cap, "draw after this many plies; 0 for never", arguments.CAP, never=True
    )
    clock: float | None = option(None, "seconds for a move; a slower player loses", arguments.CLOCK)
    native: bool = True
    progress: Callable[[Any], None] | None = None

    @classmethod
    def of(cls, function: str, given: Mapping[str, Any]) -> Conditions:
        """The conditions given to `function` by name; `KeywordError` for an unknown name."""
        require_known(function, given, [field.name for field in fields(cls)])
        return cls(**given)


class Keywords(TypedDict, total=False):
    """The fields of `Conditions` as keywords, for type checkers."""

    games: int
    plies: int
    openings: Sequence[str]
    seed: int
    processes: int
    executor: Executor | None
    records: str | Path | None
    export: str | Path | None
    repetitions: int | None
    quiet: int | None
    cap: int | None
    clock: float | None
    native: bool
    progress: Callable[[Any], None] | None
