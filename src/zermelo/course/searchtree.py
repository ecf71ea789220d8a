"""Compares a student's search tree with the solution's, and prepares both for the page."""

import inspect
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import inf, nan
from string import ascii_lowercase
from typing import Any, NamedTuple

from zermelo.course.answers import equal
from zermelo.course.recorder import NOBODY, Call, CallTree, Recorder
from zermelo.errors import clip
from zermelo.naming import player_name
from zermelo.search.traces import trace
from zermelo.trees.record import TreeRecord, levels_of, number_columns, tree_boards

Branches = list[tuple[str, Any]]

ENDINGS = {trace.LEAF: "game over", trace.EVALUATED: "goes no further"}


class Lines:
    """Texts of moves, players and results of a game; moves are cached by state."""

    def __init__(self, game: Any) -> None:
        self.rules = getattr(game, "rules", game)
        self.numbers = hasattr(game, "next_states") and self.rules is game
        self._known: dict[Any, Branches] = {}

    def branches(self, state: Any) -> Branches:
        """The text of each move of `state`, with the next state."""
        if state not in self._known and self.numbers:
            children = zip(ascii_lowercase, state if isinstance(state, tuple) else (), strict=False)
            self._known[state] = [(f"{at} {clip(str(child), 12)}", child) for at, child in children]
        elif state not in self._known:
            text = getattr(self.rules, "format_move", lambda _, move: str(move))
            moves = list(self.rules.moves(state))
            self._known[state] = [(text(state, m), self.rules.play(state, m)) for m in moves]
        return self._known[state]

    def mover(self, state: Any) -> Any:
        """The player to move; in a tree of numbers, whether MAX is to move, None if unknown."""
        if self.numbers:
            return getattr(state, "highest", None)
        return self.rules.player(state)

    def result_text(self, call: Call) -> str:
        """The result of a call: a value, a move, or any other result, shortened."""
        if call.value is not None:
            return trace.number_text(call.value)
        if call.parent == NOBODY and type(call.result) is int and not self.numbers:
            moves = list(self.rules.moves(call.state))
            if call.result in moves:
                return f"the move {self.branches(call.state)[moves.index(call.result)][0]}"
        return clip(str(call.result), 60)

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players; their roles if the game is not one of Zermelo's."""
        if hasattr(self.rules, "format_move"):
            return player_name(self.rules, 0), player_name(self.rules, 1)
        return "the player who searches", "the opponent"


class TreeDifference(NamedTuple):
    """The first difference between two trees."""

    node: int  # the node in the first tree
    twin: int  # the node in the second tree
    sentence: str  # the description of the difference


class _Comparison:
    """Finds the differences between two trees."""

    def __init__(self, mine: CallTree, right: CallTree, values: Sequence[str]) -> None:
        self.mine, self.right, self.values = mine, right, values
        self.lines = Lines(mine.game)
        self.below, self.below_right = children_of(mine.calls), children_of(right.calls)
        self.twins = [NOBODY] * len(mine.calls)
        self.twins[0] = 0
        for node, children in enumerate(self.below):
            if self.twins[node] == NOBODY:
                continue
            others = list(self.below_right[self.twins[node]])
            for child in children:
                state = mine.calls[child].state
                twin = next((o for o in others if right.calls[o].state == state), NOBODY)
                if twin != NOBODY:
                    others.remove(twin)
                self.twins[child] = twin

    def differences(self) -> Iterator[tuple[TreeDifference, bool]]:
        """Yield each difference, in the order of events, and whether it is in values or errors."""
        path: list[int] = []
        for node, call in enumerate(self.mine.calls):
            while path and path[-1] != call.parent:
                yield from self._differences_on_exit(path.pop())
            yield from self._differences_on_entry(node)
            path.append(node)
        while path:
            yield from self._differences_on_exit(path.pop())

    def _differences_on_entry(self, node: int) -> Iterator[tuple[TreeDifference, bool]]:
        call, twin = self.mine.calls[node], self.twins[node]
        if twin == NOBODY:
            above = self.twins[call.parent]
            if above != NOBODY and self.right.calls[above].line:  # else the solution stopped early
                text = f"{self.place(node)}: your code looks here, but the solution does not."
                yield TreeDifference(node, above, text), False
            return
        other = self.right.calls[twin]
        mine, right = ((each.alpha, each.beta) for each in (call, other))
        turned = -call.beta, -call.alpha
        alike = right in (mine, *[turned] * (call.function not in self.values))
        if not alike and (-inf, inf) not in (mine, right):
            windows = f"your window is {_window(mine)}, the solution's {_window(right)}"
            text = f"{self.place(node)}: {windows}."
            yield TreeDifference(node, twin, text), False

    def _differences_on_exit(self, node: int) -> Iterator[tuple[TreeDifference, bool]]:
        call, twin = self.mine.calls[node], self.twins[node]
        if twin == NOBODY or not call.line:
            return
        other = self.right.calls[twin]
        if call.failed:
            text = f"{self.place(node)}: an error ends {call.function} in line {call.line}."
            yield TreeDifference(node, twin, text), True
        elif not self._agree(call, other):
            results = (self.lines.result_text(each) for each in (call, other))
            text = f"{self.place(node)}: {call.function} returns {', not '.join(results)}"
            text += f", in line {call.line}."
            yield TreeDifference(node, twin, text), True
        here = {self.twins[child] for child in self.below[node]}
        left_out = [each for each in self.below_right[twin] if each not in here]
        if left_out and not call.failed:
            moves = self.move_texts(self.right, left_out)
            text = f"{self.place(node)}: your code leaves out {moves}, but the solution does not."
            yield TreeDifference(node, twin, text), False

    def _agree(self, call: Call, other: Call) -> bool:
        if other.value is None:
            return self.mine.calls[0] is not call or equal(call.result, other.result)
        if call.value is None:  # a decorator hides the function's name
            return equal(call.result, other.value)
        if call.value <= other.alpha and other.value <= other.alpha:
            return True
        if call.value >= other.beta and other.value >= other.beta:
            return True
        helps = call.function not in self.values  # a helper may return values for the other player
        return equal(call.value, other.value) or (helps and equal(call.value, -other.value))

    def place(self, node: int) -> str:
        """The moves from the root to a node, in words."""
        path = list[str]()
        while (above := self.mine.calls[node].parent) != NOBODY:
            path.insert(0, self.move_texts(self.mine, [node]))
            node = above
        return f"After {' '.join(path)}" if path else "At the root"

    def move_texts(self, tree: CallTree, nodes: Sequence[int]) -> str:
        """The texts of the moves to the first three of `nodes`; "…" stands for more."""
        texts = []
        for node in nodes:
            above = tree.calls[tree.calls[node].parent]
            branches = self.lines.branches(above.state)
            found = (text for text, state in branches if state == tree.calls[node].state)
            texts.append(next(found, "no legal move"))
        return ", ".join(texts[:3]) + (" …" if len(texts) > 3 else "")


def children_of(calls: Sequence[Call]) -> list[list[int]]:
    """The nodes directly below each node."""
    below: list[list[int]] = [[] for _ in calls]
    for node, call in enumerate(calls):
        if call.parent != NOBODY:
            below[call.parent].append(node)
    return below


def _window(window: tuple[float, float]) -> str:
    return f"({', '.join(map(trace.number_text, window))})"


def compared_trees(
    mine: Recorder, right: Recorder, values: Sequence[str], *, windows: bool, last: bool
) -> tuple[CallTree, CallTree, TreeDifference | None] | None:
    """The first pair of trees that differ, and their difference; if none differ, the pair with the
    student's largest tree, and None; without pairs, only None. Unless `windows`, differences of
    values come before extra or missing visits. With `last`, the last pair comes first,
    because the question stopped at a fault there.
    """
    others: dict[Any, CallTree] = {}
    for tree in right.trees:  # found by key, else by function and state, else by state
        others[tree.key] = tree
        others.setdefault(tree.key[:2], tree)
        others.setdefault(("", tree.key[1]), tree)
    twins = [
        others.get(tree.key) or others.get(tree.key[:2]) or others.get(("", tree.key[1]))
        for tree in mine.trees
    ]
    pairs = [(tree, twin) for tree, twin in zip(mine.trees, twins, strict=True) if twin]
    for tree, other in reversed(pairs) if last else pairs:
        found = list(_Comparison(tree, other, values).differences())
        if first := next((each for each, of in found if of and not windows), None):
            return tree, other, first
        if found:
            return tree, other, found[0][0]
    most = max(pairs, key=lambda pair: len(pair[0].calls), default=None)
    return most and (*most, None)


# For the page ------------------------------------------------------------------------------------


def call_record(
    tree: CallTree, title: str, *, source: str | None, windows: bool, turns: bool, first: int
) -> TreeRecord:
    """A tree of calls for replaying on a page, see `zermelo.trees.record`. `source` is the code; ""
    shows none, None hides line numbers as well. With `turns`, values are for the player to move.
    `first` is the node to highlight, or −1.
    """
    calls, lines = tree.calls, Lines(tree.game)
    below = children_of(calls)
    states: dict[Any, int] = {}
    position = [states.setdefault(call.state, len(states)) for call in calls]
    legal, ranks = _legal_moves(calls, below, lines)
    nodes = zip(calls, below, strict=True)
    moves = [legal.get(state, ()) for state in states]
    starts = [0, *accumulate(map(len, moves))]
    texts: dict[str, int] = {}
    flat = [texts.setdefault(text, len(texts)) for of_state in moves for text in of_state]
    values = [nan if call.value is None else float(call.value) for call in calls]
    ends = [call.alpha for call in calls], [call.beta for call in calls]
    numbers, (alpha, beta, value) = number_columns(*ends, values)
    highest = _max_levels(tree, lines)
    searcher = 0 if lines.numbers else lines.mover(calls[0].state) ^ (not highest[0])
    functions = list(dict.fromkeys((call.function, call.first_line) for call in calls))
    called: Any = {"turns": turns, "first": first, "rank": ranks}
    called |= _functions_of(calls, functions, numbered=source is not None)
    names = [lines.names[searcher], lines.names[1 - searcher]]
    whose = "the player to move’s" if turns else "MAX’s"
    boards = tree_boards(lines.rules, list(states)) if hasattr(lines.rules, "picture") else None
    return {
        "game": str(lines.rules) if hasattr(lines.rules, "format_move") else "a tree",
        "algorithm": title,
        "goal": "stopped here" if tree.broken else calls[0].function,
        "by": "outcome",
        "windowed": windows,
        "exercises": (),
        "names": names,
        "sides": ("MAX", "MIN"),
        "legend": (f"{names[0]}, who searches", f"{names[1]}. Values are {whose}."),
        "endings": ENDINGS,
        "texts": list(texts),
        "numbers": numbers,
        "legalStart": starts,
        "legal": flat,
        "level": levels_of([call.parent for call in calls]),
        "position": position,
        "letters": trace.letters(position),
        "alpha": alpha,
        "beta": beta,
        "value": value,
        "end": [_end(call, under, legal.get(call.state), lines) for call, under in nodes],
        "maximizing": [int(max_level) for max_level in highest],
        "boards": boards,
        "termTexts": [""],
        "terms": [0] * len(states),
        "sources": [{"text": _text(source, line), "lit": []} for _, line in functions if source],
        "proofs": None,
        "simulations": None,
        "certificate": None,
        "calls": called,
    }


def _functions_of(
    calls: Sequence[Call], functions: Sequence[tuple[str, int]], *, numbered: bool
) -> Any:
    """The columns of `Calls` about functions; without numbers, all lines are 0."""
    return {
        "functions": [name for name, _ in functions],
        "function": [functions.index((call.function, call.first_line)) for call in calls],
        "begins": [line for _, line in functions],
        "line": [call.line if numbered else 0 for call in calls],
        "results": [_result_text(call) for call in calls],
    }


def _legal_moves(
    calls: Sequence[Call], below: list[list[int]], lines: Lines
) -> tuple[dict[Any, list[str]], list[int]]:
    """The moves of each searched state, and the index of each node's move among them."""
    legal: dict[Any, list[str]] = {}
    ranks = [0] * len(calls)
    for call, children in zip(calls, below, strict=True):
        if not children:
            continue
        branches = lines.branches(call.state)
        texts = legal.setdefault(call.state, [text for text, _ in branches])
        used = set[int]()
        for child in children:
            state = calls[child].state
            fitting = [rank for rank, (_, after) in enumerate(branches) if after == state]
            texts += ["no legal move"] * (not fitting)
            ranks[child] = min(fitting, key=used.__contains__, default=len(texts) - 1)
            used.add(ranks[child])
    return legal, ranks


def _max_levels(tree: CallTree, lines: Lines) -> list[bool]:
    """Whether each node is at a max level, judged by the players or the root's function name."""
    root = tree.calls[0]
    first = "min" not in root.function.split("_")
    mover = lines.mover(root.state)
    if tree.player is not None and mover is not None:
        first = tree.player == mover
    levels = [first]
    for call in tree.calls[1:]:
        here, above = lines.mover(call.state), levels[call.parent]
        known = here is not None and mover is not None
        levels.append((here == mover) == first if known else not above)
    return levels


def _end(call: Call, children: list[int], legal: list[str] | None, lines: Lines) -> int:
    """The kind of a node's end, a constant of `zermelo.search.traces.trace`."""
    if not call.line or call.failed:
        return trace.OPEN
    if children:
        return trace.CUTOFF if legal and len(children) < len(legal) else trace.BACKED_UP
    return trace.EVALUATED if lines.branches(call.state) else trace.LEAF


def _result_text(call: Call) -> str:
    """The result of a node as a text; "" for a number, which the page writes itself."""
    if call.failed:
        return "an error"
    if not call.line:
        return "unfinished"
    return clip(str(call.result), 40) if call.value is None else ""


def _text(source: str | None, line: int) -> str:
    rest = (source or "").splitlines(keepends=True)[line - 1 :]
    return "".join(inspect.getblock(rest)).rstrip() if rest else ""
