"""The contract: what a game has to say so that everything else can play, search and draw it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar, dataclass_transform

from zermelo.contract.features import Featured, weighted_sum
from zermelo.contract.numbered import Numbered
from zermelo.errors import CapabilityError, ContractError, IllegalMoveError, ParameterError, clip
from zermelo.process.sending import Sent

if TYPE_CHECKING:
    from zermelo.contract.picture import Picture

WIN: Final = 1
DRAW: Final = 0
LOSS: Final = -1
ONGOING: Final = 2

State = TypeVar("State", bound=tuple[Any, ...])
Items = tuple[int, ...]
_BITS32 = (1 << 32) - 1
_BITS63 = (1 << 63) - 1
SHIFTS: Final = (32, 29, 32)  # of MurmurHash's finalizer (Appleby 2011),
FACTORS: Final = (0x4CF5AD432745937F, 0x2127599BF4325C37)  # and its factors
REST: Final = 0x1E3779B97F4A7C15  # an odd factor, by which a tuple differs from what follows it


def replaced(items: Items, index: int, item: int) -> Items:
    """A tuple of ints with one item changed; rules that use it compile.

    >>> replaced((1, 3, 5), 1, 0)
    (1, 0, 5)
    """
    return (*items[:index], item, *items[index + 1 :])


def mixed(number: int) -> int:
    """An int of 63 bits scattered over 63 bits, one to one; rules that use it compile.

    After MurmurHash's finalizer (Appleby 2011).
    """
    number &= _BITS63
    number = product(number ^ number >> 32, 0x4CF5AD432745937F)
    number = product(number ^ number >> 29, 0x2127599BF4325C37)
    return number ^ number >> 32


def product(first: int, second: int) -> int:
    """The product of two ints modulo 2⁶³; compiled, a plain product that overflows is undefined."""
    return first * second & _BITS63


def hashed(items: int | tuple[Any, ...]) -> int:
    """A hash of 63 bits of an int, or of a tuple of ints and such tuples, a state for example."""
    number = 0
    if isinstance(items, tuple):
        for item in reversed(items):
            number = mixed(hashed(item) ^ product(number, REST))
        return number
    number, rest = mixed(items), items >> 63
    while rest not in (0, -1):
        number, rest = mixed(number ^ REST ^ rest & _BITS63), rest >> 63
    return number


def cells(board: int) -> Iterator[int]:
    """The numbers of the bits set in `board`, the lowest first; rules that use it compile.

    >>> list(cells(0b1011))
    [0, 1, 3]
    """
    if board < 0:
        raise ValueError("the cells of a negative int have no end")
    while board:
        cell = board & -board
        yield cell.bit_length() - 1
        board ^= cell


def cell_at(board: int, place: int) -> int:
    """The number at `place`, from 0, among the bits set in `board`, without going through them.

    >>> cell_at(0b1011, 2)
    3
    """
    first, width = 0, 32
    while True:  # in the lowest `width` bits, or above them
        part = board & _BITS32
        count = part.bit_count()
        if place < count:
            break
        place, first, board = place - count, first + width, board >> width
        if board == 0:
            raise ValueError("there are fewer bits than that")
    while width > 1:
        width //= 2
        lower = part & (1 << width) - 1
        count = lower.bit_count()
        if place < count:
            part = lower
        else:
            place, first, part = place - count, first + width, part >> width
    return first


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Game(Numbered, Featured, Sent, Generic[State]):
    """The rules of one two-player game with its parameters; write a subclass to define a game.

    A subclass is a frozen dataclass by itself: annotated class attributes with defaults are its
    parameters, given by name, equal parameters make equal games. Its state is a `NamedTuple` of
    ints of any size and tuples of ints of a fixed length. Every outcome and evaluation is for the
    player to move in the state it belongs to.

    To define: `start`, `moves`, `play`; nearly always `outcome`, or `score` in a game for points;
    `picture` to be seen. The rest has a default, or is a capability that some tools ask for by
    name: `evaluate` or `features`, `order`, `candidates`, `foresee`, `remaining` and `key` for
    engines, `move_count` and `move_at`, which make random games faster, `score_bound` for values in
    points, `symmetries`, `tier` and `unkey`, which make solving smaller, or numbers for states,
    see `zermelo.contract.numbered`, which make it smallest, `endgame`, `repetition` and `progress`
    for play that could go on for ever, `invariant` and `swapped` for the check, `actions`, `action`
    and `observation` for learners, `format_move` and `parse_move`, `format_state` and
    `parse_state`, `validate`.

    What these rules and what a search or a solver may use must compile with numba:
    ints, floats, tuples, loops, `int.bit_count`, `int.bit_length`, other methods of the game.
    Parameters and properties (also cached ones) are constants to the compiler; a tuple of ints
    among them may be indexed and looped over, a large one is a `zermelo.contract.tables.table`.
    """

    by_score: ClassVar[bool] = False  # whether searches value it in points, see `points`
    compiles: ClassVar[bool] = True  # False: its rules are foreign code, which runs as it is

    @property
    def value_bound(self) -> int:
        """What values lie between, either way: WIN, or by score the bound of the points."""
        return self.score_bound if self.by_score else WIN

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if cls.features is not Game.features and cls.evaluate is Game.evaluate:
            cls.evaluate = weighted_sum  # type: ignore[method-assign]
        dataclasses.dataclass(frozen=True, kw_only=True)(cls)

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            value = _as_parameter(self, field, getattr(self, field.name))
            object.__setattr__(self, field.name, value)
        self.validate()

    def validate(self) -> None:
        """Refuse parameters that make no game: raise `ParameterError` saying what would be."""

    # The rules -----------------------------------------------------------------------------------

    def start(self) -> State:
        """The state in which a game begins."""
        raise ContractError(f"{type(self).__name__} has to define start(self)")

    def player(self, state: State) -> int:
        """Who moves in `state`, 0 or 1; by default the state's own field `player`."""
        return state.player  # type: ignore[attr-defined, no-any-return]

    def moves(self, state: State) -> Iterator[int]:
        """The legal moves of `state`, none when the game is over, in the order they are tried."""
        raise ContractError(f"{type(self).__name__} has to define moves(self, state)")

    def play(self, state: State, move: int) -> State:
        """The state after `move`, which the caller knows to be legal."""
        raise ContractError(f"{type(self).__name__} has to define play(self, state, move)")

    def outcome(self, state: State) -> int:
        """WIN, DRAW or LOSS for the player to move, or ONGOING.

        By default the game is over where there is no move, and whoever has more points has won.
        """
        for _ in self.moves(state):
            return ONGOING
        points = self.score(state)
        return WIN if points > 0 else LOSS if points < 0 else DRAW

    # Points --------------------------------------------------------------------------------------

    def score(self, state: State) -> int:
        """By how many points the player to move is ahead at the end of a game; −3: 3 behind.

        By default −1: whoever cannot move has lost. Where `repetition` matters, also before the
        end: then a state that play returns to for ever is worth its score.
        """
        return LOSS

    @property
    def score_bound(self) -> int:
        """A number that no score goes beyond, either way, 64 in Othello; by default 1."""
        return 1

    # What a search may use -----------------------------------------------------------------------

    def order(self, state: State, move: int) -> int:
        """How early `move` should be searched: bigger first; by default all alike."""
        return 0

    def candidates(self, state: State) -> Iterator[int]:
        """The moves a search need look at; by default all. Leaving out the rest changes nothing.

        Some best move is among them, one that wins as soon or loses as late as any; at least one
        move while the game goes on.
        """
        for move in self.moves(state):  # noqa: UP028 - numba knows no `yield from`
            yield move

    def move_count(self, state: State) -> int:
        """How many moves there are; by default they are counted."""
        count = 0
        for _ in self.moves(state):
            count += 1
        return count

    def move_at(self, state: State, place: int) -> int:
        """The move at `place`, from 0, among `moves`.

        With it and `move_count` defined, random games find a move without listing all.
        """
        for move in self.moves(state):
            if place == 0:
                return move
            place -= 1
        raise IndexError("there are fewer moves than that")

    @property
    def moves_by_place(self) -> bool:
        """Whether `move_at` was defined for these `moves`, not for those of a base class."""
        owners = type(self).__mro__
        first = next(owner for owner in owners if vars(owner).keys() & {"moves", "move_at"})
        return first is not Game and "move_at" in vars(first)

    def foresee(self, state: State) -> int:
        """The static solution of `state`, in which the game goes on: how it ends, without a search.

        n > 0: the mover wins in n plies under best play; n < 0: the mover loses in −n; 0, by
        default: no end is in sight.
        """
        return 0

    @property
    def soonest_win(self) -> int:
        """Where `foresee` says 0, the mover wins in so many plies at the soonest; by default 1."""
        return 1

    @property
    def soonest_loss(self) -> int:
        """Where `foresee` says 0, the mover loses in so many plies at the soonest; by default 1."""
        return 1

    def remaining(self, state: State) -> int:
        """How many plies the game can still last at most, one less at least after each move.

        −1, by default, when no bound is known: the game may then return to earlier states.
        """
        return -1

    def key(self, state: State) -> int:
        """A number below 2⁶³ for tables of states; by default a hash of the state.

        States with equal keys must be worth the same to their movers, with the same numbers of
        candidates standing for the same moves. A key of a game's own is one-to-one, and a table
        never errs. With the default, a table of 2ⁿ places mistakes one unknown state in 2⁶³⁻ⁿ for
        another: with 16 MiB, 2²⁰ places, and a hundred million look-ups, one search in 90,000.
        """
        return hashed(state)

    # What a solver may use -----------------------------------------------------------------------

    def unkey(self, key: int) -> State:
        """A state with this key; with it a solver uses `key`, without it packs states itself.

        Where `key` leaves out who moves, for it only says who is who, that may be either player.
        """
        raise CapabilityError(f"{self} unpacks no keys: define unkey(self, key)")

    def symmetries(self, state: State) -> Iterator[State]:
        """The states that differ from `state` by a symmetry only, itself first."""
        yield state

    def tier(self, state: State) -> int:
        """A number that no move lowers; by default it grows as `remaining` falls.

        A solver takes one tier at a time, so that the others need not be in memory.
        """
        return -self.remaining(state)

    def endgame(self, name: str) -> Iterator[State]:
        """The states from which the endgame called `name` is solved, with all symmetric to them.

        Raises `UsageError` for a name that means none.
        """
        raise CapabilityError(f"{self} names no endgames: define endgame(self, name)")

    # Play that could go on for ever, and what a match may use ------------------------------------

    @property
    def repetition(self) -> int:
        """What endless play is worth to player 0: DRAW, by default, WIN or LOSS."""
        return DRAW

    def progress(self, state: State, move: int) -> bool:
        """Whether `move` counts as progress, a capture for example: it can never be undone.

        A match may draw a game in which so many moves in a row made none; by default all do.
        """
        return True

    def phase(self, state: State) -> str:
        """What part of the game `state` belongs to, in a word: mistakes are counted by it."""
        raise CapabilityError(f"{self} has no phases: define phase(self, state)")

    # What the check may use ----------------------------------------------------------------------

    def invariant(self, state: State) -> bool:
        """Whether `state` is as every state should be: no seed is lost, for example."""
        return True

    def swapped(self, state: State) -> State:
        """`state` with the players exchanged, their pieces and the turn; worth the same to its
        mover, if the rules are the same for both.
        """
        raise CapabilityError(f"{self} exchanges no players: define swapped(self, state)")

    # What learners may use -----------------------------------------------------------------------

    def actions(self) -> Iterator[int]:
        """All that `action` may give in any state, each once: learners number it from 0."""
        raise CapabilityError(f"{self} lists no actions: define actions(self)")

    def action(self, state: State, move: int) -> int:
        """What learners know `move` by, unlike others of its state; by default the move itself."""
        return move

    def observation(self, state: State) -> Any:
        """What learners see of `state`: nested sequences of numbers, of the same shape always."""
        raise CapabilityError(f"{self} shows learners its picture, or define observation(self, s)")

    # Texts and the picture -----------------------------------------------------------------------

    def format_move(self, state: State, move: int) -> str:
        """The text people write for `move`; by default its number."""
        return str(move)

    def parse_move(self, state: State, text: str) -> int:
        """The legal move that `text` means in `state`; by default the one formatted as `text`.

        Raises `IllegalMoveError` for text that means no legal move, naming those that are.
        """
        wanted = "".join(text.split())
        for move in self.moves(state):
            if self.format_move(state, move) == wanted:
                return move
        raise IllegalMoveError(self._no_such_move(state, text))

    def format_state(self, state: State) -> str:
        """A one-line text of `state`; `parse_state` reads it back."""
        raise CapabilityError(f"{self} has no text for positions: define format_state(self, state)")

    def parse_state(self, text: str) -> State:
        """The state that `text` describes; raises `TextError` when no play could lead to it."""
        raise CapabilityError(f"{self} reads no positions: define parse_state(self, text)")

    def picture(self, state: State) -> Picture:
        """What `state` looks like, for terminal, SVG, notebook and web."""
        raise CapabilityError(f"{self} cannot be drawn: define picture(self, state)")

    # For callers, not for subclasses -------------------------------------------------------------

    def play_checked(self, state: State, move: int) -> State:
        """The state after `move`, or `IllegalMoveError` when `move` is not legal in `state`.

        >>> import zermelo
        >>> game = zermelo.game("tictactoe")
        >>> game.play_checked(game.start(), 99)  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        zermelo.errors.IllegalMoveError: 99 is no legal move here; legal: 0,0 0,1 0,2 ...
        """
        if any(move == legal for legal in self.moves(state)):
            return self.play(state, move)
        raise IllegalMoveError(self._no_such_move(state, repr(move)))

    def has(self, capability: str) -> bool:
        """Whether this game itself defines the method `capability`."""
        return getattr(type(self), capability, None) is not getattr(Game, capability, None)

    def _no_such_move(self, state: State, said: str) -> str:
        texts = [self.format_move(state, move) for move in self.moves(state)]
        legal = " ".join(texts[:20]) + (" …" if len(texts) > 20 else "")
        return f"{clip(said)} is no legal move here; " + (
            f"legal: {legal}" if texts else "the game is over"
        )

    def __str__(self) -> str:
        """The game's spec: its name and the parameters that differ from their defaults."""
        changed = [
            f"{field.name}={spelled(getattr(self, field.name))}"
            for field in dataclasses.fields(self)  # type: ignore[arg-type]
            if getattr(self, field.name) != _default(field)
        ]
        name = _name(self)
        return f"{name}({', '.join(changed)})" if changed else name


def _name(game: Game[Any]) -> str:
    return type(game).__name__.lower()


def _default(field: dataclasses.Field[Any]) -> Any:
    return _frozen(field.default)


def _frozen(value: Any) -> Any:
    """Lists as tuples, at every depth, so that games stay hashable."""
    return tuple(map(_frozen, value)) if isinstance(value, (list, tuple)) else value


def spelled(value: Any) -> str:
    """A parameter as specs write it, tuples as lists."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(repr, value))}]"
    return repr(value)


def _as_parameter(game: Game[Any], field: dataclasses.Field[Any], value: Any) -> Any:
    """`value` in frozen form when its type is that of the default, else ParameterError."""
    value, default = _frozen(value), _default(field)
    if type(default) is float and type(value) is int:
        value = float(value)
    if default is not dataclasses.MISSING and type(value) is not type(default):
        raise ParameterError(
            f"{_name(game)}: {field.name} should be {_kind(default)}, "
            f"like {spelled(default)}, not {clip(spelled(value))}"
        )
    return value


def _kind(value: Any) -> str:
    if isinstance(value, tuple):
        return "a list"
    kinds = {bool: "True or False", int: "a whole number", float: "a number", str: "a text"}
    return kinds.get(type(value), f"a {type(value).__name__}")
