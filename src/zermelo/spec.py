"""Specs, the texts that name a game: `isolation(width=3, blocked=[(2, 1)])`, `chomp.py:Chomp`."""

from __future__ import annotations

import ast
import contextlib
import copyreg
import dataclasses
import functools
import importlib
import re
import sys
import traceback
import warnings
from collections.abc import Iterator
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any
from zlib import crc32

from zermelo.contract.game import Game
from zermelo.contract.rules import parameter_text
from zermelo.contract.rules import parameters as parameters_of
from zermelo.contract.views import View, playable
from zermelo.errors import ContractError, ParameterError, SpecError, UsageError, clip, unknown
from zermelo.games import BUILT_IN
from zermelo.process.files import reason, regular_bytes
from zermelo.upward import look_up

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

LONGEST = 2000
LARGEST = 1 << 24  # the most bytes of a file of rules
FOREIGN = "openspiel:"
SUM = "zermelo.games.mathematics.sum:Sum"
EXAMPLE = "isolation(width=3, height=2, blocked=[(2, 1)])"
SPEC = re.compile(
    r"(?:(?P<file>.+?\.py)\s*(?::|(?=\()|$))?\s*(?P<name>[^\W\d]\w*)?\s*(?P<arguments>\(.*\))?",
    re.DOTALL,
)

AnyGame = Game
_providers: set[str] = set()  # packages whose games were loaded by entry points


def parse_game(text: str) -> AnyGame:
    """The game that a spec names; raises `SpecError` or `ParameterError` with a one-line message.

    A spec is the name of a built-in or installed game, or a Python file, a colon and a class
    (optional if the file defines only one game). Parameters may follow in parentheses, literals
    only. After "openspiel:" comes the name of one of OpenSpiel's games. Specs joined by " + " name
    the sum of these games. A game whose moves are not ints becomes a view, see
    `zermelo.contract.views`.

    >>> parse_game("nim(rows=[1, 2, 3])")
    Nim(rows=(1, 2, 3), misere=False)
    """
    if not isinstance(text, str):
        raise SpecError(f"a spec should be a string like {EXAMPLE}, not {clip(repr(text))}")
    if len(text) > LONGEST:
        raise SpecError(f"a spec should be like {EXAMPLE} and have at most {LONGEST} characters")
    if text.strip().startswith(FOREIGN):
        theirs: AnyGame = look_up("openspiel").game_named(text)
        return theirs
    if len(terms_of(text)) > 1:
        return _construct(_import_class(SUM), {"of": text})
    parts = SPEC.fullmatch(text.strip())
    if not parts or not (parts["file"] or parts["name"]):
        if not set("()") & set(text):
            raise _unknown_game(text)
        raise SpecError(f"{clip(text)} names no game; write something like {EXAMPLE}")
    name = (parts["name"] or "").lower()
    if parts["file"]:
        owner = _class_in_file(parts["file"], parts["name"])
    elif name in BUILT_IN:
        owner = _import_class(BUILT_IN[name])
    elif name in _entry_points():
        owner = _load_installed(name)
    else:
        raise _unknown_game(name)
    return playable(_construct(owner, _parameters(owner, parts["arguments"] or "()")))


def runs_a_file(text: str) -> bool:
    """Whether `parse_game` would run a Python file for this spec.

    Use it for specs from data, like a manifest or a saved session: data must not run code.
    """
    return any(match and match["file"] for match in map(SPEC.fullmatch, terms_of(text)))


def terms_of(text: str) -> list[str]:
    """The specs of the games of a sum; for any other spec, the spec itself.

    >>> terms_of("nim(rows=[3, 4]) + kayles(n=7)")
    ['nim(rows=[3, 4])', 'kayles(n=7)']
    """
    return [term.strip() for term in re.split(r"\s\+\s", text)]


def recorded_game(text: str, path: Path) -> AnyGame:
    """The game of a spec from the data file `path`; raises `UsageError` if its rules are a file."""
    if runs_a_file(text):
        raise UsageError(
            f"{path} uses the rules in {clip(text, 200)}, but data files may not run Python; give "
            f"the game yourself: --game FILE.py:CLASS"
        )
    return parse_game(text)


def format_game(game: AnyGame) -> str:
    """The spec from which `parse_game` makes an equal game.

    >>> format_game(parse_game("Isolation(width=3)"))
    'isolation'
    """
    module = sys.modules.get(type(game).__module__)
    return f"{module.__file__}:{game}" if isinstance(module, UserFile) else str(game)


def with_parameters(game: AnyGame, parameters: str) -> AnyGame:
    """`game` with some parameters changed, written in parentheses as in specs.

    >>> with_parameters(parse_game("nim(rows=[1, 2])"), "(misere=True)")
    Nim(rows=(1, 2), misere=True)
    """
    given = _parameters(type(game), parameters)
    return _construct(type(game), dict(parameters_of(game)) | given)


def variation(game: AnyGame, base: AnyGame) -> str:
    """The parameters that `with_parameters` needs to make `game` from `base`; "" if they are equal.

    >>> nim = parse_game("nim")
    >>> variation(parse_game("nim(rows=[3])"), nim), variation(nim, nim)
    ('(rows=[3])', '')
    """
    pairs = [(name, v) for name, v in parameters_of(game) if v != getattr(base, name)]
    changed = [f"{name}={parameter_text(value)}" for name, value in pairs]
    return f"({', '.join(changed)})" if changed else ""


def games_called(spec: str) -> Iterator[AnyGame]:
    """Yield the games that `spec` may mean: those of loaded classes, the latest class first; then
    the result of `parse_game`.

    >>> next(games_called("nim(rows=[1, 2])"))
    Nim(rows=(1, 2), misere=False)
    """
    name, _, parameters = spec.partition("(")
    owners = [owner for owner in _subclasses(Game) if owner.__name__.lower() == name]
    for owner in reversed(owners):
        with contextlib.suppress(UsageError):
            yield _construct(owner, _parameters(owner, f"({parameters}" if parameters else "()"))
    with contextlib.suppress(UsageError):
        yield parse_game(spec)


def _subclasses(owner: type[AnyGame]) -> Iterator[type[AnyGame]]:
    """Yield the subclasses of `owner` in order of definition, except generated ones."""
    for below in owner.__subclasses__():
        if not below.by_score and not issubclass(below, View):
            yield below
            yield from _subclasses(below)


def game_names() -> list[str]:
    """The names of all built-in and installed games."""
    return [*BUILT_IN, *sorted(set(_entry_points()) - set(BUILT_IN))]


# By name -----------------------------------------------------------------------------------------


def _import_class(place: str) -> type[AnyGame]:
    """The class at an address like "zermelo.games.nim:Nim"."""
    module, _, class_name = place.partition(":")
    return getattr(importlib.import_module(module), class_name)  # type: ignore[no-any-return]


def _entry_points() -> dict[str, EntryPoint]:
    """The entry point of each game from another package, by name, in the group zermelo.games."""
    return _read_entry_points(tuple((place, _modified_at(place)) for place in sys.path))


def _modified_at(place: str) -> int:
    """When a folder last changed, for example by an installation, in ns; 0 for a missing folder."""
    try:
        return Path(place).stat().st_mtime_ns
    except OSError:
        return 0


@functools.lru_cache(maxsize=1)
def _read_entry_points(places: tuple[tuple[str, int], ...]) -> dict[str, EntryPoint]:
    """The games of the packages in these folders; reading 100 packages takes 6 to 30 ms.

    A package with damaged entry points counts as having none.
    """
    from importlib.metadata import distributions  # slow to load, and rarely needed

    provided: dict[str, EntryPoint] = {}
    for package in distributions():
        with contextlib.suppress(Exception):
            for point in package.entry_points:
                if point.group == "zermelo.games":
                    provided.setdefault(point.name.lower(), point)
    return provided


def _load_installed(name: str) -> Any:
    point = _entry_points()[name]
    try:
        owner = point.load()
    except (Exception, SystemExit) as error:
        raise SpecError(f"the game {name} cannot be imported: {_fault(error)}") from error
    if not _is_game(owner):
        raise SpecError(f"the game {name} should be a zermelo.Game, but {point.value} is not")
    own = owner.__name__.lower()
    if own != name:  # otherwise str(game) would name another game or none
        raise SpecError(f"the game {name} should be called {own}, like its class {point.value}")
    _providers.add(point.module.partition(".")[0])
    return owner


def is_users(module: ModuleType) -> bool:
    """Whether a module with rules or players comes from outside: a user's file or a game's package.

    >>> is_users(sys.modules["zermelo.spec"])
    False
    """
    return isinstance(module, UserFile) or module.__name__.partition(".")[0] in _providers


def _is_game(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, Game)


def _unknown_game(text: str) -> SpecError:
    return SpecError(unknown("game", text, game_names(), "`zermelo games` lists them"))


# By file -----------------------------------------------------------------------------------------


class UserFile(ModuleType):
    """A Python file of a user, imported by its path.

    Its games are pickled with the `source`, so that machines without the file can load them.
    """

    source: bytes


def user_file(file: str) -> UserFile:
    """The module of a user's Python file, which runs once; raises `SpecError` if that fails."""
    try:
        path = Path(file).expanduser().resolve()
        source = regular_bytes(path, LARGEST)
    except RuntimeError as error:  # "~nobody" has no home
        raise SpecError(f"{clip(file, 200)} cannot be read: {error}") from error
    except (OSError, ValueError) as error:
        raise SpecError(f"{clip(file, 200)} cannot be read: {reason(error)}") from error
    return _import_file(str(path), source)


def _class_in_file(file: str, name: str | None) -> type[AnyGame]:
    module = user_file(file)
    games: dict[str, type[AnyGame]] = {
        key: value
        for key, value in vars(module).items()
        if _is_game(value) and value.__module__ == module.__name__
    }
    file = clip(file, 200)
    if not games:
        raise SpecError(f"{file} defines no game; it should have a class like MyGame(zermelo.Game)")
    if name is None and len(games) > 1:
        raise SpecError(f"{file} defines several games, {', '.join(games)}; choose one by :Name")
    for key, owner in games.items():
        if name is None or key.lower() == name.lower():
            return owner
    raise SpecError(f"{file} defines no game {clip(name or '')}; it has {', '.join(games)}")


class _FolderFinder:
    """Finds modules in the folder of a user's file, only for imports by files in this folder.

    If it served all imports, any import of a missing module could run a stranger's file.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find_spec(self, name: str, path: Any, _: Any = None) -> ModuleSpec | None:
        """The spec of the module, if a file in the folder imports it; else None."""
        frame = sys._getframe(1)
        while frame.f_back and "importlib" in frame.f_code.co_filename:
            frame = frame.f_back
        if path is not None or not Path(frame.f_code.co_filename).is_relative_to(self._folder):
            return None
        return PathFinder.find_spec(name, [str(self._folder)])


@functools.cache
def _import_file(path: str, source: bytes) -> UserFile:
    """Run a file once per content: equal specs then make equal games. `SpecError` if it fails."""
    name = f"{Path(path).stem}_{crc32(path.encode()):08x}"
    module = UserFile(name)
    module.__file__, module.source = path, source
    previous = sys.modules.get(name)
    sys.modules[name] = module
    finder = _FolderFinder(Path(path).parent)
    sys.meta_path.append(finder)
    try:
        exec(compile(source, path, "exec"), vars(module))
    except (Exception, SystemExit) as error:
        sys.modules.pop(name) if previous is None else sys.modules.update({name: previous})
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == path]
        known = error.lineno if isinstance(error, SyntaxError | ContractError) else None
        line = known or (lines or [None])[-1]
        place = clip(path, 200) + (f" line {line}" if line else "")
        raise SpecError(f"{place}: {_fault(error)}") from error
    finally:
        sys.meta_path.remove(finder)
    for owner in filter(_is_game, list(vars(module).values())):
        if owner.__module__ == name:
            copyreg.pickle(owner, _pickled_form)
    return module


def _pickled_form(game: AnyGame) -> Any:
    """The pickled form of a user's game: the file, its source, the class and the parameters."""
    module = sys.modules[type(game).__module__]
    assert isinstance(module, UserFile)
    return _remake, (module.__file__, module.source, type(game).__name__, parameters_of(game))


@functools.cache
def _remake(path: str, source: bytes, name: str, given: tuple[tuple[str, Any], ...]) -> AnyGame:
    return vars(_import_file(path, source))[name](**dict(given))  # type: ignore[no-any-return]


def _fault(error: BaseException) -> str:
    message = error.msg if isinstance(error, SyntaxError) else str(error)
    return f"{type(error).__name__}: {clip(message, 200)}" if message else type(error).__name__


# Parameters --------------------------------------------------------------------------------------


def _parameters(owner: type[AnyGame], arguments: str) -> dict[str, Any]:
    """The parameters' values by name; values without a name follow the order of the class's fields.

    Raises `SpecError` for anything but parameters in parentheses, and `ParameterError` for unknown
    names, and for values that are not literals.
    """
    game = owner.__name__.lower()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python warns of invalid escapes in strings
            call = ast.parse(f"game{arguments}", mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise SpecError(f"{clip(arguments)} cannot be read; write a spec like {EXAMPLE}") from error
    if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
        raise SpecError(f"{clip(arguments)} should be parameters, as in {EXAMPLE}")
    names = [field.name for field in dataclasses.fields(owner) if field.init]
    if len(call.args) > len(names):
        raise ParameterError(
            f"{game} takes {', '.join(names) or 'no parameters'}, not {len(call.args)} values"
        )
    given = [*zip(names, call.args, strict=False), *((key.arg, key.value) for key in call.keywords)]
    parameters: dict[str, Any] = {}
    for name, value in given:
        if name not in names:
            raise ParameterError(f"{game}: {unknown('parameter', name or '**', names)}")
        if name in parameters:
            raise ParameterError(f"{game}: {name} should be given only once")
        try:
            parameters[name] = ast.literal_eval(value)
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError) as error:
            right = "a literal like 3, True, 'knight' or [(2, 1)]"
            raise ParameterError(f"{game}: {name} should be {right}") from error
    return parameters


def _construct(owner: type[AnyGame], parameters: dict[str, Any]) -> AnyGame:
    game = owner.__name__.lower()
    for field in dataclasses.fields(owner):
        if field.init and field.default is dataclasses.MISSING and field.name not in parameters:
            raise ParameterError(f"{game}: {field.name} is missing")
    try:
        return owner(**parameters)
    except UsageError:
        raise
    except Exception as error:  # raised by validate() of a user's game
        raise ParameterError(f"{game} refuses these parameters: {_fault(error)}") from error
