"""Records the calls of a student's functions for states of a game: the tree that a search visits.

The code runs unchanged. Python reports its calls, see `sys.setprofile`, and a call that has a game
and a state among its arguments is a node. Nested calls for the same state are one node.
"""

import dis
import inspect
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf
from numbers import Real
from types import CodeType, FrameType
from typing import Any, Final

from zermelo.course.answers import plain

MOST: Final = 2_000  # the most nodes of a tree
LONGEST: Final = 10.0  # seconds of recording after which no new tree begins
LOWER: Final = {"alpha", "a", "α", "low"}
UPPER: Final = {"beta", "b", "β", "high"}
GENERATOR: Final = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
NOBODY: Final = -1
Key = tuple[Any, ...]


@dataclass
class Call:
    """A node: the call of a function for a state."""

    function: str
    first_line: int
    state: Any
    parent: int  # the index of the node above
    alpha: float = -inf  # the lower end of the window, if it is among the arguments
    beta: float = inf
    value: float | None = None  # the number that the result is or begins with, if any
    result: Any = None  # the whole result, as JSON
    line: int = 0  # the line of the return or error; 0 while the call runs
    failed: bool = False  # whether an exception ended it


@dataclass
class CallTree:
    """A call with all calls inside it, in the order in which they began."""

    game: Any
    key: Key  # the function, its state and other arguments, and the number of equal calls so far
    player: int | None  # the argument `player`, for whom values count; None without it
    calls: list[Call] = field(default_factory=list)
    broken: bool = False  # whether nodes are missing, because the search has more than `MOST` nodes


class _EnoughError(BaseException):
    """Stops the recorded code once its trees are complete or too large, or time is up."""


class Recorder:
    """Records the calls of code in files whose names begin with `file`, as trees. Functions in
    `values` return values, not moves. Keeps the trees with keys in `wanted`, and the first tree of
    each state in these keys; without `wanted`, the latest trees.
    """

    def __init__(self, file: str, values: Set[str], wanted: Set[Key] | None = None) -> None:
        self.trees: list[CallTree] = []
        self._missing = {*(wanted or ())}
        self._states = {key[1] for key in wanted or ()}
        self._file, self._values, self._wanted = file, values, wanted
        self._asked: Counter[Key] = Counter()
        self._places: dict[CodeType, int] = {}
        self._tree: CallTree | None = None
        self._open: list[tuple[FrameType, int]] = []  # running frames and their nodes
        self._named, self._ends = "", inf

    def record(self, ask: Callable[[], object]) -> None:
        """Record the calls during `ask()`, even if an exception ends it."""
        self._ends = time.monotonic() + LONGEST
        sys.setprofile(self._note)
        try:
            ask()
        except BaseException:  # the tree shows the error, or the answer to the question does
            pass
        finally:
            sys.setprofile(None)
        self._keep()

    def _note(self, frame: FrameType, event: str, result: Any) -> None:
        if not frame.f_code.co_filename.startswith(self._file):
            return
        if event == "call" and not frame.f_code.co_flags & GENERATOR:
            self._enter(frame)
        elif event == "return" and self._open and self._open[-1][0] is frame:
            self._leave(frame, result)

    def _enter(self, frame: FrameType) -> None:
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        given = frame.f_locals
        arguments = [given[name] for name in names if name in given]
        place = self._place(code, names, arguments)
        if place < 0:
            return
        state = arguments[place]
        above = self._open[-1][1] if self._open else NOBODY
        if self._tree is None:
            if time.monotonic() > self._ends:
                raise _EnoughError
            self._tree = self._begin(code.co_name, place, arguments, given.get("player"))
            self._named = names[place]
        elif (top := self._tree.calls[above].state) is state or (
            type(top) is type(state) and bool(top == state)
        ):
            self._open.append((frame, above))
            return
        calls = self._tree.calls
        if len(calls) == MOST:
            self._tree.broken = True
            raise _EnoughError
        self._open.append((frame, len(calls)))
        call = Call(code.co_name, code.co_firstlineno, state, above)
        calls.append(call)
        for name, value in zip(names, arguments, strict=False):
            if isinstance(value, Real):
                call.alpha = float(value) if name.lower() in LOWER else call.alpha
                call.beta = float(value) if name.lower() in UPPER else call.beta

    def _begin(self, name: str, place: int, arguments: list[Any], player: Any) -> CallTree:
        """Begin a tree; numbers, texts and names among the arguments become part of its key."""
        game, state = arguments[place - 1 : place + 1]
        rest = [each for each in arguments if each is not state]
        named = (getattr(each, "__name__", repr(getattr(each, "limit", None))) for each in rest)
        pairs = zip(rest, named, strict=True)
        kept = (repr(each) if isinstance(each, Real | str) else called for each, called in pairs)
        key = (name, state, *kept)
        self._asked[key] += 1
        whose = player if type(player) is int and name in self._values else None
        return CallTree(game, (*key, self._asked[key]), whose)

    def _place(self, code: CodeType, names: Sequence[str], arguments: list[Any]) -> int:
        """The index of the state among the arguments: after the game, or like the root's; or −1."""
        if code.co_name in ("__init__", "__new__"):
            return -1
        if (known := self._places.get(code)) is not None:
            return known if known < len(arguments) else -1
        fits = [
            is_state(game, state) and name.lower() not in LOWER | UPPER
            for (game, state), name in zip(pairwise(arguments), names[1:], strict=False)
        ]
        place = 1 + fits.index(True) if True in fits else -1
        if self._tree is not None and place < 0:
            root = type(self._tree.calls[0].state)
            fits = [
                name == self._named or (type(each) is root and not isinstance(each, Real))
                for name, each in zip(names, arguments, strict=False)
            ]
            place = fits.index(True) if True in fits else -1
        if place >= 0:
            self._places[code] = place
        return place

    def _leave(self, frame: FrameType, result: Any) -> None:
        assert self._tree is not None
        node = self._open.pop()[1]
        calls, inside = self._tree.calls, bool(self._open) and self._open[-1][1] == node
        call, name = calls[node], frame.f_code.co_name
        answer, number = plain(result), _number(result)
        operation = dis.opname[frame.f_code.co_code[frame.f_lasti]]
        failed = result is None and not operation.startswith("RETURN")  # an exception ends it
        decides = node == 0 and name not in self._values
        if not (decides or failed or call.failed) and (not inside or number is not None):
            call.value = number
        if not call.failed:
            call.line, call.result = frame.f_lineno, answer
        call.failed |= failed
        if not inside and isinstance(answer, bool) and node == len(calls) - 1:
            calls.pop()  # the call only tested the state, for example for the end of the game
        if not self._open:
            self._keep()
            if self._wanted is not None and not self._missing:
                raise _EnoughError

    def _keep(self) -> None:
        """Keep the finished tree, if wanted; drop the oldest trees if there are too many nodes."""
        tree, self._tree, self._open = self._tree, None, []
        if tree is None or not tree.calls:
            return
        if self._wanted is not None:
            if tree.key in self._missing or tree.key[1] in self._states:
                self.trees.append(tree)
            self._missing.discard(tree.key)
            self._states.discard(tree.key[1])
            return
        self.trees.append(tree)
        while sum(len(each.calls) for each in self.trees) > 2 * MOST and len(self.trees) > 1:
            self.trees.pop(0)


def is_state(game: Any, state: Any) -> bool:
    """Whether `game` is a game in a form that exercises use, and `state` one of its states."""
    if isinstance(game, type):
        return False
    if hasattr(game, "next_states"):
        rules = getattr(game, "rules", None)
        return isinstance(state, tuple | Real) if rules is None else is_state(rules, state)
    if not (hasattr(game, "play") and hasattr(game, "moves") and hasattr(game, "start")):
        return False
    return type(state) is type(game.start())


def _number(result: Any) -> float | None:
    """The number in a result: the result itself or its first item; None if neither is a number."""
    if isinstance(result, tuple | list) and result:
        result = result[0]
    answer = plain(result)
    return answer if isinstance(answer, int | float) and not isinstance(answer, bool) else None


def ends_bare(frame: FrameType, result: Any) -> bool:
    """Whether a function ends without a value: after its last statement or at a bare `return`."""
    code = frame.f_code
    if result is not None or code.co_flags & GENERATOR or code.co_name in ("__init__", "<module>"):
        return False
    operation, before = (dis.opname[code.co_code[frame.f_lasti - back]] for back in (0, 2))
    return operation == "RETURN_CONST" or (operation, before) == ("RETURN_VALUE", "LOAD_CONST")
