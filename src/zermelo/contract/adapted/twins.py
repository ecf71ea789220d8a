"""Games with frozen dataclasses for states, or tuples for moves, as games that can be compiled.

The twin of a game runs copies of its code. Names in them mean other things: each frozen dataclass
is a named tuple of its fields, with its methods. Members that have to do with moves go by names
with `_` before them; those of the contract's names take and give ints, see `packed`.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import linecache
import sys
from collections import namedtuple
from collections.abc import Callable
from types import CellType, CodeType, FunctionType
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar

from zermelo.contract.adapted.packed import ASKED, OF_MOVES, Form, border, form_of, packing
from zermelo.contract.adapted.rowed import closing, double_room, fields_of, rows_of
from zermelo.contract.game import Game, default
from zermelo.contract.states import findings, shown
from zermelo.errors import Outgrown
from zermelo.process.sending import remake

Taken = ParamSpec("Taken")
Returned = TypeVar("Returned")

_numbers = itertools.count()
DEFAULTS: Final = ("outcome",)  # what rules may ask that they do not define
UNKNOWN: Final = (  # members that take or give states, and that twins with closed ones lack
    *("unkey", "parts", "other_to_move", "tier_size", "index", "unindex", "retreats"),
    *("forecast", "stabiliser", "exits", "stays"),
    *("grouped_size", "grouped_index", "grouped_state", "retreat_numbers"),
)
OWN: Final = {  # special methods that a dataclass may define
    f"__{name}__" for name in ("str", "repr", "add", "sub", "mul", "neg", "radd", "rmul")
}
NAMED: Final = ("__dataclass_fields__", "__doc__", "__module__", "__qualname__")


@functools.lru_cache(maxsize=1024)
def twin_of(game: Game[Any]) -> Game[Any] | None:
    """The twin of `game`; None where it has none, or one that plays random games differently."""
    try:
        twin = _twin(game, _forms(game))
        return twin if _alike(game, twin) and not findings(twin).plain else None
    except Exception:  # whatever the code makes of other names, the game can run as it is
        return None


def with_room(function: Callable[Taken, Returned]) -> Callable[Taken, Returned]:
    """Have a call begin again where a row of a state outgrows its room, with twice as much.

    A call that was given a twin raises `Outgrown`: its caller has to make another.
    """

    @functools.wraps(function)
    def called(*given: Taken.args, **by_name: Taken.kwargs) -> Returned:
        while True:
            try:
                return function(*given, **by_name)
            except Outgrown as error:
                if any(map(is_twin, (*given, *by_name.values()))):
                    raise
                make_room(str(error))

    return called


def make_room(why: str) -> None:
    """Have twins that are made from now on have more room for rows."""
    double_room(why)
    twin_of.cache_clear()


def clash(game: Game[Any]) -> str:
    """Why a game has no twin whose states have a field named like a member of the twin's."""
    owner: Any = type(game)
    names = [name for name in ASKED if name in fields_of(game.start()) and _defines(owner, name)]
    return f"its states have a field {names[0]}, like its rules: rename the field" if names else ""


class Forms(NamedTuple):
    """The form of a game's moves, and the kinds of the fields of its states.

    moves  None where they are ints
    state  the class of its states, where rows of them change their lengths
    rows   none where no row does
    """

    moves: Form | None = None
    state: type | None = None
    rows: tuple[Any, ...] = ()


def _forms(game: Game[Any]) -> Forms:
    played = shown(game)
    moves = [move for _, moves, _, _ in played for move in moves]
    form = form_of(moves) if findings(game).named else None
    rows = rows_of(game, [child for *_, child in played])
    return Forms(form, type(game.start()), rows) if rows else Forms(form)


def is_twin(game: object) -> bool:
    """Whether `game` is the twin of one, or the class of twins."""
    return hasattr(game, "__names__")


def as_given(value: Any) -> Any:
    """A game, or a state, as it was written; others stay."""
    if isinstance(value, Game):
        made: Any = value
        return remake(made.__written__, value) if is_twin(value) else value
    if not isinstance(value, tuple):
        return value
    items = map(as_given, value)
    if hasattr(value, "__written__"):
        return value.__written__(*items)
    return type(value)(*items) if hasattr(value, "_fields") else tuple(items)


def state_given_to(game: Game[Any], state: Any) -> Any:
    """A state, given perhaps as it was written, as `game` has it."""
    twin: Any = game
    closed = getattr(twin, "__closed__", None)
    if not is_twin(game) or type(state) is closed:
        return state
    tupled = twin.__names__.tupled(state)
    return twin._closed(tupled) if closed else tupled


def move_given(game: Game[Any], move: Any) -> Any:
    """A move, given as it was written, as `game` has it."""
    twin: Any = game
    packs = hasattr(game, "_packed") and not isinstance(move, int)
    return twin._packed(twin.__names__.tupled(move)) if packs else move


def _alike(game: Game[Any], twin: Any) -> bool:
    """Whether random games of both are the same."""
    unpacked = getattr(twin, "_unpacked", lambda move: move)
    pairs = zip(shown(game), shown(twin), strict=True)
    return all(
        (state, moves, child)
        == (as_given(other), list(map(as_given, map(unpacked, packed))), after)
        and game.player(state) == twin.player(other)
        and game.outcome(state) == twin.outcome(other)
        for (state, moves, _, child), (other, packed, _, after) in pairs
        for after in (as_given(after),)
    )


# Classes -----------------------------------------------------------------------------------------


def _twin(game: Game[Any], forms: Forms) -> Game[Any]:
    made: Any = _class(type(game), forms)  # type: ignore[arg-type]
    return remake(made, game)


@functools.cache
def _class(written: type[Game[Any]], forms: Forms) -> type[Game[Any]]:
    """The class of the twins of a class's games; it goes by the same name."""
    names = _Names(vars(sys.modules[written.__module__]), written, forms)
    made = names.seen(written)
    members: dict[str, Any] = {"__names__": names, "__written__": written}
    members["__reduce__"] = lambda game: (_twin, (as_given(game), forms))
    if forms != Forms():
        members |= names.at_the_border()
    for name in ("__module__", "__qualname__", "__doc__"):
        members[name] = getattr(written, name)
    return type(written.__name__, (made,), members)


class _Names:
    """The names of a file, as written, and with what they mean in the code of twins."""

    def __init__(self, written: dict[str, Any], owner: type[Game[Any]], forms: Forms) -> None:
        self.written, self.owner, self.forms = written, owner, forms
        asked = ASKED if forms.rows else OF_MOVES if forms.moves else ()
        self.own = [name for name in asked if _defines(owner, name)]
        self.defaults = [name for name in DEFAULTS if forms.rows and name not in self.own]
        self.renamed = {name: f"_{name}" for name in (*self.own, *self.defaults)}
        self.made: dict[type, Any] = {}
        self.meant = dict(written)
        for name, value in written.items():
            self.meant[name] = self.meant[self.renamed.get(name, name)] = self.seen(value)

    def at_the_border(self) -> dict[str, Any]:
        """The members where closed states and packed moves become what the game's own take."""
        names: dict[str, Any] = {"__name__": __name__}
        lines = packing(self.forms.moves, self.seen, names) if self.forms.moves else []
        own, state = list(self.own), self.forms.state
        if state is not None:
            if any(_defines(self.owner, name) for name in UNKNOWN):
                raise TypeError("a member whose states stay closed")
            lines += closing(state, self.forms.rows, self.seen, names)
            if "player" not in (*own, *names["_Closed"]._fields):  # a property of states
                lines.append("def player(self, state): return self._opened(state).player")
        lines += border(own, self.forms.moves is not None, state is not None)
        known = set(names)
        text, file = "\n".join(lines), f"<twin {next(_numbers)}>"
        linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
        exec(compile(text, file, "exec"), names)
        members = {name: names[name] for name in names.keys() - known - {"__builtins__"}}
        for name in self.defaults:
            usual: Any = default(name)
            code = _renamed(usual.__code__, self.renamed)
            members[f"_{name}"] = FunctionType(code, usual.__globals__, f"_{name}")
        if state is not None:
            members |= {"__opened__": names["_Opened"], "__rows__": self.forms.rows}
            members["__closed__"] = self._closed_class(names["_Closed"], names["_opened"])
        return members

    def _closed_class(self, made: Any, opened: Any) -> Any:
        """The class of closed states, which are shown and given as written."""
        made.__written__ = staticmethod(lambda *items: as_given(opened(None, made(*items))))
        made.__repr__ = lambda state: repr(as_given(state))
        made.__reduce__ = lambda state: (_state, (self.owner, self.forms, None, *state))
        return made

    def seen(self, value: Any) -> Any:
        """The twin of a function, a class, a member or a constant; others stay."""
        if isinstance(value, type):
            if value not in self.made:
                self.made[value] = self._class(value)
            return self.made[value]
        if isinstance(value, (staticmethod, classmethod)):
            return type(value)(self.seen(value.__func__))
        if isinstance(value, property):
            return property(self.seen(value.fget))
        if isinstance(value, functools.cached_property):
            return type(value)(self.seen(value.func))
        return self.function(value) if self._is_own(value) else self.tupled(value)

    def _class(self, written: type) -> type:
        if issubclass(written, Game) and written.__module__ == self.owner.__module__:
            return self._game_class(written)
        return self._named_tuple(written) if _is_of_fields(written) else written

    def _is_own(self, value: Any) -> bool:
        """Whether it is a function of the file, not one that a dataclass made."""
        return (
            isinstance(value, FunctionType)
            and value.__globals__ is self.written
            and value.__code__.co_filename != "<string>"
        )

    def function(self, written: FunctionType, owner: CellType | None = None) -> FunctionType:
        """A function that sees these names.

        owner  where it finds its class, for `super()`
        """
        code, cells = _renamed(written.__code__, self.renamed), list(written.__closure__ or ())
        if owner is not None and "__class__" in code.co_freevars:
            cells[code.co_freevars.index("__class__")] = owner
        name = self.renamed.get(written.__name__, written.__name__) if owner else written.__name__
        made = FunctionType(code, self.meant, name, written.__defaults__, tuple(cells))
        vars(made).update(vars(written), renamed=self.renamed)
        for name in ("__kwdefaults__", "__qualname__", "__doc__", "__annotations__"):
            setattr(made, name, getattr(written, name))
        return made

    def _game_class(self, written: type) -> type:
        cell = CellType()
        members = {name: getattr(written, name) for name in ("__module__", "__qualname__")}
        members["__annotations__"] = vars(written).get("__annotations__", {})
        for name, value in vars(written).items():
            if self._is_own(value):
                members[self.renamed.get(name, name)] = self.function(value, cell)
            elif not name.startswith("__"):
                members[name] = self.seen(value)
        cell.cell_contents = made = type(
            written.__name__, tuple(map(self.seen, written.__bases__)), members
        )
        return made

    def _named_tuple(self, written: type) -> type:
        """A dataclass as a named tuple; `dataclasses.replace` takes that too."""
        fields: Any = dataclasses.fields(written)
        given = [each.default for each in fields if each.default is not dataclasses.MISSING]
        names = [each.name for each in fields]
        make: Any = namedtuple
        made = make(written.__name__, names, defaults=given)
        for name, value in vars(written).items():
            if name not in names and (name in OWN or not name.startswith("__")):
                setattr(made, name, self.seen(value))
        for name in NAMED:
            setattr(made, name, getattr(written, name))
        made.__written__ = written
        made.__reduce__ = lambda state: (_state, (self.owner, self.forms, written, *state))
        return made  # type: ignore[no-any-return]

    def tupled(self, value: Any) -> Any:
        """A value with named tuples for dataclasses."""
        if isinstance(value, tuple):
            items = map(self.tupled, value)
            return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
        if dataclasses.is_dataclass(type(value)) and hasattr(self.seen(type(value)), "_fields"):
            fields = dataclasses.fields(value)
            return self.seen(type(value))(*(self.tupled(getattr(value, it.name)) for it in fields))
        return value


def _state(owner: Any, forms: Forms, written: type | None, *items: Any) -> Any:
    """A state that was made elsewhere."""
    made: Any = _class(owner, forms)
    return (made.__closed__ if written is None else made.__names__.made[written])(*items)


def _defines(owner: Any, name: str) -> bool:
    return getattr(owner, name) is not default(name)


def _renamed(code: CodeType, names: dict[str, str]) -> CodeType:
    """Code, and the code in it, with other names of members."""
    inner = (_renamed(it, names) if isinstance(it, CodeType) else it for it in code.co_consts)
    outer = tuple(names.get(name, name) for name in code.co_names)
    return code.replace(co_names=outer, co_consts=tuple(inner)) if names else code


def _is_of_fields(kind: type) -> bool:
    """Whether a class is a frozen dataclass that says no more of its values than their fields."""
    if "__dataclass_params__" not in vars(kind) or kind.__bases__ != (object,):
        return False
    own = {
        name
        for name, value in vars(kind).items()
        if name.startswith("__") and value.__class__ is FunctionType
        if value.__module__ == kind.__module__ and value.__code__.co_filename != "<string>"
    }
    return (
        kind.__dataclass_params__.frozen  # type: ignore[attr-defined]
        and own <= OWN
        and all(
            each.init and each.compare and each.default_factory is dataclasses.MISSING
            for each in dataclasses.fields(kind)
        )
    )
