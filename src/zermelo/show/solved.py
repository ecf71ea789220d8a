"""Solved games as they are read in a terminal: what solving gave, a probe, a check."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from zermelo.game import Game
from zermelo.show.recall import recalled
from zermelo.show.results import diagram, fact, heading, plain_table, seconds_text
from zermelo.show.words import player_name, plies, value_words
from zermelo.solver.probe import probe

if TYPE_CHECKING:
    from zermelo.lab.audit import Audit
    from zermelo.solver.database import Database
    from zermelo.solver.estimate import Estimate
    from zermelo.solver.probe import Probe
    from zermelo.solver.solve import Solution
    from zermelo.solver.verify import Verification


def solution_report(
    solution: Solution,
    game: Game[Any] | None = None,
    start: Any = None,
    out: Path | None = None,
    endgame: str | None = None,
) -> RenderableType:
    """What the start is worth, how many states there are, and of what worth, and the cost.

    An `endgame` starts from many states, of which none is shown.
    """
    table = plain_table()
    for name in ("states", "won", "drawn", "lost", "longest"):
        table.add_column(name, justify="right")
    counts = (solution.states, solution.wins, solution.draws, solution.losses, solution.longest)
    table.add_row(*(f"{count:,}" for count in counts))
    rate = f"{solution.states / max(solution.seconds, 1e-9):,.0f} states/s"
    parts: list[RenderableType] = [
        Text(solution.game, "bold"),
        Text(f"endgame {endgame}") if endgame else _verdict(solution, game, start),
        Text(),
        table,
        Text(),
        fact("time", f"{seconds_text(solution.seconds)} ({rate})"),
    ]
    if solution.canonical_states < solution.states:
        parts.append(fact("stored", f"{solution.canonical_states:,} up to symmetry"))
    if out is not None:
        parts.append(fact("kept in", str(out)))
    return Group(*parts)


def _verdict(found: Solution | Probe, game: Game[Any] | None, state: Any) -> Text:
    """What `state` is worth, with the players' names where the game is at hand."""
    if game is None:
        word = {1: "a win", 0: "a draw", -1: "a loss"}[found.value]
        distance = f" in {plies(found.remoteness)}" if found.remoteness else ""
        return Text.assemble("for the player to move: ", (word + distance, "bold"))
    player = int(game.player(state))
    said = value_words(game, player, found.value, exact=True, remoteness=found.remoteness)
    begun = "game over: " if found.remoteness == 0 else f"{player_name(game, player)} to move: "
    return Text.assemble(begun, (said, "bold"))


def database_report(database: Database) -> RenderableType:
    """What was solved, what its start is worth, and where the database is."""
    held = sum(tier["count"] for tier in database.manifest["tiers"])
    symmetry = " up to symmetry" if database.packing.fold else ""
    start = probe_report(probe(database), database.game, database.start)
    stored = fact("stored", f"{held:,} states{symmetry}")
    return Group(start, Text(), stored, fact("kept in", str(database.path)))


def estimate_report(found: Estimate) -> RenderableType:
    """How many states there are, as far as known, and what solving them takes."""
    return Group(Text(found.game, "bold"), Text(estimate_line(found)))


def estimate_line(found: Estimate) -> str:
    """How many states there are, as far as known, and what solving them takes."""
    if found.states is None:
        return f"at least {found.low:,} states; how many in all is unknown: {found.reason}"
    number = f"{found.states:,} states"
    if not found.exact:
        number = f"about {found.states:.2g} states ({found.low:.2g} to {found.high:.2g})"
    needed = f"{seconds_text(found.seconds or 0)}, {_size(found.memory)} of memory at once"
    return f"{number}; to solve: about {needed} or less with --out, {_size(found.disk)} on disk"


def _size(count: int | None) -> str:
    """A number of bytes as people read it."""
    size, unit = float(count or 0), "B"
    for larger in ("KiB", "MiB", "GiB", "TiB"):
        if size < 1024:
            break
        size, unit = size / 1024, larger
    return f"{size:.0f} {unit}"


def probe_report(found: Probe, game: Game[Any] | None = None, state: Any = None) -> RenderableType:
    """The board, what the position is worth, and every move with its own worth.

    Without the game, that and the state are those that the probe names, if they can be had.
    """
    if game is None:
        game, state = recalled(found)
    parts = [*heading(found.game, found.state), *diagram(game, state, found)]
    parts += [Text(), _verdict(found, game, state)]
    if found.moves:
        parts += [Text(), _moves(found)]
    return Group(*parts)


def audit_report(audit: Audit) -> RenderableType:
    """The player's mistakes by ply, and how often it kept the value in all."""
    table = plain_table()
    for name in ("ply", "positions", "optimal", "blunders", "regret"):
        table.add_column(name, justify="right")
    for row in audit.rows:
        share = f"{row.optimal / row.positions:.0%}"
        cells = (row.ply, row.positions, share, row.blunders, f"{row.regret:.2f}")
        table.add_row(*map(str, cells))
    verdict = (
        f"{audit.optimal_share:.1%} of {audit.positions} moves optimal (by chance "
        f"{audit.by_chance:.1%}), {audit.blunders} blunders, mean regret {audit.regret:.3f}"
    )
    title = Text.assemble((audit.game, "bold"), (f"   {audit.player} against the truth", "dim"))
    return Group(title, Text(), table, Text(), Text(verdict))


def verification_report(done: Verification) -> RenderableType:
    """What was checked, and what was found."""
    checked = f"{done.chunks:,} chunks and {done.checked:,} of {done.states:,} states"
    verdict = Text("no fault found", "bold green") if done.sound else Text("FAULTY", "bold red")
    faults = [Text(fault, "red") for fault in done.faults]
    return Group(
        Text(done.game, "bold"), verdict, *faults, fact("checked", checked),
        fact("time", seconds_text(done.seconds)),
    )  # fmt: skip


def _moves(found: Probe) -> Table:
    """Every legal move, the best ones marked and first."""
    table = plain_table()
    table.add_column("")
    table.add_column("move")
    table.add_column("value")
    table.add_column("plies", justify="right")
    best = set(found.best_moves)
    for entry in sorted(found.moves, key=lambda entry: entry.move not in best):
        chosen = entry.move in best
        worth = {1: "win", 0: "draw", -1: "loss"}[entry.value]
        plies = "" if entry.remoteness is None else str(entry.remoteness)
        style = "bold green" if chosen else ""
        table.add_row("▸" if chosen else "", entry.move, worth, plies, style=style)
    return table
