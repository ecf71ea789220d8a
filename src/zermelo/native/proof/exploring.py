"""The analysis of a game's rules that yields the promises between them, see `contracts`.

First the fields of states, from `start` and `play`; then the moves, from the rules that yield them;
then the other rules, which take states and moves. A function is analysed again whenever something
that it depends on turns out to have more values.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import FunctionType
from typing import Any, Final

from numba.core import ir
from numba.core.registry import cpu_target

from zermelo.native.hastened import load_arrays
from zermelo.native.ints.widths import WORD
from zermelo.native.proof.contracts import Contract, Contracts, Made, given_back
from zermelo.native.proof.flow import Facts, Flow
from zermelo.native.proof.intervals import ANY, Interval, fitting, meet
from zermelo.native.proof.meanings import GAME, STATE, Meaning, grown, includes, joined
from zermelo.native.proof.promises import COUNTING, Promises, first_promises, no_promises

PLAYING: Final = ("play",)  # makes the states that all others get
CHOOSING: Final = ("moves", "candidates")  # yield the moves
ASKED: Final = (  # what else searches ask again and again
    *("outcome", "player", "evaluate", "order", "loud", "foresee", "assured", "reply"),
    *("score", "remaining", "tier", "key", "symmetries"),
)
OF_MOVES: Final = ("play", "order", "loud", "reply")
MOST_LOOKS: Final = 400  # at functions; a game takes fifty or so
PATIENCE: Final = 12  # changes of what a helper was promised before they take great steps


def explored_states(game: Any) -> Promises:
    """The promises that all states of a game keep; `game` is a compile-time type."""
    if not game.widths.proven:
        return no_promises(game.widths)
    contracts = Contracts(game, first_promises(game.game.start(), game.widths))
    settled = _Exploration(contracts).look(PLAYING, growing=True)
    known = settled and not contracts.opaque
    return contracts.promises if known else no_promises(game.widths)


def explored(game: Any, promises: Promises) -> Contracts:
    """The contracts of a game, a compile-time type, of whose states so much is known."""
    contracts = Contracts(game, promises)
    if not game.widths.proven or not _Exploration(contracts).succeeds():
        contracts.promised = {}
    contracts.searching = False
    return contracts


class _Exploration:
    def __init__(self, contracts: Contracts) -> None:
        load_arrays()
        cpu_target.typing_context.refresh()  # so that it is known what compiled code has
        self.contracts, self.game = contracts, contracts.game
        self.code: dict[FunctionType, Any] = {}
        self.callers: dict[FunctionType, list[FunctionType]] = {}
        self.changes: dict[FunctionType, int] = {}
        self.looks = 0

    def succeeds(self) -> bool:
        """Look at all rules until nothing changes; False if that takes too long."""
        for rule in self._rules(CHOOSING):
            self._promise(rule, [GAME, STATE])
        if not self.look(CHOOSING):
            return False
        moves = None
        for rule in self._rules(CHOOSING):
            contract = self.contracts.promised.get(rule)
            moves = joined(moves, contract.result if contract else ANY)
        for rule in self._rules(OF_MOVES):
            self._promise(rule, [GAME, STATE, ANY if moves is None else moves])
        return self.look(PLAYING + ASKED)

    def _rules(self, names: tuple[str, ...]) -> list[FunctionType]:
        return [rule for name in names if (rule := self.game.rule(name)) is not None]

    def look(self, names: tuple[str, ...], *, growing: bool = False) -> bool:
        """Look at rules, and at all that they call; `growing` if they make new states."""
        waiting = self._rules(names)
        seen = dict.fromkeys(waiting)
        while waiting:
            function, self.looks = waiting.pop(0), self.looks + 1
            if self.looks > MOST_LOOKS:
                return False
            changed = dict.fromkeys(self._changed(function, list(seen) if growing else None))
            waiting += [other for other in changed if other not in waiting]
            seen |= changed
        return True

    def _changed(
        self, function: FunctionType, seen: list[FunctionType] | None
    ) -> Iterator[FunctionType]:
        """Look at a function; the functions to look at next. New states change all of `seen`."""
        try:
            flow = self._flow(function)
        except Exception:  # code that cannot compile is reported when it is compiled
            self.contracts.opaque.add(function)
            self.contracts.promised.pop(function, None)
            yield from self.callers.get(function, [])
            return
        for call, facts in _calls(flow):
            callee = self.contracts.callee(flow, call, facts)
            if callee is not None and callee[0] not in self.contracts.opaque:
                callers = self.callers.setdefault(callee[0], [])
                callers += [] if function in callers else [function]
                if self._promise(*callee):
                    yield callee[0]
            made = None if seen is None else self.contracts.made(flow, call, facts)
            if made is not None and self._grow(flow, made, facts):
                yield from seen or []
        if self._return(function, flow):
            yield from self.callers.get(function, [])

    def _flow(self, function: FunctionType) -> Flow:
        if function not in self.code:
            self.code[function] = self.game.ssa(function)
        code, demand = self.code[function]
        contract = self.contracts.promised.get(function)
        given = contract.arguments if contract else self._parameters(function)
        return Flow(code, given, self.contracts, demand)

    def _parameters(self, function: FunctionType) -> list[Meaning]:
        code = function.__code__
        known = {"self": GAME, "state": STATE, "move": fitting(WORD)}
        return [known.get(name, ANY) for name in code.co_varnames[: code.co_argcount]]

    def _promise(self, function: FunctionType, given: list[Meaning]) -> bool:
        """Add a call to those of a helper; whether that is more than was promised to it."""
        promised = self.contracts.promised
        if any(item is None for item in given) or self.contracts.keeps(function, given):
            return False
        if function not in promised:
            promised[function] = Contract(given)
            return True
        contract = promised[function]
        pairs = zip(contract.arguments, given, strict=True)
        contract.arguments = [self._merged(function, *pair) for pair in pairs]
        return True

    def _return(self, function: FunctionType, flow: Flow) -> bool:
        """Add what a helper returns; whether that is more than was known."""
        contract, result = self.contracts.promised.get(function), returned(flow)
        if contract is None or result is None:
            return False
        old = contract.result
        if old is not None and includes(old, result):
            return False
        contract.result = self._merged(function, old, result)
        return True

    def _merged(self, function: FunctionType, old: Meaning | None, new: Meaning) -> Meaning | None:
        """The old and the new meaning joined; one that goes on growing takes great steps."""
        self.changes[function] = self.changes.get(function, 0) + 1
        return (grown if self.changes[function] > PATIENCE else joined)(old, new)

    # States --------------------------------------------------------------------------------------

    def _grow(self, flow: Flow, made: Made, facts: Facts) -> bool:
        """Add a state that is made to those that are known; whether that is more."""
        contracts, old = self.contracts, self.contracts.promises
        unkept = contracts.unkept(flow, made, facts)
        items, counting = list(old.items), set(old.counting)
        for place, variable in self._single(made):
            source = contracts.counted_from(flow, variable, facts) if place in unkept else None
            steps = source in counting or getattr(flow.source(variable), "op", "") != "getattr"
            if source is not None and steps and self._may_count(place) and self._may_count(source):
                counting |= {place, source}
                items[place] = items[source] = COUNTING
        for index, value in unkept.items():
            promised = items[index]
            if value is not None and promised is not None and index not in counting:
                most = fitting(promised.width, promised.width)._replace(low=promised.low)
                wanted = meet(value if isinstance(value, Interval) else ANY, most)
                if not wanted.is_empty:
                    grew: Any = grown(promised, wanted)
                    items[index] = meet(grew, most)
        contracts.promises = Promises(tuple(items), frozenset(counting))
        return contracts.promises != old

    def _single(self, made: Made) -> Iterator[tuple[int, Any]]:
        """The fields that are no tuples, by their places, and the variables they come from."""
        for name, variable in zip(self.contracts.example._fields, made.variables, strict=True):
            place = self.contracts.place(name)
            if place is not None and variable is not None:
                yield place, variable

    def _may_count(self, place: int) -> bool:
        widths = self.game.widths
        return bool(widths.items[place] == WORD and place not in widths.free)


def _calls(flow: Flow) -> Iterator[tuple[Any, Facts]]:
    """The calls of a function that are reached, with what holds there."""
    for label in flow.order:
        facts = flow.facts_in(label)
        if facts is not None and flow.known:
            for statement in flow.blocks[label].find_insts(ir.Assign):
                value = statement.value
                if isinstance(value, ir.Expr) and value.op == "call":
                    yield value, facts


def returned(flow: Flow) -> Meaning | None:
    """The meaning of what a function returns or yields; None if no result is known."""
    meaning = None
    for label, variable in given_back(flow.blocks):
        facts = flow.facts_in(label)
        if facts is not None:
            meaning = joined(meaning, flow.value(variable, facts))
    return meaning
