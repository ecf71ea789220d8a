"""Solved games for a terminal: databases, audits, proofs, values, opening books, exports."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rich.console import Group, RenderableType
from rich.text import Text

from zermelo.contract.game import Game
from zermelo.errors import clip
from zermelo.naming import mover_words, player_name, value_words
from zermelo.process.texts import seconds_text
from zermelo.reports.results import analysis_report, fact, facts_of, heading, table_of
from zermelo.solver.probing.probe import probe
from zermelo.solver.score import FARTHEST
from zermelo.solver.store.arrays import MOST_STATES

if TYPE_CHECKING:
    from zermelo.books.book import Book
    from zermelo.bridges.parquet import Exported
    from zermelo.proofs.prove import Proof
    from zermelo.proofs.verify import ProofCheck
    from zermelo.solver.checking.verify import Verification
    from zermelo.solver.estimate import Estimate
    from zermelo.solver.probing.database import Database
    from zermelo.solver.probing.hardest import HardPosition, PhaseTally
    from zermelo.solver.probing.publishing import Compacted
    from zermelo.solver.solution import Solution
    from zermelo.tuning.audit import Audit, PhaseAudit, PlyAudit
    from zermelo.values.positions import GameValue

WINNERS: Final = {
    "L": "Left (player 1) wins, moving first or second",
    "R": "Right (player 2) wins, moving first or second",
    "N": "the player who begins wins",
    "P": "the player who begins loses",
}
VERDICTS: Final = {
    True: Text("proven", "bold green"),
    False: Text("refuted", "bold red"),
    None: Text("neither proven nor refuted", "bold"),
}
SOON: Final = 60.0  # seconds; games that take less to solve need no cluster
FAR: Final = 3.2e9  # seconds: a hundred years
MOST: Final = 16.0  # log10 of a number of states that nobody can store
LONG: Final = 1e6  # the least number written with a power of ten
LONGEST: Final = 300  # the most characters of a value; canonical forms can have thousands
ROW: Final = 12  # nimbers per line: the period of Kayles


def solution_report(
    solution: Solution,
    game: Game | None = None,
    start: Any = None,
    out: Path | None = None,
    endgame: str | None = None,
    phases: Sequence[PhaseTally] = (),
    longest: tuple[int, Any] | None = None,
) -> RenderableType:
    """The value of the start, the number of states and of each result, and the cost. An
    `endgame` has many starts: the report shows its `phases` and a state with the `longest` win.
    """
    counts: list[object] = [solution.states, solution.wins, solution.draws, solution.losses]
    if solution.by == "outcome":
        more = " or more" if solution.longest == FARTHEST else ""
        counts.append(f"{solution.longest:,}{more}")
    table = table_of(("states", "won", "drawn", "lost", "longest")[: len(counts)], [counts])
    rate = f"{solution.states / max(solution.seconds, 1e-9):,.0f} states/s"
    begun = "for the player to move: "
    words = mover_words(solution.value, solution.remoteness, solution.by)
    if game is not None and not endgame:
        player = int(game.player(start))
        given: Any = {"exact": True, "remoteness": solution.remoteness, "by": solution.by}
        words = value_words(game, player, solution.value, **given)
        over = solution.remoteness == 0
        begun = "game over: " if over else f"{player_name(game, player)} to move: "
    verdict = Text.assemble(begun, (words, "bold"))
    facts = {"time": f"{seconds_text(solution.seconds)} ({rate})"}
    if game is not None and longest is not None:
        text = game.format_state(longest[1]) if game.has("format_state") else str(longest[1])
        facts["longest win"] = f"{longest[0]} plies, from {text}"
    if solution.canonical_states < solution.states:
        facts["stored"] = f"{solution.canonical_states:,} up to symmetry"
    head = Text(solution.game, "bold"), Text(f"endgame {endgame}") if endgame else verdict, Text()
    counted = phase_table(phases) if phases else table
    return Group(*head, counted, Text(), *facts_of(facts | {"kept in": str(out or "")}))


def phase_table(phases: Sequence[PhaseTally]) -> RenderableType:
    """The phases of a database, each with two rows: all positions, and positions up to symmetry."""
    rows: list[tuple[object, ...]] = []
    for row in phases:
        whole = row.positions, row.wins, row.draws, row.losses, row.longest_win, row.longest_loss
        canonical = row.canonical, row.canonical_wins, row.canonical_draws, row.canonical_losses
        rows += [(row.phase, *whole), ("  up to symmetry", *canonical, "", "")]
    heads = ("phase", "positions", "won", "drawn", "lost", "won in", "lost in")
    table = table_of(heads, rows, 1)
    table.columns[0].no_wrap = True
    return table


def database_report(database: Database) -> RenderableType:
    """The solved game, the value of its start, and the place of the database."""
    held = database.manifest["solution"]["canonical_states"]
    stored = f"{held:,} states{' up to symmetry' * database.folds}"
    start = analysis_report(probe(database), database.game, database.start)
    return Group(start, Text(), fact("stored", stored), fact("kept in", str(database.path)))


def estimate_report(estimate: Estimate) -> RenderableType:
    """The number of states, as far as known, and the cost of each way of solving."""
    parts = [Text(estimate.game, "bold"), Text(estimate_line(estimate))]
    if estimate.states and estimate.seconds is not None and SOON < estimate.seconds < FAR:
        least = f"at least {_about(math.sqrt(estimate.states))} positions, nothing on disk"
        parts.append(Text(f"to prove the value of the start alone: {least}"))
    if (plan := estimate.plan) is not None:
        time = f"{seconds_text(plan.hours * 3600)}, {plan.core_hours:,.1f} core-hours"
        passed = f"{_about(plan.messages)} messages of {plan.terabytes:,.2f} TB in all"
        memory = f"{_size(plan.machine)} of memory or disk on each machine"
        command = f"{_size(plan.command)} of memory for the command, {_about(plan.files)} files"
        parts.append(Text(f"on the cluster: about {time}, {passed}, {memory}, {command}"))
    if estimate.refusal is not None:
        parts.append(Text(f"solve refuses it: {estimate.refusal}"))
    return Group(*parts)


def estimate_line(estimate: Estimate) -> str:
    """The number of states, as far as known, and the cost of solving them."""
    high = "" if estimate.high is None else _about(estimate.high)
    if estimate.states is None and estimate.high is not None:
        between = f"{_about(estimate.low)} to {high} states, as far as random games show"
        likely = (math.log10(estimate.low) + math.log10(estimate.high)) / 2
        far = f"probably too large, some {_power(likely)} states: " if likely > MOST else ""
        return f"{far}{between}: {estimate.reason}"
    if estimate.states is None:
        known = f"at least {estimate.low:,} states; the total is unknown: {estimate.reason}"
        return f"{known}; a database has {MOST_STATES:,} at most, up to symmetry"
    number = f"{estimate.states:,} states"
    if not estimate.exact:
        number = f"about {_about(estimate.states)} states ({_about(estimate.low)} to {high})"
    if estimate.canonical is not None and estimate.canonical < estimate.states:
        number += f", {estimate.canonical:,} up to symmetry"
    if estimate.seconds is None:
        return f"{number}; solve refuses it: {estimate.reason}"
    if estimate.seconds >= FAR:
        return f"too large to solve, {_power(math.log10(estimate.states))} states: {number}"
    needed = f"{seconds_text(estimate.seconds)}, {_size(estimate.memory)} of memory at once"
    return f"{number}; to solve: about {needed} or less with --out, {_size(estimate.disk)} on disk"


def _about(count: float) -> str:
    """A number to two digits, in usual notation: "6,900", "1.3 · 10¹⁰"."""
    if count < LONG:
        return f"{float(f'{count:.2g}'):,.0f}"
    digits, exponent = f"{count:.1e}".split("e")
    return f"{digits} · {_power(int(exponent))}"


def _power(exponent: float) -> str:
    """A power of ten in usual notation."""
    return "10" + "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(round(exponent)))


def _size(count: int | None) -> str:
    power = min(((count or 1).bit_length() - 1) // 10, 4)
    return f"{(count or 0) / 1024**power:.0f} {('B', 'KiB', 'MiB', 'GiB', 'TiB')[power]}"


def hardest_report(game: Game, positions: Sequence[HardPosition]) -> RenderableType:
    """Positions in which only one move wins, the longest wins first."""
    phases = any(hard.phase for hard in positions)
    rows = ((str(h.plies), str(h.moves), h.move, *[h.phase] * phases, h.state) for h in positions)
    table = table_of(("plies", "moves", "wins", *["phase"] * phases, "position"), rows)
    for column in table.columns[2:]:
        column.justify, column.overflow = "left", "fold"
    none = "no position has several moves of which only one wins"
    return Group(Text(str(game), "bold"), Text(), table if positions else Text(none))


def audit_report(audit: Audit) -> RenderableType:
    """The player's mistakes by ply and by phase, and the share of moves that kept the value."""
    lost = "points lost" if audit.by == "score" else "regret"
    tables: list[RenderableType] = []
    if len({row.ply for row in audit.rows}) > 1 or not audit.phases:
        tables += [_mistakes("ply", lost, [(row.ply, row) for row in audit.rows]), Text()]
    if audit.phases:
        tables += [_mistakes("phase", lost, [(row.phase, row) for row in audit.phases]), Text()]
    verdict = (
        f"{audit.optimal_share:.1%} of {audit.positions} moves optimal (by chance "
        f"{audit.by_chance:.1%}), {audit.blunders} blunders, mean {lost} {audit.regret:.3f}"
    )
    low, high = audit.optimal_interval
    known = f"in 95%: {low:.1%} – {high:.1%} optimal"
    if audit.regret_interval is not None:
        known += ", mean {} {:.3f} – {:.3f}".format(lost, *audit.regret_interval)
    title = Text.assemble((audit.game, "bold"), (f"   {audit.player} against the truth", "dim"))
    return Group(title, Text(), *tables, Text(verdict), Text(known, "dim"))


def _mistakes(
    kind: str, lost: str, rows: Sequence[tuple[int | str, PlyAudit | PhaseAudit]]
) -> RenderableType:
    """A table of mistakes, a row for each kind of position, with 95% intervals."""
    texts = []
    for head, row in rows:
        share, kept = f"{row.optimal / row.positions:.0%}", "{:.0%} – {:.0%}"
        spread = "{:.2f} – {:.2f}".format(*row.regret_interval) if row.regret_interval else ""
        counts = row.positions, share, kept.format(*row.optimal_interval), row.blunders
        texts.append((str(head), *counts, f"{row.regret:.2f}", spread))
    return table_of((kind, "positions", "optimal", "in 95%", "blunders", lost, "in 95%"), texts)


def verification_report(done: Verification) -> RenderableType:
    """The checks that were made, and their results."""
    checked = f"{done.chunks:,} chunks and {done.checked:,} of {done.states:,} states"
    if done.plain < done.checked:
        checked += f", {done.plain:,} of them also by plain Python"
    if done.played:
        checked += f"; {done.played:,} wins played out"
    verdict = Text("no fault found", "bold green") if done.sound else Text("FAULTY", "bold red")
    faults = [Text(fault, "red") for fault in done.faults]
    facts = facts_of({"checked": checked, "time": seconds_text(done.seconds)})
    return Group(Text(done.game, "bold"), verdict, *faults, *facts)


def proof_report(done: Proof) -> RenderableType:
    """The claim, the verdict, the size of the certificate and the cost of the search."""
    size, proof = "", "not written: add --out FILE" if done.proven else ""
    if done.bytes is not None:
        proof = f"{done.positions:,} positions, {done.moves:,} moves"
        size = f"{done.bytes:,} bytes"
    kept = f"{done.kept}; the same command continues from there" if done.kept else ""
    earlier = f", {done.earlier:,} of them earlier; now" if done.earlier else " in"
    cost = f"{done.nodes:,} nodes{earlier} {seconds_text(done.seconds)}"
    if done.proven is not None:
        cost += f", decided by {done.by}"
    facts = {"claim": done.claim, "proof": proof, "file": size, "kept": kept, "search": cost}
    return Group(*heading(done.game, done.state), VERDICTS[done.proven], *facts_of(facts))


def proof_check_report(done: ProofCheck) -> RenderableType:
    """The claim, the verdict or the first fault, and the number of positions checked."""
    verdict = VERDICTS[True] if done.sound else Text(f"NOT PROVEN: {done.fault}", "bold red")
    checked = f"{done.positions:,} positions by {done.moves:,} moves"
    facts = {"claim": done.claim, "checked": checked, "time": seconds_text(done.seconds)}
    return Group(*heading(done.game, done.state), verdict, *facts_of(facts))


def game_value_report(valued: GameValue) -> RenderableType:
    """The name, the winner, mean and temperature, the parts, and for heaps the table of nimbers."""
    walls = valued.thermograph
    kind = "impartial: both sides have the same moves" if valued.impartial else "partizan"
    period = ""
    if valued.period is not None:
        length, begin = valued.period
        period = f"{length}, from {begin} on, checked for heaps of up to {len(valued.nimbers) - 1}"
    facts = {
        "value": clip(valued.value, LONGEST),
        "outcome": WINNERS[valued.outcome],
        "mean": f"{walls.mean}, temperature {walls.temperature}",
        "game": kind,
        "period": period,
        "looked": f"{valued.positions:,} positions in {seconds_text(valued.seconds)}",
    }
    parts = [*heading(valued.game, valued.state), Text(), *facts_of(facts)]
    if len(valued.parts) > 1:
        rows: Any = ((name, clip(value, LONGEST)) for name, value in valued.parts)
        parts += [Text(), table_of(("part", "value"), rows, 2)]
    if nimbers := valued.nimbers:
        heads = ["heap", *(f"+{place}" for place in range(ROW))]
        rows = ((first, *nimbers[first : first + ROW]) for first in range(0, len(nimbers), ROW))
        parts += [Text(), table_of(heads, rows)]
    return Group(*parts)


def book_report(book: Book) -> RenderableType:
    """The start with the values of its moves, and the number of positions at each ply."""
    table = table_of(("ply", "positions", "proven"), book.file.counts())
    analysis, made, progress = book.analysis(), book.settings["made"], book.progress
    about: list[RenderableType] = [Text(str(book.game), "bold")]
    if analysis is not None:
        about = [analysis_report(analysis, book.game, book.game.start())]
    limits = (f"{name} {made[name]:,}" for name in ("depth", "seconds", "nodes") if made.get(name))
    how = {
        "games": "played games",
        "playouts": f"from the first moves of {progress.done:,} random games",
        "database": "from a database",
    }.get(made["by"], f"by a search of each final position, {', '.join(limits)}")
    if made.get("exact"):
        how = "by searches that proved each value"
    state = f"{progress.done:,} of {progress.total:,}: run the same command again to continue"
    facts = {"made": how, "unfinished": "" if book.complete else state}
    facts |= {"time": seconds_text(progress.seconds), "kept in": str(book.path)}
    return Group(*about, Text(), table, Text(), *facts_of(facts))


def exported_report(done: Exported) -> RenderableType:
    """The number of rows, the columns, and the size of the file."""
    facts = {"rows": f"{done.rows:,}", "columns": " ".join(done.columns)}
    facts |= {"size": _megabytes(done.bytes), "time": seconds_text(done.seconds)}
    return Group(Text(done.game, "bold"), *facts_of(facts))


def compacted_report(done: Compacted) -> RenderableType:
    """The number of outcomes, and the size of the database without and with distances."""
    bits = f"{8 * done.bytes / max(done.numbers, 1):.2f} bits a number"
    facts = {"numbers": f"{done.numbers:,}", "size": f"{_megabytes(done.bytes)}, {bits}"}
    facts |= {"before": _megabytes(done.before), "time": seconds_text(done.seconds)}
    return Group(Text(done.game, "bold"), *facts_of(facts))


def _megabytes(count: int) -> str:
    return f"{count / 1e6:,.1f} MB" if count >= 1e6 else f"{count / 1e3:.1f} kB"
