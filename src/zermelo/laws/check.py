"""The conformance check: does a game, for example your own, obey the contract?

Every law of `laws.laws` is tested on states near the start, breadth-first, and on states of
random games. A report has the shortest game that shows each fault, and the names of methods that
nearly match those of optional parts.
"""

import contextlib
import dataclasses
import random
import shlex
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from functools import partial
from itertools import islice
from typing import Any, Final

from zermelo.contract.analysis import Fields, Verdict
from zermelo.contract.arguments import GAMES, GameGiven, game_given, reject_unknown_keywords
from zermelo.contract.game import PARTS, Game, default
from zermelo.contract.numbered import Numbered
from zermelo.contract.views import game_as_written, playable
from zermelo.laws import subject as walks
from zermelo.laws.laws import FOUNDATIONS, further_laws
from zermelo.laws.subject import NO_ERROR, Law, Moves, Subject, Violation, Visit, violation_of
from zermelo.laws.suspicions import Coverage, Suspicion, coverage, play_games, suspicions
from zermelo.laws.twins import Comparison
from zermelo.native.fingerprint import nested_codes
from zermelo.search.playouts import perft as perft_of
from zermelo.spec import format_game, is_users

NEAREST: Final = 500  # states near the start to test every law on
PATIENCE: Final = 3000  # the most states to search for a shorter game with the same fault


class CheckFault(Fields):
    """A law that a game breaks, and the shortest game that shows the fault.

    law       the law's name: one in `zermelo.laws.laws`, or "start", "perft" or "against"
    expected  the answer that the law requires
    seen      the game's answer instead
    moves     texts of the moves that lead from the start to the state
    state     the state's text, None for a game without texts
    shortest  whether it is certain that no shorter game shows the fault
    command   the command that shows the position

    >>> import zermelo
    >>> class Forgetful(type(zermelo.game("nim"))):
    ...     def play(self, state, move):
    ...         return state
    >>> fault = zermelo.check(Forgetful(rows=[1]), native=False).faults[0]
    >>> fault.law, fault.moves
    ('remaining', ())
    """

    law: str
    expected: str
    seen: str
    moves: tuple[str, ...]
    state: str | None
    shortest: bool
    command: str

    def __str__(self) -> str:
        return f"{self.law}: expected {self.expected}; saw {self.seen}"


class CheckReport(Verdict):
    """The result of a check.

    game         the game's text
    native       whether compiled rules were compared with the plain ones
    states       the number of states that every law was tested on
    games        the number of random games whose states were tested, besides the nearest states
    laws         the tested laws; other laws have nothing to test in this game, or wait until the
                 rules themselves are sound
    sequences    the numbers of sequences of 1, 2, … moves (perft), equal for equal rules
    faults       the faults, at most one for each law
    suspicions   statements that hold in almost all positions, if no law is broken
    coverage     the parts of the rules that random games reached; None if a law is broken, or
                 if Ctrl-C came first
    parts        for each optional part (see `zermelo.Game`), the names that the game defines
    misspelt     methods that nothing calls, with the names of parts that they nearly match
    seconds      the duration
    interrupted  whether Ctrl-C ended the check; the report has the results so far

    >>> import zermelo
    >>> zermelo.check("nim(rows=[1, 2])", native=False).misspelt
    {}
    """

    game: str
    native: bool
    states: int
    games: int
    laws: tuple[str, ...]
    sequences: tuple[int, ...]
    faults: tuple[CheckFault, ...]
    suspicions: tuple[Suspicion, ...]
    coverage: Coverage | None
    parts: dict[str, tuple[str, ...]]
    misspelt: dict[str, str]
    seconds: float
    interrupted: bool = False


@reject_unknown_keywords
def check(
    game: GameGiven,
    *,
    games: int = 20,
    seed: int = 0,
    native: bool = True,
    perft: Sequence[int] = (),
    against: GameGiven | None = None,
    progress: Callable[[Any], None] | None = None,
) -> CheckReport:
    """Test a game against its contract, in the states nearest to the start and in random games.

    game      a game, or its spec like "nim(rows=[1, 2])"
    games     how many random games to play
    seed      chooses the random games
    native    False: skip compiled rules
    perft     the expected numbers of sequences of 1, 2, … moves
    against   other rules for the same game, which must always agree
    progress  called with a text from time to time

    Raises `ParameterError` for an invalid number of games.

    >>> import zermelo
    >>> report = zermelo.check(zermelo.game("nim(rows=[1, 2])"), native=False)
    >>> report.sound, report.states, report.sequences
    (True, 8, (3, 5, 3))
    """
    GAMES.check("games", games)
    began = time.perf_counter()
    game = game_given(game)
    other = None if against is None else game_given(against)
    examination = _Examination(game, progress)
    interrupted = False
    try:
        examination.run(games, seed, native=native)
        if examination.sequences and perft:  # only if the rules themselves are sound
            examination.count(perft)
        if examination.sequences and other is not None:
            examination.compare(other, random.Random(seed))
    except KeyboardInterrupt:
        interrupted = True
    return CheckReport(
        game=str(game),
        native=examination.native,
        states=len(examination.visits),
        games=games,
        laws=tuple(examination.laws),
        sequences=examination.sequences,
        faults=tuple(examination.faults),
        suspicions=tuple(examination.suspicions),
        coverage=examination.coverage,
        parts=parts_of(game),
        misspelt=misspelt(game),
        seconds=time.perf_counter() - began,
        interrupted=interrupted,
    )


class _Examination:
    def __init__(self, game: Game, progress: Callable[[Any], None] | None) -> None:
        self.game, self.native = game, False
        self.visits: list[Visit] = []
        self.laws: list[str] = []
        self.sequences: tuple[int, ...] = ()
        self.faults: list[CheckFault] = []
        self.suspicions: list[Suspicion] = []
        self.coverage: Coverage | None = None
        self._tell = progress or (lambda _: None)

    def run(self, games: int, seed: int, *, native: bool) -> None:
        """Test the foundations first, and the other laws only if the foundations hold."""
        try:
            self.subject = Subject(self.game)
        except Exception as error:
            self._add("start", Violation("a start", walks.message_of(error)))
            return
        self.visits = _visits(self.game, games, random.Random(seed))
        self._hold(FOUNDATIONS)
        if self.faults:
            return
        self.sequences = walks.sequences(self.game)
        if native:
            self.subject.compile()
        self.native = self.subject.native
        self._hold(further_laws(self.game, native=self.native))
        if self.sequences and not self.faults:  # look for near-laws that fail in a few positions
            self._tell("near-laws")
            played = play_games(self.game, random.Random(seed))
            self.suspicions = suspicions(self.game, played)
            self.coverage = coverage(self.game, played)

    def count(self, expected: Sequence[int]) -> None:
        """Compare the numbers of sequences of moves with the expected ones."""
        self.laws.append("perft")
        counted = perft_of(self.game, len(expected), native=self.native).sequences
        for plies, (wanted, count) in enumerate(zip(expected, counted, strict=False), 1):
            if wanted != count:
                words = f"{wanted:,} sequences of {plies} {'move' if plies == 1 else 'moves'}"
                self._add("perft", Violation(words, f"{count:,}"))
                return

    def compare(self, other: Game, chance: random.Random) -> None:
        """Compare the game with `other`, another implementation of the same game."""
        self.laws.append("against")
        if unlike := Comparison(self.game, other).difference(chance):
            state, history = self.game.start(), Moves()
            for text in unlike.moves:
                history += (self.game.parse_move(state, text),)
                state = self.game.play(state, history[-1])
            violation = Violation(f"{unlike.there} in {other}", unlike.here)
            self._add("against", violation, history, state, unlike.shortest)

    def _hold(self, laws: dict[str, Law]) -> None:
        """Add the first fault that each of `laws` finds, in the shortest game that shows it."""
        for name, law in laws.items():
            self.laws.append(name)
            for number, visit in enumerate(self.visits):
                if number % 10 == 0:
                    self._tell(f"{name}, {number:,} of {len(self.visits):,} states")
                if violation := violation_of(law, self.subject, visit.state):
                    known = {fault.seen for fault in self.faults}
                    explained = violation.seen in known or (laws is FOUNDATIONS and known)
                    if violation.expected != NO_ERROR or not explained:
                        self._add_shortest(name, law, number, visit)
                    break

    def _add_shortest(self, name: str, law: Law, number: int, visit: Visit) -> None:
        """Add the fault of `law` in `visit`, or in a state closer to the start."""
        history, known = visit.history, True
        if number >= NEAREST:  # a state of a random game
            faulty = partial(violation_of, law, self.subject)
            history, known = walks.shortest(self.game, history, faulty, PATIENCE)
        state = walks.state_after(self.game, history)
        other = Violation("the same answer every time", "a different one")
        violation = violation_of(law, self.subject, state) or other
        self._add(name, violation, history, state, known)

    def _add(
        self, law: str, fault: Violation, history: Moves = (), state: Any = None, known: bool = True
    ) -> None:
        game, text, moves = self.game, None, list[str]()
        at = game.start() if history else None
        with contextlib.suppress(Exception):
            text = game.format_state(state)
        for move in history:
            moves.append(str(move))  # a move without a text is shown as its number
            with contextlib.suppress(Exception):
                moves[-1] = game.format_move(at, move)
            at = game.play(at, move)
        command = f"zermelo analyze {shlex.quote(format_game(game))} --depth 1 --plain"
        command += f" --moves {shlex.quote(' '.join(moves))}" if moves else ""
        self.faults.append(CheckFault(law, *fault, tuple(moves), text, known, command))


def _visits(game: Game, games: int, chance: random.Random) -> list[Visit]:
    """The distinct states to test, the nearest to the start first."""
    start = Visit((), game.start())
    if not walks.is_state(start.state, start.state):
        return [start]
    nearest = list(walks.breadth_first(game, NEAREST))
    known = {visit.state: visit for visit in nearest}
    for visit in (visit for _ in range(games) for visit in walks.random_game(game, chance)):
        known.setdefault(visit.state, visit)
    others = [*known.values()][len(nearest) :]
    return nearest + sorted(others, key=lambda visit: len(visit.history))


STATES: Final = 10  # the most states to test near the start, and the most in a random game
SECONDS: Final = 3.0  # the time after which no further law is tested


def breach_behind(error: BaseException) -> str | None:
    """How a user's rules in the traceback break the contract: the first law that a state near the
    start or in a random game breaks; None if no law is broken.
    """
    frames = (frame.f_locals for frame, _ in traceback.walk_tb(error.__traceback__))
    games = (value for each in frames for value in each.values() if isinstance(value, Game))
    users = (game for game in games if is_users(sys.modules[type(game).__module__]))
    if (game := next(users, None)) is None:
        return None
    game = playable(game)
    ends, subject = time.monotonic() + SECONDS, Subject(game)
    visits = list(walks.breadth_first(game, STATES))
    visits += islice(walks.random_game(game, random.Random(0)), STATES)
    for laws in (FOUNDATIONS, further_laws(game, native=False)):
        for name, law in laws.items():
            for visit in visits if time.monotonic() < ends else ():
                if violation := violation_of(law, subject, visit.state):
                    found = f"expected {violation.expected}; saw {violation.seen}"
                    return f"{format_game(game)} breaks a law, {name}: {found}"
    return None


ALIKE: Final = 0.8  # the least similarity of two names, by `difflib`


def parts_of(game: Game) -> dict[str, tuple[str, ...]]:
    """For each optional part, the names that the game defines; omits parts that have none."""
    game = game_as_written(game)
    found = {part: tuple(name for name in _names(part) if game.has(name)) for part in PARTS}
    return {part: names for part, names in found.items() if names}


def misspelt(game: Game) -> dict[str, str]:
    """Maps methods that nothing calls to the names of optional parts that they nearly match.

    >>> import zermelo
    >>> class Hurried(type(zermelo.game("nim"))):
    ...     def ordre(self, state, move):
    ...         return move
    >>> misspelt(Hurried())
    {'ordre': 'order'}
    """
    game = game_as_written(game)
    owners = type(game).__mro__[: type(game).__mro__.index(Game)]
    members = {name: value for owner in reversed(owners) for name, value in vars(owner).items()}
    rules = [_function(value).__code__ for value in members.values() if _function(value)]
    called = {name for rule in rules for code in nested_codes(rule) for name in code.co_names}
    fields = {field.name for field in dataclasses.fields(game)}
    lacking = [name for part in PARTS for name in _names(part) if not game.has(name)]
    alike = {
        name: get_close_matches(name, lacking, n=1, cutoff=ALIKE)
        for name, value in members.items()
        if _function(value) and not name.startswith("_") and default(name) is None
        if name not in called | fields
    }
    return {name: near[0] for name, near in alike.items() if near}


def _names(part: str) -> Iterator[str]:
    for owner in (*PARTS[part], *([Numbered] if part == "solving" else [])):
        yield from (name for name in vars(owner) if not name.startswith("_"))


def _function(value: Any) -> Any:
    """The function of a method or a property; None for anything else."""
    for name in ("fget", "func", "__func__"):
        value = getattr(value, name, value)
    return value if hasattr(value, "__code__") else None
