"""Who can sit at the board: anything with a name that chooses a move."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from zermelo.errors import ContractError
from zermelo.game import Game
from zermelo.search.rulings import Rulings

if TYPE_CHECKING:
    from zermelo.play.draws import Course
    from zermelo.search.analyze import Analysis
    from zermelo.search.endgames import Endgames
    from zermelo.search.table import Table


class Player(Protocol):
    """One side of a game; `choose` returns a legal move of a state where this side moves."""

    name: str

    def choose(self, game: Game[Any], state: Any) -> int:
        """The move to play in `state`."""


class Thought(NamedTuple):
    """What a player has thought of its latest move, as far as it says.

    value  what the position was worth to the player, from −1 to 1
    nodes  how many states it visited
    """

    value: float | None = None
    nodes: int | None = None


class Person:
    """A person, whose moves come in through a surface and are never asked for here."""

    name = "human"

    def choose(self, game: Game[Any], state: Any) -> int:
        """Never: a surface passes a person's moves to `Session.move`."""
        raise ContractError("a person's moves are passed to Session.move")


class Search:
    """A player who searches and plays one of the best moves it finds, chosen by `seed`.

    The engine asks which other moves are as good as its best only for `ties`, and for the value of
    every move with `every_move`. Proven wins are won as soon, losses lost as late as possible.
    `depth` in plies, `seconds` and `nodes` a move are limits; `progress` watches the searches. The
    engine's `table`, by default one of its own, is kept from move to move, and `endgames` tell it
    what it need not search. A player limited in time does not let anyone wait while the engine is
    compiled: meanwhile it searches as plain Python.
    """

    name = "computer"

    def __init__(
        self,
        *,
        algorithm: str = "engine",
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        native: bool = True,
        seed: int | None = None,
        progress: Callable[[Any], None] | None = None,
        every_move: bool = False,
        ties: bool = False,
        table: Table | None = None,
        endgames: Endgames | None = None,
    ) -> None:
        self._limits: dict[str, Any] = {
            "algorithm": algorithm,
            "depth": depth,
            "seconds": seconds,
            "nodes": nodes,
            "progress": progress,
            "every_move": every_move,
            "ties": ties,
            "endgames": endgames,
        }
        self._native = native
        self._random = random.Random(seed)
        self._latest: tuple[Any, Analysis] | None = None
        self._table = table
        self._table_of: Game[Any] | None = None
        self._rulings = Rulings()

    def choose(self, game: Game[Any], state: Any) -> int:
        """One of the best moves within the limits; any move when they leave no time to know one."""
        return self.among_best(game, state, self.analysis(game, state))

    def among_best(self, game: Game[Any], state: Any, found: Analysis) -> int:
        """One of the analysis's best moves: of proven ones the line's, of equal estimates by order.

        Where estimates are equal the game's own `order` counts, and half of the time for the
        first, a quarter for the second …, so that openings vary.
        """
        if found.exact and found.value and found.line:
            return game.parse_move(state, found.line[0])
        moves = [game.parse_move(state, text) for text in found.best_moves]
        moves = moves or list(game.moves(state))
        self._random.shuffle(moves)
        if not found.exact:
            moves.sort(key=lambda move: -game.order(state, move))
            while len(moves) > 1 and self._random.random() < 0.5:
                del moves[0]
        return moves[0]

    @property
    def thought(self) -> Thought:
        """The value and the nodes of the latest search."""
        found = self._latest[1] if self._latest else None
        if found is None:
            return Thought()
        return Thought(None if found.value is None else found.value + 0.0, found.nodes)  # no -0.0

    def analysis(self, game: Game[Any], state: Any) -> Analysis:
        """What this player thinks of `state`; asked again at once, it doesn't search again.

        Raises `KeyboardInterrupt` when Ctrl-C ended the search, so that it ends the game too.
        """
        from zermelo.search.analyze import analyze  # a game between people needs no search

        question = (game, state, self._rulings)
        if self._latest is None or self._latest[0] != question:
            seed, native = self._random.getrandbits(32), self._native and self._compiled(game)
            limits = {**self._limits, **self._memory(game)}
            found = analyze(game, state, native=native, seed=seed, **limits)
            if found.interrupted:
                raise KeyboardInterrupt
            self._latest = (question, found)
        return self._latest[1]

    def watch(self, course: Course) -> None:
        """The game so far: the engine takes for drawn what the match would draw."""
        self._rulings = course.rulings()

    def _memory(self, game: Game[Any]) -> dict[str, Any]:
        """What the engine keeps from one search to the next: its table, and the match's draws."""
        from zermelo.search.table import Table

        if self._limits["algorithm"] != "engine":
            return {}
        if self._table is None or self._table_of not in (None, game):
            self._table = Table()
        self._table_of = game
        return {"table": self._table, "rulings": self._rulings}

    def _compiled(self, game: Game[Any]) -> bool:
        """Whether to search natively: always, unless that takes longer to compile than to think."""
        from zermelo.search.thinking import compiled_within

        seconds, algorithm = self._limits["seconds"], self._limits["algorithm"]
        return algorithm != "engine" or seconds is None or compiled_within(game, seconds)


class RandomMoves:
    """A player who takes any legal move, each as likely, repeatable by `seed`."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, game: Game[Any], state: Any) -> int:
        """Any legal move."""
        return self._random.choice(list(game.moves(state)))


class FirstMove:
    """A player who takes the first legal move: the simplest opponent that always does the same."""

    name = "first"

    def choose(self, game: Game[Any], state: Any) -> int:
        """The first legal move."""
        return next(iter(game.moves(state)))
