"""Functions and rules compiled by themselves, without a kernel: what they return, as Python has it.

    PYTHONPATH=tests/support python tests/support/compiledrules.py [GAME or FILE.py …] [--positions N]

compares the rules and hints of games with plain Python on random positions: all shipped games and
those of tests/support/natural, as they are written, if none is named.
"""

from __future__ import annotations

import argparse
import ctypes
import faulthandler
import linecache
import math
import random
import struct
import sys
import time
import types
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from zermelo.contract.game import ONGOING, Game
from zermelo.native.arguments import kind_of, packer
from zermelo.native.compiler.arithmetic import WIDEST
from zermelo.native.compiler.compiler import Compiler
from zermelo.native.compiler.faults import EXCEPTIONS
from zermelo.native.compiler.kinds import (
    BOOL, FLOAT, SYMBOL, Container, Int, Maybe, State, Static, Tuple, Unsupported, int_memory,
    word_of,
)  # fmt: skip
from zermelo.native.compiler.layouts import joined_layouts, layout_of
from zermelo.native.layoutbytes import OutsideError, reader, size_and_alignment
from zermelo.native.machine import Machine, object_code
from zermelo.native.calling import Called
from zermelo.native.running import why

NATURAL = Path(__file__).parent / "natural"
MASK = (1 << 64) - 1


class Failed(Exception):
    """Compiled code has ended in an error that stands for no exception, by its number."""


class Compiled:
    """A function compiled for arguments like these, which returns what plain Python does."""

    def __init__(
        self, function: Any, *arguments: Any, game: Any = None, layout: Any = None, bits: int = 64
    ) -> None:
        self.function, self.layout = function, layout
        self.compiler = Compiler(game, layout, bits=bits)
        kinds = [_kind(value, game, layout) for value in arguments]
        self.text = self.compiler.module(function, kinds)
        self.machine = Machine(object_code(self.text, level=1))
        self.rules, self.raised = self.compiler.rules, self.compiler.raised
        self.symbols = self.compiler.symbols
        self.pack = [packer(kind, self.symbols) for kind in kinds]
        self.kind = self.compiler.main.result or Static(None)
        self.words = 256
        self.results = [item.layout for item in _states(self.kind)]

    def __call__(self, *arguments: Any) -> Any:
        words: list[int] = []
        kept: list[Any] = []
        for pack, value in zip(self.pack, arguments, strict=True):
            pack(value, words, kept)
        called = Called(self, self.layout)
        if not called.succeeds(words):
            owner = {**EXCEPTIONS, **self.raised}.get(called.error)
            if owner is not None:
                raise owner(f"line {called.line}")
            raise Failed(called.error)
        return self.read(self.kind, iter(called.words), iter(called.rooms))

    def read(self, kind: Any, words: Iterator[int], rooms: Iterator[Any]) -> Any:
        """A result from its words."""
        if isinstance(kind, State):
            return reader(kind.layout)(next(rooms), 0, list(self.symbols))
        if isinstance(kind, Tuple):
            return _made(kind, [self.read(item, words, rooms) for item in kind.items])
        if isinstance(kind, Static):
            return kind.value
        if isinstance(kind, Int):
            return _int(kind, words)
        if isinstance(kind, Maybe):
            flag, value = next(words) & 1, self.read(kind.of, words, rooms)
            return value if flag else None
        word = next(words)
        if isinstance(kind, Container):
            return self.read_container(kind, word)
        return self.simple(kind, word)

    def simple(self, kind: Any, word: int) -> Any:
        if kind == BOOL:
            return bool(word & 1)
        if kind == FLOAT:
            return struct.unpack("d", struct.pack("q", word))[0]
        return list(self.symbols)[word]

    def read_container(self, kind: Container, address: int) -> Any:
        """The items of a container in the arena, where they still lie."""
        head = (ctypes.c_uint64 * 2).from_address(address)
        size = memory_size(kind.item)[0] if kind.item is not None else 0
        items = [self.read_memory(kind.item, head[0] + i * size) for i in range(head[1])]
        return {"dict": dict, "list": list, "tuple": tuple, "set": set, "frozenset": frozenset}[
            kind.form
        ](items)

    def read_memory(self, kind: Any, address: int) -> Any:
        """A value from memory, where ints are small."""
        if isinstance(kind, (Tuple, Maybe)):
            parts = [BOOL, kind.of] if isinstance(kind, Maybe) else kind.items
            values, end = [], 0
            for part in parts:
                size, alignment = memory_size(part)
                end = -(-end // alignment) * alignment
                if isinstance(kind, Maybe) and values and not values[0]:
                    return None
                values.append(self.read_memory(part, address + end))
                end += size
            return values[1] if isinstance(kind, Maybe) else _made(kind, values)
        if isinstance(kind, Static):
            return kind.value
        size = memory_size(kind)[0]
        room = ctypes.string_at(address, size)
        if isinstance(kind, State):
            return reader(kind.layout)(room, 0, list(self.symbols))
        if isinstance(kind, Int):
            value = (
                kind.low if kind.is_known else int.from_bytes(room, "little", signed=kind.low < 0)
            )
            return value if kind.owner is None else kind.owner(value)
        if isinstance(kind, Container):
            return self.read_container(kind, int.from_bytes(room, "little"))
        return self.simple(kind, int.from_bytes(room, "little", signed=True))


def _kind(value: Any, game: Any, layout: Any) -> Any:
    if layout is not None and type(value) is type(game.start()):
        return State(layout)
    return kind_of(value, None, None)


def _states(kind: Any) -> list[State]:
    if isinstance(kind, State):
        return [kind]
    inner = kind.items if isinstance(kind, Tuple) else [kind.of] if isinstance(kind, Maybe) else []
    return [state for item in inner for state in _states(item)]


def _made(kind: Tuple, items: list[Any]) -> Any:
    return kind.owner(*items) if kind.owner is not None else tuple(items)


def _int(kind: Int, words: Iterator[int]) -> int:
    width, signed = word_of(kind)
    value = kind.low
    if not kind.is_known:
        value = sum((next(words) & MASK) << 64 * i for i in range(width // 64))
        value -= (1 << width) if signed and value >> width - 1 else 0
    return value if kind.owner is None else kind.owner(value)


def memory_size(kind: Any) -> tuple[int, int]:
    """The bytes of a value in a container, and their alignment."""
    if isinstance(kind, State):
        return size_and_alignment(kind.layout)
    if isinstance(kind, (Tuple, Maybe)):
        end, most = 0, 1
        for part in [BOOL, kind.of] if isinstance(kind, Maybe) else kind.items:
            size, alignment = memory_size(part)
            end, most = -(-end // alignment) * alignment + size, max(most, alignment)
        return -(-end // most) * most, most
    if isinstance(kind, Int):
        memory = int_memory(kind, True)
        if memory == "{}":
            return 0, 1
        size = 8 * int(memory[1:].split(" ")[0]) if memory[0] == "[" else int(memory[1:]) // 8
        return size, min(size, 8)
    size = (
        0
        if isinstance(kind, Static)
        else {BOOL: 1, SYMBOL: 4}.get(kind, 8)
        if not isinstance(kind, Container)
        else 8
    )
    return size, size or 1


# Rules of games -----------------------------------------------------------------------------------

OF_STATE = (
    "player", "outcome", "score", "evaluate", "features", "key", "tier", "foresee", "index", "stays",
    "grouped_index", "invariant", "endgame", "bounds", "other_to_move",
    "observation", "remaining", "move_count", "stabiliser",
)  # fmt: skip
LISTED = ("moves", "candidates", "symmetries", "retreats", "exits", "retreat_numbers", "parts")
OF_MOVE = ("play", "order", "loud", "assured", "progress", "action")
ROUND_TRIPS = {"unkey": "key", "move_at": ""}
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
        except Failed as error:
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


def defined(game: Any) -> list[str]:
    """The rules that a game has."""
    return [
        name
        for name in QUESTIONS
        if name in ("moves", "play", "outcome", "player") or game.has(name)
    ]


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


def games() -> Iterator[tuple[str, Callable[[], Any]]]:
    """All games that are compared, by name."""
    from zermelo.games import BUILT_IN

    for name in BUILT_IN:
        module, _, owner = BUILT_IN[name].partition(":")
        yield name, lambda module=module, owner=owner: getattr(import_module(module), owner)()
    for path in sorted(NATURAL.glob("*.py")):
        yield path.stem, lambda path=path: raw_game(path)


def main() -> int:
    """Compare the games that are named."""
    faulthandler.enable()
    sys.setrecursionlimit(5000)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--rule", action="append")
    options = parser.parse_args()
    known = dict(games())
    failed = 0
    for name in options.names or known:
        make = known.get(name) or (lambda name=name: raw_game(Path(name)))
        try:
            rules = Rules(make(), options.positions)
        except Unsupported as error:
            print(f"{name}: the contract: {error}", flush=True)
            failed += 1
            continue
        found = []
        for rule in options.rule or defined(rules.game):
            try:
                if text := rules.compare(rule):
                    found.append(f"{rule}: {text}")
            except OutsideError:
                found.append(f"{rule}: a state outside the layout")
            except Exception as error:  # a fault of the compiler's
                found.append(f"{rule}: {type(error).__name__}: {str(error)[:300]}")
        failed += bool(found)
        print(
            f"{name}: {rules.seconds:.2f} s", *(f"\n    {text[:600]}" for text in found), flush=True
        )
    print(f"{failed} games fail")
    return failed


if __name__ == "__main__":
    sys.exit(main() > 0)
