"""Functions and rules compiled by themselves, without a kernel; they return what Python returns."""

import linecache
import math
import random
import sys
import time
import types
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from zermelo.contract.game import ONGOING, Game
from zermelo.native.calling import Called, Code
from zermelo.native.compiler.arithmetic import WIDEST
from zermelo.native.compiler.compiler import Compiler
from zermelo.native.compiler.faults import EXCEPTIONS
from zermelo.native.compiler.kinds import State, Unsupported
from zermelo.native.compiler.layouts import joined_layouts, layout_of
from zermelo.native.machine import Machine, object_code
from zermelo.native.running import facts_about, why
from zermelo.native.values import kind_of


class FailedError(Exception):
    """Compiled code has ended in an error that stands for no exception, by its number."""


class Compiled:
    """A function compiled for arguments like these, which returns what plain Python does."""

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
        called = Called(self.code)
        if not called.succeeds(self.code.pack(arguments)):
            owner = {**EXCEPTIONS, **self.code.facts.raised}.get(called.error)
            if owner is not None:
                raise owner(f"line {called.line}")
            raise FailedError(called.error)
        return called.result()


def _kind(value: Any, game: Any, layout: Any) -> Any:
    if layout is not None and type(value) is type(game.start()):
        return State(layout)
    return kind_of(value, None, None)


# Rules of games -----------------------------------------------------------------------------------

OF_STATE = (
    "player", "outcome", "score", "evaluate", "features", "key", "tier", "foresee", "index",
    "stays", "grouped_index", "invariant", "endgame", "bounds", "other_to_move",
    "observation", "remaining", "move_count", "stabiliser",
)  # fmt: skip
LISTED = ("moves", "candidates", "symmetries", "retreats", "exits", "retreat_numbers", "parts")
OF_MOVE = ("play", "order", "loud", "assured", "progress", "action")
MOVE = """
    count = 0
    for move in game.moves(state):
        if count == number:
            return game.{}(state, move)
        count += 1
    return None
"""


def _question(name: str) -> Any:
    """A function that asks a rule: of a state, or of a state and the number of a move."""
    if name in OF_MOVE:
        text = f"def {name}(game, state, number):{MOVE.format(name)}"
    elif name in LISTED:
        text = f"def {name}(game, state):\n    return [*game.{name}(state)]\n"
    elif name == "unkey":
        text = "def unkey(game, state):\n    return game.unkey(game.key(state))\n"
    else:
        text = f"def {name}(game, state):\n    return game.{name}(state)\n"
    file = f"<rule {name}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    module: dict[str, Any] = {}
    exec(compile(text, file, "exec"), module)
    function = module[name]
    function.native = function  # as kernels are: rules have code of their own, and are checked
    return function


QUESTIONS = {name: _question(name) for name in (*OF_STATE, *LISTED, *OF_MOVE, "unkey")}


def positions(game: Any, count: int, seed: int = 0) -> list[Any]:
    """States of random games, the ends among them."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        state = game.start()
        for _ in range(400):
            found.append(state)
            moves = list(game.moves(state)) if game.outcome(state) == ONGOING else []
            if not moves or len(found) >= count:
                break
            state = game.play(state, chance.choice(moves))
    return found


def same(a: Any, b: Any) -> bool:
    """Whether two values are equal, and of the same types in them."""
    if isinstance(a, float) and isinstance(b, float) and math.isnan(a):
        return math.isnan(b)
    if isinstance(a, (tuple, list)) and type(a) is type(b):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, bool) != isinstance(b, bool) or isinstance(a, float) != isinstance(b, float):
        return False
    return a == b


class Rules:
    """The rules of a game compiled one by one, beside plain ones."""

    def __init__(self, game: Any, count: int) -> None:
        self.game = game
        self.states = positions(game, count)
        self.layout = layout_of(positions(game, 300, 1))
        self.layout = joined_layouts(self.layout, layout_of(self.states))
        self.seconds = 0.0

    def answer(self, function: Any, arguments: tuple[Any, ...]) -> Any:
        try:
            return function(self.game, *arguments)
        except FailedError as error:
            return f"error {error}"
        except Exception as error:
            return type(error)

    def compare(self, name: str) -> str:
        """What differs, or does not compile; empty if nothing does."""
        question, start = QUESTIONS[name], self.game.start()
        first = (start, 0) if name in OF_MOVE else (start,)
        plain = [self.answer(question, first)]
        if plain == [NotImplementedError] or isinstance(plain[0], types.GeneratorType):
            return ""
        began = time.process_time()
        bits = 64
        try:
            compiled = Compiled(question, self.game, *first, game=self.game, layout=self.layout)
        except Unsupported as error:
            return f"refused: {why(error)}"
        self.seconds += time.process_time() - began
        for state in self.states:
            ends = self.game.outcome(state) != ONGOING
            moves = 0 if ends else len(list(self.game.moves(state)))
            asked = [(state, i) for i in range(moves)] if name in OF_MOVE else [(state,)]
            for arguments in asked if not (ends and name in ("candidates", "moves")) else []:
                a, b = self.answer(question, arguments), self.answer(compiled, arguments)
                while b == "error 1" and bits < WIDEST:  # a kernel takes wider words, too
                    bits *= 2
                    compiled = Compiled(
                        question, self.game, *first, game=self.game, layout=self.layout, bits=bits
                    )
                    b = self.answer(compiled, arguments)
                if b in ("error 1", "error 2", "error 4"):
                    continue  # kernels widen the contract, or have the game run plain
                if not same(a, b):
                    return f"differs in {arguments}: plain {a!r}, compiled {b!r}"
        return ""


def compared(path: Path, source: str, count: int, state: Any = None, rule: str = "play") -> str:
    """What differs in a rule of the game with this source, or why it does not compile.

    state  fields of the states in which it is asked, else of random games
    """
    path.write_text(source, encoding="utf-8")
    rules = Rules(raw_game(path), count)
    if state:
        start = rules.game.start()
        rules.states = [start._replace(**state, player=player) for player in (0, 1)]
    return rules.compare(rule)


def raw_game(path: Path) -> Any:
    """The game in a file, as it is written."""
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
