"""Compile kernels for a game and call them: machine code, errors, the contract of states.

A rule that fails runs again in plain Python, which raises the proper error. A state outside the
game's contract widens the contract, and the call is repeated. If compiled code cannot match Python,
the game runs plain from then on, after one warning.
"""

from __future__ import annotations

import sys
import threading
import warnings
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import zip_longest
from typing import Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.states import random_games
from zermelo.contract.views import game_as_written, is_shipped
from zermelo.errors import ContractError, NativeWarning, clip
from zermelo.native.cache import note_number, noted_number, object_for, remember
from zermelo.native.calling import ARENA, Called, Code, Facts
from zermelo.native.compiler import layouts
from zermelo.native.compiler.arithmetic import WIDEST
from zermelo.native.compiler.compiler import Compiler, type_in_words
from zermelo.native.compiler.faults import CONTRACT, ENDLESS, EXCEPTIONS, MEMORY, OVERFLOW, ROUNDS
from zermelo.native.compiler.kinds import WORD, State, Static, Unsupported
from zermelo.native.fingerprint import fingerprint, identity
from zermelo.native.kernel import compile_quickly, kernel, pause
from zermelo.native.machine import LEVEL, Machine, object_code, processor
from zermelo.native.values import OutsideError, kind_of

GAMES: Final = 24  # random games that sample states
KEPT: Final = 256  # kernels whose machine code stays loaded
MOVES: Final = 3_000  # roughly the most moves generated while sampling states
DEPTH: Final = 5_000  # the recursion limit while compiling deeply nested code

_lock = threading.RLock()
_layouts: dict[Game[Any], Any] = {}
_bits: dict[Any, int] = {}  # the width of the rules' ints, if wider than a word
_symbols: dict[Game[Any], dict[Any, int]] = {}  # numbers of texts and Enum members in states
_plain: dict[Any, str] = {}  # why games run plain
_made: OrderedDict[Any, Compiled] = OrderedDict()  # the kernels, the most recently used last
_compared: set[Any] = set()  # the games whose compiled rules were compared with Python
_last: dict[Any, Compiler] = {}  # the most recent compiler, by its inputs


def prepare(function: Any, *arguments: Any) -> Callable[..., Any]:
    """Compile a kernel for arguments like these; return `function` if the rules can't compile."""
    with pause(), _lock:
        game = next((item for item in arguments if isinstance(item, Game)), None)
        if game is not None:
            _compare_once(game)
            if not is_native(game):
                return function  # type: ignore[no-any-return]
        try:
            return Call(function, game, arguments)
        except Unsupported as error:
            if game is None:
                raise
            _run_plain(game, why(error))
            return function  # type: ignore[no-any-return]


def is_native(game: Game[Any]) -> bool:
    """Whether kernels run compiled for `game`, as far as is known: False after a failure."""
    return type(game).compiles and game not in _plain


def runs_plain(game: Game[Any]) -> str:
    """The reason why a game runs plain; empty if it compiles, as far as is known."""
    if not type(game).compiles:
        return "its rules request it (compiles = False)"
    with _lock:
        _compare_once(game)
    return _plain.get(game, "")


def described_rules(function: Any, game: Game[Any]) -> tuple[dict[Any, dict[str, str]], str]:
    """The types of variables in each function that a kernel reaches, or why it can't compile."""
    with _lock:
        layout = layout_for(game)
        _last.clear()  # forget the variables of other kernels
        try:
            compiler = compile_kernel(function, game, layout, [Static(game), State(layout)])
        except Unsupported as error:
            return {}, why(error)
    found: dict[Any, dict[str, str]] = {}
    for (source, name), kinds in compiler.variables.items():
        found.setdefault(source, {})[name] = type_in_words(compiler, kinds)
    return found, ""


def why(error: Unsupported) -> str:
    """The place and reason of a failure to compile: "mine.py:12: a loop over a set …"."""
    node, source = getattr(error, "node", None), getattr(error, "source", None)
    if node is None or source is None:
        return str(error)
    name = source.filename.replace("\\", "/").rpartition("/")[2]
    return f"{name}:{node.lineno}: {error}"


def _run_plain(game: Game[Any], reason: str) -> None:
    if game not in _plain:
        _plain[game] = reason
        warnings.warn(f"{game} runs as plain Python, slowly: {reason}", NativeWarning, stacklevel=6)


# The contract of states ---------------------------------------------------------------------------


def layout_for(game: Game[Any]) -> Any:
    """The contract of the game's states, sampled on first use."""
    if game not in _layouts:
        states = [game.start()]
        for state, _, _, child in random_games(game, GAMES, MOVES):
            states += [state, child]
        _layouts[game] = layouts.with_unseen(layouts.layout_of(states))
        _note_symbols(game, states)
    return _layouts[game]


def _note_symbols(game: Game[Any], states: list[Any]) -> None:
    symbols = _symbols.setdefault(game, {})
    for symbol in layouts.symbols_in(tuple(states)):
        symbols.setdefault(symbol, len(symbols))


def bits_of_ints(game: Game[Any] | None) -> int:
    """The width of the ints that the rules compute with, as far as is known."""
    if game is None:
        return 64
    if game not in _bits:
        _bits[game] = noted_number(f"bits of {identity(game)}") or 64
    return max(_bits[game], layouts.widest_int(layout_for(game)))


def cover(game: Game[Any], states: list[Any]) -> bool:
    """Widen the layout and the symbols to cover these states; return whether either changed."""
    before, known = layout_for(game), len(_symbols[game])
    wider = layouts.with_unseen(layouts.layout_of(states))
    layout = layouts.with_unseen(layouts.joined_layouts(before, wider))
    _note_symbols(game, states)
    if layout == before:
        return len(_symbols[game]) > known
    most = layouts.largest_int(layout)
    if WORD.high >> 1 < most < 1 << 64:  # probably a board: more ints will outgrow their ranges
        layout = layouts.with_ints(
            layout, lambda x: replace(x, high=max(x.high, most)) if x.high > 127 else x
        )
    _layouts[game] = layout
    return True


# Machine code -------------------------------------------------------------------------------------


class Compiled(Code):
    """Machine code that is loaded from the disk, or else compiled and stored there."""

    def __init__(self, function: Any, game: Any, layout: Any, kinds: list[Any]) -> None:
        def make() -> tuple[Facts, bytes]:
            compiler = compile_kernel(function, game, layout, kinds)
            code = object_code(compiler.text, level=getattr(function, "level", LEVEL))
            return facts_about(compiler), code

        rules = identity(game) if game is not None else ""
        names = ["game" if isinstance(x, Static) and x.value is not None else x for x in kinds]
        given = layout, bits_of_ints(game), [*_symbols.get(game, ())], names
        key = repr((fingerprint(function), rules, given, processor()))
        facts, code = object_for(function.__name__, key, make)
        tables = {name: getattr(game, name) for name in facts.tables}
        super().__init__(Machine(code, tables), kinds, layout, facts)


def compile_kernel(
    function: Any, game: Any, layout: Any, kinds: list[Any], *, asks_host: bool = False
) -> Compiler:
    """Compile a kernel and return the compiler, the previous one if its inputs are the same."""
    known, depth, bits = _symbols.get(game, {}), sys.getrecursionlimit(), bits_of_ints(game)
    key = game, layout, bits, (*known,), asks_host
    compiler = _last.pop(key, None) or Compiler(
        game, layout, bits=bits, symbols=known, asks_host=asks_host
    )
    sys.setrecursionlimit(max(depth, DEPTH))
    try:
        compiler.text = compiler.module(function, kinds)
    finally:
        sys.setrecursionlimit(depth)
    _last.clear()
    _last.update({key: compiler} if game is not None else {})
    return compiler


def facts_about(compiler: Compiler) -> Facts:
    """The facts for the caller of a compiled module."""
    result, tables = compiler.main.result or Static(None), [*compiler.shared]
    rules, raised = [*compiler.rules], dict(compiler.raised)
    return Facts(result, rules, raised, dict(compiler.symbols), tables)


class Call:
    """A kernel compiled for a game, and recompiled when the game's states turn out wider."""

    def __init__(self, function: Any, game: Any, arguments: tuple[Any, ...]) -> None:
        self.function, self.game = function, game
        self.code = self.code_for(arguments)

    def code_for(self, arguments: tuple[Any, ...]) -> Compiled:
        """The machine code for arguments like these, under the current contract."""
        with _lock:
            self.layout = layout_for(self.game) if self.game is not None else None
            kinds = [kind_of(value, self.game, self.layout) for value in arguments]
            names = repr([id(kind.value) if isinstance(kind, Static) else kind for kind in kinds])
            contract = bits_of_ints(self.game), self.layout, len(_symbols.get(self.game, ()))
            key = self.function, self.game, contract, names
            if key not in _made:
                _made[key] = Compiled(self.function, self.game, self.layout, kinds)
                if len(_made) > KEPT:
                    _made.popitem(last=False)  # a search that runs the code keeps it alive
            _made.move_to_end(key)
            return _made[key]

    def __call__(self, *arguments: Any) -> Any:
        """The kernel's result; a failing rule raises the same error as in Python."""
        for _ in range(200):
            code = self.code
            try:
                called = code(arguments)
            except OutsideError:
                if self.game is not None:
                    owner = type(self.game.start())
                    cover(self.game, [value for value in arguments if type(value) is owner])
                self.code = self.code_for(arguments)
                if self.code is code:
                    raise
                continue
            if called.succeeds:
                return called.result()
            if not self.recover(called, arguments):
                return self.function(*arguments)
        raise MemoryError(f"the states of {self.game} grow without end")

    def recover(self, called: Called, arguments: tuple[Any, ...]) -> bool:
        """Raise the error, or recompile for wider values and return True; False means run plain."""
        error = called.error
        if error in called.code.facts.raised and not called.rule:
            raise called.code.facts.raised[error]
        if error == ENDLESS:
            raise self.endless(called)
        if called.rule:
            outcome = called.ask_python(self.game)
            if error == CONTRACT and outcome is not None:
                with _lock:
                    if cover(self.game, outcome):
                        self.code = self.code_for(arguments)
                        return True
        is_made = error == CONTRACT and not called.rule  # a kernel made a state from ints or a key
        if is_made and self.widen():
            self.code = self.code_for(arguments)
            return True
        if error in EXCEPTIONS and not called.rule:
            raise EXCEPTIONS[error](f"in {self.function.__name__}, line {called.line}")
        if error == OVERFLOW and self.game is not None and bits_of_ints(self.game) < WIDEST:
            with _lock:
                _bits[self.game] = 2 * bits_of_ints(self.game)
                note_number(f"bits of {identity(self.game)}", _bits[self.game])
                self.code = self.code_for(arguments)
            return True
        if error == MEMORY:
            raise MemoryError(f"{self.function.__name__} needs more than {ARENA >> 20} MiB")
        reason = (
            "its numbers get too wide for compiled code"
            if error == OVERFLOW
            else f"compiled code stops in {called.rule or self.function.__name__}:{called.line}"
        )
        if self.game is None:
            raise OverflowError(reason)
        _run_plain(self.game, reason)
        return False

    def endless(self, called: Called) -> ContractError:
        """The error for a loop that does not end."""
        code = getattr(getattr(game_as_written(self.game), called.rule, None), "__code__", None)
        file = code.co_filename.replace("\\", "/").rpartition("/")[2] if code else "the rules"
        rounds = f"seems endless: {ROUNDS:,} iterations in one call"
        error = ContractError(f"{file}:{called.line}: a loop in {called.rule} {rounds}")
        error.lineno = called.line
        return error

    def widen(self) -> bool:
        """Widen the ints of the state layout, up to 64 bits; return whether any changed."""
        with _lock:
            before = layout_for(self.game)
            _layouts[self.game] = layouts.roomier(before)
            return bool(_layouts[self.game] != before)


# Games that run plain -----------------------------------------------------------------------------


def _compare_once(game: Game[Any]) -> None:
    """Before `game` first runs compiled, compare its compiled rules with Python."""
    if game in _compared:
        return
    _compared.add(game)
    if is_native(game) and not is_shipped(game):
        reason = remember(f"agreement of {identity(game)}", lambda: _compare_rules(game))
        if reason:
            _run_plain(game, reason)


def _compare_rules(game: Game[Any]) -> str:
    """Describe the first wrong answer of compiled rules; empty if all agree or don't compile."""
    written = array("q", bytes(8 * (FIRST + ROOM)))
    compiled = prepare(answers, game, game.start(), 0, written)
    for state, moves, move, child in random_games(game, GAMES, MOVES) if is_native(game) else ():
        try:
            reached = compiled(game, state, move, written)
        except Exception as error:  # an error of the compiled rules that Python does not raise
            return f"in {clip(repr(state), 200)}, compiled rules raise {clip(repr(error))}"
        for what, plain, other in _answers(game, state, moves, child, written.tolist(), reached):
            if plain != other:
                after = f", move {move}" if what == "play" else ""
                says, but = _from_where_they_differ(repr(plain), repr(other))
                return f"in {clip(repr(state), 200)}{after}, {what} says {says}, but compiled {but}"
    return ""


ROOM: Final = 256  # the most moves of a state to compare
SHOWN, CONTEXT = 60, 24  # characters shown of an answer, and before the first difference
PLAYER, OUTCOME, COUNT, FIRST = 0, 1, 2, 3  # indices in `written`, see `answers`


@compile_quickly(0)
@kernel
def answers(game: Game[Any], state: Any, move: int, written: Any) -> Any:
    """Play `move`, which is legal unless the game is over; return the state after it.

    Writes the player to move, the outcome, the number of moves and the moves to `written`.
    """
    written[PLAYER], written[OUTCOME] = game.player(state), game.outcome(state)
    count = 0
    if written[OUTCOME] == ONGOING:
        for legal in game.moves(state):
            if count < len(written) - FIRST:
                written[FIRST + count] = legal
            count += 1
    written[COUNT] = count
    return game.play(state, move) if count else state


def _from_where_they_differ(*texts: str) -> list[str]:
    """Shorten two answers for a message; drop most of a long beginning that both share."""
    alike = (place for place, letters in enumerate(zip_longest(*texts)) if len({*letters}) > 1)
    same = next(alike, 0) - CONTEXT if max(map(len, texts)) > SHOWN else 0
    return [clip(f"…{text[same:]}" if same > 0 else text, SHOWN) for text in texts]


def _answers(
    game: Game[Any], state: Any, moves: list[int], child: Any, given: list[int], reached: Any
) -> Iterator[tuple[str, Any, Any]]:
    """Each compared rule, with Python's answer and the compiled answer."""
    yield "player", game.player(state), given[PLAYER]
    yield "outcome", game.outcome(state), given[OUTCOME]
    for plain, compiled in zip_longest(moves[:ROOM], given[FIRST:][: min(given[COUNT], ROOM)]):
        yield "moves", plain, compiled
    if moves:
        yield "play", child, reached
