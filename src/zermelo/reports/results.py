"""Results for a terminal: positions, analyses, search trees, counts, experiments."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from zermelo import naming
from zermelo.contract.analysis import Analysis
from zermelo.contract.game import Game
from zermelo.draw.text import Diagram
from zermelo.process.texts import seconds_text
from zermelo.search.analyze import Explained
from zermelo.search.traces.trace import NOBODY, Trace, letters, number_text
from zermelo.search.traces.views import MctsTrace
from zermelo.spec import games_called

if TYPE_CHECKING:
    from zermelo.experiments.experiment import DepthExperiment, SearchComparison, Step
    from zermelo.players.minimax import BestMoves
    from zermelo.search.playouts import Perft, Playouts


def recall_position(result: Analysis) -> tuple[Game | None, Any]:
    """The game and the state of `result`; None for both if they cannot be restored. The game may be
    a class of the running program, as in a notebook; it must accept the texts of the position and
    its moves, so that no other game of this name is drawn.
    """
    for game in games_called(result.game):
        try:
            state = game.parse_state(result.state or "")
            for entry in result.moves:
                game.parse_move(state, entry.move)
        except Exception:  # a user's game may raise anything for texts of another game
            continue
        return game, state
    return None, None


def analysis_report(
    analysis: Analysis, game: Game | None = None, state: Any = None, most: int | None = None
) -> RenderableType:
    """The board, the position's value, the values of its moves, and the cost. Without `game`, game
    and state come from the analysis; of more than `most` moves, only the best are listed.
    """
    if game is None:
        game, state = recall_position(analysis)
    worth, mover = naming.analysis_words(game, analysis), naming.player_name(game, analysis.player)
    over = analysis.remoteness == 0
    verdict = Text("game over: " if over else f"{mover} to move: ")
    verdict.append(worth, "bold" if over or analysis.exact else "bold yellow")
    parts = [*heading(analysis.game, analysis.state), *diagram(game, state, analysis)]
    parts += [Text(), verdict, Text()]
    if analysis.moves:
        parts.append(_move_table(analysis, most))
        if most is not None and len(analysis.moves) > most:
            parts.append(Text(f"  … {len(analysis.moves) - most:,} more: --all", "dim"))
        parts.append(Text())
    more = "" if analysis.complete or not analysis.best_moves else "other moves may be as good"
    facts = facts_of({"best": more, "line": " ".join(analysis.line)} | _cost(analysis))
    return Group(*parts, *facts)


def heading(game: str, state: str | None) -> list[RenderableType]:
    """The subject of a report: the game, and the text of the position if there is one."""
    return [Text.assemble((game, "bold"), f"   {state}" if state else "")]


def diagram(
    game: Game | None, state: Any, analysis: Analysis | None = None
) -> list[RenderableType]:
    """The board with the values of moves; [] for a game without pictures."""
    drawn = game is not None and game.has("picture")
    return [Text(), Diagram(game, state, analysis=analysis)] if game and drawn else []


def best_moves_report(best: BestMoves) -> RenderableType:
    """All the best moves, their value, and the cost of finding them."""
    facts = {
        "best": " ".join(best.texts),
        "value": f"{best.value:.3g}".replace("-", "−"),
        "limit": str(best.limit),
        "cache": f"{best.cache_hits:,} hits, {best.cache_misses:,} misses",
        "time": seconds_text(best.seconds),
    }
    return Group(*heading(best.game, best.state), Text(), *facts_of(facts))


def position_report(game: Game, state: Any, marked: Collection[int], turn: str) -> RenderableType:
    """The game, the board with the last move marked, and the player to move."""
    text = game.format_state(state) if game.has("format_state") else ""
    board = Diagram(game, state, marked)
    return Group(*heading(str(game), text), Text(), board, Text(), Text(turn))


def perft_report(perft: Perft) -> RenderableType:
    """The numbers of move sequences, a row for each ply."""
    table = table_of(("ply", "sequences"), enumerate(perft.sequences, 1))
    cost = f"{seconds_text(perft.seconds)}, {speed_word(perft.native)}"
    return Group(Text(perft.game, "bold"), Text(), table, Text(), fact("time", cost))


def depth_experiment_report(experiment: DepthExperiment) -> RenderableType:
    """A row for each depth limit: the result of the game, and the cost of the searches."""
    counted = {"move": "each move", "game": "the game's start"}[experiment.origin]
    rows = ((r.depth, r.result, seconds_text(r.seconds), r.states) for r in experiment.rows)
    table = table_of(("limit", "result", "time", "generated states"), rows)
    table.columns[1].justify = "left"
    subject = f"   minimax against itself, limit counted from {counted}"
    return Group(Text.assemble((experiment.game, "bold"), (subject, "dim")), Text(), table)


def search_comparison_report(compared: SearchComparison) -> RenderableType:
    """A row for each search: its value, counts and time, and its speed compared with minimax."""
    rows, first = [], None
    for row in compared.rows:
        first = row if first is None or row.depth != first.depth else first
        value, time, faster = "", f"stopped after {seconds_text(row.seconds)}", ""
        if row.value is not None:
            value, time = number_text(row.value), seconds_text(row.seconds)
            if first.value is not None and row is not first:
                times = first.seconds / row.seconds
                faster = f"{times:,.0f} times" if times >= 10 else f"{times:.1f} times"
        depth = "end" if row.depth is None else row.depth
        counts = row.table_entries or "", row.table_hits or ""
        rows.append((row.search, depth, value, row.nodes, *counts, time, faster))
    heads = ("search", "depth", "value", "nodes", "entries", "hits", "time", "faster")
    subject = f"   one search each, {speed_word(compared.native)}"
    head = Text.assemble((compared.game, "bold"), (subject, "dim"))
    return Group(head, Text(), table_of(heads, rows, 1))


def step_report(game: Game, step: Step) -> RenderableType:
    """One move of an experiment: the board before it, the move, the states generated."""
    mover = naming.player_name(game, game.player(step.state))
    line = f"limit {step.depth}: {mover} selects {game.format_move(step.state, step.move)}"
    counted = f"{step.states:,} states generated, {step.states + 1:,} with the root"
    states = Text.assemble(line, (f"   {counted}", "dim"))
    return Group(Diagram(game, step.state), Text(), states, Text())


def _move_table(analysis: Analysis, most: int | None) -> Table:
    """The moves with their values for the player to move; the best ones are marked."""
    distant = analysis.source in ("database", "book", "solved") and analysis.by == "outcome"
    best, margin = set(analysis.best_moves), analysis.margin
    moves = sorted(analysis.moves, key=lambda entry: entry.move not in best)
    if most is not None and len(moves) > most:
        moves.sort(key=lambda entry: (entry.move in best, entry.sooner), reverse=True)
    rows = []
    for entry in moves[:most]:
        worth = naming.bound_text(entry) if margin is None else naming.answer_word(entry)
        plies = ["" if entry.remoteness is None else str(entry.remoteness)] * distant
        rows.append(("▸" if entry.move in best else "", entry.move, worth, *plies))
    table = table_of(("", "move", "value", *["plies"] * distant), rows, 3)
    for row, entry in zip(table.rows, moves, strict=False):
        row.style = "bold green" if entry.move in best else ""
    return table


def _cost(analysis: Analysis) -> dict[str, str]:
    """The work of the search, if there was one: nodes, time and speed, and its table."""
    if analysis.source in ("database", "book"):
        return {"book": "looked up, not searched"} if analysis.source == "book" else {}
    rate = f" ({rate_text(analysis.nodes / analysis.seconds)})" if analysis.seconds > 0 else ""
    spent = f"{analysis.nodes:,} nodes in {seconds_text(analysis.seconds)}{rate}"
    facts = {"search": f"{spent}, {speed_word(analysis.native)}"}
    if analysis.source == "solved":
        count = f"{analysis.table_entries:,} up to symmetry"
        facts["solved"] = f"all positions that can be reached, {count}"
    elif analysis.table_entries:
        facts["table"] = f"{analysis.table_entries:,} entries, {analysis.table_hits:,} hits"
    if analysis.nodes_after:
        more = f"{analysis.nodes_after:,} nodes more"
        facts["then"] = f"{more} for the values of all moves and the line"
    return facts


def rate_text(nodes: float) -> str:
    """A rate, like "1.2 M/s"."""
    return f"{nodes / 1e6:.1f} M/s" if nodes >= 1e6 else f"{nodes / 1e3:.1f} k/s"


def speed_word(native: bool) -> str:
    """Whether code was compiled, in words."""
    return "native" if native else "plain Python"


def fact(label: str, text: str) -> Text:
    """A line of a report: a dim label and a text."""
    return Text.assemble((f"{label + ' ':<8}", "dim"), text)


def facts_of(texts: Mapping[str, str]) -> list[Text]:
    """A line for each label that has a text."""
    return [fact(label, text) for label, text in texts.items() if text]


def plain_table() -> Table:
    """A table with a single line, below its head."""
    return Table(
        box=SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim"
    )


def table_of(heads: Sequence[str], rows: Iterable[Iterable[object]], left: int = 0) -> Table:
    """A plain table of texts and numbers; all but the first `left` columns are aligned right."""
    table = plain_table()
    for place, head in enumerate(heads):
        table.add_column(head, justify="left" if place < left else "right")
    for row in rows:
        table.add_row(*(f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row))
    return table


def explanation_report(terms: Sequence[Explained]) -> RenderableType:
    """A row for each term of the evaluation, and their sum."""
    there = [term.there for term in terms if term.there is not None]
    rows = [(term.name, term.here, term.there) for term in terms]
    rows.append(("evaluation", sum(term.here for term in terms), sum(there) if there else None))
    heads = ("term", "here", "after the line")[: 3 if there else 2]
    texts = ((name, *(naming.signed_text(x) for x in of if x is not None)) for name, *of in rows)
    table = table_of(heads, texts, 1)
    table.rows[-1].style = "bold"
    return Group(Text(), table)


def playouts_report(played: Playouts) -> RenderableType:
    """The results with their 95% intervals, the mean length, and the speed."""
    rows, ends = [], ("player 1 wins", "player 2 wins", "draw")
    for end, share in zip(ends, (*played.wins, played.draws), strict=True):
        value = "" if share.value is None else f"{share.value:.2%}"
        rows.append((end, share.count, value, f"{share.low:.2%} – {share.high:.2%}"))
    table = table_of(("result", "games", "share", "95% interval"), rows, 1)
    threads = "1 thread" if played.threads == 1 else f"{played.threads} threads"
    spent = f"{played.playouts:,} games in {seconds_text(played.seconds)}"
    speed = f"{spent} ({rate_text(played.per_second)}), {speed_word(played.native)}, {threads}"
    mean, length = played.length, "no game was played to its end"
    if mean.low is not None and mean.high is not None:
        length = f"{mean.value:.2f} plies on average (95%: {mean.low:.2f} – {mean.high:.2f})"
    elif mean.value is not None:
        length = f"{mean.value:.2f} plies"
    cut = f"{played.cut:,} games went on after {played.cap:,} plies and count as draws"
    facts = facts_of({"length": length, "cut": cut if played.cut else "", "speed": speed})
    return Group(*heading(played.game, played.state), Text(), table, Text(), *facts)


MOST = 60  # the most nodes of a tree that is printed whole


def trace_report(
    trace: Trace, other: Trace | None = None, out: Path | None = None
) -> RenderableType:
    """The results and costs of the searches, then the tree, or the path of its file."""
    from zermelo.trees.svg import legend_line

    head = Text(str(trace.game), "bold"), Text(legend_line(trace), "dim")
    parts: list[RenderableType] = [*head, Text()]
    for each in [trace, other] if other else [trace]:
        counts = [each.outcome, naming.count_words(each.nodes, "node")]
        if isinstance(each, MctsTrace):
            counts.append(naming.count_words(int(each.visits[each.row(0)]), "simulation"))
        if each.windowed:
            counts.append(naming.count_words(each.cutoffs, "cut"))
        if each.table_entries:
            hits = naming.count_words(each.table_hits, "hit")
            counts += [f"{each.table_entries:,} entries", hits]
        parts.append(fact(each.algorithm, ", ".join(counts)))
    if out is not None:
        parts.append(fact("written to", str(out)))
    elif len(trace) <= MOST:
        parts += [Text(), tree_text(trace)]
    else:
        parts.append(Text("\nadd --out FILE.html to step through it", "dim"))
    return Group(*parts)


def tree_text(trace: Trace) -> Tree:
    """Every node on a line: the move to it, its window, its value and its end."""
    from zermelo.trees.svg import endings

    drawings: list[Tree] = []
    marks, ends = letters(trace.position), endings(trace)
    for node in range(len(trace)):
        parent, move, chosen = int(trace.parent[node]), "start", False
        if parent != NOBODY:
            move = trace.game.format_move(trace.state(parent), int(trace.move[node]))
            chosen = trace.chosen[parent] == node
        line = Text(f"{'▲' if trace.maximizing[node] else '▼'} {move}  ")
        line.append(trace.result(node), "bold")
        line.append(" ✓" if chosen else "", "bold green")
        if trace.windowed:
            low, high = map(trace.text, (trace.alpha[node], trace.beta[node]))
            line.append(f"  [{low}, {high}]", "dim")
        inequality = trace.inequality(node)
        line.append(f"  ✂ {inequality}" if inequality else "", "magenta")
        end = ends.get(int(trace.end[node]), "")
        if isinstance(trace, MctsTrace):
            end = trace.result_word(node)
        line.append(f"  {end}".rstrip(), "dim")
        line.append(f"  ≡ {marks[node]}" if marks[node] else "", "cyan")
        drawings.append(Tree(line) if parent == NOBODY else drawings[parent].add(line))
    for node, drawing in enumerate(drawings):
        texts = [trace.game.format_move(trace.state(node), move) for move in trace.pruned(node)]
        if texts:
            drawing.add(Text(f"{' '.join(texts)} pruned", "dim"))
    return drawings[0]
