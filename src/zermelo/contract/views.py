"""Views of games whose moves or states are not ints, as searches and solvers need ints.

A view calls the user's game, `original`, and converts its results. Searches see moves that are
tuples of ints as packed ints, and other moves as their places in `moves`. For solvers, states
that are not tuples of ints become ints as well.
"""

# ruff: noqa: D102 - the contract documents each member
import dataclasses
import functools
import inspect
import operator
import warnings
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, Final

from zermelo.contract.flatstates import (
    Flat,
    FlatForm,
    Form,
    Seen,
    flatten_state,
    pack_move,
    unflatten_state,
    unpack_move,
)
from zermelo.contract.game import Game, default, without_moves
from zermelo.contract.picture import Picture
from zermelo.contract.rules import remake
from zermelo.contract.states import findings, is_of_ints, sample_plies
from zermelo.errors import ContractError, RulesWarning


def playable(game: Game[Any]) -> Game[Any]:
    """`game`, or its view with ints as moves; raises `UsageError` for values without a hash."""
    if isinstance(game, View) or not type(game).compiles or is_shipped(game):
        return game
    known = findings(game)
    for state in known.stuck:
        _warn_of_stuck(game, state)
    if not known.named:
        return game
    return _view_of(game, PackedMoves, NumberedMoves)


@functools.lru_cache(maxsize=1024)
def _warn_of_stuck(game: Game[Any], state: Any) -> None:
    """Warn, once per game, that searches treat a state as an end although the game goes on."""
    why = f"{without_moves(game, state)}; results that depend on it are wrong"
    warnings.warn(why, RulesWarning, stacklevel=4)


def solvable(game: Game[Any]) -> Game[Any]:
    """`game` itself, or a view of it whose states are tuples of ints, which solvers can store."""
    if isinstance(game, (FlatStates, KeyedStates)) or is_shipped(game) or not type(game).compiles:
        return game
    if is_of_ints(game):
        return game
    return _view_of(game, FlatStates, KeyedStates)


def _view_of(game: Game[Any], formed: Any, numbered: Any) -> Game[Any]:
    """The view of class `formed` if the values have a common form, else of class `numbered`."""
    view = _view(formed, game)
    try:
        view.form  # noqa: B018 - raises TypeError if there is no common form
    except TypeError:
        view = _view(numbered, game)
    return view  # type: ignore[no-any-return]


def is_shipped(game: object) -> bool:
    """Whether a game or player is built in, so that our tests cover it."""
    return type(game).__module__.startswith("zermelo.")


def game_as_written(game: Game[Any]) -> Game[Any]:
    """`game` as its author wrote it."""
    while isinstance(game, View):
        game = game.original
    return game


def seen_by(game: Game[Any], state: Any) -> Any:
    """`state` in the form of `game`, converted from the author's form if necessary."""
    if isinstance(game, View) and not isinstance(state, (Flat, Seen)):
        return game.outer(state)
    return state


def choose_move(choose: Callable[[Game[Any], Any], Any], game: Game[Any], state: Any) -> Any:
    """Call a user's `choose(game, state)`; return its move as a move of `game`."""
    move = choose(game_as_written(game), state)
    return game.number_given(state, move) if isinstance(game, View) else move


def _view(kind: Any, game: Game[Any]) -> Any:
    owner: Any = type(game)
    return remake(_class(kind, owner), game)


@functools.cache
def _class(kind: Any, original: Any) -> Any:
    """A subclass of `kind` for games of class `original`, with the same name and members."""
    fields = [field for field in dataclasses.fields(original) if field.init]
    members: dict[str, Any] = {field.name: field.default for field in fields}
    members["__annotations__"] = {field.name: field.type for field in fields}
    for name in OF_STATES:
        rule: Any = getattr(original, name)
        if name not in vars(kind) and (name in kind.always or rule is not default(name)):
            bare = isinstance(inspect.getattr_static(original, name), (staticmethod, classmethod))
            members[name] = _forward_rule(rule, bare)
    for name in [name for name in vars(View) if not name.startswith("_")]:
        usual = default(name)
        if name not in kind.always and usual is not None and getattr(original, name) is usual:
            members[name] = usual
    for name in ("__module__", "__doc__", "__qualname__", "meant", "by_score"):
        members[name] = getattr(original, name)
    return type(original.__name__, (kind,), members | {"viewed": original})


OF_STATES: Final = (  # members whose only argument is a state, and that return no states
    *("player", "outcome", "score", "move_count", "foresee", "remaining", "key", "evaluate"),
    *("features", "tier", "bounds", "endless_value", "phase", "invariant", "observation"),
    "format_state",
)


def _forward_rule(rule: Any, bare: bool) -> Any:
    """The view's member that calls `rule` of the original class; if `bare`, without `self`."""

    def forward(self: Any, state: Any) -> Any:
        return rule(self.inner(state)) if bare else rule(self.original, self.inner(state))

    return forward


class View(Game[Any]):
    """A game whose moves or, for solvers, states appear as ints; its members call the original."""

    viewed: ClassVar[type[Game[Any]]]  # the class of the viewed game
    always: ClassVar[tuple[str, ...]] = (
        *("start", "moves", "play", "format_move", "moves_by_place", "validate"),
    )

    @functools.cached_property
    def original(self) -> Game[Any]:
        """The viewed game."""
        return remake(self.viewed, self)

    def inner(self, state: Any) -> Any:
        """Convert a state to the original game's form."""
        return state

    def outer(self, state: Any) -> Any:
        """Convert a state of the original game to this view's form."""
        return state

    def move_of(self, state: Any, number: int) -> Any:
        """The move of the original game with this number in `state`, a state of that game."""
        return number

    def number_of(self, state: Any, move: Any) -> Any:
        """The number of a move of the original game in `state`, a state of that game."""
        return move

    def number_given(self, state: Any, move: Any) -> Any:
        """The number of the move that a player chose; a value that is no move stays as it is."""
        try:
            return self.number_of(self.inner(state), move)
        except (TypeError, ContractError):
            return move

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "original":
            raise AttributeError(name)
        return getattr(self.original, name)

    def __reduce__(self) -> Any:
        return playable, (self.original,)

    def validate(self) -> None:
        self.original.validate()

    # Rules ---------------------------------------------------------------------------------------

    def start(self) -> Any:
        return self.outer(self.original.start())

    def moves(self, state: Any) -> Iterator[int]:
        for move in self.original.moves(self.inner(state)):
            yield self.number_of(self.inner(state), move)

    def play(self, state: Any, move: int) -> Any:
        there = self.inner(state)
        return self.outer(self.original.play(there, self.move_of(there, move)))

    # Hints ---------------------------------------------------------------------------------------

    def order(self, state: Any, move: int) -> int:
        return self.original.order(self.inner(state), self.move_of(self.inner(state), move))

    def loud(self, state: Any, move: int) -> bool:
        return self.original.loud(self.inner(state), self.move_of(self.inner(state), move))

    def candidates(self, state: Any) -> Iterator[int]:
        for move in self.original.candidates(self.inner(state)):
            yield self.number_of(self.inner(state), move)

    def move_at(self, state: Any, place: int) -> int:
        there = self.inner(state)
        return int(self.number_of(there, self.original.move_at(there, place)))

    def assured(self, state: Any, value: int) -> int:
        return self.original.assured(self.inner(state), value)

    def reply(self, state: Any, move: int) -> int:
        there = self.inner(state)
        answer: Any = self.original.reply(there, self.move_of(there, move))
        return int(answer if answer == -1 else self.number_of(there, answer))

    # Solving -------------------------------------------------------------------------------------

    def unkey(self, key: int) -> Any:
        return self.outer(self.original.unkey(key))

    def symmetries(self, state: Any) -> Iterator[Any]:
        for image in self.original.symmetries(self.inner(state)):
            yield self.outer(image)

    def endgame(self, name: str) -> Iterator[Any]:
        for state in self.original.endgame(name):
            yield self.outer(state)

    def parts(self, state: Any) -> Iterator[Any]:
        for part in self.original.parts(self.inner(state)):
            yield self.outer(part)

    def other_to_move(self, state: Any) -> Any:
        return self.outer(self.original.other_to_move(self.inner(state)))

    # Matches, checks and learners ----------------------------------------------------------------

    def progress(self, state: Any, move: int) -> bool:
        return self.original.progress(self.inner(state), self.move_of(self.inner(state), move))

    def swapped(self, state: Any) -> Any:
        return self.outer(self.original.swapped(self.inner(state)))

    def actions(self) -> Iterator[int]:
        return self.original.actions()

    def action(self, state: Any, move: int) -> int:
        return self.original.action(self.inner(state), self.move_of(self.inner(state), move))

    # Texts ---------------------------------------------------------------------------------------

    def format_move(self, state: Any, move: int) -> str:
        there = self.inner(state)
        text = self.original.format_move(there, self.move_of(there, move))
        return text if self.original.has("format_move") else "".join(text.split())

    def parse_move(self, state: Any, text: str) -> int:
        there = self.inner(state)
        return int(self.number_of(there, self.original.parse_move(there, text)))

    def parse_state(self, text: str) -> Any:
        return self.outer(self.original.parse_state(text))

    def picture(self, state: Any) -> Picture:
        there = self.inner(state)
        return self.original.picture(there).with_moves(functools.partial(self.number_of, there))


for _name in ("score_bound", "moves_by_place", "soonest_win", "soonest_loss", "repetition"):
    setattr(View, _name, property(operator.attrgetter(f"original.{_name}")))


class PackedMoves(View):
    """A view of a game whose moves are tuples of ints; it packs each of them into a single int."""

    @functools.cached_property
    def form(self) -> Form:
        """The common form of the moves; raises `TypeError` if there is none."""
        return Form([move for _, moves, _, _ in sample_plies(self.original) for move in moves])

    def move_of(self, state: Any, number: int) -> Any:
        return unpack_move(self.form, number)

    def number_of(self, state: Any, move: Any) -> Any:
        return pack_move(self.form, move)


class NumberedMoves(View):
    """A view of a game in which each move is a number: its place in its state's list of moves."""

    def moves(self, state: Any) -> Iterator[int]:
        for number, _ in enumerate(self.original.moves(state)):
            yield number

    def move_of(self, state: Any, number: int) -> Any:
        for place, move in enumerate(self.original.moves(state)):
            if place == number:
                return move
        raise IndexError("number should be less than the number of moves")

    def number_of(self, state: Any, move: Any) -> Any:
        for place, legal in enumerate(self.original.moves(state)):
            if legal == move:
                return place
        raise ContractError("a move that is not among the legal moves")


class FlatStates(View):
    """A view of a game whose states contain rows and records; it flattens them for a solver."""

    always = (*View.always, "player", "outcome", "other_to_move")

    @functools.cached_property
    def form(self) -> FlatForm:
        """The common form of the states; raises `TypeError` if there is none."""
        states = (child for *_, child in sample_plies(self.original))
        return FlatForm([self.original.start(), *states])

    def __reduce__(self) -> Any:
        return solvable, (self.original,)

    def inner(self, state: Any) -> Any:
        return unflatten_state(self.form, state.items)

    def outer(self, state: Any) -> Any:
        return Flat(flatten_state(self.form, state))


class KeyedStates(View):
    """A view that gives each state of a game, of any hashable type, a number for a solver.

    The number depends only on the state's value, so it is the same in every process and database.
    The game runs plain.
    """

    compiles = False
    always = (*View.always, "player", "outcome", "key", "unkey", "other_to_move")

    @functools.cached_property
    def known(self) -> dict[int, Seen]:
        """The states for all keys computed so far."""
        return {}

    def __reduce__(self) -> Any:
        return solvable, (self.original,)

    def inner(self, state: Any) -> Any:
        return state.state if isinstance(state, Seen) else state

    def outer(self, state: Any) -> Any:
        return state if isinstance(state, Seen) else Seen(state)

    def key(self, state: Any) -> int:
        if self.original.has("key") and self.original.has("unkey"):
            return self.original.key(self.inner(state))
        number = self.outer(state)[0]
        if (known := self.known.setdefault(number, self.outer(state))) != state:
            raise ContractError(f"{self}: two states share a number: {known!r} and {state!r}")
        return number  # type: ignore[no-any-return]

    def unkey(self, key: int) -> Any:
        """The state with this key; an unknown key starts a search of all reachable states.

        Raises `ContractError` if none of them has this key.
        """
        if self.original.has("key") and self.original.has("unkey"):
            return self.outer(self.original.unkey(key))
        if key not in self.known:
            met = {self.start()}
            left = list(met)
            while left:
                state = left.pop()
                self.key(state)
                new = {self.play(state, move) for move in self.moves(state)} - met
                met |= new
                left += new
        if key not in self.known:
            raise ContractError(f"{self}: no state has the number {key}")
        return self.known[key]


def recall_state(game: Game[Any], state: Any) -> Any:
    """Convert a database's state to the form of `game`; for `KeyedStates`, it holds only a key."""
    return game.unkey(state[0]) if isinstance(game, KeyedStates) else state
