"""A search tree in the terminal: what it cost, and the tree itself when it is small."""

from __future__ import annotations

from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text
from rich.tree import Tree

from zermelo.naming import count_words, player_name
from zermelo.reports.results import fact
from zermelo.search.traces.trace import NOBODY, Trace, letters
from zermelo.search.traces.views import CertificateTrace, MctsTrace, ProofTrace
from zermelo.trees.svg import WALKED, endings

MOST = 60  # nodes of the largest tree that is printed whole


def tree_report(
    trace: Trace, other: Trace | None = None, out: Path | None = None
) -> RenderableType:
    """The searches' figures, then the tree, or where it has been written."""
    searcher = trace.searcher
    names = player_name(trace.game, searcher), player_name(trace.game, searcher ^ 1)
    values = "points" if trace.by == "score" else "values"
    max_side, min_side = trace.sides
    meant = f"who searches; ▼ {min_side} {names[1]}; {values} are MAX’s"
    if isinstance(trace, ProofTrace):
        meant = f"who claims {trace.claim}; ▼ {min_side} {names[1]}; proof | disproof numbers"
    if isinstance(trace, MctsTrace):
        meant = f"who searches; ▼ {min_side} {names[1]}; visits · mean for MAX"
    if isinstance(trace, CertificateTrace):
        meant = f"who gets {trace.claim}; ▼ {min_side} {names[1]}"
    parts: list[RenderableType] = [
        Text(str(trace.game), "bold"),
        Text(f"▲ {max_side} {names[0]}, {meant}", "dim"),
        Text(),
    ]
    parts += [fact(each.algorithm, tree_summary(each)) for each in (trace, other) if each]
    if out is not None:
        parts.append(fact("written to", str(out)))
    elif len(trace) <= MOST:
        parts += [Text(), tree_text(trace)]
    else:
        parts.append(Text("\nadd --out FILE.html to step through it", "dim"))
    return Group(*parts)


def tree_summary(trace: Trace) -> str:
    """The value, and how many nodes, cuts and table hits it took."""
    counts = [trace.outcome, count_words(trace.nodes, "node")]
    if isinstance(trace, MctsTrace):
        counts.append(count_words(int(trace.visits[trace.row(0)]), "simulation"))
    if trace.windowed:
        counts.append(count_words(trace.cutoffs, "cut"))
    if trace.table_entries:
        counts += [f"{trace.table_entries:,} entries", count_words(trace.table_hits, "hit")]
    return ", ".join(counts)


def tree_text(trace: Trace) -> Tree:
    """Every node on a line: the move to it, its window, its value and how it ended."""
    drawings: list[Tree] = []
    marks = letters(trace)
    for node in range(len(trace)):
        line = _line(trace, node)
        line.append(f"  ≡ {marks[node]}" if marks[node] else "", "cyan")
        parent = int(trace.parent[node])
        drawings.append(Tree(line) if parent == NOBODY else drawings[parent].add(line))
    for node in range(len(trace)):
        texts = [trace.game.format_move(trace.state(node), move) for move in trace.pruned(node)]
        if texts:
            drawings[node].add(Text(f"{' '.join(texts)} pruned", "dim"))
    return drawings[0]


def _line(trace: Trace, node: int) -> Text:
    parent = int(trace.parent[node])
    move = "start"
    if parent != NOBODY:
        move = trace.game.format_move(trace.state(parent), int(trace.move[node]))
    chosen = parent != NOBODY and trace.chosen[parent] == node
    line = Text(f"{'▲' if trace.maximizing[node] else '▼'} {move}  ")
    line.append(trace.result(node), "bold")
    line.append(" ✓" if chosen else "", "bold green")
    if trace.windowed:
        low, high = map(trace.text, (trace.alpha[node], trace.beta[node]))
        line.append(f"  [{low}, {high}]", "dim")
    inequality = trace.inequality(node)
    line.append(f"  ✂ {inequality}" if inequality else "", "magenta")
    line.append(f"  {_result_words(trace, node)}".rstrip(), "dim")
    return line


def _result_words(trace: Trace, node: int) -> str:
    """How a node ended, or what else is known of it."""
    if isinstance(trace, MctsTrace):
        return trace.result_word(node)
    words = WALKED if isinstance(trace, CertificateTrace) else endings(trace)
    return words.get(int(trace.end[node]), "")
