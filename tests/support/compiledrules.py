"""Functions and rules compiled without a kernel, compared with what Python returns."""

import math
import random
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from walking import random_states
from zermelo.contract.game import ONGOING, Game
from zermelo.native.calling import Code
from zermelo.native.compiler.arithmetic import WIDEST
from zermelo.native.compiler.compiler import Compiler
from zermelo.native.compiler.faults import EXCEPTIONS
from zermelo.native.compiler.kinds import State, Unsupported
from zermelo.native.compiler.layouts import joined_layouts, layout_of
from zermelo.native.machine import Machine, object_code
from zermelo.native.running import facts_about, why
from zermelo.native.values import kind_of


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


def moves(game: Any, state: Any) -> Any:
    """All moves."""
    return [*game.moves(state)]


for question in (play, moves):
    question.native = question  # like kernels; rules get code of their own, and are checked


def same(a: Any, b: Any) -> bool:
    """Whether two values are equal and have parts of the same types."""
    if isinstance(a, float) and isinstance(b, float) and math.isnan(a):
        return math.isnan(b)
    if isinstance(a, (tuple, list)) and type(a) is type(b):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, bool) != isinstance(b, bool) or isinstance(a, float) != isinstance(b, float):
        return False
    return a == b


class Rules:
    """The rules of a game, each compiled by itself, to be compared with plain ones."""

    def __init__(self, game: Any, count: int) -> None:
        self.game = game
        self.states = list(random_states(game, random.Random(0), count, 400))
        more = layout_of(list(random_states(game, random.Random(1), 300, 400)))
        self.layout = joined_layouts(more, layout_of(self.states))

    def answer(self, function: Any, arguments: tuple[Any, ...]) -> Any:
        try:
            return function(self.game, *arguments)
        except FailedError as error:
            return f"error {error}"
        except Exception as error:
            return type(error)

    def compare(self, question: Any) -> str:
        """The first difference, or why the rule does not compile; empty if all agrees."""
        start, bits = self.game.start(), 64
        first = (start, 0) if question is play else (start,)
        given = {"game": self.game, "layout": self.layout}
        try:
            compiled = Compiled(question, self.game, *first, **given)
        except Unsupported as error:
            return f"refused: {why(error)}"
        for state in self.states:
            count = len([*self.game.moves(state)]) if self.game.outcome(state) == ONGOING else 0
            asked = [(state, i) for i in range(count)] if question is play else [(state,)]
            for arguments in asked if count else []:
                a, b = self.answer(question, arguments), self.answer(compiled, arguments)
                while b == "error 1" and bits < WIDEST:  # as a kernel does
                    bits *= 2
                    compiled = Compiled(question, self.game, *first, bits=bits, **given)
                    b = self.answer(compiled, arguments)
                if b in ("error 1", "error 2", "error 4"):
                    continue  # kernels widen the contract, or have the game run plain
                if not same(a, b):
                    return f"differs in {arguments}: plain {a!r}, compiled {b!r}"
        return ""


def compare_rule(path: Path, source: str, count: int, state: Any = None, rule: Any = play) -> str:
    """The first difference in a rule of the game with this source, or why it does not compile.

    state  fields of the state in which the rule is called; by default, states of random games
    """
    path.write_text(source, encoding="utf-8")
    rules = Rules(raw_game(path), count)
    if state:
        start = rules.game.start()
        rules.states = [start._replace(**state, player=player) for player in (0, 1)]
    return rules.compare(rule)


def raw_game(path: Path) -> Any:
    """The game in a file, an instance of its last class."""
    if path.stem in sys.modules:
        del sys.modules[path.stem]
    spec: Any = spec_from_file_location(f"raw_{path.stem}", path)
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    own = [
        v
        for v in vars(module).values()
        if isinstance(v, type) and issubclass(v, Game) and v.__module__ == spec.name
    ]
    return own[-1]()
