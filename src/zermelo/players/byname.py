"""Players by name: "engine:seconds=0.1", "alphabeta:depth=4", "mine.py:cautious", "exec:./bot"."""

import ast
import contextlib
import dataclasses
import functools
import inspect
import random
import re
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any, Final

from zermelo.contract.arguments import GameGiven, game_given, reject_unknown_keywords
from zermelo.contract.game import Game
from zermelo.errors import CapabilityError, ParameterError, UsageError, clip, unknown
from zermelo.learned.evaluation import shipped_weights
from zermelo.native.fingerprint import truth_members
from zermelo.play.player import Guest, Named, Person, Player, PlayerSpec, Terms
from zermelo.players.external import host_player, own_player
from zermelo.players.kinds import HELP, KINDS, LIMITS, OURS, Kind, Request
from zermelo.players.levels import TIMED
from zermelo.search.clock import Limits

FILE: Final = re.compile(r"(?P<file>.+\.py)(?::(?P<name>\w+))?")


def player_spec(text: str | Player, terms: Terms) -> PlayerSpec:
    """The player with this name, or the given object as a player, for any number of games. Raises
    `UsageError` for an unknown name, `CapabilityError` if the game lacks a method that the player
    needs, and `ParameterError` for an object without `choose`.
    """
    if not isinstance(text, str):
        return Guest(_player_given(text))
    name, colon, rest = text.partition(":")
    kind = KINDS.get(name)
    if kind is not None and kind.takes is not None:
        return _limited_player(text, kind, rest, terms)
    if kind is not None and colon:
        spec: PlayerSpec = kind.make(text, terms)
        return spec
    if file := FILE.fullmatch(text):
        return host_player(text, file["file"], own_player(file["file"], file["name"])[0])
    raise UsageError(unknown("player", text, KINDS, HELP))


@reject_unknown_keywords
def player(name: str, game: GameGiven, *, seed: int | None = None, native: bool = True) -> Player:
    """A player of one game, by name as in matches; its method `choose` returns moves.

    name    "best:nodes=1000", "level:3", "mine.py:cautious" …
    game    the game that it plays, or its spec
    seed    the seed for random choices
    native  whether searches are compiled

    Raises `UsageError` for an unknown name, and `CapabilityError` if the game lacks a method that
    the player needs.

    >>> import zermelo
    >>> nim = zermelo.game("nim(rows=[1, 2])")
    >>> best = player("best:nodes=100", nim, native=False)
    >>> nim.format_move(nim.start(), best.choose(nim, nim.start()))
    '1,1'
    """
    terms = Terms(game_given(game), native=native)
    return player_spec(name, terms).begin(terms, random.Random(seed).getrandbits(32))


def _player_given(given: Any) -> Player:
    """A player from an object, a class or a function; raises `ParameterError` for anything else."""
    if inspect.isclass(given) and hasattr(given, "choose"):
        try:
            given = given()
        except TypeError as error:
            raise ParameterError(
                f"the player {given.__name__} cannot be made without arguments: {clip(str(error))}"
            ) from None
    if inspect.isfunction(given) and len(inspect.signature(given).parameters) == 2:
        return SimpleNamespace(name=given.__name__, choose=given)
    if not callable(getattr(given, "choose", None)):
        right = (
            'a name like "engine:seconds=1", an object or a class with choose(game, state), '
            "or a function like it"
        )
        raise ParameterError(f"a player should be {right}, not {clip(repr(given))}")
    player: Player = given
    return player


@contextlib.contextmanager
def seat_players(
    names: Sequence[str], own: dict[str, Player], terms: Terms, seed: int | None
) -> Iterator[tuple[Player, ...]]:
    """Yield the players of one game, from `own` or made by name; stop the new ones at the end."""
    drawn = random.Random(seed)
    with contextlib.ExitStack() as stack:
        players = []
        for name in names:
            if name not in own:
                spec = player_spec(name, terms)
                stack.callback(spec.stop)
            players.append(own.get(name) or spec.begin(terms, drawn.getrandbits(32)))
        yield tuple(players)


def _limited_player(text: str, kind: Kind, rest: str, terms: Terms) -> PlayerSpec:
    numbers, options = _options(text, rest)
    asked = {name: options.pop(name) for name in LIMITS if name in options}
    try:
        for name, value in asked.items():
            if allowed := LIMITS[name]:
                allowed.check(name, value)
            elif type(value) is not str:
                raise ParameterError(f"{name} should name a file, like engine:{name}='NAME'")
        _check_parameters(terms.game, options)
    except ParameterError as error:
        raise ParameterError(f"{clip(text)}: {error}") from None
    if fault := kind.fault(asked, numbers):
        raise UsageError(f"{clip(text)}: {fault}")
    if kind.needs and not terms.game.has(kind.needs):
        raise CapabilityError(
            f"{kind.name} needs {terms.game}'s {kind.needs}: define {kind.needs}(self, state)"
        )
    weights = asked.pop("weights", None)
    if kind.name == "best" or (kind.name == "level" and numbers[0] in TIMED):
        weights = shipped_weights(terms.game)
    limits = Limits(**{name: asked.pop(name, None) for name in ("depth", "seconds", "nodes")})
    request = Request(kind.name, limits, *numbers, **asked)
    return Named(text, functools.partial(kind.make, request), options, weights)


def _options(text: str, rest: str) -> tuple[list[Any], dict[str, Any]]:
    """Parse the numbers and the named literals in "3, nodes=1000"."""
    try:
        call = ast.parse(f"player({rest})", mode="eval").body
        assert isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
        numbers = [ast.literal_eval(value) for value in call.args]
        named = {str(pair.arg): ast.literal_eval(pair.value) for pair in call.keywords}
    except (SyntaxError, ValueError, TypeError, AssertionError, RecursionError, MemoryError):
        raise UsageError(f"{clip(text)} cannot be read; {HELP}") from None
    return numbers, named


def _check_parameters(game: Game, parameters: dict[str, Any]) -> None:
    """Reject parameters that the game lacks or that change its rules; floats, as weights, may."""
    known = [field.name for field in dataclasses.fields(game) if field.init]
    for name in parameters:
        if name not in known:
            raise ParameterError(unknown("option", name, (*LIMITS, *known)))
    other = dataclasses.replace(game, **parameters)
    changed = {name for name in parameters if getattr(other, name) != getattr(game, name)}
    of_rules = {name for name in changed if type(getattr(game, name)) is not float}
    if other.start() != game.start() or of_rules & truth_members(game):
        raise ParameterError("these parameters would change the game's rules")


STORED: Final = ("database", "proof")
PERSON: Final = "human"
OTHER_NAMES: Final = {"computer": "engine", "person": PERSON}


def seat(text: str, terms: Terms, seed: int = 0) -> Player:
    """The player with this name: "human", "engine:seconds=0.5", "level:3", "database:DIR" … Only
    built-in players are allowed, because a saved game from a stranger must not run programs;
    `UsageError` for others.
    """
    text = OTHER_NAMES.get(text, text)
    kind = text.partition(":")[0]
    if text == PERSON:
        return Person()
    if kind not in (*OURS, *STORED):
        raise UsageError(unknown("opponent", text, (PERSON, *OURS, *STORED)))
    player = player_spec(text, terms).begin(terms, seed)
    player.name = text
    return player
