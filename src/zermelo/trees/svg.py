"""A small search tree as one SVG: windows, values, chosen and pruned moves, and cutoffs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html import escape
from typing import Any, Final, NamedTuple

from zermelo.contract.picture import Picture
from zermelo.draw.palette import read_paint, style, themed_style
from zermelo.draw.svg import FONT, fragment
from zermelo.errors import ParameterError
from zermelo.naming import count_words, piece_symbols, player_name
from zermelo.search.traces.trace import EVALUATED, LEAF, NOBODY, OPEN, TABLE, Trace, letters
from zermelo.search.traces.views import CertificateTrace, GrownTrace, MctsTrace, ProofTrace
from zermelo.trees.layout import tidy

MOST: Final = 400  # the most nodes of a drawing
FEW: Final = 60  # the most nodes of a drawing with boards
STUBS: Final = 3  # the most stubs for pruned moves under a node

WIDTH, HEIGHT, BOARD = 104, 74, 76  # a node's width and height; its board's height
ESTIMATED = 140  # the width of a node whose values have decimals
STUB_WIDTH, STUB_HEIGHT = 40, 24
GAP, DROP, MARGIN = 10, 44, 24
HEAD, LINE = 44, 20  # heights of the title and of a line below it

ENDINGS: Final = {LEAF: "game over", EVALUATED: "estimate", TABLE: "from table"}

WALKED: Final = {LEAF: "game over", TABLE: "met before", OPEN: "goes on"}


@dataclass
class Item:
    """A node in the drawing, or a stub for pruned moves."""

    node: int  # the node's index in the trace; for a stub, the index of the node above
    text: str  # the move that led to the node; for a stub, a move or "+" and the number of moves
    level: int  # plies below the root
    pruned: bool = False
    below: list[int] = field(default_factory=list)  # the indices of the items below
    x: float = 0.0  # the x of the item's middle


def tree_svg(trace: Trace, *, theme: str = "auto") -> str:
    """The tree as a complete SVG, with a `theme` of boards; `ParameterError` if it is too large."""
    if len(trace) > MOST:
        raise ParameterError(
            f"a drawing shows at most {MOST} nodes, this search has {len(trace):,}: "
            "search less deeply, or write a .html file"
        )
    return TreeDrawing(trace, theme).svg()


def subject(trace: Trace) -> str:
    """The game of a trace, in words for titles."""
    return "a tree of numbers" if trace.has_bare_numbers else str(trace.game)


def endings(trace: Trace) -> dict[int, str]:
    """Kind of end → words; leaves of trees of numbers need no words."""
    if isinstance(trace, CertificateTrace):
        return WALKED
    return {TABLE: ENDINGS[TABLE]} if trace.has_bare_numbers else ENDINGS


class Words(NamedTuple):
    """The words about a search."""

    goal: str  # the depth of the search, or its aim
    title: str
    legend: tuple[str, str]  # on the player at ▲ nodes; on the player at ▼ nodes and the numbers
    hint: str = ""  # the meaning of thick and dashed lines


def words_of(trace: Trace) -> Words:
    """The words about a search, by its kind."""
    game, nodes = trace.game, count_words(len(trace), "node")
    one, other = (player_name(game, trace.searcher ^ side) for side in (0, 1))
    if isinstance(trace, CertificateTrace):
        legend = f"{one}, who gets {trace.claim}: one move is enough", f"{other}: all moves."
        return Words(f"proven: {trace.claim}", f"proof on {game}, {trace.claim}: {nodes}", legend)
    if isinstance(trace, ProofTrace):
        title = f"{trace.algorithm} on {game}, {trace.claim}: {nodes}"
        legend = f"{one}, who claims {trace.claim}", f"{other}. Numbers: proof | disproof."
        hint = "Thick: the move with the smaller number."
        return Words(f"claim: {trace.claim}", title, legend, hint)
    if isinstance(trace, MctsTrace):
        made = count_words(int(trace.visits[trace.row(0)]), "simulation")
        title = f"{trace.algorithm} on {game}: {made}, {nodes}"
        legend = f"{one}, who searches", f"{other}. Numbers: visits · mean for MAX."
        hint = "Thick: best so far. The next simulation goes where UCT is greatest."
        return Words(count_words(trace.steps, "simulation"), title, legend, hint)
    goal = "to the end" if trace.depth is None else f"depth {trace.depth}"
    cuts = f", {count_words(trace.cutoffs, 'cut')}" if trace.windowed else ""
    by, numbers = (" by score", "Points") if trace.by == "score" else ("", "Values")
    nodes = count_words(trace.nodes, "node")
    title = f"{trace.algorithm}{by} on {subject(trace)}, {goal}: {nodes}{cuts}"
    hint = "Thick: chosen" + ("; dashed: pruned." if trace.cutoffs else ".")
    return Words(goal, title, (f"{one}, who searches", f"{other}. {numbers} are MAX’s."), hint)


def legend_line(trace: Trace) -> str:
    """The legend with the signs and the sides of the players."""
    (upper, lower), (one, other) = trace.sides, words_of(trace).legend
    return f"▲ {upper}: {one}; ▼ {lower}: {other}"


def _result(trace: Trace) -> str:
    if isinstance(trace, ProofTrace | CertificateTrace):
        return f"{trace.outcome[0].upper()}{trace.outcome[1:]}."
    state, texts = trace.states[0], []
    for move in trace.line():
        texts.append(trace.game.format_move(state, move))
        state = trace.game.play(state, move)
    return f"Value {trace.text(trace.value[0])} by {' '.join(texts) or 'no move'}."


class TreeDrawing:
    """The drawing of a tree; its title begins with `name`, and its `width` includes no margins.
    The `lines` below the title explain it; `description` is for readers who do not see it.
    """

    def __init__(self, trace: Trace, theme: str, name: str = "") -> None:
        self.trace, self.theme, self.letters = trace, theme, letters(trace.position)
        self.items: list[Item] = []
        self._collect(0, "start", 0)
        self.wide = WIDTH if all(value == round(value) for value in trace.value) else ESTIMATED
        widths = [STUB_WIDTH if item.pruned else self.wide for item in self.items]
        middles, self.width = tidy([item.below for item in self.items], widths, GAP)
        for item, middle in zip(self.items, middles, strict=True):
            item.x = MARGIN + middle
        self.boards = trace.game.has("picture") and len(trace) <= FEW
        self.height = HEIGHT + (BOARD if self.boards else 0)
        self.players = piece_symbols(trace.game)
        words, line = words_of(trace), legend_line(trace)
        self.title, self.description = name + words.title, _result(trace)
        grown = isinstance(trace, GrownTrace)
        self.lines = [line, words.hint] if grown else [f"{line} {words.hint}".rstrip()]
        if any(self.letters):
            self.lines.append("Nodes with the same letter are the same position.")

    def _collect(self, node: int, text: str, level: int) -> int:
        """Add `node` and all nodes below it to the items; return the index of its item."""
        trace, state, index = self.trace, self.trace.state(node), len(self.items)
        self.items.append(item := Item(node, text, level))
        for child in trace.children(node):
            move = trace.game.format_move(state, int(trace.move[child]))
            item.below.append(self._collect(child, move, level + 1))
        pruned = [trace.game.format_move(state, move) for move in trace.pruned(node)]
        if len(pruned) > STUBS:
            pruned[STUBS - 1 :] = [f"+{len(pruned) - STUBS + 1}"]
        for move in pruned:
            item.below.append(len(self.items))
            self.items.append(Item(node, move, level + 1, pruned=True))
        return index

    def svg(self) -> str:
        """The complete SVG, with nodes drawn over edges."""
        lines, title = self.lines, escape(self.title)
        width = max(self.width, 8.2 * max(map(len, lines))) + 2 * MARGIN
        shift = (width - self.width - 2 * MARGIN) / 2
        deepest = max(item.level for item in self.items)
        height = self._top(deepest) + self.height + MARGIN
        below = "".join(
            f'<text class="quiet" x="{MARGIN}" y="{46 + LINE * place}">{escape(line)}</text>'
            for place, line in enumerate(lines)
        )
        body = "".join([*self._edges(), *map(self._item, self.items)])
        paint = read_paint("trees/static/paint.css").items()
        own = {f".t-{self.theme} {kind}": rule for kind, rule in paint}
        styles = style(self.theme, body) + themed_style(self.theme, own, "screen and ")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="t-{self.theme}" role="img" '
            f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}" '
            f'font-family="{FONT}" text-anchor="middle"><title>{title}</title>'
            f"<desc>{escape(self.description)}</desc>{styles}"
            f'<rect class="ground" width="{width:g}" height="{height:g}" rx="8"/>'
            f'<g text-anchor="start"><text class="title" x="{MARGIN}" y="26">{title}</text>'
            f'{below}</g><g transform="translate({shift:g} 0)">{body}</g></svg>'
        )

    # Edges ---------------------------------------------------------------------------------------

    def _top(self, level: int) -> float:
        return HEAD + LINE * len(self.lines) + level * (self.height + DROP)

    def _edges(self) -> Iterator[str]:
        for item in self.items:
            x, y = item.x, self._top(item.level) + self.height
            bend = y + DROP / 2
            for child in (self.items[index] for index in item.below):
                yield (
                    f'<path class="{self._edge(child)}" d="M{x:g} {y:g}'
                    f'C{x:g} {bend:g} {child.x:g} {bend:g} {child.x:g} {y + DROP:g}"/>'
                )

    def _edge(self, item: Item) -> str:
        if item.pruned:
            return "edge pruned"
        parent = self.trace.parent[item.node]
        return "edge chosen" if self.trace.chosen[parent] == item.node else "edge"

    # Nodes ---------------------------------------------------------------------------------------

    def _item(self, item: Item) -> str:
        if item.pruned:
            inside = (
                f'<rect class="box pruned" x="{-STUB_WIDTH / 2}" width="{STUB_WIDTH}" '
                f'height="{STUB_HEIGHT}" rx="5"/>'
            ) + _text("small cut", 16, item.text, STUB_WIDTH - 6)
        else:
            inside = self._node(item)
        return f'<g transform="translate({item.x:g} {self._top(item.level):g})">{inside}</g>'

    def _node(self, item: Item) -> str:
        """A box with board, move, value, window; the top is rounder for MAX, the bottom for MIN."""
        trace, node = self.trace, item.node
        kind, sign = ("max", "▲") if trace.maximizing[node] else ("min", "▼")
        parts = [f'<path class="box {kind}" d="{_outline(kind, self.wide, self.height)}"/>']
        if trace.end[node] == LEAF:
            inner = _outline(kind, self.wide - 8, self.height - 8)
            parts.append(f'<path class="edge {kind}" transform="translate(0 4)" d="{inner}"/>')
        top = 0
        if self.boards:
            top, room = BOARD, self.wide - 20
            given: dict[str, Any] = {"theme": self.theme, "players": self.players}
            board = fragment(self._picture(node), room, BOARD - 4, **given)
            parts.append(f'<g transform="translate({-room / 2} 5)">{board}</g>')
        parts.append(_text(f"move {kind}", top + 17, f"{sign} {item.text}", self.wide - 16))
        parts.append(_text("value", top + 36, self._value(node), self.wide - 16))
        parts.append(_text("small", top + 51, self._window(node), self.wide - 16))
        cut = trace.inequality(node)
        ending = ("small", self._ending(node)) if cut is None else ("small cut bold", cut)
        parts.append(_text(ending[0], top + 66, ending[1], self.wide - 10))
        if self.letters[node]:
            mark = _text("small bold", -4, self.letters[node], self.wide)
            parts.append(f'<g transform="translate({8 - self.wide / 2:g} 0)">{mark}</g>')
        return "".join(parts)

    def _value(self, node: int) -> str:
        trace, parent = self.trace, self.trace.parent[node]
        chosen = parent != NOBODY and trace.chosen[parent] == node
        marked = chosen and not isinstance(trace, GrownTrace)
        return trace.result(node) + (" ✓" if marked else "")

    def _window(self, node: int) -> str:
        low, high = map(self.trace.text, (self.trace.alpha[node], self.trace.beta[node]))
        return f"[{low}, {high}]" if self.trace.windowed else ""

    def _picture(self, node: int) -> Picture:
        picture = self.trace.game.picture(self.trace.state(node))
        return replace(picture, columns=(), rows=(), caption="", hands=())

    def _ending(self, node: int) -> str:
        """The kind of the node's end in words, or ""."""
        trace = self.trace
        if isinstance(trace, MctsTrace):
            return trace.result_word(node)
        if isinstance(trace, ProofTrace):
            return {1: "proven", -1: "refuted"}.get(int(trace.value[node]), "")
        return endings(trace).get(int(trace.end[node]), "")


def _outline(kind: str, width: int, height: int) -> str:
    """The path of a box, rounder at one end; the origin is the middle of its top edge."""
    half = width / 2
    above, below = (16, 5) if kind == "max" else (5, 16)
    return (
        f"M{-half:g} {above}Q{-half:g} 0 {above - half:g} 0H{half - above:g}"
        f"Q{half:g} 0 {half:g} {above}V{height - below}"
        f"Q{half:g} {height} {half - below:g} {height}H{below - half:g}"
        f"Q{-half:g} {height} {-half:g} {height - below}Z"
    )


def _text(kind: str, y: int, text: str, room: int) -> str:
    """A centred text, squeezed if it is wider than `room`."""
    narrow = f' textLength="{room}" lengthAdjust="spacingAndGlyphs"' if len(text) * 7 > room else ""
    return f'<text class="{kind}" y="{y}"{narrow}>{escape(text)}</text>' if text else ""
