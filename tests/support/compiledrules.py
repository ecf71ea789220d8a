"""Functions and rules compiled without a kernel, compared with plain Python's results."""

import math
import random
from pathlib import Path
from typing import Any

from walking import random_states
from zermelo.contract.game import ONGOING
from zermelo.native.calling import Code
from zermelo.native.compiler.arithmetic import WIDEST
from zermelo.native.compiler.compiler import Compiler
from zermelo.native.compiler.faults import EXCEPTIONS
from zermelo.native.compiler.kinds import State, Unsupported
from zermelo.native.compiler.layouts import joined_layouts, layout_of
from zermelo.native.machine import Machine, object_code
from zermelo.native.running import facts_about, why
from zermelo.native.values import kind_of
from zermelo.spec import parse_game


class FailedError(Exception):
    """Compiled code has ended with an error number that stands for no exception."""


class Compiled:
    """A function compiled for arguments of these types; it returns what plain Python returns."""

    def __init__(
        self, function: Any, *arguments: Any, game: Any = None, layout: Any = None, bits: int = 64
    ) -> None:
        self.layout = layout
        compiler = Compiler(game, layout, bits=bits)
        kinds = [_kind(value, game, layout) for value in arguments]
        text = compiler.module(function, kinds)
        tables = {name: getattr(game, name) for name in compiler.shared}
        machine = Machine(object_code(text), tables)
        self.code = Code(machine, kinds, layout, facts_about(compiler))

    def __call__(self, *arguments: Any) -> Any:
        called = self.code(arguments)
        if not called.succeeds:
            owner = {**EXCEPTIONS, **self.code.facts.raised}.get(called.error)
            if owner is not None:
                raise owner(f"line {called.line}")
            raise FailedError(called.error)
        return called.result()


def _kind(value: Any, game: Any, layout: Any) -> Any:
    if layout is not None and type(value) is type(game.start()):
        return State(layout)
    return kind_of(value, None, None)


def play(game: Any, state: Any, number: int) -> Any:
    """The state after the move with this number."""
    for place, move in enumerate(game.moves(state)):
        if place == number:
            return game.play(state, move)
    return None


play.native = play  # like kernels; rules get code of their own, and are checked


def same(a: Any, b: Any) -> bool:
    """Whether two values are equal and have parts of the same types."""
    if isinstance(a, float) and isinstance(b, float) and math.isnan(a):
        return math.isnan(b)
    if isinstance(a, (tuple, list)) and type(a) is type(b):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, bool) != isinstance(b, bool) or isinstance(a, float) != isinstance(b, float):
        return False
    return a == b


def answer(function: Any, *arguments: Any) -> Any:
    """The result of a function; for an error, its type, or its number in a text."""
    try:
        return function(*arguments)
    except FailedError as error:
        return f"error {error}"
    except Exception as error:
        return type(error)


def compare_rule(path: Path, source: str, count: int, **fields: Any) -> str:
    """The first difference in `play` of the game `Count` in a source, or why it does not compile.

    count   the number of states of random games in which the rule is called
    fields  call it instead in two states with these fields, one for each player
    """
    path.write_text(source, encoding="utf-8")
    game, bits = parse_game(f"{path}:Count"), 64
    states = list(random_states(game, random.Random(0), count, 400))
    more = layout_of(list(random_states(game, random.Random(1), 300, 400)))
    given = {"game": game, "layout": joined_layouts(more, layout_of(states))}
    if fields:
        states = [game.start()._replace(**fields, player=player) for player in (0, 1)]
    try:
        compiled = Compiled(play, game, game.start(), 0, **given)
    except Unsupported as error:
        return f"refused: {why(error)}"
    for state in states:
        for number in range(len([*game.moves(state)]) if game.outcome(state) == ONGOING else 0):
            a, b = (answer(function, game, state, number) for function in (play, compiled))
            while b == "error 1" and bits < WIDEST:  # as a kernel does
                bits *= 2
                compiled = Compiled(play, game, game.start(), 0, bits=bits, **given)
                b = answer(compiled, game, state, number)
            if b in ("error 1", "error 2", "error 4"):
                continue  # kernels widen the contract, or have the game run plain
            if not same(a, b):
                return f"differs in {state} by {number}: plain {a!r}, compiled {b!r}"
    return ""
